//! A histogram in the terminal.

use std::fmt::Write;

use super::{Room, eighths};
use crate::scalar::digits;

/// A bar for each bin, from the left, with the bin's lower end and its count.
#[expect(clippy::cast_precision_loss, reason = "bins are few")]
pub(crate) fn draw(low: f64, high: f64, counts: &[u64], room: Room) -> String {
    const PARTS: [char; 8] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let width = (high - low) / counts.len() as f64;
    let labels: Vec<_> = (0..counts.len()).map(|at| digits(low + width * at as f64, 5)).collect();
    let margin = labels.iter().map(String::len).max().unwrap_or(0);
    let numbers = most.to_string().len();
    let bar = room.width.saturating_sub(margin + numbers + 3).max(8);
    let mut text = String::new();
    for (label, &count) in labels.iter().zip(counts) {
        let parts = eighths(count, most, 8 * bar as u64);
        let mut drawn = "█".repeat(parts / 8);
        if parts % 8 > 0 {
            drawn.push(PARTS[parts % 8 - 1]);
        }
        let pad = " ".repeat(bar - drawn.chars().count());
        let _ = writeln!(text, "{label:>margin$} │{drawn}{pad} {count:>numbers$}");
    }
    let _ = writeln!(text, "{:>margin$}", digits(high, 5));
    text
}
