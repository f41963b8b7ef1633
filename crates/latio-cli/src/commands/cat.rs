//! `lat cat`: arrays joined along an axis.

use std::path::PathBuf;

use clap::Args;
use lat_core::{
    Element, dispatch,
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
        let load = |it| Input::new(it, &self.read, global).dtype(self.write.dtype).load();
        let arrays: Vec<Array> = self.references.iter().map(load).collect::<Result<_>>()?;
        let kind = match target {
            Target::File(_) => target.kind(self.write.to)?,
            Target::Stdout => self.write.to.unwrap_or(text_form(&arrays)),
        };
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
            self.check(reference, view, &views[0])?;
        }
        let axis = self.axis_of(views[0].rank())?;
        let dtype = match self.write.dtype {
            Some(dtype) => dtype,
            None => common(views)?,
        };
        let cast = |it: &NdArrayView<'_>| match self.write.dtype {
            Some(_) => lossy::cast(it.to_owned(), dtype, self.write.lossy),
            None => it.to_owned().cast_as(dtype, Casting::Exact),
        };
        if views.iter().all(|it| it.dtype() == dtype) {
            return join(views, axis, self.stack, dtype);
        }
        let cast: Vec<NdArray> = views.iter().map(cast).collect::<Result<_>>()?;
        let views: Vec<_> = cast.iter().map(NdArray::view).collect();
        join(&views, axis, self.stack, dtype)
    }

    fn axis_of(&self, rank: usize) -> Result<usize> {
        let rank = rank + usize::from(self.stack);
        axis_index(self.axis, rank)
    }

    /// Whether the shapes fit together.
    fn check(
        &self,
        reference: &Reference,
        view: &NdArrayView<'_>,
        first: &NdArrayView<'_>,
    ) -> Result<()> {
        let axis = self.axis_of(first.rank())?;
        let fits = |at: usize| at == axis && !self.stack;
        let same = view.rank() == first.rank()
            && (0..view.rank()).all(|at| fits(at) || view.shape()[at] == first.shape()[at]);
        if same {
            return Ok(());
        }
        let (found, wanted) =
            (lat_core::array::Shape(view.shape()), lat_core::array::Shape(first.shape()));
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

fn text_form(arrays: &[Array]) -> Kind {
    arrays.first().map(|it| it.kind).filter(|it| it.is_text()).unwrap_or(Kind::Csv)
}

/// The type that holds the elements of all.
fn common(views: &[NdArrayView<'_>]) -> Result<DType> {
    let first = views[0].dtype();
    if let Some(one) =
        views.iter().map(NdArrayView::dtype).reduce(|a, b| if a.fits(b) { b } else { a })
    {
        if views.iter().all(|it| it.dtype().fits(one)) {
            return Ok(one);
        }
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
