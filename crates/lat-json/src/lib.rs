#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![doc = include_str!("../README.md")]

mod document;
mod doubts;
pub mod embed;
mod envelope;
mod fault;
mod feed;
mod finish;
mod format;
mod guess;
mod input;
mod scan;
mod token;
mod values;
mod write;

use std::{
    io::{Read, Write},
    path::Path,
};

pub use format::{Json, JsonArrays, Limits};
pub use lat_core::{
    self, Axis, Complex, DType, Element, Error, ErrorKind, Format, FromArray, NdArray, NdArrayView,
    Position, Result, f16, ndarray,
};

/// Loads the array in a JSON file, as [`Json::new`] reads it.
///
/// The result is an [`NdArray`], or an [`ndarray::Array`] of an element type and rank:
///
/// ```
/// # let dir = std::env::temp_dir().join(format!("load_json-{}", std::process::id()));
/// # std::fs::create_dir_all(&dir)?;
/// # let path = dir.join("a.json");
/// use lat_json::{DType, NdArray, load_json, ndarray::Array2};
///
/// std::fs::write(&path, r#"{"data": [[1, 2.5], [3, null]]}"#)?;
/// let a: Array2<f32> = load_json(&path)?;
/// let b: NdArray = load_json(&path)?;
/// assert_eq!((a[[0, 1]], b.dtype()), (2.5, DType::F64));
/// # std::fs::remove_dir_all(&dir)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn load_json<A: FromArray>(path: impl AsRef<Path>) -> Result<A> {
    Json::new().load(path)
}

/// Saves an array to a JSON file, as [`Json::new`] writes it. The file is replaced whole, or not
/// at all.
pub fn save_json<'a>(path: impl AsRef<Path>, array: impl Into<NdArrayView<'a>>) -> Result<()> {
    Json::new().save(path, array)
}

/// Reads an array from JSON text, as [`Json::new`] does.
///
/// ```
/// use lat_json::{ndarray::array, ndarray::Array2, read_json};
///
/// let a: Array2<i64> = read_json(r#"{"data": [[1, 2], [3, 4]]}"#.as_bytes())?;
/// assert_eq!(a, array![[1, 2], [3, 4]]);
/// # Ok::<(), lat_json::Error>(())
/// ```
pub fn read_json<A: FromArray>(from: impl Read) -> Result<A> {
    Json::new().read(from)
}

/// Writes an array as JSON text, as [`Json::new`] does.
///
/// ```
/// use lat_json::{ndarray::array, write_json};
///
/// let mut out = Vec::new();
/// write_json(&mut out, &array![[1.5, f64::NAN]])?;
/// let text = r#"{
///   "data": [[1.5, null]],
///   "dtype": "f64",
///   "shape": [1, 2],
///   "axes": ["x0", "x1"]
/// }"#;
/// assert_eq!(out, text.as_bytes());
/// # Ok::<(), lat_json::Error>(())
/// ```
pub fn write_json<'a>(to: impl Write, array: impl Into<NdArrayView<'a>>) -> Result<()> {
    Json::new().write(to, array)
}
