//! The format and its options.

use std::io::{Read, Seek, Write};

use lat_core::{DType, Error, ErrorKind, Format, NdArray, NdArrayView, Result, Source, Want};

use crate::{document::Document, guess, write};

/// JSON: an object that holds the values as nested lists, and states element type, shape and axes.
///
/// ```
/// use lat_json::{Format, Json, ndarray::array};
///
/// let mut out = Vec::new();
/// Json::new().indent(0)?.write(&mut out, &array![[1, 2], [3, 4]])?;
/// let text = r#"{"data": [[1, 2], [3, 4]], "dtype": "i32", "shape": [2, 2], "axes": ["x0", "x1"]}"#;
/// assert_eq!(out, text.as_bytes());
/// # Ok::<(), lat_json::Error>(())
/// ```
///
/// Reading takes one pass, and the memory of the array and a megabyte. Keys may come in any order:
/// a `dtype` after the values gives what it gives before them. For that, the end of a file is
/// looked at first; from any other source, the values are held as `i64` or `f64` until their type
/// is stated.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "options, each on or off")]
pub struct Json {
    pub(crate) indent: usize,
    pub(crate) compact: bool,
    pub(crate) bare: bool,
    pub(crate) lines: bool,
    pub(crate) rows: bool,
    pub(crate) widen: bool,
    pub(crate) dtype: Option<DType>,
    pub(crate) limits: Limits,
}

/// Bounds that no honest file meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// How deep lists and objects may be nested. Default 64.
    pub depth: usize,
    /// The longest number or string of an array, in bytes. Default 1 MiB, and never less.
    pub scalar: usize,
    /// How many bytes all keys of an object may have together. Default 1 MiB.
    pub keys: usize,
    /// The most bytes that the elements may take, and the text of a list of names or labels.
    /// Default: no bound.
    pub memory: usize,
}

/// What to do about a bound that an honest file meets.
pub(crate) fn limit_hint(name: &str) -> String {
    format!("the option limits sets the bound, by Limits::{name}")
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: 64, scalar: 1 << 20, keys: 1 << 20, memory: usize::MAX }
    }
}

impl Json {
    /// An object, its keys on lines of their own, indented by 2.
    pub fn new() -> Self {
        Self {
            indent: 2,
            compact: false,
            bare: false,
            lines: false,
            rows: false,
            widen: false,
            dtype: None,
            limits: Limits::default(),
        }
    }

    /// Indents the keys by this many blanks, from 0, which writes all on one line, to 16.
    /// Default 2.
    pub fn indent(mut self, indent: usize) -> Result<Self> {
        const MOST: usize = 16;
        if indent > MOST {
            let message = format!("an indent of {indent} is more than {MOST}");
            return Err(Error::new(ErrorKind::Usage, message));
        }
        self.indent = indent;
        Ok(self)
    }

    /// Writes no blanks at all. Default false.
    #[must_use]
    pub fn compact(mut self, compact: bool) -> Self {
        self.compact = compact;
        self
    }

    /// Reads a list that stands alone, without an object around it, too; and writes such a list,
    /// which says nothing of its element type, of axes, or of a shape beyond an empty axis.
    /// Default false.
    ///
    /// ```
    /// use lat_json::{Format, Json, ndarray::{Array2, array}};
    ///
    /// let a: Array2<i64> = Json::new().bare(true).read("[[1, 2], [3, 4]]".as_bytes())?;
    /// assert_eq!(a, array![[1, 2], [3, 4]]);
    /// # Ok::<(), lat_json::Error>(())
    /// ```
    #[must_use]
    pub fn bare(mut self, bare: bool) -> Self {
        self.bare = bare;
        self
    }

    /// Reads and writes JSON Lines: a value for each position along the first axis, on a line of
    /// its own, without an object around them. Default false.
    ///
    /// ```
    /// use lat_json::{Format, Json, ndarray::{Array2, array}};
    ///
    /// let lines = Json::new().lines(true);
    /// let a: Array2<f64> = lines.read("[1, 2.5]\n[3, null]\n".as_bytes())?;
    /// assert_eq!(a[[0, 1]], 2.5);
    /// # Ok::<(), lat_json::Error>(())
    /// ```
    #[must_use]
    pub fn lines(mut self, lines: bool) -> Self {
        self.lines = lines;
        self
    }

