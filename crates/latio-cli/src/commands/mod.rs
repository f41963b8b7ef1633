//! The commands, one file each.

use clap::{Args, Subcommand};
use latio::Result;

use crate::{Verdict, args::Global};

mod append;
mod cat;
pub(crate) mod convert;
pub(crate) mod diff;
mod generate;
mod head;
mod info;
mod pack;
pub(crate) mod plot;
mod show;
mod stats;

macro_rules! commands {
    ($($word:literal $name:ident($args:ty),)*) => {
        #[derive(Debug, Subcommand)]
        pub(crate) enum Command {
            $($name($args),)*
        }

        impl Command {
            pub(crate) fn run(&self, global: &Global) -> Result<Verdict> {
                match self {
                    $(Self::$name(it) => it.run(global),)*
                }
            }

            /// Adds the command of this name to a command line, and no other: the options of all
            /// are many.
            pub(crate) fn add_to(line: clap::Command, word: &str) -> Option<clap::Command> {
                let command = match word {
                    $($word => <$args>::augment_args(clap::Command::new($word)),)*
                    _ => return None,
                };
                Some(line.subcommand(command))
            }
        }
    };
}
commands! {
    "info" Info(info::Info),
    "show" Show(show::Show),
    "head" Head(head::Head),
    "tail" Tail(head::Tail),
    "convert" Convert(convert::Convert),
    "cat" Cat(cat::Cat),
    "stats" Stats(stats::Stats),
    "diff" Diff(diff::Diff),
    "plot" Plot(plot::Plot),
    "pack" Pack(pack::Pack),
    "unpack" Unpack(pack::Unpack),
    "append" Append(append::Append),
    "completions" Completions(generate::Completions),
    "man" Man(generate::Man),
}

impl Command {
    /// Whether it may write files, which a signal must not leave half written.
    pub(crate) fn may_write(&self) -> bool {
        !matches!(
            self,
            Self::Info(_)
                | Self::Show(_)
                | Self::Head(_)
                | Self::Tail(_)
                | Self::Stats(_)
                | Self::Diff(_)
        )
    }
}
