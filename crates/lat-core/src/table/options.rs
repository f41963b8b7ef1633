//! How a table is read and written: the options that text formats share.

use std::{num::NonZero, thread};

use crate::{
    DType, Scalar,
    text::{Spec, Spelling, parse_any},
};

/// The options that every text format has. A format crate puts them into its type, and gives that
/// type their setters by [`table_options!`](crate::table_options).
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "their setters say it")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[non_exhaustive]
pub struct TableOptions {
    pub dtype: Option<DType>,
    pub ndmin: usize,
    pub comments: Vec<Vec<u8>>,
    pub skip_rows: u64,
    pub max_rows: usize,
    pub columns: Option<Vec<Column>>,
    pub names: bool,
    pub spelling: Spelling,
    pub missing: Vec<Vec<u8>>,
    pub fill: Option<Scalar>,
    pub ragged: bool,
    pub blocks: bool,
    pub empty: bool,
    pub fmt: Vec<Spec>,
    pub crlf: bool,
    pub threads: Option<usize>,
    pub limits: Limits,
}

impl Default for TableOptions {
    fn default() -> Self {
        Self {
            dtype: None,
            ndmin: 0,
            comments: vec![b"#".to_vec()],
            skip_rows: 0,
            max_rows: usize::MAX,
            columns: None,
            names: false,
            spelling: Spelling { decimal: b'.', fortran: false },
            missing: Vec::new(),
            fill: None,
            ragged: false,
            blocks: false,
            empty: false,
            fmt: Vec::new(),
            crlf: false,
            threads: None,
            limits: Limits::default(),
        }
    }
}

impl TableOptions {
    /// How many threads may work at once.
    pub(super) fn threads(&self) -> usize {
        if !cfg!(feature = "parallel") {
            return 1;
        }
        let all = || thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.unwrap_or_else(all)
    }

    /// Whether a plain number can only be a plain number: not a missing value, or a comment, or
    /// one with another decimal sign.
    pub(super) fn numbers_are_plain(&self) -> bool {
        let numeric = |it: &Vec<u8>| parse_any(it, self.spelling).is_ok();
        let begins_one = |it: &Vec<u8>| it.first().is_some_and(|it| b"+-.0123456789".contains(it));
        self.spelling.decimal == b'.'
            && !self.missing.iter().any(numeric)
            && !self.comments.iter().any(begins_one)
    }
}

/// Bounds that no honest file meets.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The longest record, in bytes. Default 1 GiB; never more than 4 GiB.
    pub record: usize,
    /// The most fields in a record. Default 134,217,728.
    pub fields: usize,
    /// The most bytes that the array's elements may take. Default: no bound.
    pub memory: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { record: 1 << 30, fields: 1 << 27, memory: usize::MAX }
    }
}

/// A column of a table, by its place or by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// Counted from 0, or from the end by negative numbers.
    Index(isize),
    /// As the row of names has it.
    Name(String),
}

impl From<isize> for Column {
    fn from(index: isize) -> Self {
        Self::Index(index)
    }
}

impl From<i32> for Column {
    fn from(index: i32) -> Self {
        Self::Index(index as isize)
    }
}

