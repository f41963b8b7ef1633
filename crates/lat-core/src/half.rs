//! From `f64` to `f16`.

use ::half::f16;

pub(crate) const SMALLEST_NORMAL: f64 = 6.103_515_625e-5; // 2^-14
pub(crate) const SUBNORMALS: f64 = 16_777_216.0; // 2^24 of the smallest make one
pub(crate) const CUT: u32 = 52 - 10;

/// The `f16` nearest to a value, ties to even.
///
/// Not [`f16::from_f64`]: it goes through `f32` on some processors and drops bits on others.
#[inline]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in range, as said")]
pub(crate) fn nearest(value: f64) -> f16 {
    if value.is_nan() {
        return f16::NAN;
    }
    let size = value.abs();
    let bits = if size >= 65520.0 {
        0x7c00
    } else if size >= SMALLEST_NORMAL {
        let bits = size.to_bits() - ((1023 - 15) << 52);
        let odd = (bits >> CUT) & 1;
        ((bits + ((1 << (CUT - 1)) - 1) + odd) >> CUT) as u16
    } else {
        (size * SUBNORMALS).round_ties_even() as u16
    };
    f16::from_bits(bits | u16::from(value.is_sign_negative()) << 15)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values beside and between neighbours, by exact arithmetic.
    #[test]
    fn rounds_once() {
        for bits in 0..0x7c00_u16 {
            let (low, high) = (f16::from_bits(bits), f16::from_bits(bits + 1));
            if high.is_infinite() {
                continue;
            }
            let half = f64::midpoint(low.to_f64(), high.to_f64());
            let even = if bits % 2 == 0 { low } else { high };
            assert_eq!(nearest(low.to_f64()), low);
            assert_eq!(nearest(half.next_down()), low, "{half}");
            assert_eq!(nearest(half), even, "{half}");
            assert_eq!(nearest(half.next_up()), high, "{half}");
            assert_eq!(nearest(-half.next_up()), -high, "{half}");
        }
        assert_eq!(nearest(65_519.999_999), f16::MAX);
        assert_eq!(nearest(65_520.0), f16::INFINITY);
        assert!(nearest(f64::NAN).is_nan());
        assert!(nearest(-0.0).is_sign_negative());
    }
}
