//! Decimal text to `f16`, always to the nearest.

use std::cmp::Ordering;

use super::float;
use crate::{
    f16,
    half::{CUT, SMALLEST_NORMAL, SUBNORMALS, nearest},
};

/// Reads the number that starts at `block[at]`, and says where it ends.
///
/// Rounding twice, to `f64` and then to `f16`, can only go wrong where the `f64` lies halfway
/// between two `f16`: there the text itself decides.
#[inline]
pub(crate) fn scan(block: &[u8], at: usize, point: u8) -> Option<(f16, usize)> {
    let (value, end) = float::scan::<f64>(block, at, point)?;
    let value = if is_halfway(value) { decide(&block[at..end], point, value) } else { value };
    Some((nearest(value), end))
}

/// Whether the value lies halfway between two neighbours among the `f16`.
#[inline]
#[expect(clippy::float_cmp, reason = "exactly halfway, and the products are exact")]
fn is_halfway(value: f64) -> bool {
    if value.abs() >= SMALLEST_NORMAL {
        let below = value.to_bits() & ((1 << CUT) - 1);
        return below == 1 << (CUT - 1);
    }
    (value * SUBNORMALS).fract().abs() == 0.5
}

/// `tie`, moved by the least amount towards what `text` spells.
#[cold]
fn decide(text: &[u8], point: u8, tie: f64) -> f64 {
    match compare(text, point, tie) {
        Ordering::Less => f64::from_bits(tie.to_bits() - 1),
        Ordering::Equal => tie,
        Ordering::Greater => f64::from_bits(tie.to_bits() + 1),
    }
}

/// Compares the size of the number that `text` spells with that of `tie`, which is within a last
/// bit of it.
///
/// Every tie is a whole number of 2^-25, and so of 10^-25: below 2^100 of them.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 2^41")]
fn compare(text: &[u8], point: u8, tie: f64) -> Ordering {
    let ties = (tie.abs() * 33_554_432.0) as u128; // in units of 2^-25
    let tie = ties.saturating_mul(5_u128.pow(25)); // in units of 10^-25
    let (whole, rest) = units(text, point);
    whole.cmp(&tie).then(if rest { Ordering::Greater } else { Ordering::Equal })
}

/// The size of the number in units of 10^-25, and whether there is more below them.
fn units(text: &[u8], point: u8) -> (u128, bool) {
    let (digits, mut places) = float::positional(text, point);
    places += 25;
    let (mut whole, mut rest) = (0_u128, false);
    for digit in digits {
        if places > 0 {
            whole = whole.saturating_mul(10).saturating_add(digit.into());
        } else {
            rest |= digit != 0;
        }
        places -= 1;
    }
    let zeros = u32::try_from(places.clamp(0, 40)).expect("clamped");
    (whole.saturating_mul(10_u128.saturating_pow(zeros)), rest)
}
