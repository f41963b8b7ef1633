//! How a number is printed: a compiled `fmt`.

/// How a number is printed.
#[derive(Clone, Debug, Default)]
pub struct Spec {}
