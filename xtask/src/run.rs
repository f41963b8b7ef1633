//! Running other programs, and saying so.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
    process::Command,
};

use crate::Result;

/// The workspace's directory.
pub(crate) fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().expect("xtask is in the workspace").to_owned()
}

/// Where Cargo builds.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A program to run in the workspace's directory.
pub(crate) fn program(name: impl AsRef<OsStr>, args: &str) -> Command {
    let mut command = Command::new(name);
    command.args(args.split_whitespace()).current_dir(root());
    command
}

/// Cargo, the one that runs this, on this target directory.
pub(crate) fn cargo(args: &str) -> Command {
    let mut command = program(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()), args);
    command.env("CARGO_TARGET_DIR", target());
    command
}

/// Runs a program, and fails if it does.
pub(crate) fn run(command: &mut Command) -> Result {
    let line = shown(command);
    println!("$ {line}");
    let status = command.status().map_err(|err| format!("cannot run `{line}`: {err}"))?;
    if status.success() { Ok(()) } else { Err(format!("`{line}`: {status}")) }
}

/// What a program prints, once it has succeeded.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let line = shown(command);
    let output = command.output().map_err(|err| format!("cannot run `{line}`: {err}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("`{line}`: {}\n{said}", output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The command as one would type it.
fn shown(command: &Command) -> String {
    let name = Path::new(command.get_program()).file_name().unwrap_or_default();
    let words = std::iter::once(name).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

/// A directory of its own, removed when dropped.
pub(crate) struct TempDir(PathBuf);

impl TempDir {
    pub(crate) fn new(name: &str) -> Result<Self> {
        Self::within(&std::env::temp_dir(), name)
    }

    pub(crate) fn within(dir: &Path, name: &str) -> Result<Self> {
        let path = dir.join(format!("latio-{name}-{}", std::process::id()));
        make_dir(&path)?;
        Ok(Self(path))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        // Nothing is lost if it stays.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn make_dir(path: &Path) -> Result {
    std::fs::create_dir_all(path).map_err(|err| format!("cannot make {}: {err}", path.display()))
}

pub(crate) fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(|err| format!("cannot read {}: {err}", path.display()))
}

pub(crate) fn write(path: &Path, text: &str) -> Result {
    std::fs::write(path, text).map_err(|err| format!("cannot write {}: {err}", path.display()))
}
