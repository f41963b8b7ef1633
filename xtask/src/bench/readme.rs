//! The short version, in the README.

use super::{
    machine::Machine,
    report::{duration, table},
    results::{Measured, Results},
    targets::times,
};
use crate::{Result, readme};

/// The groups that are shown.
const SHOWN: &[&str] = &[
    "csv.load.g18",
    "csv.load.i64",
    "csv.save.g18",
    "csv.save.short",
    "text.load",
    "json.load.f64",
    "json.save",
    "npy.load.c",
    "npy.save.even",
    "npy.small",
];

/// Puts it between its marks.
pub(super) fn update(machine: &Machine, results: &Results) -> Result {
    readme::put("bench", &short(machine, results))
}

fn short(machine: &Machine, results: &Results) -> String {
    let shown = results.groups.iter().filter(|it| SHOWN.contains(&&*it.key));
    let head = ["one thread", "latio", "how many times as long others take"];
    let rows = table(&head, shown.filter_map(row));
    format!("{rows}\n\nOf {}: see [docs/benchmarks.md](docs/benchmarks.md).\n", machine.date)
}

fn row(measured: &Measured) -> Option<Vec<String>> {
    let ours = measured.rows.iter().find(|it| it.ours && !it.all_threads)?;
    let others = measured.rows.iter().filter(|it| !it.ours && !it.all_threads);
    let right = others.filter(|it| it.trouble().is_none());
    let ratios = right.filter_map(|it| Some(format!("{} {:.1}", it.name, times(ours, it)?)));
    let ratios = ratios.collect::<Vec<_>>().join(", ");
    Some(vec![measured.title.clone(), duration(ours.cpu()?.median), ratios])
}
