#![no_main]
//! `%.Nf`, `%.Ne` and `%d`, against the standard library, which prints exact digits.

use latio::lat_core::text::{Spec, TextElement};

fn print<T: TextElement>(fmt: &str, value: T) -> String {
    let mut out = Vec::new();
    value.print(&Spec::parse(fmt).unwrap(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// `1.5e2` as C has it: `1.5e+02`.
fn with_c_exponent(text: &str) -> String {
    let (digits, exponent) = text.split_once('e').unwrap();
    let exponent: i32 = exponent.parse().unwrap();
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

libfuzzer_sys::fuzz_target!(|input: (u64, u8)| {
    let (bits, precision) = (input.0, usize::from(input.1));
    let value = f64::from_bits(bits);
    let integer = bits.cast_signed();
    assert_eq!(print("%d", integer), integer.to_string());
    assert_eq!(print("%x", bits), format!("{bits:x}"));
    if value.is_finite() {
        let fixed = print(&format!("%.{precision}f"), value);
        assert_eq!(fixed, format!("{value:.precision$}"));
        let scientific = print(&format!("%.{precision}e"), value);
        assert_eq!(scientific, with_c_exponent(&format!("{value:.precision$e}")));
        let shortest: f64 = print("shortest", value).parse().unwrap();
        assert_eq!(shortest.to_bits(), bits);
    }
});
