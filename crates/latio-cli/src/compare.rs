//! Whether two numbers are the same, exactly or nearly.

use lat_core::{DType, Element, dispatch};
use latio::{NdArrayView, Scalar, f16};

use crate::commands::diff::pairs;

/// How near numbers must be to be the same.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tolerance {
    pub(crate) rtol: f64,
    pub(crate) atol: f64,
    pub(crate) ulps: u64,
    pub(crate) equal_nan: bool,
}

/// The pair of numbers that differ most.
#[derive(Clone, Debug)]
pub(crate) struct Worst {
    pub(crate) index: Vec<usize>,
    pub(crate) a: Scalar,
    pub(crate) b: Scalar,
    pub(crate) absolute: f64,
    pub(crate) relative: f64,
}

/// The differences found so far.
#[derive(Debug, Default)]
pub(crate) struct Differences {
    pub(crate) tolerance: Tolerance,
    pub(crate) compared: u64,
    pub(crate) count: u64,
    /// How many of them are NaN on both sides.
    pub(crate) nans: u64,
    pub(crate) first: Option<(Vec<usize>, Scalar, Scalar)>,
    pub(crate) absolute: Option<Worst>,
    pub(crate) relative: Option<Worst>,
}

impl Differences {
    /// Compares blocks of one shape, which begin at position `row` of the first axis.
    pub(crate) fn add(&mut self, a: &NdArrayView<'_>, b: &NdArrayView<'_>, row: usize) {
        self.compared += a.len() as u64;
        if identical(a, b) {
            return;
        }
        let poorer = if a.dtype().size() <= b.dtype().size() { a.dtype() } else { b.dtype() };
        let mut at = 0;
        pairs(a, b, |x, y| {
            if !self.same(x, y, poorer) {
                self.note(x, y, || index(at, a.shape(), row));
            }
            at += 1;
        });
    }

    fn same(&self, a: Scalar, b: Scalar, dtype: DType) -> bool {
        let Tolerance { rtol, atol, ulps, equal_nan } = self.tolerance;
        if is_nan(a) || is_nan(b) {
            return equal_nan && is_nan(a) && is_nan(b);
        }
        if a.same_number(b) {
            return true;
        }
        let (absolute, _) = distance(a, b);
        // As in NumPy, an infinity is near to itself alone.
        let near = absolute.is_finite() && absolute <= atol + rtol * magnitude(b);
        near || (ulps > 0 && ulps_between(a, b, dtype).is_some_and(|it| it <= ulps))
    }

    fn note(&mut self, a: Scalar, b: Scalar, index: impl FnOnce() -> Vec<usize>) {
        self.count += 1;
        if is_nan(a) && is_nan(b) {
            self.nans += 1;
        }
        let (absolute, relative) = distance(a, b);
        let more = |old: &Option<Worst>, new: f64, of: fn(&Worst) -> f64| {
            !new.is_nan() && old.as_ref().is_none_or(|old| new > of(old))
        };
        let by_absolute = more(&self.absolute, absolute, |it| it.absolute);
        let by_relative = more(&self.relative, relative, |it| it.relative);
        if self.first.is_some() && !by_absolute && !by_relative {
            return;
        }
        let index = index();
        self.first.get_or_insert_with(|| (index.clone(), a, b));
        let worst = Worst { index, a, b, absolute, relative };
        if by_absolute {
            self.absolute = Some(worst.clone());
        }
        if by_relative {
            self.relative = Some(worst);
        }
    }
}

/// Whether both are of one type, and equal: most blocks of most files are.
fn identical(a: &NdArrayView<'_>, b: &NdArrayView<'_>) -> bool {
    a.dtype() == b.dtype() && dispatch!(a.dtype(), T => a.typed::<T>() == b.typed::<T>())
}

fn index(mut at: usize, shape: &[usize], row: usize) -> Vec<usize> {
    let mut index = vec![0; shape.len()];
    for (axis, extent) in shape.iter().enumerate().rev() {
        index[axis] = at % extent;
        at /= extent;
    }
    if let Some(first) = index.first_mut() {
        *first += row;
    }
    index
}

fn is_nan(value: Scalar) -> bool {
    match value {
        Scalar::Float(it) => it.is_nan(),
        Scalar::Complex(it) => it.re.is_nan() || it.im.is_nan(),
        _ => false,
    }
}

/// How far apart two numbers are, and how far relative to the second.
fn distance(a: Scalar, b: Scalar) -> (f64, f64) {
    #[expect(clippy::cast_precision_loss, reason = "a distance to be shown")]
    let absolute = if let (Some(a), Some(b)) = (int(a), int(b)) {
        (a - b).abs() as f64
    } else {
        let (a, b) = (parts(a), parts(b));
        (a.0 - b.0).hypot(a.1 - b.1)
    };
    (absolute, absolute / magnitude(b))
}

fn int(value: Scalar) -> Option<i128> {
    match value {
        Scalar::Bool(it) => Some(it.into()),
        Scalar::Int(it) => Some(it.into()),
        Scalar::UInt(it) => Some(it.into()),
        Scalar::Float(_) | Scalar::Complex(_) => None,
    }
}

fn parts(value: Scalar) -> (f64, f64) {
    match value {
        Scalar::Complex(it) => (it.re, it.im),
        other => (crate::scalar::to_f64(other), 0.0),
    }
}

fn magnitude(value: Scalar) -> f64 {
    let (re, im) = parts(value);
    re.hypot(im)
}

/// How many steps from float to float lead from one to the other; `None` for complex numbers.
fn ulps_between(a: Scalar, b: Scalar, dtype: DType) -> Option<u64> {
    if matches!(a, Scalar::Complex(_)) || matches!(b, Scalar::Complex(_)) {
        return None;
    }
    let place = |value| match dtype {
        DType::F16 => f16::from_scalar(value).map(|it| ordered(it.to_bits().into(), 16)),
        DType::F32 => f32::from_scalar(value).map(|it| ordered(it.to_bits().into(), 32)),
        _ => f64::from_scalar(value).map(|it| ordered(it.to_bits(), 64)),
    };
    Some(place(a)?.abs_diff(place(b)?).try_into().unwrap_or(u64::MAX))
}

/// The place of a float among all, 0 for zero.
fn ordered(bits: u64, width: u32) -> i128 {
    let sign = 1 << (width - 1);
    if bits & sign == 0 { bits.into() } else { -i128::from(bits & (sign - 1)) }
}
