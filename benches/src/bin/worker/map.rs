//! Opening a file as memory, and looking at its last value.

use std::fs::File;

use lat_npy::NpyMap;
use latio_benches::Outcome;
use memmap2::Mmap;

use crate::{Job, Task};

pub(super) const TASKS: &[(&str, Task)] =
    &[("latio.npy.map", map_latio), ("memmap2.npy.map", map_bytes)];

fn map_latio(job: &Job) -> Outcome<String> {
    let work = || {
        let map = NpyMap::open(&job.input)?;
        let view = map.view::<f64>()?;
        Ok(view.last().ok_or("no values")?.to_bits())
    };
    job.load(work, |bits| Ok(*bits))
}

fn map_bytes(job: &Job) -> Outcome<String> {
    let work = || {
        let file = File::open(&job.input)?;
        // SAFETY: nothing changes the file while the benchmark runs.
        let map = unsafe { Mmap::map(&file)? };
        let last = map.last_chunk().ok_or("no values")?;
        Ok(u64::from_le_bytes(*last))
    };
    job.load(work, |bits| Ok(*bits))
}
