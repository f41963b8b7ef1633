//! A picture of pixels, with letters of 8 by 8 dots.

use std::convert::Infallible;

use font8x8::legacy::BASIC_LEGACY;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    text_anchor::{HPos, VPos},
};

/// Red, green and blue of each pixel, row by row.
pub(super) struct Pixels<'p> {
    bytes: &'p mut [u8],
    size: (u32, u32),
}

impl<'p> Pixels<'p> {
    pub(super) fn new(bytes: &'p mut [u8], size: (u32, u32)) -> Self {
        Self { bytes, size }
    }

    fn set(&mut self, (x, y): BackendCoord, color: BackendColor) {
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else { return };
        if x >= self.size.0 || y >= self.size.1 {
            return;
        }
        let at = 3 * (y as usize * self.size.0 as usize + x as usize);
        let rgb = <[u8; 3]>::from(color.rgb);
        for (old, new) in self.bytes[at..at + 3].iter_mut().zip(rgb) {
            *old = mixed(*old, new, color.alpha);
        }
    }

    /// Draws a letter, each of its dots as a square.
    fn letter(&mut self, letter: char, (x, y): BackendCoord, dot: i32, color: BackendColor) {
        let code = if letter.is_ascii() { letter as usize } else { '?' as usize };
        for (row, bits) in (0..).zip(BASIC_LEGACY[code]) {
            for column in (0..8).filter(|it| bits >> it & 1 == 1) {
                for (dx, dy) in (0..dot * dot).map(|it| (it % dot, it / dot)) {
                    self.set((x + column * dot + dx, y + row * dot + dy), color);
                }
            }
        }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
fn mixed(old: u8, new: u8, alpha: f64) -> u8 {
    (f64::from(old) + (f64::from(new) - f64::from(old)) * alpha).round() as u8
}

/// The size of a letter's dots: letters of 8 pixels up to a size of 15, of 16 up to 23.
#[expect(clippy::cast_possible_truncation, reason = "letters are small")]
fn dot(style: &impl BackendTextStyle) -> i32 {
    ((style.size() / 8.0 - 0.5) as i32).max(1)
}

fn width(text: &str, dot: i32) -> i32 {
    i32::try_from(text.chars().count()).unwrap_or(i32::MAX / 1024).saturating_mul(8 * dot)
}

impl DrawingBackend for Pixels<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Result<(), DrawingErrorKind<Infallible>> {
        Ok(())
    }

    fn present(&mut self) -> Result<(), DrawingErrorKind<Infallible>> {
        Ok(())
    }

    fn draw_pixel(
        &mut self,
        at: BackendCoord,
        color: BackendColor,
    ) -> Result<(), DrawingErrorKind<Infallible>> {
        self.set(at, color);
        Ok(())
    }

    /// A row of squares, as wide as the line.
    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Result<(), DrawingErrorKind<Infallible>> {
        let width = i32::try_from(style.stroke_width()).unwrap_or(1).clamp(1, 16);
        // Places are within a few pictures' width.
        let (dx, dy) = (to.0.saturating_sub(from.0), to.1.saturating_sub(from.1));
        let steps = dx.abs().max(dy.abs()).max(1);
        for step in 0..=steps {
            let along = |start: i32, by: i32| {
                let part = i64::from(by) * i64::from(step) / i64::from(steps);
                start + i32::try_from(part).expect("no more than the whole")
            };
            let (x, y) = (along(from.0, dx), along(from.1, dy));
            for (ox, oy) in (0..width * width).map(|it| (it % width, it / width)) {
                self.set((x + ox, y + oy), style.color());
            }
        }
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Result<(), DrawingErrorKind<Infallible>> {
        let mut last = None;
        for to in path {
            self.draw_line(last.unwrap_or(to), to, style)?;
            last = Some(to);
        }
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        (x, y): BackendCoord,
    ) -> Result<(), DrawingErrorKind<Infallible>> {
        let dot = dot(style);
        let left = match style.anchor().h_pos {
            HPos::Left => x,
            HPos::Center => x - width(text, dot) / 2,
            HPos::Right => x - width(text, dot),
        };
        let top = match style.anchor().v_pos {
            VPos::Top => y,
            VPos::Center => y - 4 * dot,
            VPos::Bottom => y - 8 * dot,
        };
        for (at, letter) in (0..).zip(text.chars()) {
            self.letter(letter, (left + 8 * dot * at, top), dot, style.color());
        }
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let dot = dot(style);
        let size = |it: i32| u32::try_from(it).unwrap_or(0);
        Ok((size(width(text, dot)), size(8 * dot)))
    }
}
