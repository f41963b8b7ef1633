//! Arrays as `NumPy` prints them.
//!
//! ```text
//! elements shown ──Printed::style──▶ how wide, how many digits ──Printed::put──▶ words ──layout──▶ lines
//! ```
//!
//! Follows NumPy 2.4 character for character; `tests/data/show` holds what it printed.

mod corners;
mod decimal;
mod element;
mod float;
mod layout;

use std::fmt;

use ndarray::ArrayViewD;

use crate::{Element, NdArray, NdArrayView, dispatch};
use corners::Corners;
use element::Printed;

/// How an array is printed. The defaults are those of NumPy, and of [`NdArray`]'s `Display`.
///
/// ```
/// use lat_core::{Show, ndarray::{Array, array}};
///
/// let a = array![[1.0, 0.25], [1.0 / 3.0, 100.0]];
/// assert_eq!(Show::new().of(&a).to_string(), "\
/// [[  1.           0.25      ]
///  [  0.33333333 100.        ]]");
/// assert_eq!(Show::new().precision(2).of(&a).to_string(), "\
/// [[  1.     0.25]
///  [  0.33 100.  ]]");
///
/// let long = Array::from_iter(0..2000);
/// assert_eq!(Show::new().of(&long).to_string(), "[   0    1    2 ... 1997 1998 1999]");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Show {
    precision: usize,
    threshold: usize,
    edge_items: usize,
    line_width: usize,
}

impl Default for Show {
    fn default() -> Self {
        Self::new()
    }
}

impl Show {
    /// As NumPy does: 8 digits after the point, all of up to 1000 elements, else 3 at each edge,
    /// and lines of 75 characters.
    pub const fn new() -> Self {
        Self { precision: 8, threshold: 1000, edge_items: 3, line_width: 75 }
    }

    /// At most this many digits after the point.
    #[must_use]
    pub const fn precision(self, precision: usize) -> Self {
        Self { precision, ..self }
    }

    /// Arrays with more elements than this are shown by their edges only.
    #[must_use]
    pub const fn threshold(self, threshold: usize) -> Self {
        Self { threshold, ..self }
    }

    /// How many positions are shown at each end of an axis that is too long; at least one.
    #[must_use]
    pub const fn edge_items(self, edge_items: usize) -> Self {
        Self { edge_items: if edge_items == 0 { 1 } else { edge_items }, ..self }
    }

    /// How many characters a line may have; a single element may be longer.
    #[must_use]
    pub const fn line_width(self, line_width: usize) -> Self {
        Self { line_width, ..self }
    }

    /// The array in a form that displays so. It takes time for the elements shown only.
    pub fn of<'a>(self, array: impl Into<NdArrayView<'a>>) -> Shown<'a> {
        Shown { show: self, array: array.into() }
    }
}

/// An array with the way it is displayed: see [`Show::of`].
#[derive(Clone, Debug)]
pub struct Shown<'a> {
    show: Show,
    array: NdArrayView<'a>,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        dispatch!(self.array.dtype(), T => {
            write::<T>(f, self.show, self.array.typed().expect("matched on dtype"))
        })
    }
}

/// As NumPy's `print` does.
impl fmt::Display for NdArrayView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Show::new().of(self).fmt(f)
    }
}

/// As NumPy's `print` does.
impl fmt::Display for NdArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}

fn write<T: Printed + Element>(
    f: &mut fmt::Formatter<'_>,
    show: Show,
    array: &ArrayViewD<'_, T>,
) -> fmt::Result {
    if array.is_empty() {
        return f.write_str("[]");
    }
    if array.ndim() == 0 {
        return f.write_str(&array[[].as_slice()].alone());
    }
    let edge = (array.len() > show.threshold).then_some(show.edge_items);
    let corners = Corners::new(array.shape(), edge);
    let style = T::style(corners.elements(array), show.precision);
    let word = |index: &[usize], out: &mut String| array[index].put(&style, out);
    layout::write(f, &corners, show.line_width, word)
}
