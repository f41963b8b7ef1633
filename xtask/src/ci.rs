//! Everything that must hold before a change is taken.

use crate::{
    Result, features,
    run::{cargo, run as run_program},
    tidy,
};

pub(crate) const ABOUT: &str =
    "all checks: fmt, tidy, clippy, tests, docs, features (--no-tests: leaves out the tests)";

/// Quick checks first; the first failure ends it.
pub(crate) fn run(args: &[String]) -> Result {
    let tests = match args {
        [] => true,
        [only] if only == "--no-tests" => false,
        _ => return Err(format!("unknown arguments {args:?}")),
    };
    run_program(&mut cargo("fmt --all --check"))?;
    tidy::run(&[])?;
    run_program(&mut cargo("clippy --workspace --all-targets --quiet -- -D warnings"))?;
    if tests {
        run_program(&mut cargo("test --workspace --all-targets --quiet"))?;
        run_program(&mut cargo("test --workspace --doc --quiet"))?;
    }
    run_program(cargo("doc --workspace --no-deps --quiet").env("RUSTDOCFLAGS", "-D warnings"))?;
    features::run(&[])?;
    println!("ci: all checks passed");
    Ok(())
}
