//! What comes before the elements: magic, version, length, and a Python dictionary.

use std::{borrow::Cow, fmt, io::Read};

use lat_core::{DType, Error, ErrorKind, Result, read::fill};

mod code;
pub(crate) mod descr;
mod dictionary;
pub(crate) mod fault;
pub(crate) mod shape;

use self::{
    descr::Descr,
    dictionary::{Parts, dictionary},
    fault::{Fault, HeaderFault, Stage},
};
use crate::data::zeros;

pub(crate) const MAGIC: &[u8; 6] = b"\x93NUMPY";

/// What a file's header says of the array that follows it.
///
/// ```
/// use lat_npy::{Npy, write_npy};
///
/// let mut file = Vec::new();
/// write_npy(&mut file, &lat_core::ndarray::array![[1.0, 2.0, 3.0]])?;
/// let header = Npy::read_header(&file[..])?;
/// assert_eq!(header.descr().to_string(), "'<f8'");
/// assert_eq!(header.shape(), [1, 3]);
/// assert_eq!((header.data_offset(), header.data_len()), (128, 24));
/// # Ok::<(), lat_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    version: u8,
    descr: Descr,
    fortran: bool,
    shape: Vec<usize>,
    offset: u64,
    len: usize,
    data_len: usize,
}

impl Header {
    /// The major version of the format: 1, 2 or 3. The minor one is always 0.
    pub fn version(&self) -> u8 {
        self.version
    }

    /// The type of the elements.
    pub fn descr(&self) -> &Descr {
        &self.descr
    }

    /// The element type of the array, if the elements are numbers.
    pub fn dtype(&self) -> Option<DType> {
        self.descr.dtype()
    }

    /// Whether the first index runs fastest in the file.
    pub fn is_fortran(&self) -> bool {
        self.fortran
    }

    /// The extent of each axis; empty for a single value.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Where in the file the elements begin, in bytes.
    pub fn data_offset(&self) -> u64 {
        self.offset
    }

    /// How many bytes the elements take.
    pub fn data_len(&self) -> u64 {
        self.data_len as u64
    }

    /// The size of the file up to the end of its elements, in bytes.
    pub(crate) fn end(&self) -> u64 {
        self.offset + self.data_len()
    }
}

impl fmt::Display for Header {
    /// The dictionary, as `NumPy` writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = if self.fortran { "True" } else { "False" };
        let shape = lat_core::array::Shape(&self.shape);
        write!(f, "{{'descr': {}, 'fortran_order': {order}, 'shape': {shape}, }}", self.descr)
    }
}

/// The bounds on a header's length: for version 1, whose length cannot pass 64 KiB, and others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MaxHeader(pub(crate) u32);

impl Default for MaxHeader {
    fn default() -> Self {
        Self(1 << 20)
    }
}

impl Header {
    /// Reads a header, and no byte more. `len` is what the reader holds, if that is known.
    pub(crate) fn read(from: &mut dyn Read, len: Option<u64>, max: MaxHeader) -> Result<Self> {
        let (version, start, header_len) = read_prelude(from)?;
        let size = header_len as usize;
        if header_len > max.0 {
            return Err(too_long(start, header_len, max));
        }
        if let Some(left) =
            len.map(|it| it.saturating_sub(start)).filter(|&it| it < header_len.into())
        {
            return Err(cut(start, header_len, left));
        }
        let mut bytes = zeros(size.min(1 << 16))?;
        let mut found = fill(from, &mut bytes)?;
        if found < size && found == bytes.len() {
            // The length of a long header is believed as far as bytes arrive.
            found += from.take((size - found) as u64).read_to_end(&mut bytes)?;
        }
        if found < size {
            return Err(cut(start, header_len, found as u64));
        }
        Self::parse(version, start, &bytes)
    }

    /// Understands the dictionary, which begins at byte `start` of the file.
    fn parse(version: u8, start: u64, bytes: &[u8]) -> Result<Self> {
        let latin1 = version < 3;
        let text = decode(latin1, start, bytes)?;
        let err = |fault: Fault| fault.into_error(&text, start, latin1);
        if let Some(at) = text.find('\0') {
            return Err(err(Fault::parse(&text[at..], 1, "header holds a NUL byte")));
        }
        let parts = match dictionary(&text, version) {
            Ok((_, parts)) => parts,
            Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => return Err(err(fault)),
            Err(nom::Err::Incomplete(_)) => unreachable!("only complete parsers are used"),
        };
        let Parts { descr: Some(descr), fortran: Some(fortran), shape: Some((shape, left)) } =
            parts
        else {
            return Err(err(parts.missing(&text)));
        };
        let Some((len, data_len)) = shape::sizes(&shape, descr.size()) else {
            let at = &text[text.len() - left..];
            let message = "shape is too large: its elements overflow what can be addressed";
            let width = at.find(')').map_or(0, |it| it + 1);
            return Err(err(Fault::new(Stage::Shape, at, width, message).kind(ErrorKind::Limit)));
        };
        let offset = start + bytes.len() as u64;
        Ok(Self { version, descr, fortran, shape, offset, len, data_len })
    }
}

