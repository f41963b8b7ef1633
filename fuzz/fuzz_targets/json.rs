#![no_main]
//! Any bytes: an array or an error, the same from a file and from a pipe.

use latio::Json;
use latio_fuzz::pick;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // Where lists may stand alone, an object is read as it is where they may not.
    let bare = pick(bytes, 16) != 0;
    let _ = latio_fuzz::read(&Json::new().bare(bare), bytes);
});
