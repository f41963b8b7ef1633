//! Columns of floats: the points stand one below another.

use std::fmt::Write;

use super::decimal::{Decimal, Real};

/// How all floats of an array are printed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FloatStyle {
    /// Whether a number that is not negative has a sign too.
    plus: bool,
    /// At most this many digits after the point.
    precision: usize,
    /// How many digits an exponent has, if there are exponents.
    exponent: Option<usize>,
    /// How many characters stand before the point, and how many digits after it.
    whole: usize,
    fraction: usize,
}

impl FloatStyle {
    pub(super) fn new<T: Real>(
        values: impl Iterator<Item = T> + Clone,
        precision: usize,
        plus: bool,
    ) -> Self {
        let finite = values.clone().filter(|it| it.to_f64().is_finite());
        let mut style = Self { plus, precision, ..Self::default() };
        if needs_exponent(finite.clone()) {
            style.fit_scientific(finite);
        } else {
            style.fit_positional(finite);
        }
        for it in values.map(Real::to_f64).filter(|it| !it.is_finite()) {
            style.fit_infinite(it);
        }
        style
    }

    fn fit_scientific<T: Real>(&mut self, finite: impl Iterator<Item = T>) {
        let mut exponent = 0;
        for it in finite {
            let parts = Decimal::scientific(it, self.precision);
            exponent = exponent.max(exponent_digits(parts.exponent));
            self.fit(&parts);
        }
        self.exponent = Some(exponent);
    }

    fn fit_positional<T: Real>(&mut self, finite: impl Iterator<Item = T>) {
        for it in finite {
            self.fit(&Decimal::positional(it, self.precision));
        }
    }

    fn fit(&mut self, parts: &Decimal) {
        let sign = usize::from(self.plus || parts.negative);
        self.whole = self.whole.max(parts.whole.len() + sign);
        self.fraction = self.fraction.max(parts.fraction.len());
    }

    /// Makes the column wide enough for `nan`, `inf` or `-inf`.
    fn fit_infinite(&mut self, it: f64) {
        let sign = usize::from(self.plus || it == f64::NEG_INFINITY);
        let wanted = "inf".len() + sign;
        self.whole = self.whole.max(wanted.saturating_sub(self.after_whole()));
    }

    /// How many characters the point and what follows it have.
    fn after_whole(&self) -> usize {
        1 + self.fraction + self.exponent.map_or(0, |it| it + "e+".len())
    }

    /// Appends a number; `suffix` stands behind its last digit.
    pub(super) fn put<T: Real>(&self, it: T, suffix: &str, out: &mut String) {
        let number = it.to_f64();
        if number.is_finite() {
            match self.exponent {
                Some(digits) => self.put_scientific(it, digits, suffix, out),
                None => self.put_positional(it, suffix, out),
            }
            return;
        }
        let sign = self.sign(number == f64::NEG_INFINITY);
        let name = if number.is_nan() { "nan" } else { "inf" };
        let width = (self.whole + self.after_whole()).saturating_sub(name.len());
        put(out, format_args!("{sign:>width$}{name}{suffix}"));
    }

    fn put_scientific<T: Real>(&self, it: T, digits: usize, suffix: &str, out: &mut String) {
        let parts = Decimal::scientific_to(it, self.fraction);
        self.put_whole(&parts, out);
        let sign = if parts.exponent < 0 { '-' } else { '+' };
        let (fraction, places) = (&parts.fraction, self.fraction);
        let exponent = parts.exponent.unsigned_abs();
        put(out, format_args!("{fraction:0<places$}e{sign}{exponent:0digits$}{suffix}"));
    }

    fn put_positional<T: Real>(&self, it: T, suffix: &str, out: &mut String) {
        let parts = Decimal::positional(it, self.precision);
        self.put_whole(&parts, out);
        let blanks = self.fraction - parts.fraction.len();
        put(out, format_args!("{}{suffix}{:blanks$}", parts.fraction, ""));
    }

    fn put_whole(&self, parts: &Decimal, out: &mut String) {
        let (sign, whole) = (self.sign(parts.negative), &parts.whole);
        let width = self.whole - whole.len();
        put(out, format_args!("{sign:>width$}{whole}."));
    }

    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus) {
            (true, _) => "-",
            (false, true) => "+",
            (false, false) => "",
        }
    }
}

fn put(out: &mut String, what: std::fmt::Arguments<'_>) {
    out.write_fmt(what).expect("a String takes all");
}

fn exponent_digits(exponent: i32) -> usize {
    if exponent.abs() < 100 { 2 } else { 3 }
}

/// Whether the numbers, zero aside, are too large, too small or too far apart to print without
/// exponents. Compares as the type does, which matters where it rounds.
fn needs_exponent<T: Real>(finite: impl Iterator<Item = T>) -> bool {
    let sizes = finite.map(|it| it.to_f64().abs()).filter(|it| *it != 0.0);
    let bounds = sizes.fold(None, |bounds: Option<(f64, f64)>, it| {
        Some(bounds.map_or((it, it), |(min, max)| (min.min(it), max.max(it))))
    });
    let in_type = |it| T::nearest(it).to_f64();
    bounds.is_some_and(|(min, max)| {
        max >= T::MAX_PLAIN || min < in_type(0.0001) || in_type(max / min) > 1000.0
    })
}

/// A float by itself: all its digits, at least one of them after the point unless there is an
/// exponent, which only very large and very small ones have.
pub(super) fn alone<T: Real>(it: T) -> String {
    let mut text = brief(it);
    let whole = it.to_f64().is_finite() && !text.contains(['.', 'e']);
    text.push_str(if whole { ".0" } else { "" });
    text
}

/// As [`alone`], but without a point that nothing follows.
pub(super) fn brief<T: Real>(it: T) -> String {
    let number = it.to_f64();
    if !number.is_finite() {
        return number.to_string().to_lowercase();
    }
    let plain = number == 0.0 || (1e-4..T::MAX_PLAIN_ALONE).contains(&number.abs());
    let parts = if plain {
        Decimal::positional(it, usize::MAX)
    } else {
        Decimal::scientific(it, usize::MAX)
    };
    let sign = if parts.negative { "-" } else { "" };
    let point = if parts.fraction.is_empty() { "" } else { "." };
    let mut text = format!("{sign}{}{point}{}", parts.whole, parts.fraction);
    if !plain {
        let sign = if parts.exponent < 0 { '-' } else { '+' };
        put(&mut text, format_args!("e{sign}{:02}", parts.exponent.abs()));
    }
    text
}
