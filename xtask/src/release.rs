//! A release: checked, written down, tagged and published. Each step may have been done already, so
//! that a release that failed half way goes on when it is asked for again.

mod assets;
mod changelog;
mod metadata;
mod publish;
mod tree;
mod version;

use crate::{
    Result, ci,
    run::{cargo, output, program, read, run as run_program, write},
};
use tree::{Tree, git};
use version::Version;

pub(crate) const ABOUT: &str = "releases VERSION, dry without --execute (--no-ci: without the \
    checks of `ci`; --registry NAME: to another than crates.io)";

/// The files that hold the version of the workspace's crates.
const MANIFEST: &str = "Cargo.toml";
const LOCKS: [&str; 3] = ["Cargo.lock", "benches/Cargo.lock", "fuzz/Cargo.lock"];

const CHANGELOG: &str = "CHANGELOG.md";

struct Options {
    version: Version,
    execute: bool,
    ci: bool,
    registry: Option<String>,
}

impl Options {
    fn parse(args: &[String]) -> Result<Self> {
        let (version, rest) = args.split_first().ok_or("wanted a version, such as 0.2.0")?;
        let version = version.parse()?;
        let mut options = Self { version, execute: false, ci: true, registry: None };
        let mut rest = rest.iter();
        while let Some(word) = rest.next() {
            match &**word {
                "--execute" => options.execute = true,
                "--no-ci" => options.ci = false,
                "--registry" => {
                    options.registry = Some(rest.next().ok_or("--registry wants a name")?.clone());
                }
                _ => return Err(format!("unknown argument '{word}'")),
            }
        }
        Ok(options)
    }

    /// What Cargo is told of the registry.
    fn registry_args(&self) -> Vec<&str> {
        self.registry.iter().flat_map(|it| ["--registry", it]).collect()
    }
}

pub(crate) fn run(args: &[String]) -> Result {
    let options = Options::parse(args)?;
    tree::check_clean_main()?;
    let tag = format!("v{}", options.version);
    let tagged = tree::has_tag(&tag)?;
    let tree = Tree::of(if tagged { &tag } else { "HEAD" })?;
    bump(&tree, &options)?;
    metadata::check(&tree)?;
    if options.ci {
        ci::run(&[])?;
    }
    verify(&tree, &options)?;
    assets::make(&tree)?;
    if !options.execute {
        println!("release {}: all is well; --execute does it", options.version);
        return Ok(());
    }
    if tagged {
        println!("{tag}: is there already");
    } else {
        tree.take_over(options.version)?;
    }
    publish::all(&tree, &options)?;
    println!("release {}: done; `git push origin main {tag}` shows it", options.version);
    Ok(())
}

/// Writes the version and the date into the tree. Where they are already, nothing changes.
fn bump(tree: &Tree, options: &Options) -> Result {
    let date = output(&mut program("date", "-u +%Y-%m-%d"))?;
    let new = options.version;
    let manifest = tree.path(MANIFEST);
    let text = read(&manifest)?;
    let old = version::current(&text)?;
    if new < old {
        return Err(format!("{new} is older than {old}, which {MANIFEST} states"));
    }
    write(&manifest, &version::in_manifest(&text, old, new))?;
    for lock in LOCKS.map(|it| tree.path(it)) {
        write(&lock, &version::in_lock(&read(&lock)?, old, new))?;
    }
    let text = read(&tree.path(CHANGELOG))?;
    let notes = changelog::released(&text, new, date.trim())?;
    if notes != text && !changelog::says_something(&text) {
        let message = format!("{CHANGELOG} lists nothing under Unreleased");
        if options.execute {
            return Err(message);
        }
        println!("{message}: to be filled before --execute");
    }
    write(&tree.path(CHANGELOG), &notes)
}

/// The tree's crates as those who depend on them will get them.
fn verify(tree: &Tree, options: &Options) -> Result {
    check_semver(tree, options.version)?;
    // What was written is not yet committed.
    let mut command = tree.cargo("publish --workspace --dry-run --allow-dirty --locked");
    run_program(command.args(options.registry_args()))
}

fn check_semver(tree: &Tree, version: Version) -> Result {
    let tags = git("tag --list v* --merged HEAD --sort=-version:refname")?;
    let own = format!("v{version}");
    let Some(last) = tags.lines().find(|it| *it != own) else {
        println!("semver: skipped, there is no release before this one");
        return Ok(());
    };
    if output(&mut cargo("semver-checks --version")).is_err() {
        println!("semver: skipped, cargo-semver-checks is not installed");
        return Ok(());
    }
    run_program(tree.cargo("semver-checks --workspace --baseline-rev").arg(last))
}

#[cfg(test)]
mod tests {
    use super::Options;

    #[test]
    fn arguments() {
        let parse =
            |line: &str| Options::parse(&line.split(' ').map(str::to_owned).collect::<Vec<_>>());
        let all = parse("1.2.3 --execute --registry r --no-ci").expect("known arguments");
        assert!(all.execute && !all.ci);
        assert_eq!(all.registry_args(), ["--registry", "r"]);
        let dry = parse("1.2.3").expect("a version is enough");
        assert!(!dry.execute && dry.ci && dry.registry_args().is_empty());
        for wrong in ["", "1.2", "1.2.3 --exceute", "1.2.3 --registry"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
