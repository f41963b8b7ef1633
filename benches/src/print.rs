//! Numbers as C prints them, by the standard library alone: the generator's printer, and the
//! peer of those who would write it with `format!`.

use std::fmt::{self, Write};

/// Appends `value` as C's `%.{digits}g` does. The value is finite.
pub fn general(out: &mut String, value: f64, digits: usize) -> fmt::Result {
    let mut scratch = Scratch::default();
    write!(scratch, "{value:.*e}", digits - 1)?;
    let (mantissa, exponent) = scratch.text().split_once('e').expect("it has an exponent");
    let exponent: i32 = exponent.parse().expect("it is an integer");
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |it| ("-", it));
    out.push_str(sign);
    let (first, rest) = mantissa.split_at(1);
    let rest = rest.trim_start_matches('.').trim_end_matches('0');
    match usize::try_from(exponent) {
        Ok(places) if places < digits => above_one(out, first, rest, places),
        Err(_) if exponent >= -4 => {
            let zeros = "000".split_at(exponent.unsigned_abs() as usize - 1).0;
            out.extend(["0.", zeros, first, rest]);
        }
        _ => scientific(out, first, rest, exponent)?,
    }
    Ok(())
}

fn above_one(out: &mut String, first: &str, rest: &str, places: usize) {
    out.push_str(first);
    if rest.len() <= places {
        out.push_str(rest);
        out.extend(std::iter::repeat_n('0', places - rest.len()));
    } else {
        let (whole, fraction) = rest.split_at(places);
        out.extend([whole, ".", fraction]);
    }
}

fn scientific(out: &mut String, first: &str, rest: &str, exponent: i32) -> fmt::Result {
    let point = if rest.is_empty() { "" } else { "." };
    let sign = if exponent < 0 { '-' } else { '+' };
    write!(out, "{first}{point}{rest}e{sign}{:02}", exponent.abs())
}

/// Text on the stack.
struct Scratch {
    bytes: [u8; 64],
    len: usize,
}

impl Default for Scratch {
    fn default() -> Self {
        Self { bytes: [0; 64], len: 0 }
    }
}

impl Scratch {
    fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.len]).expect("only text was written")
    }
}

impl Write for Scratch {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.len + text.len();
        let place = self.bytes.get_mut(self.len..end).ok_or(fmt::Error)?;
        place.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::general;

    #[test]
    fn as_printf() {
        // By Python, whose % is C's printf.
        for (value, digits, wanted) in [
            (0.0, 6, "0"),
            (-1.5, 18, "-1.5"),
            (0.1, 18, "0.100000000000000006"),
            (100.0, 6, "100"),
            (123_456_789.0, 6, "1.23457e+08"),
            (0.000_123_456_7, 6, "0.000123457"),
            (0.000_012_345_67, 6, "1.23457e-05"),
            (1e300, 18, "1.00000000000000005e+300"),
            (2e-5, 6, "2e-05"),
            (999_999.5, 6, "1e+06"),
        ] {
            let mut out = String::new();
            general(&mut out, value, digits).expect("a string takes all");
            assert_eq!(out, wanted, "{value:e} by %.{digits}g");
        }
    }
}
