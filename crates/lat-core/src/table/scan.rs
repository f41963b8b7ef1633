//! The fast loop: numbers, delimiters and line ends, read where they lie.

use super::Separator;
use crate::text::TextElement;

/// What the loop did.
pub(super) struct Scanned {
    /// How many bytes it read: whole records only.
    pub(super) len: usize,
    /// How many records, each on a line of its own.
    pub(super) rows: usize,
    /// Whether it stopped for want of room in the vector.
    pub(super) full: bool,
}

/// Reads records of `columns` fields each from the whole lines that `text` holds up to `end`, as
/// long as they are plain, at most `max_rows`, and never more than fit the vector as it is.
///
/// Stops before the first record that is anything else, right or wrong.
pub(super) fn scan_rows<T: TextElement>(
    text: &[u8],
    end: usize,
    separator: Separator,
    columns: usize,
    max_rows: usize,
    out: &mut Vec<T>,
) -> Scanned {
    let mut done = Scanned { len: 0, rows: 0, full: false };
    while done.len < end && done.rows < max_rows {
        let before = out.len();
        if out.capacity() - before < columns {
            done.full = true;
            break;
        }
        out.resize(before + columns, T::default());
        let Some(next) = scan_record(text, done.len, separator, &mut out[before..]) else {
            out.truncate(before);
            break;
        };
        done.len = next;
        done.rows += 1;
    }
    done
}

/// Reads one record, and says where the next begins.
#[inline]
fn scan_record<T: TextElement>(
    text: &[u8],
    mut at: usize,
    separator: Separator,
    slots: &mut [T],
) -> Option<usize> {
    let columns = slots.len();
    for (column, slot) in slots.iter_mut().enumerate() {
        at = skip(text, at, separator)?;
        (*slot, at) = T::scan(text, at)?;
        if column + 1 == columns {
            break;
        }
        match separator {
            Separator::Byte(byte) if text.get(at) == Some(&byte) => at += 1,
            Separator::Byte(byte) => {
                at = skip(text, at, separator)?;
                if text[at] != byte {
                    return None;
                }
                at += 1;
            }
            Separator::Blanks if separator.skips(*text.get(at)?) => {}
            Separator::Blanks => return None,
        }
    }
    line_end(text, skip(text, at, separator)?)
}

/// Where the next byte is that is no blank.
#[inline]
fn skip(text: &[u8], mut at: usize, separator: Separator) -> Option<usize> {
    loop {
        let byte = *text.get(at)?;
        // One comparison for almost all.
        if byte > b' ' || !separator.skips(byte) {
            return Some(at);
        }
        at += 1;
    }
}

/// Where the next line begins, if one ends here.
#[inline]
fn line_end(text: &[u8], at: usize) -> Option<usize> {
    match text[at] {
        b'\r' if text.get(at + 1) == Some(&b'\n') => Some(at + 2),
        b'\n' | b'\r' => Some(at + 1),
        _ => None,
    }
}
