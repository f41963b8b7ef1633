//! Several threads write what one writes.
#![expect(clippy::cast_precision_loss, reason = "small numbers")]

use lat_csv::{
    Csv, Format,
    ndarray::{Array, Array2},
};

fn written(csv: &Csv, array: &Array2<f64>) -> Vec<u8> {
    let mut out = Vec::new();
    csv.write(&mut out, array).expect("a Vec takes all");
    out
}

#[test]
fn the_same_bytes() {
    // More than a part for each thread, and a part that ends within a row.
    let long = Array::from_shape_fn((20_003, 7), |(row, column)| row as f64 / 3.0 + column as f64);
    let wide = Array::from_shape_fn((3, 50_001), |(row, column)| (column * 3 + row) as f64 * 0.1);
    for array in [&long, &wide] {
        for csv in [Csv::new(), Csv::new().delimiter("; ").unwrap().decimal_comma(true).crlf(true)]
        {
            let one = written(&csv.clone().threads(1), array);
            assert!(one.split(|it| *it == b'\n').count() == array.nrows() + 2);
            for threads in [2, 3, 8] {
                assert!(written(&csv.clone().threads(threads), array) == one, "{threads} threads");
            }
        }
    }
}

#[test]
fn the_first_error() {
    let array = Array::from_shape_fn((150_000, 1), |(row, _)| {
        row as f64 + if row < 140_000 { 0.0 } else { 0.5 }
    });
    for threads in [1, 2, 5] {
        let csv = Csv::new().fmt("%d").unwrap().threads(threads);
        let err = csv.write(std::io::sink(), &array).unwrap_err();
        assert!(err.to_string().contains("140000.5"), "{err}");
    }
}
