//! What a user may do about a field that is no number.

use super::{Column, Fields, Separator, TableOptions, trim};
use crate::{
    Error,
    error::shorten,
    text::{Spelling, parse_any},
};

/// Where a field stood that could not be read.
pub(super) struct Context<'a> {
    pub(super) fields: &'a Fields,
    /// The field, counted from 0.
    pub(super) idx: usize,
    pub(super) options: &'a TableOptions,
    pub(super) separator: Option<Separator>,
    /// What reads fields that are parted in another way.
    pub(super) alternative: &'static str,
    /// Whether it is in the first record after any names.
    pub(super) first: bool,
    /// Whether names came before.
    pub(super) named: bool,
}

impl Context<'_> {
    /// Adds the likeliest help.
    #[cold]
    pub(super) fn help(&self, err: Error) -> Error {
        if err.hint().is_some() {
            return err;
        }
        match self.hint() {
            Some(hint) => err.with_hint(hint),
            None => err,
        }
    }

    fn hint(&self) -> Option<String> {
        let field = self.fields.field(self.idx).unwrap_or_default();
        // A number, but not of the type.
        if parse_any(field, self.options.spelling).is_ok() {
            return None;
        }
        // A field alone in its record may be more than one.
        let alone = self.fields.len() == 1;
        self.sep_line(field)
            .or_else(|| nul(field))
            .or_else(|| blank(field))
            .or_else(|| self.comment(field))
            .or_else(|| self.fortran(field))
            .or_else(|| if alone { self.delimiter(field) } else { None })
            .or_else(|| self.decimal(field))
            .or_else(|| if alone { None } else { thousands(field) })
            .or_else(|| self.delimiter(field))
            .or_else(|| comment_line(self.fields, self.options))
            .or_else(|| self.words())
            .or_else(|| missing(field))
            .or_else(|| thousands(field))
    }

    fn sep_line(&self, field: &[u8]) -> Option<String> {
        let sep = field.strip_prefix(b"sep=")?;
        if !self.first {
            return None;
        }
        let what = "a spreadsheet's 'sep=' line";
        Some(match self.separator {
            Some(Separator::Blanks) => format!("{what}: load it as {}", self.alternative),
            _ => {
                format!("{what}: use the options skip_rows(1) and delimiter(\"{}\")", shorten(sep))
            }
        })
    }

    /// A comment that follows a number, and is taken for more of it.
    fn comment(&self, field: &[u8]) -> Option<String> {
        let signs = self.options.comments.iter().filter(|it| !it.is_empty());
        let starts = signs.filter_map(|it| memchr::memmem::find(field, it));
        let number = |at: usize| parse_any(trim(&field[..at]), self.options.spelling).is_ok();
        starts.into_iter().any(number).then(|| "a comment? put it on a line of its own".to_owned())
    }

    fn fortran(&self, field: &[u8]) -> Option<String> {
        if !field.is_empty() && field.iter().all(|&it| it == b'*') {
            return Some("Fortran prints stars for a number too wide for its format".to_owned());
        }
        let spelling = Spelling { fortran: true, ..self.options.spelling };
        let repeated = field.splitn(2, |&it| it == b'*').all(|it| parse_any(it, spelling).is_ok());
        let known = !self.options.spelling.fortran && !field.is_empty() && repeated;
        known.then(|| "spelled as Fortran does: use the option fortran".to_owned())
    }

    /// A comma before the fraction.
    fn decimal(&self, field: &[u8]) -> Option<String> {
        let comma = Spelling { decimal: b',', ..self.options.spelling };
        let point = self.options.spelling.decimal == b'.';
        if !point || !field.contains(&b',') || parse_any(field, comma).is_err() {
            return None;
        }
        let hint = "a decimal comma? use the option decimal_comma";
        Some(thousands(field).map_or_else(|| hint.to_owned(), |more| format!("{hint}; {more}")))
    }

    /// Another delimiter, that makes numbers of the field.
    fn delimiter(&self, field: &[u8]) -> Option<String> {
        const USUAL: [(u8, &str); 5] =
            [(b';', ";"), (b'\t', "\\t"), (b'|', "|"), (b',', ","), (b' ', " ")];
        let own = match self.separator {
            Some(Separator::Byte(byte)) => Some(byte),
            _ => None,
        };
        let reads = |byte: u8| {
            let mut parts = field.split(|&it| it == byte).filter(|it| !it.is_empty());
            let comma = Spelling { decimal: b',', ..self.options.spelling };
            field.contains(&byte)
                && parts.all(|it| {
                    parse_any(it, self.options.spelling).is_ok() || parse_any(it, comma).is_ok()
                })
        };
        let (byte, shown) = USUAL.iter().find(|(byte, _)| Some(*byte) != own && reads(*byte))?;
        Some(match (byte, self.separator) {
            (b',', Some(Separator::Blanks)) => {
                format!("separated by ','? load it as {}", self.alternative)
            }
            (_, Some(Separator::Blanks)) => {
                format!(
                    "separated by '{shown}'? load it as {} with that delimiter",
                    self.alternative
                )
            }
            (b' ', _) => format!("separated by blanks? load it as {}", self.alternative),
            _ => format!("separated by '{shown}'? use the option delimiter(\"{shown}\")"),
        })
    }

    /// A record with no number in it.
    fn words(&self) -> Option<String> {
        let number = |it: &[u8]| it.is_empty() || parse_any(it, self.options.spelling).is_ok();
        if !self.first || self.fields.iter().any(number) {
            return None;
        }
        Some(if self.named {
            "a row of units? make it a comment, or skip it with the names by the option skip_rows"
        } else {
            "a row of names? use the option names, or skip_rows(1)"
        }
        .to_owned())
    }
}

