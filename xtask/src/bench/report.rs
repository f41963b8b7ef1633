//! The pages that show what was measured.

use super::{
    machine::Machine,
    options::Options,
    readme,
    results::{Measured, Results, Row, Spread},
    targets::{Verdict, times, verdicts},
};
use crate::{
    Result,
    run::{root, target, write},
};

/// Writes the page. That of the project, and the README's part, are written only by a complete
/// run; that of another is under the target directory.
pub(super) fn publish(options: &Options, machine: &Machine, results: &Results) -> Result {
    let verdicts = verdicts(results, machine.threads);
    let path = if options.is_complete() {
        root().join("docs/benchmarks.md")
    } else {
        target().join("bench-data/benchmarks.md")
    };
    write(&path, &page(options, machine, results, &verdicts))?;
    if options.is_complete() {
        readme::update(machine, results)?;
    }
    println!("{}\n\n{}; written to {}", table_of(&verdicts), count(&verdicts), path.display());
    Ok(())
}

fn page(options: &Options, machine: &Machine, results: &Results, verdicts: &[Verdict]) -> String {
    let groups = results.groups.iter().map(group).collect::<String>();
    [
        HEAD.trim(),
        &facts(options, machine),
        "## Targets",
        &format!("{}.", count(verdicts)),
        &table_of(verdicts),
        "## Measurements",
        LEGEND.trim(),
        groups.trim(),
    ]
    .join("\n\n")
        + "\n"
}

const HEAD: &str = "
# Benchmarks

<!-- Written by `cargo xtask bench all`: run it, do not edit. -->

Latio and its peers at the same work. In one run, each contender of a group takes its turn at the
same file, in a process of its own, and then all take the next; the figures are medians of their
turns. The clock runs from the path to the array, or from the array to the file: starting a
process, importing a package and making the input are not on it. Files that are read are in the
system's memory beforehand, and memory is filled and given back before each turn, so that none pays
for a virtual machine that has to get it from its host first. The arrays of all turns, and the
files of each contender's first, are checked against a checksum of all bits of their values, which
the generator of the inputs has computed without latio.

On one thread the time is that of the processor, in the program and in the system, since machines
are shared; on all threads, it is the time that passes. Peers that make a frame or a table of
columns are not charged for a matrix of it. Latio's saves go to a temporary file that is synced
and renamed, those of peers do not; where files are saved in memory, that costs little.

[performance.md](performance.md) says where the time goes, and why a target is not met.
";

const LEGEND: &str = "
*Ratio* is how many times as long as latio on as many threads a contender takes; *least–most* are
the ends of its turns. Memory is the most that the process held, with its program, or Python and
its packages, and for saves with the array. Values are marked where what came out is not what was
in the file.
";

fn facts(options: &Options, machine: &Machine) -> String {
    let command = ("command", format!("`{}`", options.command()));
    let rows = std::iter::once(command).chain(machine.facts());
    table(&["", ""], rows.map(|(name, value)| vec![name.to_owned(), value]))
}

fn count(verdicts: &[Verdict]) -> String {
    let met = verdicts.iter().filter(|it| it.met).count();
    format!("{met} of {} targets met", verdicts.len())
}

fn table_of(verdicts: &[Verdict]) -> String {
    let row = |it: &Verdict| {
        let met = if it.met { "met" } else { "**not met**" };
        let Verdict { work, against, wanted, reached, .. } = it;
        [work, against, wanted, reached, met].map(str::to_owned).to_vec()
    };
    table(&["work", "against", "ratio wanted", "reached", ""], verdicts.iter().map(row))
}

/// Lines of Markdown, the last without its end.
pub(super) fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let head: Vec<_> = head.iter().map(|it| (*it).to_owned()).collect();
    let rule = line(&vec!["---".to_owned(); head.len()]);
    let lines = [line(&head), rule].into_iter().chain(rows.map(|it| line(&it)));
    lines.collect::<Vec<_>>().join("\n")
}

/// A group's section.
pub(super) fn group(measured: &Measured) -> String {
    let head = ["", "ratio", "time", "least–most", "on the wall", "a value", "peak"];
    let rows = table(&head, measured.rows.iter().map(|it| cells(measured, it)));
    format!("### {}\n\n{}\n\n{rows}\n\n", measured.title, amount(measured))
}

/// How much there is to do.
fn amount(measured: &Measured) -> String {
    let Some(row) = measured.rows.first().filter(|_| measured.is_of_one_size()) else {
        return "The same work on ever more values.".into();
    };
    let (values, file) = (thousands(row.values), bytes(row.file_bytes));
    format!("{values} values, {} in memory; the file read has {file}.", bytes(row.array_bytes))
}

fn cells(measured: &Measured, row: &Row) -> Vec<String> {
    let Some((time, wall)) = row.time().zip(row.wall()).filter(|_| row.fault.is_none()) else {
        let fault = row.fault.as_deref().unwrap_or("no turn").replace(['\n', '|'], " ");
        return vec![row.name.clone(), format!("failed: {fault}")];
    };
    let wrong = if row.wrong { ", **wrong values**" } else { "" };
    let ratio = measured.base(row).and_then(|it| times(it, row));
    let Spread { median, least, most } = time;
    vec![
        format!("{}{wrong}", row.name),
        ratio.map_or_else(String::new, |it| format!("{it:.2}")),
        duration(median),
        format!("{}–{}", duration(least), duration(most)),
        duration(wall.median),
        row.cpu_per_value().map_or_else(String::new, |it| format!("{it:.1} ns")),
        row.peak().map_or_else(String::new, bytes),
    ]
}

/// Three digits, or so.
#[expect(clippy::cast_precision_loss, reason = "a figure to look at")]
pub(super) fn duration(nanoseconds: u64) -> String {
    let time = nanoseconds as f64;
    match nanoseconds {
        0..10_000 => format!("{time} ns"),
        10_000..10_000_000 => format!("{:.0} µs", time / 1e3),
        10_000_000..10_000_000_000 => format!("{:.0} ms", time / 1e6),
        _ => format!("{:.1} s", time / 1e9),
    }
}

#[expect(clippy::cast_precision_loss, reason = "a figure to look at")]
fn bytes(count: u64) -> String {
    format!("{:.1} MiB", count as f64 / f64::from(1 << 20))
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures() {
        assert_eq!(thousands(10_000_000), "10,000,000");
        assert_eq!(thousands(100), "100");
        assert_eq!(duration(1_234), "1234 ns");
        assert_eq!(duration(1_234_567), "1235 µs");
        assert_eq!(duration(1_234_567_890), "1235 ms");
        assert_eq!(bytes(3 << 19), "1.5 MiB");
    }
}
