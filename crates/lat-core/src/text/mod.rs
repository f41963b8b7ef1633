//! What text formats share: numbers to and from text, and tables of them.
//!
//! ```text
//! bytes ──TextElement::scan──▶ T        T ──TextElement::print, by a Spec──▶ bytes
//! field ──TextElement::parse──▶ T
//! ```

mod boolean;
mod complex;
mod digits;
mod element;
mod field;
mod float;
mod half;
mod int;
mod powers;
mod print;
mod real;
mod spec;
mod words;

pub use element::{Misread, Reading, Spelling, TextElement};
pub use field::parse_any;
pub(crate) use print::ROOM;
pub use spec::Spec;
