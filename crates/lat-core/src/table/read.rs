//! The table engine: records to rows, rows to an array.

use super::{
    Cut, Dialect, Fields, Separator, TableOptions,
    blocks::{Blocks, count_lines, line_len},
    columns::Columns,
    dialect::Stated,
    hint, row,
    scan::{Scanned, scan_rows},
    shape,
};
use crate::{
    DType, Error, ErrorKind, NdArray, Position, Result, Source, Want,
    collect::{Collector, size_of_shape},
    dispatch,
};

/// Reads a table from a source, whole or some rows at a time.
///
/// Numbers, delimiters and line ends are read in place. The first byte that is none of them hands
/// that one record to the [`Dialect`].
#[derive(Debug)]
pub struct TableReader<'r, 'o, D> {
    blocks: Blocks<'r>,
    dialect: D,
    options: &'o TableOptions,
    source_len: Option<u64>,
    numbers_are_plain: bool,
    fields: Fields,
    /// Set by the first record.
    columns: Option<Columns>,
    /// The record that set the columns and was not taken yet, and the line it begins on.
    pending: Option<u64>,
    stated: Stated,
    /// The line that comes next, from 1.
    line: u64,
    rows: usize,
    /// The rows that each finished block of lines held.
    groups: shape::Groups,
    /// Whether there was anything but blanks.
    saw_text: bool,
}

impl<'r, 'o, D: Dialect> TableReader<'r, 'o, D> {
    /// Begins to read: skips lines, reads comments, names, and the first record.
    pub fn new(source: Source<'r>, dialect: D, options: &'o TableOptions) -> Result<Self> {
        let mut new = Self {
            source_len: source.len(),
            numbers_are_plain: options.numbers_are_plain(),
            blocks: Blocks::new(source, options.limits.record),
            dialect,
            options,
            fields: Fields::default(),
            columns: None,
            pending: None,
            stated: Stated::default(),
            line: 1,
            rows: 0,
            groups: shape::Groups::default(),
            saw_text: false,
        };
        new.skip_lines()?;
        new.read_head()?;
        Ok(new)
    }

    /// The names of the columns that are read, if the input names them.
    pub fn names(&self) -> Option<&[String]> {
        self.columns.as_ref()?.names()
    }

    /// What the input states about the array.
    pub fn stated(&self) -> &Stated {
        &self.stated
    }

    /// Reads the rest as one array.
    pub fn read_all(mut self, want: Want) -> Result<NdArray> {
        let mut values = self.collector(want)?;
        self.read_rows(self.options.max_rows, &mut values)?;
        if self.rows == 0 {
            return self.nothing(want);
        }
        let width = self.columns.as_ref().map_or(0, Columns::width);
        let found = shape::Found {
            rows: self.rows,
            columns: width,
            groups: &self.groups,
            squeeze_column: self.dialect.squeezes_column(),
        };
        let shape = shape::decide(&self.stated, &found, self.options, want)?;
        let array = values.finish(&shape)?;
        self.label(array)
    }

    /// Reads up to `rows` rows as an array of rank 2; `None` at the end of the input.
    pub fn read_chunk(&mut self, rows: usize, dtype: Option<DType>) -> Result<Option<NdArray>> {
        let rows = rows.min(self.options.max_rows - self.rows);
        let mut values = self.collector(Want::ANYTHING.dtype(dtype))?;
        let got = self.read_rows(rows, &mut values)?;
        if got == 0 {
            return Ok(None);
        }
        let width = self.columns.as_ref().map_or(0, Columns::width);
        let array = values.finish(&[got, width])?;
        self.label(array).map(Some)
    }

    /// Labels the last axis with the names of the columns.
    fn label(&self, array: NdArray) -> Result<NdArray> {
        let Some(names) = self.names() else { return Ok(array) };
        let mut axes = array.axes().to_vec();
        match (axes.last_mut(), array.shape().last()) {
            (Some(axis), Some(&extent)) if extent == names.len() => {
                axis.labels = Some(names.to_vec());
                array.with_axes(axes)
            }
            _ => Ok(array),
        }
    }

