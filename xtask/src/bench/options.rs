//! What the command line asks for.

use crate::Result;

const FORMATS: &[&str] = &["csv", "text", "json", "npy", "all"];

/// Fewer runs have no median worth the name.
const LEAST_RUNS: usize = 3;

pub(super) struct Options {
    /// One of the formats, or `all`.
    pub(super) format: String,
    /// Inputs of a tenth of the size, and fewer runs.
    pub(super) quick: bool,
    /// How often each contender does its work.
    pub(super) runs: usize,
}

impl Options {
    pub(super) fn parse(args: &[String]) -> Result<Self> {
        let (mut format, mut quick, mut runs) = ("all".to_owned(), false, None);
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match &**arg {
                "--quick" => quick = true,
                "--runs" => {
                    let count = args.next().and_then(|it| it.parse().ok());
                    runs =
                        Some(count.filter(|it| *it >= LEAST_RUNS).ok_or_else(|| {
                            format!("--runs wants a number, {LEAST_RUNS} or more")
                        })?);
                }
                known if FORMATS.contains(&known) => known.clone_into(&mut format),
                other => {
                    let known = FORMATS.join(", ");
                    return Err(format!("unknown argument '{other}'; the formats are {known}"));
                }
            }
        }
        Ok(Self { format, quick, runs: runs.unwrap_or(if quick { 3 } else { 5 }) })
    }

    /// Slopes go up to 10 to this number of values.
    pub(super) fn power(&self) -> u32 {
        if self.quick { 6 } else { 7 }
    }

    /// Whether the project's own pages are to show the results.
    pub(super) fn is_complete(&self) -> bool {
        self.format == "all" && !self.quick
    }

    /// The command as one would type it.
    pub(super) fn command(&self) -> String {
        let quick = if self.quick { " --quick" } else { "" };
        format!("cargo xtask bench {}{quick} --runs {}", self.format, self.runs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &str) -> Result<Options> {
        let args: Vec<_> = args.split_whitespace().map(str::to_owned).collect();
        Options::parse(&args)
    }

    #[test]
    fn arguments() {
        let options = parse("npy --quick --runs 7").expect("they are known");
        assert_eq!((&*options.format, options.quick, options.runs), ("npy", true, 7));
        assert!(!options.is_complete());
        assert!(parse("").expect("none is needed").is_complete());
        for wrong in ["cvs", "--runs", "--runs 2", "--runs x", "--slow"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
