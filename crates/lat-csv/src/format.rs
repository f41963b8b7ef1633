//! The format and its options.

use std::io::{Read, Write};

use lat_core::{
    DType, Error, ErrorKind, Format, NdArray, NdArrayView, Result, Source, Want,
    array::Shape,
    collect::size_of_shape,
    table::{Chunks, TableOptions, TableReader, TableWriter},
    table_options,
};

use crate::{dialect::CsvDialect, header, quoted};

/// Comma-separated values, or values separated by anything else.
///
/// ```
/// use lat_csv::{Csv, Format, ndarray::{Array2, array}};
///
/// let text = "t;v\n0,5;1\n1,5;NA\n";
/// let csv = Csv::new().delimiter(";")?.decimal_comma(true).names(true).missing(["NA"]);
/// let a: Array2<f64> = csv.fill(-1.0).read(text.as_bytes())?;
/// assert_eq!(a, array![[0.5, 1.0], [1.5, -1.0]]);
/// # Ok::<(), lat_csv::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Csv {
    pub(crate) table: TableOptions,
    pub(crate) delimiter: Vec<u8>,
    /// Whether a caller chose the delimiter, so that a file may not.
    pub(crate) chosen: bool,
    header: bool,
}

impl Csv {
    /// Commas, points before fractions, `#` before comments, and a header line when writing.
    pub fn new() -> Self {
        Self {
            table: TableOptions::default(),
            delimiter: b",".to_vec(),
            chosen: false,
            header: true,
        }
    }

    /// As [`new`](Self::new), with tabs between fields.
    pub fn tsv() -> Self {
        Self { delimiter: b"\t".to_vec(), chosen: true, ..Self::new() }
    }

    /// Separates fields by `delimiter`, of one or more characters. Default `,`, or what a first
    /// line such as `sep=;` says, by which spreadsheets tell one another.
    ///
    /// Fails if it could be taken for part of a number, a quote or a line end.
    pub fn delimiter(mut self, delimiter: &str) -> Result<Self> {
        if !is_delimiter(delimiter) {
            let message = format!("'{}' cannot be a delimiter", delimiter.escape_debug());
            return Err(Error::new(ErrorKind::Usage, message).with_hint(
                "use characters that are not part of numbers, quotes, comments or line ends",
            ));
        }
        self.delimiter = delimiter.as_bytes().to_vec();
        self.chosen = true;
        Ok(self)
    }

    /// Writes a first line that states shape and dtype: `# shape=(2, 3), dtype=f64`. Default true.
    /// Reading takes such a line wherever it is.
    #[must_use]
    pub fn header(mut self, header: bool) -> Self {
        self.header = header;
        self
    }

    /// Reads a file that has a header line but no values as an array without elements. Default:
    /// an error.
    #[must_use]
    pub fn allow_empty(mut self, allow: bool) -> Self {
        self.table.empty = allow;
        self
    }

    table_options!();

    /// Reads a table some rows at a time, in bounded memory: arrays of rank 2, of up to `rows`
    /// rows, all of the element type of the first.
    ///
    /// ```
    /// use lat_csv::Csv;
    ///
    /// let mut rows = 0;
    /// for chunk in Csv::new().chunks("1,2\n3,4\n5,6\n".as_bytes(), 2)? {
    ///     rows += chunk?.shape()[0];
    /// }
    /// assert_eq!(rows, 3);
    /// # Ok::<(), lat_csv::Error>(())
    /// ```
    pub fn chunks<'a>(&'a self, from: impl Read + 'a, rows: usize) -> Result<CsvChunks<'a>> {
        Ok(Chunks::new(self.reader(Source::reader(from))?, rows))
    }

    /// Begins to read a table, up to its first record: for reading it in parts of one's own choice.
    pub fn reader<'a>(&'a self, source: Source<'a>) -> Result<TableReader<'a, 'a, CsvDialect<'a>>> {
        if self.chosen {
            self.check(&self.delimiter)?;
        }
        TableReader::new(source, CsvDialect::new(self), &self.table)
    }

    /// Writes a table block by block. Its header line states the dtype alone, unless
    /// [the shape is known](CsvWriter::shape).
    ///
    /// ```
    /// use lat_csv::{Csv, ndarray::array};
    ///
    /// let csv = Csv::new();
    /// let mut out = Vec::new();
    /// let mut to = csv.writer(&mut out)?;
    /// to.write(&array![[1, 2], [3, 4]])?;
    /// to.write(&array![[5, 6]])?;
    /// to.finish()?;
    /// assert_eq!(out, b"# dtype=i32\n1,2\n3,4\n5,6\n");
    /// # Ok::<(), lat_csv::Error>(())
    /// ```
    pub fn writer<W: Write>(&self, to: W) -> Result<CsvWriter<'_, W>> {
        self.check(&self.delimiter)?;
        let table = TableWriter::new(to, &self.delimiter, &self.table);
        Ok(CsvWriter { csv: self, table, dtype: None, shape: None, written: 0 })
    }

    /// Options that are right alone but not together with a delimiter.
    pub(crate) fn check(&self, delimiter: &[u8]) -> Result<()> {
        if self.table.spelling.decimal == b',' && delimiter.contains(&b',') {
            let message = "a comma cannot be both the delimiter and the decimal sign";
            return Err(Error::new(ErrorKind::Usage, message)
                .with_hint("use another delimiter, such as \";\""));
        }
        if self.table.comments.iter().any(|it| it.starts_with(delimiter)) {
            let message = "a comment cannot begin with the delimiter: an empty field does";
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
        let Some(labels) = array.axes().last().and_then(|it| it.labels.as_ref()) else {
            let message = "the last axis has no labels to write as names";
            return Err(Error::new(ErrorKind::Usage, message)
                .with_hint("label it, or leave out the option names"));
        };
        if array.rank() < 2 {
            let message = "an array of rank 1 has one column, and no names for it";
            return Err(Error::new(ErrorKind::Usage, message));
        }
        let delimiter = String::from_utf8_lossy(&self.delimiter);
        let names: Vec<_> = labels.iter().map(|it| quoted::quote(it, self)).collect();
        table.line(&names.join(&delimiter));
        Ok(())
    }
}