    fn collector(&self, want: Want) -> Result<Collector> {
        let pinned = self.options.dtype.or(want.dtype);
        let mut values = match (pinned, self.stated.dtype) {
            (Some(dtype), _) => Collector::pinned(dtype),
            (None, Some(dtype)) => Collector::hinted(dtype),
            (None, None) => Collector::inferred(),
        };
        // A stated shape is believed as far as the input has room for it.
        if let (Some(shape), Some(len)) = (&self.stated.shape, self.source_len) {
            let most = usize::try_from(len / 2 + 1).unwrap_or(usize::MAX);
            if let Some(size) = size_of_shape(shape).filter(|&it| it <= most) {
                values.make_room(size, size)?;
            }
        }
        Ok(values)
    }

    fn skip_lines(&mut self) -> Result<()> {
        for _ in 0..self.options.skip_rows {
            if self.blocks.whole() == 0 && !self.blocks.read_more()? {
                break;
            }
            let (text, whole) = self.blocks.text();
            let len = line_len(&text[..whole]).unwrap_or(whole);
            self.advance(len);
        }
        Ok(())
    }

    /// Reads up to the first record, and leaves it pending.
    fn read_head(&mut self) -> Result<()> {
        let mut names = None;
        while let Some(line) = self.next_record()? {
            if self.options.names && names.is_none() {
                names = Some(self.fields.iter().map(text_of).collect::<Vec<_>>());
                continue;
            }
            self.stated = self.dialect.stated();
            row::expand(&mut self.fields, self.options)?;
            let columns = Columns::of(&mut self.fields, names, self.options)
                .map_err(|err| err.at(Position::Line(line)))?;
            self.columns = Some(columns);
            self.pending = Some(line);
            return Ok(());
        }
        self.stated = self.dialect.stated();
        Ok(())
    }

    /// Cuts the next record into the fields, and says on which line it begins.
    fn next_record(&mut self) -> Result<Option<u64>> {
        loop {
            if self.blocks.whole() == 0 && !self.blocks.read_more()? {
                return Ok(None);
            }
            self.fields.clear();
            let line = self.line;
            let last = self.blocks.is_finished();
            let (text, whole) = self.blocks.text();
            let cut = self.dialect.cut(&text[..whole], last, &mut self.fields);
            match cut.map_err(|err| err.at(Position::Line(line)))? {
                Cut::Record(len) => {
                    self.saw_text = true;
                    self.advance(len);
                    self.check_width(line)?;
                    return Ok(Some(line));
                }
                Cut::Comment(len) => {
                    self.saw_text = true;
                    self.advance(len);
                }
                Cut::Blank(len) => {
                    self.groups.end(self.rows);
                    self.advance(len);
                }
                Cut::More => {
                    if !self.blocks.read_more()? && !self.blocks.is_finished() {
                        return Ok(None);
                    }
                }
            }
        }
    }

    fn check_width(&self, line: u64) -> Result<()> {
        if self.fields.len() <= self.options.limits.fields {
            return Ok(());
        }
        let message = format!("a record of {} fields", self.fields.len());
        Err(Error::new(ErrorKind::Limit, message)
            .at(Position::Line(line))
            .with_hint("a larger limit can be set"))
    }

    fn advance(&mut self, len: usize) {
        let (text, _) = self.blocks.text();
        self.line += count_lines(&text[..len]);
        self.blocks.consume(len);
    }

    /// Adds up to `rows` rows, and says how many.
    fn read_rows(&mut self, rows: usize, values: &mut Collector) -> Result<usize> {
        let before = self.rows;
        let target = before.saturating_add(rows);
        while self.rows < target {
            let line = match self.pending.take() {
                Some(line) => line,
                None => {
                    self.scan(target - self.rows, values)?;
                    if self.rows == target {
                        break;
                    }
                    match self.next_record()? {
                        Some(line) => line,
                        None => break,
                    }
                }
            };
            self.take_record(line, values)?;
        }
        Ok(self.rows - before)
    }

