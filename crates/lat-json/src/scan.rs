//! The fast loop: plain numbers and the commas between them, read where they lie.

use lat_core::{
    Complex, Element, Error, ErrorKind, Result, Scalar, f16,
    text::{Misread, Spelling, TextElement},
};

use crate::{
    doubts::Doubts,
    input::{Input, is_blank},
    token::Token,
};

/// An element type, as JSON spells it.
pub(crate) trait Value: TextElement {
    /// Whether a plain value starts at `text[at]`, and no list.
    fn starts(text: &[u8], at: usize) -> bool;

    /// Reads the plain value that starts at `text[at]`, and says where it ends. `None` stands for
    /// anything else, right or wrong.
    fn read(text: &[u8], at: usize) -> Option<(Self, usize)>;

    /// The value of a scalar.
    fn of(token: &Token<'_>) -> Result<Self>;

    /// The value of the list that is next in the input, which is done with then.
    fn of_pair(input: &mut Input<'_>) -> Result<Self> {
        Err(input.fault("expected a scalar"))
    }
}

/// What ended a run of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Anything that is not a plain value and what follows one.
    Other,
    /// The bracket after the last value.
    Close,
    /// There is no more room.
    Full,
}

/// Reads plain values, each with the comma or before the bracket that follows it, as many as fit
/// `out` as it is. `doubts` sees each float.
pub(crate) fn scan_run<T: Value>(
    text: &[u8],
    out: &mut Vec<T>,
    mut doubts: Option<&mut Doubts>,
) -> (usize, Stop) {
    let mut at = 0;
    while out.len() < out.capacity() {
        let start = skip(text, at);
        let Some((value, end)) = T::read(text, start) else { return (at, Stop::Other) };
        let next = skip(text, end);
        let more = text.get(next) == Some(&b',');
        if !more && text.get(next) != Some(&b']') {
            return (at, Stop::Other);
        }
        if let (Some(doubts), Scalar::Float(value)) = (&mut doubts, value.to_scalar()) {
            doubts.see(value, &text[start..end], out.len());
        }
        out.push(value);
        if !more {
            return (next, Stop::Close);
        }
        at = next + 1;
    }
    (at, Stop::Full)
}

/// How long the `], [` is that `text` begins with, if it does, and the blanks after it.
#[inline]
pub(crate) fn next_list(text: &[u8]) -> Option<usize> {
    let comma = skip(text, 1);
    let open = skip(text, comma + 1);
    let is_next =
        text[0] == b']' && text.get(comma) == Some(&b',') && text.get(open) == Some(&b'[');
    is_next.then(|| skip(text, open + 1))
}

#[inline]
fn skip(text: &[u8], mut at: usize) -> usize {
    // One comparison for most.
    while text.get(at).is_some_and(|it| *it <= b' ' && is_blank(*it)) {
        at += 1;
    }
    at
}

impl Value for bool {
    #[inline]
    fn starts(text: &[u8], at: usize) -> bool {
        matches!(text[at], b't' | b'f')
    }

    #[inline]
    fn read(text: &[u8], at: usize) -> Option<(Self, usize)> {
        let rest = text.get(at..)?;
        if rest.starts_with(b"true") {
            return Some((true, at + 4));
        }
        rest.starts_with(b"false").then_some((false, at + 5))
    }

    fn of(token: &Token<'_>) -> Result<Self> {
        match token {
            Token::Bool(it) => Ok(*it),
            _ => Err(token.misfit(Self::DTYPE)),
        }
    }
}

macro_rules! impl_int {
    ($($type:ty)*) => {$(
        impl Value for $type {
            #[inline]
            fn starts(text: &[u8], at: usize) -> bool {
                starts_number(text, at)
            }

            #[inline]
            fn read(text: &[u8], at: usize) -> Option<(Self, usize)> {
                if starts_number(text, at) { Self::scan(text, at) } else { None }
            }

            fn of(token: &Token<'_>) -> Result<Self> {
                match token {
                    Token::Number(b"-0") => Err(token.misread(Misread::NotAnInteger, Self::DTYPE)),
                    Token::Number(text) => Self::parse(text, Spelling::default())
                        .map_err(|misread| token.misread(misread, Self::DTYPE)),
                    _ => Err(token.misfit(Self::DTYPE)),
                }
            }
        }
    )*};
}
impl_int! { i8 i16 i32 i64 u8 u16 u32 u64 }

macro_rules! impl_real {
    ($($type:ty)*) => {$(
        impl Value for $type {
            #[inline]
            fn starts(text: &[u8], at: usize) -> bool {
                starts_number(text, at)
            }

            #[inline(always)] // One call less for each value.
            fn read(text: &[u8], at: usize) -> Option<(Self, usize)> {
                if !starts_number(text, at) {
                    return None;
                }
                let (value, end) = Self::scan(text, at)?;
                (value.is_finite() && is_strict(text, at, end)).then_some((value, end))
            }

            fn of(token: &Token<'_>) -> Result<Self> {
                let value = match token {
                    Token::Null => Some(Self::NAN),
                    Token::Word(it) => Self::from_scalar(Scalar::Float(*it)),
                    Token::Number(text) => {
                        let value = Self::parse(text, Spelling::default());
                        value.ok().filter(|it| it.is_finite())
                    }
                    _ => None,
                };
                value.ok_or_else(|| token.misfit(Self::DTYPE))
            }
        }
    )*};
}
impl_real! { f16 f32 f64 }

