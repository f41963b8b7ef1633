//! The format and its options.

use std::io::{Read, Write};

use lat_core::{
    Error, ErrorKind, Format, NdArray, NdArrayView, Result, Source, Want,
    table::{Chunks, TableOptions, TableReader, TableWriter, trim},
    table_options,
};

use crate::dialect::TextDialect;

/// Values separated by blanks, a row a line.
///
/// ```
/// use lat_text::{Format, Text, ndarray::{Array3, array}};
///
/// let text = "0 0\n0 1\n\n1 0\n1 1\n";
/// let a: Array3<u8> = Text::new().blocks(true).read(text.as_bytes())?;
/// assert_eq!(a, array![[[0, 0], [0, 1]], [[1, 0], [1, 1]]]);
/// # Ok::<(), lat_text::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Text {
    pub(crate) table: TableOptions,
    pub(crate) widths: Vec<usize>,
}

impl Text {
    /// Blanks and tabs between values, points before fractions, `#` before comments.
    pub fn new() -> Self {
        Self::default()
    }

    /// Cuts fields by their widths in bytes, whatever they hold, for columns that touch. Values
    /// are written at the right of such columns. Default: fields are parted by blanks.
    #[must_use]
    pub fn widths(mut self, widths: impl IntoIterator<Item = usize>) -> Self {
        self.widths = widths.into_iter().collect();
        self
    }

    table_options!();

    /// Reads a table some rows at a time, in bounded memory: arrays of rank 2, of up to `rows`
    /// rows, all of the element type of the first.
    pub fn chunks<'a>(&'a self, from: impl Read + 'a, rows: usize) -> Result<TextChunks<'a>> {
        Ok(Chunks::new(self.reader(Source::reader(from))?, rows))
    }

    /// Begins to read a table, up to its first record: for reading it in parts of one's own choice.
    pub fn reader<'a>(
        &'a self,
        source: Source<'a>,
    ) -> Result<TableReader<'a, 'a, TextDialect<'a>>> {
        self.check()?;
        TableReader::new(source, TextDialect::new(self), &self.table)
    }

    /// Writes a table block by block.
    ///
    /// ```
    /// use lat_text::{Text, ndarray::array};
    ///
    /// let text = Text::new();
    /// let mut out = Vec::new();
    /// let mut to = text.writer(&mut out)?;
    /// to.write(&array![[1, 2], [3, 4]])?;
    /// to.write(&array![[5, 6]])?;
    /// to.finish()?;
    /// assert_eq!(out, b"1 2\n3 4\n5 6\n");
    /// # Ok::<(), lat_text::Error>(())
    /// ```
    pub fn writer<W: Write>(&self, to: W) -> Result<TextWriter<'_, W>> {
        self.check()?;
        let table = TableWriter::new(to, b" ", &self.table).widths(&self.widths);
        Ok(TextWriter { text: self, table, begun: false })
    }

    fn check(&self) -> Result<()> {
        if self.widths.contains(&0) {
            return Err(Error::new(ErrorKind::Usage, "a column cannot be of width 0"));
        }
        if self.table.comments.iter().any(|it| trim(it).len() < it.len()) {
            let message = "a comment's sign cannot have blanks at its ends: they part fields";
            return Err(Error::new(ErrorKind::Usage, message));
        }
        Ok(())
    }

    fn write_names(
        &self,
        table: &mut TableWriter<'_, impl Write>,
        array: &NdArrayView<'_>,
    ) -> Result<()> {
        if !self.table.names {
            return Ok(());
        }
        let labels = array.axes().last().filter(|_| array.rank() > 1);
        let Some(labels) = labels.and_then(|it| it.labels.as_ref()) else {
            let message = "the last axis has no labels to write as names";
            return Err(Error::new(ErrorKind::Usage, message)
                .with_hint("label it, or leave out the option names"));
        };
        let unfit = |it: &&String| it.is_empty() || it.contains(|c: char| c.is_whitespace());
        if let Some(label) = labels.iter().find(unfit) {
            let message = format!("'{label}' cannot be a name: it is empty or has blanks in it");
            return Err(Error::new(ErrorKind::Usage, message));
        }
        table.line(&labels.join(" "));
        Ok(())
    }
}

impl Format for Text {
    fn name(&self) -> &'static str {
        "text"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["txt", "dat"]
    }

    fn read_source(&self, source: Source<'_>, want: Want) -> Result<NdArray> {
        self.reader(source)?.read_all(want)
    }

    fn write_view(&self, to: &mut dyn Write, array: &NdArrayView<'_>) -> Result<()> {
        let mut writer = self.writer(to)?;
        writer.write(array)?;
        writer.finish()
    }
}

/// The arrays that [`Text::chunks`] reads.
pub type TextChunks<'a> = Chunks<'a, 'a, TextDialect<'a>>;

/// Writes blocks of rows one after another: see [`Text::writer`].
#[derive(Debug)]
pub struct TextWriter<'a, W> {
    text: &'a Text,
    table: TableWriter<'a, W>,
    begun: bool,
}

impl<W: Write> TextWriter<'_, W> {
    /// Writes the rows of an array.
    pub fn write<'v>(&mut self, array: impl Into<NdArrayView<'v>>) -> Result<()> {
        let array = array.into();
        if !self.begun && !array.is_empty() {
            self.begun = true;
            self.text.write_names(&mut self.table, &array)?;
        }
        self.table.rows(&array)
    }

    /// Writes what is left. Must be called last, or the end of the table is lost.
    pub fn finish(mut self) -> Result<()> {
        self.table.flush()
    }
}
