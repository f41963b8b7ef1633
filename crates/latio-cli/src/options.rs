//! Options of the formats, as the command line has them.

use std::sync::OnceLock;

use clap::{Args, ValueEnum};
use latio::{
    Csv, DType, Error, ErrorKind, Format, Json, Npy, Result, Scalar, Text,
    csv::Column,
    npy::{ByteOrder, Npz, Order},
};

use crate::kind::Kind;

/// How many threads may work at once, if that was asked for.
pub(crate) static THREADS: OnceLock<usize> = OnceLock::new();

/// How input is read.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Reading")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct ReadOptions {
    /// Format of the input: csv, tsv, text, json, npy or npz. Default: by content, or by name
    #[arg(short, long, value_name = "FORMAT", value_parser = kind)]
    pub(crate) from: Option<Kind>,
    /// Part of the array, as in Python, such as `0, :, ::2`; the same as `[SLICE]` behind the file's name
    #[arg(short, long, value_name = "SLICE", allow_hyphen_values = true)]
    pub(crate) slice: Option<String>,
    /// Array of an npz archive, or field of npy records. The same as `::NAME` behind the file's name
    #[arg(short, long, value_name = "NAME")]
    pub(crate) key: Option<String>,
    /// What parts the fields of CSV: of the input if it is CSV, else of the output
    #[arg(short, long, value_name = "TEXT")]
    pub(crate) delimiter: Option<String>,
    /// The first record holds the names of the columns
    #[arg(long)]
    pub(crate) names: bool,
    /// Skip so many lines at the beginning, whatever they hold
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) skip_rows: u64,
    /// Read so many rows at most
    #[arg(long, value_name = "N")]
    pub(crate) max_rows: Option<usize>,
    /// Columns to read, in this order: numbers from 0, negative from the end, or names
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true)]
    pub(crate) columns: Option<Vec<String>>,
    /// What fractions begin with: . or ,
    #[arg(long, value_name = "SIGN", value_parser = [".", ","])]
    pub(crate) decimal: Option<String>,
    /// The same as --decimal ,
    #[arg(long, conflicts_with = "decimal")]
    pub(crate) decimal_comma: bool,
    /// Signs that begin comments; '' for none. Default: #
    #[arg(long, value_name = "SIGN", value_delimiter = ' ')]
    pub(crate) comments: Option<Vec<String>>,
    /// Fields that stand for missing values, '' being an empty one: --missing NA,-
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true)]
    pub(crate) missing: Option<Vec<String>>,
    /// What missing values are read as. Default: NaN
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub(crate) fill: Option<f64>,
    /// Fill up rows that are too short
    #[arg(long)]
    pub(crate) fill_ragged: bool,
    /// Axes to read at least: 2 keeps a single row a table
    #[arg(long, value_name = "N")]
    pub(crate) ndmin: Option<usize>,
    /// Blank lines part blocks, which become the first of three axes
    #[arg(long)]
    pub(crate) blocks: bool,
    /// Read what only Fortran writes: 1.5-105, 3*1.5, (re,im)
    #[arg(long)]
    pub(crate) fortran: bool,
    /// Widths of the columns of text in bytes, for columns that touch
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) widths: Option<Vec<usize>>,
}

