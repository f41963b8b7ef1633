//! Files of `NumPy`'s format in the plainest way, and the values in files, by the standard
//! library alone.

use std::{fs, io::Write, path::Path};

use crate::{
    Outcome,
    sum::{Bits, Sum},
};

/// Writes the header of an npy file, version 1.
pub fn write_header(to: &mut impl Write, descr: &str, fortran: bool, shape: &str) -> Outcome<()> {
    let order = if fortran { "True" } else { "False" };
    let mut text = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}");
    while (10 + text.len() + 1) % 64 != 0 {
        text.push(' ');
    }
    text.push('\n');
    to.write_all(b"\x93NUMPY\x01\x00")?;
    to.write_all(&u16::try_from(text.len())?.to_le_bytes())?;
    Ok(to.write_all(text.as_bytes())?)
}

/// A value of eight bytes or fewer, as it lies in a file.
pub trait Raw: Bits {
    /// Its size.
    const SIZE: usize;

    /// From that many bytes.
    fn from_bytes(bytes: &[u8]) -> Self;
}

macro_rules! raw {
    ($($type:ty),*) => {$(
        impl Raw for $type {
            const SIZE: usize = size_of::<Self>();

            fn from_bytes(bytes: &[u8]) -> Self {
                Self::from_le_bytes(bytes.try_into().expect("as many bytes as asked for"))
            }
        }
    )*};
}

raw!(f64, f32, i64, i32);

/// The last `count` values of a file, which are all of them if that is how many it holds.
pub fn values<T: Raw>(bytes: &[u8], count: usize) -> Outcome<impl Iterator<Item = T>> {
    let start = bytes.len().checked_sub(count * T::SIZE).ok_or("the file is too short")?;
    Ok(bytes[start..].chunks_exact(T::SIZE).map(T::from_bytes))
}

/// Loads an array of rank 2 that `make` has written.
pub fn load<T: Raw>(path: &Path) -> Outcome<ndarray::Array2<T>> {
    let bytes = fs::read(path)?;
    let header = String::from_utf8_lossy(&bytes[..128.min(bytes.len())]);
    let shape = header.split('(').nth(1).and_then(|it| it.split(')').next()).ok_or("no shape")?;
    let (rows, columns) = shape.split_once(", ").ok_or("the rank is not 2")?;
    let shape = (rows.parse()?, columns.parse()?);
    let values = values(&bytes, shape.0 * shape.1)?.collect();
    Ok(ndarray::Array2::from_shape_vec(shape, values)?)
}

/// The sum of the numbers in a text: a table, or the nested lists of a JSON document.
pub fn sum_of_text<T>(text: &str) -> Outcome<u64>
where
    T: Bits + std::str::FromStr<Err: std::error::Error + 'static>,
{
    let nested = text.find("[[").zip(text.rfind("]]"));
    let numbers = nested.map_or(text, |(start, end)| &text[start..end]);
    let mut sum = Sum::default();
    for line in numbers.lines().filter(|it| !it.starts_with('#')) {
        let fields = line.split([',', ' ', '[', ']']).filter(|it| !it.is_empty());
        for field in fields {
            sum.push(field.parse::<T>()?);
        }
    }
    Ok(sum.total())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_tables_and_lists() {
        let wanted = Sum::of([1_i64, 2, 3, 4]);
        for text in
            ["# shape=(2, 2)\n1,2\n3,4\n", "1 2\n3 4", "{\"data\": [[1, 2], [3,4]], \"x\": [9]}"]
        {
            assert_eq!(sum_of_text::<i64>(text).expect("they are numbers"), wanted, "{text}");
        }
    }
}
