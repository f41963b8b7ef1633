//! Numbers to text, by a [`Spec`].
//!
//! ```text
//! value ──%g %e %f──▶ digits    one product, up to 19 ──▶ plain  laid out ─┐
//!         ──else──────▶ exact     any number, `#` ─────────────────────────┼─▶ styled  sign, width ──▶ bytes
//!         ──shortest──▶ shortest ──────────────────────────────────────────┤
//!         ──%d %x %o──▶ int ───────────────────────────────────────────────┘
//! ```

mod complex;
mod digits;
mod exact;
mod int;
mod plain;
mod shortest;

pub(super) use complex::print_complex;
use digits::Decimal;
use exact::Number;
use int::{int, whole};
pub(crate) use plain::ROOM;

use super::{
    Spec,
    spec::{Form, Padding, Sign, Style},
};
use crate::{Result, f16};

/// A float type: what its values print as.
pub(super) trait Real: Copy {
    /// What [`Form::Natural`] is.
    const NATURAL: Form;

    /// The same number.
    fn wide(self) -> f64;

    /// The magnitude.
    fn abs(self) -> Self;

    /// Appends the sign of a finite value, and the fewest digits that read back.
    fn print_shortest(self, out: &mut Vec<u8>);
}

macro_rules! impl_real {
    ($($type:ty: $natural:expr, $shortest:path;)*) => {$(
        impl Real for $type {
            const NATURAL: Form = $natural;

            #[inline]
            fn wide(self) -> f64 {
                self.into()
            }
            #[inline]
            fn abs(self) -> Self {
                Self::from_bits(self.to_bits() & (!0 >> 1))
            }
            #[inline]
            fn print_shortest(self, out: &mut Vec<u8>) {
                $shortest(self, out);
            }
        }
    )*};
}
impl_real! {
    f16: Form::Shortest, shortest::print_f16;
    f32: Form::Shortest, shortest::print_f32;
    f64: Form::General(18), shortest::print_f64;
}

/// A float, and its digits, if one product tells them.
#[derive(Clone, Copy, Debug)]
pub struct RealDigits<R> {
    value: R,
    number: Option<Decimal>,
}

/// Finds the digits of a float.
#[inline]
pub(super) fn real_digits<R: Real>(value: R, spec: &Spec) -> RealDigits<R> {
    let number = match form_of::<R>(spec) {
        Form::Shortest | Form::Integer(_) => None,
        form => decimal(value.wide(), form, spec.style.alternate),
    };
    RealDigits { value, number }
}

/// The digits of the magnitude, if one product tells them.
#[inline]
fn decimal(value: f64, form: Form, alternate: bool) -> Option<Decimal> {
    match form {
        _ if alternate || !value.is_finite() => None,
        Form::General(precision) => digits::significant(value, precision.into()),
        Form::Scientific(decimals) => digits::significant(value, usize::from(decimals) + 1),
        Form::Fixed(decimals) => digits::fixed(value, decimals.into()),
        Form::Natural | Form::Shortest | Form::Integer(_) => None,
    }
}

#[inline]
fn form_of<R: Real>(spec: &Spec) -> Form {
    if spec.form == Form::Natural { R::NATURAL } else { spec.form }
}

/// Appends a float.
#[inline]
pub(super) fn print_real<R: Real>(
    digits: RealDigits<R>,
    spec: &Spec,
    out: &mut Vec<u8>,
) -> Result<()> {
    let (value, form) = (digits.value, form_of::<R>(spec));
    if spec.bare && form == Form::Shortest {
        print_shortest(value, out);
        return Ok(());
    }
    let negative = is_negative(value, form);
    print(negative, spec, out, |style, out| real(digits, form, style, out))
}

/// Appends the fewest digits that read back, or the word that a float is.
#[inline]
pub(super) fn print_shortest<R: Real>(value: R, out: &mut Vec<u8>) {
    let wide = value.wide();
    if wide.is_finite() {
        value.print_shortest(out);
    } else {
        out.extend_from_slice(word(wide));
    }
}

#[cold]
fn word(value: f64) -> &'static [u8] {
    match value {
        f64::INFINITY => b"inf",
        f64::NEG_INFINITY => b"-inf",
        _ => b"nan",
    }
}

/// Appends an integer, or a boolean as one.
#[inline]
pub(super) fn print_int(value: impl Into<i128>, spec: &Spec, out: &mut Vec<u8>) -> Result<()> {
    let value = value.into();
    let magnitude = u64::try_from(value.unsigned_abs()).expect("64 bits at most");
    print(value < 0, spec, out, |style, out| {
        int(magnitude, spec.form, style, out);
        Ok(())
    })
}

