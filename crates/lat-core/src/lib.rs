#![cfg_attr(docsrs, feature(doc_cfg))]
//! The array that every `latio` format reads into and writes from.
//!
//! ```text
//! bytes ──format crate──▶ values in reading order, with brackets ──build──▶ ArrayD<T> ──▶ NdArray
//! ```

pub mod array;
mod axis;
pub mod build;
mod cast;
pub mod collect;
mod dtype;
mod element;
pub mod error;
pub mod format;
mod half;
pub mod read;
pub mod save;
mod show;
mod sys;
#[cfg(feature = "text")]
pub mod table;
#[cfg(feature = "text")]
pub mod text;
mod view;

#[cfg(feature = "mmap")]
pub use crate::sys::{Map, MapMut};
pub use ::half::f16;
pub use ndarray;
pub use num_complex::{self, Complex};

pub use crate::{
    array::{FromArray, NdArray, Values, Want},
    axis::Axis,
    cast::Casting,
    dtype::{DType, DTypeKind},
    element::{Element, Scalar},
    error::{Error, ErrorKind, Position, Result},
    format::{Format, Source},
    show::{Show, Shown},
    sys::advise_huge_pages,
    view::{NdArrayView, ViewValues},
};
