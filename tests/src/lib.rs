#![forbid(unsafe_code)]
//! What the tests share: arrays to and from the plain bytes of their elements.

use std::{
    io::{self, Read},
    path::{Path, PathBuf},
};

use lat_core::{
    Complex, DType, Element, NdArray, NdArrayView, dispatch, f16,
    ndarray::{ArrayD, ShapeBuilder},
};

/// The programs of the project's pages, which are run as they stand.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../README.md")]
    struct Readme;
    #[doc = include_str!("../../docs/cookbook.md")]
    struct Cookbook;
    #[doc = include_str!("../../crates/latio/README.md")]
    struct Latio;
    #[doc = include_str!("../../crates/lat-core/README.md")]
    struct Core;
}

/// A file or directory of the tests' data.
pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name)
}

/// An array whose elements lie in `bytes`, little-endian and in C order, and in Fortran order in
/// memory if `fortran`.
///
/// # Panics
///
/// If there are not as many bytes as the elements have.
pub fn array(dtype: DType, shape: &[usize], fortran: bool, bytes: &[u8]) -> NdArray {
    dispatch!(dtype, T => typed_array::<T>(shape, fortran, bytes).into())
}

fn typed_array<T: Plain>(shape: &[usize], fortran: bool, bytes: &[u8]) -> ArrayD<T> {
    assert_eq!(
        bytes.len(),
        shape.iter().product::<usize>() * size_of::<T>(),
        "bytes for {shape:?}"
    );
    let all = bytes.chunks_exact(size_of::<T>()).map(T::from_le).collect();
    let array = ArrayD::from_shape_vec(shape, all).expect("as many as the shape holds");
    let mut placed = ArrayD::default(array.raw_dim().set_f(fortran));
    placed.assign(&array);
    placed
}

/// The bytes of the elements, little-endian and in C order.
///
/// # Panics
///
/// Never: the element type is matched on.
pub fn bytes(array: &NdArrayView<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    dispatch!(array.dtype(), T => {
        array.typed::<T>().expect("matched on dtype").iter().for_each(|it| it.put_le(&mut out));
    });
    out
}

/// The same bytes, but that every NaN is the usual one: text does not tell them apart.
///
/// # Panics
///
/// Never: the element type is matched on.
pub fn bytes_but_nan(array: &NdArrayView<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    dispatch!(array.dtype(), T => {
        let all = array.typed::<T>().expect("matched on dtype").iter();
        all.for_each(|it| it.usual_nan().put_le(&mut out));
    });
    out
}

/// An element that is known by its bytes.
trait Plain: Element {
    fn from_le(bytes: &[u8]) -> Self;
    fn put_le(self, out: &mut Vec<u8>);
    fn usual_nan(self) -> Self {
        self
    }
}

macro_rules! impl_plain {
    ($($type:ty)*) => {$(
        impl Plain for $type {
            fn from_le(bytes: &[u8]) -> Self {
                Self::from_le_bytes(bytes.try_into().expect("as long as the type"))
            }
            fn put_le(self, out: &mut Vec<u8>) {
                out.extend(self.to_le_bytes());
            }
        }
    )*};
}
impl_plain! { i8 i16 i32 i64 u8 u16 u32 u64 }

macro_rules! impl_plain_float {
    ($($type:ty)*) => {$(
        impl Plain for $type {
            fn from_le(bytes: &[u8]) -> Self {
                Self::from_le_bytes(bytes.try_into().expect("as long as the type"))
            }
            fn put_le(self, out: &mut Vec<u8>) {
                out.extend(self.to_le_bytes());
            }
            fn usual_nan(self) -> Self {
                if self.is_nan() { Self::NAN } else { self }
            }
        }
    )*};
}
impl_plain_float! { f16 f32 f64 }

impl Plain for bool {
    fn from_le(bytes: &[u8]) -> Self {
        bytes[0] != 0
    }
    fn put_le(self, out: &mut Vec<u8>) {
        out.push(self.into());
    }
}

macro_rules! impl_plain_complex {
    ($($type:ty)*) => {$(
        impl Plain for Complex<$type> {
            fn from_le(bytes: &[u8]) -> Self {
                let (re, im) = bytes.split_at(size_of::<$type>());
                Self::new(Plain::from_le(re), Plain::from_le(im))
            }
            fn put_le(self, out: &mut Vec<u8>) {
                self.re.put_le(out);
                self.im.put_le(out);
            }
            fn usual_nan(self) -> Self {
                Self::new(self.re.usual_nan(), self.im.usual_nan())
            }
        }
    )*};
}
impl_plain_complex! { f32 f64 }

/// A directory of its own, removed when dropped.
#[derive(Debug)]
pub struct TempDir(PathBuf);

impl TempDir {
    /// A directory that no other test uses, if none shares its name.
    ///
    /// # Panics
    ///
    /// If it cannot be made.
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("latio-tests-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a directory for temporary files");
        Self(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        // Nothing is lost if it stays.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A reader that gives one to seven bytes at a time, and is interrupted in between.
#[derive(Clone, Debug)]
pub struct Trickle<'a> {
    rest: &'a [u8],
    calls: usize,
}

impl<'a> Trickle<'a> {
    /// Gives these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, calls: 0 }
    }
}

impl Read for Trickle<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls % 3 == 0 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = buf.len().min(self.rest.len()).min(1 + self.calls % 7);
        let (now, rest) = self.rest.split_at(len);
        buf[..len].copy_from_slice(now);
        self.rest = rest;
        Ok(len)
    }
}