/// How output is written.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Writing")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct WriteOptions {
    /// Format of the output. Default: by name
    #[arg(short, long, value_name = "FORMAT", value_parser = kind)]
    pub(crate) to: Option<Kind>,
    /// Element type: b1, i8 to i64, u8 to u64, f16, f32, f64, c64, c128, or NumPy's names
    #[arg(long, value_name = "DTYPE")]
    pub(crate) dtype: Option<DType>,
    /// printf format of numbers, such as %.6g, or shortest; once, or for each column
    #[arg(long, value_name = "FORMAT")]
    pub(crate) fmt: Vec<String>,
    /// What parts the fields of the output
    #[arg(long, value_name = "TEXT")]
    pub(crate) out_delimiter: Option<String>,
    /// Begin CSV by a line with shape and dtype (the default)
    #[arg(long, overrides_with = "no_header")]
    pub(crate) header: bool,
    /// Write values alone
    #[arg(long)]
    pub(crate) no_header: bool,
    /// End lines by \r\n
    #[arg(long)]
    pub(crate) crlf: bool,
    /// Blanks that indent JSON by a level; 0 for a single line
    #[arg(long, value_name = "N")]
    pub(crate) indent: Option<usize>,
    /// Order of the elements in npy
    #[arg(long, value_name = "ORDER")]
    pub(crate) order: Option<Layout>,
    /// Order of the bytes of numbers in npy
    #[arg(long, value_name = "ORDER")]
    pub(crate) byte_order: Option<Endian>,
    /// Replace files that exist
    #[arg(long)]
    pub(crate) force: bool,
    /// Allow the loss of digits, shape or names
    #[arg(long)]
    pub(crate) lossy: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Layout {
    /// The last index runs fastest
    C,
    /// The first index runs fastest
    #[value(alias = "fortran")]
    F,
    /// As the input has it
    Keep,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Endian {
    Little,
    Big,
}

/// The format of this name.
pub(crate) fn kind(name: &str) -> Result<Kind> {
    Kind::named(name)
}

/// The setters that CSV and text share, on either.
macro_rules! read_table {
    ($format:expr, $options:expr, $dtype:expr) => {{
        let options = $options;
        let mut format = $format
            .dtype($dtype)
            .names(options.names)
            .skip_rows(options.skip_rows)
            .decimal_comma(options.has_decimal_comma())
            .fortran(options.fortran)
            .fill_ragged(options.fill_ragged)
            .threads(THREADS.get().copied())
            .blocks(options.blocks);
        if let Some(rows) = options.max_rows {
            format = format.max_rows(rows);
        }
        if let Some(columns) = &options.columns {
            format = format.columns(columns.iter().map(|it| column(it)));
        }
        if let Some(signs) = &options.comments {
            format = format.comments(signs.iter().filter(|it| !it.is_empty()));
        }
        if let Some(markers) = &options.missing {
            format = format.missing(markers);
        }
        if let Some(fill) = options.fill {
            format = format.fill(fill_value(fill));
        }
        if let Some(ndmin) = options.ndmin {
            format = format.ndmin(ndmin);
        }
        format
    }};
}

fn column(text: &str) -> Column {
    text.parse().map_or_else(|_| Column::Name(text.to_owned()), Column::Index)
}

/// Whole numbers as integers, so that integers can be filled with them.
fn fill_value(fill: f64) -> Scalar {
    #[expect(clippy::cast_possible_truncation, reason = "whole, and below 2^53")]
    if fill.fract() == 0.0 && fill.abs() < 9e15 { Scalar::Int(fill as i64) } else { fill.into() }
}

impl ReadOptions {
    /// CSV as these options read it; values of `dtype`, if one is given.
    pub(crate) fn csv(&self, kind: Kind, dtype: Option<DType>) -> Result<Csv> {
        let csv = if kind == Kind::Tsv { Csv::tsv() } else { Csv::new() };
        let csv = match &self.delimiter {
            Some(delimiter) => csv.delimiter(&unescaped(delimiter))?,
            None => csv,
        };
        Ok(read_table!(csv, self, dtype).allow_empty(true))
    }

    /// Text as these options read it.
    pub(crate) fn text(&self, dtype: Option<DType>) -> Text {
        let text = Text::new().widths(self.widths.clone().unwrap_or_default());
        read_table!(text, self, dtype)
    }

    /// The format as these options read it.
    pub(crate) fn format(
        &self,
        kind: Kind,
        dtype: Option<DType>,
        member: Option<&str>,
    ) -> Result<Box<dyn Format>> {
        self.check(kind)?;
        match kind {
            Kind::Csv | Kind::Tsv => Ok(Box::new(self.csv(kind, dtype)?)),
            Kind::Text => Ok(Box::new(self.text(dtype))),
            Kind::Npy => Ok(Box::new(read_npy())),
            Kind::Npz => {
                let npz = Npz::new().npy(read_npy());
                Ok(Box::new(member.map_or_else(|| npz.clone(), |it| npz.clone().member(it))))
            }
            Kind::Json => Ok(Box::new(Json::new().bare(true).dtype(dtype))),
        }
    }

    fn has_decimal_comma(&self) -> bool {
        self.decimal_comma || self.decimal.as_deref() == Some(",")
    }

    /// Options that such input does not have.
    pub(crate) fn check(&self, kind: Kind) -> Result<()> {
        let tables = [
            (self.names, "--names"),
            (self.skip_rows > 0, "--skip-rows"),
            (self.max_rows.is_some(), "--max-rows"),
            (self.columns.is_some(), "--columns"),
            (self.decimal.is_some(), "--decimal"),
            (self.decimal_comma, "--decimal-comma"),
            (self.comments.is_some(), "--comments"),
            (self.missing.is_some(), "--missing"),
            (self.fill.is_some(), "--fill"),
            (self.fill_ragged, "--fill-ragged"),
            (self.ndmin.is_some(), "--ndmin"),
            (self.blocks, "--blocks"),
            (self.fortran, "--fortran"),
        ];
        let wrong = tables.iter().find(|it| it.0 && !kind.is_table());
        let widths = (self.widths.is_some(), "--widths");
        let wrong = wrong.or(Some(&widths).filter(|it| it.0 && kind != Kind::Text));
        match wrong {
            Some((_, option)) => {
                let message = format!("{option} is not for reading {}", kind.name());
                Err(Error::new(ErrorKind::Usage, message))
            }
            None => Ok(()),
        }
    }
}

impl WriteOptions {
    /// CSV as these options write it, `delimiter` parting its fields if one is given.
    pub(crate) fn csv(&self, kind: Kind, delimiter: Option<&str>, names: bool) -> Result<Csv> {
        let csv = if kind == Kind::Tsv { Csv::tsv() } else { Csv::new() };
        let csv = match self.out_delimiter.as_deref().or(delimiter) {
            Some(delimiter) => csv.delimiter(&unescaped(delimiter))?,
            None => csv,
        };
        let csv = csv.header(!self.no_header).crlf(self.crlf).names(names);
        let csv = csv.threads(THREADS.get().copied());
        csv.fmt_columns(self.fmt.iter().map(String::as_str))
    }

    /// Text as these options write it.
    pub(crate) fn text(&self, names: bool) -> Result<Text> {
        let text = Text::new().crlf(self.crlf).names(names).threads(THREADS.get().copied());
        text.fmt_columns(self.fmt.iter().map(String::as_str))
    }

    /// Npy as these options write it.
    pub(crate) fn npy(&self) -> Npy {
        let order = match self.order {
            Some(Layout::C) => Order::C,
            Some(Layout::F) => Order::Fortran,
            Some(Layout::Keep) | None => Order::Keep,
        };
        let npy = Npy::new().order(order);
        match self.byte_order {
            Some(Endian::Little) => npy.byte_order(ByteOrder::Little),
            Some(Endian::Big) => npy.byte_order(ByteOrder::Big),
            None => npy,
        }
    }

    /// The format as these options write it.
    pub(crate) fn format(
        &self,
        kind: Kind,
        delimiter: Option<&str>,
        names: bool,
    ) -> Result<Box<dyn Format>> {
        self.check(kind)?;
        match kind {
            Kind::Csv | Kind::Tsv => Ok(Box::new(self.csv(kind, delimiter, names)?)),
            Kind::Text => Ok(Box::new(self.text(names)?)),
            Kind::Npy => Ok(Box::new(self.npy())),
            Kind::Npz => Ok(Box::new(Npz::new().npy(self.npy()))),
            Kind::Json => Ok(Box::new(match self.indent {
                Some(indent) => Json::new().indent(indent)?,
                None => Json::new(),
            })),
        }
    }

    /// Options that such output does not have.
    pub(crate) fn check(&self, kind: Kind) -> Result<()> {
        let csv = matches!(kind, Kind::Csv | Kind::Tsv);
        let npy = matches!(kind, Kind::Npy | Kind::Npz);
        let wrong = [
            (!self.fmt.is_empty() && !kind.is_table(), "--fmt"),
            (self.out_delimiter.is_some() && !csv, "--out-delimiter"),
            (self.crlf && !kind.is_table(), "--crlf"),
            (self.indent.is_some() && kind != Kind::Json, "--indent"),
            (self.order.is_some() && !npy, "--order"),
            (self.byte_order.is_some() && !npy, "--byte-order"),
        ];
        match wrong.iter().find(|it| it.0) {
            Some((_, option)) => {
                let message = format!("{option} is not for writing {}", kind.name());
                Err(Error::new(ErrorKind::Usage, message))
            }
            None => Ok(()),
        }
    }
}

/// Npy as it is read: times as the integers that they are stored as.
pub(crate) fn read_npy() -> Npy {
    Npy::new().datetime_as_ticks(true)
}

/// Tabs are hard to type.
fn unescaped(delimiter: &str) -> String {
    delimiter.replace("\\t", "\t")
}
