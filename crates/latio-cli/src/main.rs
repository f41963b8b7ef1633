#![forbid(unsafe_code)]
//! The command `lat`: shows, converts, compares and plots array files.
//!
//! ```text
//! arguments ──args──▶ a command ──reference, options, input──▶ NdArrayView or blocks of rows ──▶ output, term
//! ```
//!
//! A thin layer: whatever is of use to programs is in `latio`.

mod args;
mod blocks;
mod commands;
mod draw;
mod input;
mod kind;
mod lossy;
mod options;
mod output;
#[cfg(feature = "plot")]
mod picture;
mod progress;
mod reference;
mod scalar;
mod stream;
mod term;

use std::process::ExitCode;

/// What a command found out, which its exit code tells: 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Yes,
    No,
}

fn main() -> ExitCode {
    remove_temporaries_when_interrupted();
    let args = match args::parse() {
        Ok(args) => args,
        Err(code) => return code,
    };
    let term = term::Term::new(args.global.color);
    match args.command.run(&args.global) {
        Ok(Verdict::Yes) => ExitCode::SUCCESS,
        Ok(Verdict::No) => ExitCode::from(1),
        Err(err) if err.io_kind() == Some(std::io::ErrorKind::BrokenPipe) => ExitCode::SUCCESS,
        Err(err) => {
            term.complain(&err.to_string());
            ExitCode::from(2)
        }
    }
}

/// Exit code of a program that Ctrl-C ended, as shells have it.
const INTERRUPTED: i32 = 130;

fn remove_temporaries_when_interrupted() {
    let handler = || {
        lat_core::save::abandon_all();
        std::process::exit(INTERRUPTED);
    };
    // Without a handler an interrupted save leaves a temporary file, which is no reason to fail.
    let _ = ctrlc::set_handler(handler);
}
