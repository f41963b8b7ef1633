//! Text in blocks of whole lines, of about a megabyte each.

use super::{
    decode::{Encoding, HEAD, Utf16},
    memory,
};
use crate::{Error, ErrorKind, Position, Result, Source, read::read_some};

/// The size of a block, in bytes: it stays in a processor's cache, and reading larger ones gains
/// nothing.
pub(super) const BLOCK: usize = 1 << 20;

/// The size of the first block where nothing is known of the input: it may be a few bytes long.
const FIRST: usize = 1 << 14;

/// Zero bytes after the text of a block, so that scanning may look ahead.
pub(super) const PADDING: usize = 64;

/// What an editor of old put at the end of a file.
const CTRL_Z: u8 = 0x1A;

/// A reader's text, block by block. Every line of a block has its line end, the last of the input
/// too: if it has none there, one is added.
#[derive(Debug)]
pub(super) struct Blocks<'r> {
    source: Source<'r>,
    /// `None` until the first bytes were read.
    encoding: Option<Encoding>,
    decoder: Option<(Utf16, Vec<u8>)>,
    /// The text at hand from `start` to `end`, and padding.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// Where the last whole line ends.
    cut: usize,
    finished: bool,
    consumed: u64,
    max_record: usize,
    /// How much to read next.
    size: usize,
}

impl<'r> Blocks<'r> {
    pub(super) fn new(source: Source<'r>, max_record: usize) -> Self {
        // Room for all of a small file, and for a byte that says that it ended.
        let all = source.len().map(|it| usize::try_from(it).unwrap_or(BLOCK).max(HEAD) + 2);
        Self {
            size: all.unwrap_or(FIRST).min(BLOCK),
            source,
            encoding: None,
            decoder: None,
            buffer: Vec::new(),
            start: 0,
            end: 0,
            cut: 0,
            finished: false,
            consumed: 0,
            max_record,
        }
    }

    /// The text at hand, from the beginning of a line, followed by padding, and how much of it
    /// is whole lines.
    pub(super) fn text(&self) -> (&[u8], usize) {
        (&self.buffer[self.start..(self.end + PADDING).min(self.buffer.len())], self.whole())
    }

    /// How many bytes of whole lines there are.
    pub(super) fn whole(&self) -> usize {
        self.cut - self.start
    }

    /// Whether all of the input is at hand.
    pub(super) fn is_finished(&self) -> bool {
        self.finished
    }

    /// How many bytes of text were consumed.
    pub(super) fn consumed(&self) -> u64 {
        self.consumed
    }

    /// Is done with the next `len` bytes.
    pub(super) fn consume(&mut self, len: usize) {
        self.start += len;
        self.consumed += len as u64;
    }

    /// Sees to it that there is a whole line, if the input has one more.
    pub(super) fn read_whole(&mut self) -> Result<bool> {
        Ok(self.whole() > 0 || self.read_more()?)
    }

    /// Gives the whole lines away in the buffer that they are in, and goes on in `spare`: the lines
    /// with padding after them, and their length.
    pub(super) fn take(&mut self, mut spare: Vec<u8>) -> Result<(Vec<u8>, usize)> {
        let len = self.whole();
        let tail = &self.buffer[self.cut..self.end];
        memory::lengthen(&mut spare, self.buffer.len())?;
        spare[..tail.len()].copy_from_slice(tail);
        let tail = tail.len();
        let mut text = std::mem::replace(&mut self.buffer, spare);
        text.copy_within(self.start..self.cut, 0);
        text[len..len + PADDING].fill(0);
        (self.start, self.cut, self.end) = (0, 0, tail);
        self.consumed += len as u64;
        Ok((text, len))
    }

