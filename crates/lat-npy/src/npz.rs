//! Archives of arrays: zip files whose members are `.npy` files.

use std::{
    fs::File,
    io::{Cursor, Read, Seek, SeekFrom, Write},
    path::Path,
};

use lat_core::{
    Error, ErrorKind, Format, NdArray, NdArrayView, Result, Source, Want, format, save,
};
use zip::{ZipWriter, result::ZipError};

mod end;
mod reader;
mod writer;

pub use self::{reader::NpzReader, writer::NpzWriter};
use crate::{npy::Npy, write::BUFFER};

/// The NPZ format, with options for reading and writing it.
///
/// An array's name is its member's without `.npy`, as in `NumPy`. Stored members begin at a
/// multiple of 64 bytes, so that they can be mapped.
///
/// As a [`Format`] it reads the only array of an archive, or the [`member`](Self::member) it was
/// told, and writes one array under that name, `arr_0` by default.
///
/// ```
/// use lat_npy::Npz;
/// use lat_core::ndarray::{Array1, array};
///
/// # let dir = std::env::temp_dir().join(format!("lat-npz-{}", std::process::id()));
/// # std::fs::create_dir_all(&dir)?;
/// # let path = dir.join("a.npz");
/// let (x, y) = (array![1, 2, 3], array![[0.5]]);
/// Npz::new().save_all(&path, [("x", (&x).into()), ("y", (&y).into())])?;
/// let mut archive = Npz::new().open(&path)?;
/// assert_eq!(archive.names(), ["x", "y"]);
/// let back: Array1<i32> = archive.load("x")?;
/// assert_eq!(back, x);
/// # std::fs::remove_dir_all(&dir)?;
/// # Ok::<(), lat_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Npz {
    npy: Npy,
    member: Option<String>,
    deflate: bool,
    max_members: usize,
}

/// As many as an archive without 64-bit fields can have.
const MAX_MEMBERS: usize = 1 << 16;

impl Default for Npz {
    fn default() -> Self {
        Self { npy: Npy::default(), member: None, deflate: false, max_members: MAX_MEMBERS }
    }
}

impl Npz {
    /// The format without options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads and writes members under these options. Bytes after an array are always an error.
    #[must_use]
    pub fn npy(self, npy: Npy) -> Self {
        Self { npy, ..self }
    }

    /// The array to read or write, where there is one.
    #[must_use]
    pub fn member(self, name: impl Into<String>) -> Self {
        Self { member: Some(name.into()), ..self }
    }

    /// Whether to compress what is written. Compressed members cannot be mapped.
    #[must_use]
    pub fn deflate(self, deflate: bool) -> Self {
        Self { deflate, ..self }
    }

    /// The most members that an archive may have which is read; 65,536 by default. Each takes some
    /// half a kilobyte of memory, whatever it is.
    #[must_use]
    pub fn max_members(self, max: usize) -> Self {
        Self { max_members: max, ..self }
    }

    /// Opens an archive to read.
    pub fn open(&self, path: impl AsRef<Path>) -> Result<NpzReader<File>> {
        let path = path.as_ref();
        let open = || {
            let (file, _) = format::open(path)?;
            NpzReader::bounded(&self.npy, self.max_members, file)
        };
        open().map_err(|err| load_error(err, path))
    }

    /// Loads every array of an archive, with its name.
    pub fn load_all(&self, path: impl AsRef<Path>) -> Result<Vec<(String, NdArray)>> {
        let path = path.as_ref();
        let load = |mut archive: NpzReader<File>| {
            let names = archive.names().to_vec();
            names.into_iter().map(|it| Ok((it.clone(), archive.load(&it)?))).collect()
        };
        self.open(path).and_then(load).map_err(|err: Error| load_error(err, path))
    }

    /// Saves arrays under their names to a file, which is replaced whole or not at all.
    pub fn save_all<'a, N: Into<String>>(
        &self,
        path: impl AsRef<Path>,
        arrays: impl IntoIterator<Item = (N, NdArrayView<'a>)>,
    ) -> Result<()> {
        let path = path.as_ref();
        save::replace_file(path, |file| {
            add_all(NpzWriter::with_options(self, buffered(file)), arrays)
        })
        .map_err(|err| save_error(err, path))
    }

