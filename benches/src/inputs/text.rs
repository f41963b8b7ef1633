//! Values printed into tables and nested lists, each summed as what its text means.

use std::{error::Error, fmt::Write as _, io::Write, str::FromStr};

use super::{Made, Scale};
use crate::{
    Outcome,
    print::general,
    random::Random,
    sum::{Bits, Sum},
};

/// Writes the text of this name.
pub(super) fn write(to: &mut impl Write, name: &str, scale: Scale) -> Outcome<Made> {
    let (stem, extension) = name.split_once('.').ok_or("an input without an extension")?;
    let (rows, columns) = scale.shape(stem);
    if stem == "cube" {
        writeln!(to, "# shape=(100, {}, {columns}), dtype=f64", rows / 100)?;
    }
    let table = Table { rows, columns, frame: Frame::of(extension) };
    let mut random = Random::new();
    let (sum, bytes) = match stem {
        "i64" => table.write::<i64>(to, |out| write!(out, "{}", random.integer()))?,
        "f32" => table.write::<f32>(to, |out| write!(out, "{}", single(random.normal())))?,
        "g6" => table.write::<f64>(to, |out| general(out, random.normal(), 6))?,
        "g18" | "cube" => table.write::<f64>(to, |out| general(out, random.normal(), 18))?,
        _ => table.write::<f64>(to, |out| write!(out, "{}", random.normal()))?,
    };
    Ok(Made { name: name.into(), sum, bytes })
}

#[expect(clippy::cast_possible_truncation, reason = "rounded, which is meant")]
fn single(value: f64) -> f32 {
    value as f32
}

struct Table {
    rows: usize,
    columns: usize,
    frame: Frame,
}

/// What stands around rows and values.
struct Frame {
    start: &'static str,
    row: &'static str,
    delimiter: &'static str,
    row_end: &'static str,
    between: &'static str,
    end: &'static str,
}

impl Frame {
    fn of(extension: &str) -> Self {
        let table =
            Self { start: "", row: "", delimiter: ",", row_end: "\n", between: "", end: "" };
        match extension {
            "txt" => Self { delimiter: " ", ..table },
            "json" => Self {
                start: "{\"data\": [",
                row: "[",
                delimiter: ", ",
                row_end: "]",
                between: ", ",
                end: "]}",
            },
            _ => table,
        }
    }
}

impl Table {
    /// Writes it, and says the sum and the size of the array that it stands for.
    fn write<T>(
        &self,
        to: &mut impl Write,
        mut print: impl FnMut(&mut String) -> std::fmt::Result,
    ) -> Outcome<(Sum, usize)>
    where
        T: Bits + FromStr<Err: Error + 'static>,
    {
        let (frame, mut sum, mut line) = (&self.frame, Sum::default(), String::new());
        to.write_all(frame.start.as_bytes())?;
        for row in 0..self.rows {
            line.clear();
            line.push_str(if row == 0 { "" } else { frame.between });
            line.push_str(frame.row);
            for column in 0..self.columns {
                line.push_str(if column == 0 { "" } else { frame.delimiter });
                let start = line.len();
                print(&mut line)?;
                sum.push(line[start..].parse::<T>()?);
            }
            line.push_str(frame.row_end);
            to.write_all(line.as_bytes())?;
        }
        to.write_all(frame.end.as_bytes())?;
        Ok((sum, self.rows * self.columns * size_of::<T>()))
    }
}
