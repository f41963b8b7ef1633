//! What a dependency costs: how many crates come with it, and how long they take to build.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use crate::{
    Result, readme,
    run::{TempDir, cargo, make_dir, output, program, root, run as run_program, write},
};

pub(crate) const ABOUT: &str =
    "counts the crates that latio and its peers bring, times their builds, for the README";

/// How often each is built; the median is told.
const ROUNDS: usize = 3;

/// One way of getting arrays in and out of files.
struct Choice {
    purpose: &'static str,
    /// Crates of this workspace, or of others with their versions. `ndarray` comes to them all.
    crates: &'static [(&'static str, Option<&'static str>)],
}

const CHOICES: &[Choice] = &[
    Choice { purpose: "CSV", crates: &[("lat-csv", None)] },
    Choice { purpose: "CSV", crates: &[("csv", Some("1.4")), ("ndarray-csv", Some("0.5"))] },
    Choice { purpose: "text", crates: &[("lat-text", None)] },
    Choice { purpose: "JSON", crates: &[("lat-json", None)] },
    Choice { purpose: "JSON", crates: &[("serde_json", Some("1"))] },
    Choice { purpose: "npy", crates: &[("lat-npy", None)] },
    Choice { purpose: "npy", crates: &[("ndarray-npy", Some("0.10"))] },
    Choice { purpose: "npy", crates: &[("npyz", Some("0.9"))] },
    Choice { purpose: "all four", crates: &[("latio", None)] },
];

pub(crate) fn run(_: &[String]) -> Result {
    let mut users = CHOICES.iter().map(User::new).collect::<Result<Vec<_>>>()?;
    for _ in 0..ROUNDS {
        users.iter_mut().try_for_each(User::build)?;
    }
    let rows: String = users.iter().map(User::row).collect();
    let part = format!("{HEAD}{rows}\n{}", conditions()?);
    print!("{part}");
    readme::put("deps", &part)
}

const HEAD: &str = "| for | take | crates | cold build |\n| --- | --- | ---: | ---: |\n";

/// A crate that depends on what was chosen, and has nothing else.
struct User {
    choice: &'static Choice,
    dir: TempDir,
    /// How many crates come with the choice.
    crates: usize,
    builds: Vec<Duration>,
}

impl User {
    fn new(choice: &'static Choice) -> Result<Self> {
        let dir = TempDir::new(&format!("deps-{}", choice.crates[0].0))?;
        make_dir(&dir.path().join("src"))?;
        write(&dir.path().join("Cargo.toml"), &manifest(choice))?;
        write(&dir.path().join("src/main.rs"), "fn main() {}\n")?;
        run_program(cargo("fetch --quiet").current_dir(dir.path()))?;
        let mut tree = cargo("tree --edges normal --prefix none --format {p}");
        let crates = count(&output(tree.current_dir(dir.path()))?);
        Ok(Self { choice, dir, crates, builds: Vec::new() })
    }

    /// Builds all of it, with nothing there already.
    fn build(&mut self) -> Result {
        let target = self.dir.path().join("target");
        forget(&target)?;
        let mut command = cargo("build --quiet --offline");
        command.current_dir(self.dir.path()).env("CARGO_TARGET_DIR", &target);
        command.env_remove("RUSTC_WRAPPER").env_remove("CARGO_BUILD_JOBS");
        let start = Instant::now();
        run_program(&mut command)?;
        self.builds.push(start.elapsed());
        Ok(())
    }

    fn row(&self) -> String {
        let names: Vec<_> = self.choice.crates.iter().map(|it| format!("`{}`", it.0)).collect();
        let (purpose, crates) = (self.choice.purpose, self.crates);
        let seconds = median(self.builds.clone()).as_secs_f64();
        format!("| {purpose} | {} | {crates} | {seconds:.1} s |\n", names.join(", "))
    }
}

fn manifest(choice: &Choice) -> String {
    let dependencies = choice.crates.iter().map(|(name, version)| match version {
        Some(version) => format!("{name} = \"{version}\"\n"),
        None => format!("{name} = {{ path = '{}' }}\n", root().join("crates").join(name).display()),
    });
    let dependencies: String = dependencies.collect();
    format!(
        "[package]\nname = \"user\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nndarray = \"0.17\"\n{dependencies}\n[workspace]\n"
    )
}

/// The crates in what `cargo tree` prints, each once, but the first, which is the user's own.
fn count(tree: &str) -> usize {
    let mut names: Vec<_> = tree.lines().skip(1).map(|it| it.trim_end_matches(" (*)")).collect();
    names.sort_unstable();
    names.dedup();
    names.len()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn forget(dir: &Path) -> Result {
    match fs::remove_dir_all(dir) {
        Err(err) if dir.exists() => Err(format!("cannot remove {}: {err}", dir.display())),
        _ => Ok(()),
    }
}

fn conditions() -> Result<String> {
    let says = |name: &str, args: &str| output(&mut program(name, args));
    let (rust, date) = (says("rustc", "--version")?, says("date", "-u +%Y-%m-%d")?);
    let rust: Vec<_> = rust.split(' ').take(2).collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(format!(
        "Crates are all that are compiled into a program, with `ndarray` and the default features; \
         a cold build is\n`cargo build` from nothing but the sources, the median of {ROUNDS}. By \
         `cargo xtask deps`, {}, {threads} threads, {}.\n",
        rust.join(" "),
        date.trim(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_are_counted_once_without_the_user() {
        let tree = "user v0.0.0 (/a)\nb v1.0.0\nc v1.0.0\nb v1.0.0 (*)\nc v2.0.0\n";
        assert_eq!(count(tree), 3);
    }

    #[test]
    fn a_median_is_of_the_middle() {
        let times = [3, 1, 2].map(Duration::from_secs);
        assert_eq!(median(times.to_vec()), Duration::from_secs(2));
    }
}
