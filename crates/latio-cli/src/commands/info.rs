//! `lat info`: what files hold, from their headers.

mod table;

use std::io::Write;

use clap::Args;
use latio::{
    Axis, Compression, DType, Npy, Result,
    npy::{Descr, Field, Header, NpzReader},
};

use crate::{
    Verdict, advice,
    args::Global,
    blocks::check_len,
    input::{Input, Opened, reference},
    kind::Kind,
    names,
    options::ReadOptions,
    output::stdout,
    reference::Reference,
    term,
};
use table::{FieldRow, Row};

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

impl Info {
    pub(crate) fn run(&self, global: &Global) -> Result<Verdict> {
        let mut rows = Vec::new();
        let mut verdict = Verdict::Yes;
        for file in &self.files {
            let input = Input::new(file, &self.read, global);
            match self.rows_of(&input) {
                Ok(found) => rows.extend(found),
                Err(err) if self.check && err.kind() != latio::ErrorKind::Io => {
                    let err = advice::in_words_of_lat(err);
                    term::Term::new(global.color).complain(&err.to_string());
                    verdict = Verdict::No;
                }
                Err(err) => return print(&rows, global).and(Err(err)),
            }
        }
        print(&rows, global)?;
        Ok(verdict)
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
            Kind::Npz => self.of_npz(input, opened, &base),
            _ => self.of_text(input, opened, base),
        };
        rows.map_err(|err| input.named(err, "load", kind))
    }

    fn of_npy(&self, input: &Input<'_>, mut opened: Opened, base: Row) -> Result<Vec<Row>> {
        let header = Npy::read_header(opened.source(true))?;
        let len = opened.len;
        drop(opened);
        if let Some(len) = len {
            check_len(&header, len)?;
        }
        if self.check && header.dtype().is_some() {
            input.load()?;
        }
        Ok(vec![of_header(&header, base)])
    }

    fn of_npz(&self, input: &Input<'_>, opened: Opened, base: &Row) -> Result<Vec<Row>> {
        let path = input.reference.path.as_deref().filter(|_| opened.is_plain_file());
        if let Some(path) = path {
            let (file, _) = lat_core::format::open(path)?;
            return self.of_archive(input, NpzReader::new(file)?, base);
        }
        let mut all = Vec::new();
        std::io::Read::read_to_end(&mut opened.into_reader(true), &mut all)?;
        self.of_archive(input, NpzReader::new(std::io::Cursor::new(all))?, base)
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
        if let Some(names) = names {
            base.axes = vec![Axis::new("x0"), Axis::new("x1").with_labels(names)];
        }
        Ok(vec![base])
    }
}

fn print(rows: &[Row], global: &Global) -> Result<()> {
    let mut out = stdout();
    if rows.is_empty() {
        return Ok(());
    }
    if global.json {
        for row in rows {
            writeln!(out, "{}", serde_json::to_string(row).map_err(std::io::Error::from)?)?;
        }
    } else {
        out.write_all(table::draw(rows, global.quiet).as_bytes())?;
    }
    Ok(out.flush()?)
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
    if names::any(view.axes()) {
        base.axes = view.axes().to_vec();
    }
    Ok(vec![base])
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
