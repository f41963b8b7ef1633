//! A bar on stderr while a long file is read.

use std::{
    io::{self, IsTerminal, Read},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressStyle};

/// Shorter work needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// How much is read before the bar moves.
const STEP: usize = 8 << 20;

/// What is read faster than a bar would show.
const SMALL: u64 = 16 << 20;

/// Whether reading so many bytes may take so long that people want to see it.
pub(crate) fn is_wanted(len: u64, quiet: bool) -> bool {
    !quiet && len > SMALL && io::stderr().is_terminal()
}

/// A reader that shows how much of it was read.
pub(crate) struct Reader<R> {
    inner: R,
    len: Option<u64>,
    done: u64,
    begun: Instant,
    quiet: bool,
    bar: Option<ProgressBar>,
}

impl<R: Read> Reader<R> {
    pub(crate) fn new(inner: R, len: Option<u64>, quiet: bool) -> Self {
        let quiet = quiet || !io::stderr().is_terminal();
        Self { inner, len, done: 0, begun: Instant::now(), quiet, bar: None }
    }

    fn advance(&mut self, bytes: usize) {
        self.done += bytes as u64;
        if self.quiet || self.begun.elapsed() < PATIENCE {
            return;
        }
        let len = self.len;
        self.bar.get_or_insert_with(|| bar(len)).set_position(self.done);
    }
}

fn bar(len: Option<u64>) -> ProgressBar {
    let template = match len {
        Some(_) => "{bar:30} {percent:>3}% of {total_bytes}, {eta} left",
        None => "{spinner} {bytes} read",
    };
    let style = ProgressStyle::with_template(template).expect("the template is well-formed");
    len.map_or_else(ProgressBar::new_spinner, ProgressBar::new).with_style(style)
}

impl<R: Read> Read for Reader<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let most = if self.quiet { buf.len() } else { buf.len().min(STEP) };
        let got = self.inner.read(&mut buf[..most])?;
        self.advance(got);
        Ok(got)
    }
}

impl<R> Drop for Reader<R> {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
