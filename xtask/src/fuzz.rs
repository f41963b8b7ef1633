//! Fuzzing, by cargo-fuzz under a nightly toolchain, and mutations under any.

use std::path::PathBuf;

use crate::{
    Result,
    run::{cargo, make_dir, program, root, run as run_program, target},
};

pub(crate) const ABOUT: &str =
    "fuzzes: TARGET SECONDS [--fast], or all SECONDS each, or --mutate [COUNT] of each format";

const TARGETS: [&str; 9] =
    ["csv", "text", "json", "npy", "npz", "round_trip", "printf", "numbers", "cuts"];

pub(crate) fn run(args: &[String]) -> Result {
    match &args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--mutate"] => mutate("1000000"),
        ["--mutate", count] => mutate(count),
        ["all", seconds] => all(seconds, SANITIZED),
        ["all", seconds, "--fast"] => all(seconds, FAST),
        [target, seconds] if TARGETS.contains(target) => fuzz(target, seconds, SANITIZED),
        [target, seconds, "--fast"] if TARGETS.contains(target) => fuzz(target, seconds, FAST),
        _ => Err(format!("wanted --mutate, or a target and seconds; targets: {TARGETS:?}")),
    }
}

/// The seeded harness of the ordinary tests, for longer.
fn mutate(count: &str) -> Result {
    let args = "test --release --quiet --package latio-tests --test memory mutations";
    run_program(cargo(args).env("LATIO_MUTATIONS", count))
}

/// Under the address sanitizer, and led by what is compared.
const SANITIZED: &str = "";
/// Several times as many executions: the formats forbid unsafe code, so that panics and failed
/// checks, those of overflow among them, are most of what there is to find.
const FAST: &str = "--sanitizer none --no-trace-compares";

fn all(seconds: &str, how: &str) -> Result {
    TARGETS.iter().try_for_each(|it| fuzz(it, seconds, how))
}

fn fuzz(name: &str, seconds: &str, how: &str) -> Result {
    // What is found by and by is kept; the fixtures are the seeds.
    let kept = target().join("fuzz-corpus").join(name);
    make_dir(&kept)?;
    let mut command = program("rustup", &format!("run nightly cargo fuzz run {how} {name}"));
    command.arg(kept).args(seeds(name)).arg("--");
    command.args(["-max_len=4096", "-timeout=10", "-rss_limit_mb=1024", "-print_final_stats=1"]);
    command.arg(format!("-max_total_time={seconds}"));
    let built = if how == FAST { "fuzz-fast" } else { "fuzz" };
    command.env("CARGO_TARGET_DIR", target().join(built));
    run_program(&mut command)
}

fn seeds(name: &str) -> Vec<PathBuf> {
    let directories: &[&str] = match name {
        "csv" => &["tests/data/hostile/csv"],
        "text" => &["tests/data/hostile/txt"],
        "json" => &["tests/data/hostile/json"],
        "npy" => &["crates/lat-npy/tests/data/hostile/npy", "crates/lat-npy/tests/data/vectors"],
        "npz" => &["crates/lat-npy/tests/data/hostile/npz"],
        _ => &[],
    };
    directories.iter().map(|it| root().join(it)).collect()
}
