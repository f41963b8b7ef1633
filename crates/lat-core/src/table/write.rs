//! An array to rows of text.

use std::io::Write;

use ndarray::{ArrayView1, ArrayViewD};

use super::TableOptions;
use crate::{
    Error, ErrorKind, NdArrayView, Result, dispatch,
    text::{Spec, TextElement},
};

/// How many bytes are gathered before they are written.
const BUFFER: usize = 1 << 16;

/// Writes rows of values, parted by a delimiter.
#[derive(Debug)]
pub struct TableWriter<'o, W> {
    to: W,
    delimiter: Vec<u8>,
    line_end: &'static [u8],
    options: &'o TableOptions,
    widths: &'o [usize],
    buffer: Vec<u8>,
}

impl<'o, W: Write> TableWriter<'o, W> {
    /// Writes to `to`, which need not be buffered.
    pub fn new(to: W, delimiter: &[u8], options: &'o TableOptions) -> Self {
        let line_end: &[u8] = if options.crlf { b"\r\n" } else { b"\n" };
        let buffer = Vec::with_capacity(BUFFER + BUFFER / 4);
        Self { to, delimiter: delimiter.to_vec(), line_end, options, widths: &[], buffer }
    }

    /// Writes each value at the right of a column of its own, of these widths in bytes, and no
    /// delimiter.
    #[must_use]
    pub fn widths(mut self, widths: &'o [usize]) -> Self {
        if !widths.is_empty() {
            self.delimiter.clear();
        }
        Self { widths, ..self }
    }

    /// Writes a line as it is.
    pub fn line(&mut self, text: &str) {
        self.buffer.extend_from_slice(text.as_bytes());
        self.buffer.extend_from_slice(self.line_end);
    }

    /// Writes an array in logical order: a line for each row along the last axis; for rank 1, a
    /// line for each value. An array without elements is no line at all.
    ///
    /// With the option `blocks`, an array of rank 3 has a blank line between its blocks.
    pub fn rows(&mut self, array: &NdArrayView<'_>) -> Result<()> {
        if array.is_empty() {
            return Ok(());
        }
        dispatch!(array.dtype(), T => {
            self.typed_rows(array.typed::<T>().expect("matched on dtype"))
        })
    }

    fn typed_rows<T: TextElement>(&mut self, array: &ArrayViewD<'_, T>) -> Result<()> {
        let columns = if array.ndim() < 2 { 1 } else { array.shape()[array.ndim() - 1] };
        let specs = self.specs(columns)?;
        if array.ndim() < 2 {
            return array
                .iter()
                .try_for_each(|value| self.row(ArrayView1::from(&[*value]), &specs));
        }
        let block = if self.options.blocks && array.ndim() == 3 { array.shape()[1] } else { 0 };
        for (idx, row) in array.rows().into_iter().enumerate() {
            if block > 0 && idx > 0 && idx % block == 0 {
                self.line("");
            }
            self.row(row, &specs)?;
        }
        Ok(())
    }

    /// One format for all columns, or one for each.
    fn specs(&self, columns: usize) -> Result<Vec<Spec>> {
        match &*self.options.fmt {
            [] => Ok(vec![Spec::default()]),
            [one] => Ok(vec![one.clone()]),
            all if all.len() == columns => Ok(all.to_vec()),
            all => {
                let message = format!("{} formats for {columns} columns", all.len());
                Err(Error::new(ErrorKind::Usage, message))
            }
        }
    }

    fn row<T: TextElement>(&mut self, row: ArrayView1<'_, T>, specs: &[Spec]) -> Result<()> {
        for (idx, &value) in row.iter().enumerate() {
            if idx > 0 {
                self.buffer.extend_from_slice(&self.delimiter);
            }
            let spec = if specs.len() == 1 { &specs[0] } else { &specs[idx] };
            let start = self.buffer.len();
            value.print(spec, &mut self.buffer)?;
            self.adapt(start, idx)?;
            if self.buffer.len() >= BUFFER {
                self.flush()?;
            }
        }
        self.buffer.extend_from_slice(self.line_end);
        Ok(())
    }

    /// Changes the value printed last, from `start` on, to the spelling and the width asked for.
    #[inline]
    fn adapt(&mut self, start: usize, idx: usize) -> Result<()> {
        if self.options.spelling.decimal == b',' {
            self.buffer[start..].iter_mut().filter(|it| **it == b'.').for_each(|it| *it = b',');
        }
        if self.widths.is_empty() { Ok(()) } else { self.pad(start, idx) }
    }

    /// Moves the value printed last to the right of its column.
    fn pad(&mut self, start: usize, idx: usize) -> Result<()> {
        let printed = self.buffer.len() - start;
        let Some(room) = self.widths.get(idx).and_then(|it| it.checked_sub(printed)) else {
            let text = String::from_utf8_lossy(&self.buffer[start..]);
            let message = format!("'{text}' does not fit the width of column {idx}");
            return Err(Error::new(ErrorKind::Usage, message).with_hint("use a shorter fmt"));
        };
        self.buffer.resize(start + room + printed, b' ');
        self.buffer.copy_within(start..start + printed, start + room);
        self.buffer[start..start + room].fill(b' ');
        Ok(())
    }

    /// Writes what was gathered.
    pub fn flush(&mut self) -> Result<()> {
        self.to.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}
