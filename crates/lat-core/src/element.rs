//! Rust types that may be array elements, and the one value they all convert through.

use std::fmt;

use ::half::f16;
use ndarray::{ArrayD, ArrayViewD};
use num_complex::Complex;

use crate::{DType, Values, ViewValues, collect::Vecs, half::nearest};

/// A Rust type that may be an array's element. Implemented for the types of [`DType`] alone.
pub trait Element:
    sealed::Sealed + Copy + Default + PartialEq + fmt::Debug + fmt::Display + Send + Sync + 'static
{
    /// The name of this type at run time.
    const DTYPE: DType;

    /// This value in the form that conversions go through.
    fn to_scalar(self) -> Scalar;

    /// The value of this type nearest to `scalar`: floats may round, nothing else may change.
    ///
    /// `None` if there is no such value: a fraction or a number out of range for an integer, a
    /// finite number that would become infinite, an imaginary part that would be lost.
    fn from_scalar(scalar: Scalar) -> Option<Self>;

    #[doc(hidden)]
    fn wrap(array: ArrayD<Self>) -> Values;
    #[doc(hidden)]
    fn unwrap(values: Values) -> Result<ArrayD<Self>, Values>;
    #[doc(hidden)]
    fn wrap_view(view: ArrayViewD<'_, Self>) -> ViewValues<'_>;
    #[doc(hidden)]
    fn peek<'a, 'v>(values: &'v ViewValues<'a>) -> Option<&'v ArrayViewD<'a, Self>>;
    #[doc(hidden)]
    fn wrap_vec(vec: Vec<Self>) -> Vecs;
    #[doc(hidden)]
    fn peek_vec(vecs: &mut Vecs) -> Option<&mut Vec<Self>>;
}

/// One element of any type, widened to the largest type of its kind.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Scalar {
    Bool(bool),
    Int(i64),
    /// Only for integers past [`i64::MAX`].
    UInt(u64),
    Float(f64),
    Complex(Complex<f64>),
}

impl Scalar {
    /// Whether both stand for the same number. NaN is the same as NaN, and -0.0 as 0.0.
    pub fn same_number(self, other: Self) -> bool {
        match (self.exact(), other.exact()) {
            (Exact::Int(a), Exact::Int(b)) => a == b,
            (Exact::Parts(a), Exact::Parts(b)) => same(a.re, b.re) && same(a.im, b.im),
            (Exact::Int(_), Exact::Parts(_)) | (Exact::Parts(_), Exact::Int(_)) => false,
        }
    }

    /// Whole numbers below 2^100 as integers, the rest as floats.
    fn exact(self) -> Exact {
        match self {
            Self::Bool(it) => Exact::Int(it.into()),
            Self::Int(it) => Exact::Int(it.into()),
            Self::UInt(it) => Exact::Int(it.into()),
            Self::Float(it) => Self::Complex(it.into()).exact(),
            Self::Complex(it) if it.im == 0.0 && it.re.fract() == 0.0 && it.re.abs() < 1e30 =>
            {
                #[expect(clippy::cast_possible_truncation, reason = "whole, and below 2^100")]
                Exact::Int(it.re as i128)
            }
            Self::Complex(it) => Exact::Parts(it),
        }
    }
}

enum Exact {
    Int(i128),
    Parts(Complex<f64>),
}

#[expect(clippy::float_cmp, reason = "the same number, not a near one")]
fn same(a: f64, b: f64) -> bool {
    a == b || (a.is_nan() && b.is_nan())
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(it) => it.fmt(f),
            Self::Int(it) => it.fmt(f),
            Self::UInt(it) => it.fmt(f),
            Self::Float(it) => write!(f, "{it:?}"),
            Self::Complex(it) => write!(f, "({:?}{:+?}j)", it.re, it.im),
        }
    }
}

macro_rules! impl_from {
    ($($type:ty => $Variant:ident)*) => {$(
        impl From<$type> for Scalar {
            fn from(it: $type) -> Self {
                Self::$Variant(it.into())
            }
        }
    )*};
}
impl_from! { bool => Bool i32 => Int i64 => Int f32 => Float f64 => Float Complex<f64> => Complex }

mod sealed {
    pub trait Sealed {}
}

/// The two conversions that differ from kind to kind.
trait Convert: Sized {
    fn to_scalar(self) -> Scalar;
    fn from_scalar(scalar: Scalar) -> Option<Self>;
}

