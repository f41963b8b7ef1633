//! `lat append`: an npy file grown in place.

use std::{fs::OpenOptions, path::PathBuf};

use clap::Args;
use latio::{
    DType, Result, Slice,
    npy::{Npy, NpyWriter},
};

use crate::{
    Verdict,
    args::Global,
    blocks::{Blocks, rows_in},
    input::{Input, reference},
    interrupt, lossy,
    options::ReadOptions,
    reference::Reference,
};

/// The bytes of the elements of a block.
const BLOCK: u64 = 16 << 20;

/// Add rows at the end of an npy file, in place
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  lat append log.npy today.csv
  lat append log.npy 'a.npy[-1]'      # a single row

The rows must be of the file's shape beyond the first axis, and their numbers must fit its
element type. If anything fails, the file keeps the rows that it had.")]
pub(crate) struct Append {
    /// The file to grow
    #[arg(value_name = "OUT.npy")]
    output: PathBuf,
    /// The rows, or a single one
    #[arg(value_name = "REF", value_parser = reference())]
    rows: Reference,
    /// Round numbers to the file's element type
    #[arg(long)]
    lossy: bool,
    #[command(flatten)]
    read: ReadOptions,
}

impl Append {
    pub(crate) fn run(&self, global: &Global) -> Result<Verdict> {
        let header = Npy::header(&self.output)?;
        let old_len = header.data_offset() + header.data_len();
        let row_rank = header.shape().len().saturating_sub(1);
        let input = Input::new(&self.rows, &self.read, global).dtype(header.dtype());
        let mut to = NpyWriter::append(&self.output)?;
        interrupt::cut_back_to(Some((&self.output, old_len)));
        let done =
            input.with_blocks(|blocks| self.push_all(&mut to, header.dtype(), row_rank, blocks));
        if let Err(err) = done {
            // Dropped, it would keep the rows that it was given so far.
            std::mem::forget(to);
            OpenOptions::new().write(true).open(&self.output)?.set_len(old_len)?;
            return Err(err);
        }
        to.finish()?;
        interrupt::cut_back_to(None);
        Ok(Verdict::Yes)
    }

    fn push_all(
        &self,
        to: &mut NpyWriter,
        dtype: Option<DType>,
        row_rank: usize,
        blocks: &mut dyn Blocks,
    ) -> Result<()> {
        let rows = rows_in(BLOCK, blocks);
        while let Some(block) = blocks.next(rows)? {
            let block = match dtype {
                Some(dtype) => lossy::cast(block, dtype, self.lossy)?,
                None => block,
            };
            let view = block.view();
            if view.rank() == row_rank {
                let row: Slice = "None, ...".parse()?;
                to.push(&row.of(&view)?)?;
            } else {
                to.push(&view)?;
            }
        }
        Ok(())
    }
}
