//! What comes before the first row: lines to skip, comments that state something, names.

use super::{
    Cut, Dialect, Fields, Stated, TableOptions,
    blocks::{Blocks, count_lines, line_len},
    columns::Columns,
    memory,
    parse::Parser,
    row,
};
use crate::{Position, Result};

/// Everything that is known when the first record was cut.
#[derive(Debug)]
pub(super) struct Head<'o, D> {
    pub(super) stated: Stated,
    /// The line after the first record, from 1.
    pub(super) line: u64,
    pub(super) rows: Rows<'o, D>,
}

/// Whether there are rows.
#[derive(Debug)]
pub(super) enum Rows<'o, D> {
    /// The fields of the first are in the parser; it begins on this line.
    Some { parser: Parser<'o, D>, line: u64 },
    /// What to say about it.
    None { nothing: &'static str },
}

/// Reads what comes before the first row.
pub(super) struct HeadReader<'b, 'r, 'o, D> {
    pub(super) blocks: &'b mut Blocks<'r>,
    pub(super) dialect: D,
    pub(super) options: &'o TableOptions,
    pub(super) fields: Fields,
    pub(super) line: u64,
    /// Whether there was anything but blanks.
    pub(super) saw_text: bool,
}

impl<'b, 'r, 'o, D: Dialect> HeadReader<'b, 'r, 'o, D> {
    pub(super) fn new(blocks: &'b mut Blocks<'r>, dialect: D, options: &'o TableOptions) -> Self {
        let fields = Fields::bounded(options.limits.fields);
        Self { blocks, dialect, options, fields, line: 1, saw_text: false }
    }

    pub(super) fn read(mut self) -> Result<Head<'o, D>> {
        self.skip_lines()?;
        let mut names = None;
        while let Some(line) = self.next_record()? {
            if self.options.names && names.is_none() {
                names = Some(self.names().map_err(|err| err.at(Position::Line(line)))?);
                continue;
            }
            return self.finish(names, line).map_err(|err| err.at(Position::Line(line)));
        }
        let nothing = if self.saw_text { self.dialect.nothing() } else { "empty file" };
        let (stated, rows) = (self.dialect.stated(), Rows::None { nothing });
        Ok(Head { stated, line: self.line, rows })
    }

    /// The fields of the first record.
    fn names(&self) -> Result<Vec<String>> {
        let mut names = Vec::new();
        self.fields.iter().try_for_each(|it| memory::push(&mut names, memory::text_of(it)?))?;
        Ok(names)
    }

    fn finish(mut self, names: Option<Vec<String>>, line: u64) -> Result<Head<'o, D>> {
        row::expand(&mut self.fields, self.options)?;
        let columns = Columns::of(&mut self.fields, names, self.options)?;
        let stated = self.dialect.stated();
        let parser = Parser::new(self.dialect, self.options, columns, self.fields);
        Ok(Head { stated, line: self.line, rows: Rows::Some { parser, line } })
    }

    fn skip_lines(&mut self) -> Result<()> {
        for _ in 0..self.options.skip_rows {
            if !self.blocks.read_whole()? {
                break;
            }
            let (text, whole) = self.blocks.text();
            let len = line_len(&text[..whole]).unwrap_or(whole);
            self.saw_text = true;
            self.advance(len);
        }
        Ok(())
    }

    /// Cuts the next record into the fields, and says on which line it begins.
    fn next_record(&mut self) -> Result<Option<u64>> {
        loop {
            if !self.blocks.read_whole()? {
                return Ok(None);
            }
            self.fields.clear();
            let line = self.line;
            let (last, (text, whole)) = (self.blocks.is_finished(), self.blocks.text());
            let cut = self.dialect.cut(&text[..whole], last, &mut self.fields);
            match cut.map_err(|err| err.at(Position::Line(line)))? {
                Cut::Blank(len) => self.advance(len),
                Cut::More => {
                    self.blocks.read_more()?;
                }
                Cut::Comment(len) => {
                    self.saw_text = true;
                    self.advance(len);
                }
                Cut::Record(len) => {
                    self.saw_text = true;
                    self.advance(len);
                    return Ok(Some(line));
                }
            }
        }
    }

    fn advance(&mut self, len: usize) {
        let (text, _) = self.blocks.text();
        self.line += count_lines(&text[..len]);
        self.blocks.consume(len);
    }
}
