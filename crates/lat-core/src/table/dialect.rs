//! What a text format owes the table engine: how its records are cut into fields.

use super::{blocks::too_long, memory};
use crate::{DType, Error, ErrorKind, Result};

/// How a format cuts records that are not plain numbers, delimiters and line ends.
pub trait Dialect {
    /// What separates fields, where that is simple enough to be read in place.
    fn separator(&self) -> Option<Separator>;

    /// Cuts the record, comment or blank line that `text` begins with.
    ///
    /// `text` is whole lines. If the record goes on after them, [`Cut::More`] asks for more lines,
    /// unless `last` says that there are none.
    fn cut(&mut self, text: &[u8], last: bool, fields: &mut Fields) -> Result<Cut>;

    /// What the comments so far state about the array.
    fn stated(&mut self) -> Stated {
        Stated::default()
    }

    /// Whether a single column is an array of rank 1, as a single row is.
    fn squeezes_column(&self) -> bool {
        false
    }

    /// What to say of an input that has no record.
    fn nothing(&self) -> &'static str;

    /// What reads fields that are parted in the other way: by a delimiter where blanks are
    /// expected, and the other way round.
    fn alternative(&self) -> &'static str;
}

/// What separates the fields of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// This byte, with or without blanks around it.
    Byte(u8),
    /// Blanks, however many.
    Blanks,
}

impl Separator {
    /// Whether this byte means nothing between fields.
    #[inline]
    pub(super) fn skips(self, byte: u8) -> bool {
        (byte == b' ' || byte == b'\t') && self != Self::Byte(byte)
    }
}

/// What a piece of text turned out to be, and its length in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// A record, whose fields were put into [`Fields`].
    Record(usize),
    /// A comment.
    Comment(usize),
    /// A line with nothing on it.
    Blank(usize),
    /// The beginning of a record that goes on.
    More,
}

/// What a file says of itself before its data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stated {
    /// The shape of the array.
    pub shape: Option<Vec<usize>>,
    /// The element type. It is a hint: values that do not fit it widen it.
    pub dtype: Option<DType>,
}

/// The fields of a record.
#[derive(Clone, Debug)]
pub struct Fields {
    text: Vec<u8>,
    /// Half as wide as a length, since a record may be nothing but empty fields.
    ends: Vec<u32>,
    /// How many there may be.
    max: usize,
}

impl Default for Fields {
    fn default() -> Self {
        Self::bounded(usize::MAX)
    }
}

impl Fields {
    /// Takes so many fields at most.
    pub(super) fn bounded(max: usize) -> Self {
        Self { text: Vec::new(), ends: Vec::new(), max }
    }

    /// Forgets all fields.
    pub fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    /// Adds a field, without the blanks around it.
    ///
    /// Fails if there is no memory for it, or if there are too many.
    pub fn push(&mut self, field: &[u8]) -> Result<()> {
        self.push_exactly(trim(field))
    }

    /// Adds a field, whose blanks are part of it: a name.
    pub fn push_exactly(&mut self, field: &[u8]) -> Result<()> {
        if self.ends.len() >= self.max {
            return Err(too_many(self.max));
        }
        memory::extend(&mut self.text, field)?;
        let end = u32::try_from(self.text.len()).map_err(|_| too_long(u32::MAX as usize))?;
        memory::push(&mut self.ends, end)
    }

    /// Drops the last field.
    pub(super) fn pop(&mut self) {
        self.ends.pop();
        self.text.truncate(self.ends.last().map_or(0, |&it| it as usize));
    }

    /// How many fields there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// A field, counted from 0.
    pub fn field(&self, idx: usize) -> Option<&[u8]> {
        let end = *self.ends.get(idx)?;
        let start = if idx == 0 { 0 } else { self.ends[idx - 1] };
        self.text.get(start as usize..end as usize)
    }

    /// All fields, in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).filter_map(|idx| self.field(idx))
    }
}

/// What to do about a record of too many fields.
pub(super) const FIELDS_HINT: &str = "the option limits sets the bound, by Limits::fields";

#[cold]
fn too_many(max: usize) -> Error {
    Error::new(ErrorKind::Limit, format!("a record has more than {max} fields"))
        .with_hint(FIELDS_HINT)
}

/// Without blanks and line ends at both ends.
pub fn trim(mut field: &[u8]) -> &[u8] {
    while let [b' ' | b'\t' | b'\r' | b'\n', rest @ ..]
    | [rest @ .., b' ' | b'\t' | b'\r' | b'\n'] = field
    {
        field = rest;
    }
    field
}
