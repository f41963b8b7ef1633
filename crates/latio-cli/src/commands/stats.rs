//! `lat stats`: what the numbers are like, in one pass, or in a few where they are too many to be
//! kept for the median.

mod summary;

use std::io::Write;

use clap::Args;
use lat_core::{Element, array::Shape, dispatch};
use latio::{DType, NdArray, NdArrayView, Result, Scalar};
use serde_json::{Value, json};

use crate::{
    Verdict,
    args::Global,
    blocks::{Blocks, Widening, rows_in},
    commands::cat::axis_index,
    draw,
    input::{Input, reference},
    options::ReadOptions,
    output::stdout,
    reference::Reference,
    scalar::{digits, short, to_f64},
    tally::{Kept, Room, Tally, bin, histogram},
};
use summary::{COLUMNS, Tallies};

/// Print count, minimum, maximum, mean, standard deviation, sum and median
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  lat stats a.npy
  lat stats --axis 0 a.csv            # of each column
  lat stats --json a.npy | jq .mean

NaN is counted, and left out of the rest. The standard deviation is that of a population, as
NumPy's. The array is read in blocks. Where its numbers would take more than --max-memory, or half
a gigabyte, a file is read a few times to find the median; of a pipe it is left out.")]
pub(crate) struct Stats {
    /// The array
    #[arg(value_name = "REF", value_parser = reference())]
    reference: Reference,
    /// Along this axis, from the end if negative: of each column for 0
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    axis: Option<isize>,
    #[command(flatten)]
    read: ReadOptions,
}

/// Memory for the values that are kept, in bytes, if it is not bounded.
const KEPT: u64 = 512 << 20;

/// The bytes of the elements of a block, if memory is not bounded.
const BLOCK: u64 = 4 << 20;

/// How much memory is used for what.
#[derive(Clone, Copy)]
struct Plan {
    room: Room,
    /// The bytes of the elements of a block.
    block: u64,
}

const BARS: usize = 32;

impl Stats {
    pub(crate) fn run(&self, global: &Global) -> Result<Verdict> {
        let input = Input::new(&self.reference, &self.read, global);
        let plan = plan(&input, global);
        let mut out = stdout();
        match self.axis {
            None => of_all(&input, plan, global, &mut out),
            Some(axis) => along(axis, &input, plan, global, &mut out),
        }?;
        out.flush()?;
        Ok(Verdict::Yes)
    }
}

fn plan(input: &Input<'_>, global: &Global) -> Plan {
    let kept = global.max_memory.map_or(KEPT, |it| it / 2);
    let numbers = usize::try_from(kept / 8).unwrap_or(usize::MAX);
    let block = global.max_memory.map_or(BLOCK, |it| (it / 8).clamp(1 << 16, BLOCK));
    Plan { room: Room { numbers, again: input.is_repeatable() }, block }
}

/// The array as a whole.
struct Whole {
    tallies: Tallies,
    shape: Vec<usize>,
    dtype: Option<DType>,
}

impl Whole {
    fn read(blocks: &mut dyn Blocks, plan: Plan) -> Result<Self> {
        let rows = rows_in(plan.block, blocks);
        let len: usize = blocks.shape().map_or(0, |it| it.iter().product());
        let tally = || {
            let many = len > plan.room.numbers;
            if many { Tally::counting(plan.room) } else { Tally::keeping(plan.room) }
        };
        let mut widening = Widening::default();
        let mut tallies: Option<Tallies> = None;
        let mut shape = None;
        while let Some(block) = blocks.next(rows)? {
            let view = block.view();
            widening.add(&view)?;
            let tallies = tallies.get_or_insert_with(|| Tallies::new(&view, tally()));
            each(&view, |value| tallies.add(value));
            add_rows(&mut shape, view.shape());
        }
        let shape = shape.or(blocks.shape().map(<[_]>::to_vec)).unwrap_or_default();
        let tallies = tallies.unwrap_or(Tallies { re: Tally::default(), im: None });
        Ok(Self { tallies, shape, dtype: widening.dtype() })
    }

