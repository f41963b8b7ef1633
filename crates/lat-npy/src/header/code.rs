//! Reading `descr`: codes such as `<f8`, and lists of fields.

use std::borrow::Cow;

use lat_core::{DType, error::shorten};
use nom::{Parser, combinator::opt, sequence::preceded};

use super::{
    descr::{ByteOrder, Descr, Field, TimeUnit},
    fault::{Fault, Stage},
    shape::Extents,
};
use crate::literal::{Parsed, Text, blanks, string, symbol, what};

/// How deep records may lie in records.
const MAX_DEPTH: usize = 32;

/// `NumPy` keeps the size of an element in an `i32`.
const MAX_SIZE: usize = i32::MAX as usize;

/// Takes the value of `descr`. `old` is whether Python 2 may have written it.
pub(crate) fn descr(text: &str, old: bool) -> Parsed<'_, Descr> {
    let (rest, (descr, shape)) = typed(text, old, 0)?;
    if shape.is_empty() {
        return Ok((rest, descr));
    }
    let fault = Fault::new(Stage::Descr, text, text.len() - rest.len(), "type is a sub-array");
    fault.hint("put its extents at the end of the shape").fail()
}

/// A type, and the extents of the sub-array that it is.
type Typed = (Descr, Vec<usize>);

fn typed(text: &str, old: bool, depth: usize) -> Parsed<'_, Typed> {
    if depth > MAX_DEPTH {
        return Fault::parse(text, 1, "types are nested too deep").fail();
    }
    match text.as_bytes().first() {
        Some(b'[') => fields(text, old, depth).map(|(rest, it)| (rest, (it, Vec::new()))),
        Some(b'(') => sub_array(text, old, depth),
        _ => simple(text).map(|(rest, it)| (rest, (it, Vec::new()))),
    }
}

/// `(type, shape)`
fn sub_array(text: &str, old: bool, depth: usize) -> Parsed<'_, Typed> {
    let pair = "type in brackets must be a pair: the type and a shape";
    let (rest, ()) = blanks(&text[1..])?;
    if rest.starts_with(')') {
        return Fault::new(Stage::Descr, text, 0, pair).fail();
    }
    let (rest, (descr, inner)) = typed(rest, old, depth + 1)?;
    let (rest, _) = expect(symbol(','), rest, "expected ','")?;
    let (rest, ()) = blanks(rest)?;
    if rest.starts_with(')') {
        return Fault::new(Stage::Descr, text, text.len() - rest.len() + 1, pair).fail();
    }
    let (rest, mut shape) = Extents { stage: Stage::Descr, old }.parse(rest)?;
    let (rest, _) = opt(symbol(',')).parse(rest)?;
    let (rest, _) = expect(symbol(')'), rest, "expected ')'")?;
    shape.extend(inner);
    Ok((rest, (descr, shape)))
}

fn simple(text: &str) -> Parsed<'_, Descr> {
    let (rest, code) = quoted(text, "a string such as '<f8', or a list of fields")?;
    match parse_codes(&code) {
        Ok(descr) => Ok((rest, descr)),
        Err(message) => Fault::new(Stage::Descr, text, text.len() - rest.len(), message).fail(),
    }
}

fn quoted<'a>(text: &'a str, wanted: &str) -> Parsed<'a, Cow<'a, str>> {
    match string(text) {
        Ok((rest, Text { value, bytes: false })) => Ok((rest, value)),
        Ok((rest, _)) => {
            let message = format!("descr must hold {wanted}, found bytes");
            Fault::new(Stage::Descr, text, text.len() - rest.len(), message).fail()
        }
        Err(nom::Err::Error(_)) => match what(text) {
            Some(found) => {
                let message = format!("descr must hold {wanted}, found {found}");
                Fault::new(Stage::Descr, text, 0, message).fail()
            }
            None => Fault::parse(text, 0, format!("expected {wanted}")).fail(),
        },
        Err(err) => Err(err),
    }
}

fn expect<'a, T>(
    mut parser: impl Parser<&'a str, Output = T, Error = Fault>,
    text: &'a str,
    message: &'static str,
) -> Parsed<'a, T> {
    parser.parse(text).map_err(|_| {
        let at = blanks(text).map_or(text, |(rest, ())| rest);
        nom::Err::Failure(Fault::parse(at, 0, message))
    })
}