/// The version, where the header begins, and its length.
fn read_prelude(from: &mut dyn Read) -> Result<(u8, u64, u32)> {
    let mut bytes = [0; 12];
    let found = fill(from, &mut bytes[..10])?;
    let known = found.min(MAGIC.len());
    if found == 0 {
        return Err(HeaderFault::new(Stage::Magic, 0..0, "empty file").error(ErrorKind::Syntax));
    }
    if bytes[..known] != MAGIC[..known] {
        return Err(not_npy(&bytes[..found]));
    }
    if found < 8 {
        let message = format!("file ends after {found} bytes, before the version");
        let fault = HeaderFault::new(Stage::Magic, found as u64..found as u64, message);
        return Err(fault.error(ErrorKind::Syntax));
    }
    let start: u8 = match bytes[6..8] {
        [1, 0] => 10,
        [2 | 3, 0] => 12,
        _ => return Err(unknown_version(bytes[6], bytes[7])),
    };
    let wanted = usize::from(start);
    let found = if found < 10 { found } else { found + fill(from, &mut bytes[10..wanted])? };
    if found < wanted {
        let message = format!("file ends after {found} bytes, within the header's length");
        let fault = HeaderFault::new(Stage::Length, found as u64..found as u64, message);
        return Err(fault.error(ErrorKind::Syntax));
    }
    if start == 10 {
        bytes[10..].fill(0);
    }
    let len = u32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]);
    Ok((bytes[6], start.into(), len))
}

#[cold]
fn not_npy(head: &[u8]) -> Error {
    let hint = match head {
        [b'P', b'K', ..] => "it is a zip archive: load it as npz",
        [0x1f, 0x8b, ..] => "it is compressed with gzip: decompress it first",
        [0x28, 0xb5, 0x2f, 0xfd, ..] => "it is compressed with zstd: decompress it first",
        [0x80, 2..=5, ..] => "it is a Python pickle, which is never read: save it with np.save",
        [b'\\' | b'?', b'N', b'U', b'M', b'P', b'Y', ..]
        | [0xc2, 0x93, b'N', b'U', b'M', ..]
        | [0xef, 0xbf, 0xbd, b'N', b'U', ..] => {
            "its first byte was changed, as a transfer in text mode does: transfer it as binary"
        }
        [0xef, 0xbb, 0xbf, ..] => "a byte order mark was put before it, as text editors do",
        it if it.iter().all(|c| c.is_ascii_graphic() || c.is_ascii_whitespace()) => {
            "it looks like text: load it as csv, text or json"
        }
        _ => "an NPY file begins with \\x93NUMPY",
    };
    let shown = head[..head.len().min(6)].escape_ascii();
    let message = format!("not an npy file: it begins with '{shown}'");
    let span = 0..head.len().min(6) as u64;
    HeaderFault::new(Stage::Magic, span, message).error(ErrorKind::Syntax).with_hint(hint)
}

#[cold]
fn unknown_version(major: u8, minor: u8) -> Error {
    let message = format!("npy version {major}.{minor} is not known, expected 1.0, 2.0 or 3.0");
    HeaderFault::new(Stage::Version, 6..8, message).error(ErrorKind::Syntax)
}

#[cold]
fn too_long(start: u64, len: u32, max: MaxHeader) -> Error {
    let message = format!("header of {len} bytes is longer than the limit of {}", max.0);
    HeaderFault::new(Stage::Length, 8..start, message)
        .error(ErrorKind::Limit)
        .with_hint("if the file is sound, raise Npy::max_header")
}

#[cold]
fn cut(start: u64, wanted: u32, found: u64) -> Error {
    let message = format!("file is cut short: expected {wanted} header bytes, found {found}");
    HeaderFault::new(Stage::Length, 8..start, message).error(ErrorKind::Syntax)
}

fn decode(latin1: bool, start: u64, bytes: &[u8]) -> Result<Cow<'_, str>> {
    match std::str::from_utf8(bytes) {
        Ok(text) if !latin1 || text.is_ascii() => Ok(text.into()),
        _ if latin1 => Ok(bytes.iter().map(|&it| char::from(it)).collect()),
        Ok(text) => Ok(text.into()),
        Err(err) => {
            let at = start + err.valid_up_to() as u64;
            let fault = HeaderFault::new(Stage::Parse, at..at + 1, "header is not valid UTF-8");
            Err(fault.error(ErrorKind::Syntax))
        }
    }
}
