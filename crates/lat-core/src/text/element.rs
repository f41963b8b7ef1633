//! What every element type can do in text.

use crate::{Element, Result, Scalar, text::Spec};

/// An [`Element`] as text spells it.
pub trait TextElement: Element {
    /// Reads the number that starts at `block[at]`, and says where it ends: at the first byte
    /// that is no part of it.
    ///
    /// Knows plain spellings only. `None` stands for anything else, a number or not; so does a
    /// number that is followed by a byte that may belong to it. It is for the caller to see that
    /// what follows is a delimiter or a line end, and to [parse](Self::parse) the field if not.
    fn scan(block: &[u8], at: usize) -> Option<(Self, usize)>;

    /// The value that all of `field` spells, without blanks around it.
    fn parse(field: &[u8], spelling: Spelling) -> Result<Self, Misread>;

    /// Appends the value as `spec` says.
    ///
    /// Fails if the conversion has no form for the value, such as `%d` for 1.5.
    fn print(self, spec: &Spec, out: &mut Vec<u8>) -> Result<()>;
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
