#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]
//! Tests of all crates together.

mod bugs;
mod hostile;
mod numpy;
mod show;
mod sweeps;
