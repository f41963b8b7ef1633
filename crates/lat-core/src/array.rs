//! An array whose element type and rank are known only at run time.

use ndarray::{Array, ArrayD, Dimension};

use crate::{Axis, DType, Element, Error, ErrorKind, NdArrayView, Result, ViewValues};

/// An array as a file holds it: any element type, any rank, and a name for each axis.
///
/// It converts from and to [`ndarray::Array`] by moving, never by copying:
///
/// ```
/// use lat_core::{DType, NdArray, ndarray::{Array2, array}};
///
/// let a = NdArray::from(array![[1.0, 2.0], [3.0, 4.0]]);
/// assert_eq!((a.dtype(), a.shape()), (DType::F64, &[2, 2][..]));
/// let back: Array2<f64> = a.try_into()?;
/// assert_eq!(back[[1, 0]], 3.0);
/// # Ok::<(), lat_core::Error>(())
/// ```
///
/// Two arrays are equal if their element types, shapes, elements and axes are.
#[derive(Clone, Debug, PartialEq)]
pub struct NdArray {
    values: Values,
    axes: Vec<Axis>,
}

macro_rules! define_values {
    (() $(($Variant:ident, $type:ty, $name:literal, $numpy:tt))*) => {
        /// The elements of an [`NdArray`], under the type they have.
        #[derive(Clone, Debug, PartialEq)]
        #[expect(missing_docs, reason = "the names say it")]
        pub enum Values { $($Variant(ArrayD<$type>)),* }

        impl Values {
            /// The type of the elements.
            pub fn dtype(&self) -> DType {
                match self { $(Self::$Variant(_) => DType::$Variant),* }
            }

            /// The extent of each axis.
            pub fn shape(&self) -> &[usize] {
                match self { $(Self::$Variant(it) => it.shape()),* }
            }

            /// The same elements, borrowed.
            pub fn view(&self) -> ViewValues<'_> {
                match self { $(Self::$Variant(it) => ViewValues::$Variant(it.view())),* }
            }
        }
    };
}
crate::__dtypes! { [define_values] () }

impl NdArray {
    /// The elements, for matching on their type.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The elements, moved out.
    pub fn into_values(self) -> Values {
        self.values
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

    /// Names the axes.
    ///
    /// Fails if there are not as many as the array has, if two share a name, or if the labels of
    /// one are not as many as its positions.
    pub fn with_axes(mut self, axes: Vec<Axis>) -> Result<Self> {
        check_axes(self.shape(), &axes)?;
        self.axes = axes;
        Ok(self)
    }

    /// The same elements, borrowed.
    pub fn view(&self) -> NdArrayView<'_> {
        NdArrayView::new(self.values.view(), &self.axes)
    }

    /// The elements as an array of `T` with the rank of `D`, without copying.
    ///
    /// Fails if the array has another element type or another rank; [`cast`](Self::cast) changes
    /// the former.
    pub fn into_typed<T: Element, D: Dimension>(self) -> Result<Array<T, D>> {
        let shape = self.shape().to_vec();
        let values =
            T::unwrap(self.values).map_err(|other| wrong_dtype(other.dtype(), T::DTYPE))?;
        values.into_dimensionality().map_err(|_| wrong_rank(&shape, D::NDIM.unwrap_or_default()))
    }
}

#[cold]
fn wrong_dtype(found: DType, wanted: DType) -> Error {
    let hint = if found.fits(wanted) {
        format!("{wanted} holds every {found}: load an NdArray and cast it, or allow widening")
    } else {
        format!("load an NdArray to take what is there, or cast it to {wanted}")
    };
    Error::new(ErrorKind::DType, format!("elements are {found}, wanted {wanted}")).with_hint(hint)
}

#[cold]
fn wrong_rank(shape: &[usize], wanted: usize) -> Error {
    let (found, shape) = (shape.len(), Shape(shape));
    Error::new(
        ErrorKind::Shape,
        format!("array of rank {found}, shape {shape}, wanted rank {wanted}"),
    )
}

/// Whether these may be the axes of an array of this shape.
pub(crate) fn check_axes(shape: &[usize], axes: &[Axis]) -> Result<()> {
    let fail = |message| Err(Error::new(ErrorKind::Shape, message));
    if axes.len() != shape.len() {
        return fail(format!("{} axes for an array of rank {}", axes.len(), shape.len()));
    }
    for (idx, (axis, &extent)) in axes.iter().zip(shape).enumerate() {
        if axes[..idx].iter().any(|it| it.name == axis.name) {
            return fail(format!("two axes named '{}'", axis.name));
        }
        if axis.labels.as_ref().is_some_and(|it| it.len() != extent) {
            let labels = axis.labels.as_ref().map_or(0, Vec::len);
            return fail(format!("{labels} labels for axis '{}' of extent {extent}", axis.name));
        }
    }
    Ok(())
}

/// A shape as `NumPy` prints it: `(2, 3)`, `(3,)`, `()`.
#[derive(Clone, Copy, Debug)]
pub struct Shape<'a>(pub &'a [usize]);

impl std::fmt::Display for Shape<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("(")?;
        for (idx, extent) in self.0.iter().enumerate() {
            write!(f, "{}{extent}", if idx == 0 { "" } else { ", " })?;
        }
        f.write_str(if self.0.len() == 1 { ",)" } else { ")" })
    }
}

impl From<Values> for NdArray {
    fn from(values: Values) -> Self {
        let axes = Axis::defaults(values.shape().len());
        Self { values, axes }
    }
}

impl<T: Element, D: Dimension> From<Array<T, D>> for NdArray {
    fn from(array: Array<T, D>) -> Self {
        T::wrap(array.into_dyn()).into()
    }
}

impl<T: Element, D: Dimension> TryFrom<NdArray> for Array<T, D> {
    type Error = Error;

    fn try_from(array: NdArray) -> Result<Self> {
        array.into_typed()
    }
}

/// What a reader is asked for, beyond an array of whatever the file holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Want {
    /// The element type that the caller takes; `None` takes any.
    pub dtype: Option<DType>,
    /// The rank that the caller takes. A format whose files do not say their rank (a text file of
    /// one row may be of rank 1 or 2) decides by it; no format changes a rank that is stated.
    pub rank: Option<usize>,
}

impl Want {
    /// Whatever the file holds.
    pub const ANYTHING: Self = Self { dtype: None, rank: None };

    /// The same, with elements of this type.
    #[must_use]
    pub fn dtype(self, dtype: impl Into<Option<DType>>) -> Self {
        Self { dtype: dtype.into(), ..self }
    }

    /// The same, with this rank.
    #[must_use]
    pub fn rank(self, rank: impl Into<Option<usize>>) -> Self {
        Self { rank: rank.into(), ..self }
    }
}

/// What a load can return: an [`NdArray`], or an [`Array`] of one element type and rank.
pub trait FromArray: Sized {
    /// What to ask the reader for.
    const WANT: Want;

    /// Takes what was read, without copying, if it is of the type and rank asked for.
    fn from_array(array: NdArray) -> Result<Self>;
}

impl FromArray for NdArray {
    const WANT: Want = Want::ANYTHING;

    fn from_array(array: NdArray) -> Result<Self> {
        Ok(array)
    }
}

impl<T: Element, D: Dimension> FromArray for Array<T, D> {
    const WANT: Want = Want { dtype: Some(T::DTYPE), rank: D::NDIM };

    fn from_array(array: NdArray) -> Result<Self> {
        array.into_typed()
    }
}