/// A comment whose sign is not known.
fn comment_line(fields: &Fields, options: &TableOptions) -> Option<String> {
    // What begins numbers, words that stand for missing values, and lists of other programs.
    const OTHERS: &[u8] = b"+-.,*?|\"'`()[]{}<$_";
    let field = trim(fields.field(0)?);
    let sign = *field.first()?;
    let is_sign = sign.is_ascii_punctuation() && !OTHERS.contains(&sign);
    let known = options.comments.iter().any(|it| field.starts_with(it));
    let sign = char::from(sign);
    let hint = || format!("a comment? use the option comments([{:?}])", sign.to_string());
    (is_sign && !known).then(hint)
}

fn nul(field: &[u8]) -> Option<String> {
    field.contains(&0).then(|| "is this binary data, or UTF-16 without its mark?".to_owned())
}

/// What looks like a blank, and is none.
fn blank(field: &[u8]) -> Option<String> {
    let odd = |it: &char| it.is_whitespace() && !it.is_ascii();
    let found = std::str::from_utf8(field).ok()?.chars().find(odd)?;
    Some(format!("the character U+{:04X} is no blank here: replace it", u32::from(found)))
}

fn missing(field: &[u8]) -> Option<String> {
    const WORDS: [&str; 10] = ["", "na", "n/a", "null", "none", "nil", "-", "--", ".", "?"];
    let word = std::str::from_utf8(field).ok()?;
    WORDS.contains(&word.to_ascii_lowercase().as_str()).then(|| {
        format!("a missing value? use the option missing([\"{word}\"]), and fill for its value")
    })
}

/// Digits in groups of three.
fn thousands(field: &[u8]) -> Option<String> {
    let mut groups = field.split(|it| b",.'_ ".contains(it));
    let first = groups.next()?;
    let digits = |it: &[u8]| it.iter().all(u8::is_ascii_digit);
    let lead = first.strip_prefix(b"-").unwrap_or(first);
    let grouped = (1..=3).contains(&lead.len()) && digits(lead);
    let second = groups.next().is_some_and(|it| it.len() == 3 && digits(it));
    (grouped && second).then(|| "thousands separators are not read: remove them".to_owned())
}

/// Adds help to the error of a row that is too short or too long.
#[cold]
pub(super) fn ragged(err: Error, fields: &Fields, options: &TableOptions) -> Error {
    if let Some(hint) = comment_line(fields, options) {
        return err.with_hint(hint);
    }
    let last = fields.len().checked_sub(1).and_then(|it| fields.field(it));
    if last.is_some_and(<[u8]>::is_empty) {
        return err.with_hint("a delimiter at the end of some rows only?");
    }
    let repeats = fields.iter().any(|it| it.contains(&b'*') && it.len() > 1);
    if repeats && !options.spelling.fortran {
        return err.with_hint("a Fortran repeat count? use the option fortran");
    }
    let by_index = |it: &Column| matches!(it, Column::Index(_));
    if options.columns.as_ref().is_some_and(|it| it.iter().all(by_index)) {
        return err;
    }
    err.with_hint("if values are missing at the ends of rows, use the option fill_ragged")
}
