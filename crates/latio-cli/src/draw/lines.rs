//! Lines in the terminal.

use std::fmt::Write;

use super::{
    Room,
    braille::{Canvas, foreground},
    colors,
    series::{Series, extent},
};
use crate::scalar::digits;

/// Draws lines over one another, with the ends of both axes written beside them.
pub(crate) fn draw(all: &[Series], room: Room) -> String {
    let points = || all.iter().flat_map(|it| &it.points);
    let (left, right) = extent(points().map(|it| it.0));
    let (low, high) = extent(points().map(|it| it.1));
    let labels = [digits(high, 6), digits(low, 6)];
    let margin = labels.iter().map(String::len).max().unwrap_or(0);
    let width = room.width.saturating_sub(margin + 2).max(8);
    let height = room.height.saturating_sub(2).max(2);
    let mut canvas = Canvas::new(width, height);
    let x = Scale { low: left, high: right, dots: 2 * width };
    let y = Scale { low, high, dots: 4 * height };
    for (number, series) in all.iter().enumerate() {
        let mut last = None;
        for point in &series.points {
            let place = x.place(point.0).zip(y.place(point.1));
            let place = place.map(|(x, y)| (x, y_down(height, y)));
            if let Some(to) = place {
                canvas.line(last.unwrap_or(to), to, colors::line(number));
            }
            last = place;
        }
    }
    let mut text = String::new();
    for (at, row) in canvas.rows(room.color).enumerate() {
        let label = match at {
            0 => &*labels[0],
            _ if at + 1 == height => &*labels[1],
            _ => "",
        };
        let tick = if label.is_empty() { '│' } else { '┤' };
        let _ = writeln!(text, "{label:>margin$} {tick}{row}");
    }
    let _ = writeln!(text, "{:margin$} └{}", "", "─".repeat(width));
    let (left, right) = (digits(left, 6), digits(right, 6));
    let gap = width.saturating_sub(left.len());
    let _ = writeln!(text, "{:margin$}  {left}{right:>gap$}", "");
    text + &legend(all, room)
}

fn y_down(height: usize, y: i64) -> i64 {
    i64::try_from(4 * height).unwrap_or(i64::MAX) - 1 - y
}

fn legend(all: &[Series], room: Room) -> String {
    if all.len() < 2 {
        return String::new();
    }
    let entry = |(number, it): (usize, &Series)| {
        if room.color {
            return format!("{}━\x1b[0m {}", foreground(colors::line(number)), it.name);
        }
        it.name.clone()
    };
    let entries: Vec<_> = all.iter().enumerate().map(entry).collect();
    format!("{}\n", entries.join("  "))
}

/// From numbers to dots.
struct Scale {
    low: f64,
    high: f64,
    dots: usize,
}

impl Scale {
    #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "few dots")]
    fn place(&self, value: f64) -> Option<i64> {
        // Halves, since the distance between the ends may be past the largest float.
        let part = (value / 2.0 - self.low / 2.0) / (self.high / 2.0 - self.low / 2.0);
        value.is_finite().then(|| (part * (self.dots - 1) as f64).round() as i64)
    }
}
