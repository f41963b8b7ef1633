//! The fewest digits that read back to the same value of a float's own type.

use std::ops::Range;

use super::{
    digits::{Decimal, MAX_DIGITS, TENS, significant},
    exact::Digits,
    plain::push_exponent,
};
use crate::f16;

/// A finite `value`, as Python's `repr` spells it.
#[inline]
pub(super) fn print_f64(value: f64, out: &mut Vec<u8>) {
    // Where zmij spells it so too.
    let same = value == 0.0 || (1e-4..1e16).contains(&value.abs());
    print(zmij::Buffer::new().format_finite(value), same, out);
}

/// A finite `value`, with the digits that `f32` needs.
#[inline]
pub(super) fn print_f32(value: f32, out: &mut Vec<u8>) {
    let same = value == 0.0 || (1e-4..1e12).contains(&value.abs());
    print(zmij::Buffer::new().format_finite(value), same, out);
}

/// The exponents that Python writes a number without.
const PLAIN: Range<i32> = -4..16;

#[inline]
fn print(text: &str, same: bool, out: &mut Vec<u8>) {
    if same {
        out.extend_from_slice(text.as_bytes());
    } else {
        respell(text, out);
    }
}

/// Spells the number as Python does.
#[cold]
fn respell(text: &str, out: &mut Vec<u8>) {
    if let Some((number, exponent)) = text.split_once('e') {
        let exponent = exponent.parse().expect("an exponent");
        if !PLAIN.contains(&exponent) {
            out.extend_from_slice(number.as_bytes());
            return push_exponent(exponent, out);
        }
    }
    let magnitude = text.trim_start_matches('-');
    out.extend_from_slice(&text.as_bytes()[..text.len() - magnitude.len()]);
    spell(&Digits::read(magnitude), out);
}

/// As Python's `repr`: with an exponent, or else a point and a digit after it.
fn spell(digits: &Digits, out: &mut Vec<u8>) {
    let count = digits.count();
    if !PLAIN.contains(&digits.exponent) {
        return digits.scientific(count - 1, false, out);
    }
    let decimals = i32::try_from(count).expect("a few") - 1 - digits.exponent;
    digits.fixed(usize::try_from(decimals).unwrap_or(0).max(1), false, out);
}

/// A finite `value`, with the digits that `f16` needs.
pub(super) fn print_f16(value: f16, out: &mut Vec<u8>) {
    if value.is_sign_negative() {
        out.push(b'-');
    }
    let value = f16::from_bits(value.to_bits() & 0x7fff);
    let number = (1..=MAX_F16_DIGITS)
        .find_map(|count| f16_digits(value, count))
        .expect("as many digits as tell any two apart");
    let text = number.digits.to_string().into_bytes();
    spell(&Digits { text, exponent: number.exponent }, out);
}

/// The nearest number of `count` digits that reads back. It need not be the nearest of all: the
/// gap below a power of two is half of that above.
fn f16_digits(value: f16, count: usize) -> Option<Decimal> {
    let nearest = significant(value.to_f64(), count)?;
    let next = Decimal { digits: nearest.digits + TENS[MAX_DIGITS - count], ..nearest };
    [nearest, next].into_iter().find(|&number| reads_back(number, value))
}

const MAX_F16_DIGITS: usize = 5;

/// Whether `value` is the nearest `f16`: whether the number lies within half of the gaps to its
/// neighbours, or at the end of one if ties go to `value`. Exact, as digits and 10^12 are below
/// 2^53.
fn reads_back(number: Decimal, value: f16) -> bool {
    if value == f16::ZERO {
        return true;
    }
    let (wide, bits) = (value.to_f64(), value.to_bits());
    let below = f16::from_bits(bits - 1).to_f64();
    let above = if value == f16::MAX { 65536.0 } else { f16::from_bits(bits + 1).to_f64() };
    let (low, high) = (f64::midpoint(below, wide), f64::midpoint(wide, above));
    let read = decimal_value(number);
    if bits % 2 == 0 { low <= read && read <= high } else { low < read && read < high }
}

/// The float nearest to a number of [`MAX_F16_DIGITS`] digits.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "few digits, and fewer zeros"
)]
fn decimal_value(number: Decimal) -> f64 {
    let digits = (number.digits / TENS[MAX_DIGITS - MAX_F16_DIGITS]) as f64;
    let last = number.exponent + 1 - MAX_F16_DIGITS as i32;
    let unit = TENS[last.unsigned_abs() as usize] as f64;
    if last < 0 { digits / unit } else { digits * unit }
}
