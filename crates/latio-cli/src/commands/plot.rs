//! `lat plot`: a picture, in the terminal or in a file.

use std::{io::Write, path::PathBuf};

use clap::Args;
use lat_core::array::Shape;
use latio::{DTypeKind, Error, ErrorKind, NdArrayView, Result};

use crate::{
    Verdict,
    args::Global,
    draw::{Room, bars, grid::Grid, heat, lines, series},
    input::{Input, reference},
    options::ReadOptions,
    output::{Target, stdout},
    reference::Reference,
    tally,
    term::{self, Term},
};

/// Draw an array: lines, a heat map, or a histogram
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[command(after_help = "\
Examples:
  lat plot a.npy                      # a line; lines of a few columns; a heat map of many
  lat plot --x 0 a.csv                # columns over the first one
  lat plot --hist --bins 40 a.npy
  lat plot image.npy -o image.png     # or .svg")]
pub(crate) struct Plot {
    /// An array of one or two axes
    #[arg(value_name = "REF", value_parser = reference())]
    reference: Reference,
    /// Draw columns as lines
    #[arg(long, conflicts_with_all = ["heat", "hist"])]
    lines: bool,
    /// Draw a heat map
    #[arg(long, conflicts_with = "hist")]
    heat: bool,
    /// Draw how often values occur
    #[arg(long)]
    hist: bool,
    /// How many bins the histogram has
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..))]
    bins: u16,
    /// The column that the others are drawn over, from 0
    #[arg(long, value_name = "N")]
    x: Option<usize>,
    /// Width, in characters or pixels
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(8..))]
    width: Option<u16>,
    /// Height, in lines or pixels
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(4..))]
    height: Option<u16>,
    /// Save a picture: .svg or .png
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace the picture if it exists
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    read: ReadOptions,
}

/// Up to so many columns are drawn as lines.
const FEW: usize = 8;

/// What is drawn.
pub(crate) enum Figure {
    Lines(Vec<series::Series>),
    Heat(Grid),
    Bars { low: f64, high: f64, counts: Vec<u64> },
}

impl Plot {
    pub(crate) fn run(&self, global: &Global) -> Result<Verdict> {
        if let Some(path) = &self.output {
            Target::from(&**path).check_free(self.force)?;
        }
        let array = Input::new(&self.reference, &self.read, global).load()?;
        let view = array.view()?;
        check(&view)?;
        let Some(path) = &self.output else {
            let room = self.room(global);
            let cells = (room.height.saturating_sub(1) * heat::rows_in_line(room), room.width);
            let mut out = stdout();
            out.write_all(in_terminal(&self.figure(&view, cells)?, room).as_bytes())?;
            out.flush()?;
            return Ok(Verdict::Yes);
        };
        self.save(path, &self.figure(&view, (256, 256))?)?;
        Ok(Verdict::Yes)
    }

    fn room(&self, global: &Global) -> Room {
        let asked = |it: Option<u16>| it.map(usize::from);
        let width = asked(self.width).or(term::width()).unwrap_or(80).max(8);
        let height = term::height().map_or(20, |it| it.saturating_sub(2).clamp(4, 24));
        let height = asked(self.height).unwrap_or(height);
        Room { width, height, color: Term::new(global.color).colors_stdout() }
    }

    fn figure(&self, view: &NdArrayView<'_>, cells: (usize, usize)) -> Result<Figure> {
        if self.hist {
            let found = tally::histogram_of(view, self.bins.into());
            let (low, high, counts) = found.ok_or_else(nothing_finite)?;
            return Ok(Figure::Bars { low, high, counts });
        }
        let few = view.rank() == 1 || view.shape()[1] <= FEW || self.x.is_some();
        if view.rank() == 1 && self.heat {
            let message = "a heat map is drawn of two axes";
            return Err(Error::new(ErrorKind::Usage, message));
        }
        if self.lines || (few && !self.heat) {
            return series::of_columns(view, self.x).map(Figure::Lines);
        }
        Ok(Figure::Heat(Grid::of(view, cells.0, cells.1)))
    }

    #[cfg(feature = "plot")]
    fn save(&self, path: &std::path::Path, figure: &Figure) -> Result<()> {
        let size = (self.width.unwrap_or(960).into(), self.height.unwrap_or(600).into());
        crate::picture::save(path, figure, size)
    }

    #[cfg(not(feature = "plot"))]
    #[expect(clippy::unused_self, reason = "the other build uses it")]
    fn save(&self, _: &std::path::Path, _: &Figure) -> Result<()> {
        let message = "this build cannot save pictures";
        Err(Error::new(ErrorKind::Usage, message).with_hint("build it with the feature plot"))
    }
}

fn in_terminal(figure: &Figure, room: Room) -> String {
    match figure {
        Figure::Lines(all) => lines::draw(all, room),
        Figure::Heat(grid) => heat::draw(grid, room),
        Figure::Bars { low, high, counts } => bars::draw(*low, *high, counts, room),
    }
}

fn check(view: &NdArrayView<'_>) -> Result<()> {
    let usage = |message: String, hint: &'static str| {
        Err(Error::new(ErrorKind::Usage, message).with_hint(hint))
    };
    if view.dtype().kind() == DTypeKind::Complex {
        return usage(
            "complex numbers are not drawn".to_owned(),
            "save their parts as arrays first",
        );
    }
    if view.is_empty() {
        return usage("there is nothing to draw".to_owned(), "the array has no elements");
    }
    match view.rank() {
        1 | 2 => Ok(()),
        0 => usage("a single value is not drawn".to_owned(), "see it by lat show"),
        _ => {
            let message = format!("an array of shape {} is not drawn", Shape(view.shape()));
            usage(message, "take a part of it with one or two axes, such as [0, :, :]")
        }
    }
}

#[cold]
fn nothing_finite() -> Error {
    Error::new(ErrorKind::Usage, "there is nothing to draw").with_hint("no value is finite")
}
