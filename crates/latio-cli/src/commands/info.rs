//! `lat info`: what files hold, from their headers.

use std::io::Write;

use clap::Args;
use lat_core::array::Shape;
use latio::{
    Axis, Compression, DType, Error, NdArrayView, Npy, Result,
    npy::{Descr, Field, Header, NpzReader},
};
use serde::Serialize;

use crate::{
    Verdict,
    args::Global,
    input::{Input, Opened, reference},
    kind::Kind,
    options::ReadOptions,
    output::stdout,
    reference::Reference,
    term,
};

const EXAMPLES: &str = "\
Examples:
  lat info a.npy run.npz b.csv.gz     (or just: lat a.npy run.npz b.csv.gz)
  lat info --json *.npy               an object a line
  lat info --check *.npz              reads all of each; exit code 1 if one is damaged

Only headers are read, however large the files are. Text whose header states no shape is read as
a whole if it is small, or with --check; else its number of rows is not known: (?, 3).";

/// Tell format, shape, element type and size of files
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Info {
    /// The files, or arrays in them
    #[arg(value_name = "FILE", required = true, value_parser = reference())]
    files: Vec<Reference>,
    /// Read all of each file, to see that it is whole
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    read: ReadOptions,
}

/// Text up to this size in bytes is read to know its shape.
const SMALL: u64 = 4 << 20;

/// What is known of an array.
#[derive(Debug, Default, Serialize)]
struct Row {
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    member: Option<String>,
    format: &'static str,
    /// `None` for an extent that is not known.
    shape: Option<Vec<Option<usize>>>,
    /// `None` if the elements are of no type that arrays can have, or it is not known.
    dtype: Option<String>,
    /// As the header of an npy file has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    descr: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<&'static str>,
    /// Of the elements.
    bytes: Option<u64>,
    file_bytes: Option<u64>,
    compression: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fields: Vec<FieldRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    axes: Vec<AxisRow>,
}

#[derive(Debug, Serialize)]
struct FieldRow {
    name: String,
    descr: String,
    shape: Vec<usize>,
    offset: usize,
}

#[derive(Debug, Serialize)]
struct AxisRow {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    labels: Option<Vec<String>>,
}

impl Info {
    pub(crate) fn run(&self, global: &Global) -> Result<Verdict> {
        let mut rows = Vec::new();
        let mut verdict = Verdict::Yes;
        for file in &self.files {
            let input = Input::new(file, &self.read, global);
            match self.rows_of(&input) {
                Ok(found) => rows.extend(found),
                Err(err) if self.check && err.kind() != latio::ErrorKind::Io => {
                    term::Term::new(global.color).complain(&err.to_string());
                    verdict = Verdict::No;
                }
                Err(err) => return self.print(&rows, global).and(Err(err)),
            }
        }
        self.print(&rows, global)?;
        Ok(verdict)
    }

    fn print(&self, rows: &[Row], global: &Global) -> Result<()> {
        let mut out = stdout();
        if global.json {
            for row in rows {
                writeln!(out, "{}", serde_json::to_string(row).map_err(std::io::Error::from)?)?;
            }
        } else {
            out.write_all(table(rows, global.quiet).as_bytes())?;
        }
        Ok(out.flush()?)
    }

    fn rows_of(&self, input: &Input<'_>) -> Result<Vec<Row>> {
        let opened = input.open()?;
        let kind = opened.kind;
        let base = Row {
            file: Reference { member: None, slice: None, ..input.reference.clone() }.to_string(),
            format: kind.name(),
            file_bytes: file_size(input),
            compression: match opened.compression {
                Compression::Gzip => Some("gzip"),
                Compression::Zstd => Some("zstd"),
                _ => None,
            },
            ..Row::default()
        };
        let rows = match kind {
            _ if input.reference.slice.is_some() => of_loaded(input, opened, base),
            Kind::Npy => self.of_npy(input, opened, base),
            Kind::Npz => self.of_npz(input, opened, base),
            _ => self.of_text(input, opened, base),
        };
        rows.map_err(|err| input.named(err, "load", kind))
    }

    fn of_npy(&self, input: &Input<'_>, mut opened: Opened, base: Row) -> Result<Vec<Row>> {
        let header = Npy::read_header(opened.source(true))?;
        let len = opened.len;
        drop(opened);
        if let Some(len) = len {
            let end = header.data_offset() + header.data_len();
            if len < end {
                return Err(cut(len, end));
            }
        }
        if self.check && header.dtype().is_some() {
            input.load()?;
        }
        Ok(vec![of_header(&header, base)])
    }

