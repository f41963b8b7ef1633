//! The mean of each year, as CSV with names: `cargo run --example yearly`.

use std::{collections::BTreeMap, io};

use latio::{
    Axis, Csv, Format, NdArray,
    ndarray::{Array2, Axis as Dim},
};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/co2.csv");

fn main() -> latio::Result<()> {
    let co2: Array2<f64> = latio::load_csv(DATA)?;
    let names = Axis::new("column").with_labels(["year", "CO2 (ppm)"]);
    let means = NdArray::from(means(&co2)).with_axes(vec![Axis::new("year"), names])?;
    Csv::new().header(false).names(true).fmt_columns(["%d", "%.2f"])?.write(io::stdout(), &means)
}

/// A row for each year: the year, and the mean over its weeks.
fn means(co2: &Array2<f64>) -> Array2<f64> {
    let mut years: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
    for row in co2.axis_iter(Dim(0)) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a year")]
        let (sum, weeks) = years.entry(row[0] as u32).or_default();
        (*sum, *weeks) = (*sum + row[1], *weeks + 1.0);
    }
    let rows: Vec<_> = years.into_iter().map(|(year, (sum, n))| [year.into(), sum / n]).collect();
    Array2::from(rows)
}
