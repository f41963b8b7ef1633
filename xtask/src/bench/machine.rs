//! Where the figures come from.

use std::path::Path;

use super::prepare::Bench;
use crate::{
    Result,
    run::{output, program, read, root},
};

/// Crates and packages whose versions are told.
const CRATES: &[&str] = &[
    "csv",
    "memmap2",
    "ndarray",
    "ndarray-csv",
    "ndarray-npy",
    "npyz",
    "serde_json",
    "simd-json",
    "sonic-rs",
];
const PACKAGES: &[&str] = &["numpy", "orjson", "pandas", "polars", "pyarrow"];

pub(super) struct Machine {
    pub(super) date: String,
    pub(super) commit: String,
    /// How many threads are all.
    pub(super) threads: usize,
    processor: String,
    memory: String,
    kernel: String,
    huge_pages: String,
    saved_in: String,
    load: String,
    rust: String,
    python: String,
    crates: String,
    packages: String,
}

impl Machine {
    /// Looks before the clock starts: the load is that of others.
    pub(super) fn look(bench: &Bench) -> Result<Self> {
        let python = |args: &str| output(&mut program(&bench.python, args));
        Ok(Self {
            date: says("date", "-u +%Y-%m-%d")?,
            commit: says("git", "describe --always --dirty")?,
            threads: bench.threads,
            processor: of_proc("cpuinfo", "model name").unwrap_or_else(|| "unknown".into()),
            memory: of_proc("meminfo", "MemTotal").unwrap_or_else(|| "unknown".into()),
            kernel: says("uname", "-srm")?,
            huge_pages: line("/sys/kernel/mm/transparent_hugepage/enabled"),
            saved_in: bench.out.path().parent().unwrap_or(Path::new("/")).display().to_string(),
            load: line("/proc/loadavg"),
            rust: says("rustc", "--version")?,
            python: python("--version")?.trim().to_owned(),
            crates: crates(&read(&root().join("benches/Cargo.lock"))?),
            packages: packages(&python("-m pip freeze --disable-pip-version-check")?),
        })
    }

    /// Names and values.
    pub(super) fn facts(&self) -> [(&'static str, String); 11] {
        [
            ("date", self.date.clone()),
            ("latio at", self.commit.clone()),
            ("processor", format!("{}, {} threads", self.processor, self.threads)),
            ("memory", self.memory.clone()),
            ("kernel", self.kernel.clone()),
            ("huge pages", self.huge_pages.clone()),
            ("files saved in", self.saved_in.clone()),
            ("load before", self.load.clone()),
            ("Rust", format!("{}, default release profile", self.rust)),
            ("crates", self.crates.clone()),
            ("Python", format!("{}: {}", self.python, self.packages)),
        ]
    }
}

/// The line that a program prints.
fn says(name: &str, args: &str) -> Result<String> {
    Ok(output(&mut program(name, args))?.trim().to_owned())
}

/// The value of a `name: value` in a file of the system.
fn of_proc(file: &str, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(Path::new("/proc").join(file)).ok()?;
    let (_, value) = text.lines().find(|it| it.starts_with(name))?.split_once(':')?;
    Some(value.trim().to_owned())
}

fn line(path: &str) -> String {
    std::fs::read_to_string(path).map_or_else(|_| "unknown".into(), |it| it.trim().to_owned())
}

/// Names and versions in a `Cargo.lock`.
fn crates(lock: &str) -> String {
    let named = lock.split("[[package]]").filter_map(|it| {
        let value = |key: &str| it.lines().find_map(|it| it.strip_prefix(key)).map(unquoted);
        Some((value("name = ")?, value("version = ")?))
    });
    list(named.filter(|(name, _)| CRATES.contains(name)))
}

fn unquoted(text: &str) -> &str {
    text.trim_matches('"')
}

/// Names and versions in what `pip freeze` says.
fn packages(frozen: &str) -> String {
    let named = frozen.lines().filter_map(|it| it.split_once("=="));
    list(named.filter(|(name, _)| PACKAGES.contains(name)))
}

fn list<'a>(named: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    named.map(|(name, version)| format!("{name} {version}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions() {
        let lock = "version = 4\n\n[[package]]\nname = \"csv\"\nversion = \"1.4.0\"\n\n\
            [[package]]\nname = \"csv-core\"\nversion = \"0.1\"\n";
        assert_eq!(crates(lock), "csv 1.4.0");
        assert_eq!(packages("numpy==2.4.6\nsix==1\npandas==3.1.1\n"), "numpy 2.4.6, pandas 3.1.1");
    }
}