/// Whether a text cannot be taken for part of a number, a quote, a comment or a line end.
pub(crate) fn is_delimiter(text: &str) -> bool {
    let ambiguous = |c: char| c.is_ascii_alphanumeric() || "+-.\"#()\n\r\0".contains(c);
    !text.is_empty() && !text.contains(ambiguous)
}

impl Default for Csv {
    fn default() -> Self {
        Self::new()
    }
}

impl Format for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn extensions(&self) -> &'static [&'static str] {
        if self.delimiter == b"\t" { &["tsv"] } else { &["csv"] }
    }

    fn read_source(&self, source: Source<'_>, want: Want) -> Result<NdArray> {
        self.reader(source)?.read_all(want)
    }

    fn write_view(&self, to: &mut dyn Write, array: &NdArrayView<'_>) -> Result<()> {
        self.check(&self.delimiter)?;
        let mut table = TableWriter::new(to, &self.delimiter, &self.table);
        if self.header {
            table.line(&header::line(self.comment_sign(), array.shape(), array.dtype()));
        }
        self.write_names(&mut table, array)?;
        table.rows(array)?;
        table.flush()
    }
}

impl Csv {
    fn comment_sign(&self) -> &str {
        let sign = self.table.comments.first().map(|it| std::str::from_utf8(it));
        sign.and_then(Result::ok).unwrap_or("#")
    }
}

/// The arrays that [`Csv::chunks`] reads.
pub type CsvChunks<'a> = Chunks<'a, 'a, CsvDialect<'a>>;

/// Writes blocks of rows one after another: see [`Csv::writer`].
#[derive(Debug)]
pub struct CsvWriter<'a, W> {
    csv: &'a Csv,
    table: TableWriter<'a, W>,
    dtype: Option<DType>,
    /// What the header line states.
    shape: Option<Vec<usize>>,
    /// How many elements there were.
    written: usize,
}

impl<W: Write> CsvWriter<'_, W> {
    /// States the shape of all that will be written.
    ///
    /// ```
    /// use lat_csv::{Csv, ndarray::array};
    ///
    /// let csv = Csv::new();
    /// let mut out = Vec::new();
    /// let mut to = csv.writer(&mut out)?.shape(&[2, 1, 2]);
    /// to.write(&array![[[1, 2]]])?;
    /// to.write(&array![[[3, 4]]])?;
    /// to.finish()?; // fails if there are fewer elements, or more
    /// assert_eq!(out, b"# shape=(2, 1, 2), dtype=i32\n1,2\n3,4\n");
    /// # Ok::<(), lat_csv::Error>(())
    /// ```
    #[must_use]
    pub fn shape(self, shape: &[usize]) -> Self {
        Self { shape: Some(shape.to_vec()), ..self }
    }

    /// Writes the rows of an array.
    ///
    /// Fails if it is of another element type than those before it.
    pub fn write<'v>(&mut self, array: impl Into<NdArrayView<'v>>) -> Result<()> {
        let array = array.into();
        match self.dtype {
            None => self.begin(&array)?,
            Some(dtype) if dtype == array.dtype() => {}
            Some(dtype) => {
                let message = format!("elements are {}, but {dtype} before", array.dtype());
                return Err(Error::new(ErrorKind::DType, message));
            }
        }
        self.written += array.len();
        self.table.rows(&array)
    }

    fn begin(&mut self, array: &NdArrayView<'_>) -> Result<()> {
        self.dtype = Some(array.dtype());
        if self.csv.header {
            let (sign, dtype) = (self.csv.comment_sign(), array.dtype());
            self.table.line(&match &self.shape {
                Some(shape) => header::line(sign, shape, dtype),
                None => format!("{sign} dtype={dtype}"),
            });
        }
        self.csv.write_names(&mut self.table, array)
    }

    /// Writes what is left. Must be called last, or the end of the table is lost.
    ///
    /// Fails if the array is not of the shape that was stated.
    pub fn finish(mut self) -> Result<()> {
        if let Some(shape) = self.shape.filter(|it| size_of_shape(it) != Some(self.written)) {
            let message = format!("{} elements, but shape {} stated", self.written, Shape(&shape));
            return Err(Error::new(ErrorKind::Shape, message));
        }
        self.table.flush()
    }
}