/// `[(name, type), (name, type, shape), …]`
fn fields(text: &str, old: bool, depth: usize) -> Parsed<'_, Descr> {
    let mut fields: Vec<Field> = Vec::new();
    let mut names = std::collections::HashSet::new();
    let mut offset = 0;
    let mut rest = &text[1..];
    let mut comma = true;
    loop {
        let (at, ()) = blanks(rest)?;
        if let Some(after) = at.strip_prefix(']') {
            rest = after;
            break;
        }
        if !comma {
            return Fault::parse(at, 0, "expected ',' or ']'").fail();
        }
        let (after, mut field) = field(at, old, depth)?;
        let fault = |message| Fault::new(Stage::Descr, at, at.len() - after.len(), message);
        if !field.is_padding() && !names.insert(field.name.clone()) {
            return fault("two fields have this name").fail();
        }
        field.offset = offset;
        offset = match field_size(&field).and_then(|it| it.checked_add(offset)) {
            Some(end) if end <= MAX_SIZE => end,
            _ => return fault("record is too large").fail(),
        };
        fields.push(field);
        let (after, found) = opt(symbol(',')).parse(after)?;
        (rest, comma) = (after, found.is_some());
    }
    if fields.is_empty() {
        return Fault::new(Stage::Descr, text, 1, "record has no fields").fail();
    }
    Ok((rest, Descr::Struct(fields)))
}

fn field_size(field: &Field) -> Option<usize> {
    let size = field.descr.size();
    field.shape.iter().try_fold(size, |sum, &it| sum.checked_mul(it))
}

fn field(text: &str, old: bool, depth: usize) -> Parsed<'_, Field> {
    const FORM: &str = "field must be (name, type) or (name, type, shape)";
    let close = match text.as_bytes().first() {
        Some(b'(') => ')',
        Some(b'[') => ']',
        _ if what(text).is_some() => return Fault::new(Stage::Descr, text, 0, FORM).fail(),
        _ => return Fault::parse(text, 0, "expected a field in brackets").fail(),
    };
    let (rest, (title, name)) = preceded(blanks, names).parse(&text[1..])?;
    let form = |rest: &str| Fault::new(Stage::Descr, text, text.len() - rest.len(), FORM).fail();
    let comma = |rest| -> Parsed<'_, bool> {
        let (rest, found) = opt(symbol(',')).parse(rest)?;
        let (rest, ()) = blanks(rest)?;
        Ok((rest, found.is_some() && !rest.starts_with(close)))
    };
    let (rest, more) = comma(rest)?;
    if !more {
        return form(rest);
    }
    let (rest, (descr, inner)) = typed(rest, old, depth + 1)?;
    let (mut rest, more) = comma(rest)?;
    let mut shape = Vec::new();
    if more {
        (rest, shape) = extents(rest, old)?;
        let (after, more) = comma(rest)?;
        if more {
            return form(after);
        }
        rest = after;
    }
    shape.extend(inner);
    let (rest, _) = expect(symbol(close), rest, "expected ',' or a closing bracket")?;
    Ok((rest, Field { name, title, descr, shape, offset: 0 }))
}

/// The shape of a field may be a number.
fn extents(text: &str, old: bool) -> Parsed<'_, Vec<usize>> {
    let extents = Extents { stage: Stage::Descr, old };
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return extents.one(text).map(|(rest, it)| (rest, vec![it]));
    }
    extents.parse(text)
}

/// `name` or `(title, name)`
fn names(text: &str) -> Parsed<'_, (Option<String>, String)> {
    const WANTED: &str = "a field's name";
    let Some(rest) = text.strip_prefix('(') else {
        let (rest, name) = quoted(text, WANTED)?;
        return Ok((rest, (None, name.into_owned())));
    };
    let (rest, title) = quoted(blanks(rest)?.0, "a field's title")?;
    let (rest, _) = expect(symbol(','), rest, "expected ','")?;
    let (rest, name) = quoted(blanks(rest)?.0, WANTED)?;
    let (rest, _) = opt(symbol(',')).parse(rest)?;
    let (rest, _) = expect(symbol(')'), rest, "expected ')'")?;
    Ok((rest, (Some(title.into_owned()), name.into_owned())))
}

/// One code, or several with commas between: fields `f0`, `f1`, …
fn parse_codes(text: &str) -> Result<Descr, String> {
    let unknown = || format!("'{}' is not a type", shorten(text.as_bytes()));
    if !text.contains(',') {
        return parse_code(text).ok_or_else(unknown);
    }
    let mut fields = Vec::new();
    let mut offset: usize = 0;
    for (idx, code) in text.split(',').enumerate() {
        let descr = parse_code(code).ok_or_else(unknown)?;
        let end = offset.checked_add(descr.size()).filter(|&it| it <= MAX_SIZE);
        let name = format!("f{idx}");
        fields.push(Field { name, title: None, descr, shape: Vec::new(), offset });
        offset = end.ok_or("record is too large")?;
    }
    Ok(Descr::Struct(fields))
}

