//! The files that are the project's own.

use std::path::{Path, PathBuf};

use crate::Result;

/// Directories that are built or fetched.
const NOT_OURS: &[&str] = &["target", ".git", ".venv", "corpus", "__pycache__"];

/// What is text, and written by hand.
const EXTENSIONS: &[&str] = &["md", "py", "rs", "sh", "toml", "yml"];

pub(super) struct File {
    /// From the workspace's directory, with `/`.
    pub(super) name: String,
    pub(super) path: PathBuf,
    pub(super) text: String,
}

impl File {
    pub(super) fn has_extension(&self, wanted: &str) -> bool {
        self.path.extension().is_some_and(|it| it == wanted)
    }

    /// A fault of a line, counted from 0.
    pub(super) fn fault(&self, line: usize, message: impl std::fmt::Display) -> String {
        format!("{}:{}: {message}", self.name, line + 1)
    }
}

pub(super) fn of_project(root: &Path) -> Result<Vec<File>> {
    let mut files = Vec::new();
    let mut dirs = vec![root.to_owned()];
    while let Some(dir) = dirs.pop() {
        let entries = std::fs::read_dir(&dir).map_err(|err| format!("{}: {err}", dir.display()))?;
        for path in entries.filter_map(|it| it.ok().map(|it| it.path())) {
            if path.is_dir() {
                dirs.extend(is_ours(&path).then_some(path));
            } else if is_text(&path) {
                files.push(load(root, path)?);
            }
        }
    }
    Ok(files)
}

fn is_ours(dir: &Path) -> bool {
    !NOT_OURS.iter().any(|it| dir.ends_with(it))
}

fn is_text(path: &Path) -> bool {
    let known = path.extension().is_some_and(|it| EXTENSIONS.iter().any(|known| it == *known));
    known || path.ends_with(".ci/run")
}

fn load(root: &Path, path: PathBuf) -> Result<File> {
    let text = crate::run::read(&path)?;
    let own = path.strip_prefix(root).expect("found below the root");
    Ok(File { name: own.to_string_lossy().replace('\\', "/"), path, text })
}
