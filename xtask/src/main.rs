#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool")]
//! The project's chores: `cargo xtask help` lists them.

mod bench;
mod ci;
mod deps;
mod faults;
mod features;
mod fuzz;
mod interop;
mod manifest;
mod miri;
mod readme;
mod release;
mod run;
mod tidy;

use std::process::ExitCode;

/// A chore that could not be done, in words for whoever ran it.
type Result<T = (), E = String> = std::result::Result<T, E>;

struct Command {
    name: &'static str,
    about: &'static str,
    run: fn(&[String]) -> Result,
}

const COMMANDS: &[Command] = &[
    Command { name: "bench", about: bench::ABOUT, run: bench::run },
    Command { name: "ci", about: ci::ABOUT, run: ci::run },
    Command { name: "deps", about: deps::ABOUT, run: deps::run },
    Command { name: "faults", about: faults::ABOUT, run: faults::run },
    Command { name: "features", about: features::ABOUT, run: features::run },
    Command { name: "fuzz", about: fuzz::ABOUT, run: fuzz::run },
    Command { name: "interop", about: interop::ABOUT, run: interop::run },
    Command { name: "miri", about: miri::ABOUT, run: miri::run },
    Command { name: "release", about: release::ABOUT, run: release::run },
    Command { name: "tidy", about: tidy::ABOUT, run: tidy::run },
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, rest)) = args.split_first().filter(|(name, _)| !name.contains("help")) else {
        help();
        return ExitCode::SUCCESS;
    };
    let outcome = match COMMANDS.iter().find(|it| it.name == name) {
        Some(command) => (command.run)(rest),
        None => Err("no such command; try `cargo xtask help`".into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask {name}: FAILED: {message}");
            ExitCode::FAILURE
        }
    }
}

fn help() {
    println!("usage: cargo xtask COMMAND\n");
    for Command { name, about, .. } in COMMANDS {
        println!("  {name:<10} {about}");
    }
}
