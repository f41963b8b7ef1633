//! How what is measured is said: groups of contenders that do the same work on the same files.

/// Work, and who does it. Its contenders take turns.
pub(super) struct Group {
    /// Begins with the format's name.
    pub(super) key: String,
    pub(super) title: String,
    pub(super) entries: Vec<Entry>,
}

/// A contender at its work: a task of one of the two workers.
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) task: String,
    pub(super) input: String,
    /// The input, or part of it, whose values must come out.
    pub(super) expect: String,
    /// How a file that was saved is read for its values; `None` for loads.
    pub(super) check: Option<&'static str>,
    pub(super) all_threads: bool,
    pub(super) repeat: u32,
}

/// A contender's name in a group, and its name in tasks.
pub(super) type Contender = (&'static str, &'static str);

/// The contenders of Python's worker.
const PYTHON: &[&str] = &["numpy", "orjson", "pandas", "pandas-pyarrow", "polars", "pyarrow"];

impl Entry {
    /// The first word of a task is the contender, the second the format.
    fn word(&self, idx: usize) -> &str {
        self.task.split('.').nth(idx).unwrap_or_default()
    }

    pub(super) fn is_python(&self) -> bool {
        PYTHON.contains(&self.word(0))
    }

    pub(super) fn is_ours(&self) -> bool {
        self.word(0) == "latio"
    }

    pub(super) fn format(&self) -> &str {
        self.word(1)
    }
}

impl Group {
    pub(super) fn new(key: impl Into<String>, title: impl Into<String>) -> Self {
        Self { key: key.into(), title: title.into(), entries: Vec::new() }
    }

    /// Adds contenders for this work, each on one thread.
    pub(super) fn one(mut self, input: &str, work: &str, contenders: &[Contender]) -> Self {
        self.entries.extend(contenders.iter().map(|(name, own)| Entry {
            name: (*name).into(),
            task: format!("{own}.{work}"),
            input: input.into(),
            expect: input.into(),
            check: None,
            all_threads: false,
            repeat: 1,
        }));
        self
    }

    /// Adds contenders for this work, each on all threads.
    pub(super) fn all(self, input: &str, work: &str, contenders: &[Contender]) -> Self {
        let first = self.entries.len();
        let mut group = self.one(input, work, contenders);
        for entry in &mut group.entries[first..] {
            entry.name += ", all threads";
            entry.all_threads = true;
        }
        group
    }

    /// The files that are made are checked so.
    pub(super) fn checked(mut self, check: &'static str) -> Self {
        self.entries.iter_mut().for_each(|it| it.check = Some(check));
        self
    }

    /// This part of the input must come out.
    pub(super) fn expecting(mut self, expect: &str) -> Self {
        self.entries.iter_mut().for_each(|it| it.expect = expect.into());
        self
    }

    /// Each does its work so many times in a process.
    pub(super) fn repeated(mut self, repeat: u32) -> Self {
        self.entries.iter_mut().for_each(|it| it.repeat = repeat);
        self
    }

    /// Adds the contenders of another group.
    pub(super) fn with(mut self, other: Self) -> Self {
        self.entries.extend(other.entries);
        self
    }
}
