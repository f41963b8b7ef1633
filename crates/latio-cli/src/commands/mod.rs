//! The commands, one file each.

use clap::Subcommand;
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

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Info(info::Info),
    Show(show::Show),
    Head(head::Head),
    Tail(head::Tail),
    Convert(convert::Convert),
    Cat(cat::Cat),
    Stats(stats::Stats),
    Diff(diff::Diff),
    Plot(plot::Plot),
    Pack(pack::Pack),
    Unpack(pack::Unpack),
    Append(append::Append),
    Completions(generate::Completions),
    Man(generate::Man),
}

impl Command {
    pub(crate) fn run(&self, global: &Global) -> Result<Verdict> {
        match self {
            Self::Info(it) => it.run(global),
            Self::Show(it) => it.run(global),
            Self::Head(it) => it.run(global),
            Self::Tail(it) => it.run(global),
            Self::Convert(it) => it.run(global),
            Self::Cat(it) => it.run(global),
            Self::Stats(it) => it.run(global),
            Self::Diff(it) => it.run(global),
            Self::Plot(it) => it.run(global),
            Self::Pack(it) => it.run(global),
            Self::Unpack(it) => it.run(global),
            Self::Append(it) => it.run(global),
            Self::Completions(it) => it.run(global),
            Self::Man(it) => it.run(global),
        }
    }
}
