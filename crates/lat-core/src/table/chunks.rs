//! A table, some rows at a time.

use super::{Dialect, TableReader};
use crate::{DType, NdArray, Result};

/// A table in arrays of so many rows each, all of the element type of the first.
#[derive(Debug)]
pub struct Chunks<'r, 'o, D> {
    /// `None` once it failed.
    reader: Option<TableReader<'r, 'o, D>>,
    rows: usize,
    dtype: Option<DType>,
}

impl<'r, 'o, D: Dialect> Chunks<'r, 'o, D> {
    /// Reads `rows` rows at a time, at least one.
    pub fn new(reader: TableReader<'r, 'o, D>, rows: usize) -> Self {
        Self { reader: Some(reader), rows: rows.max(1), dtype: None }
    }
}

impl<D: Dialect> Iterator for Chunks<'_, '_, D> {
    type Item = Result<NdArray>;

    fn next(&mut self) -> Option<Result<NdArray>> {
        let chunk = self.reader.as_mut()?.read_chunk(self.rows, self.dtype).transpose()?;
        match &chunk {
            Ok(array) => self.dtype = Some(array.dtype()),
            Err(_) => self.reader = None,
        }
        Some(chunk)
    }
}
