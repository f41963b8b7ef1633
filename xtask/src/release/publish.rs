//! Publishing, as often as it takes.

use std::{
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

use super::{Options, tree::Tree};
use crate::{Result, manifest::crates};

/// Publishes the crates that the registry has not got yet. Cargo orders them, and waits for each
/// to be seen before it sends those that depend on it.
pub(super) fn all(tree: &Tree, options: &Options) -> Result {
    let names: Vec<_> = crates()?.into_iter().map(|it| it.name).collect();
    let mut done: Vec<&str> = Vec::new();
    while done.len() < names.len() {
        // They are as they were built a moment ago.
        let mut command = tree.cargo("publish --workspace --no-verify --locked");
        command.args(options.registry_args());
        command.args(done.iter().flat_map(|it| ["--exclude", it]));
        let (succeeded, said) = told(&mut command)?;
        if succeeded {
            return Ok(());
        }
        let there = already_there(&said, &names).filter(|it| !done.contains(it));
        let there = there.ok_or("not all is published; the same command goes on from here")?;
        println!("{there}: is there already");
        done.push(there);
    }
    Ok(())
}

/// The crate that Cargo, or the registry, refuses to publish twice.
fn already_there<'a>(said: &str, names: &'a [String]) -> Option<&'a str> {
    let line = said.lines().find(|it| it.contains("already exists"))?;
    let (_, named) = line.split_once("crate ")?;
    let name = named.split(['@', ' ']).next()?.trim_matches('`');
    names.iter().find(|it| *it == name).map(|it| &**it)
}

/// Whether Cargo succeeds, and what it says meanwhile, which is shown.
fn told(command: &mut Command) -> Result<(bool, String)> {
    command.stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|err| format!("cannot run Cargo: {err}"))?;
    let mut said = String::new();
    if let Some(stderr) = child.stderr.take() {
        for line in BufReader::new(stderr).lines().map_while(std::result::Result::ok) {
            eprintln!("{line}");
            said += &(line + "\n");
        }
    }
    let status = child.wait().map_err(|err| format!("lost sight of Cargo: {err}"))?;
    Ok((status.success(), said))
}

#[cfg(test)]
mod tests {
    use super::already_there;

    #[test]
    fn what_is_there_is_known_by_the_message() {
        let names = ["lat-core".to_owned(), "lat-csv".to_owned()];
        let said = "    Updating crates.io index\n\
            error: crate lat-csv@0.1.0 already exists on crates.io index\n";
        assert_eq!(already_there(said, &names), Some("lat-csv"));
        assert_eq!(already_there("error: crate other@0.1.0 already exists on x", &names), None);
        assert_eq!(already_there("error: failed to get a 200 OK response", &names), None);
    }
}