    fn of_npz(&self, input: &Input<'_>, opened: Opened, base: Row) -> Result<Vec<Row>> {
        let path = input.reference.path.as_deref().filter(|_| opened.is_plain_file());
        match path {
            Some(path) => {
                let (file, _) = lat_core::format::open(path)?;
                self.of_archive(input, NpzReader::new(file)?, &base)
            }
            None => {
                let mut all = Vec::new();
                std::io::Read::read_to_end(&mut opened.into_reader(true), &mut all)?;
                self.of_archive(input, NpzReader::new(std::io::Cursor::new(all))?, &base)
            }
        }
    }

    fn of_archive<R: std::io::Read + std::io::Seek>(
        &self,
        input: &Input<'_>,
        mut archive: NpzReader<R>,
        base: &Row,
    ) -> Result<Vec<Row>> {
        let wanted = input.reference.member.as_ref();
        let names: Vec<_> =
            archive.names().iter().filter(|it| wanted.is_none_or(|w| w == *it)).cloned().collect();
        if let (Some(wanted), true) = (wanted, names.is_empty()) {
            archive.header(wanted)?;
        }
        let mut rows = Vec::new();
        for name in names {
            let header = archive.header(&name)?;
            if self.check && header.dtype().is_some() {
                archive.load::<latio::NdArray>(&name)?;
            }
            let base = Row {
                file: base.file.clone(),
                member: Some(name),
                format: base.format,
                file_bytes: base.file_bytes,
                compression: base.compression,
                ..Row::default()
            };
            rows.push(of_header(&header, base));
        }
        Ok(rows)
    }

    /// Text has no header that must be right, but one that may state shape and type.
    fn of_text(&self, input: &Input<'_>, mut opened: Opened, mut base: Row) -> Result<Vec<Row>> {
        let small = opened.len.is_some_and(|it| it <= SMALL);
        let whole = small || self.check || !opened.kind.is_table();
        let options = input.options;
        options.check(opened.kind)?;
        if whole || options.blocks {
            return of_loaded(input, opened, base);
        }
        let kind = opened.kind;
        let (stated, width, names) = if kind == Kind::Text {
            let text = options.text(None);
            let reader = text.reader(opened.source(true))?;
            (reader.stated().clone(), reader.width(), reader.names().map(<[_]>::to_vec))
        } else {
            let csv = options.csv(kind, None)?;
            let reader = csv.reader(opened.source(true))?;
            (reader.stated().clone(), reader.width(), reader.names().map(<[_]>::to_vec))
        };
        base.shape = match (&stated.shape, width) {
            (Some(shape), _) => Some(shape.iter().map(|it| Some(*it)).collect()),
            (None, Some(1)) if kind == Kind::Text => Some(vec![None]),
            (None, width) => Some(vec![None, width]),
        };
        base.dtype = stated.dtype.map(|it| it.to_string());
        let labels = names.map(|it| Axis::new("x1").with_labels(it));
        base.axes = labels.iter().map(axis_row).collect();
        Ok(vec![base])
    }
}

#[cold]
fn cut(len: u64, end: u64) -> Error {
    let message = format!("the file has {len} bytes, its header tells of {end}");
    Error::new(latio::ErrorKind::Syntax, message).with_hint("it was cut short: copy it again")
}

fn file_size(input: &Input<'_>) -> Option<u64> {
    let path = input.reference.path.as_ref()?;
    std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file).map(|it| it.len())
}

fn of_loaded(input: &Input<'_>, opened: Opened, mut base: Row) -> Result<Vec<Row>> {
    let array = input.load_opened(opened)?;
    let view = array.view()?;
    base.member.clone_from(&input.reference.member);
    base.shape = Some(view.shape().iter().map(|it| Some(*it)).collect());
    base.dtype = Some(view.dtype().to_string());
    base.bytes = Some((view.len() * view.dtype().size()) as u64);
    if has_names(&view) {
        base.axes = view.axes().iter().map(axis_row).collect();
    }
    Ok(vec![base])
}

fn has_names(view: &NdArrayView<'_>) -> bool {
    let mut axes = view.axes().iter().enumerate();
    axes.any(|(at, it)| it.labels.is_some() || it.name != format!("x{at}"))
}

fn axis_row(axis: &Axis) -> AxisRow {
    AxisRow { name: axis.name.clone(), labels: axis.labels.clone() }
}

