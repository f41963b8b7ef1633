//! Running the binary.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{self, Command, Output, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_lat");

/// A directory that is removed when it is no longer used.
pub(crate) struct Dir(PathBuf);

impl Dir {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("lat-test-{}-{count}", process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), content).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap()
    }

    /// The names of the files in it, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<_> =
            entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// `lat` with these arguments, parted by blanks.
    pub(crate) fn command(&self, args: &str) -> Command {
        let mut command = Command::new(BINARY);
        command.args(args.split(' ')).current_dir(&self.0).stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, args: &str) -> Output {
        self.command(args).output().unwrap()
    }

    /// Runs `lat`, which must succeed, and says what it printed.
    pub(crate) fn lat(&self, args: &str) -> String {
        let output = self.run(args);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "lat {args}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command line by the shell, with `lat` on its path.
    pub(crate) fn shell(&self, line: &str) -> Output {
        let bin = Path::new(BINARY).parent().unwrap();
        let path = std::env::var("PATH").unwrap_or_default();
        Command::new("bash")
            .args(["-c", line])
            .env("PATH", format!("{}:{path}", bin.display()))
            .env_remove("NO_COLOR")
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A directory of the package.
pub(crate) fn of_package(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

pub(crate) fn copy_all(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
        }
    }
}
