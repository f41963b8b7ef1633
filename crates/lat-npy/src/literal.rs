//! The pieces of Python that a header is written in. Linear in its length, whatever it holds.

use std::borrow::Cow;

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::{tag, take_till, take_while, take_while1},
    character::complete::{char, one_of},
    combinator::{opt, recognize},
    sequence::preceded,
};

use crate::header::fault::Fault;

pub(crate) type Parsed<'a, T> = IResult<&'a str, T, Fault>;

/// Skips what may stand between two tokens: blanks, line breaks and comments.
pub(crate) fn blanks(text: &str) -> Parsed<'_, ()> {
    // By bytes, as most headers are a third padding.
    let blank = |it: u8| matches!(it, b' ' | b'\t' | b'\n' | b'\r' | 0x0c);
    let mut rest = text;
    loop {
        let len = rest.bytes().position(|it| !blank(it)).unwrap_or(rest.len());
        rest = &rest[len..];
        if !rest.starts_with('#') {
            return Ok((rest, ()));
        }
        (rest, _) = take_till(|c| c == '\n').parse(rest)?;
    }
}

/// Takes a bracket, comma or colon, and the blanks before it.
pub(crate) fn symbol<'a>(c: char) -> impl Parser<&'a str, Output = char, Error = Fault> {
    preceded(blanks, char(c))
}

/// Takes a word such as `True`.
pub(crate) fn word(text: &str) -> Parsed<'_, &str> {
    take_while1(|c: char| c.is_alphanumeric() || c == '_').parse(text)
}

/// What a value is, by its first character; `None` if no value begins with it.
pub(crate) fn what(text: &str) -> Option<&'static str> {
    match text.chars().next()? {
        '(' => Some("a tuple"),
        '[' => Some("a list"),
        '{' => Some("a dictionary or a set"),
        '0'..='9' | '+' | '-' => Some("a number"),
        '\'' | '"' => Some("a string"),
        c if !c.is_alphabetic() => None,
        _ if text.starts_with("None") => Some("None"),
        _ if text.starts_with("True") || text.starts_with("False") => Some("a boolean"),
        _ => None,
    }
}

/// A string, or several that follow one another.
#[derive(Debug, PartialEq)]
pub(crate) struct Text<'a> {
    pub(crate) value: Cow<'a, str>,
    /// Whether it was written `b'…'`.
    pub(crate) bytes: bool,
}

pub(crate) fn string(text: &str) -> Parsed<'_, Text<'_>> {
    let (mut rest, mut all) = piece(text)?;
    loop {
        let (after, ()) = blanks(rest)?;
        if !after.starts_with(|c: char| matches!(c, '\'' | '"') || c.is_ascii_alphabetic()) {
            return Ok((rest, all));
        }
        match piece(after) {
            Ok((after, next)) => {
                all.value.to_mut().push_str(&next.value);
                all.bytes |= next.bytes;
                rest = after;
            }
            Err(nom::Err::Error(_)) => return Ok((rest, all)),
            Err(err) => return Err(err),
        }
    }
}

fn piece(text: &str) -> Parsed<'_, Text<'_>> {
    let (after, prefix) = take_while(|c: char| c.is_ascii_alphabetic()).parse(text)?;
    let long = alt((tag("'''"), tag("\"\"\"")));
    let (after, quote) = alt((long, recognize(one_of("'\"")))).parse(after)?;
    let (raw, bytes) = match prefix {
        "" | "u" | "U" => (false, false),
        "r" | "R" => (true, false),
        "b" | "B" => (false, true),
        "br" | "bR" | "Br" | "BR" | "rb" | "rB" | "Rb" | "RB" => (true, true),
        _ => return Fault::parse(text, prefix.len(), "is no prefix of a plain string").fail(),
    };
    let (rest, value) = body(after, quote, raw)?;
    Ok((rest, Text { value, bytes }))
}

/// What stands between the quotes, and the closing one.
fn body<'a>(text: &'a str, quote: &str, raw: bool) -> Parsed<'a, Cow<'a, str>> {
    let long = quote.len() == 3;
    let mark = char::from(quote.as_bytes()[0]);
    let stop = |c: char| c == '\\' || c == mark || (c == '\n' && !long);
    let mut value = Cow::Borrowed("");
    let mut rest = text;
    loop {
        let (after, run) = take_till(stop).parse(rest)?;
        append(&mut value, run);
        if let Some(after) = after.strip_prefix(quote) {
            return Ok((after, value));
        }
        let (after, c) = match after.strip_prefix('\\') {
            Some(after) if !raw => escape(after)?,
            _ if after.is_empty() || after.starts_with('\n') => {
                return Fault::parse(text, 0, "string is not closed").fail();
            }
            // A quote within three, or a backslash with what it stands before.
            escaped => {
                let len = 1 + escaped.and_then(|it| it.chars().next()).map_or(0, char::len_utf8);
                append(&mut value, &after[..len]);
                (&after[len..], None)
            }
        };
        if let Some(c) = c {
            value.to_mut().push(c);
        }
        rest = after;
    }
}

