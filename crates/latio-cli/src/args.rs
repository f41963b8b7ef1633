//! The command line.

use std::{ffi::OsString, process::ExitCode};

use clap::{
    Args as _, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum, error::ErrorKind,
};

use crate::{commands::Command, term};

const EXAMPLES: &str = "\
An array reference is PATH[::MEMBER][[SLICE]], or - for the standard input:
  run.npz::vel[0,:,::2]   a.csv[:100]   -

Examples:
  lat a.npy b.csv                     what the files hold, from their headers
  lat show a.npy[0]                   the array, as NumPy prints it
  lat convert a.csv a.npy             from any format to any other
  lat stats a.npy --axis 0            count, mean, and so on of each column
  lat diff a.npy b.npy --rtol 1e-6    exit code 0 if they are the same, 1 if not
  lat plot a.csv                      a picture, in the terminal

Exit codes: 0 yes or done, 1 no, 2 trouble.";

/// Help is no wider, in characters.
const WIDTH: usize = 100;

/// Shows, converts, compares and plots array files: CSV, JSON, text, npy and npz.
#[derive(Debug, Parser)]
#[command(name = "lat", version, after_help = EXAMPLES, arg_required_else_help = true)]
#[command(max_term_width = WIDTH, disable_help_subcommand = true)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Options that every command has.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Everywhere")]
pub(crate) struct Global {
    /// Print JSON, for programs
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Print no more than is asked for, and no progress
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    /// Keep to about so much memory, such as 200M, where the work can be done in blocks
    #[arg(long, global = true, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) max_memory: Option<u64>,
    /// Work on so many threads at most. Default: one for each processor
    #[arg(long, global = true, value_name = "N", value_parser = parse_threads)]
    pub(crate) threads: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// In a terminal, unless `NO_COLOR` is set
    Auto,
    Always,
    Never,
}

/// Reads the command line; if there is nothing to run, says why and with which code to end.
pub(crate) fn parse() -> Result<Args, ExitCode> {
    let (words, command) = with_command(std::env::args_os().collect());
    read(words, command.as_deref()).map_err(|err| {
        if !err.use_stderr() {
            // A closed pipe is no error.
            let _ = err.print();
            return ExitCode::SUCCESS;
        }
        if err.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
            let _ = err.print();
            return ExitCode::from(2);
        }
        let text = err.render().to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        term::Term::new(Color::Auto).complain(text.trim_end());
        ExitCode::from(2)
    })
}

fn read(words: Vec<OsString>, command: Option<&str>) -> Result<Args, clap::Error> {
    let bare = || Global::augment_args(clap::Command::new("lat").max_term_width(WIDTH));
    let line = command.and_then(|it| Command::add_to(bare(), it)).unwrap_or_else(Args::command);
    let mut matches = line.try_get_matches_from(words)?;
    Args::from_arg_matches_mut(&mut matches)
}

/// `lat FILE…` is short for `lat info FILE…`. Says also which command is given, unless the help
/// of all is asked for.
fn with_command(mut words: Vec<OsString>) -> (Vec<OsString>, Option<String>) {
    let mut takes_value = false;
    for word in words.iter().skip(1) {
        let text = word.to_string_lossy();
        if std::mem::take(&mut takes_value) {
            continue;
        }
        takes_value = ["--color", "--max-memory", "--threads"].contains(&&*text);
        let is_option = text.starts_with('-') && text != "-";
        if text == "-h" || text == "--help" || text == "-V" || text == "--version" {
            break;
        }
        if is_option {
            continue;
        }
        if Command::has_subcommand(&text) {
            let command = text.into_owned();
            return (words, Some(command));
        }
        words.insert(1, "info".into());
        return (words, Some("info".to_owned()));
    }
    (words, None)
}

fn parse_threads(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|it| *it > 0).ok_or_else(|| "at least 1 is needed".to_owned())
}

/// A number of bytes: `1500`, `64K`, `200M`, `2G`; `MiB` and `MB` mean the same as `M`.
fn parse_size(text: &str) -> Result<u64, String> {
    let upper = text.trim().to_ascii_uppercase();
    let bare = upper.trim_end_matches('B').trim_end_matches('I');
    let (number, shift) = match bare.char_indices().last() {
        Some((at, 'K')) => (&bare[..at], 10),
        Some((at, 'M')) => (&bare[..at], 20),
        Some((at, 'G')) => (&bare[..at], 30),
        Some((at, 'T')) => (&bare[..at], 40),
        _ => (bare, 0),
    };
    let fail = || format!("'{text}' is not a size, such as 200M");
    let number: u64 = number.trim().parse().map_err(|_| fail())?;
    number.checked_mul(1 << shift).filter(|it| *it > 0).ok_or_else(fail)
}