/// Appends a number whose magnitude `digits` prints; nothing at all if that fails.
#[inline]
fn print(
    negative: bool,
    spec: &Spec,
    out: &mut Vec<u8>,
    digits: impl FnOnce(&Style, &mut Vec<u8>) -> Result<()>,
) -> Result<()> {
    let start = out.len();
    let done = if spec.bare {
        // Put and taken away: signs are as good as random, and a wrong guess costs more.
        out.push(b'-');
        out.truncate(start + usize::from(negative));
        digits(&Style::PLAIN, out)
    } else {
        framed(spec, out, |out| styled(negative, &spec.style, out, digits))
    };
    done.inspect_err(|_| out.truncate(start))
}

/// Puts the text of the `fmt` around a number.
fn framed(
    spec: &Spec,
    out: &mut Vec<u8>,
    number: impl FnOnce(&mut Vec<u8>) -> Result<()>,
) -> Result<()> {
    let (before, after) = spec.around();
    out.extend_from_slice(before);
    number(out)?;
    out.extend_from_slice(after);
    Ok(())
}

/// Puts the sign before the digits, and pads them.
fn styled(
    negative: bool,
    style: &Style,
    out: &mut Vec<u8>,
    digits: impl FnOnce(&Style, &mut Vec<u8>) -> Result<()>,
) -> Result<()> {
    let start = out.len();
    match style.sign {
        _ if negative => out.push(b'-'),
        Sign::Nothing => {}
        Sign::Plus => out.push(b'+'),
        Sign::Blank => out.push(b' '),
    }
    out.extend_from_slice(style.prefix.as_bytes());
    let first = out.len();
    digits(style, out)?;
    if style.uppercase {
        out[start..].make_ascii_uppercase();
    }
    if let Some(len) = style.max_len {
        out.truncate(start + len);
    }
    match style.padding {
        Padding::BlanksBefore => pad(start, style.width, (start, b' '), out),
        Padding::BlanksAfter => pad(start, style.width, (out.len(), b' '), out),
        Padding::Zeros => pad(start, style.width, (first, b'0'), out),
    }
    Ok(())
}

/// Widens what stands from `start` on by inserting a byte at a place.
fn pad(start: usize, width: usize, (place, byte): (usize, u8), out: &mut Vec<u8>) {
    let end = out.len();
    let missing = width.saturating_sub(end - start);
    if missing > 0 {
        out.resize(end + missing, byte);
        out.copy_within(place..end, place + missing);
        out[place..place + missing].fill(byte);
    }
}

/// NaN has no sign, nor has an integer -0.
#[inline]
fn is_negative(value: impl Real, form: Form) -> bool {
    let wide = value.wide();
    let signed = !wide.is_nan() & (wide != 0.0 || !matches!(form, Form::Integer(_)));
    signed & wide.is_sign_negative()
}

/// The magnitude of a float.
#[inline]
fn real<R: Real>(
    digits: RealDigits<R>,
    form: Form,
    style: &Style,
    out: &mut Vec<u8>,
) -> Result<()> {
    match digits.number {
        Some(number) => {
            plain::lay_out(number, form, out);
            Ok(())
        }
        None => odd(digits.value, form, style, out),
    }
}

/// The magnitude of a float whose digits no product tells.
#[cold]
fn odd<R: Real>(value: R, form: Form, style: &Style, out: &mut Vec<u8>) -> Result<()> {
    let wide = value.wide().abs();
    match form {
        Form::Integer(base) => return whole(value, base, style, out),
        _ if !wide.is_finite() => out.extend_from_slice(word(wide)),
        Form::Shortest => value.abs().print_shortest(out),
        _ => exact_decimal(Number::Float(wide), form, style.alternate, out),
    }
    Ok(())
}

#[cold]
fn exact_decimal(number: Number, form: Form, alternate: bool, out: &mut Vec<u8>) {
    match form {
        Form::General(precision) => exact::general(number, precision.into(), alternate, out),
        Form::Scientific(decimals) => exact::scientific(number, decimals.into(), alternate, out),
        Form::Fixed(decimals) => exact::fixed(number, decimals.into(), alternate, out),
        Form::Natural | Form::Shortest | Form::Integer(_) => unreachable!("no decimal form"),
    }
}
