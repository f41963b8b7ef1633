#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![doc = include_str!("../README.md")]

mod dialect;
mod format;
mod header;
mod quoted;

use std::{
    io::{Read, Write},
    path::Path,
};

pub use format::{Csv, CsvChunks, CsvWriter};
pub use lat_core::{
    self, Axis, Complex, DType, Element, Error, ErrorKind, Format, FromArray, NdArray, NdArrayView,
    Position, Result, f16, ndarray,
    table::{Column, Limits},
};

/// Loads the array in a CSV file, as [`Csv::new`] reads it.
///
/// The result is an [`NdArray`], or an [`ndarray::Array`] of an element type and rank:
///
/// ```
/// # let dir = std::env::temp_dir().join(format!("load_csv-{}", std::process::id()));
/// # std::fs::create_dir_all(&dir)?;
/// # let path = dir.join("a.csv");
/// use lat_csv::{DType, NdArray, load_csv, ndarray::Array2};
///
/// std::fs::write(&path, "1,2.5\n3,4\n")?;
/// let a: Array2<f32> = load_csv(&path)?;
/// let b: NdArray = load_csv(&path)?;
/// assert_eq!((a[[0, 1]], b.dtype()), (2.5, DType::F64));
/// # std::fs::remove_dir_all(&dir)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn load_csv<A: FromArray>(path: impl AsRef<Path>) -> Result<A> {
    Csv::new().load(path)
}

/// Saves an array to a CSV file, as [`Csv::new`] writes it. The file is replaced whole, or not
/// at all.
pub fn save_csv<'a>(path: impl AsRef<Path>, array: impl Into<NdArrayView<'a>>) -> Result<()> {
    Csv::new().save(path, array)
}

/// Reads an array from CSV text, as [`Csv::new`] does.
///
/// ```
/// use lat_csv::{ndarray::array, ndarray::Array2, read_csv};
///
/// let a: Array2<i64> = read_csv("1,2\n3,4\n".as_bytes())?;
/// assert_eq!(a, array![[1, 2], [3, 4]]);
/// # Ok::<(), lat_csv::Error>(())
/// ```
pub fn read_csv<A: FromArray>(from: impl Read) -> Result<A> {
    Csv::new().read(from)
}

/// Writes an array as CSV text, as [`Csv::new`] does.
///
/// ```
/// use lat_csv::{ndarray::array, write_csv};
///
/// let mut out = Vec::new();
/// write_csv(&mut out, &array![[1.5, 2.0], [0.1, -3.0]])?;
/// assert_eq!(out, b"# shape=(2, 2), dtype=f64\n1.5,2\n0.100000000000000006,-3\n");
/// # Ok::<(), lat_csv::Error>(())
/// ```
pub fn write_csv<'a>(to: impl Write, array: impl Into<NdArrayView<'a>>) -> Result<()> {
    Csv::new().write(to, array)
}
