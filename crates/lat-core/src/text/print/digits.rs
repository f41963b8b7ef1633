//! Decimal digits of binary floats: up to 19, exact, by one product of 64 and 128 bits.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "counts and exponents are small, and the halves of products are meant"
)]

use crate::text::powers::{self, multiply};

/// Where the table of powers is exact.
const EXACT: std::ops::RangeInclusive<i32> = 0..=55;

/// The most digits that one product has.
pub(super) const MAX_DIGITS: usize = 19;

/// Zero, or [`MAX_DIGITS`] digits, the first of them counting 10^`exponent`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decimal {
    pub(super) digits: u64,
    pub(super) exponent: i32,
}

/// The magnitude of a finite `value` rounded to `count` significant digits, to nearest, ties to
/// even. `None` if that is too many, or if the table of powers is too coarse to tell.
#[inline(always)]
#[expect(clippy::inline_always, reason = "with those of `plain`, 26 ns against 28")]
pub(super) fn significant(value: f64, count: usize) -> Option<Decimal> {
    let padding = *TENS.get(MAX_DIGITS.checked_sub(count)?)?;
    if value == 0.0 {
        return Some(Decimal { digits: 0, exponent: 0 });
    }
    let binary = Binary::of(value);
    let exponent = binary.decimal_exponent();
    let digits = binary.scaled(as_i32(count) - 1 - exponent)? * padding;
    if digits == TENS[MAX_DIGITS] {
        return Some(Decimal { digits: digits / 10, exponent: exponent + 1 });
    }
    Some(Decimal { digits, exponent })
}

/// The magnitude of a finite `value` rounded to `decimals`, to nearest, ties to even. `None` if
/// that is too many, or makes too many digits.
#[inline]
pub(super) fn fixed(value: f64, decimals: usize) -> Option<Decimal> {
    if decimals > MAX_DIGITS {
        return None;
    }
    let units = if value == 0.0 { 0 } else { Binary::of(value).scaled(as_i32(decimals))? };
    let Some(last) = units.checked_ilog10() else {
        return Some(Decimal { digits: 0, exponent: 0 });
    };
    let missing = (MAX_DIGITS - 1).checked_sub(last as usize)?;
    Some(Decimal { digits: units * TENS[missing], exponent: last as i32 - as_i32(decimals) })
}

/// 10^0 to 10^19.
pub(super) static TENS: [u64; 20] = {
    let mut tens = [1; 20];
    let mut idx = 1;
    while idx < 20 {
        tens[idx] = tens[idx - 1] * 10;
        idx += 1;
    }
    tens
};

/// `mantissa` × 2^`exponent`, the top bit of the mantissa set.
#[derive(Clone, Copy)]
pub(super) struct Binary {
    pub(super) mantissa: u64,
    pub(super) exponent: i32,
}

impl Binary {
    /// The magnitude of a `value` that is finite and not zero.
    #[inline]
    pub(super) fn of(value: f64) -> Self {
        const HIDDEN: u64 = 1 << 52;
        let bits = value.to_bits();
        let fraction = bits & (HIDDEN - 1);
        let biased = as_i32((bits >> 52 & 0x7ff) as usize);
        let (mantissa, exponent) =
            if biased == 0 { (fraction, -1074) } else { (fraction | HIDDEN, biased - 1075) };
        let shift = mantissa.leading_zeros();
        Self { mantissa: mantissa << shift, exponent: exponent - shift as i32 }
    }

    /// The x for which 10^x ≤ self < 10^(x + 1).
    #[inline]
    fn decimal_exponent(self) -> i32 {
        let top = self.exponent + 63; // 2^top ≤ self < 2^(top + 1)
        let next = log10_of_power_of_2(top) + 1;
        // No mantissa is as near to a power of ten as the table's error, bar those that equal it.
        // No `&&`: the processor cannot guess what comes out.
        let reached = (log2_of_power_of_10(next) == top)
            & (u128::from(self.mantissa) << 64 >= powers::power(next));
        next - 1 + i32::from(reached)
    }

