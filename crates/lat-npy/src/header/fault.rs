//! What is wrong with a file that is not as NPY files are, and where.

use std::{borrow::Cow, error, fmt, ops::Range};

use lat_core::{Error, ErrorKind, Position, error::is_unseen};
use nom::error::{ErrorKind as NomKind, ParseError};

/// The part of a file at which reading it failed, in the order in which they are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stage {
    /// The six bytes by which an NPY file is known.
    Magic,
    /// The two bytes of the version.
    Version,
    /// The header's length: more than there is, or more than is allowed.
    Length,
    /// The header is not a Python dictionary.
    Parse,
    /// The dictionary's keys: one missing, unknown, or given twice.
    Keys,
    /// `shape`.
    Shape,
    /// `fortran_order`.
    Order,
    /// `descr`: malformed, or of a kind that is not read.
    Descr,
    /// The elements after the header: too few, too many, or not of their type.
    Data,
}

/// Where and why a file could not be read as NPY: the [`source`](error::Error::source) of the
/// [`Error`] that says so.
///
/// ```
/// use std::error::Error;
/// use lat_npy::{HeaderFault, Npy, Stage};
///
/// let err = Npy::read_header(&b"PK\x03\x04 and so on"[..]).unwrap_err();
/// let fault = err.source().and_then(|it| it.downcast_ref::<HeaderFault>());
/// assert_eq!(fault.map(HeaderFault::stage), Some(Stage::Magic));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderFault {
    stage: Stage,
    span: Range<u64>,
    message: Cow<'static, str>,
}

impl HeaderFault {
    pub(crate) fn new(
        stage: Stage,
        span: Range<u64>,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { stage, span, message: message.into() }
    }

    /// The part of the file that is at fault.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The bytes of the file that are at fault.
    pub fn span(&self) -> Range<u64> {
        self.span.clone()
    }

    /// The error that users see; this fault is its source.
    #[cold]
    pub(crate) fn error(self, kind: ErrorKind) -> Error {
        let at = Position::Byte(self.span.start);
        Error::new(kind, self.message.clone()).at(at).with_source(self)
    }
}

impl fmt::Display for HeaderFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl error::Error for HeaderFault {}

/// A [`HeaderFault`] in the making, placed by how much of the header's text was left.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) stage: Stage,
    kind: ErrorKind,
    left: usize,
    len: usize,
    message: Cow<'static, str>,
    hint: &'static str,
}

impl Fault {
    /// The first `len` bytes of `text` are at fault, or all up to the next blank if it is 0.
    pub(crate) fn new(
        stage: Stage,
        text: &str,
        len: usize,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        let kind = if stage == Stage::Descr { ErrorKind::DType } else { ErrorKind::Syntax };
        Self { stage, kind, left: text.len(), len, message: message.into(), hint: "" }
    }

    pub(crate) fn parse(text: &str, len: usize, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Stage::Parse, text, len, message)
    }

    pub(crate) fn hint(self, hint: &'static str) -> Self {
        Self { hint, ..self }
    }

    pub(crate) fn kind(self, kind: ErrorKind) -> Self {
        Self { kind, ..self }
    }

    #[cold]
    pub(crate) fn fail<T>(self) -> Result<T, nom::Err<Self>> {
        Err(nom::Err::Failure(self))
    }

    /// Places the fault in the file: `text` is the header, which begins at byte `start`; if it is
    /// in Latin-1, `text` has more bytes than the file.
    #[cold]
    pub(crate) fn into_error(self, text: &str, start: u64, latin1: bool) -> Error {
        let from = text.len() - self.left;
        let to = match self.len {
            0 => token_end(text, from),
            len => {
                let end = (from + len..text.len()).find(|&it| text.is_char_boundary(it));
                end.unwrap_or(text.len())
            }
        };
        let bytes = |it: &str| if latin1 { it.chars().count() } else { it.len() } as u64;
        let begin = start + bytes(&text[..from]);
        let span = begin..begin + bytes(&text[from..to]);
        let err = HeaderFault::new(self.stage, span, self.message).error(self.kind);
        let err = err.with_excerpt(excerpt(text, from..to));
        if self.hint.is_empty() { err } else { err.with_hint(self.hint) }
    }
}

fn token_end(text: &str, from: usize) -> usize {
    let rest = &text[from..];
    let first = rest.chars().next().map_or(0, char::len_utf8);
    let more = rest[first..].find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(0);
    let word = rest.starts_with(|c: char| c.is_alphanumeric());
    from + first + if word { more } else { 0 }
}

/// The line of the header around a span, and carets under it.
fn excerpt(text: &str, span: Range<usize>) -> String {
    const BEFORE: usize = 60;
    const ALL: usize = 100;
    let start = nth_back(text, span.start, BEFORE);
    let shown: Vec<char> = text[start..].trim_end().chars().take(ALL).map(printable).collect();
    let before = text[start..span.start].chars().count();
    let carets = text[span].chars().take(ALL.saturating_sub(before)).count().max(1);
    let line: String = shown.into_iter().collect();
    format!("  {line}\n  {}{}", " ".repeat(before), "^".repeat(carets))
}

/// Where the `count`-th character before byte `at` begins.
fn nth_back(text: &str, at: usize, count: usize) -> usize {
    text[..at].char_indices().rev().take(count).last().map_or(at, |(idx, _)| idx)
}

fn printable(c: char) -> char {
    match c {
        '\n' | '\t' => ' ',
        c if is_unseen(c) => '·',
        c => c,
    }
}

impl<'a> ParseError<&'a str> for Fault {
    fn from_error_kind(text: &'a str, _: NomKind) -> Self {
        Self::parse(text, 0, "is not understood")
    }

    fn append(_: &'a str, _: NomKind, other: Self) -> Self {
        other
    }
}
