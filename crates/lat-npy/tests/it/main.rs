//! What `lat-npy` does, against files and values that come from elsewhere.

mod common;
mod hostile;
mod vectors;
