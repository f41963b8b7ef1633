//! Records with quotes, cut by the parser of the `csv` crate.

use std::borrow::Cow;

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use lat_core::{
    Error, ErrorKind, Result,
    table::{Cut, Fields, line_len, trim, without_line_end},
};

use crate::Csv;

/// Stands for a delimiter of several bytes: no text has it.
const STAND_IN: u8 = 0;

/// Cuts records that have quotes.
#[derive(Debug)]
pub(crate) struct Quoted {
    /// Made for the first record that has quotes: its tables take longer than a small file does.
    reader: Option<Reader>,
    delimiter: Vec<u8>,
    byte: u8,
    /// How many lines the record cut last took, if it came to its end.
    lines: Option<usize>,
    /// The record as it is given to the reader, and what that makes of it.
    raw: Vec<u8>,
    output: Vec<u8>,
    ends: Vec<usize>,
}

impl Quoted {
    pub(crate) fn new(delimiter: &[u8]) -> Self {
        let byte = if let [byte] = delimiter { *byte } else { STAND_IN };
        let (raw, output, ends) = (Vec::new(), Vec::new(), Vec::new());
        Self { reader: None, delimiter: delimiter.to_vec(), byte, lines: None, raw, output, ends }
    }

    /// Cuts the record that `text` begins with, over as many lines as its quotes span. In `names`,
    /// blanks within quotes count.
    pub(crate) fn cut(
        &mut self,
        text: &[u8],
        last: bool,
        names: bool,
        fields: &mut Fields,
    ) -> Result<Cut> {
        match &mut self.reader {
            Some(reader) => reader.reset(),
            None => self.reader = Some(ReaderBuilder::new().delimiter(self.byte).build()),
        }
        self.raw.clear();
        self.lines = None;
        let mut len = 0;
        let mut filled = Filled::default();
        for lines in 1.. {
            let Some(line) = line_len(&text[len..]) else {
                return if last { Err(unterminated()) } else { Ok(Cut::More) };
            };
            let start = self.raw.len();
            self.append(&text[len..len + line])?;
            len += line;
            if self.feed(start, &mut filled)? {
                self.lines = Some(lines);
                break;
            }
        }
        self.take(filled.fields, names, fields)?;
        Ok(Cut::Record(len))
    }

    /// How many lines the record cut last took, unless its quotes never close.
    pub(crate) fn lines(&self) -> Option<usize> {
        self.lines
    }

    /// Appends a line, its delimiters being of one byte.
    fn append(&mut self, line: &[u8]) -> Result<()> {
        reserve(&mut self.raw, line.len())?;
        if self.delimiter.len() == 1 {
            self.raw.extend_from_slice(line);
            return Ok(());
        }
        if line.contains(&STAND_IN) {
            return Err(Error::new(ErrorKind::Syntax, "a NUL byte"));
        }
        let mut start = 0;
        for at in memchr::memmem::find_iter(line, &self.delimiter) {
            self.raw.extend_from_slice(&line[start..at]);
            self.raw.push(STAND_IN);
            start = at + self.delimiter.len();
        }
        self.raw.extend_from_slice(&line[start..]);
        Ok(())
    }

    /// Gives the line from `at` on to the reader. Says whether the record ends with it.
    fn feed(&mut self, mut at: usize, filled: &mut Filled) -> Result<bool> {
        let reader = self.reader.as_mut().expect("made before the record");
        loop {
            let (output, ends) =
                (&mut self.output[filled.bytes..], &mut self.ends[filled.fields..]);
            let (result, read, bytes, fields) = reader.read_record(&self.raw[at..], output, ends);
            at += read;
            filled.bytes += bytes;
            filled.fields += fields;
            match result {
                ReadRecordResult::InputEmpty if at == self.raw.len() => return Ok(false),
                ReadRecordResult::OutputFull => double(&mut self.output)?,
                ReadRecordResult::OutputEndsFull => double(&mut self.ends)?,
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::Record | ReadRecordResult::End => return Ok(true),
            }
        }
    }

    /// Takes over the fields, after a check that each is what the record says: the reader glues
    /// what follows a closing quote to what stood before it.
    fn take(&self, count: usize, names: bool, fields: &mut Fields) -> Result<()> {
        let mut rest = without_line_end(&self.raw);
        let mut start = 0;
        for (idx, &end) in self.ends[..count].iter().enumerate() {
            let field = &self.output[start..end];
            start = end;
            if idx > 0 {
                rest = rest.strip_prefix(&[self.byte]).ok_or_else(|| glued(rest))?;
            }
            let quoted = rest.starts_with(b"\"");
            let (content, after) = split(rest, field, self.byte).ok_or_else(|| glued(rest))?;
            rest = after;
            match self.with_delimiters(content)? {
                _ if !quoted => fields.push(without_quotes(content))?,
                own if names => fields.push_exactly(&own)?,
                own => fields.push(&own)?,
            }
        }
        if rest.is_empty() { Ok(()) } else { Err(glued(rest)) }
    }