fn of_header(header: &Header, mut base: Row) -> Row {
    base.shape = Some(header.shape().iter().map(|it| Some(*it)).collect());
    base.dtype = header.dtype().map(|it: DType| it.to_string());
    base.descr = Some(header.descr().to_string());
    base.order = Some(if header.is_fortran() { "F" } else { "C" });
    base.bytes = Some(header.data_len());
    if let Descr::Struct(fields) = header.descr() {
        base.fields = fields.iter().filter(|it| !it.name.is_empty()).map(field_row).collect();
    }
    base
}

fn field_row(field: &Field) -> FieldRow {
    FieldRow {
        name: field.name.clone(),
        descr: field.descr.to_string(),
        shape: field.shape.clone(),
        offset: field.offset,
    }
}

const HEAD: [&str; 8] = ["FILE", "MEMBER", "FORMAT", "SHAPE", "DTYPE", "ORDER", "SIZE", "NOTE"];

/// The rows below one another, columns aligned; those left out that are empty everywhere.
fn table(rows: &[Row], quiet: bool) -> String {
    let mut cells: Vec<[String; 8]> = Vec::new();
    if !quiet {
        cells.push(HEAD.map(str::to_owned));
    }
    for (at, row) in rows.iter().enumerate() {
        let again = at > 0 && rows[at - 1].file == row.file && row.member.is_some();
        cells.push(cells_of(row, again));
        cells.extend(row.fields.iter().map(cells_of_field));
    }
    let data = cells.len() - usize::from(!quiet);
    let used = |column: usize| cells.iter().rev().take(data).any(|it| !it[column].is_empty());
    let columns: Vec<_> = (0..HEAD.len()).filter(|it| used(*it)).collect();
    let width = |column: usize| cells.iter().map(|it| term::text_width(&it[column])).max();
    let widths: Vec<_> = columns.iter().map(|it| width(*it).unwrap_or(0)).collect();
    let mut text = String::new();
    for line in &cells {
        let start = text.len();
        for (column, width) in columns.iter().zip(&widths) {
            let cell = &line[*column];
            text += cell;
            text += &" ".repeat(width - term::text_width(cell) + 2);
        }
        text.truncate(start + text[start..].trim_end().len());
        text += "\n";
    }
    text
}

fn cells_of(row: &Row, again: bool) -> [String; 8] {
    let shape = row.shape.as_ref().map_or("?".to_owned(), |it| shape_text(it));
    let dtype = row.dtype.clone().or_else(|| row.descr.clone()).unwrap_or("?".to_owned());
    let dtype = if row.fields.is_empty() { dtype } else { "records".to_owned() };
    [
        if again { String::new() } else { row.file.clone() },
        row.member.clone().unwrap_or_default(),
        row.format.to_owned(),
        shape,
        dtype,
        row.order.unwrap_or_default().to_owned(),
        row.bytes.or(row.file_bytes).map_or(String::new(), size_text),
        note(row),
    ]
}

fn cells_of_field(field: &FieldRow) -> [String; 8] {
    let mut cells = [const { String::new() }; 8];
    cells[1] = format!(".{}", field.name);
    cells[4].clone_from(&field.descr);
    if !field.shape.is_empty() {
        cells[3] = Shape(&field.shape).to_string();
    }
    cells
}

fn note(row: &Row) -> String {
    let mut notes: Vec<String> = row.compression.iter().map(|it| (*it).to_owned()).collect();
    if row.descr.as_ref().is_some_and(|it| it.contains('>')) {
        notes.push("big-endian".to_owned());
    }
    for (at, axis) in row.axes.iter().enumerate() {
        let named = axis.name != format!("x{at}") && axis.labels.is_none();
        match &axis.labels {
            Some(labels) => {
                notes.push(labels.iter().take(8).cloned().collect::<Vec<_>>().join(" "))
            }
            None if named => notes.push(axis.name.clone()),
            None => {}
        }
    }
    notes.join(", ")
}

fn shape_text(shape: &[Option<usize>]) -> String {
    let words: Vec<_> =
        shape.iter().map(|it| it.map_or("?".to_owned(), |it| it.to_string())).collect();
    format!("({}{})", words.join(", "), if words.len() == 1 { "," } else { "" })
}

/// A number of bytes as people read it: `816 B`, `12.6 KiB`.
pub(crate) fn size_text(bytes: u64) -> String {
    let mut value = bytes as f64;
    let mut unit = "B";
    for next in ["KiB", "MiB", "GiB", "TiB", "PiB"] {
        if value < 1023.95 {
            break;
        }
        value /= 1024.0;
        unit = next;
    }
    if unit == "B" { format!("{bytes} B") } else { format!("{value:.1} {unit}") }
}
