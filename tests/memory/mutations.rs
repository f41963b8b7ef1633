//! Valid files with random changes: no panic, and no more memory than they are worth.
//!
//! A million of each format; `LATIO_MUTATIONS` says how many else, as `cargo xtask fuzz --mutate`
//! does under a release build.

use std::{io::Cursor, panic::catch_unwind};

use latio::{Csv, DType, Format, Json, Npy, Npz, Source, Text, Want, npy};
use latio_tests::array;

use super::{BLOCK, SMALL, allocator::peak};

/// In the ordinary test run. The crates under test are optimised there, too.
const COUNT: u32 = 1_000_000;

/// What readers look for, and what is at their limits.
const PIECES: &[&str] = &[
    "nan",
    "-inf",
    "1e400",
    "99999999999999999999",
    "-",
    "+",
    ".",
    "e",
    "1j",
    "(1+2j)",
    "\"",
    "\n",
    "\r",
    ",",
    ";",
    "\t",
    "#",
    "# shape=(2, 2), dtype=i64\n",
    "[",
    "]",
    "{",
    "}",
    "null",
    "true",
    "\"data\":",
    "\"shape\": [2, 2]",
    "\"dtype\": \"u8\"",
    "'descr'",
    "'<f8'",
    "(999999999999,)",
    "\u{feff}",
    "\0",
    "\x1a",
    "\u{ff}\u{ff}\u{ff}\u{ff}",
    "PK\x01\x02",
];

struct Random(u64);

impl Random {
    /// Below `bound`: Marsaglia's xorshift64.
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound.max(1) as u64).expect("below a usize")
    }

    fn mutate(&mut self, seeds: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = seeds[self.below(seeds.len())].clone();
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len());
            let end = at + self.below((bytes.len() - at).min(40) + 1);
            match self.below(6) {
                0 if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
                1 if at < bytes.len() => bytes[at] = u8::try_from(self.below(256)).unwrap(),
                2 => drop(bytes.drain(at..end)),
                3 => {
                    let again = bytes[at..end].repeat(1 + self.below(3));
                    bytes.splice(at..at, again);
                }
                4 => {
                    let piece = PIECES[self.below(PIECES.len())];
                    bytes.splice(at..end, piece.bytes());
                }
                _ => {
                    let other = &seeds[self.below(seeds.len())];
                    let from = self.below(other.len());
                    bytes.truncate(at);
                    bytes.extend(&other[from..]);
                }
            }
        }
        bytes
    }
}

fn run(format: &(dyn Format + std::panic::RefUnwindSafe), seeds: &[Vec<u8>]) {
    let count = std::env::var("LATIO_MUTATIONS").map_or(COUNT, |it| it.parse().unwrap());
    let mut random = Random(0x1234_5678_9abc_def1);
    let mut loaded = 0;
    for idx in 0..count {
        let input = random.mutate(seeds);
        let read = || {
            let source = match idx % 2 {
                0 => Source::sized(Cursor::new(&input), input.len() as u64),
                _ => Source::reader(&input[..]),
            };
            peak(|| {
                format.read_source(source, Want::ANYTHING).map(|it| it.len() * it.dtype().size())
            })
        };
        let shown = || String::from_utf8_lossy(&input).into_owned();
        let (read, peak) = catch_unwind(read).unwrap_or_else(|_| panic!("on {:?}", shown()));
        let most = match read {
            Err(_) => 2 * input.len() + BLOCK,
            Ok(bytes) => bytes + bytes / 4 + 2 * BLOCK + SMALL,
        };
        assert!(peak <= most, "{peak} bytes, wanted {most}, on {:?}", shown());
        loaded += u32::from(read.is_ok());
    }
    // Changes that leave nothing valid test little.
    assert!(loaded > count / 100, "{loaded} of {count} load");
}

fn texts(all: &[&str]) -> Vec<Vec<u8>> {
    all.iter().map(|it| it.as_bytes().to_vec()).collect()
}

#[test]
fn csv() {
    let seeds = [
        "# shape=(2, 3), dtype=f64\n1.5,2.5,3.5\n4.5,5.5,6.25\n",
        "1,2,3\n4,5,6\n7,8,9\n",
        "\"1\",\" 2\"\r\n\"3\",4e5\r\n",
        "# a comment\ntrue,false\nfalse,true\n",
        "1+2j,(3-4j)\nnan,inf\n18446744073709551615,0\n",
    ];
    run(&Csv::new().threads(1), &texts(&seeds));
}

#[test]
fn text() {
    let seeds = [
        "1.5 2.5 3.5\n4.5 5.5 6.25\n",
        "1\n2\n3 # three\n-4\n",
        "  1e5\t-2E-3   nan\n inf 0x 7\n",
        "# head\n(1+2j) 3j\n5 6\n",
    ];
    run(&Text::new().threads(1), &texts(&seeds));
}

#[test]
fn json() {
    let seeds = [
        "{\n  \"data\": [[1, 2], [3, 4]],\n  \"dtype\": \"i64\",\n  \"shape\": [2, 2]\n}",
        "{\"shape\": [2], \"data\": [1.5, null], \"axes\": [\"row\"], \"dtype\": \"f64\"}",
        "[[[1, -2.5e3], [NaN, Infinity]], [[0, 0], [18446744073709551615, 1]]]",
        "{\"data\": [[[1, 2], [3, 4]]], \"dtype\": \"c128\", \"more\": {\"a\": [\"\\u00e9\"]}}",
    ];
    run(&Json::new().bare(true), &texts(&seeds));
}

fn written(format: &dyn Format, dtype: DType) -> Vec<u8> {
    let mut out = Vec::new();
    let array = array(dtype, &[2, 3], true, &vec![1; 6 * dtype.size()]);
    format.write_view(&mut out, &array.view()).unwrap();
    out
}

#[test]
fn npy() {
    let of = |dtype| written(&Npy::new(), dtype);
    let old = written(&Npy::new().version(3).unwrap(), DType::F32);
    run(&Npy::new(), &[of(DType::F64), of(DType::B1), of(DType::C64), of(DType::I8), old]);
}

#[test]
fn npz() {
    let archive = |deflate| {
        let npz = Npz::new().deflate(deflate);
        let mut npz = npy::NpzWriter::with_options(&npz, Cursor::new(Vec::new()));
        npz.add("a", array(DType::F64, &[4], false, &[64; 32]).view()).unwrap();
        npz.finish().unwrap().into_inner()
    };
    run(&Npz::new(), &[archive(false), archive(true)]);
}
