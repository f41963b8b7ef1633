//! Arrays within documents of your own, by `serde`: in the shape that [`Json`](crate::Json) writes.
//!
//! ```
//! use lat_json::{NdArray, ndarray::{Array2, array}};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize)]
//! struct Run {
//!     name: String,
//!     #[serde(with = "lat_json::embed")]
//!     speed: Array2<f64>,
//!     #[serde(with = "lat_json::embed")]
//!     mask: NdArray,
//! }
//!
//! let mask = array![true, false].into();
//! let run = Run { name: "first".to_owned(), speed: array![[0.5, f64::NAN]], mask };
//! let text = serde_json::to_string(&run)?;
//! assert!(text.starts_with(
//!     r#"{"name":"first","speed":{"data":[[0.5,null]],"dtype":"f64","shape":[1,2],"axes":["x0","x1"]}"#
//! ));
//! let back: Run = serde_json::from_str(&text)?;
//! assert_eq!((back.speed[[0, 0]], back.mask), (0.5, run.mask));
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! Values pass through `serde` one by one here: a large array is better off in a file of its own.
//! Numbers are as exact as the parser is that hands them over. For `serde_json` that takes its
//! feature `float_roundtrip`, which this crate turns on; and a type below `f64` is rounded to from
//! the nearest `f64`, so that texts of more than its shortest digits may be rounded twice.

use std::fmt;

use lat_core::{
    DType, Element, Error, FromArray, NdArrayView, Scalar, dispatch, ndarray::ArrayViewD,
};
use serde::{
    Serialize, Serializer,
    de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor},
    ser::{SerializeMap, SerializeSeq},
};

use crate::{
    Limits,
    envelope::{Envelope, Labels, Shape},
    token::Token,
    values::{Binding, Values},
};

/// Serializes an array as an object: `data`, `dtype`, `shape`, `axes`, and `labels` if there are
/// any.
pub fn serialize<'a, A, S>(array: &'a A, to: S) -> Result<S::Ok, S::Error>
where
    &'a A: Into<NdArrayView<'a>>,
    S: Serializer,
{
    let array = array.into();
    let names: Vec<_> = array.axes().iter().map(|it| &it.name).collect();
    let labels = array.axes().iter().filter_map(|it| Some((&it.name, it.labels.as_ref()?)));
    let labels: Vec<_> = labels.collect();
    let mut object = to.serialize_map(Some(if labels.is_empty() { 4 } else { 5 }))?;
    dispatch!(array.dtype(), T => {
        let values = array.typed::<T>().expect("matched on dtype");
        object.serialize_entry("data", &Nested(values.view()))?;
    });
    object.serialize_entry("dtype", array.dtype().name())?;
    object.serialize_entry("shape", array.shape())?;
    object.serialize_entry("axes", &names)?;
    if !labels.is_empty() {
        object.serialize_entry("labels", &ByName(labels))?;
    }
    object.end()
}

/// Nested lists of elements.
struct Nested<'a, T>(ArrayViewD<'a, T>);

impl<T: Element> Serialize for Nested<'_, T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if let (0, Some(value)) = (self.0.ndim(), self.0.first()) {
            return serialize_one(*value, to);
        }
        let mut list = to.serialize_seq(Some(self.0.shape()[0]))?;
        for part in self.0.outer_iter() {
            list.serialize_element(&Nested(part))?;
        }
        list.end()
    }
}

fn serialize_one<T: Element, S: Serializer>(value: T, to: S) -> Result<S::Ok, S::Error> {
    let single = matches!(T::DTYPE, DType::F16 | DType::F32 | DType::C64);
    match value.to_scalar() {
        Scalar::Bool(it) => to.serialize_bool(it),
        Scalar::Int(it) => to.serialize_i64(it),
        Scalar::UInt(it) => to.serialize_u64(it),
        Scalar::Float(value) => Real { value, single }.serialize(to),
        Scalar::Complex(it) => [it.re, it.im].map(|value| Real { value, single }).serialize(to),
    }
}

