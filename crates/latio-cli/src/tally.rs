//! Statistics of numbers that come one by one.

use lat_core::{Element, dispatch};
use latio::{NdArrayView, Scalar};

use crate::{middle::Middle, scalar::to_f64};

/// What is known of the numbers so far. NaN is counted, and left out of all else.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) count: u64,
    pub(crate) nan: u64,
    pub(crate) inf: u64,
    min: f64,
    max: f64,
    /// The sum, and what its rounding lost (Neumaier 1974).
    sum: f64,
    lost: f64,
    /// The mean, and the sum of squared distances from it (Welford 1962).
    mean: f64,
    squares: f64,
    /// Exact where all numbers are integers.
    ints: Option<Ints>,
    /// The smallest and largest that are finite.
    pub(crate) finite: Option<(f64, f64)>,
    pub(crate) kept: Kept,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ints {
    min: i128,
    max: i128,
    sum: i128,
}

/// What is kept for what cannot be told from sums.
#[derive(Clone, Debug, Default)]
pub(crate) enum Kept {
    /// Nothing: they are too many.
    #[default]
    Not,
    All {
        values: Vec<f64>,
        room: Room,
    },
    /// They are too many, and can be read again.
    Counted(Middle),
}

/// How much may be kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// Memory for so many numbers.
    pub(crate) numbers: usize,
    /// Whether all will be read again if need be.
    pub(crate) again: bool,
}

/// The smallest and largest number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    Int(i128),
    Float(f64),
}

impl Tally {
    /// Keeps numbers for the median, as many as there is room for.
    pub(crate) fn keeping(room: Room) -> Self {
        Self { kept: Kept::All { values: Vec::new(), room }, ..Self::default() }
    }

    /// Keeps none of the numbers, which are known to be too many.
    pub(crate) fn counting(room: Room) -> Self {
        Self { kept: too_many(&[], room), ..Self::default() }
    }

    pub(crate) fn add(&mut self, value: Scalar) {
        let float = to_f64(value);
        if float.is_nan() {
            self.nan += 1;
            return;
        }
        let int = match value {
            Scalar::Bool(it) => Some(i128::from(it)),
            Scalar::Int(it) => Some(it.into()),
            Scalar::UInt(it) => Some(it.into()),
            Scalar::Float(_) | Scalar::Complex(_) => None,
        };
        self.add_int(int);
        self.count += 1;
        self.inf += u64::from(float.is_infinite());
        self.min = if self.count == 1 { float } else { self.min.min(float) };
        self.max = if self.count == 1 { float } else { self.max.max(float) };
        self.add_float(float);
        if float.is_finite() {
            let (low, high) = self.finite.unwrap_or((float, float));
            self.finite = Some((low.min(float), high.max(float)));
        }
        self.keep(float);
    }

    fn keep(&mut self, float: f64) {
        match &mut self.kept {
            Kept::Not => {}
            Kept::All { values, room } => {
                if values.len() < room.numbers && values.try_reserve(1).is_ok() {
                    values.push(float);
                    return;
                }
                self.kept = too_many(values, *room);
                self.keep(float);
            }
            Kept::Counted(middle) => middle.add(float),
        }
    }

    /// Ends a pass over the numbers. Says whether another one is needed.
    pub(crate) fn end_pass(&mut self) -> bool {
        let Kept::Counted(middle) = &mut self.kept else { return false };
        middle.end_pass();
        middle.needs_pass()
    }

    /// Takes in a number once more.
    pub(crate) fn add_again(&mut self, value: Scalar) {
        let float = to_f64(value);
        if let (Kept::Counted(middle), false) = (&mut self.kept, float.is_nan()) {
            middle.add(float);
        }
    }

    fn add_int(&mut self, int: Option<i128>) {
        self.ints = match (int, self.ints) {
            (Some(it), None) if self.count == 0 => Some(Ints { min: it, max: it, sum: it }),
            (Some(it), Some(old)) => {
                let sum = old.sum + it;
                Some(Ints { min: old.min.min(it), max: old.max.max(it), sum })
            }
            _ => None,
        };
    }

