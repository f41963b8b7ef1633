//! An array to rows of text.

use std::io::Write;

use ndarray::ArrayViewD;

use super::{TableOptions, print::Printer};
use crate::{
    Error, ErrorKind, NdArrayView, Result, dispatch,
    text::{Spec, TextElement},
};

/// How many bytes are gathered before they are written.
const BUFFER: usize = 1 << 16;

/// How many values are gathered from all over an array before they are printed.
const GATHERED: usize = 1 << 8;

/// How many values one thread prints alone.
const WORTH_THREADS: usize = 1 << 17;

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
        let (delimiter, buffer) = (delimiter.to_vec(), Vec::new());
        Self { to, delimiter, line_end, options, widths: &[], buffer }
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
    /// With the option `blocks`, an array of rank 3 has a blank line between its blocks. Several
    /// threads print a large array, if the options allow it and it lies in memory in C order.
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
        let blocks = self.options.blocks && array.ndim() == 3;
        let printer = Printer {
            delimiter: &self.delimiter,
            line_end: self.line_end,
            options: self.options,
            widths: self.widths,
            specs: specs(&self.options.fmt, columns)?,
            columns,
            block: blocks.then(|| array.shape()[1]),
        };
        let threads = if array.len() < WORTH_THREADS { 1 } else { self.options.threads() };
        match array.as_slice() {
            Some(values) if threads > 1 => {
                self.to.write_all(&self.buffer)?;
                self.buffer.clear();
                printer.print_parallel(values, threads, |text| Ok(self.to.write_all(text)?))
            }
            Some(values) => print_all(&printer, values, 0, &mut self.buffer, &mut self.to),
            None => {
                let mut values = array.iter();
                let mut part = Vec::with_capacity(GATHERED);
                for start in (0..array.len()).step_by(GATHERED) {
                    part.clear();
                    part.extend(values.by_ref().take(GATHERED).copied());
                    print_all(&printer, &part, start, &mut self.buffer, &mut self.to)?;
                }
                Ok(())
            }
        }
    }

    /// Writes what was gathered.
    pub fn flush(&mut self) -> Result<()> {
        self.to.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

/// Prints on this thread, and writes whenever the buffer is full. The first value has this place in
/// the table.
fn print_all<T: TextElement>(
    printer: &Printer<'_>,
    values: &[T],
    start: usize,
    buffer: &mut Vec<u8>,
    to: &mut impl Write,
) -> Result<()> {
    let step = printer.step();
    for (idx, part) in values.chunks(step).enumerate() {
        printer.print(part, start + idx * step, buffer)?;
        if buffer.len() >= BUFFER {
            to.write_all(buffer)?;
            buffer.clear();
        }
    }
    Ok(())
}

/// One format for all columns, or one for each.
fn specs(fmt: &[Spec], columns: usize) -> Result<Vec<Spec>> {
    match fmt {
        [] => Ok(vec![Spec::default()]),
        all if all.len() == 1 || all.len() == columns => Ok(all.to_vec()),
        all => {
            let message = format!("{} formats for {columns} columns", all.len());
            Err(Error::new(ErrorKind::Usage, message))
        }
    }
}
