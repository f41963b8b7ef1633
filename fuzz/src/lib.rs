#![forbid(unsafe_code)]
//! What the fuzz targets share.

use std::io::{self, Read};

use latio::{Format, NdArray, Result, Source, Want, ndarray::ArrayD};

/// Which of `ways` an input is tried in, by its content: what costs much is done for some.
pub fn pick(bytes: &[u8], ways: u64) -> u64 {
    // FNV-1a by words: inputs of some kilobytes take no longer than to read them.
    let words = bytes.chunks(8).map(|it| it.iter().fold(0, |all, &it| all << 8 | u64::from(it)));
    let hash = words.fold(0xcbf2_9ce4_8422_2325_u64, |hash, word| {
        (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(29)
    });
    (hash >> 32) % ways
}

/// Reads the bytes as a file or as a pipe; for one input in eight as both, which load the same, or
/// neither does.
pub fn read(format: &dyn Format, bytes: &[u8]) -> Result<NdArray> {
    let file = || format.read_source(Source::sized(bytes, bytes.len() as u64), Want::ANYTHING);
    let pipe = || format.read_source(Source::reader(bytes), Want::ANYTHING);
    match pick(bytes, 8) {
        0 => both(file(), &pipe()),
        1..4 => pipe(),
        _ => file(),
    }
}

fn both(file: Result<NdArray>, pipe: &Result<NdArray>) -> Result<NdArray> {
    assert_eq!(file.is_ok(), pipe.is_ok(), "{file:?}, but {pipe:?}");
    if let (Ok(file), Ok(pipe)) = (&file, pipe) {
        assert_same(file, pipe);
    }
    file
}

/// Equal in type, shape and each value, with NaNs equal to each other.
pub fn assert_same(a: &NdArray, b: &NdArray) {
    assert_eq!((a.dtype(), a.shape()), (b.dtype(), b.shape()));
    assert_eq!(written(&latio::Npy::new(), a), written(&latio::Npy::new(), b));
}

/// The array as a file, if the format can hold it.
pub fn written(format: &dyn Format, array: &NdArray) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    format.write_view(&mut out, &array.view()).ok().map(|()| out)
}

/// A vector of floats from raw bytes.
pub fn floats(bytes: &[u8]) -> Vec<f64> {
    let chunks = bytes.chunks_exact(8);
    chunks.map(|it| f64::from_le_bytes(it.try_into().expect("8 bytes"))).collect()
}

/// An array of these values, in one row or in two.
pub fn shaped(values: Vec<f64>) -> NdArray {
    let len = values.len();
    let shape = if len % 2 == 0 { vec![2, len / 2] } else { vec![len] };
    ArrayD::from_shape_vec(shape, values).expect("as many as the shape holds").into()
}

/// Gives at most so many bytes at a time.
pub struct Cut<'a> {
    /// What is left to give.
    pub rest: &'a [u8],
    /// How many at a time, over and over.
    pub sizes: Vec<usize>,
    /// Reads so far.
    pub reads: usize,
}

impl Read for Cut<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes[self.reads % self.sizes.len()];
        self.reads += 1;
        if size == 0 && self.reads % 3 != 0 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = size.max(1).min(buf.len()).min(self.rest.len());
        let (now, rest) = self.rest.split_at(len);
        buf[..len].copy_from_slice(now);
        self.rest = rest;
        Ok(len)
    }
}
