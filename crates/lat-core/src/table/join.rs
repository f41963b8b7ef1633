//! Blocks that were parsed apart, joined in order.

use super::{
    Dialect,
    blocks::{Blocks, PADDING, too_long},
    memory,
    parallel::Job,
    parse::{Lines, Parser, Progress},
    shape::Groups,
};
use crate::{Result, collect::Collector};

/// Takes blocks in order, and adds their values to those before.
pub(super) struct Joiner<'v, 'o, D> {
    pub(super) parser: Parser<'o, D>,
    pub(super) values: &'v mut Collector,
    /// The line and the row that come next.
    pub(super) line: u64,
    pub(super) row: usize,
    /// How many bytes of input are left; 0 if it is not known.
    pub(super) rest: u64,
    /// The beginning of a record that goes on in the next block.
    carry: Vec<u8>,
    /// How much of it was not enough.
    tried: usize,
    done: Progress,
}

impl<'v, 'o, D: Dialect> Joiner<'v, 'o, D> {
    pub(super) fn new(parser: Parser<'o, D>, values: &'v mut Collector) -> Self {
        let (carry, done) = (Vec::new(), Progress::default());
        Self { parser, values, line: 1, row: 0, rest: 0, carry, tried: 0, done }
    }

    /// The whole lines at hand as a job, in the buffers of an old one.
    pub(super) fn job(&self, blocks: &mut Blocks<'_>, old: Option<Job>) -> Result<Job> {
        let (spare, values) = old.map_or_else(Default::default, |it| (it.text, Some(it.values)));
        let (text, len) = blocks.take(spare)?;
        let values = self.values.another(values);
        Ok(Job { text, len, values, done: Progress::default(), clean: false })
    }

    /// Adds the values of the next block.
    pub(super) fn take(&mut self, job: &mut Job) -> Result<()> {
        let len = job.len as u64;
        let expected = self.rest.saturating_mul(job.values.len() as u64) / len.max(1);
        let expected = usize::try_from(expected + expected / 64).unwrap_or(0);
        let joined =
            job.clean && self.carry.is_empty() && self.values.append(&mut job.values, expected)?;
        if joined {
            self.parser.check_memory(self.values)?;
            self.count(job.done);
        } else {
            memory::extend(&mut self.carry, &job.text[..job.len])?;
            // A record over many blocks is tried again when there is twice as much of it.
            if self.carry.len() >= 2 * self.tried {
                self.parse_carry(false)?;
            }
        }
        self.rest = self.rest.saturating_sub(len);
        Ok(())
    }

    /// Parses what is left, and says how much was read in all.
    pub(super) fn finish(mut self) -> Result<Progress> {
        if !self.carry.is_empty() {
            self.parse_carry(true)?;
        }
        Ok(self.done)
    }

    fn count(&mut self, done: Progress) {
        self.line += done.lines;
        self.row += done.rows;
        self.done.lines += done.lines;
        self.done.rows += done.rows;
    }

    /// Parses a block whose place and surroundings matter.
    fn parse_carry(&mut self, last: bool) -> Result<()> {
        let len = self.carry.len();
        let max = self.parser.options.limits.record;
        memory::extend(&mut self.carry, &[0; PADDING])?;
        let lines =
            Lines { text: &self.carry, len, last, rest: self.rest, line: self.line, row: self.row };
        let mut done = Progress::default();
        let groups = &mut Groups::default();
        self.parser.parse(lines, usize::MAX, self.values, groups, &mut done)?;
        self.carry.truncate(len);
        self.carry.drain(..done.len);
        self.tried = self.carry.len();
        self.count(done);
        if self.tried > max { Err(too_long(max)) } else { Ok(()) }
    }
}
