//! Files too big to keep: lines of 100 MB, ten million columns, gigabytes of holes, bombs. Each is
//! made, read under bounds on time and memory, and removed.

mod cases;
mod zip;

use std::{
    fs::{self, File},
    io::{BufWriter, Write},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use self::cases::{CASES, Case, Expect};
use super::{Verdict, bench::Bench};
use crate::Result;

/// Address space in KiB: 1 GiB, so that memory is counted also where nothing is written to it.
const ADDRESSES: u64 = 1 << 20;

/// How often the memory is looked at. What it was at most is kept by the system.
const GLANCE: Duration = Duration::from_millis(2);

pub(super) fn run(bench: &Bench) -> Result<Verdict> {
    let mut wrong = Vec::new();
    let (mut slowest, mut largest) = (("", 0.0), ("", 0));
    for case in CASES {
        make(bench, case).map_err(|err| format!("{} cannot be made: {err}", case.file))?;
        let outcome = judge(bench, case);
        fs::remove_file(bench.path(case.file)).map_err(|err| err.to_string())?;
        match outcome {
            Ok(Used { seconds, mib }) => {
                if seconds > slowest.1 {
                    slowest = (case.file, seconds);
                }
                if mib > largest.1 {
                    largest = (case.file, mib);
                }
            }
            Err(why) => wrong.push(format!("{}: {why}", case.file)),
        }
    }
    if !wrong.is_empty() {
        return Err(format!("{} files\n  {}", wrong.len(), wrong.join("\n  ")));
    }
    let count = CASES.len();
    let ((slow, seconds), (large, mib)) = (slowest, largest);
    Ok(Verdict::Passed(format!(
        "{count} files; the slowest took {seconds:.1} s ({slow}), the largest {mib} MiB ({large})"
    )))
}

fn make(bench: &Bench, case: &Case) -> std::io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, File::create(bench.path(case.file))?);
    (case.make)(&mut out)?;
    out.flush()
}

/// What a command took at most.
struct Used {
    seconds: f64,
    mib: u64,
}

/// Tells of the file, and reads it.
fn judge(bench: &Bench, case: &Case) -> Result<Used> {
    let mut all = Used { seconds: 0.0, mib: 0 };
    let reading = case.reading();
    for command in ["info", &reading] {
        let (used, code) = watch(bench, case, &format!("{command} {}", case.file))?;
        let read = |name: &str| fs::read(bench.path(name)).unwrap_or_default();
        let (told, said) = (read("told"), read("said"));
        let said = String::from_utf8_lossy(&said);
        let fault = match (code, case.expect) {
            (Some(0), Expect::Error) if command == reading => Some("loaded"),
            (Some(0), Expect::Load(word)) if !String::from_utf8_lossy(&told).contains(word) => {
                Some("loaded as something else")
            }
            (Some(1 | 2), Expect::Load(_)) => Some("was refused"),
            (Some(1 | 2), _) if said.trim().is_empty() => Some("no word of what is wrong"),
            (Some(0..=2), _) => None,
            _ => Some("did not end by itself"),
        };
        if let Some(fault) = fault {
            let said: String = said.chars().take(300).collect();
            return Err(format!("{command}: {fault}: {said}"));
        }
        if used.mib > case.mib {
            return Err(format!("{command}: took {} MiB, of {}", used.mib, case.mib));
        }
        all.seconds = used.seconds.max(all.seconds);
        all.mib = used.mib.max(all.mib);
    }
    Ok(all)
}

/// Runs `lat`, and says what it took and how it ended: a command that takes too long is an error.
fn watch(bench: &Bench, case: &Case, command: &str) -> Result<(Used, Option<i32>)> {
    let line = format!("ulimit -v {ADDRESSES}; exec ./lat {command} > told 2> said");
    let mut bash = Command::new("bash");
    bash.args(["-c", &line]).current_dir(bench.path("")).stdin(Stdio::null());
    let mut child = bash.spawn().map_err(|err| format!("cannot run bash: {err}"))?;
    let (start, mut mib) = (Instant::now(), 0);
    loop {
        mib = mib.max(peak_mib(&child));
        let ended = child.try_wait().map_err(|err| err.to_string())?;
        let seconds = start.elapsed().as_secs_f64();
        if let Some(status) = ended {
            return Ok((Used { seconds, mib }, status.code()));
        }
        if seconds > case.seconds {
            // It may end by itself just now.
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("{command}: took more than {} s", case.seconds));
        }
        thread::sleep(GLANCE);
    }
}

/// The most memory that a process has had, as far as the system tells.
fn peak_mib(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"));
    let kib = line.and_then(|it| it.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or(0) >> 10
}
