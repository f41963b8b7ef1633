#![no_main]
//! Any floats, written and read again.

use latio::{Csv, Format, Json, Npy, Text};
use latio_fuzz::{assert_same, floats, read, shaped, written};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let values = floats(bytes);
    if values.is_empty() {
        return;
    }
    let exact = shaped(values.clone());
    assert_same(&read(&Npy::new(), &written(&Npy::new(), &exact).unwrap()).unwrap(), &exact);
    // Text knows one NaN.
    let usual = values.iter().map(|it| if it.is_nan() { f64::NAN } else { *it }).collect();
    let usual = shaped(usual);
    let formats: [&dyn Format; 2] = [&Csv::new(), &Json::new()];
    for format in formats {
        assert_same(&read(format, &written(format, &usual).unwrap()).unwrap(), &usual);
    }
    // Nor does it tell whole floats from integers, or a row of one from a column.
    let text = written(&Text::new(), &usual).unwrap();
    let again = Text::new().read::<latio::NdArray>(&text[..]).unwrap();
    assert_eq!(again.len(), usual.len());
});
