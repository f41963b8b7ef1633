#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
//! Arrays in and out of files, whatever their format: CSV, JSON, text, NumPy's.
//!
//! ```text
//! path ──content, or extension──▶ Format ──▶ NdArray ──▶ ndarray::Array<T, D>
//! ```
//!
//! [`load`] and [`save`] pick the format; a format's own type ([`Csv`], [`Json`], [`Npy`],
//! [`Text`]) has its options, and its own crate if nothing else is needed. Not here: arrays of
//! text or of several types, and any computing.
//!
//! ```
//! use latio::{DType, NdArray, ndarray::{Array2, array}};
//!
//! # let dir = std::env::temp_dir().join(format!("latio-{}", std::process::id()));
//! # std::fs::create_dir_all(&dir)?;
//! # #[cfg(all(feature = "csv", feature = "npy"))] {
//! let (csv, npy) = (dir.join("a.csv"), dir.join("a.npy"));
//! latio::save(&csv, &array![[1.5, 2.0], [0.1, -3.0]])?;
//!
//! let a: NdArray = latio::load(&csv)?;
//! assert_eq!((a.dtype(), a.shape()), (DType::F64, &[2, 2][..]));
//! latio::save(&npy, &a)?;
//!
//! let b: Array2<f64> = latio::load(&npy)?;
//! assert_eq!(b[[1, 0]], 0.1);
//! # }
//! # std::fs::remove_dir_all(&dir)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod compress;
mod formats;
mod load;
mod save;
mod slice;

pub use lat_core::{
    self, Axis, Casting, Complex, DType, DTypeKind, Element, Error, ErrorKind, Format, FromArray,
    NdArray, NdArrayView, Position, Result, Scalar, Show, Source, Values, ViewValues, Want, f16,
    ndarray,
};
#[cfg(feature = "csv")]
pub use lat_csv::{self as csv, Csv, load_csv, read_csv, save_csv, write_csv};
#[cfg(feature = "json")]
pub use lat_json::{self as json, Json, load_json, read_json, save_json, write_json};
#[cfg(feature = "npz")]
pub use lat_npy::Npz;
#[cfg(feature = "npy")]
pub use lat_npy::{self as npy, Npy, load_npy, read_npy, save_npy, write_npy};
#[cfg(feature = "text")]
pub use lat_text::{self as text, Text, load_text, read_text, save_text, write_text};

pub use crate::{
    compress::Compression,
    formats::{FORMATS, format_named, format_of, format_of_content},
    load::{load, load_with, read_with},
    save::{save, save_with, write_with},
    slice::Slice,
};
