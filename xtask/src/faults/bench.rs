//! Where the checks are made: a directory with an old file, and what is to replace it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use crate::{
    Result,
    run::{TempDir, cargo, run, target},
};

/// What the file holds that is saved over.
pub(crate) const OLD: &str = "old content, which must survive\n";

pub(crate) struct Bench {
    dir: TempDir,
    new: Vec<u8>,
}

/// What a save has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    Old,
    New,
}

impl Bench {
    /// Builds `lat`, and the input of the saves.
    pub(crate) fn new() -> Result<Self> {
        run(&mut cargo("build --quiet --package latio-cli"))?;
        let dir = TempDir::new("faults")?;
        let mut bench = Self { dir, new: Vec::new() };
        // Beside the files, so that a user without rights can run it.
        fs::copy(target().join("debug/lat"), bench.path("lat")).map_err(|err| err.to_string())?;
        let script = "umask 022; mkdir -p out; seq 1 150000 > in.txt; ./lat convert in.txt in.npy";
        bench.expect(script)?;
        bench.expect("head -n 3000 in.txt > small.txt; ./lat convert small.txt small.npy")?;
        bench.expect("./lat convert in.npy new.csv")?;
        bench.new = fs::read(bench.path("new.csv")).map_err(|err| err.to_string())?;
        Ok(bench)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// The file that is saved over, alone in its directory.
    pub(crate) fn out(&self) -> PathBuf {
        self.path("out/a.csv")
    }

    /// The old file alone.
    pub(crate) fn reset(&self) -> Result {
        self.expect("rm -rf out/.[!.]* out/*")?;
        fs::write(self.out(), OLD).map_err(|err| err.to_string())
    }

    /// `lat`, saving over the old file.
    pub(crate) fn save(&self) -> Command {
        let mut command = Command::new(self.path("lat"));
        command.args(["convert", "--force", "in.npy", "out/a.csv"]);
        command.current_dir(self.dir.path()).stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }

    /// What Bash makes of a script, in the directory.
    pub(crate) fn shell(&self, script: &str) -> Result<Output> {
        let mut bash = Command::new("bash");
        bash.args(["-c", script]).current_dir(self.dir.path()).stdin(Stdio::null());
        bash.output().map_err(|err| format!("cannot run bash: {err}"))
    }

    /// What a script prints, which must succeed and complain of nothing.
    pub(crate) fn expect(&self, script: &str) -> Result<String> {
        let output = self.shell(script)?;
        let said = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() || !said.is_empty() {
            return Err(format!("`{script}`: {}: {said}", output.status));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Whether the old file or the new one is there, byte for byte.
    pub(crate) fn left(&self) -> Result<Left> {
        self.left_at(&self.out())
    }

    /// As [`left`](Self::left), of another file.
    pub(crate) fn left_at(&self, path: &Path) -> Result<Left> {
        let found = fs::read(path).map_err(|err| format!("the file is gone: {err}"))?;
        match found {
            it if it == OLD.as_bytes() => Ok(Left::Old),
            it if it == self.new => Ok(Left::New),
            it => Err(format!("the file holds {} bytes, neither old nor new", it.len())),
        }
    }

    /// The temporary files beside the file.
    pub(crate) fn strays(&self) -> Result<Vec<String>> {
        strays(&self.path("out"))
    }

    /// A save that failed, or not, as it should: the error is said, and nothing is left behind.
    pub(crate) fn check(&self, output: &Output) -> Result<Left> {
        let left = self.left()?;
        check_output(output, left, "a.csv")?;
        match &self.strays()?[..] {
            [] => Ok(left),
            strays => Err(format!("left behind: {strays:?}")),
        }
    }
}

pub(crate) fn strays(dir: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(dir).map_err(|err| format!("{}: {err}", dir.display()))?;
    let names = entries.filter_map(|it| it.ok()?.file_name().into_string().ok());
    Ok(names.filter(|it| it != "a.csv").collect())
}

/// The old file is there if, and only if, the program says that it failed.
pub(crate) fn check_output(output: &Output, left: Left, name: &str) -> Result {
    let said = String::from_utf8_lossy(&output.stderr);
    let wrong = match (output.status.code(), left) {
        (Some(0), Left::New) => return Ok(()),
        // After the rename only the directory's sync can fail.
        (Some(2), Left::New) if said.contains("the new file is in place") => return Ok(()),
        (Some(2), Left::Old) if said.contains(name) => return Ok(()),
        (Some(2), Left::Old) => "the error does not name the file",
        (Some(0), Left::Old) => "nothing was saved, and nothing said",
        (Some(2), Left::New) => "it says that it failed, but it did not",
        _ => "it did not end by itself",
    };
    Err(format!("{wrong} ({}): {said}", output.status))
}
