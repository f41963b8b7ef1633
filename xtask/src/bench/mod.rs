//! Latio and its peers at the same work, on the same files, in one run.
//!
//! ```text
//! groups ──▶ inputs made (benches: make) ──▶ contenders take turns, each in a process of its own
//!            (benches: worker, worker.py) ──▶ medians ──▶ targets met or not ──▶ docs/benchmarks.md
//! ```

mod groups;
mod machine;
mod options;
mod plan;
mod prepare;
mod readme;
mod report;
mod results;
mod targets;
mod work;

use crate::Result;

use self::{machine::Machine, options::Options, prepare::Bench, results::Results};

pub(crate) const ABOUT: &str =
    "latio and its peers at the same work: [csv|text|json|npy|all] [--quick] [--runs N]";

pub(crate) fn run(args: &[String]) -> Result {
    let options = Options::parse(args)?;
    let groups = groups::groups(&options.format, options.power());
    let bench = Bench::prepare(&options, &groups)?;
    let machine = Machine::look(&bench)?;
    let mut results = Results::default();
    for group in &groups {
        let measured = bench.measure(group)?;
        print!("{}", report::group(&measured));
        results.groups.push(measured);
    }
    report::publish(&options, &machine, &results)?;
    match results.faults() {
        faults if faults.is_empty() => Ok(()),
        faults => Err(faults.join("\n  ")),
    }
}
