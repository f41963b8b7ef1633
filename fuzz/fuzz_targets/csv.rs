#![no_main]
//! Any bytes: an array or an error, the same from a file and from a pipe.

use latio::Csv;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = latio_fuzz::read(&Csv::new(), bytes);
});
