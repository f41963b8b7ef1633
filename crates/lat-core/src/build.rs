//! From values in brackets to an array: the shape is how the values were nested.

use crate::{Error, ErrorKind, NdArray, Position, Result, Scalar, collect::Collector};

/// Takes bracketed values in reading order, and makes an array of them.
///
/// ```
/// use lat_core::{Scalar, build::ArrayBuilder, collect::Collector};
///
/// let mut out = ArrayBuilder::new(Collector::inferred());
/// out.open()?; // [
/// for row in [[1, 2], [3, 4]] {
///     out.open()?; // [
///     for value in row {
///         out.push(Scalar::Int(value))?;
///     }
///     out.close()?; // ]
/// }
/// out.close()?; // ]
/// assert_eq!(out.finish()?.shape(), [2, 2]);
/// # Ok::<(), lat_core::Error>(())
/// ```
#[derive(Debug)]
pub struct ArrayBuilder {
    values: Collector,
    nesting: Nesting,
}

impl ArrayBuilder {
    /// Puts the values into `values`.
    pub fn new(values: Collector) -> Self {
        Self { values, nesting: Nesting::default() }
    }

    /// Begins a list.
    pub fn open(&mut self) -> Result<()> {
        let len = self.values.len();
        self.nesting.open(len)
    }

    /// Ends the list opened last.
    pub fn close(&mut self) -> Result<()> {
        let len = self.values.len();
        self.nesting.close(len)
    }

    /// Adds a value to the list opened last.
    pub fn push(&mut self, scalar: Scalar) -> Result<()> {
        self.add(|values| values.push(scalar))
    }

    /// Adds a value to the list opened last, as `push` does that.
    pub fn add(&mut self, push: impl FnOnce(&mut Collector) -> Result<()>) -> Result<()> {
        let len = self.values.len();
        self.nesting.value(len)?;
        let at = || Position::Index(self.nesting.index(len));
        push(&mut self.values).map_err(|err| err.at(at()))?;
        self.values.place_debt(at);
        Ok(())
    }

    /// Where values go that are known to belong to the list opened last.
    ///
    /// Fails if that list holds lists.
    pub fn level(&mut self) -> Result<&mut Collector> {
        let len = self.values.len();
        self.nesting.value(len)?;
        Ok(&mut self.values)
    }

    /// The index of the value or list that would come next.
    pub fn index(&mut self) -> Vec<usize> {
        let len = self.values.len();
        self.nesting.index(len)
    }

    /// The values so far, to look at.
    pub fn values(&mut self) -> &mut Collector {
        &mut self.values
    }

    /// How many lists are open.
    pub fn depth(&self) -> usize {
        self.nesting.open.len()
    }

    /// The array, once every list is closed.
    pub fn finish(self) -> Result<NdArray> {
        self.values.finish(&self.nesting.extents())
    }
}

/// The extents of the lists so far. Values lie in the innermost lists only.
#[derive(Debug, Default)]
struct Nesting {
    /// Outermost first; `None` until a list of that depth was closed once.
    extents: Vec<Option<usize>>,
    /// How many lists each open list has had in it.
    open: Vec<usize>,
    /// How many values came before the list opened last.
    start: usize,
    /// Whether some list holds values.
    settled: bool,
}

impl Nesting {
    fn value(&mut self, len: usize) -> Result<()> {
        let depth = self.open.len();
        if depth < self.extents.len() || (depth == 0 && self.settled) {
            return Err(self.mixed(len));
        }
        self.settled = true;
        Ok(())
    }

    fn open(&mut self, len: usize) -> Result<()> {
        let depth = self.open.len() + 1;
        if self.extents.len() < depth {
            // No deeper than the values are, and not where an empty list was.
            let leaf = depth > 1 && self.extents[depth - 2].is_some();
            if self.settled || leaf {
                return Err(self.mixed(len));
            }
            self.extents.push(None);
        }
        if let Some(parent) = self.open.last_mut() {
            *parent += 1;
        }
        self.open.push(0);
        self.start = len;
        Ok(())
    }

    fn close(&mut self, len: usize) -> Result<()> {
        let depth = self.open.len();
        let lists = self.open.pop().expect("a list was opened");
        let found = if depth == self.extents.len() { len - self.start } else { lists };
        match *self.extents[depth - 1].get_or_insert(found) {
            wanted if wanted == found => Ok(()),
            wanted => Err(self.ragged(wanted, found)),
        }
    }

    fn extents(&self) -> Vec<usize> {
        self.extents.iter().map(|it| it.unwrap_or(0)).collect()
    }

    /// The index of what comes next in the list opened last.
    fn index(&self, len: usize) -> Vec<usize> {
        let mut index: Vec<_> = self.open.iter().map(|it| it.saturating_sub(1)).collect();
        if let Some(last) = index.last_mut() {
            let leaf = self.open.len() == self.extents.len();
            *last = if leaf { len - self.start } else { self.open[self.open.len() - 1] };
        }
        index
    }

    #[cold]
    fn ragged(&self, wanted: usize, found: usize) -> Error {
        let index = self.open.iter().map(|it| it - 1).collect();
        let message = format!("ragged nesting — expected {wanted} values, got {found}");
        Error::new(ErrorKind::Shape, message).at(Position::Index(index))
    }

    #[cold]
    fn mixed(&self, len: usize) -> Error {
        let message = "ragged nesting — values and lists are mixed";
        Error::new(ErrorKind::Shape, message).at(Position::Index(self.index(len)))
    }
}
