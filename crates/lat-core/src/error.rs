//! The one error of every `latio` crate: what went wrong, where, and how to go on.

use std::{
    borrow::Cow,
    error, fmt, io,
    path::{Path, PathBuf},
    result,
};

/// A `Result` whose error is [`Error`] unless said otherwise.
pub type Result<T, E = Error> = result::Result<T, E>;

/// Why an array could not be loaded, saved or converted.
///
/// Displayed, it names the operation, the place, what was wrong, the file, and what to do:
///
/// ```
/// use lat_core::{Error, ErrorKind, Position};
///
/// let err = Error::new(ErrorKind::Parse, "'abc' is not a number")
///     .at(Position::Field { line: 3, field: 2 })
///     .in_path("a.csv".as_ref())
///     .in_operation("load_csv");
/// assert_eq!(err.to_string(), "load_csv: line 3, field 2: 'abc' is not a number, in 'a.csv'");
/// assert_eq!(err.kind(), ErrorKind::Parse);
/// // So does a `main` that returns it. `{:#?}` shows the kind and the source.
/// assert_eq!(format!("{err:?}"), err.to_string());
/// ```
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    message: Cow<'static, str>,
    operation: Option<Cow<'static, str>>,
    position: Option<Position>,
    path: Option<PathBuf>,
    hint: Option<Cow<'static, str>>,
    excerpt: Option<String>,
    source: Option<Box<dyn error::Error + Send + Sync>>,
}

/// What went wrong, by failure and never by format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The file could not be opened, read or written; [`source`](error::Error::source) is the
    /// [`io::Error`].
    Io,
    /// The values do not form an array of the shape that was stated, asked for or begun.
    Shape,
    /// The element type is unknown, not supported, or not the one that was asked for.
    DType,
    /// A value is no number, or does not fit the element type.
    Parse,
    /// The bytes are not of the format.
    Syntax,
    /// A bound on memory, length or depth was met.
    Limit,
    /// The options, or the arguments of a call, make no sense.
    Usage,
}

/// A place in the input. Lines, columns and fields count from 1, bytes and indices from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Position {
    /// A line of text.
    Line(u64),
    /// A field of a record that begins on a line.
    #[expect(missing_docs, reason = "the names say it")]
    Field { line: u64, field: u64 },
    /// A column of a line, counted in bytes.
    #[expect(missing_docs, reason = "the names say it")]
    Column { line: u64, column: u64 },
    /// An element, or a list of them, by its index along each axis.
    Index(Vec<usize>),
    /// A byte of the file.
    Byte(u64),
}

impl Error {
    /// An error that says `message`: lower case, no full stop.
    pub fn new(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Inner {
            kind,
            message: message.into(),
            operation: None,
            position: None,
            path: None,
            hint: None,
            excerpt: None,
            source: None,
        }))
    }

    /// Says what the user may do about it.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<Cow<'static, str>>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// Shows lines of the input, below all the rest.
    #[must_use]
    pub fn with_excerpt(mut self, lines: String) -> Self {
        self.0.excerpt = Some(lines);
        self
    }

    /// Keeps the error that caused this one.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Box<dyn error::Error + Send + Sync>>) -> Self {
        self.0.source = Some(source.into());
        self
    }

    /// Says where in the input it arose, unless that is known already.
    #[must_use]
    pub fn at(mut self, position: Position) -> Self {
        self.0.position.get_or_insert(position);
        self
    }

    /// Says in which file it arose, unless that is known already.
    #[must_use]
    pub fn in_path(mut self, path: &Path) -> Self {
        self.0.path.get_or_insert_with(|| path.to_owned());
        self
    }

    /// Says which operation failed, such as `load_csv`, unless that is known already.
    #[must_use]
    pub fn in_operation(mut self, operation: impl Into<Cow<'static, str>>) -> Self {
        self.0.operation.get_or_insert_with(|| operation.into());
        self
    }

    /// What went wrong.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Where in the input it went wrong, if it is known.
    pub fn position(&self) -> Option<&Position> {
        self.0.position.as_ref()
    }

    /// The file that was loaded or saved, if it was one.
    pub fn path(&self) -> Option<&Path> {
        self.0.path.as_deref()
    }

    /// What to do about it, where something likely helps.
    pub fn hint(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }

    /// The kind of the [`io::Error`] behind this error, if there is one.
    pub fn io_kind(&self) -> Option<io::ErrorKind> {
        let source = self.0.source.as_deref()?;
        source.downcast_ref::<io::Error>().map(io::Error::kind)
    }

    /// A file that could not be opened.
    #[cold]
    pub fn cannot_open(path: &Path, err: io::Error) -> Self {
        Self::of_path("cannot open", path, err)
    }

    /// A file that could not be written.
    #[cold]
    pub fn cannot_write(path: &Path, err: io::Error) -> Self {
        Self::of_path("cannot write", path, err)
    }

    fn of_path(what: &str, path: &Path, err: io::Error) -> Self {
        let mut new = Self::new(ErrorKind::Io, format!("{what} {}: {err}", quoted(path)));
        new.0.path = Some(path.to_owned());
        new.with_source(err)
    }

    /// Memory that could not be had.
    #[cold]
    pub fn out_of_memory(bytes: usize) -> Self {
        Self::new(ErrorKind::Limit, format!("cannot allocate {bytes} bytes"))
    }
}

