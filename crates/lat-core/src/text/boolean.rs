//! Text to booleans.

use crate::text::{Misread, Spelling, int};

/// Reads the `1` or `0` at `block[at]`, and says where it ends.
#[inline]
pub(crate) fn scan(block: &[u8], at: usize) -> Option<(bool, usize)> {
    match block.get(at)? {
        b'0' => Some((false, at + 1)),
        b'1' => Some((true, at + 1)),
        _ => None,
    }
}

/// The boolean that all of `field` spells, as a word or a digit.
pub(crate) fn parse(field: &[u8], spelling: Spelling) -> Result<bool, Misread> {
    if let Some(it) = word(field) {
        return Ok(it);
    }
    match int::parse::<u8>(field, spelling)? {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(Misread::OutOfRange),
    }
}

/// The boolean whose name is `field`, in any case.
pub(crate) fn word(field: &[u8]) -> Option<bool> {
    let is = |name: &[u8]| field.eq_ignore_ascii_case(name);
    if is(b"true") { Some(true) } else { is(b"false").then_some(false) }
}
