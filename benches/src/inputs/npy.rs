//! Values laid out as npy files.

use std::{
    fs::{self, File},
    io::{BufWriter, Write},
    path::Path,
};

use super::{Made, Scale};
use crate::{Outcome, random::Random, raw::write_header, sum::Sum};

/// Values in a small file.
const SMALL: usize = 100;

/// Writes the array of this name, and says what is in it and in its parts.
pub(super) fn write(to: &mut impl Write, name: &str, scale: Scale) -> Outcome<Vec<Made>> {
    let stem = name.split('.').next().unwrap_or_default();
    let (rows, columns) = scale.shape(stem);
    let (descr, fortran) = match stem {
        "ints" => ("<i8", false),
        "f" => ("<f8", true),
        "be" => (">f8", false),
        "i32" => ("<i4", false),
        "bool" => ("|b1", false),
        "c128" => ("<c16", false),
        _ => ("<f8", false),
    };
    write_header(to, descr, fortran, &format!("({rows}, {columns})"))?;
    if stem == "c" {
        return parts(to, name, rows, columns);
    }
    let (mut random, mut sum) = (Random::new(), Sum::default());
    if fortran {
        by_columns(to, &mut sum, rows, columns)?;
    } else {
        for _ in 0..rows * columns {
            value(to, stem, &mut random, &mut sum)?;
        }
    }
    let size: usize = descr[2..].parse()?;
    Ok(vec![Made { name: name.into(), sum, bytes: rows * columns * size }])
}

fn value(to: &mut impl Write, stem: &str, random: &mut Random, sum: &mut Sum) -> Outcome<()> {
    /// Sums a value and writes its bytes.
    macro_rules! put {
        ($value:expr, $bytes:ident) => {{
            let value = $value;
            sum.push(value);
            to.write_all(&value.$bytes())?
        }};
    }
    match stem {
        "ints" => put!(random.integer(), to_le_bytes),
        "be" => put!(random.normal(), to_be_bytes),
        "i32" => put!(i32::try_from(random.integer() >> 31)?, to_le_bytes),
        "bool" => {
            let bit = random.bit();
            sum.push(bit);
            to.write_all(&[bit.into()])?;
        }
        "c128" => {
            put!(random.normal(), to_le_bytes);
            put!(random.normal(), to_le_bytes);
        }
        _ => put!(random.normal(), to_le_bytes),
    }
    Ok(())
}

/// The same values as `c`, in Fortran order.
fn by_columns(to: &mut impl Write, sum: &mut Sum, rows: usize, columns: usize) -> Outcome<()> {
    let mut random = Random::new();
    let values: Vec<f64> = (0..rows * columns).map(|_| random.normal()).collect();
    for value in &values {
        sum.push(*value);
    }
    for column in 0..columns {
        for value in values[column..].iter().step_by(columns) {
            to.write_all(&value.to_le_bytes())?;
        }
    }
    Ok(())
}

/// All of it, every second column, the first half of the columns, and the last value.
fn parts(to: &mut impl Write, name: &str, rows: usize, columns: usize) -> Outcome<Vec<Made>> {
    let mut random = Random::new();
    let (mut all, mut even, mut half) = (Sum::default(), Sum::default(), Sum::default());
    let mut value = 0.0;
    for at in 0..rows * columns {
        value = random.normal();
        to.write_all(&value.to_le_bytes())?;
        all.push(value);
        let column = at % columns;
        if column.is_multiple_of(2) {
            even.push(value);
        }
        if column < columns / 2 {
            half.push(value);
        }
    }
    let mut last = Sum::default();
    last.push(value);
    let bytes = rows * columns * size_of::<f64>();
    let part = |part, sum, bytes| Made { name: format!("{name}{part}"), sum, bytes };
    Ok(vec![
        part("", all, bytes),
        part(":even", even, bytes / 2),
        part(":half", half, bytes / 2),
        part(":last", last, size_of::<f64>()),
    ])
}

/// A directory of small files, in the order of their names.
pub(super) fn small(dir: &Path, name: &str, files: usize) -> Outcome<Made> {
    fs::create_dir_all(dir)?;
    let (mut random, mut sum) = (Random::new(), Sum::default());
    for file in 0..files {
        let to = &mut BufWriter::new(File::create(dir.join(format!("{file:05}.npy")))?);
        write_header(to, "<f8", false, &format!("({SMALL},)"))?;
        for _ in 0..SMALL {
            value(to, "", &mut random, &mut sum)?;
        }
        to.flush()?;
    }
    Ok(Made { name: name.into(), sum, bytes: files * SMALL * size_of::<f64>() })
}
