//! Memory that cannot be had is an error, never the end of the program: loads and saves, with each
//! of their allocations refused in turn, and with less and less memory.

use std::{fmt::Debug, path::Path};

use latio::{
    Csv, DType, ErrorKind, Format, Json, NdArray, NdArrayView, Npy, Npz, Result, Source, Text,
    Want,
    lat_core::format::{load_with, save_with},
    npy::ByteOrder,
};
use latio_tests::{TempDir, array, bytes};

use super::allocator::{Lack, lacking, peak};

/// A text file of so many floats takes more than a block.
const VALUES: usize = 1 << 16;
/// How many sizes of memory there are from none to what is needed.
const STEPS: usize = 20;

/// Smaller allocations are granted: the standard library and the crates below ours take them
/// without asking whether they can be had.
const LARGE: usize = 4 << 10;
/// The zip library reads by way of 8 KiB,
const LARGE_OF_ZIP: usize = 16 << 10;
/// and inflates by way of 43 KiB.
const LARGE_OF_INFLATE: usize = 64 << 10;

/// Runs under every lack of memory. What it gives must be right, or an error that says why.
fn starve<T: Debug>(
    what: &str,
    large: usize,
    run: impl Fn() -> Result<T>,
    is_right: impl Fn(&T) -> bool,
) {
    let (whole, most) = peak(&run);
    assert!(whole.is_ok_and(|it| is_right(&it)), "{what}, with all memory there is");
    let mut refused = 0;
    let mut check = |lack: Lack| {
        let (result, counted_out) = lacking(lack, large, &run);
        match result {
            Ok(it) => assert!(is_right(&it), "{what}, {lack:?}"),
            Err(err) => {
                refused += 1;
                let said = err.to_string();
                let right = said.contains("cannot allocate") || said.contains("out of memory");
                assert!(right && err.kind() == ErrorKind::Limit, "{what}, {lack:?}: {err:?}");
            }
        }
        counted_out
    };
    for granted in 0.. {
        if !check(Lack::After(granted)) {
            break;
        }
    }
    for step in 0..=STEPS {
        check(Lack::Cap(most * step / STEPS));
    }
    assert!(refused > STEPS / 3, "{what}: only {refused} were refused");
}

fn starve_loads(what: &str, format: &dyn Format, file: &[u8]) {
    starve_loads_of(what, LARGE, format, file);
}

fn starve_loads_of(what: &str, large: usize, format: &dyn Format, file: &[u8]) {
    let dir = TempDir::new(&format!("starved-load-{}", what.replace(' ', "-")));
    let path = dir.path().join("a");
    std::fs::write(&path, file).unwrap();
    let wanted = bytes(&load_with(format, &path, Want::ANYTHING).unwrap().view());
    let is_right = |it: &NdArray| bytes(&it.view()) == wanted;
    let load = || load_with(format, &path, Want::ANYTHING);
    starve(&format!("{what} from a file"), large, load, is_right);
    let read = || format.read_source(Source::reader(file), Want::ANYTHING);
    starve(&format!("{what} from a pipe"), large, read, is_right);
}

fn starve_saves(what: &str, format: &dyn Format, array: &NdArrayView<'_>) {
    starve_saves_of(what, LARGE, format, array);
}

fn starve_saves_of(what: &str, large: usize, format: &dyn Format, array: &NdArrayView<'_>) {
    let dir = TempDir::new(&format!("starved-save-{}", what.replace(' ', "-")));
    let path = dir.path().join("a");
    save_with(format, &path, array).unwrap();
    let wanted = std::fs::read(&path).unwrap();
    let save = || {
        std::fs::write(&path, "old").unwrap();
        let saved = save_with(format, &path, array);
        if saved.is_err() {
            assert_eq!(std::fs::read(&path).unwrap(), b"old", "{what}");
            assert_eq!(entries(dir.path()), 1, "{what}: a temporary file is left");
        }
        saved
    };
    starve(&format!("{what} saved"), large, save, |()| std::fs::read(&path).unwrap() == wanted);
}

fn entries(dir: &Path) -> usize {
    std::fs::read_dir(dir).unwrap().count()
}

fn floats() -> NdArray {
    let value = |idx: usize| f64::from(u32::try_from(idx).unwrap()) / 7.0 - 3000.0;
    let all: Vec<_> = (0..VALUES).flat_map(|idx| value(idx).to_le_bytes()).collect();
    array(DType::F64, &[VALUES / 4, 4], false, &all)
}

/// The same rows, the last one first.
fn reversed<'a>(array: &NdArrayView<'a>) -> NdArrayView<'a> {
    "::-1".parse::<latio::Slice>().unwrap().of(array).unwrap()
}

