//! A save is ended from outside.

use std::{
    process::{Command, Output},
    thread,
    time::{Duration, Instant},
};

use super::{
    Verdict,
    bench::{Bench, Left},
};
use crate::Result;

const KILLS: u32 = 250;
const INTERRUPTS: u32 = 40;

pub(super) fn kill(bench: &Bench) -> Result<Verdict> {
    let span = duration(bench)?;
    let (mut old, mut begun) = (0, 0);
    for idx in 0..KILLS {
        bench.reset()?;
        end_after(bench, "KILL", span * idx / KILLS)?;
        old += u32::from(bench.left()? == Left::Old);
        begun += u32::from(!bench.strays()?.is_empty());
    }
    // Nobody can remove the file that was under way, and it is in nobody's way.
    let output = bench.save().output().map_err(|err| err.to_string())?;
    if !output.status.success() || bench.left()? != Left::New {
        return Err("a save after the kills fails".into());
    }
    if old == 0 || begun < KILLS / 20 {
        return Err(format!("{old} kills before the end, {begun} while writing: too few"));
    }
    let new = KILLS - old;
    Ok(Verdict::Passed(format!(
        "{KILLS} kills over {span:?}: {old} old files, {new} new, 0 broken; {begun} while writing"
    )))
}

/// Ctrl-C and termination leave no temporary file.
pub(super) fn interrupt(bench: &Bench) -> Result<Verdict> {
    let span = duration(bench)?;
    for signal in ["INT", "TERM"] {
        for idx in 0..INTERRUPTS {
            bench.reset()?;
            end_after(bench, signal, span * idx / INTERRUPTS)?;
            bench.left()?;
            let strays = bench.strays()?;
            if !strays.is_empty() {
                return Err(format!("SIG{signal} leaves {strays:?}"));
            }
        }
    }
    Ok(Verdict::Passed(format!("{INTERRUPTS} times each SIGINT and SIGTERM over {span:?}")))
}

/// How long a save takes.
fn duration(bench: &Bench) -> Result<Duration> {
    let start = Instant::now();
    let output = bench.save().output().map_err(|err| err.to_string())?;
    let span = start.elapsed();
    match bench.check(&output)? {
        Left::New => Ok(span),
        Left::Old => Err("a save fails by itself".into()),
    }
}

fn end_after(bench: &Bench, signal: &str, delay: Duration) -> Result<Output> {
    let child = bench.save().spawn().map_err(|err| err.to_string())?;
    thread::sleep(delay);
    let id = child.id().to_string();
    // It may have ended already, and is not waited for yet, so that its number is still its own.
    let _ = Command::new("kill").args(["-s", signal, &id]).status();
    child.wait_with_output().map_err(|err| err.to_string())
}

/// Savers at once, and a reader that must never see but a whole file.
pub(super) fn writers(bench: &Bench) -> Result<Verdict> {
    let script = "for i in 1 2 3 4; do (for j in 1 2 3 4 5; do \
        ./lat convert --force small.npy out/a.csv || echo failed; done) & done; \
        want=$(./lat convert small.npy - --to csv | cksum); \
        old=$(cksum < out/a.csv); reads=0; \
        while [ -n \"$(jobs -r)\" ]; do found=$(cksum < out/a.csv); reads=$((reads + 1)); \
        [ \"$found\" = \"$want\" ] || [ \"$found\" = \"$old\" ] || echo torn; done; \
        wait; echo $reads reads; ls -A out";
    let said = bench.expect(script)?;
    match said.lines().collect::<Vec<_>>()[..] {
        [reads, "a.csv"] => Ok(Verdict::Passed(format!("4 savers, 5 saves each, {reads}"))),
        _ => Err(said),
    }
}
