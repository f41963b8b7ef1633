//! Where arrays go.

use std::{
    fs,
    io::{self, BufWriter, IsTerminal, Write},
    path::{Path, PathBuf},
};

use latio::{Compression, Error, ErrorKind, Format, NdArrayView, Result};

use crate::kind::Kind;

/// A file to be written, or the standard output.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    Stdout,
    File(PathBuf),
}

impl From<&Path> for Target {
    fn from(path: &Path) -> Self {
        if path == Path::new("-") { Self::Stdout } else { Self::File(path.to_owned()) }
    }
}

/// Makes a directory, and those it is in, unless it is there.
pub(crate) fn make_dir(path: &Path) -> Result<()> {
    fs::create_dir_all(path).map_err(|err| Error::cannot_write(path, err))
}

impl Target {
    /// The format asked for, or the one that the name tells.
    pub(crate) fn kind(&self, to: Option<Kind>) -> Result<Kind> {
        match (to, self) {
            (Some(kind), _) => Ok(kind),
            (None, Self::File(path)) => {
                Kind::of_path(path).map_err(|err| err.in_operation("save").in_path(path))
            }
            (None, Self::Stdout) => {
                let message = "the standard output has no name that tells the format";
                Err(Error::new(ErrorKind::Usage, message).with_hint("name it, such as --to csv"))
            }
        }
    }

    /// Fails if a file is there already, unless it is to be replaced.
    pub(crate) fn check_free(&self, force: bool) -> Result<()> {
        match self {
            Self::File(path) if !force && is_regular(path) => {
                let message = format!("'{}' exists", path.display());
                Err(Error::new(ErrorKind::Usage, message).with_hint("--force overwrites it"))
            }
            _ => Ok(()),
        }
    }

    /// Writes an array.
    pub(crate) fn write(
        &self,
        format: &dyn Format,
        kind: Kind,
        array: &NdArrayView<'_>,
    ) -> Result<()> {
        match self {
            Self::File(path) => latio::save_with(path, Some(format), array),
            Self::Stdout => {
                check_terminal(kind)?;
                let mut out = stdout();
                latio::write_with(&mut out, format, Compression::None, array)?;
                // A file of JSON has no line end, but the shell's prompt wants a line of its own.
                if kind == Kind::Json && io::stdout().is_terminal() {
                    writeln!(out)?;
                }
                Ok(out.flush()?)
            }
        }
    }
}

/// A device or a pipe is written to, never replaced.
fn is_regular(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|it| it.is_file())
}

/// The standard output, buffered.
pub(crate) fn stdout() -> impl Write {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

fn check_terminal(kind: Kind) -> Result<()> {
    if kind.is_text() || !io::stdout().is_terminal() {
        return Ok(());
    }
    let message = format!("{} is not for terminals", kind.name());
    Err(Error::new(ErrorKind::Usage, message).with_hint("name a file, or --to csv"))
}
