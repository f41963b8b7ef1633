//! What would be lost.

use lat_core::array::Shape;
use latio::{Axis, Casting, DType, DTypeKind, Error, ErrorKind, NdArray, NdArrayView, Result};

use crate::{kind::Kind, names};

/// Fails if a format cannot hold what an array has besides its values.
pub(crate) fn check(kind: Kind, header: bool, array: &NdArrayView<'_>) -> Result<()> {
    check_of(kind, header, array.shape(), array.axes())
}

/// As [`check`], for an array of this shape with these axes.
pub(crate) fn check_of(kind: Kind, header: bool, shape: &[usize], axes: &[Axis]) -> Result<()> {
    let lost = lost(kind, header, shape, axes);
    if lost.is_empty() {
        return Ok(());
    }
    let message = format!("{} cannot hold {}", kind.name(), lost.join(", nor "));
    Err(Error::new(ErrorKind::Usage, message).with_hint("--lossy saves the rest"))
}

fn lost(kind: Kind, header: bool, shape: &[usize], axes: &[Axis]) -> Vec<String> {
    let mut lost = Vec::new();
    if kind == Kind::Json {
        return lost;
    }
    let states_shape = !kind.is_table() || (kind != Kind::Text && header);
    if !states_shape && (shape.len() > 2 || shape.contains(&0)) {
        lost.push(format!("the shape {}", Shape(shape)));
    }
    let named: Vec<_> =
        axes.iter().enumerate().filter(|(at, it)| names::is_named(*at, it)).collect();
    if let Some((_, axis)) = named.first() {
        lost.push(format!("the names of axes, such as '{}'", axis.name));
    }
    if let Some(axis) = axes.iter().find(|it| it.labels.is_some()) {
        let columns = are_columns_named(axes);
        if !(columns && kind.is_table()) {
            let first = axis.labels.iter().flatten().next().map_or("", String::as_str);
            let what = if columns { "the names of columns" } else { "labels" };
            lost.push(format!("{what}, such as '{first}'"));
        }
    }
    lost
}

/// Whether the columns have names, which tables can hold.
pub(crate) fn has_column_names(array: &NdArrayView<'_>) -> bool {
    are_columns_named(array.axes())
}

/// As [`has_column_names`], for an array with these axes.
pub(crate) fn are_columns_named(axes: &[Axis]) -> bool {
    let last = axes.last().filter(|_| axes.len() > 1);
    last.is_some_and(|it| it.labels.is_some())
}

/// The same numbers under another type; rounded only if that is allowed.
pub(crate) fn cast(array: NdArray, dtype: DType, lossy: bool) -> Result<NdArray> {
    let casting = if lossy { Casting::Rounding } else { Casting::Exact };
    let rounding_helps =
        !lossy && dtype.kind() >= DTypeKind::Float && array.dtype().kind() <= dtype.kind();
    array.cast_as(dtype, casting).map_err(|err| {
        if rounding_helps { err.with_hint("--lossy rounds such values") } else { err }
    })
}
