//! Complex numbers: `(re+imj)`.

use super::{Real, form_of, framed, is_negative, pad, real, real_digits, styled};
use crate::{
    Complex, Result,
    text::{
        Spec,
        spec::{Padding, Sign, Style},
    },
};

/// Appends a complex number, as one that reads back: without blanks inside.
#[inline]
pub(in crate::text) fn print_complex<R: Real>(
    value: Complex<R>,
    spec: &Spec,
    out: &mut Vec<u8>,
) -> Result<()> {
    let start = out.len();
    framed(spec, out, |out| parts(value, spec, out)).inspect_err(|_| out.truncate(start))
}

fn parts<R: Real>(value: Complex<R>, spec: &Spec, out: &mut Vec<u8>) -> Result<()> {
    let Complex { re, im } = value;
    let (start, style) = (out.len(), part_style(&spec.style));
    let part = |value: R, style: &Style, out: &mut Vec<u8>| {
        let negative = is_negative(value, spec.form);
        let digits = real_digits(value, spec);
        styled(negative, style, out, |style, out| real(digits, form_of::<R>(spec), style, out))
    };
    if spec.style.sign == Sign::Blank && !is_negative(re, spec.form) {
        out.push(b' ');
    }
    out.push(b'(');
    part(re, &style, out)?;
    part(im, &Style { sign: Sign::Plus, ..style }, out)?;
    out.extend_from_slice(b"j)");
    pad_parts(start, &spec.style, out);
    Ok(())
}

/// Zeros pad each part; blanks pad the whole, and stand before it.
fn part_style(style: &Style) -> Style {
    let width = if style.padding == Padding::Zeros { style.width } else { 0 };
    let sign = if style.sign == Sign::Plus { Sign::Plus } else { Sign::Nothing };
    Style { sign, width, ..*style }
}

fn pad_parts(start: usize, style: &Style, out: &mut Vec<u8>) {
    if style.width == 0 {
        return;
    }
    let width = 2 * style.width + "(j)".len();
    let place = if style.padding == Padding::BlanksAfter { out.len() } else { start };
    pad(start, width, (place, b' '), out);
}
