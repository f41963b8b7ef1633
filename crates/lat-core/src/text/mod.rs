//! What text formats share: numbers to and from text, and tables of them.
//!
//! ```text
//! bytes ──TextElement::scan──▶ T        T ──TextElement::print, by a Spec──▶ bytes
//! field ──TextElement::parse──▶ T
//! ```

mod element;
mod powers;
mod spec;

pub use element::{Misread, Reading, Spelling, TextElement};
pub use spec::Spec;
