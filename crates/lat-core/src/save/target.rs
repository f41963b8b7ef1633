//! What a path to be written stands for.

use std::{
    fs::{self, OpenOptions},
    io::{self, ErrorKind},
    iter,
    path::{Path, PathBuf},
};

/// What is to be written.
pub(super) enum Target {
    /// A regular file, after links were followed, with what is known of it if it exists.
    File { path: PathBuf, old: Option<fs::Metadata> },
    /// Something that is written to but not replaced.
    InPlace,
}

impl Target {
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        match fs::metadata(path) {
            Ok(meta) if meta.is_dir() => Err(ErrorKind::IsADirectory.into()),
            Ok(meta) if !meta.is_file() || is_descriptor(path) => Ok(Self::InPlace),
            Ok(meta) => {
                check_writable(path, &meta)?;
                Ok(Self::File { path: fs::canonicalize(path)?, old: Some(meta) })
            }
            Err(err) if err.kind() == ErrorKind::NotFound => {
                let end = links(path).last().expect("the path itself at least");
                Ok(Self::File { path: end, old: None })
            }
            Err(err) => Err(err),
        }
    }
}

/// Renaming would replace a file that may not be written, and root may write any.
fn check_writable(path: &Path, meta: &fs::Metadata) -> io::Result<()> {
    if meta.permissions().readonly() {
        return Err(ErrorKind::PermissionDenied.into());
    }
    OpenOptions::new().write(true).open(path).map(drop)
}

/// A path, and where each symbolic link from there leads, to the first that is none.
fn links(path: &Path) -> impl Iterator<Item = PathBuf> {
    // As many links as Linux follows.
    const MOST: usize = 40;
    let next = |it: &PathBuf| {
        let link = fs::read_link(it).ok()?;
        Some(it.parent().unwrap_or(Path::new("")).join(link))
    };
    iter::successors(Some(path.to_owned()), next).take(1 + MOST)
}

/// Whether a path is, or leads to, an open descriptor: `/dev/stdout` is what the shell has opened,
/// even where that is a regular file.
fn is_descriptor(path: &Path) -> bool {
    let directory = |it: PathBuf| fs::canonicalize(it.parent()?).ok();
    cfg!(unix)
        && links(path)
            .filter_map(directory)
            .any(|it| it.starts_with("/proc") || it.starts_with("/dev/fd"))
}
