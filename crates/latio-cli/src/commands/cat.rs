//! `lat cat`: arrays joined along an axis.

mod blocks;

use std::path::PathBuf;

use clap::Args;
use lat_core::{
    Element,
    array::Shape,
    dispatch,
    ndarray::{self, ArrayD, ArrayViewD},
};
use latio::{Axis, Casting, DType, Error, ErrorKind, NdArray, NdArrayView, Result};

use crate::{
    Verdict,
    args::Global,
    blocks::Widening,
    input::{Array, Input, reference},
    kind::Kind,
    lossy,
    options::{ReadOptions, WriteOptions},
    output::Target,
    reference::Reference,
};

const EXAMPLES: &str = "\
Examples:
  lat cat day1.csv day2.csv -o all.npy
  lat cat --axis 1 x.npy y.npy -o xy.npy
  lat cat --stack frame*.npy -o frames.npy    # a new first axis";

/// Join arrays along an axis
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Cat {
    /// The arrays
    #[arg(value_name = "REF", required = true, value_parser = reference())]
    references: Vec<Reference>,
    /// The axis, from the end if negative
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true)]
    axis: isize,
    /// Join along a new axis
    #[arg(long)]
    stack: bool,
    /// Where to. Default: the standard output, in the form of the first input
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    read: ReadOptions,
    #[command(flatten)]
    write: WriteOptions,
}

impl Cat {
    pub(crate) fn run(&self, global: &Global) -> Result<Verdict> {
        let target = Target::from(&*self.output);
        target.check_free(self.write.force)?;
        let input = |it| Input::new(it, &self.read, global).dtype(self.write.dtype);
        let inputs: Vec<_> = self.references.iter().map(input).collect();
        if self.is_large(&inputs, global) && self.join_in_blocks(&inputs, &target, global)? {
            return Ok(Verdict::Yes);
        }
        let arrays: Vec<Array> = inputs.iter().map(Input::load).collect::<Result<_>>()?;
        let kind = self.kind(&target, arrays[0].kind)?;
        let views: Vec<_> = arrays.iter().map(Array::view).collect::<Result<_>>()?;
        let joined = self.join(&views)?;
        let view = joined.view();
        if !self.write.lossy {
            lossy::check(kind, !self.write.no_header, &view)?;
        }
        let names = kind.is_table() && lossy::has_column_names(&view);
        let format = self.write.format(kind, None, names)?;
        target.write(&*format, kind, &view)?;
        Ok(Verdict::Yes)
    }

