//! From values to the array that was asked for, once all is known.

use lat_core::{
    Casting, Complex, DType, DTypeKind, Element, Error, ErrorKind, NdArray, Position, Result,
    Values as Elements,
    array::Shape,
    collect::shape_mismatch,
    ndarray::{ArrayD, IxDyn},
};

use crate::{
    doubts::{Doubts, Tie},
    values::{Binding, Values},
};

/// The array of `values`, of the type `dtype` if one is wanted: the same as if that had been known
/// before them.
pub(crate) fn array(values: Values, dtype: Option<DType>) -> Result<NdArray> {
    let Values { mut builder, binding, .. } = values;
    let (Some(wanted), Binding::Open(doubts)) = (dtype, binding) else {
        return builder.finish();
    };
    if matches!(wanted.kind(), DTypeKind::Float | DTypeKind::Complex) {
        builder.values().take_for_floats();
    }
    let array = builder.finish()?;
    if !array.is_empty() {
        check_kind(&array, wanted, &doubts)?;
    }
    match wanted {
        DType::C64 => pairs::<f32>(settle(array, &doubts, DType::F32)?),
        DType::C128 => pairs::<f64>(array),
        _ => settle(array, &doubts, wanted)?.cast_as(wanted, Casting::Rounding),
    }
}

/// Refuses values of a kind that is not wanted, as reading them one by one does.
fn check_kind(array: &NdArray, wanted: DType, doubts: &Doubts) -> Result<()> {
    let first = || Position::Index(vec![0; array.rank()]);
    let fail = |message, position| Err(Error::new(ErrorKind::Parse, message).at(position));
    match (array.dtype().kind(), wanted.kind()) {
        (DTypeKind::Bool, DTypeKind::Bool) => Ok(()),
        (DTypeKind::Bool, _) => fail(format!("booleans are not numbers, wanted {wanted}"), first()),
        (_, DTypeKind::Bool) => fail(format!("numbers are not booleans, wanted {wanted}"), first()),
        (DTypeKind::Float, DTypeKind::Int | DTypeKind::UInt) => {
            let (shown, index) = doubts.fraction.clone().expect("a float among integers is seen");
            fail(format!("{shown} is not an integer, wanted {wanted}"), Position::Index(index))
        }
        _ => Ok(()),
    }
}

/// Moves the values that lie halfway between two of a smaller type to where their texts lie.
fn settle(array: NdArray, doubts: &Doubts, wanted: DType) -> Result<NdArray> {
    let nearest: fn(&Tie) -> f64 = match wanted {
        DType::F32 => |tie| tie.single,
        DType::F16 => |tie| tie.half,
        _ => return Ok(array),
    };
    if doubts.lost {
        return Err(Error::out_of_memory((doubts.ties.len() + 1) * size_of::<Tie>()));
    }
    match array.into_values() {
        Elements::F64(mut values) => {
            let all = values.as_slice_mut().expect("in C order, as it was built");
            for tie in doubts.ties.iter().filter(|it| nearest(it).is_finite()) {
                all[tie.at] = nearest(tie);
            }
            Ok(values.into())
        }
        integers => Ok(integers.into()),
    }
}

/// Complex numbers of pairs along the last axis.
fn pairs<R: Element>(array: NdArray) -> Result<NdArray>
where
    Complex<R>: Element,
{
    let parts: ArrayD<R> = array.cast_as(R::DTYPE, Casting::Rounding)?.try_into()?;
    let (shape, parts) = (parts.shape().to_vec(), parts.into_raw_vec_and_offset().0);
    let outer = match shape.split_last() {
        _ if parts.is_empty() => &*shape,
        Some((2, outer)) => outer,
        _ => return Err(not_pairs(&shape)),
    };
    let (mut pairs, count) = (Vec::new(), parts.len() / 2);
    pairs
        .try_reserve_exact(count)
        .map_err(|_| Error::out_of_memory(count * size_of::<Complex<R>>()))?;
    pairs.extend(parts.chunks_exact(2).map(|it| Complex::new(it[0], it[1])));
    let array = ArrayD::from_shape_vec(IxDyn(outer), pairs).expect("half as many");
    Ok(array.into())
}

#[cold]
fn not_pairs(shape: &[usize]) -> Error {
    let message = format!("data of shape {} is not made of pairs [re, im]", Shape(shape));
    Error::new(ErrorKind::Parse, message)
}

/// The array in a stated shape: its values are nested as that says, or lie in one flat list.
pub(crate) fn in_shape(array: NdArray, shape: &[usize]) -> Result<NdArray> {
    let found = array.shape();
    if found == shape {
        return Ok(array);
    }
    // Lists that are empty tell nothing of the axes after them.
    if found.len() != 1 && !(array.is_empty() && shape.starts_with(found)) {
        let (found, shape) = (Shape(found), Shape(shape));
        let message = format!("shape {shape} is stated, but data is nested as {found}");
        return Err(Error::new(ErrorKind::Shape, message));
    }
    let len = array.len();
    lat_core::dispatch!(array.dtype(), T => {
        let values: ArrayD<T> = array.try_into()?;
        match values.into_shape_with_order(IxDyn(shape)) {
            Ok(array) => Ok(array.into()),
            Err(_) => Err(shape_mismatch(shape, len)),
        }
    })
}
