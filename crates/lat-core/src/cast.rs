//! The same numbers under another element type.

use ndarray::{ArrayD, ArrayViewD, ShapeBuilder};

use crate::{
    DType, Element, Error, ErrorKind, NdArray, Position, Result, Scalar, ViewValues, dispatch,
};

/// What a [cast](NdArray::cast_as) may do to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Casting {
    /// Nothing: every number stays the same number.
    Exact,
    /// Round it to the nearest float. Integers still take whole numbers in their range only, and
    /// a finite number never becomes infinite.
    Rounding,
}

impl NdArray {
    /// The same numbers as elements of `dtype`.
    ///
    /// Fails, naming the first element that is to blame, if one has no exact counterpart there:
    /// 1.5 as an integer, 300 as `u8`, 0.1 as `f32`, 2^53 + 1 as `f64`.
    ///
    /// ```
    /// use lat_core::{DType, NdArray, ndarray::array};
    ///
    /// let a = NdArray::from(array![1.0, 2.0, 300.0]);
    /// assert_eq!(a.clone().cast(DType::I32)?, array![1, 2, 300].into());
    /// let err = a.cast(DType::U8).unwrap_err();
    /// assert_eq!(err.to_string(), "data[2]: 300.0 does not fit u8");
    /// # Ok::<(), lat_core::Error>(())
    /// ```
    pub fn cast(self, dtype: DType) -> Result<Self> {
        self.cast_as(dtype, Casting::Exact)
    }

    /// The same numbers, as far as `casting` asks, as elements of `dtype`.
    pub fn cast_as(self, dtype: DType, casting: Casting) -> Result<Self> {
        if dtype == self.dtype() {
            return Ok(self);
        }
        let values = dispatch!(dtype, U => U::wrap(convert_all::<U>(&self.view().values().clone(), casting)?));
        Self::from(values).with_axes(self.axes().to_vec())
    }
}

fn convert_all<U: Element>(from: &ViewValues<'_>, casting: Casting) -> Result<ArrayD<U>> {
    dispatch!(from.dtype(), T => convert::<T, U>(T::peek(from).expect("matched on dtype"), casting))
}

/// Keeps the memory order.
fn convert<T: Element, U: Element>(
    from: &ArrayViewD<'_, T>,
    casting: Casting,
) -> Result<ArrayD<U>> {
    let fortran = !from.is_standard_layout() && from.t().is_standard_layout();
    let ordered = if fortran { from.t() } else { from.view() };
    let mut to = Vec::new();
    to.try_reserve_exact(from.len())
        .map_err(|_| Error::out_of_memory(size_of::<U>() * from.len()))?;
    for &it in ordered {
        match convert_one(it.to_scalar(), casting) {
            Some(new) => to.push(new),
            None => return Err(misfit(from.shape(), fortran, to.len(), it.to_scalar(), U::DTYPE)),
        }
    }
    let shape = from.raw_dim().set_f(fortran);
    Ok(ArrayD::from_shape_vec(shape, to).expect("one element for each"))
}

fn convert_one<U: Element>(from: Scalar, casting: Casting) -> Option<U> {
    let new = U::from_scalar(from)?;
    (casting == Casting::Rounding || new.to_scalar().same_number(from)).then_some(new)
}

#[cold]
fn misfit(shape: &[usize], fortran: bool, mut at: usize, it: Scalar, wanted: DType) -> Error {
    let mut index = vec![0; shape.len()];
    let mut place = |axis: usize| {
        index[axis] = at % shape[axis];
        at /= shape[axis];
    };
    if fortran {
        (0..shape.len()).for_each(&mut place);
    } else {
        (0..shape.len()).rev().for_each(&mut place);
    }
    does_not_fit(it, wanted).at(Position::Index(index))
}

/// A value that has no counterpart in a type.
#[cold]
pub(crate) fn does_not_fit(it: Scalar, wanted: DType) -> Error {
    Error::new(ErrorKind::Parse, format!("{it} does not fit {wanted}"))
}