/// Copies only if there is more than one run.
fn append<'a>(value: &mut Cow<'a, str>, run: &'a str) {
    if value.is_empty() { *value = run.into() } else { value.to_mut().push_str(run) }
}

/// What follows a backslash; one that escapes nothing stands for itself.
fn escape(text: &str) -> Parsed<'_, Option<char>> {
    let simple = |c| Ok((&text[1..], Some(c)));
    match text.as_bytes().first() {
        Some(b'\n') => Ok((&text[1..], None)),
        Some(&c @ (b'\\' | b'\'' | b'"')) => simple(c.into()),
        Some(b'a') => simple('\x07'),
        Some(b'b') => simple('\x08'),
        Some(b'f') => simple('\x0c'),
        Some(b'n') => simple('\n'),
        Some(b'r') => simple('\r'),
        Some(b't') => simple('\t'),
        Some(b'v') => simple('\x0b'),
        Some(b'x') => code(text, 1, 2, 16),
        Some(b'u') => code(text, 1, 4, 16),
        Some(b'U') => code(text, 1, 8, 16),
        Some(b'0'..=b'7') => {
            let digits = text.bytes().take(3).take_while(|it| matches!(it, b'0'..=b'7')).count();
            code(text, 0, digits, 8)
        }
        _ => Ok((text, Some('\\'))),
    }
}

/// A character by its number: `len` digits from `start`.
fn code(text: &str, start: usize, len: usize, radix: u32) -> Parsed<'_, Option<char>> {
    let digits = text.get(start..start + len).filter(|it| !it.starts_with('+'));
    let number = digits.and_then(|it| u32::from_str_radix(it, radix).ok());
    match number.and_then(char::from_u32) {
        Some(c) => Ok((&text[start + len..], Some(c))),
        None => Fault::parse(text, 1, "escape stands for no character").fail(),
    }
}

/// A number, as far as a shape cares.
#[derive(Debug, PartialEq)]
pub(crate) enum Number {
    Int(u64),
    Negative,
    /// Past the integers of 64 bits.
    Huge,
    /// A fraction, an exponent, an imaginary part.
    Other,
}

/// Takes a number. Python 2 wrote `L` after some: `old` allows it.
pub(crate) fn number(text: &str, old: bool) -> Parsed<'_, Number> {
    let (rest, sign) = opt(one_of("+-")).parse(text)?;
    let (rest, ()) = blanks(rest)?;
    let (mut rest, digits) =
        take_while1(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.').parse(rest)?;
    let long = digits.strip_suffix('L').filter(|_| old);
    if let (true, Ok((after, _))) = (old && long.is_none(), symbol('L').parse(rest)) {
        rest = after;
    }
    match magnitude(long.unwrap_or(digits)) {
        Some(Number::Int(1..) | Number::Huge) if sign == Some('-') => Ok((rest, Number::Negative)),
        Some(number) => Ok((rest, number)),
        None => Fault::parse(text, text.len() - rest.len(), "is not a number").fail(),
    }
}

fn magnitude(digits: &str) -> Option<Number> {
    let prefixed = digits.strip_prefix('0').and_then(|it| match it.as_bytes().first()? {
        b'x' | b'X' => Some((&it[1..], 16)),
        b'o' | b'O' => Some((&it[1..], 8)),
        b'b' | b'B' => Some((&it[1..], 2)),
        _ => None,
    });
    if let Some((digits, radix)) = prefixed {
        // An underscore may follow the prefix.
        return integer(digits.strip_prefix('_').unwrap_or(digits), radix);
    }
    match integer(digits, 10) {
        Some(Number::Int(1..) | Number::Huge) if digits.starts_with('0') => None,
        Some(number) => Some(number),
        None => is_real(digits).then_some(Number::Other),
    }
}

/// Digits, with single underscores between them.
fn integer(digits: &str, radix: u32) -> Option<Number> {
    let mut sum = Some(0_u64);
    let mut after_digit = false;
    for c in digits.chars() {
        if c == '_' && after_digit {
            after_digit = false;
            continue;
        }
        let digit = c.to_digit(radix)?;
        sum = sum.and_then(|it| it.checked_mul(radix.into())?.checked_add(digit.into()));
        after_digit = true;
    }
    after_digit.then_some(sum.map_or(Number::Huge, Number::Int))
}

fn is_real(text: &str) -> bool {
    let real = text.strip_suffix(['j', 'J']).unwrap_or(text);
    real.starts_with(|c: char| c.is_ascii_digit() || c == '.') && real.parse::<f64>().is_ok()
}
