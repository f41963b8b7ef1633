//! Reading an archive, with the bounds that a zip library leaves to its callers.

use std::{
    fmt,
    io::{self, Read, Seek},
};

use lat_core::{Error, ErrorKind, FromArray, NdArray, Result, Want};
use zip::{CompressionMethod, ZipArchive, read::ZipFile};

use super::{MAX_MEMBERS, end, end::Fenced, size, zip_error};
use crate::{header::Header, npy::Npy};

/// An archive whose arrays are read one by one.
///
/// Names may be anything, `..` and line breaks included: they are names, not paths.
pub struct NpzReader<R> {
    archive: ZipArchive<Fenced<R>>,
    npy: Npy,
    len: u64,
    names: Vec<String>,
}

impl<R: Read + Seek> NpzReader<R> {
    /// Reads the directory of an archive.
    pub fn new(from: R) -> Result<Self> {
        Self::with_options(&Npy::new(), from)
    }

    /// As [`new`](Self::new), under the options that `npy` has for reading.
    pub fn with_options(npy: &Npy, from: R) -> Result<Self> {
        Self::bounded(npy, MAX_MEMBERS, from)
    }

    pub(super) fn bounded(npy: &Npy, max_members: usize, mut from: R) -> Result<Self> {
        let len = size(&mut from)?;
        if len == 0 {
            return Err(Error::new(ErrorKind::Syntax, "empty file"));
        }
        let end = end::check(&mut from, len, max_members)?;
        let fenced = Fenced::new(from, end.as_ref());
        let gate = fenced.gate();
        let mut archive = ZipArchive::new(fenced).map_err(zip_error)?;
        gate.open();
        if end.is_some_and(|it| it.members > archive.len() as u64) {
            return Err(Error::new(ErrorKind::Syntax, "two members of the archive have one name"));
        }
        check_overlaps(&mut archive)?;
        let names = names(&archive);
        let npy = npy.clone().allow_trailing(false);
        Ok(Self { archive, npy, len, names })
    }

    /// The names of the arrays, in the archive's order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Reads the header of an array, and nothing else.
    pub fn header(&mut self, name: &str) -> Result<Header> {
        let max = self.npy.max_header;
        self.read(name, |_, from, len| Header::read(from, len, max))
    }

    /// Reads an array to its end, and compares its checksum.
    pub fn load<A: FromArray>(&mut self, name: &str) -> Result<A> {
        self.load_wanted(name, A::WANT).and_then(A::from_array)
    }

    pub(super) fn load_wanted(&mut self, name: &str, want: Want) -> Result<NdArray> {
        self.read(name, |npy, from, len| {
            let array = npy.read_from(from, len, want)?;
            // The checksum is compared when the end is read.
            if from.read(&mut [0])? > 0 {
                return Err(Error::new(ErrorKind::Syntax, "bytes follow the array"));
            }
            Ok(array)
        })
    }

    fn read<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&Npy, &mut dyn Read, Option<u64>) -> Result<T>,
    ) -> Result<T> {
        let member = self.find(name)?;
        let shown = lat_core::error::shorten(name.as_bytes());
        let read = || {
            let file = self.archive.by_index(member).map_err(zip_error)?;
            let len = checked_len(&file, self.len)?;
            let wanted = file.size();
            let mut from = Exactly { from: file, left: wanted };
            read(&self.npy, &mut from, len)
        };
        read().map_err(|err| damaged(err).in_operation(format!("load_npz: member '{shown}'")))
    }

    fn find(&self, name: &str) -> Result<usize> {
        let member = |name: &str| self.archive.index_for_name(name);
        member(name).or_else(|| member(&format!("{name}.npy"))).ok_or_else(|| {
            let shown = lat_core::error::shorten(name.as_bytes());
            let known = lat_core::error::shorten(self.names.join(", ").as_bytes());
            Error::new(ErrorKind::Usage, format!("no array '{shown}' in the archive"))
                .with_hint(format!("there are {known}"))
        })
    }

    /// Where in the archive a member's own file lies.
    #[cfg(feature = "mmap")]
    pub(crate) fn place(&mut self, name: &str) -> Result<std::ops::Range<u64>> {
        let member = self.find(name)?;
        let file = self.archive.by_index(member).map_err(zip_error)?;
        let (Some(len), Some(start)) = (checked_len(&file, self.len)?, file.data_start()) else {
            return Err(Error::new(
                ErrorKind::Usage,
                "member is compressed, so it cannot be mapped",
            )
            .with_hint("load it"));
        };
        Ok(start..start + len)
    }
}

