//! Pictures in files: SVG, and PNG through pixels of our own, so that no font is needed.

mod pixels;

use std::path::Path;

use lat_core::save;
use latio::{Error, ErrorKind, Result};
use plotters::{
    coord::Shift,
    element::Rectangle,
    prelude::{ChartBuilder, DrawingArea, DrawingBackend, IntoDrawingArea, SVGBackend},
    series::LineSeries,
    style::{BLACK, Color, IntoFont, RGBColor, TRANSPARENT, TextStyle, WHITE},
};

use crate::{
    commands::plot::Figure,
    draw::{
        colors,
        grid::Grid,
        series::{Series, extent},
    },
};
use pixels::Pixels;

/// The height of letters, in pixels.
const LETTERS: i32 = 16;

/// Saves a figure as the picture that the file's extension names.
pub(crate) fn save(path: &Path, figure: &Figure, size: (u32, u32)) -> Result<()> {
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    let bytes = match extension.to_str() {
        Some("svg") => svg(figure, size)?,
        Some("png") => png(figure, size)?,
        _ => {
            let message = format!("'{}' is no picture that is known", path.display());
            return Err(Error::new(ErrorKind::Usage, message).with_hint("end it in .svg or .png"));
        }
    };
    save::replace(path, |to| Ok(to.write_all(&bytes)?)).map_err(|err| err.in_operation("plot"))
}

fn svg(figure: &Figure, size: (u32, u32)) -> Result<Vec<u8>> {
    let mut text = String::new();
    draw(&SVGBackend::with_string(&mut text, size).into_drawing_area(), figure)?;
    Ok(text.into_bytes())
}

fn png(figure: &Figure, size: (u32, u32)) -> Result<Vec<u8>> {
    let mut pixels = vec![255; size.0 as usize * size.1 as usize * 3];
    draw(&Pixels::new(&mut pixels, size).into_drawing_area(), figure)?;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size.0, size.1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let written = encoder.write_header().and_then(|mut it| it.write_image_data(&pixels));
    written.map_err(failed)?;
    Ok(bytes)
}

#[cold]
fn failed(err: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Io, format!("cannot draw the picture: {err}"))
}

type Area<B> = DrawingArea<B, Shift>;

fn draw<B: DrawingBackend>(area: &Area<B>, figure: &Figure) -> Result<()> {
    area.fill(&WHITE).map_err(failed)?;
    match figure {
        Figure::Lines(all) => lines(area, all),
        Figure::Heat(grid) => heat(area, grid),
        Figure::Bars { low, high, counts } => bars(area, (*low, *high), counts),
    }?;
    area.present().map_err(failed)
}

fn letters() -> TextStyle<'static> {
    ("sans-serif", LETTERS).into_font().color(&BLACK)
}

fn rgb(color: colors::Rgb) -> RGBColor {
    RGBColor(color.0, color.1, color.2)
}

fn lines<B: DrawingBackend>(area: &Area<B>, all: &[Series]) -> Result<()> {
    let points = || all.iter().flat_map(|it| &it.points);
    let (left, right) = extent(points().map(|it| it.0));
    let (low, high) = extent(points().map(|it| it.1));
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .x_label_area_size(32)
        .y_label_area_size(72)
        .build_cartesian_2d(left..right, low..high)
        .map_err(failed)?;
    let number = |it: &f64| crate::scalar::digits(*it, 6);
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .label_style(letters())
        .x_label_formatter(&number)
        .y_label_formatter(&number)
        .draw()
        .map_err(failed)?;
    for (number, series) in all.iter().enumerate() {
        let color = rgb(colors::line(number));
        // A line for each run between points that are no numbers.
        for run in series.points.split(|it| !it.0.is_finite() || !it.1.is_finite()) {
            let line = LineSeries::new(run.iter().copied(), color.stroke_width(2));
            chart.draw_series(line).map_err(failed)?;
        }
    }
    if all.len() > 1 { legend(area, all) } else { Ok(()) }
}

fn legend<B: DrawingBackend>(area: &Area<B>, all: &[Series]) -> Result<()> {
    for (number, series) in all.iter().enumerate() {
        let y = 16 + i32::try_from(number).unwrap_or(0) * (LETTERS + 4);
        let color = rgb(colors::line(number));
        let mark = Rectangle::new([(92, y + 6), (116, y + 9)], color.filled());
        area.draw(&mark).map_err(failed)?;
        area.draw_text(&series.name, &letters(), (124, y)).map_err(failed)?;
    }
    Ok(())
}

fn bars<B: DrawingBackend>(area: &Area<B>, ends: (f64, f64), counts: &[u64]) -> Result<()> {
    let (low, high) = extent([ends.0, ends.1].into_iter());
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .x_label_area_size(32)
        .y_label_area_size(72)
        .build_cartesian_2d(low..high, 0..most)
        .map_err(failed)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .label_style(letters())
        .x_label_formatter(&|it| crate::scalar::digits(*it, 6))
        .draw()
        .map_err(failed)?;
    #[expect(clippy::cast_precision_loss, reason = "bins are few")]
    let edge = |at: usize| low + (high - low) * at as f64 / counts.len() as f64;
    let color = rgb(colors::line(0));
    let bar = |(at, &count): (usize, &u64)| {
        Rectangle::new([(edge(at), 0), (edge(at + 1), count)], color.filled())
    };
    chart.draw_series(counts.iter().enumerate().map(bar)).map_err(failed)?;
    Ok(())
}

fn heat<B: DrawingBackend>(area: &Area<B>, grid: &Grid) -> Result<()> {
    let (low, high) = extent(grid.means.iter().copied());
    let (width, height) = area.dim_in_pixel();
    let (picture, scale) = area.split_vertically(height.saturating_sub(40));
    let part = |value: f64| (value / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0);
    let at = |of: usize, count: usize, pixels: u32| {
        i32::try_from(of as u64 * u64::from(pixels) / count as u64).unwrap_or(i32::MAX)
    };
    let height = height.saturating_sub(40);
    let rows = grid.means.len() / grid.columns;
    for (idx, &value) in grid.means.iter().enumerate().filter(|it| !it.1.is_nan()) {
        let (row, column) = (idx / grid.columns, idx % grid.columns);
        let from = (at(column, grid.columns, width), at(row, rows, height));
        let to = (at(column + 1, grid.columns, width), at(row + 1, rows, height));
        let cell = Rectangle::new([from, to], rgb(colors::value(part(value))).filled());
        picture.draw(&cell).map_err(failed)?;
    }
    key(&scale, low, high)
}

/// What the colours mean.
fn key<B: DrawingBackend>(area: &Area<B>, low: f64, high: f64) -> Result<()> {
    const STEPS: i32 = 128;
    for step in 0..STEPS {
        let color = rgb(colors::value(f64::from(step) / f64::from(STEPS - 1)));
        let place = [(120 + 2 * step, 12), (122 + 2 * step, 28)];
        area.draw(&Rectangle::new(place, color.filled())).map_err(failed)?;
    }
    let ends = [(low, 12), (high, 120 + 2 * STEPS + 12)];
    for (value, x) in ends {
        let text = crate::scalar::digits(value, 6);
        area.draw_text(&text, &letters(), (x, 12)).map_err(failed)?;
    }
    Ok(())
}
