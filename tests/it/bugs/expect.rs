//! Whether a load came out as a case expects.

use latio::{DType, DTypeKind, Error, NdArray, Position, Result as Loaded};
use latio_tests::bytes_but_nan;
use serde_json::Value;

/// `integers` may stand for the whole floats that a case expects, if that is set.
pub(super) fn check(found: &Loaded<NdArray>, expect: &Value, integers: bool) -> Result<(), String> {
    match (found, expect.get("error")) {
        (Err(err), Some(error)) => check_error(err, error),
        (Ok(array), None) => check_array(array, expect, integers),
        (Err(err), None) => Err(format!("wanted an array, got the error: {err}")),
        (Ok(array), Some(error)) => {
            Err(format!("wanted the error {error}, got {} {:?}", array.dtype(), array.shape()))
        }
    }
}

fn check_error(err: &Error, expect: &Value) -> Result<(), String> {
    let said = err.to_string();
    let lower = said.to_lowercase();
    for words in expect["mentions"].as_array().unwrap() {
        let mut words = words.as_array().unwrap().iter().map(|it| it.as_str().unwrap());
        if !words.clone().any(|it| lower.contains(&it.to_lowercase())) {
            return Err(format!(
                "wanted one of {:?} in: {said}",
                words.by_ref().collect::<Vec<_>>()
            ));
        }
    }
    let (line, field) = match err.position() {
        Some(Position::Line(line)) => (Some(*line), None),
        Some(Position::Field { line, field }) => (Some(*line), Some(*field)),
        _ => (None, None),
    };
    let wanted = |key: &str| expect["where"][key].as_u64();
    let right = |wanted: Option<u64>, found| wanted.is_none() || wanted == found;
    if right(wanted("line"), line) && right(wanted("column"), field) {
        return Ok(());
    }
    Err(format!("wanted the place {}, got: {said}", expect["where"]))
}

fn check_array(found: &NdArray, expect: &Value, integers: bool) -> Result<(), String> {
    let shape: Vec<usize> = serde_json::from_value(expect["shape"].clone()).unwrap();
    if found.shape() != shape {
        return Err(format!("wanted shape {shape:?}, got {:?}", found.shape()));
    }
    let wanted = array(expect);
    let same = match found.clone().cast(wanted.dtype()) {
        Ok(found) => same_values(&found, &wanted),
        Err(_) => false,
    };
    let integers = integers && matches!(found.dtype().kind(), DTypeKind::Int | DTypeKind::UInt);
    let typed = found.dtype() == wanted.dtype() || (integers && wanted.dtype() == DType::F64);
    if same && typed { Ok(()) } else { Err(format!("wanted {wanted:?}, got {found:?}")) }
}

/// The same bits, but that any NaN is as good as another.
pub(super) fn same_values(found: &NdArray, wanted: &NdArray) -> bool {
    found.dtype() == wanted.dtype() && bytes_but_nan(&found.view()) == bytes_but_nan(&wanted.view())
}

/// The array that `{shape, dtype, data, bits}` describes.
pub(super) fn array(described: &Value) -> NdArray {
    let dtype: DType = described["dtype"].as_str().unwrap().parse().unwrap();
    let shape: Vec<usize> = serde_json::from_value(described["shape"].clone()).unwrap();
    let data = described["data"].as_array().unwrap();
    let bits = described["bits"].as_array();
    let mut bytes = Vec::new();
    for (idx, value) in data.iter().enumerate() {
        match bits.and_then(|it| it[idx].as_str()) {
            Some(bits) => put_bits(bits, dtype.size(), &mut bytes),
            None => put_value(value, dtype, &mut bytes),
        }
    }
    latio_tests::array(dtype, &shape, false, &bytes)
}

fn put_bits(bits: &str, size: usize, out: &mut Vec<u8>) {
    let bits = u64::from_str_radix(bits.trim_start_matches("0x"), 16).unwrap();
    out.extend(&bits.to_le_bytes()[..size]);
}

fn put_value(value: &Value, dtype: DType, out: &mut Vec<u8>) {
    match dtype.kind() {
        DTypeKind::Complex => value.as_array().unwrap().iter().for_each(|it| {
            let part = if dtype == DType::C64 { DType::F32 } else { DType::F64 };
            put_value(it, part, out);
        }),
        DTypeKind::Float if dtype == DType::F32 => {
            #[expect(clippy::cast_possible_truncation, reason = "written as the f32 it is")]
            let it = float(value) as f32;
            out.extend(it.to_le_bytes());
        }
        DTypeKind::Float => out.extend(float(value).to_le_bytes()),
        _ => {
            let it = value.as_i64().or_else(|| value.as_str()?.parse().ok()).unwrap();
            out.extend(&it.to_le_bytes()[..dtype.size()]);
        }
    }
}

fn float(value: &Value) -> f64 {
    value.as_f64().or_else(|| value.as_str()?.parse().ok()).unwrap()
}
