//! Whole lines of text to rows of values.

use std::sync::Arc;

use super::{
    Cut, Dialect, Fields, TableOptions, blocks::count_lines, columns::Columns, hint, row,
    scan::scan_rows, shape::Groups,
};
use crate::{Error, ErrorKind, Position, Result, collect::Collector, dispatch};

/// Cuts lines into records and takes them for rows, once the columns are settled.
#[derive(Debug)]
pub(super) struct Parser<'o, D> {
    pub(super) dialect: D,
    pub(super) options: &'o TableOptions,
    pub(super) columns: Arc<Columns>,
    /// The record cut last.
    pub(super) fields: Fields,
    /// Whether numbers may be read in place.
    plain: bool,
}

/// Some lines, and what is known of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines<'t> {
    /// The lines, and padding.
    pub(super) text: &'t [u8],
    /// The length of the lines alone.
    pub(super) len: usize,
    /// Whether the input ends with them.
    pub(super) last: bool,
    /// How many bytes of input there are from their beginning on; 0 if it is not known.
    pub(super) rest: u64,
    /// The number of the first line, from 1.
    pub(super) line: u64,
    /// How many rows came before.
    pub(super) row: usize,
}

/// How far a parser came.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Progress {
    /// Bytes, from the beginning of the lines.
    pub(super) len: usize,
    /// The number of lines in them.
    pub(super) lines: u64,
    /// The number of rows in them.
    pub(super) rows: usize,
}

impl<D: Clone> Clone for Parser<'_, D> {
    /// Without the record cut last, which may be large: each thread cuts its own.
    fn clone(&self) -> Self {
        Self {
            dialect: self.dialect.clone(),
            options: self.options,
            columns: Arc::clone(&self.columns),
            fields: Fields::bounded(self.options.limits.fields),
            plain: self.plain,
        }
    }
}

impl<'o, D: Dialect> Parser<'o, D> {
    pub(super) fn new(
        dialect: D,
        options: &'o TableOptions,
        columns: Columns,
        fields: Fields,
    ) -> Self {
        let plain = columns.is_plain() && options.numbers_are_plain();
        Self { dialect, options, columns: Arc::new(columns), fields, plain }
    }

    /// Adds rows, at most so many, and counts them, lines and bytes in `done`, also where it
    /// fails. Stops early where a record goes on after the lines.
    pub(super) fn parse(
        &mut self,
        lines: Lines<'_>,
        rows: usize,
        values: &mut Collector,
        groups: &mut Groups,
        done: &mut Progress,
    ) -> Result<()> {
        while done.rows < rows && done.len < lines.len {
            self.scan(lines, rows, values, done)?;
            if done.rows == rows || done.len == lines.len {
                break;
            }
            self.make_room(lines, *done, values)?;
            self.fields.clear();
            let text = &lines.text[done.len..lines.len];
            let line = lines.line + done.lines;
            let cut = self.dialect.cut(text, lines.last, &mut self.fields);
            let len = match cut.map_err(|err| err.at(Position::Line(line)))? {
                Cut::More => break,
                Cut::Record(len) => {
                    self.take(line, values)?;
                    done.rows += 1;
                    len
                }
                Cut::Comment(len) => len,
                Cut::Blank(len) => {
                    groups.end(lines.row + done.rows)?;
                    len
                }
            };
            done.len += len;
            done.lines += count_lines(&text[..len]);
        }
        Ok(())
    }

    /// Reads plain records in place, up to the first that is not plain.
    fn scan(
        &self,
        lines: Lines<'_>,
        rows: usize,
        values: &mut Collector,
        done: &mut Progress,
    ) -> Result<()> {
        let Some(separator) = self.dialect.separator().filter(|_| self.plain) else {
            return Ok(());
        };
        let width = self.columns.width();
        loop {
            self.make_room(lines, *done, values)?;
            let (text, end) = (&lines.text[done.len..], lines.len - done.len);
            let scanned = dispatch!(values.dtype(), T => match values.values::<T>() {
                Some(out) => scan_rows::<T>(text, end, separator, width, rows - done.rows, out),
                None => return Ok(()),
            });
            done.len += scanned.len;
            done.rows += scanned.rows;
            done.lines += scanned.rows as u64;
            if !scanned.full {
                return Ok(());
            }
        }
    }

    /// Makes room for at least one more row: for all of the rest, if the size of the input is
    /// known, as far as what was read tells.
    fn make_room(&self, lines: Lines<'_>, done: Progress, values: &mut Collector) -> Result<()> {
        let width = self.columns.width();
        let (len, rows) = (done.len as u64, done.rows as u64);
        let rest = lines.rest.saturating_sub(len);
        let expected = if rows == 0 { 0 } else { rest.saturating_mul(rows) / len };
        // A little more, since growing once more costs more than room that is not used.
        let expected = usize::try_from(expected + expected / 64).unwrap_or(0);
        // The first rows may be shorter than the others: they tell of a few times as many.
        let expected = expected.saturating_mul(width).min(values.len().saturating_mul(4));
        values.make_room(width, expected)?;
        self.check_memory(values)
    }

    pub(super) fn check_memory(&self, values: &mut Collector) -> Result<()> {
        let max = self.options.limits.memory;
        if values.len().saturating_mul(values.dtype().size()) <= max {
            return Ok(());
        }
        Err(Error::new(ErrorKind::Limit, format!("the array takes more than {max} bytes"))
            .with_hint("the option limits sets the bound, by Limits::memory"))
    }

    /// Takes the record cut last, which begins on `line`, for a row that is not the first.
    fn take(&mut self, line: u64, values: &mut Collector) -> Result<()> {
        self.check().map_err(|err| err.at(Position::Line(line)))?;
        self.push(line, values, false)
    }

    fn check(&mut self) -> Result<()> {
        row::expand(&mut self.fields, self.options)?;
        self.columns
            .check(&mut self.fields, self.options)
            .map_err(|err| hint::ragged(err, &self.fields, self.options))
    }

    /// Adds the values of the record cut last, which begins on `line`.
    pub(super) fn push(&self, line: u64, values: &mut Collector, first: bool) -> Result<()> {
        self.check_memory(values)?;
        let row = row::Row { fields: &self.fields, columns: &self.columns, options: self.options };
        row.push_all(line, values).map_err(|(err, idx)| {
            let context = hint::Context {
                fields: &self.fields,
                idx,
                options: self.options,
                separator: self.dialect.separator(),
                alternative: self.dialect.alternative(),
                first,
                named: self.columns.names().is_some(),
            };
            context.help(err).at(row::place(line, idx))
        })
    }
}
