//! Rows parsed on several threads, and kept in order.
//!
//! This thread reads blocks and deals them out in turn; the others parse, each block into values
//! of its own; this thread takes them back in the same order. A block that is not plain sailing (an
//! error, another type, a record that goes on) is parsed again here, where everything before it is
//! known: so arrays and errors are those of one thread.

use std::{
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread::{Builder, Scope, scope},
};

use super::{
    Dialect,
    blocks::Blocks,
    join::Joiner,
    parse::{Lines, Parser, Progress},
    shape::Groups,
};
use crate::{Error, ErrorKind, Result, collect::Collector};

/// How many blocks a thread may have before it.
const AHEAD: usize = 2;

/// A block on its way, there or back.
pub(super) struct Job {
    /// Whole lines, and padding.
    pub(super) text: Vec<u8>,
    pub(super) len: usize,
    pub(super) values: Collector,
    pub(super) done: Progress,
    /// Whether all of it was parsed.
    pub(super) clean: bool,
}

/// Parses the rest of the input on `threads` threads besides this one.
pub(super) fn parse_rest<D: Dialect + Clone + Send>(
    blocks: &mut Blocks<'_>,
    threads: usize,
    mut joiner: Joiner<'_, '_, D>,
) -> Result<Progress> {
    scope(|scope| {
        let lanes: Vec<_> =
            (0..threads).map_while(|_| Lane::open(scope, joiner.parser.clone())).collect();
        let result = match &lanes[..] {
            [] => alone(blocks, &mut joiner),
            lanes => deal(blocks, lanes, &mut joiner),
        };
        // Threads end when their lanes do.
        drop(lanes);
        result?;
        joiner.finish()
    })
}

/// The two channels of a thread.
struct Lane {
    to: SyncSender<Job>,
    from: Receiver<Job>,
}

impl Lane {
    /// `None` if the system has no more threads.
    fn open<'s, 'e, D: Dialect + Send + 's>(
        scope: &'s Scope<'s, 'e>,
        parser: Parser<'s, D>,
    ) -> Option<Self> {
        let (to, jobs) = sync_channel(AHEAD);
        let (results, from) = sync_channel(AHEAD);
        Builder::new().spawn_scoped(scope, move || work(parser, &jobs, &results)).ok()?;
        Some(Self { to, from })
    }
}

fn work<D: Dialect>(mut parser: Parser<'_, D>, jobs: &Receiver<Job>, results: &SyncSender<Job>) {
    for mut job in jobs {
        let lines = Lines { text: &job.text, len: job.len, last: false, rest: 0, line: 1, row: 1 };
        let (values, done) = (&mut job.values, &mut job.done);
        let parsed = parser.parse(lines, usize::MAX, values, &mut Groups::default(), done);
        job.clean = parsed.is_ok() && job.done.len == job.len;
        if results.send(job).is_err() {
            return;
        }
    }
}

/// Parses all blocks here, where the system has no thread for it.
fn alone<D: Dialect>(blocks: &mut Blocks<'_>, joiner: &mut Joiner<'_, '_, D>) -> Result<()> {
    let mut spare = None;
    while blocks.read_whole()? {
        let mut job = joiner.job(blocks, spare.take())?;
        joiner.take(&mut job)?;
        spare = Some(job);
    }
    Ok(())
}

/// Deals blocks out, and takes them back in order.
fn deal<D: Dialect>(
    blocks: &mut Blocks<'_>,
    lanes: &[Lane],
    joiner: &mut Joiner<'_, '_, D>,
) -> Result<()> {
    // Half of the threads have a block in wait: enough that none is idle, and less memory.
    let most = lanes.len() + lanes.len().div_ceil(2);
    let mut spare = Vec::new();
    let (mut sent, mut taken) = (0, 0);
    let mut more = Ok(true);
    loop {
        while matches!(more, Ok(true)) && sent - taken < most {
            more = blocks.read_whole();
            if matches!(more, Ok(true)) {
                let job = joiner.job(blocks, spare.pop())?;
                lanes[sent % lanes.len()].to.send(job).map_err(|_| lost())?;
                sent += 1;
            }
        }
        // What fails while reading comes after what fails in the blocks before.
        if taken == sent {
            return more.map(|_| ());
        }
        let mut job = lanes[taken % lanes.len()].from.recv().map_err(|_| lost())?;
        joiner.take(&mut job)?;
        taken += 1;
        spare.push(job);
    }
}

#[cold]
fn lost() -> Error {
    Error::new(ErrorKind::Limit, "a thread ended before its work did")
}