    /// Finds what one pass could not tell. Says how many numbers are in each part of their range.
    fn read_again(
        &mut self,
        input: &Input<'_>,
        block: u64,
    ) -> Result<Option<(f64, f64, Vec<u64>)>> {
        let mut counts = vec![0; BARS];
        let finite = self.tallies.re.finite;
        read_again(input, block, std::slice::from_mut(&mut self.tallies), |pass, value| {
            if let (0, Some((low, high)), true) = (pass, finite, value.is_finite()) {
                counts[bin(value, low, high, BARS)] += 1;
            }
        })?;
        Ok(match &self.tallies.re.kept {
            Kept::All { values, .. } => histogram(&values.iter().copied(), BARS),
            Kept::Counted(_) => finite.map(|(low, high)| (low, high, counts)),
            Kept::Not => None,
        })
    }
}

/// Reads the array as often as the medians of lanes along its first axis need it. `look` is given
/// the numbers too, and how many such passes there were before.
fn read_again(
    input: &Input<'_>,
    block: u64,
    lanes: &mut [Tallies],
    mut look: impl FnMut(usize, f64),
) -> Result<()> {
    let mut passes = 0;
    // All lanes end their pass.
    while lanes.iter_mut().filter_map(|it| it.end_pass().then_some(())).count() > 0 {
        input.with_blocks(|blocks| {
            let rows = rows_in(block, blocks);
            while let Some(block) = blocks.next(rows)? {
                let mut lane = 0;
                each(&block.view(), |value| {
                    lanes[lane].re.add_again(value);
                    lane = (lane + 1) % lanes.len();
                    look(passes, to_f64(value));
                });
            }
            Ok(())
        })?;
        passes += 1;
    }
    Ok(())
}

fn of_all(input: &Input<'_>, plan: Plan, global: &Global, out: &mut dyn Write) -> Result<()> {
    let mut whole = input.with_blocks(|blocks| Whole::read(blocks, plan))?;
    let bars = whole.read_again(input, plan.block)?;
    let Whole { mut tallies, shape, dtype } = whole;
    let summary = tallies.summary();
    let dtype = dtype.map_or("-", DType::name);
    if global.json {
        let mut all = summary.json();
        all.insert("shape".to_owned(), json!(shape));
        all.insert("dtype".to_owned(), dtype.into());
        return Ok(writeln!(out, "{}", Value::Object(all))?);
    }
    writeln!(out, "shape {}  {dtype}", Shape(&shape))?;
    writeln!(out, "count {}  nan {}  inf {}", summary.count, summary.nan, summary.inf)?;
    let words = summary.words(short);
    let line: Vec<_> =
        COLUMNS.iter().zip(&words).map(|(name, it)| format!("{name} {it}")).collect();
    writeln!(out, "{}\n{}", line[..4].join("  "), line[4..].join("  "))?;
    if let Some((low, high, counts)) = bars {
        writeln!(out, "{}  {} … {}", draw::sparkline(&counts), digits(low, 4), digits(high, 4))?;
    }
    Ok(())
}

/// The shape of all blocks so far.
fn add_rows(shape: &mut Option<Vec<usize>>, block: &[usize]) {
    match shape {
        None => *shape = Some(block.to_vec()),
        Some(shape) => shape[0] += block[0],
    }
}

fn each(view: &NdArrayView<'_>, mut add: impl FnMut(Scalar)) {
    dispatch!(view.dtype(), T => {
        view.typed::<T>().expect("matched on dtype").iter().for_each(|it| add(it.to_scalar()));
    });
}

