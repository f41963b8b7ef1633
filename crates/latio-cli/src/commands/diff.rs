//! `lat diff`: whether two arrays are the same, and where they are not.

use std::io::Write;

use clap::Args;
use lat_core::{Element, array::Shape, dispatch};
use latio::{Axis, NdArray, NdArrayView, Result, Scalar};
use serde_json::{Value, json};

use crate::{
    Verdict,
    args::Global,
    blocks::{Blocks, Widening, rows_in},
    compare::{Differences, Tolerance},
    input::{Input, reference},
    names,
    options::ReadOptions,
    output::stdout,
    reference::Reference,
    scalar,
};

/// Compare two arrays: shape, element type, names, then values
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  lat diff a.npy b.npy
  lat diff --rtol 1e-6 --equal-nan a.npy b.csv
  lat diff -q a.npy b.npy && echo same

Values are the same if |a - b| <= atol + rtol * |b|, as in NumPy, or if at most so many floats
lie between them (--ulps). Without such options they must be the same numbers. The arrays are
read in blocks. Exit codes: 0 the same, 1 different, 2 trouble.")]
pub(crate) struct Diff {
    /// The first array
    #[arg(value_name = "A", value_parser = reference())]
    first: Reference,
    /// The second array
    #[arg(value_name = "B", value_parser = reference())]
    second: Reference,
    /// Relative tolerance
    #[arg(long, value_name = "X", default_value_t = 0.0)]
    rtol: f64,
    /// Absolute tolerance
    #[arg(long, value_name = "X", default_value_t = 0.0)]
    atol: f64,
    /// Tolerance in floats of the poorer element type
    #[arg(long, value_name = "N", default_value_t = 0)]
    ulps: u64,
    /// NaN is the same as NaN
    #[arg(long)]
    equal_nan: bool,
    /// Compare shape and values alone, neither element type nor names
    #[arg(long)]
    values_only: bool,
    #[command(flatten)]
    read: ReadOptions,
}

/// The bytes of the elements of a block.
const BLOCK: u64 = 4 << 20;

/// What was found out.
#[derive(Default)]
struct Report {
    shapes: [Option<Vec<usize>>; 2],
    types: [Widening; 2],
    axes: [Vec<Axis>; 2],
    values: Differences,
}

impl Diff {
    pub(crate) fn run(&self, global: &Global) -> Result<Verdict> {
        let a = Input::new(&self.first, &self.read, global);
        let b = Input::new(&self.second, &self.read, global);
        let report = a.with_blocks(|a| b.with_blocks(|b| self.compare(a, b, global)))?;
        let mut out = stdout();
        let verdict = if self.same(&report) { Verdict::Yes } else { Verdict::No };
        if global.json {
            writeln!(out, "{}", self.json(&report))?;
        } else if !global.quiet {
            self.print(&report, &mut out)?;
        }
        out.flush()?;
        Ok(verdict)
    }

    fn tolerance(&self) -> Tolerance {
        let Self { rtol, atol, ulps, equal_nan, .. } = *self;
        Tolerance { rtol, atol, ulps, equal_nan }
    }

    fn compare(&self, a: &mut dyn Blocks, b: &mut dyn Blocks, global: &Global) -> Result<Report> {
        let shapes = [a.shape().map(<[_]>::to_vec), b.shape().map(<[_]>::to_vec)];
        let values = Differences { tolerance: self.tolerance(), ..Differences::default() };
        let mut report = Report { shapes, values, ..Report::default() };
        if let [Some(a), Some(b)] = &report.shapes {
            if a != b {
                return Ok(report);
            }
        }
        let rows = rows_in(BLOCK, a).min(rows_in(BLOCK, b));
        let mut at = 0;
        loop {
            let (one, two) = (a.next(rows)?, b.next(rows)?);
            for (side, block) in [&one, &two].into_iter().enumerate() {
                report.note(side, block.as_ref(), at)?;
            }
            match (one, two) {
                (Some(one), Some(two)) if one.shape() == two.shape() => {
                    report.values.add(&one.view(), &two.view(), at);
                    at += one.shape().first().copied().unwrap_or(1);
                }
                (None, None) => return Ok(report),
                (one, two) => {
                    report.rest(0, a, one.as_ref(), rows)?;
                    report.rest(1, b, two.as_ref(), rows)?;
                    return Ok(report);
                }
            }
            if global.quiet && !global.json && !self.same(&report) && report.values.count > 0 {
                return Ok(report);
            }
        }
    }

    fn same(&self, report: &Report) -> bool {
        let [a, b] = &report.shapes;
        let names =
            report.types[0].dtype() == report.types[1].dtype() && report.axes[0] == report.axes[1];
        a == b && report.values.count == 0 && (self.values_only || names)
    }