/// Elements of another type, of whatever value.
fn elements(dtype: DType) -> NdArray {
    let all: Vec<_> = (0..VALUES * dtype.size()).map(|it| u8::from(it % 3 == 0)).collect();
    array(dtype, &[VALUES / 4, 4], false, &all)
}

fn written(format: &dyn Format, array: &NdArray) -> Vec<u8> {
    let mut out = Vec::new();
    format.write_view(&mut out, &array.view()).unwrap();
    out
}

fn table(separator: char, value: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for idx in 0..VALUES {
        text += &value(idx);
        text.push(if idx % 4 == 3 { '\n' } else { separator });
    }
    text
}

#[test]
fn csv() {
    let csv = Csv::new().threads(1);
    let integers = table(',', |idx| idx.to_string());
    starve_loads("csv", &csv, &written(&csv, &floats()));
    starve_loads("csv of integers", &csv, integers.as_bytes());
    let quoted = table(',', |idx| format!("\"{idx}\""));
    starve_loads("csv with quotes", &csv, quoted.as_bytes());
    let marked = format!("\u{feff}{integers}");
    let utf16: Vec<_> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
    starve_loads("csv in utf-16", &csv, &utf16);
    let complex = integers + "1,2,3,4+1j\n";
    starve_loads("csv with another type last", &csv, complex.as_bytes());
    let small = table(',', |idx| (idx % 256).to_string());
    starve_loads("csv as bytes", &csv.clone().dtype(DType::U8), small.as_bytes());
    let gaps = table(',', |idx| if idx == VALUES - 1 { String::new() } else { idx.to_string() });
    starve_loads("csv with gaps", &csv.missing([""]), gaps.as_bytes());
}

#[test]
fn csv_of_one_row() {
    let csv = Csv::new().threads(1);
    let names: Vec<_> = (0..VALUES).map(|it| format!("n{it}")).collect();
    let row = "1,".repeat(VALUES - 1) + "2\n";
    starve_loads("csv of chosen columns", &csv.clone().columns(0..60_000), row.as_bytes());
    let named = names.join(",") + "\n" + &row;
    starve_loads("csv with names", &csv.names(true), named.as_bytes());
}

#[test]
fn csv_saved() {
    let csv = Csv::new().threads(1);
    starve_saves("csv", &csv, &floats().view());
    starve_saves("csv in full", &csv.clone().fmt("%.20f").unwrap(), &floats().view());
    starve_saves("csv of complex numbers", &csv, &elements(DType::C128).view());
    starve_saves("csv of booleans", &csv.crlf(true), &elements(DType::B1).view());
}

#[test]
fn text() {
    let text = Text::new().threads(1);
    starve_loads("text", &text, &written(&text, &floats()));
    let wide = Text::new().threads(1).widths([8; 4]);
    starve_loads("text of widths", &wide, table(' ', |idx| format!("{idx:7}")).as_bytes());
    starve_saves("text", &text, &floats().view());
    starve_saves("text of widths", &wide.fmt("%.2f").unwrap(), &floats().view());
}

#[test]
fn json() {
    let json = Json::new();
    let numbers = |idx: usize| format!("{idx}.25");
    let lists = |text: String| format!("[[{}]]", text.trim_end().replace('\n', "],["));
    starve_loads("json", &json, &written(&json, &floats()));
    starve_loads("json of complex numbers", &json, &written(&json, &elements(DType::C64)));
    starve_loads("json of a list", &Json::new().bare(true), lists(table(',', numbers)).as_bytes());
    // Halfway between two values of the type that is stated last, but for the digit at the end.
    let tie = |_| "16777217.000000000000000001".to_owned();
    let ties = format!("{{\"data\": {}, \"dtype\": \"f32\"}}", lists(table(',', tie)));
    starve_loads("json with its type last", &json, ties.as_bytes());
    starve_saves("json", &json, &floats().view());
    starve_saves("json in rows", &json.rows(true), &elements(DType::C64).view());
}

#[test]
fn npy() {
    for dtype in [DType::F64, DType::B1, DType::C64, DType::U8] {
        starve_loads(
            &format!("npy of {dtype}"),
            &Npy::new(),
            &written(&Npy::new(), &elements(dtype)),
        );
    }
    let big = Npy::new().byte_order(ByteOrder::Big);
    starve_loads("npy swapped", &big, &written(&big, &floats()));
    starve_saves("npy swapped", &big, &floats().view());
    starve_saves("npy reversed", &Npy::new(), &reversed(&floats().view()));
}

#[test]
fn npz() {
    let (stored, deflated) = (Npz::new(), Npz::new().deflate(true));
    starve_loads_of("npz", LARGE_OF_ZIP, &stored, &written(&stored, &floats()));
    starve_saves_of("npz", LARGE_OF_ZIP, &stored, &reversed(&floats().view()));
    starve_loads_of("npz deflated", LARGE_OF_INFLATE, &deflated, &written(&deflated, &floats()));
}