    /// Reads on, until at least one more line is whole. Says whether there is one.
    pub(super) fn read_more(&mut self) -> Result<bool> {
        let before = self.whole();
        while !self.finished {
            self.make_room()?;
            self.fill()?;
            self.find_cut();
            if self.whole() > before {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Moves the text at hand to the front, and sees to it that a good part of a block fits after.
    fn make_room(&mut self) -> Result<()> {
        self.buffer.copy_within(self.start..self.end, 0);
        (self.cut, self.end) = (self.cut - self.start, self.end - self.start);
        self.start = 0;
        if self.end > self.max_record {
            return Err(too_long(self.max_record));
        }
        self.check_text()?;
        let wanted = self.size.max(2 * self.end) + PADDING;
        self.size = (2 * self.size).min(BLOCK);
        memory::lengthen(&mut self.buffer, wanted)
    }

    /// Fails for a line longer than a block that has zero bytes: it is no text, and a hole in a
    /// file may be of any size.
    fn check_text(&self) -> Result<()> {
        if self.end <= BLOCK {
            return Ok(());
        }
        // Of what is twice as long as before, the first half was looked at.
        let start = if self.end / 2 > BLOCK { self.end / 2 } else { 0 };
        let zero = memchr::memchr(0, &self.buffer[start..self.end]);
        zero.map_or(Ok(()), |at| Err(no_text(self.consumed + (start + at) as u64)))
    }

    /// Reads until the buffer is full or the input ends.
    fn fill(&mut self) -> Result<()> {
        if self.encoding.is_none() {
            self.find_encoding()?;
        }
        let room = self.buffer.len() - PADDING;
        while self.end < room {
            let got = match &mut self.decoder {
                None => read_some(&mut self.source, &mut self.buffer[self.end..room])?,
                Some(_) => self.fill_decoded()?,
            };
            if got == 0 {
                self.finish()?;
                break;
            }
            self.end += got;
        }
        self.pad()
    }

    /// Sees to it that zero bytes follow the text.
    fn pad(&mut self) -> Result<()> {
        let padded = self.end + PADDING;
        memory::lengthen(&mut self.buffer, padded)?;
        self.buffer[self.end..padded].fill(0);
        Ok(())
    }

    /// Reads the bytes that tell the encoding.
    fn find_encoding(&mut self) -> Result<()> {
        let mut head = [0; HEAD];
        let mut len = 0;
        while len < HEAD {
            match read_some(&mut self.source, &mut head[len..])? {
                0 => break,
                got => len += got,
            }
        }
        let encoding = Encoding::of(&head[..len])?;
        self.encoding = Some(encoding);
        match encoding {
            Encoding::Ascii { mark } => self.append(&head[mark..len]),
            Encoding::Utf16 { big_endian } => {
                let (mut decoder, mut text) = (Utf16::new(big_endian), Vec::new());
                decoder.decode(&head[2..len], &mut text)?;
                self.append(&text);
                self.decoder = Some((decoder, text));
            }
        }
        Ok(())
    }

    fn append(&mut self, text: &[u8]) {
        let end = self.end + text.len();
        self.buffer[self.end..end].copy_from_slice(text);
        self.end = end;
    }

    /// Reads some UTF-16 as UTF-8, which is at most half as long again.
    fn fill_decoded(&mut self) -> Result<usize> {
        let mut raw = [0; 4096];
        let Some((decoder, text)) = &mut self.decoder else { return Ok(0) };
        text.clear();
        while text.is_empty() {
            match read_some(&mut self.source, &mut raw)? {
                0 => return decoder.finish().map(|()| 0),
                got => decoder.decode(&raw[..got], text)?,
            }
        }
        memory::lengthen(&mut self.buffer, self.end + text.len() + PADDING)?;
        self.buffer[self.end..][..text.len()].copy_from_slice(text);
        Ok(text.len())
    }

    /// Ends the last line.
    fn finish(&mut self) -> Result<()> {
        self.finished = true;
        if self.end > self.start && self.buffer[self.end - 1] == CTRL_Z {
            self.end -= 1;
        }
        if self.end > self.start && !is_line_end(self.buffer[self.end - 1]) {
            self.pad()?;
            self.buffer[self.end] = b'\n';
            self.end += 1;
        }
        Ok(())
    }

    fn find_cut(&mut self) {
        // A `\r` at the very end may be half a line end.
        let known = if self.finished { self.end } else { self.end.saturating_sub(1) };
        let lines = &self.buffer[self.cut..known.max(self.cut)];
        if let Some(last) = memchr::memrchr2(b'\n', b'\r', lines) {
            let mut cut = self.cut + last + 1;
            if self.buffer[cut - 1] == b'\r' && cut < self.end && self.buffer[cut] == b'\n' {
                cut += 1;
            }
            self.cut = cut;
        }
    }
}

/// Whether a byte ends a line, alone or with the next.
#[inline]
pub(super) fn is_line_end(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

/// Where the line ends that `text` begins with: after its `\n`, `\r\n` or `\r`.
pub fn line_len(text: &[u8]) -> Option<usize> {
    let at = memchr::memchr2(b'\n', b'\r', text)?;
    let pair = text[at] == b'\r' && text.get(at + 1) == Some(&b'\n');
    Some(at + 1 + usize::from(pair))
}

/// A line without its end.
pub fn without_line_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// How many line ends there are in `text`.
pub(super) fn count_lines(text: &[u8]) -> u64 {
    let feeds = memchr::memchr_iter(b'\n', text).count();
    let returns = memchr::memchr_iter(b'\r', text).filter(|&at| text.get(at + 1) != Some(&b'\n'));
    (feeds + returns.count()) as u64
}

#[cold]
fn no_text(at: u64) -> Error {
    Error::new(ErrorKind::Syntax, "a NUL byte")
        .at(Position::Byte(at))
        .with_hint("is it a text file?")
}

#[cold]
pub(super) fn too_long(max: usize) -> Error {
    Error::new(ErrorKind::Limit, format!("a record is longer than {max} bytes"))
        .with_hint("is it a text file? the option limits sets the bound, by Limits::record")
}
