//! Many small npy files.

use std::{
    fs::{self, File},
    io::BufReader,
    path::PathBuf,
};

use lat_npy::{Format, Npy};
use latio_benches::{Outcome, sum::Sum};
use ndarray::Array1;
use npyz::NpyFile;

use crate::{Job, Task};

pub(super) const TASKS: &[(&str, Task)] = &[
    ("latio.npy.small", |job| small(job, |path| Ok(Npy::new().load(path)?))),
    ("ndarray-npy.npy.small", |job| small(job, |path| Ok(ndarray_npy::read_npy(path)?))),
    ("npyz.npy.small", |job| small(job, npyz)),
    ("read.npy.small", read),
];

fn small(job: &Job, load: fn(&PathBuf) -> Outcome<Array1<f64>>) -> Outcome<String> {
    let paths = paths(job)?;
    let work = || paths.iter().map(load).collect::<Outcome<Vec<_>>>();
    job.load(work, |arrays| Ok(Sum::of(arrays.iter().flatten().copied())))
}

fn npyz(path: &PathBuf) -> Outcome<Array1<f64>> {
    let file = NpyFile::new(BufReader::new(File::open(path)?))?;
    Ok(Array1::from_vec(file.into_vec()?))
}

/// The files' bytes and no more.
fn read(job: &Job) -> Outcome<String> {
    let paths = paths(job)?;
    let work = || paths.iter().map(|it| Ok(fs::read(it)?)).collect::<Outcome<Vec<_>>>();
    job.load(work, |files| {
        let mut sum = Sum::default();
        for bytes in files {
            latio_benches::raw::values::<f64>(bytes, 100)?.for_each(|it| sum.push(it));
        }
        Ok(sum.total())
    })
}

fn paths(job: &Job) -> Outcome<Vec<PathBuf>> {
    let entries = fs::read_dir(&job.input)?;
    let mut paths = entries.map(|it| Ok(it?.path())).collect::<Outcome<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}
