#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a panic fails the test, and what is skipped is said"
)]
//! The command as a person runs it: the real binary, in a directory of its own.

mod bounds;
mod lat;
mod sessions;
mod signals;
mod terminal;
