//! The header's text: a Python dictionary of three keys.

use std::borrow::Cow;

use lat_core::error::shorten;
use nom::{Parser, combinator::opt};

use super::{
    code,
    descr::Descr,
    fault::{Fault, Stage},
    shape::Extents,
};
use crate::literal::{Parsed, Text, blanks, string, symbol, what, word};

/// The values of the dictionary's keys; a shape comes with how much text was left at its start.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) descr: Option<Descr>,
    pub(super) fortran: Option<bool>,
    pub(super) shape: Option<(Vec<usize>, usize)>,
}

impl Parts {
    /// The first key that is missing.
    pub(super) fn missing(&self, text: &str) -> Fault {
        let key = match self {
            Self { descr: None, .. } => "descr",
            Self { fortran: None, .. } => "fortran_order",
            _ => "shape",
        };
        let start = text.find('{').unwrap_or(0);
        let dictionary = text[start..].trim_end();
        let message = format!("key '{key}' is missing");
        Fault::new(Stage::Keys, &text[start..], dictionary.len(), message)
    }

    /// Takes the value of a key.
    fn value<'a>(&mut self, key: &str, at: &'a str, rest: &'a str, version: u8) -> Parsed<'a, ()> {
        let old = version < 3;
        let again = match key {
            "descr" => self.descr.is_some(),
            "fortran_order" => self.fortran.is_some(),
            "shape" => self.shape.is_some(),
            _ => {
                let message = format!("key '{}' is not known", shorten(key.as_bytes()));
                return key_fault(at, message)
                    .hint("the keys are descr, fortran_order and shape")
                    .fail();
            }
        };
        if again {
            return key_fault(at, format!("key '{key}' is given twice")).fail();
        }
        let rest = match key {
            "descr" => {
                let (rest, descr) = code::descr(rest, old)?;
                self.descr = Some(descr);
                rest
            }
            "fortran_order" => {
                let (rest, fortran) = boolean(rest)?;
                self.fortran = Some(fortran);
                rest
            }
            _ => {
                let left = rest.len();
                let (rest, shape) = Extents { stage: Stage::Shape, old }.parse(rest)?;
                self.shape = Some((shape, left));
                rest
            }
        };
        Ok((rest, ()))
    }
}

fn key_fault(at: &str, message: String) -> Fault {
    let len = string(at).map_or(0, |(rest, _)| at.len() - rest.len());
    Fault::new(Stage::Keys, at, len, message)
}

/// Takes the whole header.
pub(super) fn dictionary(text: &str, version: u8) -> Parsed<'_, Parts> {
    let mut rest = opening(text)?;
    let mut parts = Parts::default();
    let mut comma = true;
    loop {
        let (at, ()) = blanks(rest)?;
        if let Some(after) = at.strip_prefix('}') {
            rest = after;
            break;
        }
        if !comma {
            return Fault::parse(at, 0, "expected ',' or '}'").fail();
        }
        let (after, key) = key(at)?;
        let Ok((after, _)) = symbol(':').parse(after) else {
            return Fault::parse(blanks(after)?.0, 0, "expected ':'").fail();
        };
        let (after, ()) = blanks(after)?;
        let (after, ()) = parts.value(&key, at, after, version)?;
        let (after, found) = opt(symbol(',')).parse(after)?;
        (rest, comma) = (after, found.is_some());
    }
    let (rest, ()) = blanks(rest)?;
    if rest.is_empty() {
        return Ok((rest, parts));
    }
    Fault::parse(rest, rest.trim_end().len(), "nothing may follow the dictionary").fail()
}

/// Takes the brace, and what may stand before it.
fn opening(text: &str) -> Result<&str, nom::Err<Fault>> {
    let (rest, ()) = blanks(text)?;
    let lead = &text[..text.len() - rest.len()];
    let indent = lead.rfind('\n').map_or(0, |it| lead.len() - it - 1);
    if indent > 0 {
        return Fault::parse(rest, 1, "a line that is indented cannot begin, as in Python").fail();
    }
    rest.strip_prefix('{').ok_or_else(|| {
        let found = what(rest).unwrap_or("something else");
        let found = if rest.is_empty() { "nothing" } else { found };
        nom::Err::Failure(Fault::parse(
            rest,
            0,
            format!("header must be a dictionary, found {found}"),
        ))
    })
}

fn key(text: &str) -> Parsed<'_, Cow<'_, str>> {
    match string(text) {
        Ok((rest, Text { value, bytes: false })) => Ok((rest, value)),
        Ok((rest, _)) => {
            let len = text.len() - rest.len();
            Fault::new(Stage::Keys, text, len, "key is bytes, not a string").fail()
        }
        Err(nom::Err::Error(_)) => match what(text) {
            Some(found) => {
                let message = format!("keys must be strings, found {found}");
                Fault::new(Stage::Keys, text, 0, message).fail()
            }
            None => Fault::parse(text, 0, "expected a key or '}'").fail(),
        },
        Err(err) => Err(err),
    }
}

fn boolean(text: &str) -> Parsed<'_, bool> {
    let fault = |stage| Fault::new(stage, text, 0, "fortran_order must be True or False");
    match word(text) {
        Ok((rest, "True")) => Ok((rest, true)),
        Ok((rest, "False")) => Ok((rest, false)),
        // A call or an attribute.
        Ok((rest, _)) if rest.starts_with(['(', '.', '\'', '"']) => fault(Stage::Parse).fail(),
        Ok(_) => fault(Stage::Order).fail(),
        Err(_) if what(text).is_some() => fault(Stage::Order).fail(),
        Err(_) => fault(Stage::Parse).fail(),
    }
}
