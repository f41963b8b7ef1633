//! An archive's last record, for what the zip library does not compare.

use std::{
    io::{self, Read, Seek, SeekFrom},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use lat_core::{Error, ErrorKind, Result};

/// The record without the comment that may follow it.
const RECORD: usize = 22;
const SIGNATURE: &[u8] = b"PK\x05\x06";

/// The record of an archive with 64-bit fields, and what says where it is.
const LARGE_RECORD: usize = 56;
const LARGE_SIGNATURE: &[u8] = b"PK\x06\x06";
const LOCATOR: usize = 20;
const LOCATOR_SIGNATURE: &[u8] = b"PK\x06\x07";

/// What a member takes in the directory, if it has no name.
const ENTRY: u64 = 46;

/// What an archive's end says, as far as it was found.
#[derive(Debug)]
pub(super) struct End {
    /// Where the record begins.
    at: u64,
    /// How many members there are.
    pub(super) members: u64,
}

/// The end of an archive of `len` bytes; `None` if there is none, which is the library's to report.
///
/// Fails if the directory does not lie where the record says, or cannot have so many members, or
/// more than `max`: the library makes room for as many as it is told of.
pub(super) fn check(from: &mut (impl Read + Seek), len: u64, max: usize) -> Result<Option<End>> {
    // A comment has 64 KiB at most.
    let tail_len = len.min((LARGE_RECORD + LOCATOR + RECORD) as u64 + u64::from(u16::MAX));
    from.seek(SeekFrom::Start(len - tail_len))?;
    let mut tail = Vec::new();
    from.take(tail_len).read_to_end(&mut tail)?;
    from.rewind()?;
    let Some(at) = tail.windows(RECORD).rposition(|it| it.starts_with(SIGNATURE)) else {
        return Ok(None);
    };
    let (before, record) = tail.split_at(at);
    let at = len - tail_len + at as u64;
    let (count, size, offset) = (&record[10..12], &record[12..16], &record[16..20]);
    let is_large = has_locator(before) && (count == [0xff; 2] || offset == [0xff; 4]);
    let (here, members) = if is_large {
        let record = large_record(before).ok_or_else(|| damaged("its end is not in one piece"))?;
        (number(&record[24..32]), number(&record[32..40]))
    } else {
        if number(offset) + number(size) > at {
            return Err(damaged("its directory goes past its end"));
        }
        (number(&record[8..10]), number(count))
    };
    if here != members || members > at / ENTRY {
        return Err(damaged("it has no room for as many members as it says"));
    }
    if members > max as u64 {
        return Err(too_many(members, max));
    }
    Ok(Some(End { at, members }))
}

fn has_locator(before: &[u8]) -> bool {
    before.len() >= LOCATOR && before[before.len() - LOCATOR..].starts_with(LOCATOR_SIGNATURE)
}

/// The record of 64-bit fields, which lies before the one that says where it is.
fn large_record(before: &[u8]) -> Option<&[u8]> {
    let start = before.len().checked_sub(LOCATOR + LARGE_RECORD)?;
    Some(&before[start..]).filter(|it| it.starts_with(LARGE_SIGNATURE))
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |all, &it| all << 8 | u64::from(it))
}

#[cold]
fn damaged(what: &str) -> Error {
    Error::new(ErrorKind::Syntax, format!("zip archive is damaged: {what}"))
}

#[cold]
fn too_many(members: u64, max: usize) -> Error {
    let message = format!("archive of {members} members, the limit is {max}");
    Error::new(ErrorKind::Limit, message).with_hint("if it is sound, raise Npz::max_members")
}

/// An archive for the library to read. Until it is opened, the record that was checked is the only
/// one there is: the library would go on to whatever looks like another, and believe that.
#[derive(Debug)]
pub(super) struct Fenced<R> {
    from: R,
    at: u64,
    record: Option<u64>,
    opened: Arc<AtomicBool>,
}

impl<R: Seek> Fenced<R> {
    /// `from` stands at its beginning.
    pub(super) fn new(from: R, end: Option<&End>) -> Self {
        Self { from, at: 0, record: end.map(|it| it.at), opened: Arc::default() }
    }

    /// What opens it.
    pub(super) fn gate(&self) -> Gate {
        Gate(Arc::clone(&self.opened))
    }
}

/// Opens a [`Fenced`] archive, once its directory was read.
#[derive(Debug)]
pub(super) struct Gate(Arc<AtomicBool>);

impl Gate {
    pub(super) fn open(self) {
        self.0.store(true, Relaxed);
    }
}

impl<R: Read> Read for Fenced<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let len = self.from.read(to)?;
        let other = Some(self.at) != self.record && to[..len].starts_with(SIGNATURE);
        if other && !self.opened.load(Relaxed) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "not the end of the archive"));
        }
        self.at += len as u64;
        Ok(len)
    }
}

impl<R: Seek> Seek for Fenced<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = self.from.seek(to)?;
        Ok(self.at)
    }
}
