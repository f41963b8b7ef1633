//! A borrowed array of any element type and layout: what saving takes.

use std::borrow::Cow;

use ndarray::{ArrayRef, ArrayView, ArrayViewD, Dimension};

use crate::{Axis, DType, Element, NdArray, Result, Values, array::check_axes};

/// An [`NdArray`] borrowed, or any `ndarray` array or view: sliced, transposed, reversed.
///
/// ```
/// use lat_core::{NdArrayView, ndarray::{array, s}};
///
/// let a = array![[1, 2, 3], [4, 5, 6]];
/// let every_second = NdArrayView::from(a.slice(s![.., ..;2]));
/// assert_eq!(every_second.shape(), [2, 2]);
/// ```
#[derive(Clone, Debug)]
pub struct NdArrayView<'a> {
    values: ViewValues<'a>,
    axes: Cow<'a, [Axis]>,
}

macro_rules! define_view_values {
    (() $(($Variant:ident, $type:ty, $name:literal, $numpy:tt))*) => {
        /// The elements of an [`NdArrayView`], under the type they have.
        #[derive(Clone, Debug)]
        #[expect(missing_docs, reason = "the names say it")]
        pub enum ViewValues<'a> { $($Variant(ArrayViewD<'a, $type>)),* }

        impl ViewValues<'_> {
            /// The type of the elements.
            pub fn dtype(&self) -> DType {
                match self { $(Self::$Variant(_) => DType::$Variant),* }
            }

            /// The extent of each axis.
            pub fn shape(&self) -> &[usize] {
                match self { $(Self::$Variant(it) => it.shape()),* }
            }

            /// The same elements in an array of their own, in C order.
            pub fn to_owned(&self) -> Values {
                match self { $(Self::$Variant(it) => Values::$Variant(it.to_owned())),* }
            }
        }
    };
}
crate::__dtypes! { [define_view_values] () }

impl<'a> NdArrayView<'a> {
    pub(crate) fn new(values: ViewValues<'a>, axes: &'a [Axis]) -> Self {
        Self { values, axes: axes.into() }
    }

    /// The elements, for matching on their type.
    pub fn values(&self) -> &ViewValues<'a> {
        &self.values
    }

    /// The type of the elements.
    pub fn dtype(&self) -> DType {
        self.values.dtype()
    }

    /// The extent of each axis; empty for a single value.
    pub fn shape(&self) -> &[usize] {
        self.values.shape()
    }

    /// The number of axes.
    pub fn rank(&self) -> usize {
        self.shape().len()
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.shape().iter().product()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The axes: as many as the rank, each with a name of its own.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// Names the axes, as [`NdArray::with_axes`] does.
    pub fn with_axes(mut self, axes: Vec<Axis>) -> Result<Self> {
        check_axes(self.shape(), &axes)?;
        self.axes = axes.into();
        Ok(self)
    }

    /// The elements as `T`, if that is their type.
    pub fn typed<T: Element>(&self) -> Option<&ArrayViewD<'a, T>> {
        T::peek(&self.values)
    }

    /// The same array with elements of its own, in C order.
    pub fn to_owned(&self) -> NdArray {
        let array = NdArray::from(self.values.to_owned());
        array.with_axes(self.axes.to_vec()).expect("the axes were checked")
    }
}

impl<'a, T: Element, D: Dimension> From<ArrayView<'a, T, D>> for NdArrayView<'a> {
    fn from(view: ArrayView<'a, T, D>) -> Self {
        let axes = Axis::defaults(view.ndim()).into();
        Self { values: T::wrap_view(view.into_dyn()), axes }
    }
}

impl<'a, T: Element, D: Dimension> From<&'a ArrayRef<T, D>> for NdArrayView<'a> {
    fn from(array: &'a ArrayRef<T, D>) -> Self {
        array.view().into()
    }
}

impl<'a, T, D, S> From<&'a ndarray::ArrayBase<S, D>> for NdArrayView<'a>
where
    T: Element,
    D: Dimension,
    S: ndarray::Data<Elem = T>,
{
    fn from(array: &'a ndarray::ArrayBase<S, D>) -> Self {
        array.view().into()
    }
}

impl<'a> From<&'a NdArray> for NdArrayView<'a> {
    fn from(array: &'a NdArray) -> Self {
        array.view()
    }
}

impl From<&Self> for NdArrayView<'_> {
    fn from(view: &Self) -> Self {
        view.clone()
    }
}
