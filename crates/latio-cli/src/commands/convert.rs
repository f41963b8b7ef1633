//! `lat convert`: from any format to any other.

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

use clap::Args;
use latio::{Compression, Error, ErrorKind, NdArray, NdArrayView, Result};

use crate::{
    Verdict,
    args::Global,
    input::Input,
    kind::Kind,
    lossy,
    options::{ReadOptions, WriteOptions},
    output::Target,
    reference::Reference,
    stream,
};

const EXAMPLES: &str = "\
Examples:
  lat convert a.csv a.npy
  lat convert a.npy[:,0] - --to text --fmt %.3f
  lat convert --names --columns time,co2 --lossy raw.csv.gz raw.npy
  lat convert --dtype f32 --lossy a.npy small.npy
  lat convert *.csv out/ --to npy
  curl -s https://example.org/a.npy | lat convert - a.json

Nothing is lost in silence: what rounds a number, or drops a shape or a name that the output
cannot hold, needs --lossy. Files that exist are kept without --force; a file is replaced whole
or not at all. Large files go through in blocks.";

/// Convert arrays from any format to any other
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Convert {
    /// Input: array references, or - for the standard input; then the output: a file, a directory,
    /// or - for the standard output
    #[arg(value_names = ["IN", "OUT"], num_args = 2.., required = true)]
    paths: Vec<OsString>,
    #[command(flatten)]
    read: ReadOptions,
    #[command(flatten)]
    write: WriteOptions,
}

/// One conversion.
pub(crate) struct Job<'o> {
    pub(crate) input: Input<'o>,
    pub(crate) target: Target,
    pub(crate) kind: Kind,
    pub(crate) write: &'o WriteOptions,
}

impl Convert {
    pub(crate) fn run(&self, global: &Global) -> Result<Verdict> {
        let (out, inputs) = self.paths.split_last().expect("two at least");
        let jobs = inputs.iter().map(|it| self.job(it, out, inputs.len() > 1, global));
        let jobs: Vec<_> = jobs.collect::<Result<_>>()?;
        check_distinct(&jobs)?;
        jobs.iter().try_for_each(|it| run(it, global))?;
        Ok(Verdict::Yes)
    }

    fn job<'o>(
        &'o self,
        input: &OsStr,
        out: &OsStr,
        many: bool,
        global: &Global,
    ) -> Result<Job<'o>> {
        let input = Input::new(&Reference::from(input), &self.read, global);
        let target = target(&input.reference, Path::new(out), self.write.to, many)?;
        let kind = target.kind(self.write.to)?;
        target.check_free(self.write.force)?;
        let input = input.dtype(self.write.dtype);
        Ok(Job { input, target, kind, write: &self.write })
    }
}

/// Where an input goes: to the file named, or to one named like the input in a directory.
fn target(input: &Reference, out: &Path, to: Option<Kind>, many: bool) -> Result<Target> {
    if out == Path::new("-") && !many {
        return Ok(Target::Stdout);
    }
    if !out.is_dir() {
        return if many { Err(no_directory(out)) } else { Ok(Target::File(out.to_owned())) };
    }
    let usage = |message: String, hint: &'static str| {
        Err(Error::new(ErrorKind::Usage, message).with_hint(hint))
    };
    let (Some(path), Some(to)) = (&input.path, to) else {
        let message = format!("'{}' is a directory", out.display());
        return usage(message, "name the format of the files in it, such as --to npy");
    };
    let (name, _) = Compression::of_name(path);
    let Some(stem) = name.file_stem() else {
        return usage(format!("'{}' is not a file", path.display()), "name files");
    };
    let mut name = stem.to_owned();
    if let Some(member) = &input.member {
        name.push(".");
        name.push(member);
    }
    name.push(".");
    name.push(to.extension());
    Ok(Target::File(out.join(name)))
}

#[cold]
fn no_directory(out: &Path) -> Error {
    let message = format!("'{}' is not a directory", out.display());
    Error::new(ErrorKind::Usage, message)
        .with_hint("several inputs go into a directory: make it first")
}

fn check_distinct(jobs: &[Job<'_>]) -> Result<()> {
    let mut seen: Vec<&PathBuf> = Vec::new();
    for job in jobs {
        if let Target::File(path) = &job.target {
            if seen.contains(&path) {
                let message = format!("two inputs would both become '{}'", path.display());
                return Err(Error::new(ErrorKind::Usage, message));
            }
            seen.push(path);
        }
    }
    Ok(())
}

fn run(job: &Job<'_>, global: &Global) -> Result<()> {
    if stream::is_for(job, global) && stream::convert(job, global)? {
        return Ok(());
    }
    let array = job.input.load()?;
    let view = array.view()?;
    let delimiter = delimiter_for_output(job, array.kind);
    match job.write.dtype.filter(|it| *it != view.dtype()) {
        Some(dtype) => {
            let cast = lossy::cast(view.to_owned(), dtype, job.write.lossy);
            let cast: NdArray = cast.map_err(|err| job.input.named(err, "convert", array.kind))?;
            save(job, &cast.view(), delimiter)
        }
        None => save(job, &view, delimiter),
    }
}

/// The delimiter is that of the input, if that is CSV.
fn delimiter_for_output<'j>(job: &'j Job<'_>, input: Kind) -> Option<&'j str> {
    let of_input = matches!(input, Kind::Csv | Kind::Tsv);
    job.input.options.delimiter.as_deref().filter(|_| !of_input)
}

fn save(job: &Job<'_>, array: &NdArrayView<'_>, delimiter: Option<&str>) -> Result<()> {
    if !job.write.lossy {
        lossy::check(job.kind, !job.write.no_header, array)?;
    }
    let names = job.kind.is_table() && lossy::has_column_names(array);
    let format = job.write.format(job.kind, delimiter, names)?;
    job.target.write(&*format, job.kind, array)
}