    /// Adds arrays to an archive, which has all of them or is as it was.
    pub fn append<'a, N: Into<String>>(
        &self,
        path: impl AsRef<Path>,
        arrays: impl IntoIterator<Item = (N, NdArrayView<'a>)>,
    ) -> Result<()> {
        let path = path.as_ref();
        let (mut old, len) = format::open(path).map_err(|err| save_error(err, path))?;
        if let Some(len) = len {
            end::check(&mut old, len, self.max_members).map_err(|err| save_error(err, path))?;
        }
        save::replace_file(path, |mut file| {
            std::io::copy(&mut old, &mut file)?;
            add_all(NpzWriter::append_to(self, file)?, arrays)
        })
        .map_err(|err| save_error(err, path))
    }

    fn read_only(&self, from: impl Read + Seek, want: Want) -> Result<NdArray> {
        let mut archive = NpzReader::bounded(&self.npy, self.max_members, from)?;
        let name = match (&self.member, archive.names()) {
            (Some(name), _) => name.clone(),
            (None, [only]) => only.clone(),
            (None, names) => return Err(which(names)),
        };
        archive.load_wanted(&name, want)
    }
}

fn add_all<'a, N: Into<String>, W: Write + Seek>(
    mut to: NpzWriter<W>,
    arrays: impl IntoIterator<Item = (N, NdArrayView<'a>)>,
) -> Result<()> {
    for (name, array) in arrays {
        to.add(name, array)?;
    }
    to.finish()?.flush()?;
    Ok(())
}

#[cold]
fn which(names: &[String]) -> Error {
    let message = format!("archive holds {} arrays, wanted one", names.len());
    let names = lat_core::error::shorten(names.join(", ").as_bytes());
    Error::new(ErrorKind::Usage, message)
        .with_hint(format!("say which by Npz::member, or load all: {names}"))
}

impl Format for Npz {
    fn name(&self) -> &'static str {
        "npz"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["npz"]
    }

    fn sniff(&self, head: &[u8]) -> bool {
        head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06")
    }

    fn read_source(&self, mut source: Source<'_>, want: Want) -> Result<NdArray> {
        // The directory of an archive is at its end, so a pipe must be read whole.
        match source.file() {
            Some(file) if source.len().is_some() => self.read_only(file, want),
            _ => {
                let mut bytes = Vec::new();
                source.read_to_end(&mut bytes)?;
                self.read_only(Cursor::new(bytes), want)
            }
        }
    }

    fn write_view(&self, to: &mut dyn Write, array: &NdArrayView<'_>) -> Result<()> {
        let mut to = NpzWriter::of(self, ZipWriter::new_stream(to));
        to.add(self.member.as_deref().unwrap_or("arr_0"), array)?;
        Ok(to.finish()?.into_inner().flush()?)
    }
}

/// Loads every array of a `.npz` file, with its name: see [`Npz::load_all`].
pub fn load_npz(path: impl AsRef<Path>) -> Result<Vec<(String, NdArray)>> {
    Npz::new().load_all(path)
}

/// Saves arrays under their names to a `.npz` file: see [`Npz::save_all`].
pub fn save_npz<'a, N: Into<String>>(
    path: impl AsRef<Path>,
    arrays: impl IntoIterator<Item = (N, NdArrayView<'a>)>,
) -> Result<()> {
    Npz::new().save_all(path, arrays)
}

fn buffered<W: Write>(to: W) -> std::io::BufWriter<W> {
    std::io::BufWriter::with_capacity(BUFFER, to)
}

fn load_error(err: Error, path: &Path) -> Error {
    err.in_operation("load_npz").in_path(path)
}

fn save_error(err: Error, path: &Path) -> Error {
    err.in_operation("save_npz").in_path(path)
}

/// The size of what can be sought in.
fn size(from: &mut impl Seek) -> Result<u64> {
    let size = from.seek(SeekFrom::End(0))?;
    from.rewind()?;
    Ok(size)
}

#[cold]
fn zip_error(err: ZipError) -> Error {
    match err {
        ZipError::Io(err) => err.into(),
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => {
            Error::new(ErrorKind::Syntax, "member is encrypted")
                .with_hint("decrypt the archive first")
        }
        err => Error::new(ErrorKind::Syntax, err.to_string().replacen("Zip", "zip", 1))
            .with_source(err),
    }
}
