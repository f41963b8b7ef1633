//! Complex numbers in every spelling.

use num_complex::Complex;

use super::real::{self, Real};
use crate::text::{Misread, Spelling};

/// Reads the `re+imj` that starts at `block[at]`, in parentheses or not, and says where it ends.
#[inline]
pub(crate) fn scan<R: Real>(block: &[u8], at: usize) -> Option<(Complex<R>, usize)> {
    let open = block.get(at) == Some(&b'(');
    let (re, end) = real::scan(block, at + usize::from(open), b'.')?;
    let sign = block.get(end)?;
    if !matches!(sign, b'+' | b'-') {
        return None;
    }
    let (im, end) = real::scan(block, end, b'.')?;
    let closing: &[u8] = if open { b"j)" } else { b"j" };
    block.get(end..)?.starts_with(closing).then(|| (Complex::new(re, im), end + closing.len()))
}

/// The complex number that all of `field` spells.
pub(crate) fn parse<R: Real>(field: &[u8], spelling: Spelling) -> Result<Complex<R>, Misread> {
    whole(field, spelling).ok_or(Misread::NotANumber)
}

/// The complex number that all of `field` spells, if it spells one. A real one will do.
pub(crate) fn whole<R: Real>(field: &[u8], spelling: Spelling) -> Option<Complex<R>> {
    let Some(inner) = in_parentheses(field) else {
        return sum(field, spelling);
    };
    sum(inner, spelling).or_else(|| if spelling.fortran { pair(inner, spelling) } else { None })
}

/// Whether `field` spells a number that only complex types hold: not a real one in parentheses.
pub(crate) fn is_complex(field: &[u8], spelling: Spelling) -> bool {
    let inner = in_parentheses(field).unwrap_or(field);
    real::whole::<f64>(inner, spelling).is_none() && whole::<f64>(field, spelling).is_some()
}

fn in_parentheses(field: &[u8]) -> Option<&[u8]> {
    Some(field.strip_prefix(b"(")?.strip_suffix(b")")?.trim_ascii())
}

/// Reads `re`, `imj` or `re+imj`.
fn sum<R: Real>(text: &[u8], spelling: Spelling) -> Option<Complex<R>> {
    let Some((b'i' | b'I' | b'j' | b'J', terms)) = text.split_last() else {
        return real::whole(text, spelling).map(|re| Complex::new(re, R::default()));
    };
    two_terms(terms, spelling)
        .or_else(|| real::whole(terms, spelling).map(|im| Complex::new(R::default(), im)))
}

fn two_terms<R: Real>(terms: &[u8], spelling: Spelling) -> Option<Complex<R>> {
    let (re, im) = terms.split_at(last_sign(terms, spelling.decimal)?);
    Some(Complex::new(real::whole(re, spelling)?, imaginary(im, spelling)?))
}

/// Reads the second term, which may have a sign of its own (`1+-2j`) or no digits (`1+j`).
fn imaginary<R: Real>(term: &[u8], spelling: Spelling) -> Option<R> {
    match term {
        b"+" => real::whole(b"1", spelling),
        b"-" => real::whole(b"-1", spelling),
        [b'+', rest @ ..] if rest.first() == Some(&b'-') => real::whole(rest, spelling),
        _ => real::whole(term, spelling),
    }
}

/// Reads `re,im`, or `re;im` where the decimal sign is a comma.
fn pair<R: Real>(text: &[u8], spelling: Spelling) -> Option<Complex<R>> {
    let between = if spelling.decimal == b',' { b';' } else { b',' };
    let at = text.iter().position(|&it| it == between)?;
    let part = |it: &[u8]| real::whole(it.trim_ascii(), spelling);
    Some(Complex::new(part(&text[..at])?, part(&text[at + 1..])?))
}

/// Where the second of two terms starts: at the last sign that is not an exponent's.
fn last_sign(terms: &[u8], point: u8) -> Option<usize> {
    let is_sign = |at: usize| matches!(terms[at], b'+' | b'-');
    let is_exponent = |at: usize| matches!(terms[..at], [.., digit, b'e' | b'E' | b'd' | b'D'] if digit == point || digit.is_ascii_digit());
    let at = (1..terms.len()).rev().find(|&at| is_sign(at) && !is_exponent(at))?;
    // Of two signs in a row, the first one starts the term.
    Some(if terms[..at].ends_with(b"+") { at - 1 } else { at })
}
