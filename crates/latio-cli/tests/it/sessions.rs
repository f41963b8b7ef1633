//! Sessions in Markdown: commands, what they print, and how they end.
//!
//! In a block marked `console`, a line that begins with `$ ` is a command for the shell. The lines
//! after it are what it prints: first on stdout, then on stderr, from the line that begins with
//! `lat: ` on. `[1]` is its exit code if that is not 0. A line `…` stands for any lines.

use std::{fs, path::Path};

use crate::lat::{Dir, copy_all, of_package};

struct Step {
    line: usize,
    command: String,
    output: Vec<String>,
    code: i32,
}

fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut within = false;
    for (at, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            within = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| within) {
            let command = command.to_owned();
            steps.push(Step { line: at + 1, command, output: Vec::new(), code: 0 });
        } else if within {
            let step = steps.last_mut().expect("a block begins with a command");
            match line.strip_prefix('[').and_then(|it| it.strip_suffix(']')?.parse().ok()) {
                Some(code) => step.code = code,
                None => step.output.push(line.to_owned()),
            }
        }
    }
    steps
}

fn run(file: &Path, dir: &Dir) {
    let text = fs::read_to_string(file).unwrap();
    let steps = steps(&text);
    assert!(!steps.is_empty(), "{}: no commands", file.display());
    let wrong: Vec<_> = steps.iter().filter_map(|it| check(it, dir)).collect();
    assert!(wrong.is_empty(), "{}\n{}", file.display(), wrong.join("\n"));
}

/// What is wrong with a step.
fn check(step: &Step, dir: &Dir) -> Option<String> {
    let output = dir.shell(&step.command);
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let complaint = step.output.iter().position(|it| it.starts_with("lat: "));
    let (wanted_out, wanted_err) = step.output.split_at(complaint.unwrap_or(step.output.len()));
    let code = output.status.code().unwrap_or(-1);
    let right = matches(&lines(&stdout), wanted_out)
        && matches(&lines(&stderr), wanted_err)
        && code == step.code;
    (!right).then(|| {
        let Step { line, command, .. } = step;
        format!("line {line}: $ {command}\n{stdout}{stderr}[{code}]")
    })
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim_end).collect()
}

fn matches(found: &[&str], wanted: &[String]) -> bool {
    match (found, wanted) {
        (_, [any, rest @ ..]) if any == "…" => {
            (0..=found.len()).any(|skipped| matches(&found[skipped..], rest))
        }
        ([first, found @ ..], [line, wanted @ ..]) => {
            first == &line.trim_end() && matches(found, wanted)
        }
        (found, wanted) => found.is_empty() && wanted.is_empty(),
    }
}

macro_rules! cases {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            let dir = Dir::new();
            copy_all(&of_package("tests/data"), dir.path());
            run(&of_package(concat!("tests/cases/", stringify!($name), ".md")), &dir);
        }
    )*};
}
cases! { archives convert diff errors info options plot rows show stats }

/// Every command of the guide does what the guide says.
#[test]
fn the_guide() {
    let dir = Dir::new();
    fs::create_dir(dir.path().join("data")).unwrap();
    copy_all(&of_package("../../data"), &dir.path().join("data"));
    run(&of_package("../../docs/cli.md"), &dir);
}

#[test]
fn matching_is_strict() {
    let wanted = |it: &[&str]| it.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
    assert!(matches(&["a", "b", "c"], &wanted(&["a", "…", "c"])));
    assert!(matches(&["a", "c"], &wanted(&["a", "…", "c"])));
    assert!(!matches(&["a", "b"], &wanted(&["a"])));
    assert!(!matches(&["a"], &wanted(&["a", "b"])));
    assert!(!matches(&["a", "b"], &wanted(&["…", "a"])));
}
