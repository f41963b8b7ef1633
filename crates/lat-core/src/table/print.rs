//! Values to text, with what stands between them.

use std::{
    sync::mpsc::{Receiver, sync_channel},
    thread::{Builder, Scope, scope},
};

use super::{TableOptions, memory};
use crate::{
    Error, ErrorKind, Result,
    text::{ROOM, Spec, TextElement},
};

/// How many values a thread prints at a time: some hundred kilobytes of text.
const PART: usize = 1 << 14;

/// Of how many values the digits are found at a time.
const BATCH: usize = 16;

/// How many values are printed into room that is made at once, if it is no more than a block.
const STEP: usize = 1 << 10;
const BLOCK: usize = 1 << 20;

/// Prints the values of a table, in reading order.
#[derive(Debug)]
pub(super) struct Printer<'o> {
    pub(super) delimiter: &'o [u8],
    pub(super) line_end: &'static [u8],
    pub(super) options: &'o TableOptions,
    pub(super) widths: &'o [usize],
    /// One format for all columns, or one for each.
    pub(super) specs: Vec<Spec>,
    pub(super) columns: usize,
    /// How many rows there are between blank lines, if any.
    pub(super) block: Option<usize>,
}

impl Printer<'_> {
    /// How many values are printed before anyone looks at the text.
    pub(super) fn step(&self) -> usize {
        (BLOCK / self.longest()).clamp(1, STEP)
    }

    /// The most bytes that a value takes, with what stands around it.
    fn longest(&self) -> usize {
        let value = self.specs.iter().map(Spec::longest).max().unwrap_or(0);
        let width = self.widths.iter().copied().max().unwrap_or(0);
        // Complex numbers have two parts, and `(j)`.
        2 * value + 3 + width + self.delimiter.len() + 2 * self.line_end.len()
    }

    /// Prints a step of values, of which the first has this place in the table, counted from 0.
    pub(super) fn print<T: TextElement>(
        &self,
        values: &[T],
        start: usize,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        memory::reserve(out, values.len().saturating_mul(self.longest()) + ROOM)?;
        match &self.specs[..] {
            [one] if one.is_shortest() => self.rows(start, values, out, |value, _, out| {
                value.print_shortest(out);
                Ok(())
            }),
            _ => self.print_in_batches(values, start, out),
        }
    }

    /// Finds the digits of some values before it prints them: a processor works on several of them
    /// at once.
    fn print_in_batches<T: TextElement>(
        &self,
        values: &[T],
        start: usize,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        let mut digits = Vec::with_capacity(BATCH);
        for (idx, batch) in values.chunks(BATCH).enumerate() {
            let start = start + idx * BATCH;
            digits.clear();
            digits.extend(
                batch
                    .iter()
                    .enumerate()
                    .map(|(place, value)| value.digits(self.spec(start + place))),
            );
            self.rows(start, &digits, out, |digits, column, out| {
                T::print_digits(*digits, self.spec(column), out)
            })?;
        }
        Ok(())
    }

    /// Prints items one by one, and what stands between them.
    #[inline]
    fn rows<I>(
        &self,
        start: usize,
        items: impl IntoIterator<Item = I>,
        out: &mut Vec<u8>,
        print: impl Fn(I, usize, &mut Vec<u8>) -> Result<()>,
    ) -> Result<()> {
        let (mut row, mut column) = (start / self.columns, start % self.columns);
        for item in items {
            if column > 0 {
                self.delimit(out);
            } else if row > 0 && self.block.is_some_and(|it| row % it == 0) {
                out.extend_from_slice(self.line_end);
            }
            let start = out.len();
            print(item, column, out)?;
            self.adapt(start, column, out)?;
            column += 1;
            if column == self.columns {
                out.extend_from_slice(self.line_end);
                (row, column) = (row + 1, 0);
            }
        }
        Ok(())
    }

    /// The format of a value, by its column or its place in the table.
    #[inline]
    fn spec(&self, place: usize) -> &Spec {
        match &self.specs[..] {
            [one] => one,
            all => &all[place % self.columns],
        }
    }

    /// One byte is there before a call to copy it would be.
    #[inline]
    fn delimit(&self, out: &mut Vec<u8>) {
        match self.delimiter {
            [byte] => out.push(*byte),
            bytes => out.extend_from_slice(bytes),
        }
    }

    /// Changes the value printed last, from `start` on, to the spelling and the width asked for.
    #[inline]
    fn adapt(&self, start: usize, column: usize, out: &mut Vec<u8>) -> Result<()> {
        if self.options.spelling.decimal == b',' {
            out[start..].iter_mut().filter(|it| **it == b'.').for_each(|it| *it = b',');
        }
        if self.widths.is_empty() { Ok(()) } else { self.pad(start, column, out) }
    }

    /// Moves the value printed last to the right of its column.
    fn pad(&self, start: usize, column: usize, out: &mut Vec<u8>) -> Result<()> {
        let printed = out.len() - start;
        let Some(room) = self.widths.get(column).and_then(|it| it.checked_sub(printed)) else {
            let text = String::from_utf8_lossy(&out[start..]);
            let message = format!("'{text}' does not fit the width of column {column}");
            return Err(Error::new(ErrorKind::Usage, message).with_hint("use a shorter fmt"));
        };
        out.resize(start + room + printed, b' ');
        out.copy_within(start..start + printed, start + room);
        out[start..start + room].fill(b' ');
        Ok(())
    }

    /// Prints all values on several threads, and gives the text out in order.
    pub(super) fn print_parallel<T: TextElement>(
        &self,
        values: &[T],
        threads: usize,
        mut write: impl FnMut(&[u8]) -> Result<()>,
    ) -> Result<()> {
        scope(|scope| {
            let lanes: Vec<_> =
                (0..threads).map(|lane| self.lane(scope, values, lane, threads)).collect();
            for part in 0..values.len().div_ceil(PART) {
                match lanes[part % threads].as_ref().and_then(|it| it.recv().ok()) {
                    Some(text) => write(&text?)?,
                    // The system has no more threads.
                    None => write(&self.print_part(values, part)?)?,
                }
            }
            Ok(())
        })
    }

    /// A thread that prints each part whose turn it is.
    fn lane<'s, 'e, T: TextElement>(
        &'e self,
        scope: &'s Scope<'s, 'e>,
        values: &'e [T],
        lane: usize,
        lanes: usize,
    ) -> Option<Receiver<Result<Vec<u8>>>> {
        let (to, from) = sync_channel(2);
        let parts = (lane..values.len().div_ceil(PART)).step_by(lanes);
        let work = move || {
            for part in parts {
                let text = self.print_part(values, part);
                if to.send(text).is_err() {
                    return;
                }
            }
        };
        Builder::new().spawn_scoped(scope, work).ok().map(|_| from)
    }

    fn print_part<T: TextElement>(&self, values: &[T], part: usize) -> Result<Vec<u8>> {
        let start = part * PART;
        let values = &values[start..values.len().min(start + PART)];
        let mut out = Vec::new();
        for (idx, values) in values.chunks(self.step()).enumerate() {
            self.print(values, start + idx * self.step(), &mut out)?;
        }
        Ok(out)
    }
}
