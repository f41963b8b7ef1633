//! What the end of a file says of the element type, before the rest is read.

use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
};

use lat_core::{DType, Error, Result, Source};

/// How much of the end is looked at, in bytes. Shorter files are not worth it.
const TAIL: usize = 1 << 16;

/// The element type that the end of a file seems to state, where this crate writes it: after the
/// values. It may be wrong, so it must be compared with what is stated indeed.
///
/// With it, values are read as what they are to be from the start, in the memory that takes.
pub(crate) fn dtype(source: &Source<'_>) -> Result<Option<DType>> {
    match (source.file(), source.len()) {
        (Some(file), Some(len)) if len > TAIL as u64 => Ok(stated_in(&tail(file, len)?)),
        _ => Ok(None),
    }
}

fn tail(mut file: &File, len: u64) -> Result<Vec<u8>> {
    let mut tail = Vec::new();
    tail.try_reserve_exact(TAIL).map_err(|_| Error::out_of_memory(TAIL))?;
    file.seek(SeekFrom::Start(len - TAIL as u64))?;
    file.take(TAIL as u64).read_to_end(&mut tail)?;
    file.rewind()?;
    Ok(tail)
}

fn stated_in(tail: &[u8]) -> Option<DType> {
    const KEY: &[u8] = b"\"dtype\"";
    let at = memchr::memmem::rfind(tail, KEY)?;
    let value = tail[at + KEY.len()..].trim_ascii_start().strip_prefix(b":")?;
    let name = value.trim_ascii_start().strip_prefix(b"\"")?;
    let end = memchr::memchr(b'"', name)?;
    std::str::from_utf8(&name[..end]).ok()?.parse().ok()
}
