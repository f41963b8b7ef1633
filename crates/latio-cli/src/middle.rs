//! The middle of numbers that are too many to be kept, found by reading them again.

/// Numbers have keys of 64 bits, ordered as they are. A pass counts how many keys have each
/// beginning, which tells the beginning of the middle ones; the next looks at the keys that begin
/// so, and counts what follows, or keeps them if they are few.
#[derive(Clone, Debug)]
pub(crate) struct Middle {
    /// How many bits are found by a pass.
    bits: u32,
    /// How many keys may be kept.
    most: u64,
    searches: Vec<Search>,
    found: Vec<u64>,
    /// How many numbers are in the middle: one, or two.
    wanted: usize,
}

#[derive(Clone, Debug)]
struct Search {
    /// What the keys that are looked at begin with, and how many bits that is.
    prefix: u64,
    known: u32,
    /// The places, among these keys in order, of those that are wanted.
    ranks: Vec<u64>,
    seen: Seen,
}

#[derive(Clone, Debug)]
enum Seen {
    /// By the bits that follow what is known.
    Counts(Vec<u64>),
    /// As many as were counted.
    Keys(Vec<u64>),
}

/// As few bits as a pass may find: sixteen passes are enough.
const FEWEST: u32 = 4;

/// As many as are worth their counts: half a megabyte.
const MOST: u32 = 16;

impl Middle {
    /// A search in memory for so many numbers; `None` if that is too little.
    pub(crate) fn within(room: usize) -> Option<Self> {
        // Counts of one pass become those of two searches for the next.
        let most = room / 4;
        let bits = most.checked_ilog2()?.min(MOST);
        (bits >= FEWEST).then(|| {
            let seen = Seen::Counts(vec![0; 1 << bits]);
            let first = Search { prefix: 0, known: 0, ranks: Vec::new(), seen };
            Self { bits, most: most as u64, searches: vec![first], found: Vec::new(), wanted: 0 }
        })
    }

    /// Whether all numbers are needed once more.
    pub(crate) fn needs_pass(&self) -> bool {
        !self.searches.is_empty()
    }

    /// Takes in a number that is not NaN.
    pub(crate) fn add(&mut self, value: f64) {
        let key = key(value);
        self.searches.iter_mut().for_each(|it| it.add(key));
    }

    /// All numbers were added.
    pub(crate) fn end_pass(&mut self) {
        for search in std::mem::take(&mut self.searches) {
            match search.seen {
                Seen::Counts(counts) => {
                    self.narrow(search.prefix, search.known, &search.ranks, &counts);
                }
                Seen::Keys(mut keys) => {
                    keys.sort_unstable();
                    let ranks = search.ranks.iter().filter_map(|it| usize::try_from(*it).ok());
                    self.found.extend(ranks.filter_map(|it| keys.get(it)));
                }
            }
        }
    }

    fn narrow(&mut self, prefix: u64, known: u32, ranks: &[u64], counts: &[u64]) {
        let ranks = if known == 0 { middle_ranks(counts.iter().sum()) } else { ranks.to_vec() };
        if known == 0 {
            self.wanted = ranks.len();
        }
        let bits = counts.len().ilog2();
        let mut below = 0;
        for (part, &count) in (0..).zip(counts) {
            let here = ranks.iter().filter(|it| (below..below + count).contains(it));
            let ranks: Vec<_> = here.map(|it| it - below).collect();
            below += count;
            if !ranks.is_empty() {
                self.go_on(prefix << bits | part, known + bits, ranks, count);
            }
        }
    }

    /// Looks for the keys of these ranks among the `count` that begin so.
    fn go_on(&mut self, prefix: u64, known: u32, ranks: Vec<u64>, count: u64) {
        if known == u64::BITS {
            self.found.extend(ranks.iter().map(|_| prefix));
            return;
        }
        let mut keys = Vec::new();
        let few = count <= self.most
            && usize::try_from(count).is_ok_and(|it| keys.try_reserve_exact(it).is_ok());
        let bits = self.bits.min(u64::BITS - known);
        let seen = if few { Seen::Keys(keys) } else { Seen::Counts(vec![0; 1 << bits]) };
        self.searches.push(Search { prefix, known, ranks, seen });
    }

    /// The median, once no pass is needed; `None` if there were no numbers, or others each time.
    pub(crate) fn median(&self) -> Option<f64> {
        let low = self.found.iter().min().filter(|_| self.found.len() == self.wanted)?;
        let high = self.found.iter().max()?;
        if low == high { Some(value(*low)) } else { Some(f64::midpoint(value(*low), value(*high))) }
    }
}

impl Search {
    fn add(&mut self, key: u64) {
        if key.checked_shr(u64::BITS - self.known).unwrap_or(0) != self.prefix {
            return;
        }
        match &mut self.seen {
            Seen::Counts(counts) => {
                let bits = counts.len().ilog2();
                let part = key << self.known >> (u64::BITS - bits);
                counts[usize::try_from(part).expect("as many bits as there are counts for")] += 1;
            }
            // More come only if the file has changed.
            Seen::Keys(keys) if keys.len() < keys.capacity() => keys.push(key),
            Seen::Keys(_) => {}
        }
    }
}

/// The places of the middle ones among so many.
fn middle_ranks(count: u64) -> Vec<u64> {
    match count {
        0 => Vec::new(),
        _ if count % 2 == 1 => vec![count / 2],
        _ => vec![count / 2 - 1, count / 2],
    }
}

/// Bits that are ordered as IEEE 754 orders floats: -0.0 is before 0.0.
fn key(value: f64) -> u64 {
    let bits = value.to_bits();
    if value.is_sign_negative() { !bits } else { bits | 1 << 63 }
}

/// The float that has this key.
fn value(key: u64) -> f64 {
    f64::from_bits(if key >> 63 == 1 { key & !(1 << 63) } else { !key })
}
