#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]
#![expect(unsafe_code, reason = "an allocator that counts is unsafe to write, as any")]
//! How much memory loading takes at its peak, and what happens where there is less: by an
//! allocator that counts, and refuses.

mod allocator;
mod exhaustion;
mod mutations;

use std::{fmt::Write as _, path::Path};

use latio::{
    Csv, DType, Format, NdArray, Npz, Result, Source, Text, Want, lat_core::format::load_with,
    ndarray::array,
};
use latio_tests::{TempDir, data};
use serde_json::Value;

use self::allocator::peak;

const VALUES: usize = 1 << 19;
const BLOCK: usize = 1 << 20;
/// Path, options, fields of a record, messages.
const SMALL: usize = 1 << 16;

fn table(separator: char, value: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for idx in 0..VALUES {
        let end = if idx % 4 == 3 { '\n' } else { separator };
        write!(text, "{}{end}", value(idx)).unwrap();
    }
    text
}

/// Loads `text` from a file, and from a pipe that does not tell its size.
fn check(format: &dyn Format, text: &str, dtype: DType) {
    let dir = TempDir::new(&format!("memory-{}", format.name()));
    let path = dir.path().join("a");
    std::fs::write(&path, text).unwrap();
    let array = VALUES * dtype.size();
    let file = || load_with(format, &path, Want::ANYTHING);
    check_peak(file, dtype, array + 2 * BLOCK + SMALL);
    let pipe = || format.read_source(Source::reader(text.as_bytes()), Want::ANYTHING);
    check_peak(pipe, dtype, array + array / 4 + 2 * BLOCK + SMALL);
}

#[track_caller]
fn check_peak(load: impl FnOnce() -> Result<NdArray>, dtype: DType, most: usize) {
    let (loaded, peak) = peak(load);
    let array = loaded.unwrap();
    assert_eq!((array.dtype(), array.len()), (dtype, VALUES));
    assert!(peak <= most, "{dtype}: {peak} bytes at the peak, wanted at most {most}");
}

fn csv() -> Csv {
    Csv::new().threads(1)
}

#[test]
fn a_load_takes_the_array_and_two_blocks() {
    let number = |idx: usize| (idx * 7919 % 1_000_003).to_string();
    let float = |idx: usize| (f64::from(u32::try_from(idx).unwrap()) / 7.0).to_string();
    check(&csv(), &table(',', number), DType::I64);
    check(&csv(), &table(',', float), DType::F64);
    check(&Text::new().threads(1), &table(' ', float), DType::F64);
    check(&csv().dtype(DType::U8), &table(',', |idx| (idx % 256).to_string()), DType::U8);
    check(&csv().dtype(DType::F32), &table(',', float), DType::F32);
    // With a shape stated, and numbers that get longer.
    let header = format!("# shape=({}, 4), dtype=i64\n", VALUES / 4);
    check(&csv(), &(header + &table(',', |idx| (idx * idx).to_string())), DType::I64);
}

#[test]
fn so_does_one_that_is_not_plain() {
    let last = VALUES - 1;
    let ends = |end: &'static str| {
        table(',', move |idx| if idx == last { end.to_owned() } else { (idx % 1000).to_string() })
    };
    // Another type, found out at the very end.
    check(&csv(), &ends("0.5"), DType::F64);
    check(&csv(), &ends("18446744073709551615"), DType::U64);
    check(&csv().missing([""]), &ends(""), DType::F64);
    check(&csv(), &table(',', |idx| format!("\"{}\"", idx % 1000)), DType::I64);
    let commas = csv().delimiter(";").unwrap().decimal_comma(true);
    check(&commas, &table(';', |idx| format!("{},5", idx % 1000)), DType::F64);
}

/// A refused file of n bytes takes 2 n + 1 MiB.
#[test]
fn refusing_takes_little() {
    let manifest = std::fs::read_to_string(data("hostile/manifest.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    let mut refused = 0;
    for case in manifest["cases"].as_array().unwrap().iter().filter(|it| it["kind"] == "file") {
        let path = data("hostile").join(case["file"].as_str().unwrap());
        match case["format"].as_str() {
            Some("csv") => refused += usize::from(is_refused(&csv(), &path)),
            Some("txt") => refused += usize::from(is_refused(&Text::new().threads(1), &path)),
            _ => {}
        }
    }
    assert!(refused > 100, "only {refused} were refused");
}

fn is_refused(format: &dyn Format, path: &Path) -> bool {
    let len = usize::try_from(std::fs::metadata(path).unwrap().len()).unwrap();
    let (loaded, peak) = peak(|| load_with(format, path, Want::ANYTHING));
    let refused = loaded.is_err();
    let most = 2 * len + (1 << 20);
    assert!(!refused || peak <= most, "{}: {peak} bytes, wanted {most}", path.display());
    refused
}

/// A refused file costs what the values before the fault do, and two blocks; a record longer than a
/// block besides twice its text, its fields again, and 4.5 bytes for each of them.
#[test]
fn refusing_late_takes_what_was_right() {
    const LEN: usize = 4 << 20;
    let record = |fields: usize, text: usize| 2 * LEN + text + 9 * fields / 2;
    // Room for values grows by an eighth.
    let values = |count: usize| 9 * count;
    let ones = "1,".repeat(LEN / 2);
    let cases = [
        ("commas", ",".repeat(LEN), record(LEN, 0)),
        ("ones, and a letter", ones.clone() + "x", record(LEN / 2, LEN / 2) + values(LEN / 2)),
        ("rows, and a short one", "1,2\n".repeat(LEN / 4) + "1\n", values(LEN / 2)),
        ("letters", "x".repeat(LEN), record(1, LEN)),
        ("a quote", "\"".to_owned() + &ones, record(0, LEN + LEN / 2) + 9 * LEN / 2),
    ];
    for (what, text, most) in cases {
        let file = Source::sized(text.as_bytes(), text.len() as u64);
        let sources = [("a file", file), ("a pipe", Source::reader(text.as_bytes()))];
        for (from, source) in sources {
            let (read, peak) = peak(|| csv().read_source(source, Want::ANYTHING));
            assert!(read.is_err(), "{what} from {from}");
            let most = most + 2 * BLOCK + SMALL;
            assert!(peak <= most, "{what} from {from}: {peak} bytes, wanted at most {most}");
        }
    }
}

/// Where an archive's directory cannot be read, what looks like an earlier one is not believed.
#[test]
fn an_archive_has_one_end() {
    let mut file = Vec::new();
    Npz::new().write(&mut file, &array![1.0, 2.0]).unwrap();
    // Of 60,000 members on this disk and none in all, the directory being far off.
    let mut decoy = b"PK\x05\x06\0\0\0\0".to_vec();
    decoy.extend([60_000_u32, 0, 100_000].map(u32::to_le_bytes).concat());
    decoy.extend([0; 2]);
    let directory = file.windows(4).rposition(|it| it == b"PK\x01\x02").unwrap();
    // The length of a name, which goes past the end.
    file[directory + 28] = 200;
    let file = [decoy, file].concat();
    let (loaded, peak) = peak(|| Npz::new().read::<NdArray>(&file[..]));
    assert!(loaded.is_err());
    let most = 2 * file.len() + BLOCK;
    assert!(peak <= most, "{peak} bytes, wanted {most}");
}
