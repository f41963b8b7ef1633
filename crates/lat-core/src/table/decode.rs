//! The bytes of a text file as ASCII-compatible text: byte-order marks, UTF-16, and what is no
//! text at all.

use crate::{Error, ErrorKind, Result};

/// How many bytes tell the encoding.
pub(super) const HEAD: usize = 8;

/// What the first bytes say of the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// ASCII, UTF-8, or another encoding that has ASCII in it, after a mark of this many bytes.
    Ascii { mark: usize },
    /// UTF-16 after a mark of two bytes.
    Utf16 { big_endian: bool },
}

impl Encoding {
    /// Fails if `head`, the beginning of the input, is that of another kind of file.
    pub(super) fn of(head: &[u8]) -> Result<Self> {
        if let Some((_, what)) = FOREIGN.iter().find(|(magic, _)| head.starts_with(magic)) {
            let message = format!("the input is {what}, not text");
            return Err(Error::new(ErrorKind::Syntax, message)
                .with_hint("decompress it first, or load it by the format that it has"));
        }
        Ok(match head {
            [0xFF, 0xFE, ..] => Self::Utf16 { big_endian: false },
            [0xFE, 0xFF, ..] => Self::Utf16 { big_endian: true },
            [0xEF, 0xBB, 0xBF, ..] => Self::Ascii { mark: 3 },
            _ => Self::Ascii { mark: 0 },
        })
    }
}

const FOREIGN: &[(&[u8], &str)] = &[
    (b"\x1F\x8B", "gzip data"),
    (b"\x28\xB5\x2F\xFD", "Zstandard data"),
    (b"BZh", "bzip2 data"),
    (b"\xFD7zXZ\0", "xz data"),
    (b"PK\x03\x04", "a zip archive, such as a spreadsheet or a pack of arrays"),
    (b"\x93NUMPY", "NumPy's binary data"),
    (b"\xFF\xFE\0\0", "UTF-32"),
    (b"\0\0\xFE\xFF", "UTF-32"),
];

/// Makes UTF-8 of UTF-16, piece by piece.
#[derive(Debug)]
pub(super) struct Utf16 {
    big_endian: bool,
    /// The first half of a unit, and of a pair of units, that the next bytes complete.
    byte: Option<u8>,
    high: Option<u16>,
}

impl Utf16 {
    pub(super) fn new(big_endian: bool) -> Self {
        Self { big_endian, byte: None, high: None }
    }

    /// Appends the text of `bytes`.
    pub(super) fn decode(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<()> {
        bytes.iter().try_for_each(|&byte| self.take(byte, out))
    }

    fn take(&mut self, byte: u8, out: &mut Vec<u8>) -> Result<()> {
        let Some(first) = self.byte.take() else {
            self.byte = Some(byte);
            return Ok(());
        };
        let pair = [first, byte];
        let unit =
            if self.big_endian { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) };
        if self.high.is_none() && (0xD800..0xDC00).contains(&unit) {
            self.high = Some(unit);
            return Ok(());
        }
        let units = self.high.take().into_iter().chain([unit]);
        for c in char::decode_utf16(units) {
            let c = c.map_err(|_| damaged())?;
            out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
        Ok(())
    }

    /// Fails if the input ended within a character.
    pub(super) fn finish(&self) -> Result<()> {
        if self.high.is_none() && self.byte.is_none() { Ok(()) } else { Err(damaged()) }
    }
}

#[cold]
fn damaged() -> Error {
    Error::new(ErrorKind::Syntax, "the input begins as UTF-16, but is damaged later on")
}
