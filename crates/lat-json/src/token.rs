//! One scalar, read with all that may be wrong with it.

use lat_core::{DType, DTypeKind, Error, ErrorKind, Result, Scalar, error::shorten, text::Misread};
use serde::de::IgnoredAny;

use crate::{fault, input::Input, scan::number_len};

/// What may stand where a value is expected.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token<'t> {
    Null,
    Bool(bool),
    /// NaN or an infinity, as a word or as a string.
    Word(f64),
    /// A number by JSON's grammar.
    Number(&'t [u8]),
    /// A string that is no word for a number.
    Text(String),
}

impl<'t> Token<'t> {
    /// The scalar that is next in the input, and its length in bytes.
    ///
    /// Fails, with `serde_json`'s message, if it is no JSON.
    pub(crate) fn read(input: &'t mut Input<'_>) -> Result<(Self, usize)> {
        let (_, len) = input.scalar()?;
        let input = &*input;
        let text = input.text().0;
        match Self::of(&text[..len]) {
            Some(token) => Ok((token, len)),
            None => Err(refusal(input, len)),
        }
    }

    fn of(text: &'t [u8]) -> Option<Self> {
        Some(match text {
            b"null" => Self::Null,
            b"true" => Self::Bool(true),
            b"false" => Self::Bool(false),
            [b'"', ..] => Self::of_string(serde_json::from_slice(text).ok()?),
            _ if number_len(text) == Some(text.len()) => Self::Number(text),
            _ => Self::Word(word(text)?),
        })
    }

    /// The value of a string, without its quotes.
    pub(crate) fn of_string(text: String) -> Self {
        match word(text.as_bytes()) {
            Some(value) => Self::Word(value),
            None => Self::Text(text),
        }
    }

    /// Whether the token spells an integer. `-0` is a float: integers have no such zero.
    pub(crate) fn is_integer(&self) -> bool {
        let Self::Number(text) = self else { return false };
        *text != b"-0" && !text.iter().any(|it| matches!(it, b'.' | b'e' | b'E'))
    }

    /// As a message shows it.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Bool(it) => it.to_string(),
            Self::Word(it) => Scalar::Float(*it).to_string(),
            Self::Number(text) => shorten(text),
            Self::Text(text) => format!("the string \"{}\"", shorten(text.as_bytes())),
        }
    }

    /// The fault of a token that is no value of a type.
    #[cold]
    pub(crate) fn misfit(&self, wanted: DType) -> Error {
        let shown = self.shown();
        let message = match (self, wanted.kind()) {
            (Self::Text(_), _) => format!("{shown} is not a number"),
            (_, DTypeKind::Bool) => format!("{shown} is not a boolean, wanted {wanted}"),
            (Self::Bool(_), _) => format!("{shown} is not a number, wanted {wanted}"),
            (_, DTypeKind::Complex) => format!("{shown} is not a pair [re, im], wanted {wanted}"),
            _ => format!("{shown} does not fit {wanted}"),
        };
        let err = Error::new(ErrorKind::Parse, message);
        match self {
            Self::Null => err.with_hint("null stands for NaN, which only floats have"),
            _ => err,
        }
    }

    /// The fault of a number that is no value of a type.
    #[cold]
    pub(crate) fn misread(&self, misread: Misread, wanted: DType) -> Error {
        if misread != Misread::NotAnInteger {
            return self.misfit(wanted);
        }
        let message = format!("{} is not an integer, wanted {wanted}", self.shown());
        Error::new(ErrorKind::Parse, message).with_hint("read floats, and cast them")
    }
}

/// The words that Python, JavaScript and this crate write, as words or as strings.
fn word(text: &[u8]) -> Option<f64> {
    match text {
        b"NaN" => Some(f64::NAN),
        b"Infinity" => Some(f64::INFINITY),
        b"-Infinity" => Some(f64::NEG_INFINITY),
        _ => None,
    }
}

/// What `serde_json` says of the scalar that is next.
#[cold]
fn refusal(input: &Input<'_>, len: usize) -> Error {
    let (padded, at_hand) = input.text();
    // One byte more: where the text goes on, what is missing is no end of input.
    let text = &padded[..at_hand.min(len + 1)];
    let parser = serde_json::Deserializer::from_slice(text);
    let err = if text[0] == b'"' {
        parser.into_iter::<String>().find_map(Result::err)
    } else {
        parser.into_iter::<IgnoredAny>().find_map(Result::err)
    };
    match err {
        Some(err) => fault::of_next(input, text, &err),
        None => input.fault("expected value"),
    }
}
