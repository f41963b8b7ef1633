//! What every element type can do in text.

use super::{
    Spec, boolean, complex, int,
    print::{RealDigits, print_complex, print_int, print_real, print_shortest, real_digits},
    real,
};
use crate::{Complex, Element, Result, Scalar, f16};

/// An [`Element`] as text spells it.
pub trait TextElement: Element {
    /// Reads the number that starts at `block[at]`, and says where it ends: at the first byte
    /// that is no part of it.
    ///
    /// Knows the usual spellings only: `None` stands for anything else, a number or not. It is for
    /// the caller to see that what follows is a delimiter or a line end, and to
    /// [parse](Self::parse) the field if not, for `1` is all that is scanned of `1_000`.
    ///
    /// Floats may have a sign, no digit on one side of the point, an exponent letter `e` or `d`,
    /// and may be `nan`, `inf` or `infinity`: more than JSON allows. Integers are digits after a
    /// sign or none, but not `-0`, which only floats have. Complex numbers are `re+imj`, in
    /// parentheses or not.
    ///
    /// ```
    /// use lat_core::text::TextElement;
    ///
    /// assert_eq!(f64::scan(b"1.5,2.5\n", 4), Some((2.5, 7)));
    /// assert_eq!(i64::scan(b"1.5,2.5\n", 4), Some((2, 5)));
    /// assert_eq!(u8::scan(b"300", 0), None);
    /// ```
    fn scan(block: &[u8], at: usize) -> Option<(Self, usize)>;

    /// The value that all of `field` spells, without blanks around it: the nearest one if the type
    /// is a float, the very same if it is not.
    ///
    /// ```
    /// use lat_core::text::{Misread, Spelling, TextElement};
    ///
    /// assert_eq!(f64::parse(b"1D+03", Spelling::default()), Ok(1e3));
    /// assert_eq!(u8::parse(b"300", Spelling::default()), Err(Misread::OutOfRange));
    /// assert_eq!(u8::parse(b"3.0", Spelling::default()), Err(Misread::NotAnInteger));
    /// ```
    fn parse(field: &[u8], spelling: Spelling) -> Result<Self, Misread>;

    /// Appends the value as `spec` says.
    ///
    /// Fails if the conversion has no form for the value, such as `%d` for 1.5.
    fn print(self, spec: &Spec, out: &mut Vec<u8>) -> Result<()> {
        Self::print_digits(self.digits(spec), spec, out)
    }

    /// Appends the value as the `fmt` `shortest` does: all digits of an integer, of a float the
    /// fewest that read back, spelled as by Python.
    fn print_shortest(self, out: &mut Vec<u8>);

    /// A value halfway to its text.
    type Digits: Copy;

    /// The first step of [`print`](Self::print). Many values are printed faster if this is done
    /// for several of them before the next step: a processor then works on some at once.
    fn digits(self, spec: &Spec) -> Self::Digits;

    /// The second step of [`print`](Self::print), by the same `spec`.
    fn print_digits(digits: Self::Digits, spec: &Spec, out: &mut Vec<u8>) -> Result<()>;
}

/// How numbers may be spelled, beyond what C and Python read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Spelling {
    /// What stands before the fraction: `b'.'` or `b','`.
    pub decimal: u8,
    /// Whether `1.5-105` (an exponent without its letter) and `(re,im)` are numbers.
    pub fortran: bool,
}

impl Default for Spelling {
    /// What C and Python read.
    fn default() -> Self {
        Self { decimal: b'.', fortran: false }
    }
}

/// Why a field could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misread {
    /// It spells no number.
    NotANumber,
    /// It spells a number that the element type does not hold.
    OutOfRange,
    /// It spells a fraction, or a whole number as `1.0` or `1e5`, where integers are read.
    NotAnInteger,
    /// It spells a complex number where real ones are read.
    NotReal,
}

/// What a field spells, whatever the element type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reading {
    /// A number of the narrowest kind that spells it so.
    Scalar(Scalar),
    /// An integer beyond `i64` and `u64`, as the nearest float.
    Huge(f64),
}

impl TextElement for bool {
    #[inline]
    fn scan(block: &[u8], at: usize) -> Option<(Self, usize)> {
        boolean::scan(block, at)
    }

    fn parse(field: &[u8], spelling: Spelling) -> Result<Self, Misread> {
        boolean::parse(field, spelling)
    }

    type Digits = Self;

    #[inline]
    fn digits(self, _: &Spec) -> Self::Digits {
        self
    }

    #[inline]
    fn print_digits(digits: Self::Digits, spec: &Spec, out: &mut Vec<u8>) -> Result<()> {
        print_int(digits, spec, out)
    }

    fn print_shortest(self, out: &mut Vec<u8>) {
        u8::from(self).print_shortest(out);
    }
}

macro_rules! impl_int {
    ($($type:ty)*) => {$(
        impl TextElement for $type {
            #[inline]
            fn scan(block: &[u8], at: usize) -> Option<(Self, usize)> {
                int::scan(block, at)
            }

            fn parse(field: &[u8], spelling: Spelling) -> Result<Self, Misread> {
                int::parse(field, spelling)
            }

            type Digits = Self;

            #[inline]
            fn digits(self, _: &Spec) -> Self::Digits {
                self
            }

            #[inline]
            fn print_digits(digits: Self::Digits, spec: &Spec, out: &mut Vec<u8>) -> Result<()> {
                print_int(digits, spec, out)
            }

            #[inline]
            fn print_shortest(self, out: &mut Vec<u8>) {
                out.extend_from_slice(itoa::Buffer::new().format(self).as_bytes());
            }
        }
    )*};
}
impl_int! { i8 i16 i32 i64 u8 u16 u32 u64 }

macro_rules! impl_real {
    ($($type:ty)*) => {$(
        impl TextElement for $type {
            #[inline]
            fn scan(block: &[u8], at: usize) -> Option<(Self, usize)> {
                real::scan(block, at, b'.')
            }

            fn parse(field: &[u8], spelling: Spelling) -> Result<Self, Misread> {
                real::parse(field, spelling)
            }

            type Digits = RealDigits<Self>;

            #[inline]
            fn digits(self, spec: &Spec) -> Self::Digits {
                real_digits(self, spec)
            }

            #[inline]
            fn print_digits(digits: Self::Digits, spec: &Spec, out: &mut Vec<u8>) -> Result<()> {
                print_real(digits, spec, out)
            }

            #[inline]
            fn print_shortest(self, out: &mut Vec<u8>) {
                print_shortest(self, out);
            }
        }
    )*};
}
impl_real! { f16 f32 f64 }

macro_rules! impl_complex {
    ($($type:ty)*) => {$(
        impl TextElement for Complex<$type> {
            #[inline]
            fn scan(block: &[u8], at: usize) -> Option<(Self, usize)> {
                complex::scan(block, at)
            }

            fn parse(field: &[u8], spelling: Spelling) -> Result<Self, Misread> {
                complex::parse(field, spelling)
            }

            type Digits = Self;

            #[inline]
            fn digits(self, _: &Spec) -> Self::Digits {
                self
            }

            #[inline]
            fn print_digits(digits: Self::Digits, spec: &Spec, out: &mut Vec<u8>) -> Result<()> {
                print_complex(digits, spec, out)
            }

            fn print_shortest(self, out: &mut Vec<u8>) {
                self.print(&Spec::shortest(), out).expect("any has a shortest text");
            }
        }
    )*};
}
impl_complex! { f32 f64 }
