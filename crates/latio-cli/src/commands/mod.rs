//! The commands, one file each.

use clap::Subcommand;
use latio::Result;

use crate::{Verdict, args::Global};

pub(crate) mod convert;
mod info;
mod show;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Info(info::Info),
    Show(show::Show),
    Convert(convert::Convert),
}

impl Command {
    pub(crate) fn run(&self, global: &Global) -> Result<Verdict> {
        match self {
            Self::Info(it) => it.run(global),
            Self::Show(it) => it.run(global),
            Self::Convert(it) => it.run(global),
        }
    }
}
