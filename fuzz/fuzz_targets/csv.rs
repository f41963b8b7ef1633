#![no_main]
//! Any bytes: an array or an error, the same from a file and from a pipe, and the same whether
//! records are read in place or by way of their fields.

use latio::{Csv, Format, NdArray};
use latio_fuzz::{assert_same, pick};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // A header line may state a shape of its own.
    if pick(bytes, 16) < 14 || bytes.contains(&b'#') {
        let _ = latio_fuzz::read(&Csv::new(), bytes);
        return;
    }
    let Ok(in_place) = Csv::new().ndmin(2).read::<NdArray>(bytes) else { return };
    // Choosing columns, even all of them, takes the other way.
    let all: Vec<i32> = (0..).take(in_place.shape()[1]).collect();
    let by_fields = Csv::new().ndmin(2).columns(all).read(bytes).expect("it was read in place");
    assert_same(&in_place, &by_fields);
});