impl From<&str> for Column {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

impl From<String> for Column {
    fn from(name: String) -> Self {
        Self::Name(name)
    }
}

/// The setters of [`TableOptions`], for a type that has them in a field `table`.
#[macro_export]
macro_rules! table_options {
    () => {
        /// Reads values of this type, whatever the file says. A value that does not fit it is an
        /// error.
        #[must_use]
        pub fn dtype(mut self, dtype: impl Into<Option<$crate::DType>>) -> Self {
            self.table.dtype = dtype.into();
            self
        }

        /// Makes the array read have this many axes at least, 0, 1 or 2: 2 keeps a single row or
        /// column a table. Default 0.
        #[must_use]
        pub fn ndmin(mut self, ndmin: usize) -> Self {
            self.table.ndmin = ndmin;
            self
        }

        /// Takes lines that begin with one of these for comments; none if there are none.
        /// Default `#`.
        #[must_use]
        pub fn comments<S: AsRef<[u8]>>(mut self, signs: impl IntoIterator<Item = S>) -> Self {
            self.table.comments = signs.into_iter().map(|it| it.as_ref().to_vec()).collect();
            self
        }

        /// Skips this many lines at the beginning, whatever they hold. Default 0.
        #[must_use]
        pub fn skip_rows(mut self, lines: u64) -> Self {
            self.table.skip_rows = lines;
            self
        }

        /// Reads this many rows at most, and does not look at what follows.
        #[must_use]
        pub fn max_rows(mut self, rows: usize) -> Self {
            self.table.max_rows = rows;
            self
        }

        /// Reads these columns only, in this order: counted from 0, from the end if negative, or
        /// by name (which takes [`names`](Self::names)).
        #[must_use]
        pub fn columns<C: Into<$crate::table::Column>>(
            mut self,
            columns: impl IntoIterator<Item = C>,
        ) -> Self {
            self.table.columns = Some(columns.into_iter().map(Into::into).collect());
            self
        }

        /// Takes the first record for the names of the columns: they become the labels of the last
        /// axis. Writes such labels, too. Default false.
        #[must_use]
        pub fn names(mut self, names: bool) -> Self {
            self.table.names = names;
            self
        }

        /// Reads a comma before the fraction, instead of a point. Default false.
        #[must_use]
        pub fn decimal_comma(mut self, comma: bool) -> Self {
            self.table.spelling.decimal = if comma { b',' } else { b'.' };
            self
        }

        /// Reads what only Fortran writes: exponents without their letter (`1.5-105`), repeat
        /// counts (`3*1.5`), complex numbers as `(re,im)`. Default false.
        #[must_use]
        pub fn fortran(mut self, fortran: bool) -> Self {
            self.table.spelling.fortran = fortran;
            self
        }

        /// Takes these fields for missing values, `""` for an empty one. Each is read as
        /// [`fill`](Self::fill), or as NaN. Default: a missing value is an error.
        #[must_use]
        pub fn missing<S: AsRef<[u8]>>(mut self, markers: impl IntoIterator<Item = S>) -> Self {
            self.table.missing = markers.into_iter().map(|it| it.as_ref().to_vec()).collect();
            self
        }

        /// Reads missing values as this one. Default NaN.
        #[must_use]
        pub fn fill(mut self, value: impl Into<$crate::Scalar>) -> Self {
            self.table.fill = Some(value.into());
            self
        }

        /// Takes rows that are shorter than the first for rows whose last values are missing.
        /// Default: an error.
        #[must_use]
        pub fn fill_ragged(mut self, fill: bool) -> Self {
            self.table.ragged = fill;
            self
        }

        /// Takes blank lines for the borders of blocks, which become the first of three axes.
        /// Default: blank lines mean nothing.
        #[must_use]
        pub fn blocks(mut self, blocks: bool) -> Self {
            self.table.blocks = blocks;
            self
        }

        /// Writes values as this `printf` format says, such as `"%.6g"` or `"%d"`, or with the
        /// fewest digits that read back the same (`"shortest"`).
        ///
        /// Fails if the format is malformed. Default: `%.18g` for `f64` and `c128`, the fewest
        /// digits for smaller floats, all digits for integers.
        pub fn fmt(self, fmt: &str) -> $crate::Result<Self> {
            self.fmt_columns([fmt])
        }

        /// As [`fmt`](Self::fmt), with a format for each column.
        pub fn fmt_columns<'a>(
            mut self,
            fmt: impl IntoIterator<Item = &'a str>,
        ) -> $crate::Result<Self> {
            self.table.fmt = fmt.into_iter().map(str::parse).collect::<$crate::Result<_>>()?;
            Ok(self)
        }

        /// Ends lines by `\r\n` when writing, instead of `\n`.
        #[must_use]
        pub fn crlf(mut self, crlf: bool) -> Self {
            self.table.crlf = crlf;
            self
        }

        /// Works on this many threads at most, where the feature `parallel` is on; the result is
        /// the same for any number. Default: as many as the machine runs at once.
        #[must_use]
        pub fn threads(mut self, threads: impl Into<Option<usize>>) -> Self {
            self.table.threads = threads.into();
            self
        }

        /// Bounds what a reader may take.
        #[must_use]
        pub fn limits(mut self, limits: $crate::table::Limits) -> Self {
            self.table.limits = limits;
            self
        }
    };
}