    /// Writes each row, the values along the last axis, on a line of its own. Default false.
    #[must_use]
    pub fn rows(mut self, rows: bool) -> Self {
        self.rows = rows;
        self
    }

    /// Reads values of this type, whatever the file says. A value that does not fit it is an
    /// error.
    #[must_use]
    pub fn dtype(mut self, dtype: impl Into<Option<DType>>) -> Self {
        self.dtype = dtype.into();
        self
    }

    /// Takes a file whose elements are of a smaller type than is asked for, if every value of that
    /// is one of the type asked for. Default: an error.
    ///
    /// ```
    /// use lat_json::{Format, Json, ndarray::Array1};
    ///
    /// let text = r#"{"data": [1, 2], "dtype": "i32"}"#;
    /// assert!(Json::new().read::<Array1<f64>>(text.as_bytes()).is_err());
    /// let a: Array1<f64> = Json::new().widen(true).read(text.as_bytes())?;
    /// assert_eq!(a[1], 2.0);
    /// # Ok::<(), lat_json::Error>(())
    /// ```
    #[must_use]
    pub fn widen(mut self, widen: bool) -> Self {
        self.widen = widen;
        self
    }

    /// Bounds what a reader may take.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Reads arrays that follow one another, each an object, or a list if that is
    /// [allowed](Self::bare).
    ///
    /// ```
    /// use lat_json::Json;
    ///
    /// let text = "{\"data\": [1, 2]}\n{\"data\": [[true]]}\n";
    /// let json = Json::new();
    /// let shapes: Vec<_> =
    ///     json.arrays(text.as_bytes())?.map(|it| it.map(|it| it.shape().to_vec())).collect();
    /// assert_eq!(shapes.len(), 2);
    /// assert_eq!(shapes[1].as_ref().unwrap(), &[1, 1]);
    /// # Ok::<(), lat_json::Error>(())
    /// ```
    pub fn arrays<'a>(&'a self, from: impl Read + 'a) -> Result<JsonArrays<'a>> {
        let document = Document::new(Source::reader(from), self.limits, None)
            .map_err(|err| err.in_operation("read_json"))?;
        Ok(JsonArrays { json: self, document: Some(document) })
    }

    fn read_once(&self, source: Source<'_>, want: Want, guess: Option<DType>) -> Result<NdArray> {
        let document = Document::new(source, self.limits, guess)?;
        if self.lines { document.rows(self, want) } else { document.only(self, want) }
    }
}

impl Default for Json {
    fn default() -> Self {
        Self::new()
    }
}

impl Format for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["json"]
    }

    fn sniff(&self, head: &[u8]) -> bool {
        let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
        match text.split_first() {
            Some((b'{', rest)) => matches!(rest.trim_ascii_start().first(), Some(b'"' | b'}')),
            _ => false,
        }
    }

    fn read_source(&self, source: Source<'_>, want: Want) -> Result<NdArray> {
        let (file, len) = (source.file(), source.len());
        let guess = match self.dtype {
            None if !self.lines => guess::dtype(&source)?,
            _ => None,
        };
        let array = self.read_once(source, want, guess);
        match (array, file) {
            // Either the file is at fault, or the guess is.
            (Err(_), Some(mut file)) if guess.is_some() => {
                file.rewind()?;
                self.read_once(Source::file_of(file, len), want, None)
            }
            (array, _) => array,
        }
    }

    fn write_view(&self, to: &mut dyn Write, array: &NdArrayView<'_>) -> Result<()> {
        write::array(self, to, array)
    }
}

/// The arrays that [`Json::arrays`] reads.
#[derive(Debug)]
pub struct JsonArrays<'a> {
    json: &'a Json,
    /// `None` once it failed.
    document: Option<Document<'a>>,
}

impl Iterator for JsonArrays<'_> {
    type Item = Result<NdArray>;

    fn next(&mut self) -> Option<Result<NdArray>> {
        let array = self.document.as_mut()?.next(self.json, Want::ANYTHING).transpose()?;
        if array.is_err() {
            self.document = None;
        }
        Some(array.map_err(|err| err.in_operation("read_json")))
    }
}
