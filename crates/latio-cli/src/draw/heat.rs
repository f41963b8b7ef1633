//! A heat map in the terminal: two rows to a line, by half blocks; without colours one, by shades.

use std::fmt::Write;

use super::{Room, braille::foreground, colors, grid::Grid, series::extent};
use crate::scalar::digits;

/// Marks of values without colours, from low to high.
const SHADES: [char; 10] = [' ', '.', ':', '-', '=', '+', '*', '#', '%', '@'];

/// How many rows a line shows.
pub(crate) fn rows_in_line(room: Room) -> usize {
    if room.color { 2 } else { 1 }
}

/// Draws a grid, and what its colours mean.
pub(crate) fn draw(grid: &Grid, room: Room) -> String {
    let (low, high) = extent(grid.means.iter().copied());
    let part = |value: f64| (value / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0);
    let mut text = String::new();
    for rows in grid.means.chunks(grid.columns * rows_in_line(room)) {
        let (upper, lower) = rows.split_at(grid.columns);
        for (at, &value) in upper.iter().enumerate() {
            if room.color {
                text += &half_block(part(value), lower.get(at).map(|it| part(*it)));
            } else {
                text.push(shade(part(value)));
            }
        }
        text += if room.color { "\x1b[0m\n" } else { "\n" };
    }
    let scale: String = (0..10).map(|at| scale(f64::from(at) / 9.0, room)).collect();
    let reset = if room.color { "\x1b[0m" } else { "" };
    let _ = writeln!(text, "{} {scale}{reset} {}", digits(low, 6), digits(high, 6));
    text
}

fn scale(part: f64, room: Room) -> String {
    if room.color { half_block(part, Some(part)) } else { shade(part).to_string() }
}

/// The upper half in one colour, the lower in another. NaN is left blank.
fn half_block(upper: f64, lower: Option<f64>) -> String {
    let lower = lower.filter(|it| !it.is_nan());
    let background = lower.map_or("\x1b[49m".to_owned(), |it| {
        let (r, g, b) = colors::value(it);
        format!("\x1b[48;2;{r};{g};{b}m")
    });
    if upper.is_nan() {
        return format!("{background} ");
    }
    format!("{}{background}▀", foreground(colors::value(upper)))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 9")]
fn shade(part: f64) -> char {
    if part.is_nan() { '?' } else { SHADES[((part * 10.0) as usize).min(9)] }
}
