//! What was measured.

/// All groups.
#[derive(Default)]
pub(super) struct Results {
    pub(super) groups: Vec<Measured>,
}

/// A group's contenders, in their order.
pub(super) struct Measured {
    pub(super) key: String,
    pub(super) title: String,
    pub(super) rows: Vec<Row>,
}

/// A contender, and what its turns cost.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) ours: bool,
    pub(super) all_threads: bool,
    pub(super) values: u64,
    pub(super) array_bytes: u64,
    pub(super) file_bytes: u64,
    pub(super) samples: Vec<Sample>,
    /// Whether other values came out than were in the file.
    pub(super) wrong: bool,
    /// Why it did not do its work.
    pub(super) fault: Option<String>,
}

/// What one turn cost.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    /// Nanoseconds that passed.
    pub(super) wall: u64,
    /// Nanoseconds of the process on all its threads, in the system too.
    pub(super) cpu: u64,
    /// The most memory it held, in KiB.
    pub(super) peak: u64,
}

/// The middle of some turns, and their ends.
#[derive(Clone, Copy)]
pub(super) struct Spread {
    pub(super) median: u64,
    pub(super) least: u64,
    pub(super) most: u64,
}

impl Results {
    fn group(&self, key: &str) -> Option<&Measured> {
        self.groups.iter().find(|it| it.key == key)
    }

    pub(super) fn title(&self, key: &str) -> Option<&str> {
        Some(&self.group(key)?.title)
    }

    pub(super) fn row(&self, key: &str, name: &str) -> Option<&Row> {
        self.group(key)?.rows.iter().find(|it| it.name == name)
    }

    /// Where latio itself failed or was wrong.
    pub(super) fn faults(&self) -> Vec<String> {
        let rows = self.groups.iter().flat_map(|it| it.rows.iter().map(move |row| (it, row)));
        rows.filter(|(_, row)| row.ours)
            .filter_map(|(group, row)| Some(format!("{}: {}", group.key, row.trouble()?)))
            .collect()
    }
}

impl Measured {
    /// Latio at the same work on as many threads, unless the work differs.
    pub(super) fn base(&self, row: &Row) -> Option<&Row> {
        let own = |it: &&Row| it.ours && it.all_threads == row.all_threads;
        self.rows.iter().find(own).filter(|_| self.is_of_one_size())
    }

    /// Whether all contenders have as many values.
    pub(super) fn is_of_one_size(&self) -> bool {
        self.rows.iter().all(|it| it.values == self.rows[0].values)
    }
}

impl Row {
    /// What is to be said against it.
    pub(super) fn trouble(&self) -> Option<&str> {
        self.fault.as_deref().or(self.wrong.then_some("wrong values"))
    }

    pub(super) fn cpu(&self) -> Option<Spread> {
        Spread::of(self.samples.iter().map(|it| it.cpu))
    }

    pub(super) fn wall(&self) -> Option<Spread> {
        Spread::of(self.samples.iter().map(|it| it.wall))
    }

    /// The most that any turn held, in bytes.
    pub(super) fn peak(&self) -> Option<u64> {
        self.samples.iter().map(|it| it.peak << 10).max()
    }

    /// What one value cost, in nanoseconds of processor time.
    #[expect(clippy::cast_precision_loss, reason = "a figure to look at")]
    pub(super) fn cpu_per_value(&self) -> Option<f64> {
        Some(self.cpu()?.median as f64 / self.values as f64)
    }

    /// The time that counts: on several threads, the wall's.
    pub(super) fn time(&self) -> Option<Spread> {
        if self.all_threads { self.wall() } else { self.cpu() }
    }
}

impl Spread {
    fn of(numbers: impl Iterator<Item = u64>) -> Option<Self> {
        let mut numbers: Vec<_> = numbers.collect();
        numbers.sort_unstable();
        let middle = numbers.len() / 2;
        let upper = *numbers.get(middle)?;
        let even = numbers.len() % 2 == 0;
        let median = if even { u64::midpoint(numbers[middle - 1], upper) } else { upper };
        Some(Self { median, least: *numbers.first()?, most: *numbers.last()? })
    }

    /// How many times as long as the other.
    #[expect(clippy::cast_precision_loss, reason = "a figure to look at")]
    pub(super) fn over(self, other: Self) -> f64 {
        self.median as f64 / other.median as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle() {
        let spread = |numbers: &[u64]| {
            Spread::of(numbers.iter().copied()).map(|it| (it.least, it.median, it.most))
        };
        assert_eq!(spread(&[5, 1, 4]), Some((1, 4, 5)));
        assert_eq!(spread(&[4, 1, 2, 9]), Some((1, 3, 9)));
        assert_eq!(spread(&[]), None);
    }
}
