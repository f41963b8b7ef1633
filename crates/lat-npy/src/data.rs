//! Reading elements straight into the buffer of an array.

use std::io::Read;

use lat_core::{Error, ErrorKind, Result, advise_huge_pages, read::fill};
use zerocopy::{FromZeros, IntoBytes};

use crate::{
    header::fault::{HeaderFault, Stage},
    stored::Part,
};

/// Bytes read at a time where they are looked at: they stay in the cache between the two.
pub(crate) const BLOCK: usize = 256 << 10;

/// The elements of a file, as bytes to come.
pub(crate) struct Body<'a> {
    pub(crate) from: &'a mut dyn Read,
    /// Whether it is known that there are as many as the header says.
    pub(crate) sized: bool,
    /// The size of what is to be swapped; 1 if nothing is.
    pub(crate) swap: usize,
    /// Where in the file they begin.
    pub(crate) start: u64,
}

impl Body<'_> {
    /// Reads numbers that any bytes are a value of.
    pub(crate) fn parts<P: Part>(&mut self, len: usize) -> Result<Vec<P>> {
        if self.sized || len * size_of::<P>() <= BLOCK {
            return self.parts_at_once(len);
        }
        self.parts_as_they_come(len)
    }

    fn parts_at_once<P: Part>(&mut self, len: usize) -> Result<Vec<P>> {
        let bytes = len * size_of::<P>();
        let mut parts = P::new_vec_zeroed(len).map_err(|_| Error::out_of_memory(bytes))?;
        advise_huge_pages(&mut parts);
        self.fill_part(parts.as_mut_bytes(), 0, bytes)?;
        Ok(parts)
    }

    /// Takes no more than twice the memory of what has come.
    fn parts_as_they_come<P: Part>(&mut self, len: usize) -> Result<Vec<P>> {
        let step = BLOCK / size_of::<P>();
        let mut parts = Vec::<P>::new();
        while parts.len() < len {
            let done = parts.len();
            let more = step.min(len - done);
            if parts.capacity() < done + more {
                let room = len.min((2 * done).max(step)) - done;
                let fail = |_| Error::out_of_memory((done + room) * size_of::<P>());
                parts.try_reserve_exact(room).map_err(fail)?;
                advise_huge_pages(&mut parts);
            }
            P::extend_vec_zeroed(&mut parts, more).expect("there is room");
            let size = size_of::<P>();
            self.fill_part(parts[done..].as_mut_bytes(), done * size, len * size)?;
        }
        Ok(parts)
    }

    /// Fills a piece of the data: all of it is `wanted` bytes, and `before` have been read.
    pub(crate) fn fill_part(&mut self, to: &mut [u8], before: usize, wanted: usize) -> Result<()> {
        // Bytes that are not looked at need not pass through the cache in blocks.
        let block = if self.swap == 1 { to.len().max(1) } else { BLOCK };
        let mut found = before;
        for part in to.chunks_mut(block) {
            let len = fill(self.from, part)?;
            found += len;
            if len < part.len() {
                return Err(truncated(self.start, wanted as u64, found as u64));
            }
            swap(part, self.swap);
        }
        Ok(())
    }

    /// Reads booleans: bytes of which only 0 and 1 are.
    pub(crate) fn bools(&mut self, len: usize) -> Result<Vec<bool>> {
        let mut bools = Vec::new();
        let expected = if self.sized { len } else { len.min(BLOCK) };
        bools.try_reserve_exact(expected).map_err(|_| Error::out_of_memory(expected))?;
        advise_huge_pages(&mut bools);
        let mut block = zeros(len.min(BLOCK))?;
        while bools.len() < len {
            let done = bools.len();
            let part = &mut block[..BLOCK.min(len - done)];
            self.fill_part(part, done, len)?;
            // All at once: a search that may end early is eight times slower.
            let all = part.iter().fold(0, |all, it| all | it);
            if let Some(at) = (all > 1).then(|| part.iter().position(|&it| it > 1)).flatten() {
                return Err(not_bool(part[at], self.start + (done + at) as u64));
            }
            if bools.capacity() < done + part.len() {
                let room = len.min(2 * done) - done;
                bools.try_reserve_exact(room).map_err(|_| Error::out_of_memory(done + room))?;
            }
            bools.extend(part.iter().map(|&it| it != 0));
        }
        Ok(bools)
    }
}

/// So many zero bytes, if there is the memory.
pub(crate) fn zeros(len: usize) -> Result<Vec<u8>> {
    u8::new_vec_zeroed(len).map_err(|_| Error::out_of_memory(len))
}

/// Reverses the bytes of every number of `size` bytes.
pub(crate) fn swap(bytes: &mut [u8], size: usize) {
    match size {
        2 => swap_each::<2>(bytes),
        4 => swap_each::<4>(bytes),
        8 => swap_each::<8>(bytes),
        _ => {}
    }
}

fn swap_each<const N: usize>(bytes: &mut [u8]) {
    for number in bytes.chunks_exact_mut(N) {
        let number: &mut [u8; N] = number.try_into().expect("of this length");
        number.reverse();
    }
}

#[cold]
pub(crate) fn truncated(start: u64, wanted: u64, found: u64) -> Error {
    let message = format!("file is cut short: expected {wanted} data bytes, found {found}");
    let end = start + found;
    HeaderFault::new(Stage::Data, end..end, message).error(ErrorKind::Syntax)
}

/// Bytes after the data; `count` of them, if that is known.
#[cold]
pub(crate) fn trailing(end: u64, count: Option<u64>) -> Error {
    let count = count.map_or("bytes".to_owned(), |it| format!("{it} bytes"));
    let message = format!("{count} follow the data that the header tells of");
    HeaderFault::new(Stage::Data, end..end + 1, message).error(ErrorKind::Syntax).with_hint(
        "if more arrays follow, read them one by one with read_npy; \
         to ignore the bytes, use Npy::allow_trailing",
    )
}

#[cold]
pub(crate) fn not_bool(found: u8, at: u64) -> Error {
    let message = format!("byte {found} is not a boolean, expected 0 or 1");
    HeaderFault::new(Stage::Data, at..at + 1, message)
        .error(ErrorKind::Parse)
        .with_hint("NumPy takes any but 0 for true: in NumPy, save (a.view('u1') != 0)")
}
