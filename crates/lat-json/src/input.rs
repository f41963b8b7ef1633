//! The bytes of a document: a window that moves on, and the line and column of what is next.

use lat_core::{Error, ErrorKind, Position, Result, Source, read::read_some};

use crate::format::limit_hint;

/// How much is at hand at a time, in bytes, but for numbers and strings that are longer.
const BLOCK: usize = 1 << 20;

/// How much is at hand first: to touch the pages of a block takes longer than to read a short
/// document.
const FIRST: usize = 1 << 14;

/// Zero bytes after what is at hand, so that scanning may look ahead.
const PADDING: usize = 64;

/// A document, from its first byte to its last.
#[derive(Debug)]
pub(crate) struct Input<'r> {
    source: Source<'r>,
    /// What is at hand is `buffer[at..end]`; what comes before is done with.
    buffer: Vec<u8>,
    at: usize,
    end: usize,
    finished: bool,
    /// The longest number or string.
    max: usize,
    /// Of `buffer[0]`: how many bytes come before it, in all, and on its line.
    consumed: u64,
    line: u64,
    column: u64,
}

impl<'r> Input<'r> {
    /// Skips a byte-order mark. No number or string is to be longer than `max` bytes, or than
    /// a block.
    ///
    /// Fails if the input is UTF-16 or UTF-32.
    pub(crate) fn new(source: Source<'r>, max: usize) -> Result<Self> {
        let mut new = Self {
            source,
            buffer: Vec::new(),
            at: 0,
            end: 0,
            finished: false,
            max: max.max(BLOCK),
            consumed: 0,
            line: 1,
            column: 0,
        };
        while new.end < 4 && new.refill()? {}
        match new.buffer[..new.end] {
            [0xFE, 0xFF, ..] | [0xFF, 0xFE, ..] | [0, _, ..] | [_, 0, ..] => Err(wide()),
            [0xEF, 0xBB, 0xBF, ..] => {
                new.at = 3;
                new.forget();
                new.pad();
                new.column = 0;
                Ok(new)
            }
            _ => Ok(new),
        }
    }

    /// How many bytes the source has, if that is known.
    pub(crate) fn source_len(&self) -> Option<u64> {
        self.source.len()
    }

    /// How many bytes are done with.
    pub(crate) fn consumed(&self) -> u64 {
        self.consumed + self.at as u64
    }

    /// The bytes at hand, with padding, and how many there are.
    #[inline]
    pub(crate) fn text(&self) -> (&[u8], usize) {
        (&self.buffer[self.at..self.end + PADDING], self.end - self.at)
    }

    /// Is done with the next `len` bytes.
    #[inline]
    pub(crate) fn advance(&mut self, len: usize) {
        self.at += len;
    }

