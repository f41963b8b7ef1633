//! The files that are read, by name: what they hold, and how they are made.

mod npy;
mod text;

use std::{
    fmt::Write as _,
    fs::{self, File},
    io::{BufWriter, Write},
    path::Path,
};

use crate::{Outcome, sum::Sum};

/// Changes when the same name stands for other contents.
const VERSION: &str = "2";

/// How much of everything there is.
#[derive(Debug, Clone, Copy)]
pub struct Scale {
    /// Rows of ten values in a table.
    pub rows: usize,
    /// Rows of 512 bytes in a large npy file.
    pub blocks: usize,
    /// Small files.
    pub files: usize,
}

impl Scale {
    /// Ten million values, 256 MiB, ten thousand files.
    pub const FULL: Self = Self { rows: 1_000_000, blocks: 524_288, files: 10_000 };
    /// A tenth of that, or about.
    pub const QUICK: Self = Self { rows: 100_000, blocks: 65_536, files: 1_000 };

    /// Rows and columns of the input of this name, which has no extension.
    fn shape(self, stem: &str) -> (usize, usize) {
        if let Some(power) = stem.strip_prefix('n').and_then(|it| it.parse().ok()) {
            return (10_usize.pow(power) / 10, 10);
        }
        match stem {
            "tall" => (self.rows * 10, 1),
            "wide" => (100, self.rows / 10),
            "c" | "f" | "be" => (self.blocks, 64),
            "i32" | "bool" => (self.blocks, 128),
            "c128" => (self.blocks, 32),
            _ => (self.rows, 10),
        }
    }
}

/// What is known of an array that was made.
#[derive(Debug)]
struct Made {
    /// The input's name, or with `:` and more that of a part of it that is saved by itself.
    name: String,
    sum: Sum,
    /// The array's size in memory.
    bytes: usize,
}

/// Makes an input unless it is there, and says `NAME SUM VALUES ARRAY_BYTES FILE_BYTES`, a line
/// for the input and each part of it.
pub fn make(dir: &Path, name: &str, scale: Scale) -> Outcome<String> {
    let (path, note) = (dir.join(name), dir.join(format!("{name}.made-{VERSION}")));
    if let Ok(text) = fs::read_to_string(&note) {
        return Ok(text);
    }
    let made = make_input(&path, name, scale)?;
    let size = fs::metadata(&path)?.len();
    let mut text = String::new();
    for Made { name, sum, bytes } in made {
        writeln!(text, "{name} {:016x} {} {bytes} {size}", sum.total(), sum.len())?;
    }
    fs::write(note, &text)?;
    Ok(text)
}

fn make_input(path: &Path, name: &str, scale: Scale) -> Outcome<Vec<Made>> {
    if name == "small" {
        return Ok(vec![npy::small(path, name, scale.files)?]);
    }
    let to = &mut BufWriter::with_capacity(1 << 20, File::create(path)?);
    let made = if path.extension().is_some_and(|it| it == "npy") {
        npy::write(to, name, scale)?
    } else {
        vec![text::write(to, name, scale)?]
    };
    to.flush()?;
    Ok(made)
}
