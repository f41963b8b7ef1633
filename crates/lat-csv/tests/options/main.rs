#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]
//! Every row of the table of options in `docs/formats.md`: what is read and what is written, worked
//! out by hand.

mod layout;
mod values;

use lat_csv::{Csv, Error, Format, NdArray, NdArrayView};

#[track_caller]
pub(crate) fn read<A: lat_csv::FromArray>(csv: &Csv, text: &str) -> A {
    csv.read(text.as_bytes()).unwrap_or_else(|err| panic!("{text:?}: {err}"))
}

pub(crate) fn error(csv: &Csv, text: &str) -> Error {
    csv.read::<NdArray>(text.as_bytes()).unwrap_err()
}

pub(crate) fn written<'a>(csv: &Csv, array: impl Into<NdArrayView<'a>>) -> String {
    let mut out = Vec::new();
    csv.write(&mut out, array).unwrap();
    String::from_utf8(out).unwrap()
}

pub(crate) fn bare() -> Csv {
    Csv::new().header(false)
}
