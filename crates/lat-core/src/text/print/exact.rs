//! Any number of digits, for what one product does not serve: more than 19 digits, the flag `#`,
//! ties that the table of powers cannot tell, and integers above 2^53.

use std::io::Write;

use super::plain::push_exponent;

const MAX_INT_DIGITS: usize = 20;

/// What is printed, as it is.
#[derive(Clone, Copy)]
pub(super) enum Number {
    /// Finite, and not negative.
    Float(f64),
    Int(u64),
}

/// Significant digits, the first of them counting 10^`exponent`. Zeros follow the last.
pub(super) struct Digits {
    pub(super) text: Vec<u8>,
    pub(super) exponent: i32,
}

impl Number {
    /// Rounded to `count` significant digits; an integer that has fewer gives those.
    fn digits(self, count: usize) -> Digits {
        match self {
            Self::Float(value) => Digits::read(&format!("{value:.*e}", count - 1)),
            Self::Int(value) => Digits::of_int(value, count),
        }
    }
}

impl Digits {
    /// The digits of a number as Rust spells it, with or without a point and an exponent.
    pub(super) fn read(text: &str) -> Self {
        let (number, shift) = text.split_once('e').unwrap_or((text, "0"));
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let shift: i32 = shift.parse().expect("an exponent");
        let text = [whole, fraction].concat().into_bytes();
        let Some(zeros) = text.iter().position(|&digit| digit != b'0') else {
            return Self { text, exponent: 0 };
        };
        Self { exponent: shift + index(whole.len()) - 1 - index(zeros), text: text[zeros..].into() }
    }

    fn of_int(value: u64, count: usize) -> Self {
        let len = value.checked_ilog10().unwrap_or(0) as usize + 1;
        let unit = (0..len.saturating_sub(count)).fold(1_u128, |unit, _| unit * 10);
        let (whole, rest) = (u128::from(value) / unit, u128::from(value) % unit);
        let up = rest * 2 > unit || rest * 2 == unit && whole % 2 == 1;
        // One more than all nines is one digit more: its last is a zero.
        let text = (whole + u128::from(up)).to_string().into_bytes();
        let exponent = index(len) - 1 + index(text.len() - len.min(count));
        Self { text, exponent }
    }

    /// How many digits there are up to the last that is not zero, at least one.
    pub(super) fn count(&self) -> usize {
        let last = self.text.iter().rposition(|&digit| digit != b'0');
        last.unwrap_or(0) + 1
    }

    /// The digit that counts 10^(`exponent` - idx).
    fn digit(&self, idx: i32) -> u8 {
        let known = usize::try_from(idx).ok().and_then(|idx| self.text.get(idx));
        known.copied().unwrap_or(b'0')
    }

    /// `d.ddde+xx`; `marked` for a point though there are no decimals.
    pub(super) fn scientific(&self, decimals: usize, marked: bool, out: &mut Vec<u8>) {
        out.push(self.digit(0));
        self.decimals(1, decimals, marked, out);
        push_exponent(self.exponent, out);
    }

    /// `ddd.ddd`; `marked` for a point though there are no decimals.
    pub(super) fn fixed(&self, decimals: usize, marked: bool, out: &mut Vec<u8>) {
        if self.exponent < 0 {
            out.push(b'0');
        }
        out.extend((0..=self.exponent).map(|idx| self.digit(idx)));
        self.decimals(self.exponent + 1, decimals, marked, out);
    }

    fn decimals(&self, from: i32, count: usize, marked: bool, out: &mut Vec<u8>) {
        if count > 0 || marked {
            out.push(b'.');
        }
        out.extend((from..from + index(count)).map(|idx| self.digit(idx)));
    }
}

/// `%.{precision}g`.
pub(super) fn general(number: Number, precision: usize, alternate: bool, out: &mut Vec<u8>) {
    let digits = number.digits(precision);
    let count = if alternate { precision } else { digits.count() };
    if digits.exponent < -4 || digits.exponent >= index(precision) {
        return digits.scientific(count - 1, alternate, out);
    }
    let decimals = usize::try_from(index(count) - 1 - digits.exponent).unwrap_or(0);
    digits.fixed(decimals, alternate, out);
}

/// `%.{decimals}e`.
pub(super) fn scientific(number: Number, decimals: usize, alternate: bool, out: &mut Vec<u8>) {
    number.digits(decimals + 1).scientific(decimals, alternate, out);
}

/// `%.{decimals}f`.
pub(super) fn fixed(number: Number, decimals: usize, alternate: bool, out: &mut Vec<u8>) {
    match number {
        Number::Float(value) => {
            write!(out, "{value:.decimals$}").expect("a Vec takes all");
            if alternate && decimals == 0 {
                out.push(b'.');
            }
        }
        Number::Int(_) => number.digits(MAX_INT_DIGITS).fixed(decimals, alternate, out),
    }
}

fn index(small: usize) -> i32 {
    i32::try_from(small).expect("below the most digits")
}