/// A code such as `<f8`, or one of the names that `NumPy` has for a type.
fn parse_code(text: &str) -> Option<Descr> {
    let mut chars = text.chars();
    let (order, rest) = match chars.next()? {
        '<' => (ByteOrder::Little, chars.as_str()),
        '>' => (ByteOrder::Big, chars.as_str()),
        '=' | '|' => (ByteOrder::NATIVE, chars.as_str()),
        _ => (ByteOrder::NATIVE, text),
    };
    sized(rest, order)
        .or_else(|| letter(rest).map(|dtype| Descr::of(dtype, order)))
        .or_else(|| if rest.len() == text.len() { named(rest) } else { None })
}

/// A letter and a size, or a time and its unit.
fn sized(text: &str, order: ByteOrder) -> Option<Descr> {
    let (kind, size) = (text.get(..1)?, text.get(1..)?);
    if matches!(kind, "M" | "m") {
        let unit = time_unit(size.strip_prefix('8')?)?;
        return Some(time(kind == "M", unit, order));
    }
    if kind == "O" {
        return matches!(size, "" | "4" | "8").then_some(Descr::Object);
    }
    if !size.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    // A text without a size has none.
    let text_size = || if size.is_empty() { Some(0) } else { size.parse().ok() };
    match kind {
        "S" | "a" => text_size().filter(|&it| it <= MAX_SIZE).map(Descr::Bytes),
        "V" => text_size().filter(|&it| it <= MAX_SIZE).map(Descr::Void),
        "U" => text_size()
            .filter(|&it: &usize| it <= MAX_SIZE / 4)
            .map(|chars| Descr::Text { chars, order }),
        _ => number(kind, size.parse().ok()?, order),
    }
}

fn number(kind: &str, bytes: usize, order: ByteOrder) -> Option<Descr> {
    let known = |it: &&DType| it.name().starts_with(kind) && it.size() == bytes;
    if let Some(&dtype) = DType::ALL.iter().find(known) {
        return Some(Descr::of(dtype, order));
    }
    match (kind, bytes) {
        ("f", 12 | 16) | ("c", 24 | 32) => {
            Some(Descr::LongDouble { bytes, complex: kind == "c", order })
        }
        _ => None,
    }
}

/// The letters of `NumPy`'s type codes, as they are on 64-bit systems other than Windows.
fn letter(text: &str) -> Option<DType> {
    Some(match text {
        "?" => DType::B1,
        "b" => DType::I8,
        "B" => DType::U8,
        "h" => DType::I16,
        "H" => DType::U16,
        "i" => DType::I32,
        "I" => DType::U32,
        "l" | "q" | "p" => DType::I64,
        "L" | "Q" | "P" => DType::U64,
        "e" => DType::F16,
        "f" => DType::F32,
        "d" => DType::F64,
        "F" => DType::C64,
        "D" => DType::C128,
        _ => return None,
    })
}

fn named(text: &str) -> Option<Descr> {
    let order = ByteOrder::NATIVE;
    if let Some(&dtype) = DType::ALL.iter().find(|it| it.numpy_names().contains(&text)) {
        return Some(Descr::of(dtype, order));
    }
    match text {
        "object" => return Some(Descr::Object),
        "long" | "longlong" | "intp" => return Some(Descr::of(DType::I64, order)),
        "ulong" | "ulonglong" | "uintp" => return Some(Descr::of(DType::U64, order)),
        _ => {}
    }
    let point = text.strip_prefix("datetime64");
    let unit = time_unit(point.or_else(|| text.strip_prefix("timedelta64"))?)?;
    Some(time(point.is_some(), unit, order))
}

fn time(point: bool, unit: Option<TimeUnit>, order: ByteOrder) -> Descr {
    if point { Descr::Datetime { unit, order } } else { Descr::Timedelta { unit, order } }
}

/// `[25s]`, or nothing.
#[expect(clippy::option_option, reason = "a time may have no unit, and a unit may be malformed")]
fn time_unit(text: &str) -> Option<Option<TimeUnit>> {
    const UNITS: &[&str] = &["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"];
    if text.is_empty() {
        return Some(None);
    }
    let unit = text.strip_prefix('[')?.strip_suffix(']')?;
    if unit == "generic" {
        return Some(None);
    }
    let digits = unit.bytes().take_while(u8::is_ascii_digit).count();
    let (count, symbol) = unit.split_at(digits);
    let count = if count.is_empty() { 1 } else { count.parse().ok().filter(|&it| it > 0)? };
    let symbol = if symbol == "μs" { "us" } else { symbol };
    Some(Some(TimeUnit { count, symbol: UNITS.iter().find(|it| **it == symbol)? }))
}