    fn print(&self, report: &Report, out: &mut dyn Write) -> Result<()> {
        let Report { shapes, types, axes, values } = report;
        if shapes[0] != shapes[1] {
            let text = |it: &Option<Vec<usize>>| {
                it.as_ref().map_or("()".to_owned(), |it| Shape(it).to_string())
            };
            writeln!(out, "shape   {} and {}", text(&shapes[0]), text(&shapes[1]))?;
        }
        let dtypes = [types[0].dtype(), types[1].dtype()];
        if let ([Some(a), Some(b)], false) = (dtypes, self.values_only) {
            if a != b {
                writeln!(out, "dtype   {a} and {b}")?;
            }
            // Arrays of other ranks have other axes, also without names.
            if axes[0] != axes[1] && axes.iter().any(|it| names::any(it)) {
                writeln!(out, "axes    {} and {}", axes_text(&axes[0]), axes_text(&axes[1]))?;
            }
        }
        if values.count > 0 {
            let Self { rtol, atol, .. } = self;
            writeln!(
                out,
                "values  {} of {} differ  (rtol {rtol}, atol {atol})",
                values.count, values.compared
            )?;
        }
        for (what, worst) in [("largest", &values.absolute), ("relative", &values.relative)] {
            if let Some(it) = worst {
                let (a, b) = (word(it.a), word(it.b));
                let (by, rel) = (scalar::digits(it.absolute, 6), scalar::digits(it.relative, 6));
                writeln!(out, "{what:9}{:?}  a = {a}  b = {b}  abs {by}  rel {rel}", it.index)?;
            }
        }
        if let Some((index, a, b)) = &values.first {
            writeln!(out, "first    {index:?}  a = {}  b = {}", word(*a), word(*b))?;
        }
        if values.nans > 0 && !self.equal_nan {
            writeln!(
                out,
                "both are NaN at {} of them: --equal-nan takes that for the same",
                values.nans
            )?;
        }
        Ok(())
    }

    fn json(&self, report: &Report) -> Value {
        let Report { shapes, types, values, .. } = report;
        let dtype = |side: usize| types[side].dtype().map(latio::DType::name);
        let worst = |it: &Option<crate::compare::Worst>| {
            it.as_ref().map(|it| {
                json!({
                    "index": it.index, "a": scalar::json(it.a), "b": scalar::json(it.b),
                    "abs": scalar::json_float(it.absolute), "rel": scalar::json_float(it.relative),
                })
            })
        };
        json!({
            "same": self.same(report),
            "shape": shapes,
            "dtype": [dtype(0), dtype(1)],
            "compared": values.compared,
            "different": values.count,
            "both_nan": values.nans,
            "first": values.first.as_ref().map(|it| &it.0),
            "largest": worst(&values.absolute),
            "relative": worst(&values.relative),
        })
    }
}

fn word(value: Scalar) -> String {
    value.to_string()
}

fn axes_text(axes: &[Axis]) -> String {
    if names::any(axes) { names::on_a_line(axes) } else { "without names".to_owned() }
}

impl Report {
    /// Takes in what a block tells of the whole.
    fn note(&mut self, side: usize, block: Option<&NdArray>, at: usize) -> Result<()> {
        let Some(block) = block else { return Ok(()) };
        self.types[side].add(&block.view())?;
        if at == 0 {
            self.axes[side] = without_rows(block);
            self.shapes[side] = Some(block.shape().to_vec());
        } else if let Some([first, ..]) = self.shapes[side].as_deref_mut() {
            *first += block.shape()[0];
        }
        Ok(())
    }

    /// Reads on to the end, to know the shape.
    fn rest(
        &mut self,
        side: usize,
        blocks: &mut dyn Blocks,
        last: Option<&NdArray>,
        rows: usize,
    ) -> Result<()> {
        if last.is_none() {
            return Ok(());
        }
        while let Some(block) = blocks.next(rows)? {
            self.types[side].add(&block.view())?;
            if let Some([first, ..]) = self.shapes[side].as_deref_mut() {
                *first += block.shape()[0];
            }
        }
        Ok(())
    }
}

/// The axes, but for the labels of rows: a block has those of some.
fn without_rows(block: &NdArray) -> Vec<Axis> {
    let mut axes = block.axes().to_vec();
    if let Some(first) = axes.first_mut().filter(|_| block.rank() > 1) {
        first.labels = None;
    }
    axes
}

/// Calls `each` with the elements of both, in logical order.
pub(crate) fn pairs(
    a: &NdArrayView<'_>,
    b: &NdArrayView<'_>,
    mut each: impl FnMut(Scalar, Scalar),
) {
    dispatch!(a.dtype(), T => {
        let a = a.typed::<T>().expect("matched on dtype");
        dispatch!(b.dtype(), U => {
            let b = b.typed::<U>().expect("matched on dtype");
            a.iter().zip(b).for_each(|(a, b)| each(a.to_scalar(), b.to_scalar()));
        });
    });
}
