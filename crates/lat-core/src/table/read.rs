//! The table engine: blocks of text to an array.

use super::{
    Dialect, Stated, TableOptions,
    blocks::Blocks,
    head::{Head, HeadReader, Rows},
    join::Joiner,
    memory,
    parallel::parse_rest,
    parse::{Lines, Progress},
    shape,
};
use crate::{
    DType, Error, ErrorKind, NdArray, Result, Source, Want,
    collect::{Collector, size_of_shape},
};

/// How many bytes one thread parses before others join it.
const WORTH_THREADS: u64 = 2 << 20;

/// Reads a table from a source, whole or some rows at a time.
///
/// Numbers, delimiters and line ends are read in place. The first byte that is none of them hands
/// that one record to the [`Dialect`].
#[derive(Debug)]
pub struct TableReader<'r, 'o, D> {
    blocks: Blocks<'r>,
    options: &'o TableOptions,
    source_len: Option<u64>,
    stated: Stated,
    rows: Rows<'o, D>,
    /// How many rows were read.
    count: usize,
    /// The line that comes next, from 1.
    line: u64,
    groups: shape::Groups,
}

impl<'r, 'o, D: Dialect> TableReader<'r, 'o, D> {
    /// Begins to read: skips lines, reads comments, names, and the first record.
    pub fn new(source: Source<'r>, dialect: D, options: &'o TableOptions) -> Result<Self> {
        if options.ndmin > 2 {
            let message = format!("ndmin is 0, 1 or 2, not {}", options.ndmin);
            return Err(Error::new(ErrorKind::Usage, message));
        }
        let source_len = source.len();
        let mut blocks = Blocks::new(source, options.limits.record);
        let Head { stated, line, rows } = HeadReader::new(&mut blocks, dialect, options).read()?;
        let groups = shape::Groups::default();
        Ok(Self { blocks, options, source_len, stated, rows, count: 0, line, groups })
    }

    /// The names of the columns that are read, if the input names them.
    pub fn names(&self) -> Option<&[String]> {
        match &self.rows {
            Rows::Some { parser, .. } => parser.columns.names(),
            Rows::None { .. } => None,
        }
    }

    /// How many columns are read; `None` if the input has no record.
    pub fn width(&self) -> Option<usize> {
        match &self.rows {
            Rows::Some { parser, .. } => Some(parser.columns.width()),
            Rows::None { .. } => None,
        }
    }

    /// What the input states about the array.
    pub fn stated(&self) -> &Stated {
        &self.stated
    }

    /// Reads the rest as one array.
    ///
    /// On several threads, if the options and the size of the input allow it.
    pub fn read_all(mut self, want: Want) -> Result<NdArray>
    where
        D: Clone + Send,
    {
        let mut values = self.collector(want)?;
        let threads = self.threads();
        let until = if threads > 1 { WORTH_THREADS } else { u64::MAX };
        self.read_rows(self.options.max_rows, until, &mut values)?;
        if threads > 1 && self.blocks.read_whole()? {
            self.read_parallel(threads, &mut values)?;
        }
        let columns = match &self.rows {
            Rows::Some { parser, .. } if self.count > 0 => parser.columns.width(),
            _ => return self.nothing(values),
        };
        let found = shape::Found {
            rows: self.count,
            columns,
            groups: &self.groups,
            squeeze_column: self.squeezes_column(),
        };
        let shape = shape::decide(&self.stated, &found, self.options, want)?;
        self.label(values.finish(&shape)?)
    }

