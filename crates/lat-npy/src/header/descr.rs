//! The element types that a header may name.

use std::fmt;

use lat_core::{DType, array::Shape, error::is_unseen};

/// The order of the bytes of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ByteOrder {
    Little,
    Big,
}

impl ByteOrder {
    /// The order on this machine.
    pub const NATIVE: Self = if cfg!(target_endian = "big") { Self::Big } else { Self::Little };

    /// `NumPy`'s mark for it.
    const fn mark(self) -> char {
        match self {
            Self::Little => '<',
            Self::Big => '>',
        }
    }
}

/// The type of a file's elements, as its header's `descr` says. Displayed as `NumPy` writes it.
///
/// Only numbers are read as arrays; see [`Npy`](crate::Npy) for what can be made of the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Descr {
    /// A boolean, integer, float or complex number that [`DType`] has: `|b1`, `<f8`.
    #[expect(missing_docs, reason = "the names say it")]
    Number { dtype: DType, order: ByteOrder },
    /// C's `long double`, or a complex number of two, of this many bytes in all: `<f16`.
    #[expect(missing_docs, reason = "the names say it")]
    LongDouble { bytes: usize, complex: bool, order: ByteOrder },
    /// Text of this many bytes, padded with NUL: `|S5`.
    Bytes(usize),
    /// Text of this many characters of four bytes each, padded with NUL: `<U3`.
    #[expect(missing_docs, reason = "the names say it")]
    Text { chars: usize, order: ByteOrder },
    /// A time, as ticks of a unit since 1970 in an `i64`: `<M8[ns]`.
    #[expect(missing_docs, reason = "the names say it")]
    Datetime { unit: Option<TimeUnit>, order: ByteOrder },
    /// A span of time, as ticks of a unit in an `i64`: `<m8[s]`.
    #[expect(missing_docs, reason = "the names say it")]
    Timedelta { unit: Option<TimeUnit>, order: ByteOrder },
    /// This many bytes that `NumPy` knows nothing of: `|V8`.
    Void(usize),
    /// A Python object. Never read: it would have to be unpickled, which runs code.
    Object,
    /// A record of fields.
    Struct(Vec<Field>),
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field {
    /// The field's name; empty for padding.
    pub name: String,
    /// A second name, if it has one.
    pub title: Option<String>,
    /// The type of its elements.
    pub descr: Descr,
    /// The extents of the array in each record; empty for a single value.
    pub shape: Vec<usize>,
    /// Where in the record it begins, in bytes.
    pub offset: usize,
}

/// The unit that a time is counted in, such as `[25s]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeUnit {
    /// How many of the unit make a tick.
    pub count: u32,
    /// `Y M W D h m s ms us ns ps fs as`.
    pub symbol: &'static str,
}

impl Descr {
    /// The size of one element, in bytes.
    pub fn size(&self) -> usize {
        match self {
            Self::Number { dtype, .. } => dtype.size(),
            &Self::LongDouble { bytes, .. } | &Self::Bytes(bytes) | &Self::Void(bytes) => bytes,
            Self::Text { chars, .. } => 4 * chars,
            Self::Datetime { .. } | Self::Timedelta { .. } | Self::Object => 8,
            Self::Struct(fields) => fields.last().map_or(0, |it| it.offset + it.size()),
        }
    }

    /// The element type of the array that this can be loaded as.
    pub fn dtype(&self) -> Option<DType> {
        match self {
            Self::Number { dtype, .. } => Some(*dtype),
            _ => None,
        }
    }

    /// Whether there is a Python object in it.
    pub(crate) fn has_object(&self) -> bool {
        match self {
            Self::Object => true,
            Self::Struct(fields) => fields.iter().any(|it| it.descr.has_object()),
            _ => false,
        }
    }

