//! Replacing a file whole, or leaving it as it was.

mod target;
mod temporary;

use std::{
    env,
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, ErrorKind, Seek, Write},
    path::Path,
};

use self::{target::Target, temporary::Temporary};
use crate::{Error, Result};

pub use self::temporary::abandon_all;

/// Writes a file so that readers see the old one or the new one, never a part of it.
///
/// What `write` writes goes to a temporary file beside the target, which is synced and renamed
/// over it, and the directory is synced. A file that exists keeps its mode, and its owner where
/// the system lets it; a symbolic link is followed. A target that is not a regular file, or is
/// reached by a descriptor (a pipe, a terminal, `/dev/stdout`), is written in place, after what it
/// holds. If anything fails before the rename, the temporary file is removed and the target is
/// what it was.
///
/// A file that cannot be replaced because it is a mount point by itself is overwritten, once the
/// new content lies whole beside it.
pub fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let stream = |file: &File| {
        // For what is written in small pieces: formats gather their own blocks.
        let mut to = BufWriter::with_capacity(1 << 11, file);
        write(&mut to)?;
        to.flush().map_err(|err| Error::cannot_write(path, err))
    };
    match Target::of(path).map_err(|err| Error::cannot_write(path, err))? {
        Target::InPlace => {
            stream(&open_in_place(path).map_err(|err| Error::cannot_write(path, err))?)
        }
        Target::File { path: real, old } => by_renaming(path, &real, old.as_ref(), stream),
    }
}

/// As [`replace`], for what must seek in the file, set its length, or read back what it wrote. A
/// target that is written in place is given the file once it is whole.
pub fn replace_file(path: &Path, write: impl FnOnce(&File) -> Result<()>) -> Result<()> {
    match Target::of(path).map_err(|err| Error::cannot_write(path, err))? {
        Target::InPlace => by_copying(path, write),
        Target::File { path: real, old } => by_renaming(path, &real, old.as_ref(), write),
    }
}

/// Appending changes nothing for a pipe or a device, and keeps what `>>` is to keep.
fn open_in_place(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).open(path)
}

fn by_copying(path: &Path, write: impl FnOnce(&File) -> Result<()>) -> Result<()> {
    let fail = |err| Error::cannot_write(path, err);
    let mut to = open_in_place(path).map_err(fail)?;
    let (_temporary, mut file) = Temporary::private(&env::temp_dir()).map_err(fail)?;
    write(&file)?;
    file.rewind().map_err(fail)?;
    io::copy(&mut file, &mut to).map_err(fail)?;
    Ok(())
}

fn by_renaming(
    path: &Path,
    real: &Path,
    old: Option<&fs::Metadata>,
    write: impl FnOnce(&File) -> Result<()>,
) -> Result<()> {
    let fail = |err| Error::cannot_write(path, err);
    let directory = real.parent().filter(|it| !it.as_os_str().is_empty());
    let directory = directory.unwrap_or(Path::new("."));
    let made = match old {
        // Nobody may read on the way what only its owner may read at the end.
        Some(_) => Temporary::private(directory),
        None => Temporary::public(directory),
    };
    let (mut temporary, file) = made.map_err(|err| cannot_make(path, err))?;
    write(&file)?;
    if let Some(old) = old {
        keep_owner(&file, old);
        file.set_permissions(old.permissions()).map_err(fail)?;
    }
    file.sync_all().map_err(fail)?;
    let directory = open_directory(directory).map_err(fail)?;
    match temporary.rename(real) {
        Err(err) if is_mount_point(&err) => return overwrite(path, real, temporary, &file),
        renamed => renamed.map_err(fail)?,
    }
    drop(file);
    directory.map_or(Ok(()), |it| sync_directory(&it)).map_err(|err| {
        fail(err).with_hint("the new file is in place, but may not last if the system fails")
    })
}

#[cold]
fn cannot_make(path: &Path, err: io::Error) -> Error {
    let denied = err.kind() == ErrorKind::PermissionDenied;
    let err = Error::cannot_write(path, err);
    if denied {
        return err.with_hint("a file is replaced by a new one, so its directory must be writable");
    }
    err
}

/// What root replaces stays whose it was. Others may not give files away, so what they replace
/// becomes theirs.
fn keep_owner(file: &File, old: &fs::Metadata) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let _ = fchown(file, Some(old.uid()), Some(old.gid()));
    }
    #[cfg(not(unix))]
    let _ = (file, old);
}

/// The errors of a rename over a file that is mounted by itself, as containers are given files.
fn is_mount_point(err: &io::Error) -> bool {
    matches!(err.kind(), ErrorKind::ResourceBusy | ErrorKind::CrossesDevices)
}

/// Copies the new content over the old. If that fails, the new content stays where it is.
fn overwrite(path: &Path, real: &Path, temporary: Temporary, mut file: &File) -> Result<()> {
    let mut copy = || {
        let mut to = OpenOptions::new().write(true).open(real)?;
        file.rewind()?;
        let len = io::copy(&mut file, &mut to)?;
        to.set_len(len)?;
        to.sync_all()
    };
    copy().map_err(|err| {
        let kept = temporary.keep();
        let hint = format!("it may be damaged; what was to be saved is in '{}'", kept.display());
        Error::cannot_write(path, err).with_hint(hint)
    })
}

/// The directory, to be synced once a rename is to last through a crash. One that may be written
/// but not read cannot be.
fn open_directory(directory: &Path) -> io::Result<Option<File>> {
    if !cfg!(unix) {
        return Ok(None);
    }
    match File::open(directory) {
        Err(err) if err.kind() == ErrorKind::PermissionDenied => Ok(None),
        opened => opened.map(Some),
    }
}

/// Some file systems have nothing to sync in a directory, and say so by an error.
fn sync_directory(directory: &File) -> io::Result<()> {
    match directory.sync_all() {
        Err(err) if matches!(err.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => {
            Ok(())
        }
        synced => synced,
    }
}
