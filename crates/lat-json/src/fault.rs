//! `serde_json`'s errors as this project's: the same words, line and column, and a kind.

use lat_core::{Error, ErrorKind, Position};
use serde::de::Error as _;
use serde_json::error::Category;

use crate::input::Input;

/// An error of reading `text`, which is what comes next in the input.
#[cold]
pub(crate) fn of_next(input: &Input<'_>, text: &[u8], err: &serde_json::Error) -> Error {
    let mut starts = memchr::memchr_iter(b'\n', text).map(|it| it + 1);
    let start = err.line().checked_sub(2).and_then(|it| starts.nth(it)).unwrap_or(0);
    new(ErrorKind::Syntax, err, input.place(start + err.column()))
}

/// An error that arose with the byte that was taken last; of the kind `data` if the syntax is
/// right, but not what was expected.
#[cold]
pub(crate) fn of_last(input: &Input<'_>, err: serde_json::Error, data: ErrorKind) -> Error {
    match err.classify() {
        Category::Io => {
            let err = Error::from(std::io::Error::from(err));
            if err.kind() == ErrorKind::Io { err } else { err.at(input.place(0)) }
        }
        Category::Data => new(data, &err, input.place(0)),
        Category::Syntax | Category::Eof => new(ErrorKind::Syntax, &err, input.place(0)),
    }
}

fn new(kind: ErrorKind, err: &serde_json::Error, position: Position) -> Error {
    let text = err.to_string();
    let place = format!(" at line {} column {}", err.line(), err.column());
    let message = text.strip_suffix(&place).unwrap_or(&text).to_owned();
    // The parser saw a part of the document, and counted from there.
    let source = match position {
        Position::Column { line, column } => format!("{message} at line {line} column {column}"),
        _ => message.clone(),
    };
    Error::new(kind, message).at(position).with_source(serde_json::Error::custom(source))
}
