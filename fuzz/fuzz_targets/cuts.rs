#![no_main]
//! However the input is cut into reads, and whatever the number of threads: the same array, or
//! the same error.

use latio::{Csv, Format, Json, NdArray, Npy, Result, Source, Text, Want};
use latio_fuzz::{Cut, assert_same};

fn check(one: &Result<NdArray>, other: &Result<NdArray>) {
    match (one, other) {
        (Ok(one), Ok(other)) => assert_same(one, other),
        (Err(one), Err(other)) => assert_eq!(one.to_string(), other.to_string()),
        _ => panic!("{one:?}, but {other:?}"),
    }
}

libfuzzer_sys::fuzz_target!(|input: (u8, [u8; 4], &[u8])| {
    let (which, sizes, bytes) = input;
    let sizes = sizes.map(usize::from).to_vec();
    let (one, two): (Box<dyn Format>, Box<dyn Format>) = match which % 4 {
        0 => (Box::new(Csv::new().threads(1)), Box::new(Csv::new().threads(3))),
        1 => (Box::new(Text::new().threads(1)), Box::new(Text::new().threads(3))),
        2 => (Box::new(Json::new()), Box::new(Json::new())),
        _ => (Box::new(Npy::new()), Box::new(Npy::new())),
    };
    let whole = one.read_source(Source::reader(bytes), Want::ANYTHING);
    let cut = Cut { rest: bytes, sizes, reads: 0 };
    check(&whole, &two.read_source(Source::reader(cut), Want::ANYTHING));
});