    /// The next byte, after blanks, which are skipped; `None` at the end.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<u8>> {
        loop {
            while self.at < self.end {
                let byte = self.buffer[self.at];
                if !is_blank(byte) {
                    return Ok(Some(byte));
                }
                self.at += 1;
            }
            if !self.refill()? {
                return Ok(None);
            }
        }
    }

    /// The scalar that is next, to its end, and as much of what follows as is at hand.
    pub(crate) fn scalar(&mut self) -> Result<(&[u8], usize)> {
        let len = loop {
            let rest = &self.buffer[self.at..self.end];
            if let Some(len) = scalar_len(rest) {
                break len;
            }
            if !self.refill()? {
                break self.end - self.at;
            }
        };
        Ok((&self.buffer[self.at..self.end], len))
    }

    /// The byte after the next one, and after blanks; `None` at the end.
    pub(crate) fn second(&mut self) -> Result<Option<u8>> {
        loop {
            let rest = self.buffer[self.at..self.end].iter().skip(1);
            if let Some(byte) = rest.copied().find(|it| !is_blank(*it)) {
                return Ok(Some(byte));
            }
            if !self.refill()? {
                return Ok(None);
            }
        }
    }

    /// Where the last of the next `count` bytes lies.
    pub(crate) fn place(&self, count: usize) -> Position {
        let at = (self.at + count).min(self.end);
        let before = &self.buffer[..at];
        let lines = memchr::memchr_iter(b'\n', before).count() as u64;
        let column = match memchr::memrchr(b'\n', before) {
            Some(last) => (at - last - 1) as u64,
            None => self.column + at as u64,
        };
        Position::Column { line: self.line + lines, column }
    }

    /// A fault of the next byte or, if there is none, of the last.
    #[cold]
    pub(crate) fn fault(&self, message: &'static str) -> Error {
        Error::new(ErrorKind::Syntax, message).at(self.place(1))
    }

    #[cold]
    fn too_long(&self) -> Error {
        let message = format!("a number or string is longer than {} bytes", self.max);
        Error::new(ErrorKind::Limit, message).with_hint(limit_hint("scalar")).at(self.place(1))
    }

    /// Reads on, and says whether there was more.
    ///
    /// At least as much as is at hand, so that looking at it again each time costs little.
    fn refill(&mut self) -> Result<bool> {
        if self.finished {
            return Ok(false);
        }
        let full = self.end + PADDING == self.buffer.len();
        self.forget();
        if self.end == self.max {
            return Err(self.too_long());
        }
        let room = self.make_room(full)?;
        let (before, wanted) = (self.end, (2 * self.end).clamp(1, room));
        while self.end < wanted && !self.finished {
            match read_some(&mut self.source, &mut self.buffer[self.end..room])? {
                0 => self.finished = true,
                got => self.end += got,
            }
        }
        self.pad();
        Ok(self.end > before)
    }

    /// Sees to it that zero bytes follow what is at hand.
    fn pad(&mut self) {
        self.buffer[self.end..self.end + PADDING].fill(0);
    }

    /// Says how much may be at hand: a block, once what was less than that has been full, and more
    /// for what is longer.
    fn make_room(&mut self, full: bool) -> Result<usize> {
        let before = self.buffer.len().saturating_sub(PADDING);
        let wanted = if full { BLOCK.max((2 * self.end).min(self.max)) } else { FIRST };
        let room = wanted.max(before);
        let more = room + PADDING - self.buffer.len();
        self.buffer.try_reserve_exact(more).map_err(|_| Error::out_of_memory(room))?;
        self.buffer.resize(room + PADDING, 0);
        Ok(room)
    }

    /// Moves what is at hand to the front.
    fn forget(&mut self) {
        let done = &self.buffer[..self.at];
        self.line += memchr::memchr_iter(b'\n', done).count() as u64;
        self.column = match memchr::memrchr(b'\n', done) {
            Some(last) => (self.at - last - 1) as u64,
            None => self.column + self.at as u64,
        };
        self.consumed += self.at as u64;
        self.buffer.copy_within(self.at..self.end, 0);
        (self.at, self.end) = (0, self.end - self.at);
    }

    /// The next byte, blank or not, which is done with then.
    pub(crate) fn take(&mut self) -> Result<Option<u8>> {
        if self.at == self.end && !self.refill()? {
            return Ok(None);
        }
        self.at += 1;
        Ok(Some(self.buffer[self.at - 1]))
    }

    /// Takes back the byte that was taken last.
    pub(crate) fn untake(&mut self) {
        self.at -= 1;
    }
}

#[inline]
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}

/// How long the string, number or word is that `text` begins with, if its end is there.
fn scalar_len(text: &[u8]) -> Option<usize> {
    let (first, rest) = text.split_first()?;
    if *first != b'"' {
        let ends = |it: &u8| is_blank(*it) || b",]}[{:\"".contains(it);
        return rest.iter().position(ends).map(|it| it + 1);
    }
    let mut at = 0;
    loop {
        at += memchr::memchr2(b'"', b'\\', &rest[at..])?;
        if rest[at] == b'"' {
            return Some(at + 2);
        }
        at += 2;
        if at > rest.len() {
            return None;
        }
    }
}

#[cold]
fn wide() -> Error {
    Error::new(ErrorKind::Syntax, "the input is UTF-16 or UTF-32, and JSON is UTF-8")
        .with_hint("convert it first, such as by iconv -t UTF-8")
}