    /// The number that the bytes are, and their order; times are integers.
    pub(crate) fn number(&self, ticks: bool) -> Option<(DType, ByteOrder)> {
        match *self {
            Self::Number { dtype, order } => Some((dtype, order)),
            Self::Datetime { order, .. } | Self::Timedelta { order, .. } if ticks => {
                Some((DType::I64, order))
            }
            _ => None,
        }
    }

    /// A number. A single byte has no order, so it is given the machine's.
    pub(crate) fn of(dtype: DType, order: ByteOrder) -> Self {
        let order = if part_size(dtype) == 1 { ByteOrder::NATIVE } else { order };
        Self::Number { dtype, order }
    }
}

impl Field {
    /// The size of the field in each record, in bytes.
    pub fn size(&self) -> usize {
        self.descr.size() * self.shape.iter().product::<usize>()
    }

    /// Whether it only fills space.
    pub(crate) fn is_padding(&self) -> bool {
        self.name.is_empty() && matches!(self.descr, Descr::Void(_))
    }
}

/// The size of one part of a number: what is swapped when the byte order is not the machine's.
pub(crate) fn part_size(dtype: DType) -> usize {
    match dtype {
        DType::C64 | DType::C128 => dtype.size() / 2,
        _ => dtype.size(),
    }
}

impl fmt::Display for Descr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Struct(fields) = self {
            return fmt_fields(fields, f);
        }
        f.write_str("'")?;
        self.fmt_code(f)?;
        f.write_str("'")
    }
}

impl Descr {
    /// Without quotes.
    pub(crate) fn fmt_code(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number { dtype, order } => {
                let mark = if part_size(*dtype) == 1 { '|' } else { order.mark() };
                write!(f, "{mark}{}{}", &dtype.name()[..1], dtype.size())
            }
            Self::LongDouble { bytes, complex, order } => {
                write!(f, "{}{}{bytes}", order.mark(), if *complex { 'c' } else { 'f' })
            }
            Self::Bytes(len) => write!(f, "|S{len}"),
            Self::Text { chars, order } => write!(f, "{}U{chars}", order.mark()),
            Self::Datetime { unit, order } => write!(f, "{}M8{}", order.mark(), Unit(unit)),
            Self::Timedelta { unit, order } => write!(f, "{}m8{}", order.mark(), Unit(unit)),
            Self::Void(len) => write!(f, "|V{len}"),
            Self::Object => f.write_str("|O"),
            Self::Struct(fields) => fmt_fields(fields, f),
        }
    }
}

struct Unit<'a>(&'a Option<TimeUnit>);

impl fmt::Display for Unit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |it| it.fmt(f))
    }
}

impl fmt::Display for TimeUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            1 => write!(f, "[{}]", self.symbol),
            count => write!(f, "[{count}{}]", self.symbol),
        }
    }
}

fn fmt_fields(fields: &[Field], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("[")?;
    for (idx, field) in fields.iter().enumerate() {
        let comma = if idx == 0 { "" } else { ", " };
        write!(f, "{comma}{field}")?;
    }
    f.write_str("]")
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Quoted(&self.name);
        match &self.title {
            Some(title) => write!(f, "(({}, {name}), {}", Quoted(title), self.descr)?,
            None => write!(f, "({name}, {}", self.descr)?,
        }
        if !self.shape.is_empty() {
            write!(f, ", {}", Shape(&self.shape))?;
        }
        f.write_str(")")
    }
}

/// A string as Python writes it: unprintable characters escaped, apostrophes avoided.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quote = if self.0.contains('\'') && !self.0.contains('"') { '"' } else { '\'' };
        write!(f, "{quote}")?;
        for c in self.0.chars() {
            match c {
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                '\\' => f.write_str("\\\\")?,
                c if c == quote => write!(f, "\\{c}")?,
                c if is_unseen(c) && u32::from(c) < 256 => write!(f, "\\x{:02x}", u32::from(c))?,
                c if is_unseen(c) => write!(f, "\\u{:04x}", u32::from(c))?,
                c => write!(f, "{c}")?,
            }
        }
        write!(f, "{quote}")
    }
}
