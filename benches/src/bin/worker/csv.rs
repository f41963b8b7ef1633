//! CSV.

use std::{
    error::Error,
    fs::{self, File},
    io::{BufWriter, Write},
    str::FromStr,
};

use csv::{ByteRecord, Reader, ReaderBuilder, WriterBuilder};
use lat_csv::{Csv, Format, FromArray, NdArray, ndarray::Array3};
use latio_benches::{
    Outcome,
    print::general,
    raw,
    sum::{Bits, Sum},
};
use ndarray::Array2;
use ndarray_csv::Array2Reader;
use serde::de::DeserializeOwned;

use crate::{Job, Task};

pub(super) const TASKS: &[(&str, Task)] = &[
    ("latio.csv.load.f64", load::<f64>),
    ("latio.csv.load.i64", load::<i64>),
    ("latio.csv.load.f32", load::<f32>),
    ("latio.csv.load.cube", load_cube),
    ("latio.csv.load.inferred", load_inferred),
    ("parse.csv.load.f64", load_parse::<f64>),
    ("parse.csv.load.i64", load_parse::<i64>),
    ("parse.csv.load.f32", load_parse::<f32>),
    ("serde.csv.load.f64", load_serde::<f64>),
    ("ndarray-csv.csv.load.f64", load_ndarray::<f64>),
    ("latio.csv.save.f64", |job| save_latio::<f64>(job, None)),
    ("latio.csv.save.i64", |job| save_latio::<i64>(job, None)),
    ("latio.csv.save.shortest", |job| save_latio::<f64>(job, Some("%r"))),
    ("format.csv.save.f64", save_format),
    ("write_all.csv.save.f64", save_text),
    ("serde.csv.save.shortest", save_serde),
];

fn latio(job: &Job) -> Csv {
    Csv::new().threads(job.threads)
}

fn load<T: Bits>(job: &Job) -> Outcome<String>
where
    Array2<T>: FromArray,
{
    let work = || Ok(latio(job).load::<Array2<T>>(&job.input)?);
    job.load_array(work)
}

fn load_cube(job: &Job) -> Outcome<String> {
    let work = || Ok(latio(job).load::<Array3<f64>>(&job.input)?);
    job.load_array(work)
}

/// Neither element type nor rank are said.
fn load_inferred(job: &Job) -> Outcome<String> {
    let work = || Ok(latio(job).load::<NdArray>(&job.input)?);
    job.load(work, |array| {
        let view = array.view();
        let floats = view.typed::<f64>().ok_or("the array is not of f64")?;
        Ok(Sum::of(floats.iter().copied()))
    })
}

fn reader(job: &Job) -> Outcome<Reader<File>> {
    Ok(ReaderBuilder::new().has_headers(false).from_path(&job.input)?)
}

fn load_parse<T>(job: &Job) -> Outcome<String>
where
    T: Bits + FromStr<Err: Error + 'static>,
{
    let work = || {
        let (mut reader, mut record) = (reader(job)?, ByteRecord::new());
        let (mut values, mut columns) = (Vec::new(), 0);
        while reader.read_byte_record(&mut record)? {
            columns = record.len();
            for field in &record {
                values.push(std::str::from_utf8(field)?.parse::<T>()?);
            }
        }
        table(values, columns)
    };
    job.load_array(work)
}

fn load_serde<T: Bits + DeserializeOwned>(job: &Job) -> Outcome<String> {
    let work = || {
        let (mut values, mut columns) = (Vec::new(), 0);
        for row in reader(job)?.deserialize() {
            let row: Vec<T> = row?;
            columns = row.len();
            values.extend(row);
        }
        table(values, columns)
    };
    job.load_array(work)
}

fn table<T>(values: Vec<T>, columns: usize) -> Outcome<Array2<T>> {
    let rows = values.len().checked_div(columns).unwrap_or(0);
    Ok(Array2::from_shape_vec((rows, columns), values)?)
}

fn load_ndarray<T: Bits + DeserializeOwned>(job: &Job) -> Outcome<String> {
    let work = || Ok(reader(job)?.deserialize_array2_dynamic::<T>()?);
    job.load_array(work)
}

fn save_latio<T: raw::Raw>(job: &Job, fmt: Option<&str>) -> Outcome<String>
where
    for<'a> &'a Array2<T>: Into<lat_csv::NdArrayView<'a>>,
{
    let array = raw::load::<T>(&job.input)?;
    let csv = match fmt {
        Some(fmt) => latio(job).fmt(fmt)?,
        None => latio(job),
    };
    job.save(|| Ok(csv.save(&job.out, &array)?))
}

/// `%.18g` by the standard library's `format!`.
fn save_format(job: &Job) -> Outcome<String> {
    let array = raw::load::<f64>(&job.input)?;
    job.save(|| {
        let mut to = BufWriter::new(File::create(&job.out)?);
        let mut line = String::new();
        for row in array.rows() {
            line.clear();
            for (idx, value) in row.iter().enumerate() {
                line.push_str(if idx == 0 { "" } else { "," });
                general(&mut line, *value, 18)?;
            }
            line.push('\n');
            to.write_all(line.as_bytes())?;
        }
        Ok(to.flush()?)
    })
}

/// Text that is there already.
fn save_text(job: &Job) -> Outcome<String> {
    let text = fs::read(&job.input)?;
    job.save(|| Ok(File::create(&job.out)?.write_all(&text)?))
}

fn save_serde(job: &Job) -> Outcome<String> {
    let array = raw::load::<f64>(&job.input)?;
    job.save(|| {
        let mut to = WriterBuilder::new().has_headers(false).from_path(&job.out)?;
        for row in array.rows() {
            to.serialize(row.as_slice().ok_or("a row has gaps")?)?;
        }
        Ok(to.flush()?)
    })
}
