//! Brackets, lines, and where they wrap.

use std::fmt::{self, Write};

use super::corners::{Corners, Extent};

/// Writes the elements of an array that has some and whose rank is not 0; `word` appends the one
/// at an index.
pub(super) fn write(
    f: &mut fmt::Formatter<'_>,
    corners: &Corners,
    line_width: usize,
    word: impl Fn(&[usize], &mut String),
) -> fmt::Result {
    let axes = corners.axes();
    let (row_axis, outer) = axes.split_last().expect("the rank is not 0");
    let mut index = vec![0; axes.len()];
    repeat(f, '[', axes.len())?;
    loop {
        write_row(f, *row_axis, line_width, &mut index, &word)?;
        f.write_char(']')?;
        let Some(axis) = step(f, outer, &mut index)? else {
            return Ok(());
        };
        between(f, outer.len() - axis, axis, outer[axis].gap_before(index[axis]))?;
        repeat(f, '[', outer.len() - axis)?;
    }
}

fn repeat(f: &mut fmt::Formatter<'_>, it: char, times: usize) -> fmt::Result {
    (0..times).try_for_each(|_| f.write_char(it))
}

/// Goes to the next row, closing the lists that have no more, and says on which axis it lies.
fn step(
    f: &mut fmt::Formatter<'_>,
    outer: &[Extent],
    index: &mut [usize],
) -> Result<Option<usize>, fmt::Error> {
    for (axis, extent) in outer.iter().enumerate().rev() {
        if let Some(next) = extent.after(index[axis]) {
            index[axis] = next;
            return Ok(Some(axis));
        }
        index[axis] = 0;
        f.write_char(']')?;
    }
    Ok(None)
}

/// Goes to the place of the next list of an axis: the deeper they nest, the more lines it takes.
fn between(f: &mut fmt::Formatter<'_>, lines: usize, axis: usize, gap: bool) -> fmt::Result {
    repeat(f, '\n', lines)?;
    repeat(f, ' ', axis + 1)?;
    if gap {
        f.write_str("...")?;
        return between(f, lines, axis, false);
    }
    Ok(())
}

fn write_row(
    f: &mut fmt::Formatter<'_>,
    extent: Extent,
    line_width: usize,
    index: &mut [usize],
    word: &impl Fn(&[usize], &mut String),
) -> fmt::Result {
    let rank = index.len();
    // Room is left for a closing bracket of each list.
    let width = line_width.saturating_sub(rank);
    let mut line = Line { text: String::new(), width, margin: rank, wrapped: false };
    let mut text = String::new();
    let mut position = 0;
    loop {
        if extent.gap_before(position) {
            line.push(f, "...")?;
            line.text.push(' ');
        }
        index[rank - 1] = position;
        text.clear();
        word(index, &mut text);
        line.push(f, &text)?;
        match extent.after(position) {
            Some(next) => position = next,
            None => break,
        }
        line.text.push(' ');
    }
    index[rank - 1] = 0;
    line.write(f, &line.text)
}

/// The line that is being filled.
struct Line {
    text: String,
    width: usize,
    /// How many characters stand before the text.
    margin: usize,
    /// Whether this is not a row's first line, which stands behind brackets.
    wrapped: bool,
}

impl Line {
    /// Adds a word, on a new line if it does not fit and this one is not empty.
    fn push(&mut self, f: &mut fmt::Formatter<'_>, word: &str) -> fmt::Result {
        let full = self.margin + self.text.len() + word.len() > self.width;
        if full && !self.text.is_empty() {
            self.write(f, self.text.trim_end())?;
            f.write_char('\n')?;
            self.text.clear();
            self.wrapped = true;
        }
        self.text.push_str(word);
        Ok(())
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
        repeat(f, ' ', if self.wrapped { self.margin } else { 0 })?;
        f.write_str(text)
    }
}
