#![no_main]
//! What both we and the standard library read as a number is the same number.

use std::{fmt::Debug, str::FromStr};

use latio::lat_core::text::{Spelling, TextElement};

fn check<T: TextElement + FromStr + Debug + PartialEq>(text: &str, is_nan: impl Fn(T) -> bool) {
    let ours = T::parse(text.as_bytes(), Spelling::default());
    // The standard library reads nothing that we do not.
    if let Ok(wanted) = text.parse::<T>() {
        let found = ours.unwrap_or_else(|err| panic!("'{text}' is {wanted:?}, but {err:?}"));
        assert!(found == wanted || is_nan(found) && is_nan(wanted), "'{text}' read as {found:?}");
    }
    // What is scanned to its end is what is parsed.
    if let Some((scanned, end)) = T::scan(text.as_bytes(), 0) {
        let whole = T::parse(&text.as_bytes()[..end], Spelling::default());
        let whole = whole.unwrap_or_else(|err| panic!("'{text}' is scanned, but {err:?}"));
        assert!(scanned == whole || is_nan(scanned) && is_nan(whole), "'{text}' scanned");
    }
}

libfuzzer_sys::fuzz_target!(|text: &str| {
    check::<f64>(text, f64::is_nan);
    check::<f32>(text, f32::is_nan);
    check::<i64>(text, |_| false);
    check::<u64>(text, |_| false);
    check::<i8>(text, |_| false);
});
