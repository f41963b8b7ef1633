#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
//! N-dimensional arrays in and out of `NumPy`'s `.npy` files: whole, in parts, or mapped.
//!
//! ```text
//! load:  bytes ──header (Python literal)──▶ dtype, order, shape ──checked against the file's size──▶ Vec<T>, read into ──▶ NdArray
//! save:  NdArrayView ──header, padded to 64 bytes──▶ bytes ──▶ its elements, whole or gathered in blocks
//! ```
//!
//! Not here: text formats, compression of single files, and Python objects, which are never
//! unpickled.
//!
//! ```
//! use lat_npy::{Format, Npy, Order, load_npy, ndarray::{Array2, array, s}, save_npy};
//!
//! fn main() -> Result<(), lat_npy::Error> {
//!     let dir = std::env::temp_dir().join(format!("lat-npy-{}", std::process::id()));
//!     std::fs::create_dir_all(&dir)?;
//!     let path = dir.join("a.npy");
//!
//!     let a = array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
//!     save_npy(&path, &a)?;
//!     let back: Array2<f64> = load_npy(&path)?;
//!     assert_eq!(back, a);
//!
//!     // Any view is saved, in any order, and the header is read without the rest.
//!     Npy::new().order(Order::Fortran).save(&path, a.slice(s![.., ..;2]))?;
//!     let header = Npy::header(&path)?;
//!     assert!(header.is_fortran() && header.shape() == [2, 2]);
//!
//!     std::fs::remove_dir_all(&dir)?;
//!     Ok(())
//! }
//! ```

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

use std::{
    io::{Read, Write},
    path::Path,
};

pub use lat_core::{
    self, Axis, Complex, DType, Element, Error, ErrorKind, Format, FromArray, NdArray, NdArrayView,
    Position, Result, f16, ndarray,
};

mod data;
mod fields;
mod header;
mod literal;
#[cfg(feature = "mmap")]
mod map;
mod npy;
#[cfg(feature = "npz")]
mod npz;
mod reader;
mod stored;
mod write;
mod writer;

#[cfg(feature = "mmap")]
pub use crate::map::{MapElement, NpyMap, NpyMapMut};
#[cfg(feature = "npz")]
pub use crate::npz::{Npz, NpzReader, NpzWriter, load_npz, save_npz};
pub use crate::{
    header::{
        Header,
        descr::{ByteOrder, Descr, Field, TimeUnit},
        fault::{HeaderFault, Stage},
    },
    npy::{Npy, Order},
    reader::NpyReader,
    writer::NpyWriter,
};

/// Loads the array in a `.npy` file: see [`Format::load`].
pub fn load_npy<A: FromArray>(path: impl AsRef<Path>) -> Result<A> {
    Npy::new().load(path)
}

/// Saves an array to a `.npy` file, which is replaced whole or not at all: see [`Format::save`].
pub fn save_npy<'a>(path: impl AsRef<Path>, array: impl Into<NdArrayView<'a>>) -> Result<()> {
    Npy::new().save(path, array)
}

/// Reads one array, and nothing of what follows it: see [`Npy::read_next`] for several.
pub fn read_npy<A: FromArray>(from: impl Read) -> Result<A> {
    Npy::new().allow_trailing(true).read(from)
}

/// Writes an array: see [`Format::write`].
pub fn write_npy<'a>(to: impl Write, array: impl Into<NdArrayView<'a>>) -> Result<()> {
    Npy::new().write(to, array)
}
