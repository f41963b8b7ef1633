//! What happens to files when the system fails: `lat` is run while disks fill up, calls fail,
//! and it is killed. Linux and Bash.

mod bench;
mod big;
mod calls;
mod corpus;
mod kills;
mod limits;
mod pipes;

use std::time::Instant;

use self::bench::Bench;
use crate::Result;

pub(crate) const ABOUT: &str =
    "kills, full disks, failing system calls, hostile files: nothing is lost (NAME: only that)";

/// How a check went, if it did not fail, and its figures.
enum Verdict {
    Passed(String),
    Skipped(String),
}

type Check = fn(&Bench) -> Result<Verdict>;

const CHECKS: &[(&str, Check)] = &[
    ("kill", kills::kill),
    ("interrupt", kills::interrupt),
    ("writers", kills::writers),
    ("file-size", limits::file_size),
    ("disk-full", limits::disk_full),
    ("dev-full", limits::dev_full),
    ("directory", limits::directory),
    ("mount-point", limits::mount_point),
    ("closed-pipe", pipes::closed),
    ("short-reads", pipes::short_reads),
    ("calls-fail", calls::fail),
    ("calls-kill", calls::kill),
    ("corpus", corpus::hostile),
    ("big", big::run),
];

pub(crate) fn run(args: &[String]) -> Result {
    let bench = Bench::new()?;
    let (mut passed, mut failed) = (0, 0);
    for (name, check) in CHECKS.iter().filter(|it| args.is_empty() || args.contains(&it.0.into())) {
        let start = Instant::now();
        let verdict = bench.reset().and_then(|()| check(&bench));
        let seconds = start.elapsed().as_secs_f32();
        match verdict {
            Ok(Verdict::Passed(figures)) => {
                passed += 1;
                println!("{name:<12} passed in {seconds:.1} s: {figures}");
            }
            Ok(Verdict::Skipped(why)) => println!("{name:<12} skipped: {why}"),
            Err(wrong) => {
                failed += 1;
                println!("{name:<12} FAILED: {wrong}");
            }
        }
    }
    println!("faults: {passed} passed, {failed} failed");
    if failed == 0 { Ok(()) } else { Err(format!("{failed} checks failed")) }
}