macro_rules! impl_complex {
    ($($type:ty)*) => {$(
        impl Value for Complex<$type> {
            #[inline]
            fn starts(text: &[u8], at: usize) -> bool {
                text[at] == b'[' && <$type>::starts(text, skip(text, at + 1))
            }

            #[inline]
            fn read(text: &[u8], at: usize) -> Option<(Self, usize)> {
                let (re, at) = part(text, at, b'[')?;
                let (im, at) = part(text, at, b',')?;
                (text.get(at) == Some(&b']')).then_some((Complex::new(re, im), at + 1))
            }

            fn of(token: &Token<'_>) -> Result<Self> {
                Err(token.misfit(Self::DTYPE))
            }

            fn of_pair(input: &mut Input<'_>) -> Result<Self> {
                let re = slow_part(input, b'[')?;
                let im = slow_part(input, b',')?;
                expect(input, b']')?;
                Ok(Self::new(re, im))
            }
        }
    )*};
}
impl_complex! { f32 f64 }

/// Reads `before` and the number after it, and says where what follows that begins.
#[inline(never)]
fn part<R: Value>(text: &[u8], at: usize, before: u8) -> Option<(R, usize)> {
    if *text.get(at)? != before {
        return None;
    }
    let (value, end) = R::read(text, skip(text, at + 1))?;
    Some((value, skip(text, end)))
}

/// Reads `before` and whatever scalar comes after it.
fn slow_part<R: Value>(input: &mut Input<'_>, before: u8) -> Result<R> {
    expect(input, before)?;
    if matches!(input.next()?, None | Some(b'[' | b']' | b'{')) {
        return Err(not_a_pair());
    }
    let (token, len) = Token::read(input)?;
    let value = R::of(&token)?;
    input.advance(len);
    Ok(value)
}

fn expect(input: &mut Input<'_>, wanted: u8) -> Result<()> {
    match input.next()? {
        Some(found) if found == wanted => {
            input.advance(1);
            Ok(())
        }
        None => Err(input.fault("EOF while parsing a list")),
        Some(_) => Err(not_a_pair()),
    }
}

#[cold]
fn not_a_pair() -> Error {
    Error::new(ErrorKind::Parse, "a complex number is a pair [re, im]")
}

/// Whether a number of JSON's may start at `text[at]`: with a digit, after a minus or not, and
/// without a zero before it.
#[inline]
fn starts_number(text: &[u8], at: usize) -> bool {
    let byte = |at: usize| text.get(at).copied().unwrap_or(0);
    let first = at + usize::from(byte(at) == b'-');
    // No branch: signs, and zeros before a point, are as good as random.
    let leading_zero = (byte(first) == b'0') & byte(first + 1).is_ascii_digit();
    !leading_zero & byte(first).is_ascii_digit()
}

/// Whether `text[at..end]`, which is a number of C's that starts as one of JSON's, is one.
#[inline(always)]
#[expect(clippy::inline_always, reason = "one call less for each value")]
fn is_strict(text: &[u8], at: usize, end: usize) -> bool {
    if !text[end - 1].is_ascii_digit() {
        return false;
    }
    !has_letter(text, at, end) || number_len(&text[at..end]) == Some(end - at)
}

/// Whether there is an exponent. Of the bytes of a number, only letters have the bit 0x40.
#[inline(always)]
#[expect(clippy::inline_always, reason = "one call less for each value")]
pub(crate) fn has_letter(text: &[u8], at: usize, end: usize) -> bool {
    let (len, last) = (end - at, end.saturating_sub(8));
    let bytes = match len {
        // Words that overlap: no branch depends on the exact length.
        8..=24 => word(text, at) | word(text, last.min(at + 8)) | word(text, last),
        _ => text[at..end].iter().fold(0, |all, &it| all | u64::from(it)),
    };
    bytes & 0x4040_4040_4040_4040 != 0
}

#[inline]
fn word(text: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(text[at..at + 8].try_into().expect("eight bytes"))
}

/// How long the number is that `text` begins with, by JSON's grammar.
pub(crate) fn number_len(text: &[u8]) -> Option<usize> {
    let whole = usize::from(text.first() == Some(&b'-'));
    let mut end = match text.get(whole)? {
        b'0' => whole + 1,
        b'1'..=b'9' => digits(text, whole)?,
        _ => return None,
    };
    if text.get(end) == Some(&b'.') {
        end = digits(text, end + 1)?;
    }
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let sign = matches!(text.get(end + 1), Some(b'+' | b'-'));
        end = digits(text, end + 1 + usize::from(sign))?;
    }
    Some(end)
}

/// Where the digits end that start at `text[at]`, if there are any.
fn digits(text: &[u8], at: usize) -> Option<usize> {
    let count = text.get(at..)?.iter().take_while(|it| it.is_ascii_digit()).count();
    (count > 0).then_some(at + count)
}
