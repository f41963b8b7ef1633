//! `lat completions` and `lat man`, made from the command line's own description.

use std::{io::Write, path::PathBuf};

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man as Page;
use latio::{Error, Result};

use crate::{
    Verdict, args,
    args::Global,
    output::{make_dir, stdout},
};

/// Print a script that completes lat's arguments in a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  lat completions bash > ~/.local/share/bash-completion/completions/lat
  lat completions fish > ~/.config/fish/completions/lat.fish")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self, _: &Global) -> Result<Verdict> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut args::Args::command(), "lat", &mut text);
        let mut out = stdout();
        out.write_all(&text)?;
        out.flush()?;
        Ok(Verdict::Yes)
    }
}

/// Print lat's manual page, or save one for each command
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  lat man | man -l -
  lat man ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// A directory to save them in, as lat.1, lat-convert.1, …; made if it is not there
    #[arg(value_name = "DIR")]
    directory: Option<PathBuf>,
}

impl Man {
    pub(crate) fn run(&self, _: &Global) -> Result<Verdict> {
        let command = args::Args::command();
        if let Some(directory) = &self.directory {
            make_dir(directory)?;
            let made = clap_mangen::generate_to(command, directory);
            made.map_err(|err| Error::cannot_write(directory, err))?;
            return Ok(Verdict::Yes);
        }
        let mut out = stdout();
        Page::new(command).render(&mut out)?;
        out.flush()?;
        Ok(Verdict::Yes)
    }
}
