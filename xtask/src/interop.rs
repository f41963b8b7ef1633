//! The checks against the real NumPy, pandas and polars.

use std::path::{Path, PathBuf};

use crate::{
    Result,
    run::{TempDir, cargo, program, read, root, run as run_program, target, write},
};

pub(crate) const ABOUT: &str =
    "files to and from NumPy, pandas and polars, installed into an environment of their own";

pub(crate) fn run(_: &[String]) -> Result {
    let python = environment("interop-venv", "tests/interop/requirements.txt")?;
    let dir = TempDir::new("interop")?;
    let scripts = root().join("tests/interop");
    let script =
        |name: &str| run_program(program(&python, "").arg(scripts.join(name)).arg(dir.path()));
    script("make.py")?;
    run_program(cargo("run --quiet --package latio-tests --bin interop --").arg(dir.path()))?;
    script("check.py")
}

/// A Python that has the packages that a file of the project lists: the one that `LATIO_PYTHON`
/// names, or one that is made under the target directory and kept until the list changes.
pub(crate) fn environment(name: &str, requirements: &str) -> Result<PathBuf> {
    if let Some(python) = std::env::var_os("LATIO_PYTHON") {
        return Ok(python.into());
    }
    let wants = read(&root().join(requirements))?;
    let dir = target().join(name);
    let python = dir.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let done = dir.join("installed.txt");
    if std::fs::read_to_string(&done).is_ok_and(|it| it == wants) {
        return Ok(python);
    }
    install(&dir, &python, requirements)?;
    write(&done, &wants)?;
    Ok(python)
}

fn install(dir: &Path, python: &Path, requirements: &str) -> Result {
    run_program(program("python3", "-m venv --clear").arg(dir))?;
    let args = "-m pip install --quiet --disable-pip-version-check -r";
    run_program(program(python, args).arg(requirements))
}
