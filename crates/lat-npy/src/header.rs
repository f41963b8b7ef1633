//! What comes before the elements: magic, version, length, and a Python dictionary.

use std::{borrow::Cow, fmt, io::Read};

use lat_core::{DType, Error, ErrorKind, Result, error::shorten};
use nom::{Parser, combinator::opt};

pub(crate) mod code;
pub(crate) mod descr;
pub(crate) mod fault;
pub(crate) mod shape;

use self::{
    descr::Descr,
    fault::{Fault, HeaderFault, Stage},
    shape::Extents,
};
use crate::{
    data::fill,
    literal::{Parsed, Text, blanks, string, symbol, what, word},
};

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
        let mut bytes = Vec::with_capacity(size.min(1 << 16));
        from.take(header_len.into()).read_to_end(&mut bytes)?;
        if bytes.len() < size {
            return Err(cut(start, header_len, bytes.len() as u64));
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

/// The values of the dictionary's keys; a shape comes with how much text was left at its start.
#[derive(Default)]
struct Parts {
    descr: Option<Descr>,
    fortran: Option<bool>,
    shape: Option<(Vec<usize>, usize)>,
}

impl Parts {
    /// The first key that is missing.
    fn missing(&self, text: &str) -> Fault {
        let key = match self {
            Self { descr: None, .. } => "descr",
            Self { fortran: None, .. } => "fortran_order",
            _ => "shape",
        };
        let start = text.find('{').unwrap_or(0);
        let dictionary = text[start..].trim_end();
        let message = format!("key '{key}' is missing");
        Fault::new(Stage::Keys, &text[start..], dictionary.len(), message)
    }

    /// Takes the value of a key.
    fn value<'a>(&mut self, key: &str, at: &'a str, rest: &'a str, version: u8) -> Parsed<'a, ()> {
        let old = version < 3;
        let again = match key {
            "descr" => self.descr.is_some(),
            "fortran_order" => self.fortran.is_some(),
            "shape" => self.shape.is_some(),
            _ => {
                let message = format!("key '{}' is not known", shorten(key.as_bytes()));
                return key_fault(at, message)
                    .hint("the keys are descr, fortran_order and shape")
                    .fail();
            }
        };
        if again {
            return key_fault(at, format!("key '{key}' is given twice")).fail();
        }
        let rest = match key {
            "descr" => {
                let (rest, descr) = code::descr(rest, old)?;
                self.descr = Some(descr);
                rest
            }
            "fortran_order" => {
                let (rest, fortran) = boolean(rest)?;
                self.fortran = Some(fortran);
                rest
            }
            _ => {
                let left = rest.len();
                let (rest, shape) = Extents { stage: Stage::Shape, old }.parse(rest)?;
                self.shape = Some((shape, left));
                rest
            }
        };
        Ok((rest, ()))
    }
}

fn key_fault(at: &str, message: String) -> Fault {
    let len = string(at).map_or(0, |(rest, _)| at.len() - rest.len());
    Fault::new(Stage::Keys, at, len, message)
}

/// Takes the whole header.
fn dictionary(text: &str, version: u8) -> Parsed<'_, Parts> {
    let mut rest = opening(text)?;
    let mut parts = Parts::default();
    let mut comma = true;
    loop {
        let (at, ()) = blanks(rest)?;
        if let Some(after) = at.strip_prefix('}') {
            rest = after;
            break;
        }
        if !comma {
            return Fault::parse(at, 0, "expected ',' or '}'").fail();
        }
        let (after, key) = key(at)?;
        let Ok((after, _)) = symbol(':').parse(after) else {
            return Fault::parse(blanks(after)?.0, 0, "expected ':'").fail();
        };
        let (after, ()) = blanks(after)?;
        let (after, ()) = parts.value(&key, at, after, version)?;
        let (after, found) = opt(symbol(',')).parse(after)?;
        (rest, comma) = (after, found.is_some());
    }
    let (rest, ()) = blanks(rest)?;
    if rest.is_empty() {
        return Ok((rest, parts));
    }
    Fault::parse(rest, rest.trim_end().len(), "nothing may follow the dictionary").fail()
}

/// Takes the brace, and what may stand before it.
fn opening(text: &str) -> Result<&str, nom::Err<Fault>> {
    let (rest, ()) = blanks(text)?;
    let lead = &text[..text.len() - rest.len()];
    let indent = lead.rfind('\n').map_or(0, |it| lead.len() - it - 1);
    if indent > 0 {
        return Fault::parse(rest, 1, "a line that is indented cannot begin, as in Python").fail();
    }
    rest.strip_prefix('{').ok_or_else(|| {
        let found = what(rest).unwrap_or("something else");
        let found = if rest.is_empty() { "nothing" } else { found };
        nom::Err::Failure(Fault::parse(
            rest,
            0,
            format!("header must be a dictionary, found {found}"),
        ))
    })
}

fn key(text: &str) -> Parsed<'_, Cow<'_, str>> {
    match string(text) {
        Ok((rest, Text { value, bytes: false })) => Ok((rest, value)),
        Ok((rest, _)) => {
            let len = text.len() - rest.len();
            Fault::new(Stage::Keys, text, len, "key is bytes, not a string").fail()
        }
        Err(nom::Err::Error(_)) => match what(text) {
            Some(found) => {
                let message = format!("keys must be strings, found {found}");
                Fault::new(Stage::Keys, text, 0, message).fail()
            }
            None => Fault::parse(text, 0, "expected a key or '}'").fail(),
        },
        Err(err) => Err(err),
    }
}

fn boolean(text: &str) -> Parsed<'_, bool> {
    let fault = |stage| Fault::new(stage, text, 0, "fortran_order must be True or False");
    match word(text) {
        Ok((rest, "True")) => Ok((rest, true)),
        Ok((rest, "False")) => Ok((rest, false)),
        // A call or an attribute.
        Ok((rest, _)) if rest.starts_with(['(', '.', '\'', '"']) => fault(Stage::Parse).fail(),
        Ok(_) => fault(Stage::Order).fail(),
        Err(_) if what(text).is_some() => fault(Stage::Order).fail(),
        Err(_) => fault(Stage::Parse).fail(),
    }
}
