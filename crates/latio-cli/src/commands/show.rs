//! `lat show`: the array, as NumPy prints it.

use std::io::Write;

use clap::Args;
use lat_core::array::Shape;
use latio::{NdArrayView, Result, Slice};

use crate::{
    Verdict,
    args::Global,
    input::{Input, reference},
    names,
    options::ReadOptions,
    output::stdout,
    reference::Reference,
    term,
};

const EXAMPLES: &str = "\
Examples:
  lat show a.npy
  lat show --precision 3 a.csv[-10:]
  lat show run.npz::vel[0,:,::2]";

/// Print an array, its middle left out if it is large
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Show {
    /// The array
    #[arg(value_name = "REF", value_parser = reference())]
    reference: Reference,
    /// Print all of it
    #[arg(long)]
    full: bool,
    /// Digits after the point at most
    #[arg(long, value_name = "N", default_value_t = 8)]
    precision: usize,
    #[command(flatten)]
    read: ReadOptions,
}

/// How many leading positions are shown at each end.
const EDGE: usize = 3;

/// How many elements are shown at most, without `--full`.
const MOST: usize = 1000;

/// Which parts are shown.
#[derive(Clone, Copy)]
struct Extent {
    /// Elements of an array that is shown whole.
    most: usize,
    /// Tables at each end of one that is not.
    tables: usize,
}

impl Show {
    pub(crate) fn run(&self, global: &Global) -> Result<Verdict> {
        let array = Input::new(&self.reference, &self.read, global).load()?;
        let view = array.view()?;
        let mut out = stdout();
        if global.json {
            latio::write_with(&mut out, &latio::Json::new(), latio::Compression::None, &view)?;
            writeln!(out)?;
            return Ok(Verdict::Yes);
        }
        if !global.quiet {
            let names = names::on_a_line(view.axes());
            let comma = if names.is_empty() { "" } else { ", " };
            writeln!(out, "{} {}{comma}{names}", Shape(view.shape()), view.dtype())?;
        }
        match term::height() {
            Some(height) if !self.full => out.write_all(&self.fitting(&view, height)?)?,
            _ => self.print(&view, self.extent(), &mut out)?,
        }
        out.flush()?;
        Ok(Verdict::Yes)
    }

    fn extent(&self) -> Extent {
        Extent { most: if self.full { usize::MAX } else { MOST }, tables: EDGE }
    }

    /// What is printed, its middle left out if it has more lines than a terminal of this height.
    fn fitting(&self, view: &NdArrayView<'_>, height: usize) -> Result<Vec<u8>> {
        let mut text = Vec::new();
        self.print(view, self.extent(), &mut text)?;
        // The line before it, and the prompt after it.
        let lines = text.split(|it| *it == b'\n').count();
        if lines + 1 > height {
            text.clear();
            self.print(view, Extent { most: 0, tables: 1 }, &mut text)?;
        }
        Ok(text)
    }

    fn style(&self, threshold: usize) -> latio::Show {
        let width = term::width().map_or(75, |it| it.saturating_sub(1).max(20));
        latio::Show::new().precision(self.precision).threshold(threshold).line_width(width)
    }

    fn print(&self, view: &NdArrayView<'_>, extent: Extent, out: &mut dyn Write) -> Result<()> {
        let Extent { most, tables: edge } = extent;
        if view.rank() < 3 || view.is_empty() {
            return Ok(writeln!(out, "{}", self.style(most).of(view))?);
        }
        let (leading, inner) = view.shape().split_at(view.rank() - 2);
        let tables: usize = leading.iter().product();
        let all = view.len() <= most;
        let few = most.min(inner.iter().product::<usize>() - 1).min(100);
        let style = self.style(if all { most } else { few });
        for at in 0..tables {
            if !all && tables > 2 * edge && at >= edge && at < tables - edge {
                if at == edge {
                    writeln!(out, "...\n")?;
                }
                continue;
            }
            let index = index(at, leading);
            let part: Slice = index.parse()?;
            writeln!(out, "[{index}, :, :]\n{}", style.of(part.of(view)?))?;
            if at + 1 < tables {
                writeln!(out)?;
            }
        }
        Ok(())
    }
}

/// The index of the table at this place.
fn index(mut at: usize, leading: &[usize]) -> String {
    let mut index = Vec::new();
    for extent in leading.iter().rev() {
        index.push((at % extent).to_string());
        at /= extent;
    }
    index.reverse();
    index.join(", ")
}
