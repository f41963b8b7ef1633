//! Numbers to text, by a [`Spec`].
//!
//! ```text
//! value ──form: %g %e %f──▶ digits  one product, up to 19 ──▶ plain  laid out ──┐
//!           │                   └ no: exact  any number, `#` ───────────────────┼─▶ styled  sign, width ──▶ bytes
//!           └ shortest, %d %x %o ───────────────────────────────────────────────┘
//! ```

mod complex;
mod digits;
mod exact;
mod int;
mod plain;
mod shortest;

pub(super) use complex::print_complex;
use exact::Number;
use int::{int, whole};

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

    /// The fewest digits that read back, of the magnitude of a finite value.
    fn print_shortest(self, out: &mut Vec<u8>);
}

impl Real for f64 {
    const NATURAL: Form = Form::General(18);

    #[inline]
    fn wide(self) -> f64 {
        self
    }
    #[inline]
    fn print_shortest(self, out: &mut Vec<u8>) {
        shortest::print_f64(self.abs(), out);
    }
}

impl Real for f32 {
    const NATURAL: Form = Form::Shortest;

    #[inline]
    fn wide(self) -> f64 {
        self.into()
    }
    #[inline]
    fn print_shortest(self, out: &mut Vec<u8>) {
        shortest::print_f32(self.abs(), out);
    }
}

impl Real for f16 {
    const NATURAL: Form = Form::Shortest;

    #[inline]
    fn wide(self) -> f64 {
        self.into()
    }
    #[inline]
    fn print_shortest(self, out: &mut Vec<u8>) {
        shortest::print_f16(Self::from_bits(self.to_bits() & 0x7fff), out);
    }
}

/// Appends a float.
#[inline]
pub(super) fn print_real<R: Real>(value: R, spec: &Spec, out: &mut Vec<u8>) -> Result<()> {
    let negative = is_negative(value, spec.form);
    print(negative, spec, out, |style, out| real(value, spec.form, style, out))
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
        if negative {
            out.push(b'-');
        }
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
    wide < 0.0 || wide == 0.0 && wide.is_sign_negative() && !matches!(form, Form::Integer(_))
}

#[inline]
fn real<R: Real>(value: R, form: Form, style: &Style, out: &mut Vec<u8>) -> Result<()> {
    let wide = value.wide().abs();
    let form = if form == Form::Natural { R::NATURAL } else { form };
    if let Form::Integer(base) = form {
        return whole(value, base, style, out);
    }
    if !wide.is_finite() {
        out.extend_from_slice(if wide.is_nan() { b"nan" } else { b"inf" });
        return Ok(());
    }
    match form {
        Form::Shortest => value.print_shortest(out),
        _ => decimal(wide, form, style.alternate, out),
    }
    Ok(())
}

/// `%g`, `%e` or `%f` of a float that is finite and not negative.
#[inline]
fn decimal(value: f64, form: Form, alternate: bool, out: &mut Vec<u8>) {
    if alternate || !plain_decimal(value, form, out) {
        exact_decimal(Number::Float(value), form, alternate, out);
    }
}

/// Prints what one product tells, and says whether that is all.
#[inline]
fn plain_decimal(value: f64, form: Form, out: &mut Vec<u8>) -> bool {
    let number = match form {
        Form::General(precision) => digits::significant(value, precision.into()),
        Form::Scientific(decimals) => digits::significant(value, usize::from(decimals) + 1),
        Form::Fixed(decimals) => digits::fixed(value, decimals.into()),
        Form::Natural | Form::Shortest | Form::Integer(_) => None,
    };
    number.map(|number| plain::lay_out(number, form, out)).is_some()
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
