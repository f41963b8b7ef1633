//! A canvas of dots, eight to a character.

use super::colors::Rgb;

/// Dots, 2 wide and 4 high in each character.
pub(super) struct Canvas {
    width: usize,
    cells: Vec<(u8, Option<Rgb>)>,
}

/// The bit of each dot in a character: rows from the top, columns from the left.
const DOTS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

impl Canvas {
    /// Of so many characters.
    pub(super) fn new(width: usize, height: usize) -> Self {
        Self { width, cells: vec![(0, None); width * height] }
    }

    fn dot(&mut self, x: usize, y: usize, color: Rgb) {
        let cell = &mut self.cells[y / 4 * self.width + x / 2];
        *cell = (cell.0 | DOTS[y % 4][x % 2], Some(color));
    }

    /// A straight line between two dots, the first column and row being 0 (Bresenham 1965).
    pub(super) fn line(&mut self, from: (i64, i64), to: (i64, i64), color: Rgb) {
        let (dx, dy) = ((to.0 - from.0).abs(), -(to.1 - from.1).abs());
        let step = |from: i64, to: i64| if from < to { 1 } else { -1 };
        let (sx, sy) = (step(from.0, to.0), step(from.1, to.1));
        let (mut at, mut err) = (from, dx + dy);
        loop {
            if let (Ok(x), Ok(y)) = (usize::try_from(at.0), usize::try_from(at.1)) {
                self.dot(x, y, color);
            }
            if at == to {
                return;
            }
            let twice = 2 * err;
            if twice >= dy {
                err += dy;
                at.0 += sx;
            }
            if twice <= dx {
                err += dx;
                at.1 += sy;
            }
        }
    }

    /// The lines of characters, from the top.
    pub(super) fn rows(&self, colored: bool) -> impl Iterator<Item = String> {
        self.cells.chunks(self.width).map(move |row| {
            let mut text = String::new();
            let mut last = None;
            for &(dots, color) in row {
                if colored && color != last {
                    text += &color.map_or("\x1b[0m".to_owned(), foreground);
                    last = color;
                }
                text.push(char::from_u32(0x2800 + u32::from(dots)).expect("braille"));
            }
            if last.is_some() {
                text += "\x1b[0m";
            }
            text
        })
    }
}

/// What makes a terminal write in a colour.
pub(super) fn foreground((r, g, b): Rgb) -> String {
    format!("\x1b[38;2;{r};{g};{b}m")
}
