//! Replacing a file whole, or leaving it as it was.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    process,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::{Error, Result};

/// Writes a file so that readers see the old one or the new one, never a part of it.
///
/// What `write` writes goes to a temporary file beside the target, which is synced and renamed
/// over it. A file that exists keeps its mode, a symbolic link is followed. A target that is not a
/// regular file (a pipe, a terminal, `/dev/stdout`) is written in place. If anything fails, the
/// temporary file is removed and the target is what it was.
pub fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    replace_file(path, |file| {
        let mut to = BufWriter::with_capacity(1 << 16, file);
        write(&mut to)?;
        to.flush().map_err(|err| Error::cannot_write(path, err))
    })
}

/// As [`replace`], for what must seek in the file, set its length, or read back what it wrote.
pub fn replace_file(path: &Path, write: impl FnOnce(&File) -> Result<()>) -> Result<()> {
    let target = Target::of(path).map_err(|err| Error::cannot_write(path, err))?;
    match target {
        Target::InPlace => in_place(path, write),
        Target::File { path: real, old } => by_renaming(path, &real, old.as_ref(), write),
    }
}

/// What is to be written.
enum Target {
    /// A regular file, after links were followed, with what is known of it if it exists.
    File { path: PathBuf, old: Option<fs::Metadata> },
    /// Something that is written to but not replaced.
    InPlace,
}

impl Target {
    fn of(path: &Path) -> io::Result<Self> {
        match fs::metadata(path) {
            Ok(meta) if meta.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(meta) if !meta.is_file() => Ok(Self::InPlace),
            Ok(meta) if meta.permissions().readonly() => {
                Err(io::ErrorKind::PermissionDenied.into())
            }
            Ok(meta) => Ok(Self::File { path: fs::canonicalize(path)?, old: Some(meta) }),
            Err(err) if err.kind() == io::ErrorKind::NotFound => {
                Ok(Self::File { path: follow_dangling(path), old: None })
            }
            Err(err) => Err(err),
        }
    }
}

/// Where a chain of links ends whose last target does not exist.
fn follow_dangling(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // As many links as Linux follows.
    for _ in 0..40 {
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => break,
        }
    }
    path
}

fn in_place(path: &Path, write: impl FnOnce(&File) -> Result<()>) -> Result<()> {
    let file = OpenOptions::new().write(true).open(path);
    write(&file.map_err(|err| Error::cannot_write(path, err))?)
}

fn by_renaming(
    path: &Path,
    real: &Path,
    old: Option<&fs::Metadata>,
    write: impl FnOnce(&File) -> Result<()>,
) -> Result<()> {
    let fail = |err| Error::cannot_write(path, err);
    let (temporary, file) = Temporary::beside(real).map_err(fail)?;
    write(&file)?;
    if let Some(old) = old {
        file.set_permissions(old.permissions()).map_err(fail)?;
    }
    file.sync_all().map_err(fail)?;
    drop(file);
    temporary.rename(real).map_err(fail)?;
    sync_directory(real).map_err(fail)
}

/// The temporary files of saves under way.
static LIVE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn live() -> MutexGuard<'static, Vec<PathBuf>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the temporary files of all saves under way, for a program that is about to end: the
/// handler of a signal. Saves that would begin or end after this wait for ever.
pub fn abandon_all() {
    let live = live();
    for path in &*live {
        // There is nobody left to tell.
        let _ = fs::remove_file(path);
    }
    std::mem::forget(live);
}

/// A file that is removed unless it is renamed.
struct Temporary(Option<PathBuf>);

impl Temporary {
    fn beside(target: &Path) -> io::Result<(Self, File)> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let name = format!(".latio-{}-{count}.tmp", process::id());
            let path = target.with_file_name(name);
            let mut live = live();
            match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
                Ok(file) => {
                    live.push(path.clone());
                    return Ok((Self(Some(path)), file));
                }
                Err(err) if err.kind() == io::ErrorKind::AlreadyExists => {}
                Err(err) => return Err(err),
            }
        }
    }

    fn rename(mut self, target: &Path) -> io::Result<()> {
        let mut live = live();
        let path = self.0.as_ref().expect("not renamed yet");
        fs::rename(path, target)?;
        live.retain(|it| it != path);
        self.0 = None;
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            // The error that led here is the one to report.
            let _ = fs::remove_file(path);
            live().retain(|it| it != path);
        }
    }
}

/// Makes a rename last through a crash.
#[cfg(unix)]
fn sync_directory(target: &Path) -> io::Result<()> {
    let parent = target.parent().filter(|it| !it.as_os_str().is_empty());
    File::open(parent.unwrap_or(Path::new(".")))?.sync_all()
}

#[cfg(not(unix))]
fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}
