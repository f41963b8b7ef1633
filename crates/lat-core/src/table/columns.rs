//! Which fields of a record are read, and what they are called.

use super::{Column, Fields, TableOptions, memory};
use crate::{Error, ErrorKind, Result, error::shorten};

/// The columns of a table, settled by its first record.
#[derive(Debug)]
pub(super) struct Columns {
    /// How many fields every record has, without an empty one that a delimiter at its end makes.
    found: usize,
    /// Whether every record ends with a delimiter.
    trailing: bool,
    /// The columns that are read, if not all of them in order.
    chosen: Option<Vec<usize>>,
    /// The names of the columns that are read.
    names: Option<Vec<String>>,
}

impl Columns {
    /// Settles the columns by the first record of numbers, after `names`.
    pub(super) fn of(
        fields: &mut Fields,
        mut names: Option<Vec<String>>,
        options: &TableOptions,
    ) -> Result<Self> {
        if let Some(names) = names.as_mut().filter(|it| ends_unnamed(it, fields)) {
            names.pop();
        }
        let named = names.as_ref().map(Vec::len);
        let trailing = ends_empty(fields) && !is_value(fields.len(), named, options);
        if trailing {
            fields.pop();
        }
        let found = fields.len();
        if let Some(named) = named.filter(|&it| it != found) {
            return Err(ragged(named, found));
        }
        let chosen = choose(found, names.as_deref(), options)?;
        let names = match (names, &chosen) {
            (Some(all), Some(chosen)) => Some(memory::copy_of(chosen.iter().map(|&it| &all[it]))?),
            (names, _) => names,
        };
        Ok(Self { found, trailing, chosen, names })
    }

    /// Checks that another record is of the same width, and drops its trailing field.
    pub(super) fn check(&self, fields: &mut Fields, options: &TableOptions) -> Result<()> {
        let len = fields.len();
        if self.trailing && len == self.found + 1 && ends_empty(fields) {
            fields.pop();
            return Ok(());
        }
        if (len == self.found && !self.trailing) || (len < self.found && options.ragged) {
            return Ok(());
        }
        Err(ragged(self.found, len))
    }

    /// How many columns are read.
    pub(super) fn width(&self) -> usize {
        self.chosen.as_ref().map_or(self.found, Vec::len)
    }

    /// Whether all columns are read as they lie.
    pub(super) fn is_plain(&self) -> bool {
        self.chosen.is_none() && !self.trailing
    }

    /// The columns that are read, in order.
    pub(super) fn read(&self) -> impl Iterator<Item = usize> {
        let all = if self.chosen.is_none() { self.found } else { 0 };
        self.chosen.iter().flatten().copied().chain(0..all)
    }

    /// The names of the columns that are read.
    pub(super) fn names(&self) -> Option<&[String]> {
        self.names.as_deref()
    }
}

/// Whether the row of names ends with a delimiter, and not with an empty name for a column.
fn ends_unnamed(names: &[String], fields: &Fields) -> bool {
    let empty = names.len() > 1 && names.last().is_some_and(String::is_empty);
    empty && (ends_empty(fields) || fields.len() < names.len())
}

fn ends_empty(fields: &Fields) -> bool {
    fields.len() > 1 && fields.field(fields.len() - 1).is_some_and(<[u8]>::is_empty)
}

/// Whether an empty field at the end of the first record stands for a missing value.
fn is_value(len: usize, named: Option<usize>, options: &TableOptions) -> bool {
    named.map_or_else(|| options.missing.iter().any(Vec::is_empty), |named| named == len)
}

fn choose(
    found: usize,
    names: Option<&[String]>,
    options: &TableOptions,
) -> Result<Option<Vec<usize>>> {
    let Some(columns) = &options.columns else { return Ok(None) };
    if columns.is_empty() {
        return Err(Error::new(ErrorKind::Usage, "no columns are chosen"));
    }
    let mut chosen = Vec::new();
    columns.iter().try_for_each(|it| memory::push(&mut chosen, find(it, found, names)?))?;
    Ok(Some(chosen))
}

fn find(column: &Column, found: usize, names: Option<&[String]>) -> Result<usize> {
    let at = match column {
        Column::Index(at @ 0..) => Some(at.unsigned_abs()),
        Column::Index(at) => found.checked_sub(at.unsigned_abs()),
        Column::Name(name) => return find_name(name, names),
    };
    at.filter(|&it| it < found).ok_or_else(|| {
        let message = match column {
            Column::Index(at) => format!("no column {at}: there are {found}, counted from 0"),
            Column::Name(name) => format!("no column '{name}'"),
        };
        Error::new(ErrorKind::Usage, message)
    })
}

fn find_name(name: &str, names: Option<&[String]>) -> Result<usize> {
    let Some(names) = names else {
        let message = format!("no column '{name}': the columns have no names");
        return Err(Error::new(ErrorKind::Usage, message)
            .with_hint("use the option names if the first record names them"));
    };
    names.iter().position(|it| it == name).ok_or_else(|| {
        const SHOWN: usize = 10;
        let shown: Vec<_> = names.iter().take(SHOWN).map(|it| shorten(it.as_bytes())).collect();
        let more = if names.len() > SHOWN { ", …" } else { "" };
        let message = format!("no column '{name}': there are {}{more}", shown.join(", "));
        Error::new(ErrorKind::Usage, message)
    })
}

#[cold]
fn ragged(wanted: usize, found: usize) -> Error {
    let message = format!("ragged rows — expected {wanted} cols, got {found}");
    Error::new(ErrorKind::Shape, message)
}
