//! Decimal text to integers, exactly.

use super::{digits, words::split_sign};
use crate::text::{Misread, Spelling, field};

/// An integer type, from sign and magnitude.
pub(crate) trait Integer: TryFrom<i128> {}
impl<T: TryFrom<i128>> Integer for T {}

/// Reads the integer that starts at `block[at]`, and says where it ends.
///
/// `-0` is left alone: it comes from a float, whose sign would be lost.
#[inline]
pub(crate) fn scan<T: Integer>(block: &[u8], at: usize) -> Option<(T, usize)> {
    let sign = *block.get(at)?;
    let start = at + usize::from(sign == b'-' || sign == b'+');
    let (value, end) = magnitude(block, start)?;
    if sign == b'-' && value == 0 {
        return None;
    }
    signed(sign == b'-', value).map(|it| (it, end))
}

/// Reads digits alone.
#[inline]
fn magnitude(block: &[u8], at: usize) -> Option<(u64, usize)> {
    let (value, end) = digits::run(block, at, 0);
    match end - at {
        0 => None,
        1..=19 => Some((value, end)),
        _ => checked(&block[at..end]).map(|it| (it, end)),
    }
}

/// The value of many digits, unless it is past `u64`.
#[cold]
fn checked(digits: &[u8]) -> Option<u64> {
    digits
        .iter()
        .try_fold(0_u64, |value, digit| value.checked_mul(10)?.checked_add(u64::from(digit - b'0')))
}

#[inline]
fn signed<T: Integer>(negative: bool, magnitude: u64) -> Option<T> {
    // Without a branch, as signs are as good as random: in two's complement, -x is !x + 1.
    let sign = -i128::from(negative);
    T::try_from((i128::from(magnitude) ^ sign) - sign).ok()
}

/// The integer that all of `field` spells.
pub(crate) fn parse<T: Integer>(field: &[u8], spelling: Spelling) -> Result<T, Misread> {
    if !is_integer(field) {
        return Err(field::not_an_integer(field, spelling));
    }
    let (negative, digits) = split_sign(field);
    checked(digits).and_then(|it| signed(negative, it)).ok_or(Misread::OutOfRange)
}

/// Whether `field` is digits alone, with or without a sign.
pub(crate) fn is_integer(field: &[u8]) -> bool {
    let digits = split_sign(field).1;
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// Whether `field`, an integer as it is spelled, is `-0`.
pub(crate) fn is_negative_zero(field: &[u8]) -> bool {
    let (negative, digits) = split_sign(field);
    negative && digits.iter().all(|&it| it == b'0')
}
