#![forbid(unsafe_code)]
//! The command `lat`: shows, converts, compares and plots array files.
//!
//! ```text
//! arguments ──args──▶ a command ──reference, options, input──▶ NdArrayView or blocks of rows ──▶ output, term
//! ```
//!
//! A thin layer: whatever is of use to programs is in `latio`.

mod advice;
mod args;
mod blocks;
mod commands;
mod compare;
mod draw;
mod input;
mod interrupt;
mod kind;
mod lossy;
mod middle;
mod names;
mod options;
mod output;
#[cfg(feature = "plot")]
mod picture;
mod progress;
mod reference;
mod scalar;
mod sink;
mod stream;
mod tally;
mod term;

use std::process::ExitCode;

/// What a command found out, which its exit code tells: 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Yes,
    No,
}

fn main() -> ExitCode {
    let args = match args::parse() {
        Ok(args) => args,
        Err(code) => return code,
    };
    let term = term::Term::new(args.global.color);
    if let Some(threads) = args.global.threads {
        options::THREADS.set(threads).expect("set once");
    }
    if args.command.may_write() {
        interrupt::prepare();
    }
    match args.command.run(&args.global) {
        Ok(Verdict::Yes) => ExitCode::SUCCESS,
        Ok(Verdict::No) => ExitCode::from(1),
        Err(err) if err.io_kind() == Some(std::io::ErrorKind::BrokenPipe) => ExitCode::SUCCESS,
        Err(err) => {
            term.complain(&advice::in_words_of_lat(err).to_string());
            ExitCode::from(2)
        }
    }
}
