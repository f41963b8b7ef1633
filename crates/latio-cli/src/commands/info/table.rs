//! What is known of files, in aligned columns.

use lat_core::array::Shape;
use latio::Axis;
use serde::{Serialize, Serializer, ser::SerializeSeq};

use crate::{names, term};

/// What is known of an array.
#[derive(Debug, Default, Serialize)]
pub(super) struct Row {
    pub(super) file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) member: Option<String>,
    pub(super) format: &'static str,
    /// `None` for an extent that is not known.
    pub(super) shape: Option<Vec<Option<usize>>>,
    /// `None` if the elements are of no type that arrays can have, or it is not known.
    pub(super) dtype: Option<String>,
    /// As the header of an npy file has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) descr: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) order: Option<&'static str>,
    /// Of the elements.
    pub(super) bytes: Option<u64>,
    pub(super) file_bytes: Option<u64>,
    pub(super) compression: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) fields: Vec<FieldRow>,
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "axes")]
    pub(super) axes: Vec<Axis>,
}

#[derive(Debug, Serialize)]
pub(super) struct FieldRow {
    pub(super) name: String,
    pub(super) descr: String,
    pub(super) shape: Vec<usize>,
    pub(super) offset: usize,
}

#[derive(Serialize)]
struct AxisRow<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    labels: Option<&'a [String]>,
}

fn axes<S: Serializer>(axes: &[Axis], to: S) -> Result<S::Ok, S::Error> {
    let mut list = to.serialize_seq(Some(axes.len()))?;
    for axis in axes {
        list.serialize_element(&AxisRow { name: &axis.name, labels: axis.labels.as_deref() })?;
    }
    list.end()
}

const HEAD: [&str; 8] = ["FILE", "MEMBER", "FORMAT", "SHAPE", "DTYPE", "ORDER", "SIZE", "NOTE"];

/// The rows below one another, columns aligned; those left out that are empty everywhere.
pub(super) fn draw(rows: &[Row], quiet: bool) -> String {
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
    if names::any(&row.axes) {
        notes.push(names::on_a_line(&row.axes));
    }
    notes.join(", ")
}

fn shape_text(shape: &[Option<usize>]) -> String {
    let words: Vec<_> =
        shape.iter().map(|it| it.map_or("?".to_owned(), |it| it.to_string())).collect();
    format!("({}{})", words.join(", "), if words.len() == 1 { "," } else { "" })
}

/// A number of bytes as people read it: `816 B`, `12.6 KiB`.
fn size_text(bytes: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "five digits are shown")]
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
