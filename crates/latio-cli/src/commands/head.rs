//! `lat head` and `lat tail`: the first or last positions of the first axis.

use std::{collections::VecDeque, io::Write};

use clap::Args;
use latio::{Compression, NdArray, NdArrayView, Result, Slice};

use crate::{
    Verdict,
    args::Global,
    blocks::{Blocks, Widening, rows_in},
    commands::cat,
    input::{Input, reference},
    kind::Kind,
    lossy,
    options::ReadOptions,
    output::stdout,
    reference::Reference,
};

const EXAMPLES: &str = "\
Examples:
  lat head a.csv
  lat head -n 3 a.npy | lat show -
  lat tail -n 100 --to text log.npy";

/// Print the first rows, in the input's own text form
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Head {
    #[command(flatten)]
    part: Part,
}

/// Print the last rows, in the input's own text form
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Tail {
    #[command(flatten)]
    part: Part,
}

#[derive(Args, Debug)]
struct Part {
    /// The array
    #[arg(value_name = "REF", value_parser = reference())]
    reference: Reference,
    /// How many positions of the first axis
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10)]
    rows: usize,
    /// Format of what is printed. Default: that of the input; csv for npy
    #[arg(short, long, value_name = "FORMAT", value_parser = crate::options::kind)]
    to: Option<Kind>,
    /// printf format of numbers, such as %.6g. Default: shortest
    #[arg(long, value_name = "FORMAT")]
    fmt: Vec<String>,
    /// Print values alone
    #[arg(long)]
    no_header: bool,
    #[command(flatten)]
    read: ReadOptions,
}

impl Head {
    pub(crate) fn run(&self, global: &Global) -> Result<Verdict> {
        self.part.run(global, |part, blocks| {
            if part.rows == 0 {
                let first = blocks.next(2)?;
                return first.map(|it| cut(it, 0..0)).transpose().map(Vec::from_iter);
            }
            let Some(first) = blocks.next(part.rows.max(2))? else { return Ok(Vec::new()) };
            let rows = part.rows.min(first.shape().first().copied().unwrap_or(0));
            Ok(vec![if first.rank() == 0 { first } else { cut(first, 0..rows)? }])
        })
    }
}

impl Tail {
    pub(crate) fn run(&self, global: &Global) -> Result<Verdict> {
        self.part.run(global, |part, blocks| {
            let step = rows_in(1 << 20, blocks).max(part.rows);
            let mut last = VecDeque::new();
            while let Some(block) = blocks.next(step)? {
                last.push_back(block);
                // Those before the last two have too early rows only.
                if last.len() > 2 {
                    last.pop_front();
                }
            }
            let mut left = part.rows;
            let mut kept = Vec::new();
            for block in last.into_iter().rev() {
                let Some(&len) = block.shape().first() else { return Ok(vec![block]) };
                if left > 0 || kept.is_empty() {
                    let rows = len.min(left);
                    left -= rows;
                    kept.push(cut(block, len - rows..len)?);
                }
            }
            kept.reverse();
            Ok(kept)
        })
    }
}

fn cut(block: NdArray, rows: std::ops::Range<usize>) -> Result<NdArray> {
    if rows == (0..block.shape()[0]) {
        return Ok(block);
    }
    Slice::rows(rows).of(&block.view()).map(|it| it.to_owned())
}

impl Part {
    fn run(
        &self,
        global: &Global,
        take: impl FnOnce(&Self, &mut dyn Blocks) -> Result<Vec<NdArray>>,
    ) -> Result<Verdict> {
        let input = Input::new(&self.reference, &self.read, global);
        let (kind, blocks) =
            input.with_blocks(|blocks| Ok((blocks.kind(), take(self, blocks)?)))?;
        let mut widening = Widening::default();
        for block in &blocks {
            widening.add(&block.view())?;
        }
        let array = cat::concatenate(blocks, 0, widening.dtype())?;
        self.print(&array.view(), kind, global)?;
        Ok(Verdict::Yes)
    }

    fn print(&self, array: &NdArrayView<'_>, of_input: Kind, global: &Global) -> Result<()> {
        let own = if of_input.is_text() { of_input } else { Kind::Csv };
        let kind = if global.json { Kind::Json } else { self.to.unwrap_or(own) };
        let names = kind.is_table() && lossy::has_column_names(array);
        let write = crate::options::WriteOptions {
            fmt: self.formats(kind),
            no_header: self.no_header,
            ..Default::default()
        };
        let delimiter = self.read.delimiter.as_deref().filter(|_| kind == of_input);
        let format = write.format(kind, delimiter, names)?;
        let mut out = stdout();
        latio::write_with(&mut out, &*format, Compression::None, array)?;
        if kind == Kind::Json {
            writeln!(out)?;
        }
        Ok(out.flush()?)
    }

    /// The digits that the input had, mostly, rather than those that an f64 has.
    fn formats(&self, kind: Kind) -> Vec<String> {
        if self.fmt.is_empty() && kind.is_table() {
            return vec!["shortest".to_owned()];
        }
        self.fmt.clone()
    }
}