    /// Takes the record in the fields for a row.
    fn take_record(&mut self, line: u64, values: &mut Collector) -> Result<()> {
        let Some(columns) = &self.columns else { return Ok(()) };
        if self.rows > 0 {
            row::expand(&mut self.fields, self.options)
                .map_err(|err| err.at(Position::Line(line)))?;
            columns.check(&mut self.fields, self.options).map_err(|err| {
                let err = hint::ragged(err, &self.fields, self.options);
                err.at(Position::Line(line))
            })?;
        }
        self.check_memory(columns.width(), values)?;
        values.make_room(columns.width(), 0)?;
        let row = row::Row { fields: &self.fields, columns, options: self.options };
        row.push_all(values).map_err(|(err, idx)| {
            let err = err.at(Position::Field { line, field: idx as u64 + 1 });
            let context = hint::Context {
                fields: &self.fields,
                idx,
                options: self.options,
                separator: self.dialect.separator(),
                first: self.rows == 0,
                named: columns.names().is_some(),
            };
            context.help(err)
        })?;
        self.rows += 1;
        Ok(())
    }

    fn check_memory(&self, more: usize, values: &mut Collector) -> Result<()> {
        let bytes = (values.len() + more).saturating_mul(values.dtype().size());
        if bytes <= self.options.limits.memory {
            return Ok(());
        }
        let message = format!("the array takes more than {} bytes", self.options.limits.memory);
        Err(Error::new(ErrorKind::Limit, message).at(Position::Line(self.line)))
    }

    /// Reads plain records in place, up to the first that is not plain.
    fn scan(&mut self, mut rows: usize, values: &mut Collector) -> Result<()> {
        let (Some(columns), Some(separator)) = (&self.columns, self.dialect.separator()) else {
            return Ok(());
        };
        if !columns.is_plain() || !self.numbers_are_plain {
            return Ok(());
        }
        let width = columns.width();
        while rows > 0 && (self.blocks.whole() > 0 || self.blocks.read_more()?) {
            self.check_memory(width, values)?;
            self.make_room(width, values)?;
            let done = self.scan_block(separator, width, rows, values);
            self.blocks.consume(done.len);
            self.line += done.rows as u64;
            self.rows += done.rows;
            rows -= done.rows;
            if self.blocks.whole() > 0 && !done.full {
                break;
            }
        }
        Ok(())
    }

    fn scan_block(
        &self,
        separator: Separator,
        width: usize,
        rows: usize,
        values: &mut Collector,
    ) -> Scanned {
        let (text, whole) = self.blocks.text();
        let idle = Scanned { len: 0, rows: 0, full: false };
        dispatch!(values.dtype(), T => match values.values::<T>() {
            Some(out) => scan_rows::<T>(text, whole, separator, width, rows, out),
            None => idle,
        })
    }

    /// Makes room for at least one more row: for all of the rest, if the size of the input is
    /// known, as far as what was read tells.
    fn make_room(&self, width: usize, values: &mut Collector) -> Result<()> {
        let (consumed, rows) = (self.blocks.consumed(), self.rows as u64);
        let rest = self.source_len.map_or(0, |len| len.saturating_sub(consumed));
        let expected = if consumed == 0 { 0 } else { rest.saturating_mul(rows) / consumed };
        // A little more, since growing once more costs more than room that is not used.
        let expected = usize::try_from(expected + expected / 64).unwrap_or(0).saturating_add(1);
        values.make_room(width, expected.saturating_mul(width))
    }

    /// The array of an input without rows, where that is allowed.
    fn nothing(self, want: Want) -> Result<NdArray> {
        let empty = self.stated.shape.as_ref().filter(|it| it.contains(&0));
        match empty {
            Some(shape) if self.options.empty => self.collector(want)?.finish(shape),
            _ if self.saw_text => Err(Error::new(ErrorKind::Shape, self.dialect.nothing())),
            _ => Err(Error::new(ErrorKind::Shape, "empty file")),
        }
    }
}

fn text_of(field: &[u8]) -> String {
    String::from_utf8_lossy(field).into_owned()
}
