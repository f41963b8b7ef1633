//! Drawing with characters.

pub(crate) mod bars;
mod braille;
pub(crate) mod colors;
pub(crate) mod grid;
pub(crate) mod heat;
pub(crate) mod lines;
pub(crate) mod series;

/// A bar for each count, in eight heights. A count that is not 0 has a bar that is seen.
pub(crate) fn sparkline(counts: &[u64]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    counts.iter().map(|&it| if it == 0 { ' ' } else { BARS[eighths(it, most, 8) - 1] }).collect()
}

/// The part of `most` that a count is, in so many steps, rounded up.
fn eighths(count: u64, most: u64, steps: u64) -> usize {
    let level = (u128::from(count) * u128::from(steps)).div_ceil(u128::from(most));
    usize::try_from(level).expect("no more than the steps")
}

/// The room for a drawing, in characters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Whether colours may be used.
    pub(crate) color: bool,
}
