//! What `lat-npy` does, against files and values that come from elsewhere.
#![expect(clippy::unwrap_used, clippy::cast_precision_loss, reason = "tests of exact values")]

mod common;
mod hostile;
#[cfg(feature = "mmap")]
#[expect(clippy::float_cmp, reason = "tests of exact values")]
mod maps;
#[cfg(feature = "npz")]
mod npz;
mod peers;
mod records;
mod streams;
mod vectors;
