//! What is packed beside the command: its manual and its completions, made by itself.

use super::tree::Tree;
use crate::{
    Result,
    run::{make_dir, output, run, target, write},
};

/// Shells, and the names under which they look for a command's completions.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "lat.bash"),
    ("elvish", "lat.elv"),
    ("fish", "lat.fish"),
    ("powershell", "_lat.ps1"),
    ("zsh", "_lat"),
];

pub(super) fn make(tree: &Tree) -> Result {
    let dir = target().join("release-assets");
    make_dir(&dir)?;
    run(tree.lat("man").arg(&dir))?;
    for (shell, name) in SHELLS {
        write(&dir.join(name), &output(&mut tree.lat(&format!("completions {shell}")))?)?;
    }
    println!("manual and completions: in {}", dir.display());
    Ok(())
}
