//! Room and rights that are missing.

use std::{fs, process::Output};

use super::{
    Verdict,
    bench::{Bench, Left, OLD, check_output, strays},
};
use crate::Result;

const SAVE: &str = "./lat convert --force in.npy";

pub(super) fn file_size(bench: &Bench) -> Result<Verdict> {
    let blocks = [0, 1, 8, 64, 512, 4096];
    let mut refused = 0;
    for limit in blocks {
        bench.reset()?;
        let line = format!("ulimit -f {limit}; trap '' XFSZ; exec {SAVE} out/a.csv");
        refused += u32::from(bench.check(&bench.shell(&line)?)? == Left::Old);
    }
    // The file takes 917 KiB.
    if refused == 5 {
        Ok(passed("limits of 0 to 4096 KiB"))
    } else {
        Err(format!("{refused} refused"))
    }
}

pub(super) fn disk_full(bench: &Bench) -> Result<Verdict> {
    let mount = "mkdir -p small; mount -t tmpfs -o size=4k tmpfs small && umount small";
    if !bench.shell(mount)?.status.success() {
        return Ok(skipped("tmpfs cannot be mounted here"));
    }
    let mut refused = 0;
    for options in ["size=8k", "size=64k", "size=512k", "size=900k", "size=8m", "nr_inodes=2"] {
        bench.expect(&format!("mount -t tmpfs -o {options} tmpfs small"))?;
        let outcome = save_into_small(bench);
        bench.expect("umount small")?;
        let left = outcome.map_err(|err| format!("{options}: {err}"))?;
        refused += u32::from(left == Left::Old);
    }
    if refused == 5 {
        Ok(passed("5 disks too small, 1 not"))
    } else {
        Err(format!("{refused} refused"))
    }
}

fn save_into_small(bench: &Bench) -> Result<Left> {
    let path = bench.path("small/a.csv");
    fs::write(&path, OLD).map_err(|err| err.to_string())?;
    let output = bench.shell(&format!("{SAVE} small/a.csv"))?;
    let left = bench.left_at(&path)?;
    check_output(&output, left, "small/a.csv")?;
    let strays = strays(&bench.path("small"))?;
    if strays.is_empty() { Ok(left) } else { Err(format!("left behind: {strays:?}")) }
}

pub(super) fn dev_full(bench: &Bench) -> Result<Verdict> {
    for line in ["convert in.npy /dev/full --to csv", "convert in.npy /dev/full --to npy"] {
        check_failure(&bench.shell(&format!("./lat {line}"))?, "/dev/full")?;
    }
    for line in ["show --full in.npy", "convert in.npy - --to npy", "info in.npy"] {
        check_failure(&bench.shell(&format!("./lat {line} > /dev/full"))?, "No space left")?;
    }
    bench
        .expect("test -c /dev/full; ./lat convert in.npy /dev/null --to csv; test -c /dev/null")?;
    Ok(passed("files and the standard output"))
}

fn check_failure(output: &Output, word: &str) -> Result {
    let said = String::from_utf8_lossy(&output.stderr);
    let right = output.status.code() == Some(2) && said.contains(word);
    if right { Ok(()) } else { Err(format!("wanted '{word}', {}: {said}", output.status)) }
}

/// A directory, or a file, that may not be written by who is not root.
pub(super) fn directory(bench: &Bench) -> Result<Verdict> {
    let as_user = match bench.expect("id -u")?.trim() {
        "0" => "setpriv --reuid=65534 --regid=65534 --clear-groups ",
        _ => "",
    };
    bench.expect("chmod 755 . && chmod 644 in.npy")?;
    if !bench.shell(&format!("{as_user}./lat info in.npy"))?.status.success() {
        return Ok(skipped("no user but root can be had by setpriv"));
    }
    for (rights, word) in [
        ("chmod 666 out/a.csv; chmod 555 out", "must be writable"),
        ("chmod 444 out/a.csv; chmod 777 out", "a.csv"),
    ] {
        bench.expect(rights)?;
        let output = bench.shell(&format!("{as_user}{SAVE} out/a.csv"))?;
        let outcome = bench.check(&output);
        bench.expect("chmod 755 out; chmod 644 out/a.csv")?;
        outcome?;
        check_failure(&output, word)?;
    }
    Ok(passed("a directory and a file that may not be written"))
}

/// A file that is mounted by itself cannot be renamed over.
pub(super) fn mount_point(bench: &Bench) -> Result<Verdict> {
    let mount = "touch real; mount --bind real out/a.csv";
    if !bench.shell(mount)?.status.success() {
        return Ok(skipped("a file cannot be mounted here"));
    }
    let outcome = bench.shell(&format!("{SAVE} out/a.csv")).and_then(|it| bench.check(&it));
    bench.expect("umount out/a.csv")?;
    match outcome? {
        Left::New => Ok(passed("overwritten")),
        Left::Old => Err("it was not written".into()),
    }
}

fn passed(figures: &str) -> Verdict {
    Verdict::Passed(figures.into())
}

fn skipped(why: &str) -> Verdict {
    Verdict::Skipped(why.into())
}
