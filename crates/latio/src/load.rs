//! Loading, by content or by extension.

use std::{
    fs::File,
    io::{self, Read, Seek},
    path::Path,
};

use lat_core::{Error, ErrorKind, Format, FromArray, NdArray, Result, Source, Want, format::open};

use crate::{Compression, format_of, format_of_content};

/// How many bytes tell a format by its magic number.
const HEAD: usize = 16;

/// Loads the array in a file of any format: the one that its first bytes tell, else the one that
/// its extension names. Compressed files are known by their content.
///
/// The result is an [`NdArray`], or an [`ndarray::Array`](lat_core::ndarray::Array) of an element
/// type and rank.
pub fn load<A: FromArray>(path: impl AsRef<Path>) -> Result<A> {
    let path = path.as_ref();
    let load = || A::from_array(load_with(path, None, A::WANT)?);
    load().map_err(|err| err.in_operation("load").in_path(path))
}

/// Loads the array in a file of this format, or as [`load`] does if there is none.
pub fn load_with(path: &Path, format: Option<&dyn Format>, want: Want) -> Result<NdArray> {
    let load = || {
        let (file, len) = open(path)?;
        let (head, rest) = begin(&file, len)?;
        Asked { verb: "load", path: Some(path), format, want }.read(&head, rest)
    };
    load().map_err(|err| err.in_operation("load").in_path(path))
}

/// Reads the array that is the rest of `from`, of this format or of the one that its content
/// tells.
pub fn read_with(mut from: impl Read, format: Option<&dyn Format>, want: Want) -> Result<NdArray> {
    let read = || {
        let head = read_head(&mut from)?;
        let rest = Source::reader(io::Cursor::new(head.clone()).chain(from));
        Asked { verb: "read", path: None, format, want }.read(&head, rest)
    };
    read().map_err(|err| err.in_operation("read"))
}

/// The first bytes of a file, and the whole of it as a source.
fn begin(mut file: &File, len: Option<u64>) -> Result<(Vec<u8>, Source<'_>)> {
    let head = read_head(&mut file)?;
    if len.is_some() && file.rewind().is_ok() {
        return Ok((head, Source::file_of(file, len)));
    }
    let rest = io::Cursor::new(head.clone()).chain(file);
    Ok((head, Source::reader(rest)))
}

fn read_head(from: &mut impl Read) -> Result<Vec<u8>> {
    let mut head = Vec::new();
    from.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// What is asked for, and what is known of the file.
struct Asked<'f> {
    verb: &'static str,
    path: Option<&'f Path>,
    format: Option<&'f dyn Format>,
    want: Want,
}

impl Asked<'_> {
    fn read(&self, head: &[u8], source: Source<'_>) -> Result<NdArray> {
        let compression = Compression::of_content(head);
        if compression == Compression::None {
            return self.read_plain(head, source);
        }
        let mut inner = compression.decompress(source)?;
        let head = read_head(&mut inner)?;
        let inner = Source::reader(io::Cursor::new(head.clone()).chain(inner));
        self.read_plain(&head, inner)
    }

    fn read_plain(&self, head: &[u8], source: Source<'_>) -> Result<NdArray> {
        let format = self.pick(head)?;
        format
            .read_source(source, self.want)
            .map_err(|err| err.in_operation(format!("{}_{}", self.verb, format.name())))
    }

    /// The format asked for, told by content, or named.
    fn pick(&self, head: &[u8]) -> Result<&dyn Format> {
        match (self.format, format_of_content(head), self.path) {
            (Some(format), ..) | (None, Some(format), _) => Ok(format),
            (None, None, Some(path)) => format_of(path),
            (None, None, None) => {
                let message = "the content does not tell the format";
                Err(Error::new(ErrorKind::Usage, message).with_hint("name the format"))
            }
        }
    }
}