/// Compressed data may grow a thousandfold, but two members must not be made of the same bytes.
fn check_overlaps<R: Read + Seek>(archive: &mut ZipArchive<R>) -> Result<()> {
    let mut places = Vec::new();
    for idx in 0..archive.len() {
        // One that cannot be read is reported when it is asked for.
        if let Ok(file) = archive.by_index_raw(idx) {
            let start = file.data_start().unwrap_or(file.header_start());
            places.push((file.header_start(), start.saturating_add(file.compressed_size())));
        }
    }
    places.sort_unstable();
    if places.windows(2).any(|it| it[1].0 < it[0].1) {
        return Err(Error::new(ErrorKind::Syntax, "members of the archive overlap"));
    }
    Ok(())
}

/// Names without `.npy`, but for those that another member has.
fn names<R: Read + Seek>(archive: &ZipArchive<R>) -> Vec<String> {
    let is_taken = |it: &&str| archive.index_for_name(it).is_some();
    let short =
        |name: &str| name.strip_suffix(".npy").filter(|it| !is_taken(it)).map(str::to_owned);
    let files = archive.file_names().filter(|it| !it.ends_with('/'));
    files.map(|it| short(it).unwrap_or_else(|| it.to_owned())).collect()
}

/// The size of a member if its bytes are surely there: those of a compressed one may not be.
fn checked_len<R: Read>(file: &ZipFile<'_, R>, archive_len: u64) -> Result<Option<u64>> {
    let fail = |message: String| Err(Error::new(ErrorKind::Syntax, message));
    if file.is_symlink() {
        return fail("member is a symbolic link".to_owned());
    }
    let start = file.data_start().unwrap_or(0);
    if start.checked_add(file.compressed_size()).is_none_or(|end| end > archive_len) {
        return fail(format!(
            "member of {} bytes goes past the archive's end",
            file.compressed_size()
        ));
    }
    if file.compression() != CompressionMethod::Stored {
        return Ok(None);
    }
    if file.size() != file.compressed_size() {
        let (found, wanted) = (file.compressed_size(), file.size());
        return fail(format!("member is stored in {found} bytes, but its size is {wanted}"));
    }
    Ok(Some(file.size()))
}

/// A member: an error if it holds more or less than the directory says.
struct Exactly<R> {
    from: R,
    left: u64,
}

impl<R: Read> Read for Exactly<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let len = self.from.read(to)?;
        let wrong = if len == 0 { self.left > 0 && !to.is_empty() } else { len as u64 > self.left };
        if wrong {
            let message = "member is not of the size that the archive's directory says";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        self.left -= len as u64;
        Ok(len)
    }
}

/// A broken checksum or compression is no failure of the system.
fn damaged(err: Error) -> Error {
    let source = std::error::Error::source(&err).and_then(|it| it.downcast_ref::<io::Error>());
    let kind = source.map(io::Error::kind);
    match kind {
        Some(
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::UnexpectedEof,
        ) => Error::new(ErrorKind::Syntax, format!("archive is damaged: {err}")).with_source(err),
        _ => err,
    }
}

impl<R> fmt::Debug for NpzReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NpzReader").field("names", &self.names).finish_non_exhaustive()
    }
}