    #[expect(clippy::cast_precision_loss, reason = "a count")]
    fn add_float(&mut self, it: f64) {
        let sum = self.sum + it;
        self.lost +=
            if self.sum.abs() >= it.abs() { (self.sum - sum) + it } else { (it - sum) + self.sum };
        self.sum = sum;
        let from_mean = it - self.mean;
        self.mean += from_mean / self.count as f64;
        self.squares += from_mean * (it - self.mean);
    }

    pub(crate) fn min(&self) -> Option<Number> {
        let float = (self.count > 0).then_some(Number::Float(self.min));
        self.ints.map(|it| Number::Int(it.min)).or(float)
    }

    pub(crate) fn max(&self) -> Option<Number> {
        let float = (self.count > 0).then_some(Number::Float(self.max));
        self.ints.map(|it| Number::Int(it.max)).or(float)
    }

    pub(crate) fn sum(&self) -> Number {
        match self.ints {
            Some(ints) => Number::Int(ints.sum),
            // An infinite sum has lost nothing that can be told.
            None if self.sum.is_finite() => Number::Float(self.sum + self.lost),
            None => Number::Float(self.sum),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "a count, and a sum to be divided")]
    pub(crate) fn mean(&self) -> Option<f64> {
        let sum = match self.sum() {
            Number::Int(it) => it as f64,
            Number::Float(it) => it,
        };
        (self.count > 0).then(|| sum / self.count as f64)
    }

    /// Of the numbers as a population, as NumPy has it.
    #[expect(clippy::cast_precision_loss, reason = "a count")]
    pub(crate) fn variance(&self) -> Option<f64> {
        (self.count > 0).then(|| self.squares / self.count as f64)
    }

    /// If all numbers were kept, or read often enough.
    pub(crate) fn median(&mut self) -> Option<f64> {
        let values = match &mut self.kept {
            Kept::Not => return None,
            Kept::All { values, .. } => values,
            Kept::Counted(middle) => return middle.median(),
        };
        let middle = values.len() / 2;
        if values.is_empty() {
            return None;
        }
        let even = values.len() % 2 == 0;
        let (below, upper, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
        let upper = *upper;
        if !even {
            return Some(upper);
        }
        let lower = below.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Some(f64::midpoint(lower, upper))
    }
}

/// What is kept once there is no room for more than these.
fn too_many(values: &[f64], room: Room) -> Kept {
    match Middle::within(room.numbers).filter(|_| room.again) {
        Some(mut middle) => {
            for value in values {
                middle.add(*value);
            }
            Kept::Counted(middle)
        }
        None => Kept::Not,
    }
}

/// The ends of the finite numbers, and how many of them fall into each of so many bins of one
/// width.
pub(crate) fn histogram(
    values: &(impl Iterator<Item = f64> + Clone),
    bins: usize,
) -> Option<(f64, f64, Vec<u64>)> {
    let finite = || values.clone().filter(|it| it.is_finite());
    let low = finite().reduce(f64::min)?;
    let high = finite().reduce(f64::max)?;
    let mut counts = vec![0; bins];
    finite().for_each(|it| counts[bin(it, low, high, bins)] += 1);
    Some((low, high, counts))
}

/// Which of so many bins a finite number falls into.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "bins are few"
)]
pub(crate) fn bin(value: f64, low: f64, high: f64, bins: usize) -> usize {
    // Halves, since the distance between the ends may be past the largest float.
    let part = (value / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0);
    // All are in the first bin if there is but one value.
    if part.is_nan() { 0 } else { ((part * bins as f64) as usize).min(bins - 1) }
}

/// The histogram of an array.
pub(crate) fn histogram_of(view: &NdArrayView<'_>, bins: usize) -> Option<(f64, f64, Vec<u64>)> {
    dispatch!(view.dtype(), T => {
        let view = view.typed::<T>().expect("matched on dtype");
        histogram(&view.iter().map(|it| to_f64(it.to_scalar())), bins)
    })
}