impl From<io::Error> for Error {
    /// Unwraps an [`Error`] that travelled as an [`io::Error`].
    fn from(err: io::Error) -> Self {
        match err.downcast::<Self>() {
            Ok(own) => own,
            Err(err) => {
                let kind = match err.kind() {
                    io::ErrorKind::OutOfMemory => ErrorKind::Limit,
                    _ => ErrorKind::Io,
                };
                Self::new(kind, err.to_string()).with_source(err)
            }
        }
    }
}

impl From<Error> for io::Error {
    fn from(err: Error) -> Self {
        Self::other(err)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What a `main` that returns it shows.
        if !f.alternate() {
            return fmt::Display::fmt(self, f);
        }
        let mut out = f.debug_struct("Error");
        out.field("kind", &self.0.kind).field("message", &self.to_string());
        if let Some(source) = &self.0.source {
            out.field("source", source);
        }
        out.finish()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { kind, message, operation, position, path, hint, excerpt, .. } = &*self.0;
        if let Some(operation) = operation {
            write!(f, "{operation}: ")?;
        }
        // A shape is wrong as a whole, so its place comes second.
        match position {
            Some(place) if *kind == ErrorKind::Shape => write!(f, "{message} ({place})")?,
            Some(place) => write!(f, "{place}: {message}")?,
            None => f.write_str(message)?,
        }
        let path = path.as_deref().map(quoted);
        // A file that cannot be opened is what the message is about.
        if let Some(path) = path.filter(|it| !message.contains(it)) {
            write!(f, ", in {path}")?;
        }
        if let Some(hint) = hint {
            write!(f, "; {hint}")?;
        }
        match excerpt {
            Some(lines) => write!(f, "\n{lines}"),
            None => Ok(()),
        }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        self.0.source.as_deref().map(|it| it as _)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Field { line, field } => write!(f, "line {line}, field {field}"),
            Self::Column { line, column } => write!(f, "line {line}, column {column}"),
            Self::Byte(byte) => write!(f, "byte {byte}"),
            Self::Index(index) => {
                f.write_str("data")?;
                index.iter().try_for_each(|it| write!(f, "[{it}]"))
            }
        }
    }
}

/// A piece of input as a message shows it: printable, and cut after 40 characters.
pub fn shorten(text: &[u8]) -> String {
    const SHOWN: usize = 40;
    // Four bytes a character at most: no need to look further than one more.
    let head = String::from_utf8_lossy(&text[..text.len().min(4 * (SHOWN + 1))]);
    let mut out = String::new();
    for (idx, c) in head.chars().enumerate() {
        if idx == SHOWN {
            out.push('…');
            break;
        }
        if is_unseen(c) { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out
}

/// A path as a message shows it: whole, with what a terminal would act on escaped.
fn quoted(path: &Path) -> String {
    let mut out = String::from("'");
    for c in path.to_string_lossy().chars() {
        if is_unseen(c) { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out + "'"
}

/// Whether a terminal would act on a character: also if it turns the direction of the line.
pub fn is_unseen(c: char) -> bool {
    let turns =
        matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns
}
