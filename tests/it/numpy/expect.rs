//! Arrays and errors as the cases describe them.

use latio::{
    DType, DTypeKind, Error, ErrorKind, NdArray, Position, Result as Loaded,
    lat_core::{Complex, Scalar, collect::Collector},
};
use latio_tests::bytes_but_nan;
use serde_json::Value;

pub(super) fn check(found: &Loaded<NdArray>, expect: &Value) -> Result<(), String> {
    match (found, expect["error"].as_str()) {
        (Ok(array), None) => check_array(array, expect),
        (Err(err), Some(error)) => check_error(err, error, expect),
        (Ok(array), Some(_)) => {
            Err(format!("wanted {expect}, got {} {:?} {array}", array.dtype(), array.shape()))
        }
        (Err(err), None) => Err(format!("wanted {expect}, got: {err}")),
    }
}

fn check_array(found: &NdArray, expect: &Value) -> Result<(), String> {
    let shown = || format!("wanted {expect}, got {} {:?}\n{found}", found.dtype(), found.shape());
    if expect["dtype"] == "struct" {
        return Err(shown());
    }
    let wanted = array(expect).unwrap();
    let same = found.dtype() == wanted.dtype()
        && found.shape() == wanted.shape()
        && bytes_but_nan(&found.view()) == bytes_but_nan(&wanted.view());
    let labels = found.axes().last().and_then(|it| it.labels.clone());
    let names: Option<Vec<String>> = serde_json::from_value(expect["names"].clone()).unwrap();
    if same && labels == names { Ok(()) } else { Err(shown()) }
}

/// The array that `{shape, dtype, data}` describes; an error if it is not of numbers.
pub(super) fn array(described: &Value) -> Loaded<NdArray> {
    let dtype: DType = described["dtype"].as_str().unwrap().parse()?;
    let shape: Vec<usize> = serde_json::from_value(described["shape"].clone()).unwrap();
    let mut values = Collector::pinned(dtype);
    flatten(&described["data"], shape.len(), &mut |it| values.push(scalar(it, dtype)))?;
    values.finish(&shape)
}

fn flatten(data: &Value, depth: usize, push: &mut impl FnMut(&Value) -> Loaded<()>) -> Loaded<()> {
    match depth {
        0 => push(data),
        _ => data.as_array().unwrap().iter().try_for_each(|it| flatten(it, depth - 1, push)),
    }
}

fn scalar(value: &Value, dtype: DType) -> Scalar {
    match dtype.kind() {
        DTypeKind::Bool => Scalar::Bool(value.as_bool().unwrap()),
        DTypeKind::Float => Scalar::Float(float(value)),
        DTypeKind::Complex => Scalar::Complex(Complex::new(float(&value[0]), float(&value[1]))),
        _ => value.as_i64().map_or_else(|| Scalar::UInt(value.as_u64().unwrap()), Scalar::Int),
    }
}

fn float(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| value.as_str().unwrap().parse().unwrap())
}

fn check_error(err: &Error, error: &str, expect: &Value) -> Result<(), String> {
    let said = err.to_string();
    let kinds: &[ErrorKind] = match error {
        "row has a different number of columns" | "rows have a different number of columns" => {
            &[ErrorKind::Shape]
        }
        "option value not allowed" | "usecols entry outside the row" => &[ErrorKind::Usage],
        "integer outside the dtype" => &[ErrorKind::Parse],
        // A NUL, and quotes out of place.
        "field is not a value of the dtype" => &[ErrorKind::Parse, ErrorKind::Syntax],
        "type is not of numbers" => &[ErrorKind::DType],
        "no data" => &[ErrorKind::Shape],
        "bytes do not decode in the given encoding" => &[ErrorKind::Syntax, ErrorKind::Parse],
        _ => return Err(format!("unknown error: {error}")),
    };
    let (line, field) = match err.position() {
        Some(Position::Line(line)) => (Some(*line), None),
        Some(Position::Field { line, field }) => (Some(*line), Some(*field)),
        _ => (None, None),
    };
    let right = |key: &str, found: Option<u64>| {
        let wanted = expect[key].as_u64();
        wanted.is_none() || wanted == found
    };
    let counts = || {
        let [wanted, found] = ["expected_columns", "found_columns"].map(|it| &expect[it]);
        wanted.is_null() || said.contains(&format!("expected {wanted} cols, got {found}"))
    };
    let words = expect["says"].as_str().unwrap_or("");
    let right = kinds.contains(&err.kind())
        && right("line", line)
        && right("col", field)
        && counts()
        && said.contains(words);
    if right { Ok(()) } else { Err(format!("wanted {expect}, got {:?}: {said}", err.kind())) }
}
