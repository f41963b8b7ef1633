//! A tuple of extents.

use lat_core::ErrorKind;
use nom::{Parser, combinator::opt};

use super::fault::{Fault, Stage};
use crate::literal::{Number, Parsed, blanks, number, symbol, what};

/// The most axes an array may have. `NumPy` stops at 64.
pub(crate) const MAX_RANK: usize = 1024;

/// Brackets around a tuple are allowed, as in Python, to this depth.
const MAX_DEPTH: usize = 100;

/// How to read a tuple of extents, and which part of the header a fault in it is a fault of.
#[derive(Clone, Copy)]
pub(crate) struct Extents {
    pub(crate) stage: Stage,
    /// Whether `3L` is an extent, as Python 2 wrote it.
    pub(crate) old: bool,
}

/// What a pair of brackets held.
enum Value {
    One(usize),
    Tuple(Vec<usize>),
}

impl Extents {
    pub(crate) fn parse(self, text: &str) -> Parsed<'_, Vec<usize>> {
        match self.value(text, 0)? {
            (rest, Value::Tuple(shape)) => Ok((rest, shape)),
            (rest, Value::One(_)) => {
                let len = text.len() - rest.len();
                let message = format!("shape is the number {}, not a tuple", &text[..len]);
                Fault::new(self.stage, text, len, message)
                    .hint("a tuple of one is written with a comma: (3,)")
                    .fail()
            }
        }
    }

    /// Takes a single extent.
    pub(crate) fn one(self, text: &str) -> Parsed<'_, usize> {
        match self.value(text, 0)? {
            (rest, Value::One(it)) => Ok((rest, it)),
            (_, Value::Tuple(_)) => self.unexpected(text, "an integer"),
        }
    }

    fn value(self, text: &str, depth: usize) -> Parsed<'_, Value> {
        if text.starts_with('(') {
            return self.brackets(text, depth);
        }
        if !text.starts_with(|c: char| c.is_ascii_digit() || c == '+' || c == '-') {
            let wanted = if depth == 0 { "a tuple of integers" } else { "an integer or ')'" };
            return self.unexpected(text, wanted);
        }
        let (rest, number) = number(text, self.old)?;
        let bad = |message| Fault::new(self.stage, text, text.len() - rest.len(), message);
        match number {
            Number::Int(it) => match usize::try_from(it) {
                Ok(it) => Ok((rest, Value::One(it))),
                Err(_) => bad("extent is too large").kind(ErrorKind::Limit).fail(),
            },
            Number::Huge => bad("extent is too large").kind(ErrorKind::Limit).fail(),
            Number::Negative => bad("extent is negative").fail(),
            Number::Other => bad("extent is not a whole number").fail(),
        }
    }

    fn unexpected<'a, T>(self, text: &'a str, wanted: &str) -> Parsed<'a, T> {
        match what(text) {
            Some(found) => {
                let message = format!("shape must hold {wanted}, found {found}");
                Fault::new(self.stage, text, 0, message).fail()
            }
            None => Fault::parse(text, 0, format!("expected {wanted}")).fail(),
        }
    }

    fn brackets(self, text: &str, depth: usize) -> Parsed<'_, Value> {
        if depth == MAX_DEPTH {
            return Fault::parse(text, 1, "brackets are nested too deep").fail();
        }
        let mut extents = Vec::new();
        let mut rest = &text[1..];
        let mut comma = false;
        loop {
            let (after, ()) = blanks(rest)?;
            let begun = comma || extents.is_empty();
            if let (true, Some(after)) = (begun, after.strip_prefix(')')) {
                return Ok((after, Value::Tuple(extents)));
            }
            let (after_value, value) = self.value(after, depth + 1)?;
            let (after_comma, found) = opt(symbol(',')).parse(after_value)?;
            comma = found.is_some();
            rest = after_comma;
            if !comma {
                let Ok((after, _)) = symbol(')').parse(rest) else {
                    return Fault::parse(blanks(rest)?.0, 0, "expected ',' or ')'").fail();
                };
                // Brackets without a comma change nothing.
                if extents.is_empty() {
                    return Ok((after, value));
                }
                extents.push(self.extent(&value, text)?);
                return Ok((after, Value::Tuple(extents)));
            }
            extents.push(self.extent(&value, after)?);
            if extents.len() > MAX_RANK {
                let message = format!("shape has more than {MAX_RANK} axes");
                return Fault::new(self.stage, text, 1, message).kind(ErrorKind::Limit).fail();
            }
        }
    }

    fn extent(self, value: &Value, text: &str) -> Result<usize, nom::Err<Fault>> {
        match value {
            Value::One(it) => Ok(*it),
            Value::Tuple(_) => {
                Fault::new(self.stage, text, 1, "extent is a tuple, not an integer").fail()
            }
        }
    }
}

/// How many elements there are, and the bytes they take, if an address can reach them all.
///
/// Extents of zero are left out of the second check, as ndarray does: strides must fit too.
pub(crate) fn sizes(shape: &[usize], item: usize) -> Option<(usize, usize)> {
    let nonzero = shape.iter().filter(|&&it| it != 0);
    let reach = nonzero.copied().try_fold(item.max(1), usize::checked_mul)?;
    isize::try_from(reach).ok()?;
    let count = shape.iter().product::<usize>();
    Some((count, count * item))
}
