//! All that must be there before the clock starts: programs, Python packages, inputs.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use super::{options::Options, plan::Group};
use crate::{
    Result, interop,
    run::{TempDir, cargo, make_dir, output, program, run as run_program, target},
};

/// Bytes that the largest file that is saved needs, and room to spare.
const ROOM: u64 = 1 << 30;

/// The workers, and what they work on.
pub(super) struct Bench {
    pub(super) worker: PathBuf,
    pub(super) python: PathBuf,
    /// Where inputs lie.
    pub(super) data: PathBuf,
    /// Where files are saved.
    pub(super) out: TempDir,
    pub(super) inputs: BTreeMap<String, Input>,
    pub(super) threads: usize,
    pub(super) runs: usize,
}

/// What the generator says of an input, or of a part of it.
pub(super) struct Input {
    /// The checksum of its values.
    pub(super) sum: String,
    pub(super) values: u64,
    /// The array's size in memory.
    pub(super) bytes: u64,
    pub(super) file_bytes: u64,
}

impl Bench {
    pub(super) fn prepare(options: &Options, groups: &[Group]) -> Result<Self> {
        let bin = build()?;
        let python = interop::environment("bench-venv", "benches/requirements.txt")?;
        let data = target().join("bench-data").join(if options.quick { "quick" } else { "full" });
        make_dir(&data)?;
        let inputs = make(&bin.join("make"), &data, options.quick, groups)?;
        Ok(Self {
            worker: bin.join("worker"),
            python,
            data,
            out: TempDir::within(&saving_dir(), "bench")?,
            inputs,
            threads: std::thread::available_parallelism().map_or(1, Into::into),
            runs: options.runs,
        })
    }

    /// What is known of an input or a part of it.
    pub(super) fn input(&self, name: &str) -> Result<&Input> {
        self.inputs.get(name).ok_or_else(|| format!("nothing is known of {name}"))
    }

    /// Reads a file, so that it is in the system's memory when the clock starts.
    pub(super) fn warm(&self, input: &str) -> Result {
        let path = self.data.join(input);
        if path.is_dir() {
            return Ok(()); // The first turn does it, and medians leave it out.
        }
        let copied = File::open(&path).and_then(|mut it| io::copy(&mut it, &mut io::sink()));
        copied.map(drop).map_err(|err| format!("cannot read {}: {err}", path.display()))
    }
}

/// Builds the programs, and says where they are.
fn build() -> Result<PathBuf> {
    let dir = target().join("bench");
    let mut command = cargo("build --release --locked --manifest-path benches/Cargo.toml");
    run_program(command.env("CARGO_TARGET_DIR", &dir))?;
    Ok(dir.join("release"))
}

/// Memory, where there is a file system of it: the disk is not what is measured.
fn saving_dir() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let roomy = room(memory).is_some_and(|it| it >= ROOM);
    if roomy { memory.to_owned() } else { std::env::temp_dir() }
}

/// Bytes that are free there.
fn room(dir: &Path) -> Option<u64> {
    let said = output(program("df", "--output=avail -k").arg(dir)).ok()?;
    Some(said.lines().last()?.trim().parse::<u64>().ok()? << 10)
}

fn make(
    program: &Path,
    data: &Path,
    quick: bool,
    groups: &[Group],
) -> Result<BTreeMap<String, Input>> {
    let entries = || groups.iter().flat_map(|it| &it.entries);
    let mut names: Vec<_> = entries().map(|it| &*it.input).collect();
    names.extend(entries().filter_map(|it| it.expect.split(':').next()));
    names.sort_unstable();
    names.dedup();
    println!("making {} inputs in {}, those that are not there", names.len(), data.display());
    let mut command = crate::run::program(program, "");
    command.arg(data).args(quick.then_some("--quick")).args(names);
    output(&mut command)?.lines().map(input).collect()
}

/// `NAME SUM VALUES ARRAY_BYTES FILE_BYTES`.
fn input(line: &str) -> Result<(String, Input)> {
    let words: Vec<_> = line.split(' ').collect();
    let number = |idx: usize| words[idx].parse().map_err(|err| format!("'{line}': {err}"));
    let &[name, sum, _, _, _] = &*words else { return Err(format!("'{line}' has not 5 words")) };
    let (values, bytes, file_bytes) = (number(2)?, number(3)?, number(4)?);
    Ok((name.into(), Input { sum: sum.into(), values, bytes, file_bytes }))
}

/// Forgets a file that was saved, so that all who save make a new one.
pub(super) fn remove(path: &Path) -> Result {
    match fs::remove_file(path) {
        Err(err) if err.kind() != io::ErrorKind::NotFound => {
            Err(format!("cannot remove {}: {err}", path.display()))
        }
        _ => Ok(()),
    }
}
