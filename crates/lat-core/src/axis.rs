//! What an axis is called, and what its positions are called.

/// One axis of an array: its name, and perhaps a label for each position along it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The name of the axis, such as `"time"`; `x0`, `x1`, … unless it was given another.
    pub name: String,
    /// A label for each position, such as a CSV file's column names.
    pub labels: Option<Vec<String>>,
}

impl Axis {
    /// An axis without labels.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), labels: None }
    }

    /// The same axis, with a label for each position.
    #[must_use]
    pub fn with_labels<S: Into<String>>(mut self, labels: impl IntoIterator<Item = S>) -> Self {
        self.labels = Some(labels.into_iter().map(Into::into).collect());
        self
    }

    /// The axes of an array that names none: `x0`, `x1`, …
    pub fn defaults(rank: usize) -> Vec<Self> {
        (0..rank).map(|idx| Self::new(format!("x{idx}"))).collect()
    }
}
