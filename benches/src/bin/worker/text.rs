//! Text with blanks between values.

use std::{
    fs::File,
    io::{BufRead, BufReader},
};

use lat_text::{Format, Text};
use latio_benches::{Outcome, raw};
use ndarray::Array2;

use crate::{Job, Task};

pub(super) const TASKS: &[(&str, Task)] = &[
    ("latio.text.load", load_latio),
    ("split.text.load", load_split),
    ("latio.text.save", save_latio),
];

fn latio(job: &Job) -> Text {
    Text::new().threads(job.threads)
}

fn load_latio(job: &Job) -> Outcome<String> {
    let work = || Ok(latio(job).load::<Array2<f64>>(&job.input)?);
    job.load_array(work)
}

/// Lines, blanks and `str::parse`.
fn load_split(job: &Job) -> Outcome<String> {
    let work = || {
        let mut from = BufReader::new(File::open(&job.input)?);
        let (mut line, mut values, mut rows) = (String::new(), Vec::new(), 0);
        while from.read_line(&mut line)? > 0 {
            for field in line.split_ascii_whitespace() {
                values.push(field.parse::<f64>()?);
            }
            rows += 1;
            line.clear();
        }
        let columns = values.len().checked_div(rows).unwrap_or(0);
        Ok(Array2::from_shape_vec((rows, columns), values)?)
    };
    job.load_array(work)
}

fn save_latio(job: &Job) -> Outcome<String> {
    let array = raw::load::<f64>(&job.input)?;
    job.save(|| Ok(latio(job).save(&job.out, &array)?))
}
