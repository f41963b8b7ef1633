//! Each system call of a save fails in turn, or is the last.

use std::{
    collections::{BTreeMap, BTreeSet},
    process::Output,
};

use super::{
    Verdict,
    bench::{Bench, Left},
};
use crate::Result;

const CALLS: &str = "openat,write,pwrite64,writev,fsync,fdatasync,ftruncate,close,rename,renameat,\
    renameat2,unlink,fchmod,fchown,lseek,copy_file_range,sendfile,statx,readlink";
const ERRORS: [&str; 6] = ["EIO", "ENOSPC", "EACCES", "EINTR", "EBUSY", "EDQUOT"];

/// The how-manieth call of a name.
type Point = (String, u32);

pub(super) fn fail(bench: &Bench) -> Result<Verdict> {
    let Some(points) = points(bench)? else { return Ok(skipped()) };
    let (mut old, mut new) = (0, 0);
    for (call, nth) in &points {
        for error in ERRORS {
            bench.reset()?;
            let output = inject(bench, call, *nth, &format!("error={error}"))?;
            match bench.check(&output).map_err(|err| format!("{error} at {call} {nth}: {err}"))? {
                Left::Old => old += 1,
                Left::New => new += 1,
            }
        }
    }
    let count = points.len();
    Ok(Verdict::Passed(format!("{count} calls by {ERRORS:?}: {old} old files, {new} new")))
}

pub(super) fn kill(bench: &Bench) -> Result<Verdict> {
    let Some(points) = points(bench)? else { return Ok(skipped()) };
    for (call, nth) in &points {
        bench.reset()?;
        inject(bench, call, *nth, "signal=KILL")?;
        bench.left().map_err(|err| format!("killed at {call} {nth}: {err}"))?;
    }
    Ok(Verdict::Passed(format!("at each of {} calls", points.len())))
}

fn skipped() -> Verdict {
    Verdict::Skipped("strace is not installed, or may not trace here".into())
}

const SAVE: &str = "./lat convert --force in.npy out/a.csv";

fn inject(bench: &Bench, call: &str, nth: u32, what: &str) -> Result<Output> {
    bench.shell(&format!("strace -f -o /dev/null -e inject={call}:{what}:when={nth} {SAVE}"))
}

/// The calls of a save that name its directory, or a descriptor of a file there.
fn points(bench: &Bench) -> Result<Option<BTreeSet<Point>>> {
    // A name with `?` need not exist on this machine.
    let calls = CALLS.split(',').map(|it| format!("?{it}")).collect::<Vec<_>>().join(",");
    if !bench.shell(&format!("strace -f -y -o trace -e trace={calls} {SAVE}"))?.status.success() {
        return Ok(None);
    }
    let trace = bench.expect("cat trace")?;
    let mut counts = BTreeMap::new();
    let mut points = BTreeSet::new();
    for line in trace.lines() {
        let mut words = line.splitn(2, ' ');
        let (Some(thread), Some(rest)) = (words.next(), words.next()) else { continue };
        let Some((call, rest)) = rest.trim_start().split_once('(') else { continue };
        // Calls are counted by thread.
        let nth: &mut u32 = counts.entry((thread, call)).or_default();
        *nth += 1;
        if rest.contains("/out/") || rest.contains("out/a.csv") || rest.contains("/out>") {
            points.insert((call.to_owned(), *nth));
        }
    }
    Ok(Some(few(&points)))
}

/// The first and last 8 calls of each name: between them are writes like each other.
fn few(points: &BTreeSet<Point>) -> BTreeSet<Point> {
    const ENDS: usize = 8;
    let names: BTreeSet<_> = points.iter().map(|it| it.0.clone()).collect();
    let mut few = BTreeSet::new();
    for name in names {
        let all: Vec<_> = points.iter().filter(|it| it.0 == name).collect();
        let ends = all.iter().take(ENDS).chain(all.iter().rev().take(ENDS));
        few.extend(ends.map(|it| (*it).clone()));
    }
    few
}
