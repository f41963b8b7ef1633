//! One record's fields to values.

use super::{Fields, TableOptions, columns::Columns, dialect::FIELDS_HINT};
use crate::{
    DType, DTypeKind, Error, ErrorKind, Position, Result, Scalar,
    collect::Collector,
    dispatch,
    error::shorten,
    text::{Misread, Reading, Spelling, TextElement, parse_any},
};

/// For how many values room is made at once: a record that is refused early takes no more.
const STEP: usize = 1 << 10;

/// A record that is taken for a row.
pub(super) struct Row<'a> {
    pub(super) fields: &'a Fields,
    pub(super) columns: &'a Columns,
    pub(super) options: &'a TableOptions,
}

impl Row<'_> {
    /// Adds the row's values, or says which field is to blame, counted from 0.
    pub(super) fn push_all(&self, line: u64, values: &mut Collector) -> Result<(), (Error, usize)> {
        let width = self.columns.width();
        for (nth, idx) in self.columns.read().enumerate() {
            if nth % STEP == 0 {
                values.make_room(STEP.min(width - nth), 0).map_err(|err| (err, idx))?;
            }
            let field = self.fields.field(idx);
            self.push(field, values).map_err(|err| (err, idx))?;
            values.place_debt(|| place(line, idx));
        }
        Ok(())
    }

    fn push(&self, field: Option<&[u8]>, values: &mut Collector) -> Result<()> {
        match field {
            Some(field) if !self.is_missing(field) => {
                push_field(field, self.options.spelling, values)
            }
            _ => self.push_fill(values),
        }
    }

    fn is_missing(&self, field: &[u8]) -> bool {
        self.options.missing.iter().any(|it| it == field)
    }

    fn push_fill(&self, values: &mut Collector) -> Result<()> {
        let integers =
            matches!(values.dtype().kind(), DTypeKind::Int | DTypeKind::UInt | DTypeKind::Bool);
        match self.options.fill {
            Some(Scalar::Float(it)) if !it.is_finite() => values.push_gap(it),
            Some(fill) => values.push(fill),
            None if integers && values.is_pinned() => {
                let message = format!("a missing value cannot be {}", values.dtype());
                Err(Error::new(ErrorKind::Parse, message)
                    .with_hint("state a value for it by the option fill, or read floats"))
            }
            None => values.push_gap(f64::NAN),
        }
    }
}

/// The place of a field of the record that begins on `line`.
pub(super) fn place(line: u64, idx: usize) -> Position {
    Position::Field { line, field: idx as u64 + 1 }
}

/// Adds the value that a field spells.
fn push_field(field: &[u8], spelling: Spelling, values: &mut Collector) -> Result<()> {
    let pinned = values.is_pinned();
    let misread = dispatch!(values.dtype(), T => match values.values::<T>() {
        None => None,
        // A float: an integer would lose its sign.
        Some(_) if !pinned && is_negative_zero(field) => None,
        Some(vec) => match T::parse(field, spelling) {
            Ok(value) => {
                vec.push(value);
                return Ok(());
            }
            Err(misread) => Some(misread),
        },
    });
    if let Some(misread) = misread.filter(|_| pinned) {
        return Err(unreadable(field, misread, values.dtype()));
    }
    match parse_any(field, spelling) {
        Ok(Reading::Scalar(scalar)) => values.push(scalar),
        Ok(Reading::Huge(nearest)) => {
            let fault = unreadable(field, Misread::OutOfRange, DType::U64)
                .with_hint("ask for dtype f64 to round it");
            values.push_huge(nearest, fault)
        }
        Err(misread) => Err(unreadable(field, misread, values.dtype())),
    }
}

fn is_negative_zero(field: &[u8]) -> bool {
    field.strip_prefix(b"-").is_some_and(|it| it.iter().all(|it| *it == b'0'))
}

#[cold]
fn unreadable(field: &[u8], misread: Misread, wanted: DType) -> Error {
    let shown = shorten(field);
    let message = match misread {
        _ if field.is_empty() => "missing value: the field is empty".to_owned(),
        _ if field.contains(&0) => "a NUL byte".to_owned(),
        Misread::NotANumber => format!("'{shown}' is not a number"),
        Misread::OutOfRange => format!("{shown} does not fit {wanted}"),
        Misread::NotAnInteger => format!("'{shown}' is not an integer, wanted {wanted}"),
        Misread::NotReal => format!("'{shown}' is complex, wanted {wanted}"),
    };
    let err = Error::new(ErrorKind::Parse, message);
    match misread {
        Misread::NotAnInteger if !field.is_empty() => err.with_hint("read floats, and cast them"),
        _ => err,
    }
}

/// Repeats values that Fortran wrote as `3*1.5`, if that is asked for.
pub(super) fn expand(fields: &mut Fields, options: &TableOptions) -> Result<()> {
    if !options.spelling.fortran || !fields.iter().any(|it| it.contains(&b'*')) {
        return Ok(());
    }
    let mut expanded = Fields::bounded(options.limits.fields);
    for field in fields.iter() {
        let (count, value) = repeated(field).unwrap_or((1, field));
        if expanded.len().saturating_add(count) > options.limits.fields {
            let message = format!("'{}' repeats too often", shorten(field));
            return Err(Error::new(ErrorKind::Limit, message).with_hint(FIELDS_HINT));
        }
        (0..count).try_for_each(|_| expanded.push(value))?;
    }
    *fields = expanded;
    Ok(())
}

fn repeated(field: &[u8]) -> Option<(usize, &[u8])> {
    let star = field.iter().position(|&it| it == b'*')?;
    let count = std::str::from_utf8(&field[..star]).ok()?.parse().ok()?;
    (count > 0).then_some((count, &field[star + 1..]))
}