    fn join(&self, views: &[NdArrayView<'_>]) -> Result<NdArray> {
        for (reference, view) in self.references.iter().zip(views) {
            self.check(reference, view.shape(), views[0].shape())?;
        }
        let axis = self.axis_of(views[0].rank())?;
        let dtype = match self.write.dtype {
            Some(dtype) => dtype,
            None => common(views)?,
        };
        if views.iter().all(|it| it.dtype() == dtype) {
            return join(views, axis, self.stack, dtype);
        }
        let cast = |(reference, view): (&Reference, &NdArrayView<'_>)| {
            let view = view.to_owned();
            let cast = match self.write.dtype {
                Some(_) => lossy::cast(view, dtype, self.write.lossy),
                None => view.cast_as(dtype, Casting::Exact),
            };
            cast.map_err(|err| of_input(err, reference))
        };
        let cast: Vec<NdArray> =
            self.references.iter().zip(views).map(cast).collect::<Result<_>>()?;
        let views: Vec<_> = cast.iter().map(NdArray::view).collect();
        join(&views, axis, self.stack, dtype)
    }

    /// The format of the output, the first input having this one.
    fn kind(&self, target: &Target, first: Kind) -> Result<Kind> {
        match target {
            Target::File(_) => target.kind(self.write.to),
            Target::Stdout => {
                let text_form = if first.is_text() { first } else { Kind::Csv };
                Ok(self.write.to.unwrap_or(text_form))
            }
        }
    }

    fn axis_of(&self, rank: usize) -> Result<usize> {
        let rank = rank + usize::from(self.stack);
        axis_index(self.axis, rank)
    }

    /// Whether the shapes fit together.
    fn check(&self, reference: &Reference, shape: &[usize], first: &[usize]) -> Result<()> {
        let axis = self.axis_of(first.len())?;
        let fits = |at: usize| at == axis && !self.stack;
        let same = shape.len() == first.len()
            && (0..shape.len()).all(|at| fits(at) || shape[at] == first[at]);
        if same {
            return Ok(());
        }
        let (found, wanted) = (Shape(shape), Shape(first));
        let message = format!("{reference} has the shape {found}, the first array has {wanted}");
        let hint = if self.stack {
            "arrays of one shape can be stacked".to_owned()
        } else {
            format!("shapes may differ along axis {axis} only")
        };
        Err(Error::new(ErrorKind::Shape, message).with_hint(hint))
    }
}

/// An axis that may be counted from the end.
pub(crate) fn axis_index(axis: isize, rank: usize) -> Result<usize> {
    let at =
        if axis < 0 { rank.checked_sub(axis.unsigned_abs()) } else { Some(axis.unsigned_abs()) };
    at.filter(|it| *it < rank).ok_or_else(|| {
        let message = format!("there is no axis {axis}: the array has {rank} axes");
        Error::new(ErrorKind::Usage, message)
    })
}

/// The error, with the input that it arose from.
#[cold]
fn of_input(err: Error, reference: &Reference) -> Error {
    let err = err.in_operation("cat");
    match &reference.path {
        Some(path) => err.in_path(path),
        None => err,
    }
}

/// The one of these types that holds all the others, if one does.
fn fitting(types: impl Iterator<Item = DType> + Clone) -> Option<DType> {
    let one = types.clone().reduce(|a, b| if a.fits(b) { b } else { a })?;
    types.into_iter().all(|it| it.fits(one)).then_some(one)
}

/// The type that holds the elements of all.
fn common(views: &[NdArrayView<'_>]) -> Result<DType> {
    let first = views[0].dtype();
    if let Some(one) = fitting(views.iter().map(NdArrayView::dtype)) {
        return Ok(one);
    }
    let mut widening = Widening::default();
    views.iter().try_for_each(|it| widening.add(it).map(|_| ()))?;
    Ok(widening.dtype().unwrap_or(first))
}

/// Joins blocks along an axis, under one element type.
pub(crate) fn concatenate(
    blocks: Vec<NdArray>,
    axis: usize,
    dtype: Option<DType>,
) -> Result<NdArray> {
    let Some(dtype) = dtype else {
        return Err(Error::new(ErrorKind::Shape, "no data rows found"));
    };
    let mut cast: Vec<NdArray> =
        blocks.into_iter().map(|it| it.cast_as(dtype, Casting::Rounding)).collect::<Result<_>>()?;
    if cast.len() == 1 {
        return Ok(cast.remove(0));
    }
    let views: Vec<_> = cast.iter().map(NdArray::view).collect();
    join(&views, axis, false, dtype)
}

fn join(views: &[NdArrayView<'_>], axis: usize, stack: bool, dtype: DType) -> Result<NdArray> {
    let new: NdArray = dispatch!(dtype, T => join_typed::<T>(views, axis, stack)?.into());
    let mut axes = views[0].axes().to_vec();
    if stack {
        axes = Axis::defaults(new.rank());
    } else {
        axes[axis].labels = joined_labels(views, axis);
    }
    new.with_axes(axes)
}

/// The labels of all, if all have some.
fn joined_labels(views: &[NdArrayView<'_>], axis: usize) -> Option<Vec<String>> {
    let labels: Option<Vec<_>> = views.iter().map(|it| it.axes()[axis].labels.clone()).collect();
    labels.map(|it| it.concat())
}

fn join_typed<T: Element>(
    views: &[NdArrayView<'_>],
    axis: usize,
    stack: bool,
) -> Result<ArrayD<T>> {
    let typed: Vec<ArrayViewD<'_, T>> =
        views.iter().map(|it| it.typed::<T>().expect("cast before").clone()).collect();
    let joined = if stack {
        ndarray::stack(ndarray::Axis(axis), &typed)
    } else {
        ndarray::concatenate(ndarray::Axis(axis), &typed)
    };
    joined.map_err(|err| Error::new(ErrorKind::Shape, err.to_string()))
}
