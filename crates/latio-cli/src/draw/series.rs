//! Points of lines, thinned out to what can be seen.

use lat_core::{Element, dispatch};
use latio::{Error, ErrorKind, NdArrayView, Result, Slice};

use crate::scalar::to_f64;

/// A line.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    pub(crate) name: String,
    /// Not a number where the line is broken.
    pub(crate) points: Vec<(f64, f64)>,
}

/// More points than any picture is wide.
const MOST: usize = 8192;

/// The columns of a table as lines, over one of them or over their index.
pub(crate) fn of_columns(view: &NdArrayView<'_>, x: Option<usize>) -> Result<Vec<Series>> {
    if view.rank() == 1 {
        return Ok(vec![Series { name: String::new(), points: thinned(None, view) }]);
    }
    let columns = view.shape()[1];
    let column = |at: usize| format!(":, {at}").parse::<Slice>()?.of(view);
    if let Some(at) = x.filter(|it| *it >= columns) {
        let message = format!("no column {at}: there are {columns}, counted from 0");
        return Err(Error::new(ErrorKind::Usage, message));
    }
    let over = x.map(column).transpose()?;
    let labels = view.axes()[1].labels.as_ref();
    let others = (0..columns).filter(|it| Some(*it) != x);
    others
        .map(|at| {
            let name = labels.map_or_else(|| at.to_string(), |it| it[at].clone());
            Ok(Series { name, points: thinned(over.as_ref(), &column(at)?) })
        })
        .collect()
}

/// The points of a line: if there are too many, the lowest and highest of each few.
fn thinned(x: Option<&NdArrayView<'_>>, y: &NdArrayView<'_>) -> Vec<(f64, f64)> {
    let mut thin = Thin {
        per: y.len().div_ceil(MOST / 2).max(1),
        kept: Vec::new(),
        low: None,
        high: None,
        seen: 0,
    };
    #[expect(clippy::cast_precision_loss, reason = "a place in a picture")]
    match x {
        None => {
            let mut at = 0_usize;
            each(y, |y| {
                thin.add((at as f64, y));
                at += 1;
            });
        }
        Some(x) => {
            crate::commands::diff::pairs(x, y, |x, y| thin.add((to_f64(x), to_f64(y))));
        }
    }
    thin.finish()
}

/// Calls `each` with every element.
pub(crate) fn each(view: &NdArrayView<'_>, mut each: impl FnMut(f64)) {
    dispatch!(view.dtype(), T => {
        let view = view.typed::<T>().expect("matched on dtype");
        view.iter().for_each(|it| each(to_f64(it.to_scalar())));
    });
}

struct Thin {
    per: usize,
    kept: Vec<(f64, f64)>,
    low: Option<(f64, f64)>,
    high: Option<(f64, f64)>,
    seen: usize,
}

impl Thin {
    fn add(&mut self, point: (f64, f64)) {
        if self.per == 1 {
            self.kept.push(point);
            return;
        }
        if point.1.is_finite() {
            self.low = Some(self.low.filter(|it| it.1 <= point.1).unwrap_or(point));
            self.high = Some(self.high.filter(|it| it.1 >= point.1).unwrap_or(point));
        }
        self.seen += 1;
        if self.seen % self.per == 0 {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if let (Some(low), Some(high)) = (self.low.take(), self.high.take()) {
            let (a, b) = if low.0 <= high.0 { (low, high) } else { (high, low) };
            self.kept.push(a);
            if a != b {
                self.kept.push(b);
            }
        }
    }

    fn finish(mut self) -> Vec<(f64, f64)> {
        self.flush();
        self.kept
    }
}

/// The least and greatest of finite numbers; 0 and 1 if there are none, and some room around one.
pub(crate) fn extent(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let finite = values.filter(|it| it.is_finite());
    let found = finite.fold(None, |so_far: Option<(f64, f64)>, it| {
        Some(so_far.map_or((it, it), |(low, high)| (low.min(it), high.max(it))))
    });
    match found {
        None => (0.0, 1.0),
        #[expect(clippy::float_cmp, reason = "exactly one value")]
        Some((low, high)) if low == high => (low - 0.5, high + 0.5),
        Some(both) => both,
    }
}
