//! The files, and what must come of each.

use std::{
    fs::File,
    io::{BufWriter, Result, Write},
};

use super::zip::{self, Zip};

pub(super) type Out = BufWriter<File>;

/// A file, and its bounds.
pub(super) struct Case {
    pub(super) file: &'static str,
    pub(super) make: fn(&mut Out) -> Result<()>,
    pub(super) expect: Expect,
    pub(super) seconds: f64,
    pub(super) mib: u64,
}

/// What must come of reading a file; either, if it is in order by what it takes.
#[derive(Clone, Copy)]
pub(super) enum Expect {
    Error,
    Either,
    /// It loads, and this is said of it.
    Load(&'static str),
}

impl Case {
    /// The command that reads all of it.
    pub(super) fn reading(&self) -> String {
        match self.file.rsplit('.').next() {
            Some("npz") => "unpack --force -o out".into(),
            Some("txt") => "show --from text".into(),
            format => format!("show --from {}", format.unwrap_or_default()),
        }
    }
}

const fn case(
    file: &'static str,
    expect: Expect,
    seconds: f64,
    mib: u64,
    make: fn(&mut Out) -> Result<()>,
) -> Case {
    Case { file, make, expect, seconds, mib }
}

const MB: usize = 1 << 20;
/// Where only addresses are bounded.
const ANY: u64 = u64::MAX;

use Expect::{Either, Error, Load};

pub(super) const CASES: &[Case] = &[
    case("long-header.npy", Error, 5.0, 64, |out| {
        out.write_all(b"\x93NUMPY\x02\0")?;
        out.write_all(&(200_u32 << 20).to_le_bytes())?;
        out.write_all(b"{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }")?;
        fill(out, b" ", 200 * MB)
    }),
    case("holes.npy", Either, 30.0, ANY, |out| {
        out.write_all(&npy_header("|u1", 8 << 30))?;
        lengthen(out, 128 + (8 << 30))
    }),
    case("few-bytes.npy", Error, 2.0, 64, |out| {
        out.write_all(&npy_header("<f8", 1 << 30))?;
        lengthen(out, 128 + (1 << 20))
    }),
    case("brackets.json", Error, 5.0, 64, |out| fill(out, b"[", 100 * MB)),
    case("number.json", Either, 10.0, 256, |out| around(out, "[", b"9", 50 * MB, "]")),
    case("string.json", Error, 10.0, 256, |out| around(out, "{\"x\":\"", b"a", 50 * MB, "\"}")),
    case("empty-rows.json", Either, 10.0, 256, |out| around(out, "[[]", b",[]", 4_999_999, "]")),
    case("late-ragged.json", Error, 20.0, 300, |out| {
        around(out, "[", b"[1,2],", 5_000_000, "[1]]")
    }),
    case("keys.json", Error, 10.0, 300, |out| {
        out.write_all(b"{\"k\":[0]")?;
        (0..1_000_000).try_for_each(|it| write!(out, ",\"k{it}\":[{it}]"))?;
        out.write_all(b"}")
    }),
    case("digits.csv", Either, 15.0, 400, |out| fill(out, b"1", 100 * MB)),
    case("letters.csv", Error, 5.0, 300, |out| fill(out, b"x", 100 * MB)),
    case("columns.csv", Load("10000001"), 20.0, 400, |out| {
        around(out, "", b"1,", 10_000_000, "1\n")
    }),
    case("late-ragged.csv", Error, 20.0, 300, |out| {
        fill(out, b"1,2\n", 5_000_000)?;
        fill(out, b"1\n", 100)
    }),
    case("newlines.csv", Either, 10.0, 300, |out| fill(out, b"\n", 100 * MB)),
    case("quotes.csv", Error, 10.0, 400, |out| fill(out, b"\"", 100 * MB)),
    case("open-quote.csv", Error, 15.0, 400, |out| {
        around(out, "1,2\n\"3", b",4\n", 17_500_000, "")
    }),
    case("zero-bytes.csv", Error, 10.0, 64, |out| {
        out.write_all(b"1,2\n")?;
        lengthen(out, 1 << 30)
    }),
    case("commas.csv", Either, 15.0, 1000, |out| fill(out, b",", 100 * MB)),
    case("blanks.txt", Either, 10.0, 300, |out| around(out, "", b" ", 100 * MB, "1\n")),
    case("comment.txt", Either, 10.0, 300, |out| around(out, "#", b"c", 100 * MB, "\n1 2\n")),
    case("ragged.txt", Error, 3.0, 64, |out| fill(out, b"1 2\n1\n", 5_000_000)),
    case("growing.txt", Error, 3.0, 64, |out| {
        (1..3000).try_for_each(|it| around(out, "", b"1 ", it, "\n"))
    }),
    case("bomb.npz", Either, 30.0, 2300, |out| zip::bomb(out, &npy_header("<f8", 1 << 28))),
    case("members.npz", Error, 5.0, 200, |out| {
        let mut zip = Zip::new(out);
        (0..60_000).try_for_each(|it| zip.empty_member(&format!("m{it}.npy")))?;
        zip.finish()
    }),
    case("names.npz", Error, 5.0, 300, |out| {
        let (mut zip, name) = (Zip::new(out), "n".repeat(60_000));
        (0..500).try_for_each(|it| zip.empty_member(&format!("{name}{it}")))?;
        zip.finish()
    }),
];

/// Writes `piece` so many times.
fn fill(out: &mut Out, piece: &[u8], times: usize) -> Result<()> {
    let at_once = (MB / piece.len()).min(times).max(1);
    let block = piece.repeat(at_once);
    for _ in 0..times / at_once {
        out.write_all(&block)?;
    }
    out.write_all(&block[..times % at_once * piece.len()])
}

fn around(out: &mut Out, before: &str, piece: &[u8], times: usize, after: &str) -> Result<()> {
    out.write_all(before.as_bytes())?;
    fill(out, piece, times)?;
    out.write_all(after.as_bytes())
}

/// Makes the file this long by a hole at its end.
fn lengthen(out: &mut Out, len: u64) -> Result<()> {
    out.flush()?;
    out.get_ref().set_len(len)
}

/// 128 bytes.
fn npy_header(descr: &str, len: u64) -> Vec<u8> {
    let dictionary = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({len},), }}");
    let mut header = b"\x93NUMPY\x01\0\x76\0".to_vec();
    header.extend(dictionary.bytes());
    header.resize(127, b' ');
    header.push(b'\n');
    header
}