/// Statistics along an axis: a line for each position of the other axes.
fn along(
    axis: isize,
    input: &Input<'_>,
    plan: Plan,
    global: &Global,
    out: &mut dyn Write,
) -> Result<()> {
    let first = input.with_blocks(|blocks| lanes_of_blocks(axis, blocks, plan, global, out))?;
    let Some((first, mut lanes)) = first else { return Ok(()) };
    read_again(input, plan.block, &mut lanes, |_, _| {})?;
    print_lanes(&mut lanes, &first.view(), 0, 0, global, out)
}

/// Along the first axis, lanes go on from block to block, and are handed back with the first one;
/// along others they end in it, and are printed.
fn lanes_of_blocks(
    axis: isize,
    blocks: &mut dyn Blocks,
    plan: Plan,
    global: &Global,
    out: &mut dyn Write,
) -> Result<Option<(NdArray, Vec<Tallies>)>> {
    let rows = rows_in(plan.block, blocks);
    let mut lanes: Vec<Tallies> = Vec::new();
    let mut first: Option<NdArray> = None;
    let mut done = 0;
    while let Some(block) = blocks.next(rows)? {
        let view = block.view();
        let at = axis_index(axis, view.rank())?;
        if first.is_none() && !global.json {
            head(out)?;
        }
        let inner: usize = view.shape()[at + 1..].iter().product();
        let count = view.len().checked_div(view.shape()[at]).unwrap_or(0);
        if at > 0 || first.is_none() {
            let room = match at {
                0 => Room { numbers: plan.room.numbers / count.max(1), ..plan.room },
                // A block is in memory anyway.
                _ => Room { numbers: usize::MAX, again: false },
            };
            lanes = vec![Tallies::new(&view, Tally::keeping(room)); count];
        }
        let (mut place, span) = (0, inner * view.shape()[at]);
        each(&view, |value| {
            lanes[place / span * inner + place % inner].add(value);
            place += 1;
        });
        if at > 0 {
            print_lanes(&mut lanes, &view, at, done, global, out)?;
        }
        done += view.shape()[0];
        first.get_or_insert(block);
    }
    let Some(first) = first else { return Ok(None) };
    Ok((axis_index(axis, first.rank())? == 0).then_some((first, lanes)))
}

/// The width of a column, in characters.
const CELL: usize = 13;

fn head(out: &mut dyn Write) -> Result<()> {
    write!(out, "{:16}{:>9}{:>6}", "", "count", "nan")?;
    for name in COLUMNS {
        write!(out, "{name:>CELL$}")?;
    }
    Ok(writeln!(out)?)
}

fn print_lanes(
    lanes: &mut [Tallies],
    view: &NdArrayView<'_>,
    axis: usize,
    done: usize,
    global: &Global,
    out: &mut dyn Write,
) -> Result<()> {
    for (at, lane) in lanes.iter_mut().enumerate() {
        let name = lane_name(at, view, axis, done);
        let summary = lane.summary();
        if global.json {
            let mut all = summary.json();
            all.insert("lane".to_owned(), name.into());
            writeln!(out, "{}", Value::Object(all))?;
            continue;
        }
        let pad = " ".repeat(16_usize.saturating_sub(crate::term::text_width(&name)));
        write!(out, "{name}{pad}{:>9}{:>6}", summary.count, summary.nan)?;
        for word in summary.words(|it| digits(it, 6)) {
            write!(out, "{word:>CELL$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The label of a lane if it has one, else its index, a colon standing for the axis.
fn lane_name(mut at: usize, view: &NdArrayView<'_>, axis: usize, done: usize) -> String {
    let last = view.axes().last().and_then(|it| it.labels.as_ref());
    if let (2, 0, Some(labels)) = (view.rank(), axis, last) {
        return labels[at].clone();
    }
    let mut words = Vec::new();
    for idx in (0..view.rank()).rev() {
        if idx == axis {
            words.push(":".to_owned());
            continue;
        }
        let extent = view.shape()[idx];
        let shift = if idx == 0 { done } else { 0 };
        words.push((at % extent + shift).to_string());
        at /= extent;
    }
    words.reverse();
    format!("[{}]", words.join(", "))
}
