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

/// Lengthens a buffer by zeros, if it is shorter than `len`, and takes no more memory than that.
pub(super) fn lengthen(buffer: &mut Vec<u8>, len: usize) -> Result<()> {
    if let Some(more) = len.checked_sub(buffer.len()).filter(|&it| it > 0) {
        buffer.try_reserve_exact(more).map_err(|_| Error::out_of_memory(len))?;
        buffer.resize(len, 0);
    }
    Ok(())
}

#[inline]
fn reserve<T>(to: &mut Vec<T>, more: usize) -> Result<()> {
    to.try_reserve(more).map_err(|_| {
        Error::out_of_memory(to.len().saturating_add(more).saturating_mul(size_of::<T>()))
    })
}
