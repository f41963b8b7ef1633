//! A table as the means of so many cells as can be shown.

use latio::NdArrayView;

use super::series::each;

/// Means of parts of a table, a row after the other; NaN where nothing is known.
pub(crate) struct Grid {
    pub(crate) columns: usize,
    pub(crate) means: Vec<f64>,
}

impl Grid {
    /// Of an array of rank 2, in at most so many cells.
    #[expect(clippy::cast_precision_loss, reason = "a count")]
    pub(crate) fn of(view: &NdArrayView<'_>, rows: usize, columns: usize) -> Self {
        let (height, width) = (view.shape()[0], view.shape()[1]);
        let (rows, columns) = (rows.min(height).max(1), columns.min(width).max(1));
        let mut sums = vec![(0.0, 0_u64); rows * columns];
        let mut at = 0;
        each(view, |value| {
            let (row, column) = (at / width, at % width);
            at += 1;
            if value.is_finite() {
                let cell = &mut sums[row * rows / height * columns + column * columns / width];
                *cell = (cell.0 + value, cell.1 + 1);
            }
        });
        let mean =
            |(sum, count): (f64, u64)| if count == 0 { f64::NAN } else { sum / count as f64 };
        Self { columns, means: sums.into_iter().map(mean).collect() }
    }
}
