//! Unit tests under Miri, which finds undefined behaviour: here, and where bytes are the other way.

use crate::{
    Result,
    run::{program, run as run_program, target},
};

pub(crate) const ABOUT: &str = "unit tests under Miri, on this target and a big-endian one";

const BIG_ENDIAN: &str = "s390x-unknown-linux-gnu";

pub(crate) fn run(_: &[String]) -> Result {
    let tests = "run nightly cargo miri test --lib -p lat-core -p lat-csv -p lat-json -p lat-npy \
        -p lat-text";
    for args in [tests.to_owned(), format!("{tests} --target {BIG_ENDIAN}")] {
        let mut command = program("rustup", &args);
        command.env("CARGO_TARGET_DIR", target().join("miri"));
        // Data files are read, which Miri does not allow by itself.
        command.env("MIRIFLAGS", "-Zmiri-disable-isolation");
        run_program(&mut command)?;
    }
    Ok(())
}
