//! What is put right when Ctrl-C or a signal ends the program.

use std::{
    fs::OpenOptions,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// Exit code of a program that Ctrl-C ended, as shells have it.
const INTERRUPTED: i32 = 130;

/// A file that grows in place, and how long it was before.
static GROWING: Mutex<Option<(PathBuf, u64)>> = Mutex::new(None);

/// Says that a file is to be cut back to a length if the program is ended, or that none is.
pub(crate) fn cut_back_to(file: Option<(&Path, u64)>) {
    let mut growing = GROWING.lock().unwrap_or_else(PoisonError::into_inner);
    *growing = file.map(|(path, len)| (path.to_owned(), len));
}

/// Leaves no half file behind when the program is ended.
pub(crate) fn prepare() {
    let handler = || {
        lat_core::save::abandon_all();
        let growing = GROWING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((path, len)) = &*growing {
            // There is nobody left to tell.
            let _ = OpenOptions::new().write(true).open(path).and_then(|it| it.set_len(*len));
        }
        std::process::exit(INTERRUPTED);
    };
    // Without a handler an interrupted save leaves a temporary file, which is no reason to fail.
    let _ = ctrlc::set_handler(handler);
}