    /// self × 10^`power`, rounded to the nearest integer, ties to even. `None` if that is 2^64 or
    /// above, or if the power is so near to a tie that its error decides.
    #[inline]
    fn scaled(self, power: i32) -> Option<u64> {
        const HALF: u64 = 1 << 63;
        let (high, low) = multiply(self.mantissa, powers::power(power));
        // How many bits of `high` are the fraction.
        let bits = -1 - self.exponent - log2_of_power_of_10(power);
        if (1..64).contains(&bits) {
            let fraction = high << (64 - bits) | low >> bits;
            // All that is left out is less than three of its last bit.
            if fraction.abs_diff(HALF) > 3 {
                return Some((high >> bits) + (fraction >> 63));
            }
        }
        self.scaled_with_care(power)
    }

    /// The same where most of the product is fraction, or none, or where it may be a tie.
    #[cold]
    fn scaled_with_care(self, power: i32) -> Option<u64> {
        const HALF: u128 = 1 << 127;
        let factor = powers::power(power);
        let low = u128::from(self.mantissa) * u128::from(factor as u64);
        let high = u128::from(self.mantissa) * (factor >> 64) + (low >> 64);
        // How many bits of `high` are the fraction. What is left of `low` comes after them.
        let bits = 63 - self.exponent - log2_of_power_of_10(power);
        let (whole, fraction) = match bits {
            63..=127 => (high >> bits, high << (128 - bits)),
            128 => (0, high),
            129.. => return Some(0),
            _ => return None,
        };
        // A power is less than one unit of its last bit off: `high` is less than one off.
        if !EXACT.contains(&power) && fraction.abs_diff(HALF) <= 2 << (128 - bits) {
            return None;
        }
        let tie = fraction == HALF && low as u64 == 0;
        let up = if tie { whole & 1 == 1 } else { fraction >= HALF };
        u64::try_from(whole).ok()?.checked_add(u64::from(up))
    }
}

/// ⌊log10 2^`exponent`⌋, right for all exponents of floats.
#[inline]
pub(super) fn log10_of_power_of_2(exponent: i32) -> i32 {
    (exponent * 315_653) >> 20
}

/// ⌊log2 10^`exponent`⌋, right for all powers of the table.
#[inline]
pub(super) fn log2_of_power_of_10(exponent: i32) -> i32 {
    (exponent * 1_741_647) >> 19
}

#[inline]
pub(super) fn as_i32(small: usize) -> i32 {
    small as i32
}

/// The digits as text, eight a word, the first in the lowest byte; and how many of them are left
/// without the zeros at the end, at least one.
#[inline]
pub(super) fn text(digits: u64) -> ([u64; 3], i32) {
    const WORD: u64 = 100_000_000;
    const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);
    let (head, low) = (digits / WORD, eight_digits(digits % WORD));
    // Only three digits: the words are the better for having no gap.
    let (high, middle) = (three_digits(head / WORD), eight_digits(head % WORD));
    let words = [high | middle << 24, middle >> 40 | low << 24, low >> 40];
    let zeros = match (low, middle) {
        (0, 0) => 16 + (high << 40).leading_zeros() / 8,
        (0, _) => 8 + middle.leading_zeros() / 8,
        _ => low.leading_zeros() / 8,
    };
    (words.map(|word| word | ZEROS), (as_i32(MAX_DIGITS) - zeros as i32).max(1))
}

/// The three decimal digits of `number`, one a byte, the first in the lowest.
#[inline]
fn three_digits(number: u64) -> u64 {
    let hundreds = (number * 41) >> 12;
    let twos = number - hundreds * 100;
    let tens = (twos * 103) >> 10;
    hundreds | tens << 8 | (twos - tens * 10) << 16
}

/// The eight decimal digits of `number`, one a byte, the first in the lowest.
///
/// Splits fours, then twos, then ones, all at once: the products are divisions by 100 and 10.
#[inline]
fn eight_digits(number: u64) -> u64 {
    let fours = (number / 10_000) | ((number % 10_000) << 32);
    let hundreds = (fours * 10_486) >> 20 & 0x0000_007f_0000_007f;
    let twos = hundreds | (fours - hundreds * 100) << 16;
    let tens = (twos * 103) >> 10 & 0x000f_000f_000f_000f;
    tens | ((twos - tens * 10) << 8)
}
