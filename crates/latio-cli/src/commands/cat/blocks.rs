//! Arrays joined along the first axis block by block, in bounded memory.
//!
//! The inputs are read twice: to know the shape and the element type of the whole, where headers do
//! not tell them, and to write.

use latio::{Axis, Casting, DType, Error, ErrorKind, NdArray, Result, Slice};

use super::{Cat, fitting, of_input};
use crate::{
    args::Global,
    blocks::{Blocks, Widening, rows_in},
    input::Input,
    kind::Kind,
    lossy,
    output::Target,
    sink::{Push, Sink, can_take_blocks},
    stream,
};

/// What is known of an input before it is written.
struct Part {
    kind: Kind,
    shape: Vec<usize>,
    dtype: DType,
    /// Those of the first block.
    axes: Vec<Axis>,
}

/// The array that the parts make.
struct Plan {
    shape: Vec<usize>,
    dtype: DType,
    axes: Vec<Axis>,
    /// The bytes of the elements of a block.
    block: u64,
}

impl Cat {
    /// Whether the inputs should be joined in blocks, and can be read twice.
    pub(super) fn is_large(&self, inputs: &[Input<'_>], global: &Global) -> bool {
        let sizes = inputs.iter().map(|it| stream::size(it).filter(|_| it.is_repeatable()));
        let total: Option<u64> = sizes.sum();
        self.axis <= 0 && total.is_some_and(|it| it > stream::bound(global))
    }

    /// Joins in blocks. Says whether that could be done; if not, nothing was written.
    pub(super) fn join_in_blocks(
        &self,
        inputs: &[Input<'_>],
        target: &Target,
        global: &Global,
    ) -> Result<bool> {
        let block = stream::block_bytes(global);
        let mut parts: Vec<Part> = Vec::new();
        for input in inputs {
            let part = input.with_blocks(|blocks| part(blocks, block))?;
            let first = parts.first().unwrap_or(&part);
            self.check(&input.reference, &part.shape, &first.shape)?;
            if parts.is_empty() && !self.can_be_in_blocks(&part, target)? {
                return Ok(false);
            }
            parts.push(part);
        }
        let kind = self.kind(target, parts[0].kind)?;
        let plan = self.plan(inputs, &parts, block)?;
        if plan.shape.contains(&0) {
            return Ok(false);
        }
        if !self.write.lossy {
            lossy::check_of(kind, !self.write.no_header, &plan.shape, &plan.axes)?;
        }
        let names = kind.is_table() && lossy::are_columns_named(&plan.axes);
        let (shape, dtype) = (&*plan.shape, plan.dtype);
        let sink =
            Sink { kind, write: &self.write, dtype, row: &shape[1..], shape: Some(shape), names };
        sink.fill(target, &mut |push| {
            let mut pairs = inputs.iter().zip(&parts);
            pairs.try_for_each(|(input, part)| self.pour(input, part, &plan, push))
        })?;
        Ok(true)
    }

    fn can_be_in_blocks(&self, first: &Part, target: &Target) -> Result<bool> {
        let first_axis = self.axis_of(first.shape.len())? == 0;
        Ok(first_axis && can_take_blocks(target, self.kind(target, first.kind)?, &self.write))
    }

    fn plan(&self, inputs: &[Input<'_>], parts: &[Part], block: u64) -> Result<Plan> {
        let fitting = || fitting(parts.iter().map(|it| it.dtype));
        let dtype = match self.write.dtype.or_else(fitting) {
            Some(dtype) => dtype,
            None => widest(inputs, block)?.unwrap_or(parts[0].dtype),
        };
        let first = &parts[0];
        if self.stack {
            let shape = [&[parts.len()], &*first.shape].concat();
            let axes = Axis::defaults(shape.len());
            return Ok(Plan { shape, dtype, axes, block });
        }
        let rows = parts.iter().map(|it| it.shape[0]).sum();
        let mut axes = first.axes.clone();
        if parts.iter().any(|it| it.axes[0].labels.is_none()) {
            axes[0].labels = None;
        }
        Ok(Plan { shape: [&[rows], &first.shape[1..]].concat(), dtype, axes, block })
    }

    /// Hands on an input under the type of the whole.
    fn pour(&self, input: &Input<'_>, part: &Part, plan: &Plan, push: &mut Push<'_>) -> Result<()> {
        if self.stack {
            let array = input.load()?;
            let row: Slice = "None, ...".parse()?;
            let array = row.of(&array.view()?)?.to_owned();
            let array = self.cast(array, input, part, plan)?;
            return push(&array.view());
        }
        let mut rows_left = part.shape[0];
        input.with_blocks(|blocks| {
            let rows = rows_in(plan.block, blocks);
            let next = |blocks: &mut dyn Blocks| {
                blocks.next(rows).map_err(|err| input.named(err, "load", part.kind))
            };
            while let Some(block) = next(blocks)? {
                rows_left =
                    rows_left.checked_sub(block.shape()[0]).ok_or_else(|| changed(input))?;
                push(&self.cast(block, input, part, plan)?.view())?;
            }
            if rows_left == 0 { Ok(()) } else { Err(changed(input)) }
        })
    }

    /// A block as it is in the whole.
    fn cast(&self, block: NdArray, input: &Input<'_>, part: &Part, plan: &Plan) -> Result<NdArray> {
        let cast = match self.write.dtype {
            Some(dtype) => lossy::cast(block, dtype, self.write.lossy),
            // The first step is what loading the input as a whole does.
            None => block
                .cast_as(part.dtype, Casting::Rounding)
                .and_then(|it| it.cast_as(plan.dtype, Casting::Exact)),
        };
        let mut axes = plan.axes.clone();
        axes[0].labels = None;
        cast.map_err(|err| of_input(err, &input.reference))?.with_axes(axes)
    }
}

/// Reads as much of an input as is needed to know what it is.
fn part(blocks: &mut dyn Blocks, bytes: u64) -> Result<Part> {
    let kind = blocks.kind();
    if let (Some(shape), Some(dtype)) = (blocks.shape(), blocks.sure_dtype()) {
        let (shape, axes) = (shape.to_vec(), Axis::defaults(shape.len()));
        return Ok(Part { kind, shape, dtype, axes });
    }
    let rows = rows_in(bytes, blocks);
    let mut widening = Widening::default();
    let mut found: Option<(Vec<usize>, Vec<Axis>)> = None;
    while let Some(block) = blocks.next(rows)? {
        widening.add(&block.view())?;
        match &mut found {
            Some((shape, _)) => shape[0] += block.shape()[0],
            None => found = Some((block.shape().to_vec(), block.axes().to_vec())),
        }
    }
    match (found, widening.dtype()) {
        (Some((shape, axes)), Some(dtype)) => Ok(Part { kind, shape, dtype, axes }),
        _ => Err(Error::new(ErrorKind::Shape, "no data rows found")),
    }
}

/// The type that holds the numbers of all inputs, where their types alone do not tell.
fn widest(inputs: &[Input<'_>], bytes: u64) -> Result<Option<DType>> {
    let mut widening = Widening::default();
    for input in inputs {
        input.with_blocks(|blocks| {
            let rows = rows_in(bytes, blocks);
            while let Some(block) = blocks.next(rows)? {
                widening.add(&block.view())?;
            }
            Ok(())
        })?;
    }
    Ok(widening.dtype())
}

#[cold]
fn changed(input: &Input<'_>) -> Error {
    let message = format!("{} changed while it was read", input.reference);
    Error::new(ErrorKind::Shape, message)
}
