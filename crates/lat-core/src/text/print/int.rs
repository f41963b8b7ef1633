//! Integers, and floats printed as integers.

use std::io::Write;

use super::{
    Real, decimal, digits::Binary, exact::Number, exact_decimal, pad, plain, print_real,
    real_digits,
};
use crate::{
    Error, ErrorKind, Result,
    text::{
        Spec,
        spec::{Base, Form, Style},
    },
};

/// The digits of an integer.
#[inline]
#[expect(clippy::cast_precision_loss, reason = "not used if it loses any")]
pub(super) fn int(magnitude: u64, form: Form, style: &Style, out: &mut Vec<u8>) {
    match form {
        Form::Natural | Form::Shortest => decimal_int(magnitude, out),
        Form::Integer(base) => integer(magnitude, base, style, out),
        _ => match decimal(magnitude as f64, form, style.alternate) {
            Some(number) if is_float(magnitude) => plain::lay_out(number, form, out),
            _ => exact_decimal(Number::Int(magnitude), form, style.alternate, out),
        },
    }
}

/// Whether an `f64` holds the integer.
fn is_float(magnitude: u64) -> bool {
    magnitude.leading_zeros() + magnitude.trailing_zeros() >= u64::BITS - f64::MANTISSA_DIGITS
}

#[inline]
fn decimal_int(magnitude: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(magnitude).as_bytes());
}

fn integer(magnitude: u64, base: Base, style: &Style, out: &mut Vec<u8>) {
    let start = out.len();
    match base {
        Base::Decimal => decimal_int(magnitude, out),
        Base::Hex => write!(out, "{magnitude:x}").expect("a Vec takes all"),
        Base::Octal => write!(out, "{magnitude:o}").expect("a Vec takes all"),
    }
    pad(start, style.min_digits, (start, b'0'), out);
}

/// `%d`, `%x` or `%o` of a float.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::float_cmp,
    reason = "whole is what it is checked to be, and positive"
)]
pub(super) fn whole<R: Real>(value: R, base: Base, style: &Style, out: &mut Vec<u8>) -> Result<()> {
    const TOO_LARGE: f64 = 18_446_744_073_709_551_616.0;
    let wide = value.wide().abs();
    if !wide.is_finite() || wide.trunc() != wide {
        return Err(not_whole(value));
    }
    if wide < TOO_LARGE {
        integer(wide as u64, base, style, out);
        return Ok(());
    }
    let start = out.len();
    large(wide, base, out);
    pad(start, style.min_digits, (start, b'0'), out);
    Ok(())
}

/// A float from 2^64 up.
fn large(value: f64, base: Base, out: &mut Vec<u8>) {
    let Binary { mantissa, exponent } = Binary::of(value);
    let (exponent, mantissa) = (exponent.unsigned_abs() as usize, u128::from(mantissa));
    let zeros = match base {
        Base::Decimal => write!(out, "{value:.0}").map(|()| 0),
        Base::Hex => write!(out, "{:x}", mantissa << (exponent % 4)).map(|()| exponent / 4),
        Base::Octal => write!(out, "{:o}", mantissa << (exponent % 3)).map(|()| exponent / 3),
    };
    out.resize(out.len() + zeros.expect("a Vec takes all"), b'0');
}

#[cold]
fn not_whole(value: impl Real) -> Error {
    let mut text = Vec::new();
    let spec = Spec::shortest();
    print_real(real_digits(value, &spec), &spec, &mut text).expect("a float has a shortest text");
    let text = String::from_utf8_lossy(&text);
    Error::new(ErrorKind::Parse, format!("{text} is not a whole number"))
        .with_hint("print it by a fmt for floats, such as %.18g or %s")
}
