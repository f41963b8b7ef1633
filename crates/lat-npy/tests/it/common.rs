//! What the tests share: the manifests of the data, and values as they state them.

use std::{
    error::Error as _,
    fs,
    path::{Path, PathBuf},
};

use lat_core::{Element, Error, NdArray, Scalar, dispatch};
use lat_npy::{HeaderFault, Stage};
use serde_json::Value;

pub(crate) fn data(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(path)
}

pub(crate) fn bytes(path: &str) -> Vec<u8> {
    fs::read(data(path)).unwrap()
}

pub(crate) fn manifest(path: &str) -> Vec<Value> {
    serde_json::from_slice(&bytes(path)).unwrap()
}

pub(crate) fn stage(err: &Error) -> Option<Stage> {
    Some(err.source()?.downcast_ref::<HeaderFault>()?.stage())
}

pub(crate) fn shape(case: &Value) -> Vec<usize> {
    let extents = case["shape"].as_array().unwrap();
    extents.iter().map(|it| usize::try_from(it.as_u64().unwrap()).unwrap()).collect()
}

/// Whether the array holds these values, nested as its shape is, in logical order.
pub(crate) fn assert_values(array: &NdArray, values: &Value, name: &str) {
    let mut wanted = Vec::new();
    flatten(values, array.rank(), &mut wanted);
    let found = scalars(array);
    assert_eq!(found.len(), wanted.len(), "{name}");
    for (idx, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        assert!(same(*found, wanted), "{name}: element {idx} is {found:?}, wanted {wanted}");
    }
}

pub(crate) fn scalars(array: &NdArray) -> Vec<Scalar> {
    dispatch!(array.dtype(), T => {
        array.view().typed::<T>().unwrap().iter().map(|it| it.to_scalar()).collect()
    })
}

fn flatten<'a>(values: &'a Value, depth: usize, out: &mut Vec<&'a Value>) {
    if depth == 0 {
        return out.push(values);
    }
    values.as_array().unwrap().iter().for_each(|it| flatten(it, depth - 1, out));
}

fn same(found: Scalar, wanted: &Value) -> bool {
    match found {
        Scalar::Bool(it) => wanted.as_bool() == Some(it),
        Scalar::Int(it) => wanted.as_i64() == Some(it),
        Scalar::UInt(it) => wanted.as_u64() == Some(it),
        Scalar::Float(it) => same_float(it, wanted),
        Scalar::Complex(it) => same_float(it.re, &wanted[0]) && same_float(it.im, &wanted[1]),
    }
}

fn same_float(found: f64, wanted: &Value) -> bool {
    match wanted.as_str() {
        Some("nan" | "NaN") => found.is_nan(),
        Some("inf" | "Infinity") => found == f64::INFINITY,
        Some("-inf" | "-Infinity") => found == f64::NEG_INFINITY,
        Some(other) => panic!("{other}"),
        None => wanted.as_f64().unwrap().to_bits() == found.to_bits(),
    }
}

/// A file of this name that no other test uses; not there yet.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// A file whose header is this dictionary.
pub(crate) fn npy_file(dictionary: &str, data: &[u8]) -> Vec<u8> {
    let len = u16::try_from(dictionary.len()).unwrap();
    [&b"\x93NUMPY\x01\x00"[..], &len.to_le_bytes(), dictionary.as_bytes(), data].concat()
}

pub(crate) fn npy_file_v3(dictionary: &str) -> Vec<u8> {
    let len = u32::try_from(dictionary.len()).unwrap();
    [&b"\x93NUMPY\x03\x00"[..], &len.to_le_bytes(), dictionary.as_bytes()].concat()
}

/// Hands out a few bytes at a time, with interruptions in between.
pub(crate) struct Trickle<'a>(pub(crate) &'a [u8], pub(crate) usize);

impl std::io::Read for Trickle<'_> {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        self.1 += 1;
        if self.1 % 3 == 0 {
            return Err(std::io::ErrorKind::Interrupted.into());
        }
        let len = (1 + self.1 % 7).min(to.len()).min(self.0.len());
        to[..len].copy_from_slice(&self.0[..len]);
        self.0 = &self.0[len..];
        Ok(len)
    }
}
