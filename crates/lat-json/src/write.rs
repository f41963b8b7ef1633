//! An array to JSON, value by value, in logical order whatever the layout in memory.

use std::io::Write;

use lat_core::{
    Axis, Complex, Error, ErrorKind, NdArrayView, Result, dispatch, f16, ndarray::ArrayViewD,
    text::TextElement,
};

use crate::Json;

/// How many bytes are gathered before they are written.
const BUFFER: usize = 1 << 16;

pub(crate) fn array(json: &Json, to: &mut dyn Write, array: &NdArrayView<'_>) -> Result<()> {
    let (mut buffer, room) = (Vec::new(), BUFFER + BUFFER / 4);
    buffer.try_reserve_exact(room).map_err(|_| Error::out_of_memory(room))?;
    let mut out = Writer { to, buffer, style: json };
    match (json.lines, json.bare) {
        (false, false) => out.object(array)?,
        _ if array.rank() == 0 => return Err(no_axis()),
        (true, _) => out.lines(array)?,
        (false, true) => out.data(array, 0)?,
    }
    out.flush()
}

struct Writer<'a> {
    to: &'a mut dyn Write,
    buffer: Vec<u8>,
    style: &'a Json,
}

impl Writer<'_> {
    fn object(&mut self, array: &NdArrayView<'_>) -> Result<()> {
        self.put("{");
        self.key("data");
        self.data(array, 1)?;
        self.next_key("dtype");
        self.string(array.dtype().name());
        self.next_key("shape");
        self.list("[", array.shape(), "]", |out, extent| out.put(&extent.to_string()));
        self.next_key("axes");
        self.list("[", array.axes(), "]", |out, axis| out.string(&axis.name));
        self.labels(array.axes());
        self.line(0);
        self.put("}");
        Ok(())
    }

    /// Labels are an object, and only there if some axis has them.
    fn labels(&mut self, axes: &[Axis]) {
        let labels = axes.iter().filter_map(|it| Some((&it.name, it.labels.as_ref()?)));
        let labels: Vec<_> = labels.collect();
        if labels.is_empty() {
            return;
        }
        self.next_key("labels");
        self.list("{", &labels, "}", |out, (name, labels)| {
            out.string(name);
            out.put(out.colon());
            out.list("[", labels, "]", |out, label| out.string(label));
        });
    }

    fn list<T>(&mut self, open: &str, of: &[T], close: &str, each: impl Fn(&mut Self, &T)) {
        self.put(open);
        for (idx, it) in of.iter().enumerate() {
            if idx > 0 {
                self.put(self.comma());
            }
            each(self, it);
        }
        self.put(close);
    }

    fn next_key(&mut self, name: &str) {
        self.put(if self.is_pretty() { "," } else { self.comma() });
        self.key(name);
    }

    fn key(&mut self, name: &str) {
        self.line(1);
        self.string(name);
        self.put(self.colon());
    }

    fn put(&mut self, text: &str) {
        self.buffer.extend_from_slice(text.as_bytes());
    }

    fn string(&mut self, text: &str) {
        serde_json::to_writer(&mut self.buffer, text).expect("a Vec takes all");
    }

    fn comma(&self) -> &'static str {
        if self.style.compact { "," } else { ", " }
    }

    fn colon(&self) -> &'static str {
        if self.style.compact { ":" } else { ": " }
    }

    fn is_pretty(&self) -> bool {
        self.style.indent > 0 && !self.style.compact
    }

    /// Begins a line, if lines are wanted.
    fn line(&mut self, level: usize) {
        if self.is_pretty() {
            self.new_line(level);
        }
    }

    fn new_line(&mut self, level: usize) {
        let indent = if self.style.compact { 0 } else { self.style.indent * level };
        self.buffer.push(b'\n');
        self.buffer.resize(self.buffer.len() + indent, b' ');
    }

    /// JSON Lines.
    fn lines(&mut self, array: &NdArrayView<'_>) -> Result<()> {
        dispatch!(array.dtype(), T => {
            let values = array.typed::<T>().expect("matched on dtype");
            for part in values.outer_iter() {
                self.values(&part, None)?;
                self.buffer.push(b'\n');
            }
            Ok(())
        })
    }

    fn data(&mut self, array: &NdArrayView<'_>, level: usize) -> Result<()> {
        let level = self.style.rows.then_some(level);
        dispatch!(array.dtype(), T => {
            self.values(array.typed::<T>().expect("matched on dtype"), level)
        })
    }

    /// Nested lists; each row on a line of its own, if a level to indent from is given.
    fn values<T: Print>(&mut self, array: &ArrayViewD<'_, T>, level: Option<usize>) -> Result<()> {
        let Some(&width) = array.shape().last() else {
            return array.iter().try_for_each(|it| self.row([it]));
        };
        let nest = Nest::of(array.shape(), level);
        match array.as_slice() {
            Some(all) if width > 0 => self.rows(nest, all.chunks_exact(width)),
            _ => self.rows(nest, array.rows()),
        }
    }

    fn rows<'v, T: Print + 'v, R: IntoIterator<Item = &'v T>>(
        &mut self,
        mut nest: Nest<'_>,
        rows: impl IntoIterator<Item = R>,
    ) -> Result<()> {
        let mut rows = rows.into_iter();
        while nest.next(self) {
            // An array without values has no rows, but it may have lists.
            if let Some(row) = rows.next() {
                self.row(row)?;
            }
            self.put("]");
            self.flush_if_full()?;
        }
        Ok(())
    }

    #[inline]
    fn row<'v, T: Print + 'v>(&mut self, row: impl IntoIterator<Item = &'v T>) -> Result<()> {
        let blank = !self.style.compact;
        for (idx, value) in row.into_iter().enumerate() {
            if idx > 0 {
                comma(blank, &mut self.buffer);
            }
            value.print_json(blank, &mut self.buffer);
            self.flush_if_full()?;
        }
        Ok(())
    }

    #[inline]
    fn flush_if_full(&mut self) -> Result<()> {
        if self.buffer.len() >= BUFFER { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<()> {
        self.to.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

/// Byte by byte: quicker than a copy of so few.
#[inline]
fn comma(blank: bool, out: &mut Vec<u8>) {
    out.push(b',');
    if blank {
        out.push(b' ');
    }
}

/// The brackets around the innermost lists of an array.
struct Nest<'s> {
    /// The axes that lists of lists stand for: up to the last, or to the first without positions.
    outer: &'s [usize],
    /// The list that comes next, along each of these axes; empty before the first.
    index: Vec<usize>,
    level: Option<usize>,
    begun: bool,
}

impl<'s> Nest<'s> {
    fn of(shape: &'s [usize], level: Option<usize>) -> Self {
        let inner = shape.iter().position(|it| *it == 0).unwrap_or(shape.len() - 1);
        Self { outer: &shape[..inner], index: vec![0; inner], level, begun: false }
    }

    /// Writes all up to the bracket that opens the next innermost list; or, if there is none, all
    /// that is left.
    fn next(&mut self, out: &mut Writer<'_>) -> bool {
        let depth = self.outer.len();
        let mut ended = depth;
        if self.begun {
            ended = self.step();
            self.close(out, ended);
            if ended == depth {
                return false;
            }
            out.put(if self.level.is_some() { "," } else { out.comma() });
            self.line(out, depth - ended);
        }
        self.begun = true;
        for level in depth - ended..depth {
            out.put("[");
            self.line(out, level + 1);
        }
        out.put("[");
        true
    }

    /// Moves on by one list, and says how many lists of lists ended before it.
    fn step(&mut self) -> usize {
        for (ended, (at, extent)) in self.index.iter_mut().zip(self.outer).rev().enumerate() {
            *at += 1;
            if *at < *extent {
                return ended;
            }
            *at = 0;
        }
        self.outer.len()
    }

    fn close(&self, out: &mut Writer<'_>, ended: usize) {
        for level in (self.outer.len() - ended..self.outer.len()).rev() {
            self.line(out, level);
            out.put("]");
        }
    }

    fn line(&self, out: &mut Writer<'_>, level: usize) {
        if let Some(base) = self.level {
            out.new_line(base + level);
        }
    }
}

#[cold]
fn no_axis() -> Error {
    Error::new(ErrorKind::Usage, "an array of rank 0 is no list")
        .with_hint("leave out the options bare and lines")
}

/// An element, as JSON spells it.
trait Print: TextElement {
    fn print_json(self, blank: bool, out: &mut Vec<u8>);
}

impl Print for bool {
    fn print_json(self, _: bool, out: &mut Vec<u8>) {
        out.extend_from_slice(if self { b"true" } else { b"false" });
    }
}

macro_rules! impl_int {
    ($($type:ty)*) => {$(
        impl Print for $type {
            #[inline]
            fn print_json(self, _: bool, out: &mut Vec<u8>) {
                self.print_shortest(out);
            }
        }
    )*};
}
impl_int! { i8 i16 i32 i64 u8 u16 u32 u64 }

macro_rules! impl_float {
    ($($type:ty)*) => {$(
        impl Print for $type {
            #[inline]
            fn print_json(self, _: bool, out: &mut Vec<u8>) {
                if self.is_finite() {
                    self.print_shortest(out);
                } else {
                    out.extend_from_slice(word(self.is_nan(), self.is_sign_negative()));
                }
            }
        }
    )*};
}
impl_float! { f16 f32 f64 }

macro_rules! impl_complex {
    ($($type:ty)*) => {$(
        impl Print for Complex<$type> {
            #[inline]
            fn print_json(self, blank: bool, out: &mut Vec<u8>) {
                out.push(b'[');
                self.re.print_json(blank, out);
                comma(blank, out);
                self.im.print_json(blank, out);
                out.push(b']');
            }
        }
    )*};
}
impl_complex! { f32 f64 }

/// What stands for a float that is no number of JSON's.
#[cold]
fn word(nan: bool, negative: bool) -> &'static [u8] {
    match (nan, negative) {
        (true, _) => b"null",
        (_, false) => b"\"Infinity\"",
        (_, true) => b"\"-Infinity\"",
    }
}
