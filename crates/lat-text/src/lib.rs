#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![doc = include_str!("../README.md")]

mod dialect;
mod format;

use std::{
    io::{Read, Write},
    path::Path,
};

pub use format::{Text, TextChunks, TextWriter};
pub use lat_core::{
    self, Axis, Complex, DType, Element, Error, ErrorKind, Format, FromArray, NdArray, NdArrayView,
    Position, Result, f16, ndarray,
    table::{Column, Limits},
};

/// Loads the array in a text file, as [`Text::new`] reads it.
///
/// The result is an [`NdArray`], or an [`ndarray::Array`] of an element type and rank.
pub fn load_text<A: FromArray>(path: impl AsRef<Path>) -> Result<A> {
    Text::new().load(path)
}

/// Saves an array to a text file, as [`Text::new`] writes it. The file is replaced whole, or not
/// at all.
pub fn save_text<'a>(path: impl AsRef<Path>, array: impl Into<NdArrayView<'a>>) -> Result<()> {
    Text::new().save(path, array)
}

/// Reads an array from text, as [`Text::new`] does.
///
/// ```
/// use lat_text::{ndarray::{Array1, array}, read_text};
///
/// let a: Array1<f64> = read_text("1.5 nan 3 # three values\n".as_bytes())?;
/// assert_eq!(a[0], 1.5);
/// # Ok::<(), lat_text::Error>(())
/// ```
pub fn read_text<A: FromArray>(from: impl Read) -> Result<A> {
    Text::new().read(from)
}

/// Writes an array as text, as [`Text::new`] does.
///
/// ```
/// use lat_text::{ndarray::array, write_text};
///
/// let mut out = Vec::new();
/// write_text(&mut out, &array![[1.5, 2.0], [0.25, -3.0]])?;
/// assert_eq!(out, b"1.5 2\n0.25 -3\n");
/// # Ok::<(), lat_text::Error>(())
/// ```
pub fn write_text<'a>(to: impl Write, array: impl Into<NdArrayView<'a>>) -> Result<()> {
    Text::new().write(to, array)
}
