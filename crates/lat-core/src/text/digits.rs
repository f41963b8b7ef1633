//! Runs of decimal digits, eight at a time.

/// Continues `value` with the digits at `at`, and says where they end.
///
/// The value is taken modulo 2^64: exact up to 19 digits, leading zeros not counted.
#[inline]
pub(crate) fn run(block: &[u8], at: usize, value: u64) -> (u64, usize) {
    let (mut value, mut end) = (value, at);
    loop {
        let digits = load(block, end) ^ ZEROS;
        let others = not_digits(digits);
        if others != 0 {
            let count = others.trailing_zeros() / 8;
            // Pushing the other bytes out at the top pads with zeros on the left.
            let padded = (digits << 8) << (56 - 8 * count);
            let count = count as usize;
            return (value.wrapping_mul(TENS[count]).wrapping_add(eight(padded)), end + count);
        }
        value = value.wrapping_mul(100_000_000).wrapping_add(eight(digits));
        end += 8;
    }
}

/// The same for a run that is short as a rule: there, guessing the next byte right is faster than
/// finding out where the digits end.
#[inline]
pub(crate) fn short_run(block: &[u8], at: usize) -> (u64, usize) {
    let (mut value, mut end) = (0_u64, at);
    while let Some(digit @ b'0'..=b'9') = block.get(end) {
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
        end += 1;
    }
    (value, end)
}

const ZEROS: u64 = u64::from_le_bytes(*b"00000000");
const TENS: [u64; 8] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];

/// Eight bytes, the first one lowest; zeros stand for those past the end.
#[inline]
fn load(block: &[u8], at: usize) -> u64 {
    let rest = block.get(at..).unwrap_or_default();
    match rest.first_chunk() {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => load_tail(rest),
    }
}

#[cold]
fn load_tail(rest: &[u8]) -> u64 {
    rest.iter().rev().fold(0, |word, &byte| (word << 8) | u64::from(byte))
}

/// The top bit of each byte above 9, and perhaps of some after the first such byte.
#[inline]
fn not_digits(digits: u64) -> u64 {
    (digits.wrapping_add(0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
}

/// The value of eight digits, one a byte.
#[inline]
fn eight(digits: u64) -> u64 {
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_ffff_0000_ffff;
    fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xffff_ffff
}
