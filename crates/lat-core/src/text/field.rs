//! What a field spells when nobody has said which type it should have.

use super::{Misread, Reading, Spelling, boolean, complex, int, real};
use crate::Scalar;

/// The value of the narrowest kind that all of `field` spells, without blanks around it: a boolean
/// (as a word only), an integer, a float, a complex number.
///
/// `(1)` is none of them, though a complex number may be written so where such are read.
///
/// `-0` is a float: integers have no such zero, and only floats are written so.
///
/// ```
/// use lat_core::{Scalar, text::{Misread, Reading, Spelling, parse_any}};
///
/// let read = |field: &str| parse_any(field.as_bytes(), Spelling::default());
/// assert_eq!(read("True"), Ok(Reading::Scalar(Scalar::Bool(true))));
/// assert_eq!(read("-7"), Ok(Reading::Scalar(Scalar::Int(-7))));
/// assert_eq!(read("1e5"), Ok(Reading::Scalar(Scalar::Float(1e5))));
/// assert_eq!(read("1_000"), Err(Misread::NotANumber));
/// ```
pub fn parse_any(field: &[u8], spelling: Spelling) -> Result<Reading, Misread> {
    if let Some(it) = boolean::word(field) {
        return Ok(Reading::Scalar(Scalar::Bool(it)));
    }
    if int::is_integer(field) && !int::is_negative_zero(field) {
        return integer(field, spelling);
    }
    if let Some(it) = real::whole(field, spelling) {
        return Ok(Reading::Scalar(Scalar::Float(it)));
    }
    match complex::whole(field, spelling).filter(|_| complex::is_complex(field, spelling)) {
        Some(it) => Ok(Reading::Scalar(Scalar::Complex(it))),
        None => Err(Misread::NotANumber),
    }
}

/// The integer that a field of digits spells, or the float nearest to it.
fn integer(field: &[u8], spelling: Spelling) -> Result<Reading, Misread> {
    int::parse(field, spelling)
        .map(Scalar::Int)
        .or_else(|_| int::parse(field, spelling).map(Scalar::UInt))
        .map(Reading::Scalar)
        .or_else(|_| real::parse(field, spelling).map(Reading::Huge))
}

/// Why `field`, which is not digits alone, is no integer.
pub(crate) fn not_an_integer(field: &[u8], spelling: Spelling) -> Misread {
    match real::whole::<f64>(field, spelling) {
        Some(_) => Misread::NotAnInteger,
        None if complex::is_complex(field, spelling) => Misread::NotReal,
        None => Misread::NotANumber,
    }
}
