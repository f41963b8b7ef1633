//! Colours of lines and of values.

/// Red, green, blue.
pub(crate) type Rgb = (u8, u8, u8);

/// Colours that stay apart for colour-blind eyes (Okabe and Ito 2008).
const LINES: [Rgb; 7] = [
    (0, 114, 178),
    (230, 159, 0),
    (0, 158, 115),
    (213, 94, 0),
    (86, 180, 233),
    (204, 121, 167),
    (240, 228, 66),
];

/// The colour of a line, by its number.
pub(crate) fn line(number: usize) -> Rgb {
    LINES[number % LINES.len()]
}

/// Points of matplotlib's map viridis, at equal distances; between them it is nearly straight.
const VIRIDIS: [Rgb; 10] = [
    (68, 1, 84),
    (72, 40, 120),
    (62, 73, 137),
    (49, 104, 142),
    (38, 130, 142),
    (31, 158, 137),
    (53, 183, 121),
    (110, 206, 88),
    (181, 222, 43),
    (253, 231, 37),
];

/// The colour of a part from 0 to 1.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
pub(crate) fn value(part: f64) -> Rgb {
    let place = part.clamp(0.0, 1.0) * 9.0;
    let at = (place as usize).min(8);
    let share = place - place.trunc().min(8.0);
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
    let (a, b) = (VIRIDIS[at], VIRIDIS[at + 1]);
    (mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}
