//! Converting in blocks, in bounded memory.

use std::{cell::Cell, path::PathBuf};

use latio::{Casting, Compression, DType, NdArray, Result};

use crate::{
    args::Global,
    blocks::{Blocks, Widening, rows_in},
    commands::convert::Job,
    input::Input,
    kind::Kind,
    lossy,
    output::Target,
    sink::{self, Push, Sink},
};

/// Files up to this size are converted as a whole, unless memory is bounded: in bytes.
const WHOLE: u64 = 256 << 20;

/// The bytes of the elements of a block, if memory is not bounded.
const BLOCK: u64 = 16 << 20;

/// An array is no larger than so many times its compressed file, mostly.
const EXPANSION: u64 = 4;

/// Whether a conversion should be done in blocks, and can.
pub(crate) fn is_for(job: &Job<'_>, global: &Global) -> bool {
    let sink = matches!(job.target, Target::File(_))
        && sink::can_take_blocks(&job.target, job.kind, job.write);
    let large = size(&job.input).map_or(global.max_memory.is_some(), |it| it > bound(global));
    sink && large && job.input.reference.is_whole()
}

/// What takes more memory is done in blocks: in bytes.
pub(crate) fn bound(global: &Global) -> u64 {
    global.max_memory.map_or(WHOLE, |it| it / 4)
}

/// The bytes of the elements of a block.
pub(crate) fn block_bytes(global: &Global) -> u64 {
    global.max_memory.map_or(BLOCK, |it| (it / 16).clamp(1 << 16, BLOCK))
}

/// About how much memory the input takes; `None` for a pipe.
pub(crate) fn size(input: &Input<'_>) -> Option<u64> {
    let path = input.reference.path.as_ref();
    let len = |path: &PathBuf| std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file);
    let len = path.and_then(len)?.len();
    let compressed = path.is_some_and(|it| Compression::of_name(it).1 != Compression::None);
    Some(if compressed { len.saturating_mul(EXPANSION) } else { len })
}

/// How a pass over the input ended.
enum Pass {
    Done,
    /// A block needed a wider type than those before it: this one holds all.
    Wider(DType),
    /// The whole must be known before anything can be written.
    Unfit,
}

/// Converts in blocks. Says whether that could be done; if not, nothing was written.
pub(crate) fn convert(job: &Job<'_>, global: &Global) -> Result<bool> {
    let mut forced = None;
    loop {
        let input = job.input.clone();
        match input.with_blocks(|blocks| pass(job, blocks, block_bytes(global), forced))? {
            Pass::Done => return Ok(true),
            Pass::Unfit => return Ok(false),
            Pass::Wider(dtype) if job.input.is_repeatable() => forced = Some(dtype),
            Pass::Wider(dtype) => return Err(too_late(dtype)),
        }
    }
}

#[cold]
fn too_late(dtype: DType) -> latio::Error {
    let message = format!("values turn out to be {dtype}, after others were written");
    latio::Error::new(latio::ErrorKind::DType, message)
        .with_hint(format!("say so by --dtype {dtype}: a pipe cannot be read twice"))
}

fn pass(job: &Job<'_>, blocks: &mut dyn Blocks, bytes: u64, forced: Option<DType>) -> Result<Pass> {
    let rows = rows_in(bytes, blocks);
    let Some(first) = blocks.next(rows)? else { return Ok(Pass::Unfit) };
    let single_row = first.rank() == 0 || first.is_empty();
    let unknown_shape = blocks.shape().is_none() && first.rank() == 1;
    if single_row || (unknown_shape && job.kind != Kind::Npy && job.kind != Kind::Text) {
        return if job.input.is_repeatable() { Ok(Pass::Unfit) } else { Err(unfit()) };
    }
    if !job.write.lossy {
        lossy::check(job.kind, !job.write.no_header, &first.view())?;
    }
    let mut widening = Widening::default();
    let found = widening.add(&first.view())?;
    let dtype = job.write.dtype.or(forced).unwrap_or(found);
    let shape = blocks.shape().map(<[usize]>::to_vec);
    let wider = Cell::new(None);
    let mut flow =
        Flow { job, blocks, rows, dtype, forced, widening, next: Some(first), wider: &wider };
    let written = flow.write(shape.as_deref());
    match (wider.take(), written) {
        (Some(dtype), _) => Ok(Pass::Wider(dtype)),
        (None, written) => written.map(|()| Pass::Done),
    }
}

#[cold]
fn unfit() -> latio::Error {
    let message = "such an array cannot be written before all of it was read";
    latio::Error::new(latio::ErrorKind::Usage, message).with_hint("leave out --max-memory")
}

/// The blocks on their way.
struct Flow<'a, 'j> {
    job: &'a Job<'j>,
    blocks: &'a mut dyn Blocks,
    rows: usize,
    /// The type of the output.
    dtype: DType,
    /// The type that an earlier pass found, if there was one.
    forced: Option<DType>,
    widening: Widening,
    next: Option<NdArray>,
    wider: &'a Cell<Option<DType>>,
}

impl Flow<'_, '_> {
    fn write(&mut self, shape: Option<&[usize]>) -> Result<()> {
        let first = self.next.as_ref().map(NdArray::view);
        let row = first.as_ref().map_or(Vec::new(), |it| it.shape()[1..].to_vec());
        let names = first.as_ref().is_some_and(lossy::has_column_names);
        let Job { kind, write, .. } = *self.job;
        let sink = Sink { kind, write, dtype: self.dtype, row: &row, shape, names };
        sink.fill(&self.job.target, &mut |push| self.pour(push))
    }

    /// Hands on every block under the type of the output.
    fn pour(&mut self, push: &mut Push<'_>) -> Result<()> {
        while let Some(block) = self.next_block()? {
            let found = self.widening.add(&block.view())?;
            let asked = self.job.write.dtype;
            if asked.is_none() && self.forced.is_none() && found != self.dtype {
                return self.find_type();
            }
            let block = match (asked, self.forced) {
                (Some(dtype), _) => lossy::cast(block, dtype, self.job.write.lossy)?,
                // As loading the whole at once would read them.
                _ => block.cast_as(self.dtype, Casting::Rounding)?,
            };
            push(&block.view())?;
        }
        Ok(())
    }

    fn next_block(&mut self) -> Result<Option<NdArray>> {
        match self.next.take() {
            Some(block) => Ok(Some(block)),
            None => self.blocks.next(self.rows),
        }
    }

    /// Reads the rest to find the type of all, and fails, so that nothing is written.
    fn find_type(&mut self) -> Result<()> {
        while let Some(block) = self.next_block()? {
            self.widening.add(&block.view())?;
        }
        self.wider.set(self.widening.dtype());
        Err(unfit())
    }
}
