//! JSON.

use std::{
    fs::{self, File},
    io::{BufWriter, Write},
};

use lat_json::{Format, FromArray, Json};
use latio_benches::{
    Outcome, raw,
    sum::{Bits, Sum},
};
use ndarray::Array2;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sonic_rs::writer::BufferedWriter;

use crate::{Job, Task};

pub(super) const TASKS: &[(&str, Task)] = &[
    ("latio.json.load.f64", load_latio::<f64>),
    ("latio.json.load.i64", load_latio::<i64>),
    ("serde_json.json.load.f64", load_serde::<f64>),
    ("serde_json.json.load.i64", load_serde::<i64>),
    ("sonic-rs.json.load.f64", load_sonic::<f64>),
    ("sonic-rs.json.load.i64", load_sonic::<i64>),
    ("simd-json.json.load.f64", load_simd::<f64>),
    ("simd-json.json.load.i64", load_simd::<i64>),
    ("latio.json.save", |job| save_latio(job, &Json::new())),
    ("latio.json.save.compact", |job| save_latio(job, &Json::new().compact(true))),
    ("serde_json.json.save", save_serde),
    ("sonic-rs.json.save", save_sonic),
];

/// The document, as the peers take and give it.
#[derive(Debug, Deserialize, Serialize)]
struct Document<T> {
    data: Vec<Vec<T>>,
}

impl<T: Bits> Document<T> {
    fn sum(&self) -> u64 {
        Sum::of(self.data.iter().flatten().copied())
    }
}

fn load_latio<T: Bits>(job: &Job) -> Outcome<String>
where
    Array2<T>: FromArray,
{
    let work = || Ok(Json::new().load::<Array2<T>>(&job.input)?);
    job.load_array(work)
}

/// From a slice, which is its fastest way.
fn load_serde<T: Bits + DeserializeOwned>(job: &Job) -> Outcome<String> {
    let work = || Ok(serde_json::from_slice::<Document<T>>(&fs::read(&job.input)?)?);
    job.load(work, |it| Ok(it.sum()))
}

fn load_sonic<T: Bits + DeserializeOwned>(job: &Job) -> Outcome<String> {
    let work = || Ok(sonic_rs::from_slice::<Document<T>>(&fs::read(&job.input)?)?);
    job.load(work, |it| Ok(it.sum()))
}

fn load_simd<T: Bits + DeserializeOwned>(job: &Job) -> Outcome<String> {
    let work = || {
        let mut bytes = fs::read(&job.input)?;
        Ok(simd_json::from_slice::<Document<T>>(&mut bytes)?)
    };
    job.load(work, |it| Ok(it.sum()))
}

fn save_latio(job: &Job, json: &Json) -> Outcome<String> {
    let array = raw::load::<f64>(&job.input)?;
    job.save(|| Ok(json.save(&job.out, &array)?))
}

fn document(job: &Job) -> Outcome<Document<f64>> {
    let array = raw::load::<f64>(&job.input)?;
    Ok(Document { data: array.rows().into_iter().map(|it| it.to_vec()).collect() })
}

fn save_serde(job: &Job) -> Outcome<String> {
    let document = document(job)?;
    job.save(|| {
        let mut to = BufWriter::with_capacity(1 << 16, File::create(&job.out)?);
        serde_json::to_writer(&mut to, &document)?;
        Ok(to.flush()?)
    })
}

fn save_sonic(job: &Job) -> Outcome<String> {
    let document = document(job)?;
    job.save(|| {
        let mut to =
            BufferedWriter::new(BufWriter::with_capacity(1 << 16, File::create(&job.out)?));
        sonic_rs::to_writer(&mut to, &document)?;
        Ok(to.flush()?)
    })
}
