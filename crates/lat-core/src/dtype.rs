//! The element types an array may hold, listed once.

use std::{fmt, str::FromStr};

use crate::{Error, ErrorKind};

/// Hands `$then!` its `$args` and the table of element types:
/// variant, Rust type, name, the names `NumPy` has for it.
///
/// This is the only list of element types in the workspace; the rest are made from it.
#[doc(hidden)]
#[macro_export]
macro_rules! __dtypes {
    ([$($then:tt)+] $args:tt) => {
        $($then)+! { $args
            (B1, bool, "b1", ["bool", "bool_"])
            (I8, i8, "i8", ["int8", "byte"])
            (I16, i16, "i16", ["int16", "short"])
            (I32, i32, "i32", ["int32", "intc"])
            (I64, i64, "i64", ["int64", "int"])
            (U8, u8, "u8", ["uint8", "ubyte"])
            (U16, u16, "u16", ["uint16", "ushort"])
            (U32, u32, "u32", ["uint32", "uintc"])
            (U64, u64, "u64", ["uint64", "uint"])
            (F16, $crate::f16, "f16", ["float16", "half"])
            (F32, f32, "f32", ["float32", "single"])
            (F64, f64, "f64", ["float64", "double", "float"])
            (C64, $crate::Complex<f32>, "c64", ["complex64", "csingle"])
            (C128, $crate::Complex<f64>, "c128", ["complex128", "cdouble", "complex"])
        }
    };
}

/// Runs `$body` with `$T` standing for the Rust type that a [`DType`] names.
///
/// ```
/// use lat_core::{DType, dispatch};
///
/// let size = dispatch!(DType::F32, T => size_of::<T>());
/// assert_eq!(size, 4);
/// ```
#[macro_export]
macro_rules! dispatch {
    ($dtype:expr, $T:ident => $body:expr) => {
        $crate::__dtypes! { [$crate::__dispatch] ($dtype, $T => $body) }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __dispatch {
    (($dtype:expr, $T:ident => $body:expr) $(($Variant:ident, $type:ty, $name:literal, $numpy:tt))*) => {
        match $dtype {
            $($crate::DType::$Variant => { type $T = $type; $body })*
        }
    };
}

macro_rules! define_dtype {
    (() $(($Variant:ident, $type:ty, $name:literal, $numpy:tt))*) => {
        /// The type of an array's elements. Names count bits: `i8` is one byte.
        ///
        /// ```
        /// use lat_core::DType;
        ///
        /// assert_eq!("float64".parse::<DType>()?, DType::F64);
        /// assert_eq!("<f8".parse::<DType>()?, DType::F64);
        /// assert_eq!(DType::C64.to_string(), "c64");
        /// assert!("f8".parse::<DType>().is_err()); // one byte of float, or eight?
        /// # Ok::<(), lat_core::Error>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the names say it")]
        pub enum DType { $($Variant),* }

        impl DType {
            /// Every type, in the order of the variants.
            pub const ALL: &[Self] = &[$(Self::$Variant),*];

            /// The type's name in options, messages and files: `b1`, `i64`, `c128`…
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Variant => $name),* }
            }

            /// The names that NumPy has for the type, the usual one first.
            pub const fn numpy_names(self) -> &'static [&'static str] {
                match self { $(Self::$Variant => &$numpy),* }
            }

            /// The size of one element, in bytes.
            pub const fn size(self) -> usize {
                match self { $(Self::$Variant => size_of::<$type>()),* }
            }
        }
    };
}
__dtypes! { [define_dtype] () }

/// What sort of number a type holds, from the poorest to the richest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum DTypeKind {
    Bool,
    Int,
    UInt,
    Float,
    Complex,
}

impl DType {
    /// What sort of number the type holds.
    pub const fn kind(self) -> DTypeKind {
        match self.name().as_bytes()[0] {
            b'b' => DTypeKind::Bool,
            b'i' => DTypeKind::Int,
            b'u' => DTypeKind::UInt,
            b'f' => DTypeKind::Float,
            _ => DTypeKind::Complex,
        }
    }

    /// Whether every value of this type is a value of `wider` too.
    ///
    /// ```
    /// use lat_core::DType;
    ///
    /// assert!(DType::I32.fits(DType::F64));
    /// assert!(!DType::I64.fits(DType::F64)); // 2^53 + 1 is no f64
    /// ```
    pub const fn fits(self, wider: Self) -> bool {
        let (from, to) = (self.digits(), wider.digits());
        match (self.kind(), wider.kind()) {
            (DTypeKind::Bool, _) => true,
            (_, DTypeKind::Bool)
            | (DTypeKind::Float, DTypeKind::Int | DTypeKind::UInt)
            | (DTypeKind::Complex, DTypeKind::Int | DTypeKind::UInt | DTypeKind::Float)
            | (DTypeKind::Int, DTypeKind::UInt) => false,
            _ => from <= to,
        }
    }

    /// How many bits of magnitude every value of the type may have.
    const fn digits(self) -> usize {
        let bits = self.size() * 8;
        match self {
            Self::B1 => 1,
            Self::F16 => 11,
            Self::F32 | Self::C64 => 24,
            Self::F64 | Self::C128 => 53,
            Self::I8 | Self::I16 | Self::I32 | Self::I64 => bits - 1,
            Self::U8 | Self::U16 | Self::U32 | Self::U64 => bits,
        }
    }

    /// The type that a NumPy descriptor with a byte-order mark names, such as `<f8`.
    fn from_descr(descr: &str) -> Option<Self> {
        let rest = descr.strip_prefix(['<', '>', '|', '='])?;
        let (letter, bytes) = (rest.get(..1)?, rest.get(1..)?);
        Self::ALL
            .iter()
            .copied()
            .find(|it| it.name().starts_with(letter) && it.size().to_string() == bytes)
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for DType {
    type Err = Error;

    /// Knows this project's names, NumPy's long names (both in any case), and descriptors with a
    /// byte-order mark.
    fn from_str(name: &str) -> Result<Self, Error> {
        let lower = name.to_ascii_lowercase();
        Self::ALL
            .iter()
            .copied()
            .find(|it| it.name() == lower || it.numpy_names().contains(&lower.as_str()))
            .or_else(|| Self::from_descr(name))
            .ok_or_else(|| unknown(name))
    }
}

#[cold]
fn unknown(name: &str) -> Error {
    let known = DType::ALL.iter().map(|it| it.name()).collect::<Vec<_>>().join(", ");
    let shown = crate::error::shorten(name.as_bytes());
    Error::new(ErrorKind::DType, format!("unknown dtype '{shown}'"))
        .with_hint(format!("known are {known}, and NumPy's names such as float64"))
}
