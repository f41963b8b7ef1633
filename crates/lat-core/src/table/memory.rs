//! Buffers that grow, or say that they cannot.

use crate::{Error, Result};

/// Appends a value.
#[inline]
pub(super) fn push<T>(to: &mut Vec<T>, value: T) -> Result<()> {
    reserve(to, 1)?;
    to.push(value);
    Ok(())
}

/// Appends values.
#[inline]
pub(super) fn extend<T: Copy>(to: &mut Vec<T>, values: &[T]) -> Result<()> {
    reserve(to, values.len())?;
    to.extend_from_slice(values);
    Ok(())
}

/// A field as text; what is no UTF-8 in it is marked.
pub(super) fn text_of(field: &[u8]) -> Result<String> {
    let mut text = String::new();
    for chunk in field.utf8_chunks() {
        let more = chunk.valid().len() + char::REPLACEMENT_CHARACTER.len_utf8();
        text.try_reserve(more).map_err(|_| Error::out_of_memory(text.len() + more))?;
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            text.push(char::REPLACEMENT_CHARACTER);
        }
    }
    Ok(text)
}

/// A copy of these names.
pub(super) fn copy_of<'n>(names: impl IntoIterator<Item = &'n String>) -> Result<Vec<String>> {
    let mut all = Vec::new();
    names.into_iter().try_for_each(|it| push(&mut all, text_of(it.as_bytes())?))?;
    Ok(all)
}

/// Lengthens a buffer by zeros, if it is shorter than `len`, and takes no more memory than that.
pub(super) fn lengthen(buffer: &mut Vec<u8>, len: usize) -> Result<()> {
    if let Some(more) = len.checked_sub(buffer.len()).filter(|&it| it > 0) {
        buffer.try_reserve_exact(more).map_err(|_| Error::out_of_memory(len))?;
        buffer.resize(len, 0);
    }
    Ok(())
}

/// Makes room for `more` values. A large buffer grows by an eighth, which moves pages, not bytes.
#[inline]
pub(super) fn reserve<T>(to: &mut Vec<T>, more: usize) -> Result<()> {
    if to.capacity() - to.len() >= more { Ok(()) } else { grow(to, more) }
}

#[cold]
fn grow<T>(to: &mut Vec<T>, more: usize) -> Result<()> {
    const LARGE: usize = 1 << 20;
    let part = if to.len() * size_of::<T>() < LARGE { to.len() } else { to.len() / 8 };
    to.try_reserve_exact(more.max(part).max(8)).map_err(|_| {
        Error::out_of_memory(to.len().saturating_add(more).saturating_mul(size_of::<T>()))
    })
}
