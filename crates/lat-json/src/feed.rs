//! One value of the document, for `serde_json` to read.

use std::io::{self, Read};

use lat_core::{Error, ErrorKind, Result};
use serde::de::DeserializeSeed;

use crate::{Limits, fault, format::limit_hint, input::Input};

/// Reads the value that is next. It must come from JSON of no more than `max_bytes` bytes.
///
/// `serde_json` asks for one byte at a time, so that the input stands where it stopped.
pub(crate) fn read<'de, S: DeserializeSeed<'de>>(
    input: &mut Input<'_>,
    limits: Limits,
    max_bytes: usize,
    mismatch: ErrorKind,
    seed: S,
) -> Result<S::Value> {
    let first = input.next()?;
    let mut feed = Feed { input, limits, left: max_bytes, depth: 0, state: State::Outside };
    let mut parser = serde_json::Deserializer::from_reader(&mut feed);
    let value = seed.deserialize(&mut parser);
    drop(parser);
    let ended = matches!(feed.state, State::Ended);
    let value = value.map_err(|err| fault::of_last(input, err, mismatch))?;
    // Only a number shows by the byte after it where it ends.
    if matches!(first, Some(b'-' | b'0'..=b'9')) && !ended {
        input.untake();
    }
    Ok(value)
}

/// The bytes of one value, watched for how deep they are nested.
struct Feed<'a, 'r> {
    input: &'a mut Input<'r>,
    limits: Limits,
    left: usize,
    depth: usize,
    state: State,
}

enum State {
    Outside,
    InString,
    Escaped,
    Ended,
}

impl Feed<'_, '_> {
    fn watch(&mut self, byte: u8) -> Result<()> {
        self.state = match (&self.state, byte) {
            (State::InString, b'\\') => State::Escaped,
            (State::InString, b'"') => State::Outside,
            (State::InString | State::Escaped, _) | (State::Outside | State::Ended, b'"') => {
                State::InString
            }
            (_, b'[' | b'{') => {
                self.depth += 1;
                State::Outside
            }
            (_, b']' | b'}') => {
                self.depth = self.depth.saturating_sub(1);
                State::Outside
            }
            _ => State::Outside,
        };
        if self.depth > self.limits.depth {
            return Err(too_deep(self.limits.depth));
        }
        self.left = self.left.checked_sub(1).ok_or_else(too_long)?;
        Ok(())
    }
}

impl Read for Feed<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(place) = buffer.first_mut() else { return Ok(0) };
        let Some(byte) = self.input.take()? else {
            self.state = State::Ended;
            return Ok(0);
        };
        self.watch(byte)?;
        *place = byte;
        Ok(1)
    }
}

#[cold]
pub(crate) fn too_deep(limit: usize) -> Error {
    let message = format!("lists and objects are nested more than {limit} deep");
    Error::new(ErrorKind::Limit, message).with_hint(limit_hint("depth"))
}

#[cold]
fn too_long() -> Error {
    Error::new(ErrorKind::Limit, "a key, or the value of a key, is too long")
        .with_hint("the option limits sets the bounds, by Limits::keys and Limits::memory")
}
