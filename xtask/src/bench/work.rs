//! Contenders taking turns.

use std::{path::Path, process::Command};

use super::{
    plan::{Entry, Group},
    prepare::{Bench, remove},
    results::{Measured, Row, Sample},
};
use crate::{
    Result,
    run::{output, program, root},
};

impl Bench {
    /// Lets all contenders of a group do their work once, then again, and so on.
    pub(super) fn measure(&self, group: &Group) -> Result<Measured> {
        let mut rows = self.rows(group)?;
        for _ in 0..self.runs {
            for (entry, row) in group.entries.iter().zip(&mut rows) {
                self.turn(entry, row);
            }
        }
        Ok(Measured { key: group.key.clone(), title: group.title.clone(), rows })
    }

    fn rows(&self, group: &Group) -> Result<Vec<Row>> {
        let row = |entry: &Entry| {
            self.warm(&entry.input)?;
            let (input, expected) = (self.input(&entry.input)?, self.input(&entry.expect)?);
            Ok(Row {
                name: entry.name.clone(),
                ours: entry.is_ours(),
                all_threads: entry.all_threads,
                values: expected.values,
                array_bytes: expected.bytes,
                file_bytes: input.file_bytes,
                samples: Vec::new(),
                wrong: false,
                fault: None,
            })
        };
        group.entries.iter().map(row).collect()
    }

    /// One turn of a contender, unless it has failed before.
    fn turn(&self, entry: &Entry, row: &mut Row) {
        if row.fault.is_some() {
            return;
        }
        let sample = self.touch(row).and_then(|()| self.sample(entry, row.samples.is_empty()));
        match sample {
            Ok((sample, right)) => {
                row.samples.push(sample);
                row.wrong |= !right;
            }
            Err(message) => row.fault = Some(message),
        }
    }

    /// Has the memory at hand that the turn is likely to take.
    fn touch(&self, row: &Row) -> Result {
        let bytes = 2 * row.array_bytes + row.file_bytes;
        let mut command = program(&self.worker, "touch");
        output(command.arg(bytes.to_string())).map(drop)
    }

    /// What one turn cost, and whether the values were right. Files that are saved are checked in
    /// the first turn.
    fn sample(&self, entry: &Entry, first: bool) -> Result<(Sample, bool)> {
        let out = self.out.path().join(format!("saved.{}", entry.format()));
        remove(&out)?;
        let said = output(&mut self.command(entry, &out))?;
        let words: Vec<_> = said.split_whitespace().collect();
        let [wall, cpu, peak, sum] = words[..] else {
            return Err(format!("{} said '{said}'", entry.task));
        };
        let number = |word: &str| word.parse().map_err(|err| format!("'{word}': {err}"));
        let sample = Sample { wall: number(wall)?, cpu: number(cpu)?, peak: number(peak)? };
        let sum = match entry.check {
            None => sum.to_owned(),
            Some(check) if first => self.sum_of_saved(entry, check, &out)?,
            Some(_) => return Ok((sample, true)),
        };
        Ok((sample, sum == self.input(&entry.expect)?.sum))
    }

    fn sum_of_saved(&self, entry: &Entry, check: &str, out: &Path) -> Result<String> {
        let values = self.input(&entry.expect)?.values.to_string();
        let mut command = program(&self.worker, "check");
        let said = output(command.arg(check).arg(out).arg(values))?;
        Ok(said.trim().to_owned())
    }

    fn command(&self, entry: &Entry, out: &Path) -> Command {
        let mut command = if entry.is_python() {
            let mut python = program(&self.python, "");
            python.arg(root().join("benches/worker.py"));
            // It may name another processor, for which NumPy would then be slow.
            python.env_remove("OPENBLAS_CORETYPE");
            python
        } else {
            program(&self.worker, "")
        };
        let threads = if entry.all_threads { self.threads } else { 1 };
        command.arg(&entry.task).arg(self.data.join(&entry.input)).arg(out);
        command.args([threads.to_string(), entry.repeat.to_string()]);
        command
    }
}
