//! The project's invariants that no compiler checks.

mod files;
mod functions;
mod graph;
mod links;
mod mask;
mod source;

use crate::{Result, run::root};

pub(crate) const ABOUT: &str = "the invariants: crate graph, unsafe code, sizes, words, links";

/// What is wrong, one line each: `path:line: message`.
type Faults = Vec<String>;

pub(crate) fn run(_: &[String]) -> Result {
    let files = files::of_project(&root())?;
    let mut faults = graph::check()?;
    for file in &files {
        faults.extend(source::check(file));
        faults.extend(links::check(file));
    }
    if faults.is_empty() {
        println!("tidy: {} files are", files.len());
        return Ok(());
    }
    faults.sort();
    Err(format!("{} faults\n  {}", faults.len(), faults.join("\n  ")))
}
