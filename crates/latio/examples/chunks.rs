//! The least and the greatest value of a file that need not fit into memory, a hundred rows at a
//! time: `cargo run --example chunks`.

#![expect(clippy::print_stdout, reason = "a program to be looked at")]

use std::fs::File;

use latio::{Csv, DType, ndarray::Array2};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/co2.csv");

fn main() -> latio::Result<()> {
    let csv = Csv::new().columns([1]).dtype(DType::F64);
    let (mut weeks, mut least, mut greatest) = (0, f64::INFINITY, f64::NEG_INFINITY);
    for chunk in csv.chunks(File::open(DATA)?, 100)? {
        let ppm: Array2<f64> = chunk?.try_into()?;
        weeks += ppm.len();
        least = ppm.iter().copied().fold(least, f64::min);
        greatest = ppm.iter().copied().fold(greatest, f64::max);
    }
    println!("{weeks} weeks: {least} to {greatest} ppm of CO2");
    Ok(())
}
