//! What a format crate owes the rest of `latio`.

use std::{
    fmt,
    fs::File,
    io::{self, Read, Write},
    path::Path,
};

use crate::{Error, FromArray, NdArray, NdArrayView, Result, Want, read::fill, save};

/// A file format: how to know it, read it and write it.
///
/// A format crate has one type that implements this, and its options are that type's fields. What
/// a value writes, it reads.
pub trait Format: fmt::Debug + Send + Sync {
    /// The format's name, which is also its Cargo feature's.
    fn name(&self) -> &'static str;

    /// File name extensions of the format, without a dot, in lower case.
    fn extensions(&self) -> &'static [&'static str];

    /// Whether a file that begins with `head` is surely of this format.
    fn sniff(&self, head: &[u8]) -> bool {
        let _ = head;
        false
    }

    /// Reads an array. Errors need not name the operation or the path: the callers do.
    fn read_source(&self, source: Source<'_>, want: Want) -> Result<NdArray>;

    /// Writes an array, in logical order whatever its layout in memory.
    fn write_view(&self, to: &mut dyn Write, array: &NdArrayView<'_>) -> Result<()>;

    /// Loads the array in a file.
    fn load<A: FromArray>(&self, path: impl AsRef<Path>) -> Result<A>
    where
        Self: Sized,
    {
        load_with(self, path.as_ref(), A::WANT)
            .and_then(A::from_array)
            .map_err(|err| err.in_operation(operation("load", self)).in_path(path.as_ref()))
    }

    /// Saves an array to a file, which is replaced whole or not at all: see [`save::replace`].
    fn save<'a>(&self, path: impl AsRef<Path>, array: impl Into<NdArrayView<'a>>) -> Result<()>
    where
        Self: Sized,
    {
        save_with(self, path.as_ref(), &array.into())
    }

    /// Reads the array that is the rest of `from`.
    fn read<A: FromArray>(&self, from: impl Read) -> Result<A>
    where
        Self: Sized,
    {
        self.read_source(Source::reader(from), A::WANT)
            .and_then(A::from_array)
            .map_err(|err| err.in_operation(operation("read", self)))
    }

    /// Writes an array to `to`, which should be buffered if its writes are costly one by one.
    fn write<'a>(&self, mut to: impl Write, array: impl Into<NdArrayView<'a>>) -> Result<()>
    where
        Self: Sized,
    {
        self.write_view(&mut to, &array.into())
            .and_then(|()| Ok(to.flush()?))
            .map_err(|err| err.in_operation(operation("write", self)))
    }
}

/// Loads the array in a file by a format that is known only at run time.
pub fn load_with(format: &dyn Format, path: &Path, want: Want) -> Result<NdArray> {
    let load = || {
        let (mut file, len) = open(path)?;
        let mut small = [0; SMALL];
        match len.map(usize::try_from) {
            Some(Ok(len @ 1..=SMALL)) => {
                let held = fill(&mut file, &mut small[..len])?;
                format.read_source(Source::sized(&small[..held], held as u64), want)
            }
            _ => format.read_source(Source::file_of(&file, len), want),
        }
    };
    load().map_err(|err| err.in_operation(operation("load", format)).in_path(path))
}

/// A file of so many bytes is read at once: system calls are most of what it costs.
const SMALL: usize = 1 << 12;

/// Saves an array to a file by a format that is known only at run time.
pub fn save_with(format: &dyn Format, path: &Path, array: &NdArrayView<'_>) -> Result<()> {
    save::replace(path, |to| format.write_view(to, array))
        .map_err(|err| err.in_operation(operation("save", format)).in_path(path))
}

fn operation(verb: &str, format: &dyn Format) -> String {
    format!("{verb}_{}", format.name())
}

/// Opens a file to read, and says its size in bytes if it is a regular file.
pub fn open(path: &Path) -> Result<(File, Option<u64>)> {
    let open = || {
        let file = File::open(path)?;
        let meta = file.metadata()?;
        if meta.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        Ok((file, meta.is_file().then_some(meta.len())))
    };
    open().map_err(|err| Error::cannot_open(path, err))
}

/// Where the bytes of an array come from: a reader, and what is known of it.
pub struct Source<'a> {
    reader: Box<dyn Read + 'a>,
    len: Option<u64>,
    file: Option<&'a File>,
}

impl<'a> Source<'a> {
    /// A reader of which nothing is known.
    pub fn reader(reader: impl Read + 'a) -> Self {
        Self { reader: Box::new(reader), len: None, file: None }
    }

    /// A reader that holds this many bytes, and no more.
    pub fn sized(reader: impl Read + 'a, len: u64) -> Self {
        Self { reader: Box::new(reader), len: Some(len), file: None }
    }

    /// A file that stands at its beginning, and its size if it is a regular one, as [`open`]
    /// says them.
    pub fn file_of(file: &'a File, len: Option<u64>) -> Self {
        Self { reader: Box::new(file), len, file: Some(file) }
    }

    /// How many bytes there are, if that is known.
    pub fn len(&self) -> Option<u64> {
        self.len
    }

    /// Whether it is known that there are none.
    pub fn is_empty(&self) -> bool {
        self.len == Some(0)
    }

    /// The file, if it is one that was opened for this and stands at its beginning.
    pub fn file(&self) -> Option<&'a File> {
        self.file
    }
}

impl Read for Source<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buf)
    }
}

impl fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source").field("len", &self.len).finish_non_exhaustive()
    }
}
