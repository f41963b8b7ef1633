//! The digits of a float: as few as tell it from its neighbours, or rounded where that is too many.

use crate::{f16, half::nearest};

/// A float type, as printing sees it.
pub(super) trait Real: Copy {
    /// From here on, the numbers of an array are printed with exponents.
    const MAX_PLAIN: f64;
    /// From here on, a number by itself is.
    const MAX_PLAIN_ALONE: f64;

    /// The same number.
    fn to_f64(self) -> f64;

    /// The number of this type nearest to `it`.
    fn nearest(it: f64) -> Self;

    /// The fewest digits that read back to the same number of this type, as `{:e}` writes them.
    fn shortest(self) -> String;
}

impl Real for f64 {
    const MAX_PLAIN: Self = 1e8;
    const MAX_PLAIN_ALONE: Self = 1e16;

    fn to_f64(self) -> f64 {
        self
    }
    fn nearest(it: f64) -> Self {
        it
    }
    fn shortest(self) -> String {
        let text = format!("{self:e}");
        with_digits_of(&text, self, |it| it.parse() == Ok(self)).unwrap_or(text)
    }
}

impl Real for f32 {
    const MAX_PLAIN: f64 = 1e6;
    const MAX_PLAIN_ALONE: f64 = 1e6;

    fn to_f64(self) -> f64 {
        self.into()
    }
    #[expect(clippy::cast_possible_truncation, reason = "rounding is what is asked for")]
    fn nearest(it: f64) -> Self {
        it as Self
    }
    fn shortest(self) -> String {
        let text = format!("{self:e}");
        with_digits_of(&text, self.into(), |it| it.parse() == Ok(self)).unwrap_or(text)
    }
}

impl Real for f16 {
    const MAX_PLAIN: f64 = 1e3;
    const MAX_PLAIN_ALONE: f64 = 1e3;

    fn to_f64(self) -> f64 {
        self.to_f64()
    }
    fn nearest(it: f64) -> Self {
        nearest(it)
    }
    /// The standard library knows no `f16`: tries one digit, two, and so on; five always do.
    fn shortest(self) -> String {
        let exact = self.to_f64();
        // 2^-6 lies halfway between two numbers of four digits, and reads back from the upper.
        let tries = [exact, exact * (1.0 + 1e-9)];
        let mut rounded = (0..4).flat_map(|digits| tries.map(|it| format!("{it:.digits$e}")));
        let same = |it: &String| it.parse().is_ok_and(|it| nearest(it) == self);
        let text = rounded.find(same).unwrap_or_else(|| format!("{exact:.4e}"));
        trimmed_e(&text)
    }
}

/// The number that has as many digits as `shortest` and is nearest to `exact`, the even one of two
/// that are: the standard library rounds such ties up, and NumPy does not.
fn with_digits_of(shortest: &str, exact: f64, is_same: impl Fn(&str) -> bool) -> Option<String> {
    let (digits, _) = shortest.split_once('e').expect("written with an exponent");
    let places = digits.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    Some(format!("{exact:.places$e}")).filter(|it| is_same(it))
}

/// Without zeros at the end of the fraction.
fn trimmed_e(text: &str) -> String {
    let (digits, exponent) = text.split_once('e').expect("written with an exponent");
    let digits = if digits.contains('.') { digits.trim_end_matches('0') } else { digits };
    format!("{}e{exponent}", digits.trim_end_matches('.'))
}

/// A number in parts. The fraction has no zeros at its end, and may be empty.
#[derive(Debug)]
pub(super) struct Decimal {
    pub(super) negative: bool,
    pub(super) whole: String,
    pub(super) fraction: String,
    /// The power of ten, if it is written with one.
    pub(super) exponent: i32,
}

impl Decimal {
    fn new(negative: bool, text: &str, exponent: i32) -> Self {
        let text = text.trim_start_matches('-');
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let (whole, fraction) = (whole.to_owned(), fraction.trim_end_matches('0').to_owned());
        Self { negative, whole, fraction, exponent }
    }

    /// One digit, a fraction of at most `precision` digits, and an exponent.
    pub(super) fn scientific<T: Real>(it: T, precision: usize) -> Self {
        let mut text = it.shortest();
        if Self::of_e(it, &text).fraction.len() > precision {
            text = format!("{:.precision$e}", it.to_f64());
        }
        Self::of_e(it, &text)
    }

    /// One digit, a fraction of this many digits, and an exponent. Digits past the shortest are
    /// those of the exact number, as NumPy has it, and not zeros.
    pub(super) fn scientific_to<T: Real>(it: T, fraction: usize) -> Self {
        let shortest = Self::of_e(it, &it.shortest());
        if shortest.fraction.len() == fraction || it.to_f64() == 0.0 {
            return shortest;
        }
        Self::of_e(it, &format!("{:.fraction$e}", it.to_f64()))
    }

    fn of_e<T: Real>(it: T, text: &str) -> Self {
        let (digits, exponent) = text.split_once('e').expect("written with an exponent");
        let exponent = exponent.parse().expect("an exponent is an integer");
        Self::new(it.to_f64().is_sign_negative(), digits, exponent)
    }

    /// No exponent, and a fraction of at most `precision` digits.
    pub(super) fn positional<T: Real>(it: T, precision: usize) -> Self {
        let digits = Self::scientific(it, usize::MAX);
        let point = digits.exponent + 1;
        let all = digits.whole + &digits.fraction;
        let before = usize::try_from(point).unwrap_or(0);
        let zeros = "0".repeat(usize::try_from(-point).unwrap_or(0));
        let text = if before == 0 {
            format!("0.{zeros}{all}")
        } else if let Some((whole, fraction)) = all.split_at_checked(before) {
            format!("{whole}.{fraction}")
        } else {
            format!("{all:0<before$}.")
        };
        let exact = Self::new(digits.negative, &text, 0);
        if exact.fraction.len() <= precision {
            return exact;
        }
        Self::new(digits.negative, &format!("{:.precision$}", it.to_f64()), 0)
    }
}
