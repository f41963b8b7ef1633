//! Files made to break readers, with a manifest of what each must do.

use std::time::{Duration, Instant};

use lat_core::{NdArray, Result};
use lat_npy::{Format, Npy, load_npy, read_npy};
use serde_json::Value;

use crate::common::{bytes, data, manifest, shape, stage};

/// Far more than any of them needs; a parser that backtracks needs years.
const PATIENCE: Duration = Duration::from_secs(5);

fn cases() -> Vec<(String, Value)> {
    let all = manifest("hostile/npy.json");
    assert!(all.len() > 200);
    all.into_iter().map(|it| (format!("hostile/{}", it["file"].as_str().unwrap()), it)).collect()
}

fn check(name: &str, case: &Value, found: &Result<NdArray>) {
    match (case["expect"].as_str().unwrap(), found) {
        ("load", Ok(array)) => assert_eq!(array.shape(), shape(case), "{name}"),
        ("load", Err(err)) => panic!("{name}: {err}"),
        ("error", Ok(array)) => panic!("{name}: loaded, {:?}", array.shape()),
        (_, Err(err)) => {
            assert!(stage(err).is_some(), "{name}: {err}");
            let shown = err.to_string();
            assert!(!shown.contains(['\x1b', '\0']), "{name}: {shown}");
            assert!(shown.len() < 1000, "{name}: {shown}");
        }
        ("either", Ok(_)) => {}
        (other, _) => panic!("{other}"),
    }
}

#[test]
fn every_file_has_its_outcome() {
    for (file, case) in cases() {
        let start = Instant::now();
        if case["kind"] == "file" {
            check(&file, &case, &load_npy(data(&file)));
        }
        assert!(start.elapsed() < PATIENCE, "{file}");
    }
}

/// Every prefix of a file, every bit of it flipped, every byte of it replaced.
#[test]
fn every_damage_has_its_outcome() {
    let mut tried = 0;
    for (file, case) in cases() {
        let whole = bytes(&file);
        let bound = |key: &str| usize::try_from(case[key].as_u64().unwrap()).unwrap();
        let mut check = |name: String, bytes: &[u8]| {
            check(&name, &case, &Npy::new().read(bytes));
            tried += 1;
        };
        match case["kind"].as_str().unwrap() {
            "prefix" => {
                for len in bound("lo")..bound("hi") {
                    check(format!("{file}, {len} bytes"), &whole[..len]);
                }
            }
            "bitflip" => {
                for at in bound("lo") * 8..bound("hi") * 8 {
                    let mut bytes = whole.clone();
                    bytes[at / 8] ^= 1 << (at % 8);
                    check(format!("{file}, bit {at}"), &bytes);
                }
            }
            "byteset" => {
                for at in bound("lo")..bound("hi") {
                    for value in case["values"].as_array().unwrap() {
                        let mut bytes = whole.clone();
                        bytes[at] = u8::try_from(value.as_u64().unwrap()).unwrap();
                        check(format!("{file}, byte {at} is {value}"), &bytes);
                    }
                }
            }
            _ => {}
        }
    }
    assert!(tried > 2000, "{tried}");
}

/// A stream says nothing of its length, so there memory grows with what arrives.
#[test]
fn a_stream_of_the_same_bytes_has_the_same_outcome() {
    for (file, case) in cases().into_iter().filter(|it| it.1["kind"] == "file") {
        let bytes = bytes(&file);
        let from_stream: Result<NdArray> = Npy::new().read(&bytes[..]);
        check(&file, &case, &from_stream);
        if let Err(err) = from_stream {
            let from_file = load_npy::<NdArray>(data(&file)).unwrap_err();
            assert_eq!(stage(&err), stage(&from_file), "{file}");
        }
    }
}

#[test]
fn nothing_is_unpickled() {
    for (file, _) in cases().iter().filter(|it| it.0.contains("pickle")) {
        let err = load_npy::<NdArray>(data(file)).unwrap_err();
        assert!(err.to_string().contains("pickle"), "{file}: {err}");
        let _ = read_npy::<NdArray>(&bytes(file)[..]).unwrap_err();
    }
    assert!(!std::path::Path::new("/tmp/latio_canary_PWNED").exists());
}

/// What headers are made of, and what they are not.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "{", "}", "[", "]", "(", ")", ",", ":", " ", "\n", "#", "'descr'", "'fortran_order'",
    "'shape'", "'<f8'", "'|V2'", "'<M8[25s]'", "[('a', '<f4', (2,))]", "True", "False", "None",
    "1", "0", "2L", "0x", "1_", "-", "+", "9999999999999999999999", "1.5", "'", "\"", "\"\"\"",
    "\\", "\\x4", "\\u00e9", "é", "π", "b'", "rb\"", "u'a'", "('t', 'n')", "\u{1b}[2J",
    "\u{202e}", "\0",
];

/// Pieces of headers put together at random: none may panic, hang or be read two ways.
#[test]
fn headers_at_random_are_read_or_refused() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).unwrap() % below
    };
    for _ in 0..30_000 {
        let mut text =
            "{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,), }".to_owned();
        for _ in 0..=random(3) {
            let piece = PIECES[random(PIECES.len())].repeat(1 + random(2) * random(60));
            let from = (0..=random(text.len() + 1)).rfind(|&it| text.is_char_boundary(it)).unwrap();
            let cut =
                (from..=text.len()).find(|&it| it >= from + random(9) && text.is_char_boundary(it));
            text.replace_range(from..cut.unwrap_or(text.len()), &piece);
        }
        let version = 1 + random(3);
        let len = u32::try_from(text.len()).unwrap().to_le_bytes();
        let len = if version == 1 { &len[..2] } else { &len[..] };
        let file =
            [b"\x93NUMPY", &[u8::try_from(version).unwrap(), 0][..], len, text.as_bytes()].concat();
        match Npy::read_header(&file[..]) {
            // What is shown is read as the same.
            Ok(header) if version == 3 => {
                let again = crate::common::npy_file_v3(&header.to_string());
                let again = Npy::read_header(&again[..]).unwrap();
                assert_eq!(again.to_string(), header.to_string());
            }
            Ok(_) => {}
            Err(err) => {
                assert!(stage(&err).is_some(), "{text}: {err}");
                assert!(!err.to_string().contains(['\x1b', '\0', '\u{202e}']), "{text}: {err}");
            }
        }
    }
}
