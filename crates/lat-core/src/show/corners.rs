//! Which elements are shown: all, or those near the ends of each axis.

use ndarray::ArrayViewD;

/// The positions shown along each axis.
#[derive(Debug)]
pub(super) struct Corners {
    axes: Vec<Extent>,
}

/// The positions shown along one axis. There is at least one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    len: usize,
    /// How many at each end, if not all.
    edge: Option<usize>,
}

impl Extent {
    /// The position shown after one that is.
    pub(super) fn after(self, position: usize) -> Option<usize> {
        let next = position + 1;
        match self.edge {
            Some(edge) if next == edge => Some(self.len - edge),
            _ => (next < self.len).then_some(next),
        }
    }

    /// Whether positions before this one are left out.
    pub(super) fn gap_before(self, position: usize) -> bool {
        self.edge.is_some_and(|edge| position == self.len - edge)
    }
}

impl Corners {
    pub(super) fn new(shape: &[usize], edge: Option<usize>) -> Self {
        let extent =
            |&len| Extent { len, edge: edge.filter(|edge| len / 2 >= *edge && len > 2 * edge) };
        Self { axes: shape.iter().map(extent).collect() }
    }

    pub(super) fn axes(&self) -> &[Extent] {
        &self.axes
    }

    /// The elements shown, in reading order.
    pub(super) fn elements<'a, T: Copy>(
        &'a self,
        array: &'a ArrayViewD<'_, T>,
    ) -> impl Iterator<Item = T> + Clone + 'a {
        let first = vec![0; self.axes.len()];
        std::iter::successors(Some(first), |index| self.next(index)).map(|it| array[it.as_slice()])
    }

    fn next(&self, index: &[usize]) -> Option<Vec<usize>> {
        let mut index = index.to_vec();
        for (position, extent) in index.iter_mut().zip(&self.axes).rev() {
            match extent.after(*position) {
                Some(next) => {
                    *position = next;
                    return Some(index);
                }
                None => *position = 0,
            }
        }
        None
    }
}
