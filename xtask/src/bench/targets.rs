//! What was set out to be reached, and whether it was.

use super::results::{Results, Row};

/// Work, its group, the contender that is to be beaten, and how many times as long it must take.
struct Ratio {
    group: &'static str,
    ours: &'static str,
    theirs: &'static str,
    at_least: f64,
}

const fn ratio(group: &'static str, theirs: &'static str, at_least: f64) -> Ratio {
    Ratio { group, ours: "latio", theirs, at_least }
}

/// On all threads, by the time that passes.
const fn threads(group: &'static str, theirs: &'static str, at_least: f64) -> Ratio {
    Ratio { group, ours: ALL, theirs, at_least }
}

const ALL: &str = "latio, all threads";

/// One line each: the group, the peer, the least ratio.
const RATIOS: &[Ratio] = &[
    ratio("csv.load.g18", "numpy.loadtxt", 10.0),
    ratio("csv.load.g18", "pandas", 1.8),
    ratio("csv.load.g18", "polars", 2.0),
    ratio("csv.load.g18", "pyarrow", 2.2),
    ratio("csv.load.g18", "csv + str::parse", 2.5),
    ratio("csv.load.g6", "numpy.loadtxt", 10.0),
    ratio("csv.load.g6", "pandas", 1.8),
    ratio("csv.load.g6", "polars", 2.0),
    ratio("csv.load.g6", "pyarrow", 2.2),
    ratio("csv.load.g6", "csv + str::parse", 2.5),
    ratio("csv.load.short", "numpy.loadtxt", 10.0),
    ratio("csv.load.short", "pandas", 1.5),
    ratio("csv.load.short", "polars", 2.0),
    ratio("csv.load.short", "pyarrow", 2.2),
    ratio("csv.load.short", "csv + str::parse", 2.5),
    threads("csv.load.g18", "latio", 1.6),
    threads("csv.load.g18", "polars, all threads", 1.6),
    threads("csv.load.g18", "pyarrow, all threads", 2.3),
    threads("csv.load.g6", "latio", 1.6),
    threads("csv.load.g6", "polars, all threads", 1.6),
    threads("csv.load.g6", "pyarrow, all threads", 2.3),
    threads("csv.load.short", "latio", 1.6),
    threads("csv.load.short", "polars, all threads", 1.6),
    threads("csv.load.short", "pyarrow, all threads", 2.3),
    ratio("csv.load.i64", "numpy.loadtxt", 3.5),
    ratio("csv.load.i64", "pandas", 2.0),
    ratio("csv.load.i64", "polars", 2.0),
    ratio("csv.load.i64", "pyarrow", 4.0),
    ratio("csv.save.g18", "numpy.savetxt", 14.0),
    ratio("csv.save.g18", "pandas", 30.0),
    ratio("csv.save.g18", "format!", 5.0),
    ratio("csv.save.short", "polars", 1.05),
    ratio("csv.save.short", "pyarrow", 3.0),
    ratio("csv.save.short", "pandas", 25.0),
    ratio("csv.save.short", "csv + serde", 1.6),
    ratio("text.load", "numpy.loadtxt", 10.0),
    ratio("text.save", "numpy.savetxt", 14.0),
    ratio("json.load.f64", "serde_json", 2.5),
    ratio("json.load.f64", "sonic-rs", 1.6),
    ratio("json.load.f64", "simd-json", 2.5),
    ratio("json.load.f64", "orjson with NumPy", 8.0),
    ratio("json.save", "serde_json", 1.0),
    ratio("json.save", "orjson with NumPy", 1.5),
    ratio("npy.load.c", "numpy.load", 1.0),
    ratio("npy.load.c", "ndarray-npy", 2.5),
    ratio("npy.load.c", "npyz", 3.0),
    ratio("npy.load.c", "std::fs::read", 3.5),
    ratio("npy.load.f", "numpy.load", 1.0),
    ratio("npy.load.f", "ndarray-npy", 2.5),
    ratio("npy.load.f", "npyz", 3.0),
    ratio("npy.load.f", "std::fs::read", 3.5),
    ratio("npy.load.be", "latio, native bytes", 1.0 / 1.5),
    ratio("npy.save.all", "numpy.save", 0.95),
    ratio("npy.save.all", "write_all", 0.95),
    ratio("npy.save.even", "ndarray-npy", 1.7),
    ratio("npy.save.half", "ndarray-npy", 1.7),
    ratio("npy.stream", "write_all", 1.0 / 1.2),
    ratio("npy.small", "ndarray-npy", 4.0),
    ratio("npy.small", "npyz", 4.0),
    ratio("npy.small", "numpy.load", 15.0),
];