    /// A field with its own delimiters of several bytes.
    fn with_delimiters<'f>(&self, field: &'f [u8]) -> Result<Cow<'f, [u8]>> {
        if self.delimiter.len() == 1 || !field.contains(&STAND_IN) {
            return Ok(Cow::Borrowed(field));
        }
        let mut own = Vec::new();
        for part in field.split_inclusive(|&it| it == STAND_IN) {
            let text = part.strip_suffix(&[STAND_IN]);
            reserve(&mut own, part.len() + self.delimiter.len())?;
            own.extend_from_slice(text.unwrap_or(part));
            own.extend_from_slice(text.map_or(&[][..], |_| &self.delimiter));
        }
        Ok(Cow::Owned(own))
    }
}

/// A field without quotes that blanks before them hid.
fn without_quotes(field: &[u8]) -> &[u8] {
    match trim(field) {
        [b'"', inner @ .., b'"'] if !inner.contains(&b'"') => inner,
        _ => field,
    }
}

fn reserve<T>(to: &mut Vec<T>, more: usize) -> Result<()> {
    to.try_reserve(more).map_err(|_| Error::out_of_memory(more.saturating_mul(size_of::<T>())))
}

/// Doubles a buffer that is full, or makes one.
fn double<T: Clone + Default>(buffer: &mut Vec<T>) -> Result<()> {
    let more = buffer.len().max(64);
    reserve(buffer, more)?;
    buffer.resize(buffer.len() + more, T::default());
    Ok(())
}

impl Clone for Quoted {
    /// A new reader: one that is cloned gives out no fields (csv-core 0.1.13).
    fn clone(&self) -> Self {
        Self::new(&self.delimiter)
    }
}

/// How much of a record the reader gave out.
#[derive(Default)]
struct Filled {
    bytes: usize,
    fields: usize,
}

/// A field and what follows it in a record, if the record begins with it, bare or in quotes.
fn split<'r, 'f>(record: &'r [u8], field: &'f [u8], delimiter: u8) -> Option<(&'f [u8], &'r [u8])> {
    if !record.starts_with(b"\"") {
        return Some((field, record.strip_prefix(field)?));
    }
    // Blanks after the closing quote were taken for part of the field.
    let blank = |it: &&u8| matches!(**it, b' ' | b'\t') && **it != delimiter;
    [field, field.trim_ascii_end()].into_iter().find_map(|it| {
        let rest = after_enclosed(record, it)?;
        Some((it, &rest[rest.iter().take_while(blank).count()..]))
    })
}

/// What follows `field` in quotes.
fn after_enclosed<'r>(record: &'r [u8], field: &[u8]) -> Option<&'r [u8]> {
    let mut rest = record.strip_prefix(b"\"")?;
    for part in field.split_inclusive(|&it| it == b'"') {
        rest = rest.strip_prefix(part)?;
        if part.ends_with(b"\"") {
            rest = rest.strip_prefix(b"\"")?;
        }
    }
    rest.strip_prefix(b"\"")
}

/// A field in quotes.
fn enclose(field: &[u8]) -> Vec<u8> {
    let mut out = vec![b'"'];
    for &byte in field {
        out.push(byte);
        if byte == b'"' {
            out.push(byte);
        }
    }
    out.push(b'"');
    out
}

/// A name as a field, in quotes if it has a delimiter, a quote, a line end or blanks at its ends,
/// or would be taken for a comment, for a line that states the delimiter or for no field at all.
pub(crate) fn quote<'n>(name: &'n str, csv: &Csv) -> Cow<'n, str> {
    let bytes = name.as_bytes();
    let comment = csv.table.comments.iter().any(|it| bytes.starts_with(it));
    let plain = !name.is_empty()
        && !name.contains(['"', '\n', '\r', '#'])
        && !comment
        && !name.to_ascii_lowercase().starts_with("sep=")
        && trim(bytes) == bytes
        // One that only begins in the name would end in the delimiter after it.
        && !bytes.contains(&csv.delimiter[0]);
    if plain { name.into() } else { String::from_utf8_lossy(&enclose(bytes)).into_owned().into() }
}

#[cold]
fn unterminated() -> Error {
    Error::new(ErrorKind::Syntax, "a quote opens here and is never closed")
}

/// Text after the closing quote of the field that `record` begins with.
#[cold]
fn glued(record: &[u8]) -> Error {
    let message = "a quote within a field, or text after a closing quote";
    let err = Error::new(ErrorKind::Syntax, message);
    match after_quotes(record) {
        Some(byte @ (b';' | b'|' | b',')) => {
            let byte = char::from(byte);
            err.with_hint(format!("separated by '{byte}'? use the option delimiter(\"{byte}\")"))
        }
        Some(b'\t') => err.with_hint("separated by '\\t'? use the option delimiter(\"\\t\")"),
        _ => err,
    }
}

/// The byte after a quoted field.
fn after_quotes(record: &[u8]) -> Option<u8> {
    let mut quotes = record.strip_prefix(b"\"")?.split(|&it| it == b'"').skip(1);
    // Two quotes in a row stand for one within the field, and have nothing between them.
    while let Some(after) = quotes.next() {
        match after.first() {
            Some(byte) => return Some(*byte),
            None => quotes.next()?,
        };
    }
    None
}
