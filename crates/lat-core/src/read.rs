//! Reading, however often it is interrupted.

use std::io::{self, Read};

/// Reads once: as many bytes as there are now, none at the end of the input.
pub fn read_some(from: &mut dyn Read, to: &mut [u8]) -> io::Result<usize> {
    loop {
        match from.read(to) {
            Err(err) if err.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// Reads until `to` is full or the input ends, and says how many bytes there were.
pub fn fill(from: &mut dyn Read, to: &mut [u8]) -> io::Result<usize> {
    let mut len = 0;
    while len < to.len() {
        match read_some(from, &mut to[len..])? {
            0 => break,
            more => len += more,
        }
    }
    Ok(len)
}
