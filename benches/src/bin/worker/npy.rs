//! Large npy files.

use std::{
    fs::{self, File},
    io::{BufReader, BufWriter, Read, Write},
    path::Path,
};

use lat_csv::{DType, FromArray};
use lat_npy::{Format, Npy, NpyWriter};
use latio_benches::{
    Outcome, raw,
    sum::{Bits, Sum},
};
use ndarray::{Array2, ArrayView2, Axis, ShapeBuilder, s};
use ndarray_npy::{ReadableElement, WriteNpyExt};
use npyz::{Deserialize, NpyFile, Order, WriterBuilder};
use num_complex::Complex;

use crate::{Job, Task};

pub(super) const TASKS: &[(&str, Task)] = &[
    ("latio.npy.load.f64", load_latio::<f64>),
    ("latio.npy.load.i32", load_latio::<i32>),
    ("latio.npy.load.bool", load_latio::<bool>),
    ("latio.npy.load.c128", load_latio::<Complex<f64>>),
    ("ndarray-npy.npy.load.f64", load_ndarray::<f64>),
    ("ndarray-npy.npy.load.i32", load_ndarray::<i32>),
    ("ndarray-npy.npy.load.bool", load_ndarray::<bool>),
    ("ndarray-npy.npy.load.c128", load_ndarray::<Complex<f64>>),
    ("npyz.npy.load.f64", load_npyz::<f64>),
    ("npyz.npy.load.i32", load_npyz::<i32>),
    ("npyz.npy.load.bool", load_npyz::<bool>),
    ("npyz.npy.load.c128", load_npyz::<Complex<f64>>),
    ("read.npy.load.f64", load_bytes),
    ("read_exact.npy.load.f64", load_exact),
    ("latio.npy.save.all", |job| save(job, all, save_latio)),
    ("latio.npy.save.even", |job| save(job, even, save_latio)),
    ("latio.npy.save.half", |job| save(job, half, save_latio)),
    ("ndarray-npy.npy.save.all", |job| save(job, all, save_ndarray)),
    ("ndarray-npy.npy.save.even", |job| save(job, even, save_ndarray)),
    ("ndarray-npy.npy.save.half", |job| save(job, half, save_ndarray)),
    ("npyz.npy.save.all", |job| save(job, all, save_npyz)),
    ("npyz.npy.save.even", |job| save(job, even, save_npyz)),
    ("npyz.npy.save.half", |job| save(job, half, save_npyz)),
    ("write_all.npy.save.all", |job| save_bytes(job, all)),
    ("write_all.npy.save.even", |job| save_bytes(job, even)),
    ("write_all.npy.save.half", |job| save_bytes(job, half)),
    ("latio.npy.stream", |job| save(job, all, stream_latio)),
    ("write_all.npy.stream", stream_bytes),
];

/// Rows of 512 bytes in a block that is streamed: 1 MiB.
const BLOCK: usize = 2048;

fn load_latio<T: Bits>(job: &Job) -> Outcome<String>
where
    Array2<T>: FromArray,
{
    let work = || Ok(Npy::new().load::<Array2<T>>(&job.input)?);
    job.load_array(work)
}

fn load_ndarray<T: Bits + ReadableElement>(job: &Job) -> Outcome<String> {
    let work = || Ok(ndarray_npy::read_npy::<_, Array2<T>>(&job.input)?);
    job.load_array(work)
}

fn load_npyz<T: Bits + Deserialize>(job: &Job) -> Outcome<String> {
    job.load_array(|| npyz_array::<T>(&job.input))
}

fn npyz_array<T: Deserialize>(path: &Path) -> Outcome<Array2<T>> {
    let file = NpyFile::new(BufReader::new(File::open(path)?))?;
    let [rows, columns] = *file.shape() else { return Err("the rank is not 2".into()) };
    let shape = (usize::try_from(rows)?, usize::try_from(columns)?);
    let shape = shape.set_f(file.order() == Order::Fortran);
    Ok(Array2::from_shape_vec(shape, file.into_vec::<T>()?)?)
}

/// The whole file as bytes: `std::fs::read`.
fn load_bytes(job: &Job) -> Outcome<String> {
    let work = || Ok(fs::read(&job.input)?);
    job.load(work, |bytes| sum_of_bytes(bytes))
}

/// The whole file into zeroed memory: `read_exact`.
fn load_exact(job: &Job) -> Outcome<String> {
    let work = || {
        let mut file = File::open(&job.input)?;
        let mut bytes = vec![0; usize::try_from(file.metadata()?.len())?];
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    };
    job.load(work, |bytes| sum_of_bytes(bytes))
}

/// A header of 128 bytes, and values.
fn sum_of_bytes(bytes: &[u8]) -> Outcome<u64> {
    Ok(Sum::of(raw::values::<f64>(bytes, (bytes.len() - 128) / 8)?))
}

fn all(array: &Array2<f64>) -> ArrayView2<'_, f64> {
    array.view()
}

fn even(array: &Array2<f64>) -> ArrayView2<'_, f64> {
    array.slice(s![.., ..;2])
}

fn half(array: &Array2<f64>) -> ArrayView2<'_, f64> {
    array.slice(s![.., ..array.ncols() / 2])
}

fn save(
    job: &Job,
    part: fn(&Array2<f64>) -> ArrayView2<'_, f64>,
    how: fn(&Path, &ArrayView2<'_, f64>) -> Outcome<()>,
) -> Outcome<String> {
    let array = raw::load::<f64>(&job.input)?;
    job.save(|| how(&job.out, &part(&array)))
}

fn save_latio(path: &Path, array: &ArrayView2<'_, f64>) -> Outcome<()> {
    Ok(Npy::new().save(path, array)?)
}

fn save_ndarray(path: &Path, array: &ArrayView2<'_, f64>) -> Outcome<()> {
    let mut to = BufWriter::new(File::create(path)?);
    array.write_npy(&mut to)?;
    Ok(to.flush()?)
}

fn save_npyz(path: &Path, array: &ArrayView2<'_, f64>) -> Outcome<()> {
    let mut to = BufWriter::new(File::create(path)?);
    let shape = [array.nrows() as u64, array.ncols() as u64];
    let options = npyz::WriteOptions::new().default_dtype().shape(&shape);
    let mut writer = options.writer(&mut to).begin_nd()?;
    writer.extend(array.iter())?;
    writer.finish()?;
    Ok(to.flush()?)
}

/// The array's bytes, gathered before, and no more: `write_all`.
fn save_bytes(job: &Job, part: fn(&Array2<f64>) -> ArrayView2<'_, f64>) -> Outcome<String> {
    let array = raw::load::<f64>(&job.input)?;
    let bytes: Vec<u8> = part(&array).iter().flat_map(|it| it.to_ne_bytes()).collect();
    job.save(|| Ok(File::create(&job.out)?.write_all(&bytes)?))
}

fn stream_latio(path: &Path, array: &ArrayView2<'_, f64>) -> Outcome<()> {
    let mut to = NpyWriter::create(path, DType::F64, &[array.ncols()])?;
    for block in array.axis_chunks_iter(Axis(0), BLOCK) {
        to.push(block)?;
    }
    Ok(to.finish()?)
}

fn stream_bytes(job: &Job) -> Outcome<String> {
    let bytes = fs::read(&job.input)?;
    job.save(|| {
        let mut to = File::create(&job.out)?;
        for block in bytes[128..].chunks(BLOCK * 512) {
            to.write_all(block)?;
        }
        Ok(())
    })
}
