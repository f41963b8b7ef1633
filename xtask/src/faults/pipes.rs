//! Pipes that close early, or give little at a time.

use super::{Verdict, bench::Bench};
use crate::Result;

pub(super) fn closed(bench: &Bench) -> Result<Verdict> {
    for command in ["show --full in.npy", "show in.npy", "convert in.npy - --to csv", "info in.npy"]
    {
        bench.expect(&format!("set -o pipefail; ./lat {command} | head -n 1 > /dev/null"))?;
    }
    Ok(Verdict::Passed("quiet, exit code 0".into()))
}

/// Reads of one byte, and signals that interrupt them.
pub(super) fn short_reads(bench: &Bench) -> Result<Verdict> {
    for (name, format) in [("small.txt", "text"), ("small.npy", "npy")] {
        bench.expect(&format!(
            "dd if={name} bs=1 status=none | ./lat convert - out/b.npy --from {format}; \
             cmp out/b.npy small.npy; rm out/b.npy"
        ))?;
    }
    // A stop and a continue interrupt whatever is being read.
    bench.expect(
        "mkfifo out/pipe; ./lat convert out/pipe out/b.npy --from npy & \
         (head -c 10000; for i in 1 2 3 4 5; do kill -STOP $!; kill -CONT $!; sleep 0.02; \
         head -c 100; done; cat) < small.npy > out/pipe; wait $!; cmp out/b.npy small.npy",
    )?;
    Ok(Verdict::Passed("by single bytes, stopped and continued".into()))
}
