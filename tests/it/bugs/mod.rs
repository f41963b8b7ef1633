//! Trouble that people had with other readers and writers: `data/bugs/README.md` says more.

mod expect;
mod load;
mod options;
mod save;

use std::path::{Path, PathBuf};

use latio_tests::data;
use serde_json::Value;

/// A case, and where its files are.
struct Case {
    dir: PathBuf,
    json: Value,
}

impl Case {
    fn load(dir: &Path) -> Self {
        let text = std::fs::read_to_string(dir.join("case.json")).unwrap();
        Self { dir: dir.to_owned(), json: serde_json::from_str(&text).unwrap() }
    }

    fn text(&self, key: &str) -> &str {
        self.json[key].as_str().unwrap()
    }
}

/// Runs the cases that are `how`, and fails if some fail, or are not as many as expected.
fn run(how: &str, wanted: usize, run: impl Fn(&Case) -> Result<(), String>) {
    let dirs = std::fs::read_dir(data("bugs")).unwrap().map(|it| it.unwrap().path());
    let cases = dirs.filter(|it| it.is_dir()).map(|it| Case::load(&it));
    let cases: Vec<_> = cases.filter(|it| it.text("how") == how).collect();
    assert_eq!(cases.len(), wanted, "cases that are {how}");
    let mut failures: Vec<_> = cases.iter().filter_map(|it| failure(it, run(it))).collect();
    failures.sort();
    assert!(failures.is_empty(), "{} cases failed\n{}", failures.len(), failures.join("\n"));
}

/// Cases that fail, as is known; one that passes must leave the list.
const OPEN: &[&str] = &[];

fn failure(case: &Case, outcome: Result<(), String>) -> Option<String> {
    let id = case.text("id");
    match (outcome, OPEN.contains(&id)) {
        (Err(err), false) => Some(format!("{id}: {err}")),
        (Ok(()), true) => Some(format!("{id}: passes: take it off the list of those that fail")),
        (Ok(()), false) | (Err(_), true) => None,
    }
}

#[test]
fn loads_have_the_right_outcome() {
    run("load", 68, load::run);
}

#[test]
fn saves_have_the_right_outcome() {
    run("save", 8, save::run);
}
