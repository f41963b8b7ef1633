//! What stands around `data`: an object, its keys, and the values of the keys that are known.

use std::{collections::HashSet, fmt, marker::PhantomData};

use lat_core::{Axis, DType, Error, ErrorKind, NdArray, Result, error::shorten};
use serde::de::{
    DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use crate::{Limits, feed, finish, format::limit_hint, input::Input, values::Values};

/// What a document says of its array.
#[derive(Debug, Default)]
pub(crate) struct Envelope {
    pub(crate) dtype: Option<DType>,
    pub(crate) shape: Option<Vec<usize>>,
    pub(crate) axes: Option<Vec<String>>,
    pub(crate) labels: Option<Vec<(String, Vec<String>)>>,
}

/// Reads an object, the next byte being its brace. `data` reads the value of the key of that name,
/// knowing what came before.
///
/// With `any_dtype`, it does not matter whether the type that is stated is known.
pub(crate) fn read<T>(
    input: &mut Input<'_>,
    limits: Limits,
    any_dtype: bool,
    mut data: impl FnMut(&mut Input<'_>, &Envelope) -> Result<T>,
) -> Result<(Envelope, T)> {
    let (mut envelope, mut found) = (Envelope::default(), None);
    let mut keys = Keys::default();
    input.advance(1);
    while let Some(key) = keys.next(input, limits)? {
        match &*key {
            "data" => found = Some(data(input, &envelope)?),
            "dtype" => envelope.dtype = dtype(input, limits, any_dtype)?,
            "shape" => envelope.shape = Some(value(input, limits, Shape(limits.depth))?),
            "axes" => {
                let strings = PhantomData::<Vec<String>>;
                envelope.axes = Some(value(input, limits, strings)?);
            }
            "labels" => envelope.labels = Some(value(input, limits, Labels)?),
            _ => {
                let any = PhantomData::<IgnoredAny>;
                feed::read(input, limits, usize::MAX, ErrorKind::Syntax, any)?;
            }
        }
    }
    match found {
        Some(found) => Ok((envelope, found)),
        None => Err(Error::new(ErrorKind::Shape, "missing 'data' key")),
    }
}

/// The keys so far.
#[derive(Default)]
struct Keys {
    seen: HashSet<String>,
    size: usize,
}

impl Keys {
    /// Reads up to the next key's value.
    fn next(&mut self, input: &mut Input<'_>, limits: Limits) -> Result<Option<String>> {
        if !self.reach(input)? {
            return Ok(None);
        }
        let string = PhantomData::<String>;
        let key = feed::read(input, limits, limits.keys, ErrorKind::Syntax, string)?;
        self.size += key.len() + size_of::<String>();
        if self.size > limits.keys {
            let err = Error::new(ErrorKind::Limit, "the object has too many keys");
            return Err(err.with_hint(limit_hint("keys")));
        }
        if !self.seen.insert(key.clone()) {
            let message = format!("duplicate key '{}'", shorten(key.as_bytes()));
            return Err(Error::new(ErrorKind::Syntax, message).at(input.place(0)));
        }
        match input.next()? {
            Some(b':') => input.advance(1),
            None => return Err(input.fault("EOF while parsing an object")),
            Some(_) => return Err(input.fault("expected `:`")),
        }
        Ok(Some(key))
    }

    /// Moves on to the next key; `false` if the object has ended.
    fn reach(&mut self, input: &mut Input<'_>) -> Result<bool> {
        let mut next = input.next()?;
        if next == Some(b'}') {
            input.advance(1);
            return Ok(false);
        }
        if !self.seen.is_empty() {
            match next {
                Some(b',') => input.advance(1),
                None => return Err(input.fault("EOF while parsing an object")),
                Some(_) => return Err(input.fault("expected `,` or `}`")),
            }
            next = input.next()?;
        }
        match next {
            Some(b'"') => Ok(true),
            Some(b'}') => Err(input.fault("trailing comma")),
            Some(_) => Err(input.fault("key must be a string")),
            None => Err(input.fault("EOF while parsing an object")),
        }
    }
}

fn value<'de, S: DeserializeSeed<'de>>(
    input: &mut Input<'_>,
    limits: Limits,
    seed: S,
) -> Result<S::Value> {
    feed::read(input, limits, limits.memory, ErrorKind::Shape, seed)
}

fn dtype(input: &mut Input<'_>, limits: Limits, any: bool) -> Result<Option<DType>> {
    let string = PhantomData::<String>;
    let name = feed::read(input, limits, limits.keys, ErrorKind::DType, string)?;
    match name.parse() {
        Ok(dtype) => Ok(Some(dtype)),
        Err(_) if any => Ok(None),
        Err(err) => Err(err),
    }
}

impl Envelope {
    /// The array of `values`, of the type `dtype` if one is wanted, in the shape and with the axes
    /// that are stated.
    pub(crate) fn finish(self, values: Values, dtype: Option<DType>) -> Result<NdArray> {
        let mut array = finish::array(values, dtype)?;
        if let Some(shape) = &self.shape {
            array = finish::in_shape(array, shape)?;
        }
        let axes = self.into_axes(array.rank())?;
        array.with_axes(axes)
    }

    fn into_axes(self, rank: usize) -> Result<Vec<Axis>> {
        let mut axes: Vec<Axis> = match self.axes {
            Some(names) => names.into_iter().map(Axis::new).collect(),
            None => Axis::defaults(rank),
        };
        for (name, labels) in self.labels.unwrap_or_default() {
            let axis = axes.iter_mut().find(|it| it.name == name);
            axis.ok_or_else(|| no_axis(&name))?.labels = Some(labels);
        }
        Ok(axes)
    }
}

#[cold]
fn no_axis(name: &str) -> Error {
    let message = format!("labels for '{}', which is no axis", shorten(name.as_bytes()));
    Error::new(ErrorKind::Shape, message)
}

/// Reads a list of extents, not longer than this.
pub(crate) struct Shape(pub(crate) usize);

impl<'de> DeserializeSeed<'de> for Shape {
    type Value = Vec<usize>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Vec<usize>, D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Shape {
    type Value = Vec<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a shape, such as [2, 3]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Vec<usize>, A::Error> {
        let mut shape = Vec::new();
        while let Some(extent) = from.next_element()? {
            if shape.len() == self.0 {
                return Err(A::Error::custom(format!("a shape has at most {} axes", self.0)));
            }
            shape.push(extent);
        }
        Ok(shape)
    }
}

/// Reads an object of lists of strings.
pub(crate) struct Labels;

impl<'de> DeserializeSeed<'de> for Labels {
    type Value = Vec<(String, Vec<String>)>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Labels {
    type Value = Vec<(String, Vec<String>)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of lists of strings, one for each axis that has labels")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Self::Value, A::Error> {
        let mut labels = Vec::<(String, Vec<String>)>::new();
        while let Some((name, list)) = from.next_entry()? {
            if labels.iter().any(|it| it.0 == name) {
                return Err(A::Error::custom(format!("labels for '{name}' twice")));
            }
            labels.push((name, list));
        }
        Ok(labels)
    }
}
