#![forbid(unsafe_code)]
//! What the benchmarks are made of: inputs, checksums of values, and a clock.
//!
//! ```text
//! make:    a seed ──▶ values ──printed or laid out──▶ files, each with the checksum of its values
//! worker:  a file ──latio or a peer, on the clock──▶ an array or a file ──▶ its checksum
//! ```
//!
//! Nothing here but the tasks of the worker uses latio, so a checksum is not latio's own word.

pub mod clock;
pub mod inputs;
pub mod print;
pub mod random;
pub mod raw;
pub mod sum;

/// Whatever goes wrong ends the program.
pub type Outcome<T> = Result<T, Box<dyn std::error::Error>>;
