#![no_main]
//! Any bytes: an array or an error, the same from a file and from a pipe.

use latio::Json;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = latio_fuzz::read(&Json::new(), bytes);
    let _ = latio_fuzz::read(&Json::new().bare(true), bytes);
});
