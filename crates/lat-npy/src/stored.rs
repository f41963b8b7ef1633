//! The element types as bytes of a file.

use bytemuck::{allocation::cast_vec, cast_slice};
use lat_core::{Complex, Element, Result, f16};
use zerocopy::{FromBytes, FromZeros, Immutable, IntoBytes, TryFromBytes};

use crate::data::Body;

/// A number that any bytes are a value of. What is swapped is one of these.
pub(crate) trait Part: FromBytes + IntoBytes + FromZeros + Immutable {}
impl<T: FromBytes + IntoBytes + FromZeros + Immutable> Part for T {}

/// An element whose bytes in memory are those in a file.
pub(crate) trait Stored: Element {
    /// Reads `len` elements.
    fn read(from: &mut Body<'_>, len: usize) -> Result<Vec<Self>>;

    /// One element, if its bytes are valid.
    fn of_bytes(bytes: &[u8]) -> Option<Self>;

    /// The bytes of elements.
    fn as_bytes(elements: &[Self]) -> &[u8];
}

macro_rules! impl_stored_by_zerocopy {
    ($($type:ty: $read:ident)*) => {$(
        impl Stored for $type {
            fn read(from: &mut Body<'_>, len: usize) -> Result<Vec<Self>> {
                from.$read(len)
            }
            fn of_bytes(bytes: &[u8]) -> Option<Self> {
                Self::try_read_from_bytes(bytes).ok()
            }
            fn as_bytes(elements: &[Self]) -> &[u8] {
                elements.as_bytes()
            }
        }
    )*};
}
impl_stored_by_zerocopy! {
    bool: bools
    i8: parts i16: parts i32: parts i64: parts
    u8: parts u16: parts u32: parts u64: parts
    f16: parts f32: parts f64: parts
}

macro_rules! impl_stored_by_parts {
    ($($part:ty)*) => {$(
        impl Stored for Complex<$part> {
            fn read(from: &mut Body<'_>, len: usize) -> Result<Vec<Self>> {
                // Two parts have the alignment of one, and there is an even number of them.
                from.parts::<$part>(2 * len).map(cast_vec)
            }
            fn of_bytes(bytes: &[u8]) -> Option<Self> {
                let (re, im) = bytes.split_at(size_of::<$part>());
                Some(Self::new(<$part>::of_bytes(re)?, <$part>::of_bytes(im)?))
            }
            fn as_bytes(elements: &[Self]) -> &[u8] {
                cast_slice::<_, $part>(elements).as_bytes()
            }
        }
    )*};
}
impl_stored_by_parts! { f32 f64 }