    /// Reads up to `rows` rows as an array of rank 2; `None` at the end of the input.
    pub fn read_chunk(&mut self, rows: usize, dtype: Option<DType>) -> Result<Option<NdArray>> {
        let rows = rows.min(self.options.max_rows - self.count);
        let mut values = self.collector(Want::ANYTHING.dtype(dtype))?;
        let before = self.count;
        self.read_rows(rows, u64::MAX, &mut values)?;
        let got = self.count - before;
        match &self.rows {
            Rows::Some { parser, .. } if got > 0 => {
                let shape = [got, parser.columns.width()];
                self.label(values.finish(&shape)?).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn squeezes_column(&self) -> bool {
        matches!(&self.rows, Rows::Some { parser, .. } if parser.dialect.squeezes_column())
    }

    /// Labels the last axis with the names of the columns.
    fn label(&self, array: NdArray) -> Result<NdArray> {
        let Some(names) = self.names() else { return Ok(array) };
        let mut axes = array.axes().to_vec();
        match (axes.last_mut(), array.shape().last()) {
            (Some(axis), Some(&extent)) if extent == names.len() => {
                axis.labels = Some(memory::copy_of(names)?);
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
        let most = self.source_len.map_or(0, |len| usize::try_from(len / 2 + 1).unwrap_or(0));
        let stated = self.stated.shape.as_deref().and_then(size_of_shape);
        if let Some(size) = stated.filter(|&it| it <= most && self.is_whole()) {
            values.make_room(size, size)?;
        }
        Ok(values)
    }

    fn is_whole(&self) -> bool {
        self.count == 0 && self.options.max_rows == usize::MAX && self.options.columns.is_none()
    }

    /// How many threads may parse: one where rows must be counted as they come.
    fn threads(&self) -> usize {
        let known_small = self.source_len.is_some_and(|it| it <= 2 * WORTH_THREADS);
        if known_small || self.options.max_rows != usize::MAX || self.options.blocks {
            return 1;
        }
        self.options.threads()
    }

    fn read_parallel(&mut self, threads: usize, values: &mut Collector) -> Result<()>
    where
        D: Clone + Send,
    {
        let Rows::Some { parser, .. } = &self.rows else { return Ok(()) };
        let mut joiner = Joiner::new(parser.clone(), values);
        joiner.line = self.line;
        joiner.row = self.count;
        joiner.rest = self.source_len.map_or(0, |it| it.saturating_sub(self.blocks.consumed()));
        let done = parse_rest(&mut self.blocks, threads, joiner)?;
        self.count += done.rows;
        self.line += done.lines;
        Ok(())
    }

    /// Adds up to `rows` rows, and none that begins after so many bytes.
    fn read_rows(&mut self, rows: usize, until: u64, values: &mut Collector) -> Result<()> {
        let Rows::Some { parser, line } = &mut self.rows else { return Ok(()) };
        let target = self.count.saturating_add(rows);
        if self.count == 0 && rows > 0 {
            parser.push(*line, values, true)?;
            self.count = 1;
        }
        while self.count < target && self.blocks.consumed() < until && self.blocks.read_whole()? {
            let lines = Lines {
                text: self.blocks.text().0,
                len: self.blocks.whole(),
                last: self.blocks.is_finished(),
                rest: self.source_len.map_or(0, |it| it.saturating_sub(self.blocks.consumed())),
                line: self.line,
                row: self.count,
            };
            let mut done = Progress::default();
            parser.parse(lines, target - self.count, values, &mut self.groups, &mut done)?;
            self.blocks.consume(done.len);
            self.count += done.rows;
            self.line += done.lines;
            // A record that goes on takes more lines.
            if done.len == 0 {
                self.blocks.read_more()?;
            }
        }
        Ok(())
    }

    /// The array of an input without rows, where that is allowed.
    fn nothing(&self, values: Collector) -> Result<NdArray> {
        let empty = self.stated.shape.as_ref().filter(|it| it.contains(&0));
        match (empty, &self.rows) {
            (Some(shape), _) if self.options.empty => values.finish(shape),
            (_, Rows::None { nothing }) => Err(Error::new(ErrorKind::Shape, *nothing)),
            (_, Rows::Some { parser, .. }) => {
                Err(Error::new(ErrorKind::Shape, parser.dialect.nothing()))
            }
        }
    }
}
