//! The digits of one product, laid out as `%g`, `%e` and `%f` do without flags.
//!
//! Whole words are appended, then cut: several times as fast as to copy just the bytes wanted, or
//! to build the text elsewhere.

#![expect(
    clippy::cast_sign_loss,
    reason = "the counts are small, and none is negative where it is used"
)]

use super::digits::{self, Decimal};
use crate::text::spec::Form;

/// A number that was rounded as the form has it.
#[inline]
pub(super) fn lay_out(number: Decimal, form: Form, out: &mut Vec<u8>) {
    let Decimal { digits, exponent } = number;
    let (text, significant) = digits::text(digits);
    let whole = exponent + 1;
    let (positional, count) = match form {
        Form::Fixed(decimals) => (true, i32::from(decimals) + whole),
        Form::Scientific(decimals) => (false, i32::from(decimals) + 1),
        Form::General(precision) if (-4..i32::from(precision)).contains(&exponent) => {
            (true, significant.max(whole))
        }
        _ => (false, significant),
    };
    if !positional {
        point(text, 1, count as usize, out);
        push_exponent(exponent, out);
    } else if whole > 0 {
        point(text, whole as usize, count as usize, out);
    } else {
        below_one(text, whole.unsigned_abs() as usize, count as usize, out);
    }
}

/// `count` digits, `whole` of them before the point.
#[inline]
fn point(text: [u64; 3], whole: usize, count: usize, out: &mut Vec<u8>) {
    let len = if count > whole { count + 1 } else { count };
    append(with_point(text, whole), len, out);
}

/// `0.`, `zeros`, and `count` digits.
#[inline]
fn below_one(text: [u64; 3], zeros: usize, count: usize, out: &mut Vec<u8>) {
    let start = out.len() + 2 + zeros;
    out.extend_from_slice(b"0.0000000000000000000000");
    out.truncate(start);
    append(text, count, out);
}

/// Appends `e`, a sign and at least two digits.
#[inline]
pub(super) fn push_exponent(exponent: i32, out: &mut Vec<u8>) {
    let sign = if exponent < 0 { b'-' } else { b'+' };
    let size = exponent.unsigned_abs();
    let digit = |unit: u32| b'0' + (size / unit % 10) as u8;
    if size < 100 {
        out.extend_from_slice(&[b'e', sign, digit(10), digit(1)]);
    } else {
        out.extend_from_slice(&[b'e', sign, digit(100), digit(10), digit(1)]);
    }
}

/// Moves all but the first `whole` bytes up by one, and puts a point into the gap.
#[inline]
fn with_point(text: [u64; 3], whole: usize) -> [u64; 3] {
    const POINTS: u64 = u64::from_le_bytes([b'.'; 8]);
    let moved = [text[0] << 8, text[0] >> 56 | text[1] << 8, text[1] >> 56 | text[2] << 8];
    std::array::from_fn(|idx| {
        let before = low_bytes(whole.saturating_sub(8 * idx));
        let through = low_bytes((whole + 1).saturating_sub(8 * idx));
        text[idx] & before | POINTS & (through ^ before) | moved[idx] & !through
    })
}

/// Ones in the lowest `count` bytes.
#[inline]
fn low_bytes(count: usize) -> u64 {
    if count < 8 { !(u64::MAX << (8 * count)) } else { u64::MAX }
}

/// Appends the first `len` bytes.
#[inline]
fn append(text: [u64; 3], len: usize, out: &mut Vec<u8>) {
    let end = out.len() + len;
    for word in text {
        out.extend_from_slice(&word.to_le_bytes());
    }
    out.truncate(end);
}
