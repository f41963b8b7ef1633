//! Files made to break readers, under a limit of address space.

use std::path::Path;

use super::{Verdict, bench::Bench};
use crate::{
    Result,
    run::{read, root},
};

const MANIFESTS: [&str; 3] = [
    "tests/data/hostile/manifest.json",
    "crates/lat-npy/tests/data/hostile/npy.json",
    "crates/lat-npy/tests/data/hostile/npz.json",
];
/// Address space in KiB: 256 MiB.
const LIMIT: u32 = 256 << 10;

pub(super) fn hostile(bench: &Bench) -> Result<Verdict> {
    let (mut loaded, mut refused) = (0, 0);
    let mut wrong = Vec::new();
    for manifest in MANIFESTS {
        let path = root().join(manifest);
        let text = read(&path)?;
        for case in text.split('{').filter_map(Case::of) {
            match case.run(bench, path.parent().expect("a file is in a directory"))? {
                Ok(true) => loaded += 1,
                Ok(false) => refused += 1,
                Err(why) => wrong.push(format!("{}: {why}", case.file)),
            }
        }
    }
    if !wrong.is_empty() {
        return Err(format!("{} files\n  {}", wrong.len(), wrong.join("\n  ")));
    }
    Ok(Verdict::Passed(format!("256 MiB of address space: {loaded} load, {refused} refused")))
}

struct Case<'a> {
    file: &'a str,
    expect: &'a str,
}

impl<'a> Case<'a> {
    /// Of a manifest's entry, if it is of a file as it is.
    fn of(entry: &'a str) -> Option<Self> {
        let value = |key: &str| {
            let start = entry.find(&format!("\"{key}\": \""))? + key.len() + 5;
            entry[start..].split('"').next()
        };
        let file = (value("kind")? == "file").then(|| value("file"))??;
        Some(Self { file, expect: value("expect")? })
    }

    /// Whether it loads, or what is wrong with how it ends.
    fn run(&self, bench: &Bench, dir: &Path) -> Result<Result<bool>> {
        let file = dir.join(self.file);
        let line = |command: &str| {
            let lat = format!("exec timeout 20 ./lat {command} '{}'", file.display());
            bench.shell(&format!("ulimit -v {LIMIT}; {lat} > /dev/null"))
        };
        let all = self.reading();
        for command in ["info", &all] {
            let output = line(command)?;
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            let fault = match output.status.code() {
                Some(0) if self.expect == "error" && command == all => "loaded",
                Some(0) => continue,
                Some(1 | 2) if self.expect == "load" => "was refused",
                Some(1 | 2) if said.trim().is_empty() => "no word of what is wrong",
                Some(1 | 2) => return Ok(Ok(false)),
                _ => "did not end by itself",
            };
            return Ok(Err(format!("{command}: {fault} ({}): {said}", output.status)));
        }
        Ok(Ok(true))
    }

    /// The command that reads all of it, by the format of its directory, whatever it looks like.
    fn reading(&self) -> String {
        match self.file.split('/').next() {
            Some("npz") => "unpack --force -o out".into(),
            Some("txt") => "show --from text".into(),
            format => format!("show --from {}", format.unwrap_or_default()),
        }
    }
}
