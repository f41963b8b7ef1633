//! One task in a process of its own: `worker TASK INPUT OUT THREADS REPEAT` does it and says
//! `WALL_NS CPU_NS PEAK_KIB SUM`; the sum is that of the values that were loaded, or `-`.
//! `worker check DTYPE FILE COUNT` says the sum of the values in a file that was saved, and
//! `worker touch BYTES` takes that much memory and gives it back.

mod csv;
mod json;
mod map;
mod npy;
mod small;
mod text;

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use lat_csv::lat_core::advise_huge_pages;
use latio_benches::{
    Outcome,
    clock::{forget_peak, measure},
    raw,
    sum::{Bits, Sum},
};
use ndarray::{Array, Dimension};

/// Does a task, and says what to print.
type Task = fn(&Job) -> Outcome<String>;

/// What the command line says of a task.
struct Job {
    input: PathBuf,
    out: PathBuf,
    threads: usize,
    repeat: u32,
}

impl Job {
    /// Puts work that makes an array on the clock, and sums what was made.
    fn load<T>(
        &self,
        work: impl FnMut() -> Outcome<T>,
        sum: impl FnOnce(&T) -> Outcome<u64>,
    ) -> Outcome<String> {
        let (cost, array) = measure(self.repeat, work)?;
        Ok(format!("{cost} {:016x}", sum(&array)?))
    }

    fn load_array<T: Bits, D: Dimension>(
        &self,
        work: impl FnMut() -> Outcome<Array<T, D>>,
    ) -> Outcome<String> {
        self.load(work, |array| Ok(Sum::of(array.iter().copied())))
    }

    /// Puts work that makes a file on the clock.
    fn save(&self, work: impl FnMut() -> Outcome<()>) -> Outcome<String> {
        forget_peak();
        let (cost, ()) = measure(self.repeat, work)?;
        Ok(format!("{cost} -"))
    }
}

fn main() -> Outcome<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let said = match args[..] {
        ["check", dtype, file, count] => check(dtype, Path::new(file), count.parse()?)?,
        ["touch", bytes] => touch(bytes.parse()?),
        [task, input, out, threads, repeat] => find(task)?(&Job {
            input: input.into(),
            out: out.into(),
            threads: threads.parse()?,
            repeat: repeat.parse()?,
        })?,
        _ => return Err("usage: worker TASK INPUT OUT THREADS REPEAT".into()),
    };
    println!("{said}");
    Ok(())
}

fn find(name: &str) -> Outcome<Task> {
    let all = [csv::TASKS, text::TASKS, json::TASKS, npy::TASKS, map::TASKS, small::TASKS];
    let found = all.into_iter().flatten().find(|it| it.0 == name);
    Ok(found.ok_or_else(|| format!("there is no task {name}"))?.1)
}

/// Fills memory in huge pages. A virtual machine may have given unused ones back to its host, and
/// then the first to use them pays for each: 256 MiB took 0.9 s of processor time, not 0.08.
fn touch(bytes: usize) -> String {
    let mut memory = Vec::new();
    memory.reserve_exact(bytes);
    advise_huge_pages(&mut memory);
    memory.resize(bytes, 1_u8);
    format!("{} bytes", memory.len())
}

/// The sum of the `count` values in a file, by the standard library alone.
fn check(dtype: &str, file: &Path, count: usize) -> Outcome<String> {
    let bytes = fs::read(file)?;
    let text = || std::str::from_utf8(&bytes);
    let sum = match dtype {
        "text-f64" => raw::sum_of_text::<f64>(text()?)?,
        "text-i64" => raw::sum_of_text::<i64>(text()?)?,
        "raw-f64" => Sum::of(raw::values::<f64>(&bytes, count)?),
        _ => return Err(format!("no check of {dtype}").into()),
    };
    Ok(format!("{sum:016x}"))
}
