//! The line that states shape and dtype: `# shape=(2, 3), dtype=i64`.

use lat_core::{DType, Error, ErrorKind, Result, array::Shape, error::shorten, table::Stated};

/// More axes than any array has.
const MAX_RANK: usize = 64;

/// The header line of an array.
pub(crate) fn line(sign: &str, shape: &[usize], dtype: DType) -> String {
    format!("{sign} shape={}, dtype={dtype}", Shape(shape))
}

/// What a comment states, without its sign. `None` if it is no header line; an error if it begins
/// like one, and cannot be read.
pub(crate) fn parse(comment: &[u8]) -> Option<Result<Stated>> {
    let text = comment.trim_ascii();
    key(text, b"shape").or_else(|| key(text, b"dtype"))?;
    Some(parse_all(text).ok_or_else(|| malformed(text)))
}

/// What follows `name` and an equals sign.
fn key<'t>(text: &'t [u8], name: &[u8]) -> Option<&'t [u8]> {
    Some(text.strip_prefix(name)?.trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start())
}

fn parse_all(mut text: &[u8]) -> Option<Stated> {
    let mut stated = Stated::default();
    loop {
        text = if let Some(value) = key(text, b"shape").filter(|_| stated.shape.is_none()) {
            let (shape, rest) = parse_shape(value)?;
            stated.shape = Some(shape);
            rest
        } else {
            let value = key(text, b"dtype").filter(|_| stated.dtype.is_none())?;
            let end = value.iter().position(|&it| it == b',').unwrap_or(value.len());
            let name = std::str::from_utf8(value[..end].trim_ascii_end()).ok()?;
            stated.dtype = Some(name.trim_matches(['\'', '"']).parse().ok()?);
            &value[end..]
        };
        if text.is_empty() {
            return Some(stated);
        }
        text = text.strip_prefix(b",")?.trim_ascii_start();
    }
}

/// A tuple as Python writes it: `()`, `(3,)`, `(2, 3)`.
fn parse_shape(text: &[u8]) -> Option<(Vec<usize>, &[u8])> {
    let inner = text.strip_prefix(b"(")?;
    let end = inner.iter().position(|&it| it == b')')?;
    let rest = inner[end + 1..].trim_ascii_start();
    let inner = std::str::from_utf8(&inner[..end]).ok()?.trim();
    if inner.is_empty() {
        return Some((Vec::new(), rest));
    }
    let extents = inner.strip_suffix(',').unwrap_or(inner).split(',').map(extent);
    let shape: Vec<_> = extents.take(MAX_RANK + 1).collect::<Option<_>>()?;
    let tuple = shape.len() > 1 || inner.ends_with(',');
    (tuple && shape.len() <= MAX_RANK).then_some((shape, rest))
}

fn extent(text: &str) -> Option<usize> {
    let text = text.trim();
    // `parse` takes a sign; a shape has none.
    if text.starts_with(|it: char| it.is_ascii_digit()) { text.parse().ok() } else { None }
}

#[cold]
fn malformed(text: &[u8]) -> Error {
    let message = format!("unreadable header line '{}'", shorten(text));
    Error::new(ErrorKind::Syntax, message)
        .with_hint("it should be like 'shape=(2, 3), dtype=i64'; if it is a comment, skip it by the option skip_rows")
}
