//! `lat stats`: what the numbers are like, in one pass.

use std::io::Write;

use clap::Args;
use lat_core::{Element, array::Shape, dispatch};
use latio::{NdArray, NdArrayView, Result, Scalar};
use serde_json::{Map, Value, json};

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
    scalar::{digits, json_float, json_int, short},
    tally::{Kept, Number, Tally, histogram},
};

/// Print count, minimum, maximum, mean, standard deviation, sum and median
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  lat stats a.npy
  lat stats --axis 0 a.csv            # of each column
  lat stats --json a.npy | jq .mean

NaN is counted, and left out of the rest. The standard deviation is that of a population, as
NumPy's. The array is read in blocks; the median and the histogram take memory, and are left out
where that would be more than --max-memory, or half a gigabyte.")]
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

/// The bytes of the elements of a block.
const BLOCK: u64 = 4 << 20;

const BARS: usize = 32;

impl Stats {
    pub(crate) fn run(&self, global: &Global) -> Result<Verdict> {
        let input = Input::new(&self.reference, &self.read, global);
        let room = global.max_memory.map_or(KEPT, |it| it / 2);
        let most = usize::try_from(room / 8).unwrap_or(usize::MAX);
        let mut out = stdout();
        input.with_blocks(|blocks| match self.axis {
            None => of_all(blocks, most, global, &mut out),
            Some(axis) => along(axis, blocks, most, global, &mut out),
        })?;
        out.flush()?;
        Ok(Verdict::Yes)
    }
}

/// Real numbers have one tally, complex ones one for each part.
#[derive(Clone)]
struct Tallies {
    re: Tally,
    im: Option<Tally>,
}

impl Tallies {
    fn new(complex: bool, most: usize) -> Self {
        let re = if complex { Tally::default() } else { Tally::keeping(most) };
        Self { re, im: complex.then(Tally::default) }
    }

    fn add(&mut self, value: Scalar) {
        match value {
            Scalar::Complex(it) if it.re.is_nan() || it.im.is_nan() => self.re.nan += 1,
            Scalar::Complex(it) => {
                self.re.add(Scalar::Float(it.re));
                self.im.get_or_insert_default().add(Scalar::Float(it.im));
            }
            value => self.re.add(value),
        }
    }

    fn summary(&mut self) -> Summary {
        let im = self.im.as_ref();
        let complex = im.is_some();
        let real = |it: Option<Number>| it.filter(|_| !complex);
        let variance = self.re.variance();
        let variance = variance.map(|re| re + im.and_then(Tally::variance).unwrap_or(0.0));
        Summary {
            count: self.re.count,
            nan: self.re.nan,
            inf: self.re.inf.max(im.map_or(0, |it| it.inf)),
            min: real(self.re.min()),
            max: real(self.re.max()),
            mean: self.re.mean().map(|re| (re, im.and_then(Tally::mean))),
            std: variance.map(f64::sqrt),
            sum: (self.re.sum(), im.map(Tally::sum)),
            median: self.re.median().filter(|_| !complex),
        }
    }
}

struct Summary {
    count: u64,
    nan: u64,
    inf: u64,
    min: Option<Number>,
    max: Option<Number>,
    mean: Option<(f64, Option<f64>)>,
    std: Option<f64>,
    sum: (Number, Option<Number>),
    median: Option<f64>,
}

impl Summary {
    fn json(&self) -> Map<String, Value> {
        let number = |it: Number| match it {
            Number::Int(it) => json_int(it),
            Number::Float(it) => json_float(it),
        };
        let pair =
            |re: Value, im: Option<Value>| im.map_or(re.clone(), |im| Value::from(vec![re, im]));
        let mean = self.mean.map(|(re, im)| pair(json_float(re), im.map(json_float)));
        let fields = [
            ("count", Some(self.count.into())),
            ("nan", Some(self.nan.into())),
            ("inf", Some(self.inf.into())),
            ("min", self.min.map(number)),
            ("max", self.max.map(number)),
            ("mean", mean),
            ("std", self.std.map(json_float)),
            ("sum", Some(pair(number(self.sum.0), self.sum.1.map(number)))),
            ("median", self.median.map(json_float)),
        ];
        fields.into_iter().map(|(name, it)| (name.to_owned(), it.unwrap_or(Value::Null))).collect()
    }

    /// The values in the order of [`COLUMNS`].
    fn words(&self, number: fn(f64) -> String) -> [String; 6] {
        let text = |it: Number| match it {
            Number::Int(it) => it.to_string(),
            Number::Float(it) => number(it),
        };
        let none = || "-".to_owned();
        let pair = |re: String, im: Option<String>| match im {
            Some(im) if im.starts_with('-') => format!("({re}{im}j)"),
            Some(im) => format!("({re}+{im}j)"),
            None => re,
        };
        [
            self.min.map_or_else(none, text),
            self.max.map_or_else(none, text),
            self.mean.map_or_else(none, |(re, im)| pair(number(re), im.map(number))),
            self.std.map_or_else(none, number),
            pair(text(self.sum.0), self.sum.1.map(text)),
            self.median.map_or_else(none, number),
        ]
    }
}

const COLUMNS: [&str; 6] = ["min", "max", "mean", "std", "sum", "median"];

fn of_all(
    blocks: &mut dyn Blocks,
    most: usize,
    global: &Global,
    out: &mut dyn Write,
) -> Result<()> {
    let rows = rows_in(BLOCK, blocks);
    let len = blocks.shape().map_or(0, |it| it.iter().product());
    // Values that will be too many need not be kept until they are.
    let most = if len > most { 0 } else { most };
    let mut widening = Widening::default();
    let mut tallies: Option<Tallies> = None;
    let mut shape = None;
    while let Some(block) = blocks.next(rows)? {
        let view = block.view();
        widening.add(&view)?;
        let complex = view.dtype().kind() == latio::DTypeKind::Complex;
        let tallies = tallies.get_or_insert_with(|| Tallies::new(complex, most));
        each(&view, |value| tallies.add(value));
        add_rows(&mut shape, view.shape());
    }
    let shape = shape.or(blocks.shape().map(<[_]>::to_vec)).unwrap_or_default();
    let mut tallies = tallies.unwrap_or_else(|| Tallies::new(false, 0));
    let summary = tallies.summary();
    let dtype = widening.dtype().map_or("-", latio::DType::name);
    let bars = match &tallies.re.kept {
        Kept::All { values, .. } => histogram(&values.iter().copied(), BARS),
        Kept::Not => None,
    };
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
    blocks: &mut dyn Blocks,
    most: usize,
    global: &Global,
    out: &mut dyn Write,
) -> Result<()> {
    let rows = rows_in(BLOCK, blocks);
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
        // Along the first axis lanes go on from block to block; along others they end in it.
        if at > 0 || first.is_none() {
            let complex = view.dtype().kind() == latio::DTypeKind::Complex;
            lanes = vec![Tallies::new(complex, most / count.max(1)); count];
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
    match first {
        Some(block) if axis_index(axis, block.rank())? == 0 => {
            print_lanes(&mut lanes, &block.view(), 0, 0, global, out)
        }
        _ => Ok(()),
    }
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