/// Loads whose memory is bounded: the array, 4 MiB a thread, and 5 %.
const PEAKS: &[(&str, &str)] = &[
    ("csv.load.g18", "latio"),
    ("csv.load.g18", ALL),
    ("text.load", "latio"),
    ("text.load", ALL),
    ("json.load.f64", "latio"),
];

/// Groups in which a value must not cost more where there are more of them.
const SLOPES: &[&str] = &["csv.load.slope", "csv.save.slope", "json.load.slope"];

/// From 10⁵ values on, a value may cost this much of what it costs there.
const MOST_GROWTH: f64 = 1.1;

/// A target, in words, and what came of it.
pub(super) struct Verdict {
    pub(super) work: String,
    pub(super) against: String,
    pub(super) wanted: String,
    pub(super) reached: String,
    pub(super) met: bool,
}

/// What came of each target whose work was measured.
pub(super) fn verdicts(results: &Results, threads: usize) -> Vec<Verdict> {
    let ratios = RATIOS.iter().filter_map(|it| it.verdict(results));
    let peaks = PEAKS.iter().filter_map(|it| peak(results, it.0, it.1, threads));
    let slopes = SLOPES.iter().filter_map(|it| slope(results, it));
    ratios.chain(peaks).chain(slopes).collect()
}

impl Ratio {
    fn verdict(&self, results: &Results) -> Option<Verdict> {
        let ours = results.row(self.group, self.ours)?;
        let theirs = results.row(self.group, self.theirs)?;
        let ran = ours.fault.is_none() && theirs.fault.is_none();
        let reached = times(ours, theirs).filter(|_| ran);
        let threads = if ours.all_threads { ", all threads" } else { "" };
        Some(Verdict {
            work: format!("{}{threads}", results.title(self.group)?),
            against: self.theirs.replace("latio", "latio, one thread").replace(", all threads", ""),
            wanted: format!("{:.2}", self.at_least),
            reached: reached.map_or_else(|| "one failed".into(), |it| format!("{it:.2}")),
            met: reached.is_some_and(|it| it >= self.at_least),
        })
    }
}

/// How many times as long the other takes, by the time that counts for `ours`.
pub(super) fn times(ours: &Row, theirs: &Row) -> Option<f64> {
    let of = |row: &Row| if ours.all_threads { row.wall() } else { row.cpu() };
    Some(of(theirs)?.over(of(ours)?))
}

#[expect(clippy::cast_precision_loss, reason = "figures to look at")]
fn peak(results: &Results, group: &str, name: &str, threads: usize) -> Option<Verdict> {
    const MIB: u64 = 1 << 20;
    let row = results.row(group, name)?;
    let threads = if row.all_threads { threads as u64 } else { 1 };
    let most = row.array_bytes + threads * 4 * MIB + row.array_bytes / 20;
    let reached = row.peak()?;
    let mib = |bytes: u64| format!("{:.1} MiB", bytes as f64 / MIB as f64);
    let suffix = if row.all_threads { ", all threads" } else { "" };
    Some(Verdict {
        work: format!("{}{suffix}", results.title(group)?),
        against: "peak memory of the process".to_owned(),
        wanted: format!("at most {}", mib(most)),
        reached: mib(reached),
        met: reached <= most,
    })
}

fn slope(results: &Results, group: &str) -> Option<Verdict> {
    let cost = |size: &str| results.row(group, size)?.cpu_per_value();
    let base = cost("10⁵")?;
    let reached = ["10⁶", "10⁷"].iter().filter_map(|it| cost(it)).fold(0.0, f64::max) / base;
    Some(Verdict {
        work: results.title(group)?.to_owned(),
        against: "the cost of a value at 10⁵ values".to_owned(),
        wanted: format!("at most {MOST_GROWTH:.2}"),
        reached: format!("{reached:.2}"),
        met: reached <= MOST_GROWTH,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::groups::groups;

    /// A target whose work nobody does would be left out in silence.
    #[test]
    fn each_target_is_measured() {
        let groups = groups("all", 7);
        let is_measured = |key: &str, name: &str| {
            let group = groups.iter().find(|it| it.key == key);
            group.is_some_and(|it| it.entries.iter().any(|it| it.name == name))
        };
        for Ratio { group, ours, theirs, .. } in RATIOS {
            assert!(is_measured(group, ours), "{group}: {ours}");
            assert!(is_measured(group, theirs), "{group}: {theirs}");
        }
        for (group, name) in PEAKS {
            assert!(is_measured(group, name), "{group}: {name}");
        }
        for group in SLOPES {
            assert!(["10⁵", "10⁶", "10⁷"].iter().all(|it| is_measured(group, it)), "{group}");
        }
    }
}