/// A float, as `f32` if it is one, for that has fewer digits.
struct Real {
    value: f64,
    single: bool,
}

impl Serialize for Real {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[expect(clippy::cast_possible_truncation, reason = "an f32, widened")]
        match self.value {
            value if value.is_nan() => to.serialize_unit(),
            f64::INFINITY => to.serialize_str("Infinity"),
            f64::NEG_INFINITY => to.serialize_str("-Infinity"),
            value if self.single => to.serialize_f32(value as f32),
            value => to.serialize_f64(value),
        }
    }
}

/// An object of lists.
struct ByName<'a>(Vec<(&'a String, &'a Vec<String>)>);

impl Serialize for ByName<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().copied())
    }
}

/// Deserializes an array: an object with the keys that [`serialize`] writes, in any order, of
/// which only `data` is needed.
pub fn deserialize<'de, A: FromArray, D: Deserializer<'de>>(from: D) -> Result<A, D::Error> {
    let (envelope, values) = from.deserialize_map(Object)?;
    let dtype = envelope.dtype.or(A::WANT.dtype);
    let array = envelope.finish(values, dtype).and_then(A::from_array);
    array.map_err(D::Error::custom)
}

struct Object;

impl<'de> Visitor<'de> for Object {
    type Value = (Envelope, Values);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array: an object with a key 'data'")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Self::Value, A::Error> {
        let (mut envelope, mut values) = (Envelope::default(), None);
        while let Some(key) = from.next_key::<String>()? {
            let twice = match &*key {
                "data" => values.replace(from.next_value_seed(Data)?).is_some(),
                "dtype" => {
                    let dtype = from.next_value::<String>()?.parse().map_err(A::Error::custom)?;
                    envelope.dtype.replace(dtype).is_some()
                }
                "shape" => {
                    let shape = Shape(Limits::default().depth);
                    envelope.shape.replace(from.next_value_seed(shape)?).is_some()
                }
                "axes" => envelope.axes.replace(from.next_value()?).is_some(),
                "labels" => envelope.labels.replace(from.next_value_seed(Labels)?).is_some(),
                _ => from.next_value::<IgnoredAny>().map(|_| false)?,
            };
            if twice {
                return Err(A::Error::custom(format!("duplicate key '{key}'")));
            }
        }
        let values = values.ok_or_else(|| A::Error::custom("missing 'data' key"))?;
        Ok((envelope, values))
    }
}

/// Reads nested lists from the outermost on.
struct Data;

impl<'de> DeserializeSeed<'de> for Data {
    type Value = Values;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Values, D::Error> {
        let mut values = Values::new(Binding::open(), Limits::default());
        Part(&mut values).deserialize(from)?;
        Ok(values)
    }
}

/// Reads a value, or a list of them. Lists are only nested as deep as the limit is.
struct Part<'v>(&'v mut Values);

impl Part<'_> {
    fn push<E: serde::de::Error>(self, token: &Token<'_>) -> Result<(), E> {
        self.0.push(token).map_err(E::custom)
    }
}

impl<'de> DeserializeSeed<'de> for Part<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Part<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number or a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<(), A::Error> {
        let fail = |err: Error| A::Error::custom(err);
        self.0.open().map_err(fail)?;
        while from.next_element_seed(Part(self.0))?.is_some() {}
        self.0.builder.close().map_err(fail)
    }

    fn visit_bool<E: serde::de::Error>(self, value: bool) -> Result<(), E> {
        self.push(&Token::Bool(value))
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<(), E> {
        self.push(&Token::Number(value.to_string().as_bytes()))
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<(), E> {
        self.push(&Token::Number(value.to_string().as_bytes()))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<(), E> {
        if value.is_finite() {
            self.push(&Token::Number(format!("{value:e}").as_bytes()))
        } else {
            self.push(&Token::Word(value))
        }
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<(), E> {
        self.push(&Token::Null)
    }

    fn visit_str<E: serde::de::Error>(self, value: &str) -> Result<(), E> {
        self.push(&Token::of_string(value.to_owned()))
    }
}
