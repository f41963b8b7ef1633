//! The digits of one product, laid out as `%g`, `%e` and `%f` do without flags.
//!
//! Whole words are put where they may belong, into room that is cut to length afterwards: several
//! times as fast as to copy just the bytes wanted. No branch depends on the digits: wrong guesses
//! would cost more than the work.

#![expect(
    clippy::cast_sign_loss,
    reason = "the counts are small, and none is negative where it is used"
)]

use super::digits::{self, Decimal};
use crate::text::spec::Form;

/// As much as any number takes while it is laid out.
pub(crate) const ROOM: usize = 48;

/// The digits, and zeros after them.
const TEXT: usize = 3 * WORD;

const WORD: usize = 8;

/// A number that was rounded as the form has it.
#[inline(always)]
#[expect(clippy::inline_always, reason = "with the search for digits, 26 ns against 28")]
pub(super) fn lay_out(number: Decimal, form: Form, out: &mut Vec<u8>) {
    let Decimal { digits, exponent } = number;
    let (text, significant) = digits::text(digits);
    let whole = exponent + 1;
    let (positional, count) = match form {
        Form::General(precision) if (-4..i32::from(precision)).contains(&exponent) => {
            (true, significant)
        }
        Form::Fixed(decimals) => (true, i32::from(decimals) + whole),
        Form::Scientific(decimals) => (false, i32::from(decimals) + 1),
        _ => (false, significant),
    };
    if positional {
        point(text, whole, count, out);
    } else {
        point(text, 1, count, out);
        push_exponent(exponent, out);
    }
}

/// `count` digits, `whole` of them before the point. If those are none or fewer, zeros stand in.
#[inline(always)]
#[expect(clippy::inline_always, reason = "as above")]
fn point(text: [u64; 3], whole: i32, count: i32, out: &mut Vec<u8>) {
    let (zeros, whole) = ((1 - whole).max(0) as usize, whole.max(1) as usize);
    let digits = (zeros + count as usize).max(whole);
    let start = out.len();
    out.extend_from_slice(&[b'0'; ROOM]);
    let room: &mut [u8; ROOM] = out.last_chunk_mut().expect("as many were just added");
    if zeros < WORD && whole < WORD {
        put(text, zeros + 1, room);
        *room.first_chunk_mut().expect("there is room") = first_word(text[0], zeros, whole);
    } else {
        put(text, zeros, room);
        room.copy_within(whole..whole + TEXT, whole + 1);
        room[whole] = b'.';
    }
    out.truncate(start + digits + usize::from(digits > whole));
}

#[inline]
fn put(text: [u64; 3], at: usize, room: &mut [u8; ROOM]) {
    let place: &mut [u8; TEXT] = room[at..].first_chunk_mut().expect("there is room");
    for (bytes, word) in place.chunks_exact_mut(WORD).zip(text) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
}

/// The first eight bytes: zeros before the digits, and a point after the `whole` first of all.
#[inline]
fn first_word(digits: u64, zeros: usize, whole: usize) -> [u8; WORD] {
    const ZEROS: u64 = u64::from_le_bytes([b'0'; WORD]);
    const POINTS: u64 = u64::from_le_bytes([b'.'; WORD]);
    let digits = digits << (8 * zeros) | ZEROS & low_bytes(zeros);
    let (before, through) = (low_bytes(whole), low_bytes(whole + 1));
    (digits & before | POINTS & (through ^ before) | (digits << 8) & !through).to_le_bytes()
}

/// Ones in the lowest `count` bytes, of at most eight.
#[inline]
fn low_bytes(count: usize) -> u64 {
    !(u64::MAX << (4 * count) << (4 * count))
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
