//! Git, and the tree in which a release is made before anything of it is seen elsewhere.

use std::{path::PathBuf, process::Command};

use super::Version;
use crate::{
    Result,
    run::{cargo, output, program, run, target},
};

/// What git says.
pub(super) fn git(args: &str) -> Result<String> {
    output(&mut program("git", args))
}

/// A release is of what is committed on the main branch.
pub(super) fn check_clean_main() -> Result {
    let branch = git("rev-parse --abbrev-ref HEAD")?;
    if branch.trim() != "main" {
        return Err(format!("releases are made on main, and this is {}", branch.trim()));
    }
    let changed = git("status --porcelain")?;
    if changed.is_empty() { Ok(()) } else { Err(format!("not committed yet:\n{changed}")) }
}

pub(super) fn has_tag(tag: &str) -> Result<bool> {
    Ok(!git(&format!("tag --list {tag}"))?.is_empty())
}

/// A second working tree of the repository, under the target directory. Removed when dropped.
pub(super) struct Tree(PathBuf);

impl Tree {
    pub(super) fn of(commit: &str) -> Result<Self> {
        // Always the same place: what Cargo has built of it can be used again.
        let tree = Self(target().join("release-tree"));
        tree.remove(); // One that a killed run has left.
        run(program("git", "worktree add --quiet --detach").arg(&tree.0).arg(commit))?;
        Ok(tree)
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(super) fn cargo(&self, args: &str) -> Command {
        let mut command = cargo(args);
        command.current_dir(&self.0).env("CARGO_TARGET_DIR", build());
        command
    }

    /// The command `lat` as it was built from its package.
    pub(super) fn lat(&self, args: &str) -> Command {
        let mut command = program(build().join("debug/lat"), args);
        command.current_dir(&self.0);
        command
    }

    /// Commits what has changed, moves the main branch there and tags it.
    pub(super) fn take_over(&self, version: Version) -> Result {
        let git = |args: &str| {
            let mut command = program("git", args);
            command.current_dir(&self.0);
            command
        };
        if !output(&mut git("status --porcelain"))?.is_empty() {
            let message = format!("release: {version}");
            run(git("commit --quiet --all --message").arg(message))?;
        }
        let commit = output(&mut git("rev-parse HEAD"))?;
        run(program("git", "merge --quiet --ff-only").arg(commit.trim()))?;
        run(program("git", &format!("tag --annotate v{version} --message"))
            .arg(format!("latio {version}")))
    }

    fn remove(&self) {
        // If anything stays, making the next tree says so.
        let _ = output(program("git", "worktree remove --force").arg(&self.0));
        let _ = std::fs::remove_dir_all(&self.0);
        let _ = git("worktree prune");
    }
}

/// Where the tree is built: beside the workspace's own builds, for which Cargo would take these.
fn build() -> PathBuf {
    target().join("release-build")
}

impl Drop for Tree {
    fn drop(&mut self) {
        self.remove();
    }
}