macro_rules! impl_element {
    (() $(($Variant:ident, $type:ty, $name:literal, $numpy:tt))*) => {$(
        impl sealed::Sealed for $type {}
        impl Element for $type {
            const DTYPE: DType = DType::$Variant;

            fn to_scalar(self) -> Scalar {
                Convert::to_scalar(self)
            }
            fn from_scalar(scalar: Scalar) -> Option<Self> {
                Convert::from_scalar(scalar)
            }
            fn wrap(array: ArrayD<Self>) -> Values {
                Values::$Variant(array)
            }
            fn unwrap(values: Values) -> Result<ArrayD<Self>, Values> {
                match values {
                    Values::$Variant(array) => Ok(array),
                    other => Err(other),
                }
            }
            fn wrap_view(view: ArrayViewD<'_, Self>) -> ViewValues<'_> {
                ViewValues::$Variant(view)
            }
            fn peek<'a, 'v>(values: &'v ViewValues<'a>) -> Option<&'v ArrayViewD<'a, Self>> {
                match values {
                    ViewValues::$Variant(view) => Some(view),
                    _ => None,
                }
            }
            fn wrap_vec(vec: Vec<Self>) -> Vecs {
                Vecs::$Variant(vec)
            }
            fn peek_vec(vecs: &mut Vecs) -> Option<&mut Vec<Self>> {
                match vecs {
                    Vecs::$Variant(vec) => Some(vec),
                    _ => None,
                }
            }
        }
    )*};
}
crate::__dtypes! { [impl_element] () }

impl Convert for bool {
    fn to_scalar(self) -> Scalar {
        Scalar::Bool(self)
    }
    fn from_scalar(scalar: Scalar) -> Option<Self> {
        match scalar {
            Scalar::Bool(it) => Some(it),
            other => match <u8 as Convert>::from_scalar(other)? {
                0 => Some(false),
                1 => Some(true),
                _ => None,
            },
        }
    }
}

macro_rules! impl_convert_int {
    ($($type:ty)*) => {$(
        impl Convert for $type {
            fn to_scalar(self) -> Scalar {
                match i64::try_from(self) {
                    Ok(it) => Scalar::Int(it),
                    Err(_) => Scalar::UInt(u64::try_from(self).expect("past i64::MAX")),
                }
            }
            fn from_scalar(scalar: Scalar) -> Option<Self> {
                match scalar.exact() {
                    Exact::Int(it) => it.try_into().ok(),
                    Exact::Parts(_) => None,
                }
            }
        }
    )*};
}
impl_convert_int! { i8 i16 i32 i64 u8 u16 u32 u64 }

/// A float type, by its conversions from the types of [`Scalar`].
trait Float: Copy + Sized {
    fn to_f64(self) -> f64;
    fn of_i64(it: i64) -> Self;
    fn of_u64(it: u64) -> Self;
    fn of_f64(it: f64) -> Self;
    fn is_infinite(self) -> bool;
}

macro_rules! impl_float {
    ($($type:ty, $round:expr;)*) => {$(
        #[expect(clippy::cast_precision_loss, reason = "rounding to the nearest is what is asked for")]
        impl Float for $type {
            fn to_f64(self) -> f64 { self.into() }
            fn of_i64(it: i64) -> Self { it as Self }
            fn of_u64(it: u64) -> Self { it as Self }
            fn of_f64(it: f64) -> Self { $round(it) }
            fn is_infinite(self) -> bool { self.is_infinite() }
        }
    )*};
}
impl_float! { f32, round; f64, std::convert::identity; }

#[expect(clippy::cast_possible_truncation, reason = "rounding to the nearest is what is asked for")]
fn round(it: f64) -> f32 {
    it as f32
}

#[expect(clippy::cast_precision_loss, reason = "past 65504 all of them are infinite")]
impl Float for f16 {
    fn to_f64(self) -> f64 {
        self.to_f64()
    }
    fn of_i64(it: i64) -> Self {
        nearest(it as f64)
    }
    fn of_u64(it: u64) -> Self {
        nearest(it as f64)
    }
    fn of_f64(it: f64) -> Self {
        nearest(it)
    }
    fn is_infinite(self) -> bool {
        self.is_infinite()
    }
}

/// The float nearest to a real number, unless a finite one would become infinite.
fn real<F: Float>(scalar: Scalar) -> Option<F> {
    match scalar {
        Scalar::Bool(it) => Some(F::of_u64(it.into())),
        Scalar::Int(it) => Some(F::of_i64(it)).filter(|it| !it.is_infinite()),
        Scalar::UInt(it) => Some(F::of_u64(it)).filter(|it| !it.is_infinite()),
        Scalar::Float(it) => part(it),
        Scalar::Complex(it) if it.im == 0.0 => part(it.re),
        Scalar::Complex(_) => None,
    }
}

fn part<F: Float>(it: f64) -> Option<F> {
    Some(F::of_f64(it)).filter(|new| !new.is_infinite() || it.is_infinite())
}

macro_rules! impl_convert_float {
    ($($type:ty)*) => {$(
        impl Convert for $type {
            fn to_scalar(self) -> Scalar {
                Scalar::Float(Float::to_f64(self))
            }
            fn from_scalar(scalar: Scalar) -> Option<Self> {
                real(scalar)
            }
        }
    )*};
}
impl_convert_float! { f16 f32 f64 }

macro_rules! impl_convert_complex {
    ($($type:ty)*) => {$(
        impl Convert for Complex<$type> {
            fn to_scalar(self) -> Scalar {
                Scalar::Complex(Complex::new(self.re.into(), self.im.into()))
            }
            fn from_scalar(scalar: Scalar) -> Option<Self> {
                match scalar {
                    Scalar::Complex(it) => Some(Self::new(part(it.re)?, part(it.im)?)),
                    other => real(other).map(|re| Self::new(re, 0.0)),
                }
            }
        }
    )*};
}
impl_convert_complex! { f32 f64 }
