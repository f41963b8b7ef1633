//! An archive's last record, for what the zip library does not compare.

use std::io::{Read, Seek, SeekFrom};

use lat_core::{Error, ErrorKind, Result};

/// The record without the comment that may follow it.
const RECORD: usize = 22;

/// Fails if the directory does not lie where the record says, and tells how many members there
/// are, if it is known. `len` is the archive's size in bytes.
pub(super) fn check(from: &mut (impl Read + Seek), len: u64) -> Result<Option<u16>> {
    // A comment has 64 KiB at most.
    let tail_len = len.min(RECORD as u64 + u64::from(u16::MAX));
    from.seek(SeekFrom::Start(len - tail_len))?;
    let mut tail = Vec::new();
    from.take(tail_len).read_to_end(&mut tail)?;
    from.rewind()?;
    let record = tail.windows(RECORD).rposition(|it| it.starts_with(b"PK\x05\x06"));
    // One that is not found is the library's to report.
    let Some(at) = record else { return Ok(None) };
    let (before, record) = tail.split_at(at);
    let u32_at = |at: usize| u64::from(u32::from_le_bytes([0, 1, 2, 3].map(|it| record[at + it])));
    let (size, offset) = (u32_at(12), u32_at(16));
    let large = before.len() >= 20 && before[before.len() - 20..].starts_with(b"PK\x06\x07");
    if !large && offset + size > len - tail_len + at as u64 {
        let message = "zip archive is damaged: its directory goes past its end";
        return Err(Error::new(ErrorKind::Syntax, message));
    }
    Ok(Some(u16::from_le_bytes([record[10], record[11]])).filter(|_| !large))
}
