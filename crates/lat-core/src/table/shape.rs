//! The shape of a table's array.

use super::{TableOptions, dialect::Stated, memory};
use crate::{
    Error, ErrorKind, Result, Want,
    collect::{shape_mismatch, size_of_shape},
};

/// Where the blocks of a table end that blank lines part.
#[derive(Debug, Default)]
pub(super) struct Groups(Vec<usize>);

impl Groups {
    /// Ends a block after this many rows in all.
    pub(super) fn end(&mut self, rows: usize) -> Result<()> {
        if self.0.last().copied().unwrap_or(0) < rows {
            memory::push(&mut self.0, rows)?;
        }
        Ok(())
    }
}

/// What was read.
pub(super) struct Found<'a> {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) groups: &'a Groups,
    /// Whether a single column is a row of values written one a line.
    pub(super) squeeze_column: bool,
}

/// The shape that the file states, else the one that the rows make.
pub(super) fn decide(
    stated: &Stated,
    found: &Found<'_>,
    options: &TableOptions,
    want: Want,
) -> Result<Vec<usize>> {
    if options.blocks {
        return blocks(found);
    }
    let table = vec![found.rows, found.columns];
    match &stated.shape {
        Some(shape) if size_of_shape(shape) == found.rows.checked_mul(found.columns) => {
            Ok(if shape.len() < options.ndmin { table } else { shape.clone() })
        }
        Some(shape) if is_whole(options) => Err(shape_mismatch(shape, found.rows * found.columns)),
        _ => Ok(inferred(found, options.ndmin, want.rank)),
    }
}

/// Whether all of the file was to be read.
fn is_whole(options: &TableOptions) -> bool {
    options.max_rows == usize::MAX && options.columns.is_none() && options.skip_rows == 0
}

/// A single row is an array of rank 1, unless rank 2 is asked for.
fn inferred(found: &Found<'_>, ndmin: usize, rank: Option<usize>) -> Vec<usize> {
    let &Found { rows, columns, squeeze_column, .. } = found;
    let line = rows == 1 || (columns == 1 && squeeze_column);
    match rank {
        Some(0) if rows * columns == 1 => vec![],
        Some(1) if rows == 1 || columns == 1 => vec![rows * columns],
        Some(2) => vec![rows, columns],
        _ if ndmin >= 2 || !line => vec![rows, columns],
        _ => vec![rows * columns],
    }
}

fn blocks(found: &Found<'_>) -> Result<Vec<usize>> {
    let ends = &found.groups.0;
    let mut sizes = Vec::new();
    let mut start = 0;
    for &end in ends.iter().chain([&found.rows]).filter(|&&it| it > 0) {
        if end > start {
            sizes.push(end - start);
        }
        start = end;
    }
    let rows = sizes[0];
    if let Some(idx) = sizes.iter().position(|&it| it != rows) {
        let message = format!("ragged blocks — expected {rows} rows, got {}", sizes[idx]);
        let hint = format!("in block {}, counted from 1", idx + 1);
        return Err(Error::new(ErrorKind::Shape, message).with_hint(hint));
    }
    Ok(vec![sizes.len(), rows, found.columns])
}
