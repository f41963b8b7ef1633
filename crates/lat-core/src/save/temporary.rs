//! Files that are removed unless they take their place.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    process,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

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
pub(super) struct Temporary(Option<PathBuf>);

impl Temporary {
    /// A file that others may read as the umask lets them.
    pub(super) fn public(directory: &Path) -> io::Result<(Self, File)> {
        Self::open(directory, &mut OpenOptions::new())
    }

    /// A file that only its owner may read.
    pub(super) fn private(directory: &Path) -> io::Result<(Self, File)> {
        let mut options = OpenOptions::new();
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        Self::open(directory, &mut options)
    }

    fn open(directory: &Path, options: &mut OpenOptions) -> io::Result<(Self, File)> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        options.read(true).write(true).create_new(true);
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = directory.join(format!(".latio-{}-{count}.tmp", process::id()));
            let mut live = live();
            match options.open(&path) {
                Ok(file) => {
                    live.push(path.clone());
                    return Ok((Self(Some(path)), file));
                }
                // What a killed program left behind.
                Err(err) if err.kind() == ErrorKind::AlreadyExists => {}
                Err(err) => return Err(err),
            }
        }
    }

    /// Moves it over `target`.
    pub(super) fn rename(&mut self, target: &Path) -> io::Result<()> {
        let mut live = live();
        let path = self.0.as_ref().expect("not renamed yet");
        fs::rename(path, target)?;
        live.retain(|it| it != path);
        self.0 = None;
        Ok(())
    }

    /// Leaves it where it is.
    pub(super) fn keep(mut self) -> PathBuf {
        let path = self.0.take().expect("not renamed yet");
        live().retain(|it| *it != path);
        path
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
