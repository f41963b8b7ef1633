//! Single numbers, for people and for programs.

use lat_core::text::{Spec, TextElement};
use latio::Scalar;
use serde_json::Value;

/// A number in so many significant digits at most, as C's `%.*g` writes it.
pub(crate) fn digits(value: f64, digits: usize) -> String {
    let spec: Spec = format!("%.{digits}g").parse().expect("well-formed");
    let mut out = Vec::new();
    value.print(&spec, &mut out).expect("a float is printed by %g");
    String::from_utf8(out).expect("digits are ASCII")
}

/// A number for people: enough digits for the eye, few enough for a line.
pub(crate) fn short(value: f64) -> String {
    digits(value, 10)
}

/// A float in JSON, which has no infinities.
pub(crate) fn json_float(value: f64) -> Value {
    match serde_json::Number::from_f64(value) {
        Some(number) => Value::Number(number),
        None if value.is_nan() => Value::Null,
        None => Value::from(if value > 0.0 { "Infinity" } else { "-Infinity" }),
    }
}

/// An integer in JSON, as a float if it is past 64 bits.
pub(crate) fn json_int(value: i128) -> Value {
    #[expect(clippy::cast_precision_loss, reason = "past 64 bits nothing else is left")]
    i64::try_from(value)
        .map(Value::from)
        .or_else(|_| u64::try_from(value).map(Value::from))
        .unwrap_or_else(|_| Value::from(value as f64))
}

/// A number as JSON.
pub(crate) fn json(value: Scalar) -> Value {
    match value {
        Scalar::Bool(it) => it.into(),
        Scalar::Int(it) => it.into(),
        Scalar::UInt(it) => it.into(),
        Scalar::Float(it) => json_float(it),
        Scalar::Complex(it) => Value::from(vec![json_float(it.re), json_float(it.im)]),
    }
}

/// A real number as a float; the real part of a complex one.
#[expect(clippy::cast_precision_loss, reason = "for statistics and pictures")]
pub(crate) fn to_f64(value: Scalar) -> f64 {
    match value {
        Scalar::Bool(it) => f64::from(u8::from(it)),
        Scalar::Int(it) => it as f64,
        Scalar::UInt(it) => it as f64,
        Scalar::Float(it) => it,
        Scalar::Complex(it) => it.re,
    }
}
