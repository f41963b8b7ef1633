//! Writing an archive.

use std::{
    fmt,
    io::{Read, Seek, Write},
};

use lat_core::{Error, ErrorKind, Format, NdArrayView, Result};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use super::{Npz, zip_error};
use crate::npy::Npy;

/// Where the data of a stored member begins, so that it can be mapped.
const ALIGNMENT: u16 = 64;

/// From here on a member needs the 64-bit fields. Some is left for what compression may add.
const LARGE: u64 = 0xffff_ffff - (64 << 20);

/// Writes arrays into an archive one by one. [`finish`](Self::finish) makes it one.
///
/// ```
/// use lat_npy::{NpzReader, NpzWriter};
/// use lat_core::ndarray::array;
///
/// let mut npz = NpzWriter::new(std::io::Cursor::new(Vec::new()));
/// npz.add("weights", &array![[1.0, 2.0]])?;
/// npz.add("bias", &array![0.5_f32])?;
/// let file = npz.finish()?;
/// assert_eq!(NpzReader::new(file)?.names(), ["weights", "bias"]);
/// # Ok::<(), lat_core::Error>(())
/// ```
pub struct NpzWriter<W: Write + Seek> {
    to: ZipWriter<W>,
    npy: Npy,
    deflate: bool,
}

impl<W: Write + Seek> NpzWriter<W> {
    /// Begins an archive. `to` should be buffered.
    pub fn new(to: W) -> Self {
        Self::with_options(&Npz::new(), to)
    }

    /// As [`new`](Self::new), under the options that `npz` has for writing.
    pub fn with_options(npz: &Npz, to: W) -> Self {
        Self::of(npz, ZipWriter::new(to))
    }

    pub(super) fn of(npz: &Npz, to: ZipWriter<W>) -> Self {
        Self { to, npy: npz.npy.clone(), deflate: npz.deflate }
    }

    pub(super) fn append_to(npz: &Npz, to: W) -> Result<Self>
    where
        W: Read,
    {
        Ok(Self::of(npz, ZipWriter::new_append(to).map_err(zip_error)?))
    }

    /// Adds an array under a name, which no other may have.
    pub fn add<'a>(
        &mut self,
        name: impl Into<String>,
        array: impl Into<NdArrayView<'a>>,
    ) -> Result<()> {
        let (name, array) = (name.into(), array.into());
        let shown = lat_core::error::shorten(name.as_bytes());
        self.try_add(name, &array)
            .map_err(|err| err.in_operation(format!("save_npz: member '{shown}'")))
    }

    fn try_add(&mut self, name: String, array: &NdArrayView<'_>) -> Result<()> {
        if u16::try_from(name.len() + 4).is_err() {
            return Err(Error::new(ErrorKind::Limit, "name is longer than an archive can hold"));
        }
        let data = (array.len() as u64).saturating_mul(array.dtype().size() as u64);
        let (method, alignment) = if self.deflate {
            (CompressionMethod::Deflated, 1)
        } else {
            (CompressionMethod::Stored, ALIGNMENT)
        };
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .with_alignment(alignment)
            .large_file(data >= LARGE);
        self.to.start_file(name + ".npy", options).map_err(zip_error)?;
        self.npy.write_view(&mut self.to, array)
    }

    /// Writes the archive's directory.
    pub fn finish(self) -> Result<W> {
        self.to.finish().map_err(|err| zip_error(err).in_operation("save_npz"))
    }
}

impl<W: Write + Seek> fmt::Debug for NpzWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NpzWriter").field("deflate", &self.deflate).finish_non_exhaustive()
    }
}
