//! Text to numbers, against Python, exact rational arithmetic and the standard library.
#![cfg(feature = "text")]

use std::fmt::Debug;

use lat_core::{
    Complex, Scalar, f16,
    text::{Misread, Reading, Spelling, TextElement, parse_any},
};

/// Text and the bits of the `f64` nearest to it, by Python and by exact rationals.
const FLOATS: &str = include_str!("data/floats.txt");
/// Text that is no float to C, and whether it is one to Python.
const INVALID: &str = include_str!("data/floats_invalid.jsonl");

fn parse<T: TextElement>(field: &str) -> Result<T, Misread> {
    T::parse(field.as_bytes(), Spelling::default())
}

fn fortran(decimal: u8) -> Spelling {
    let mut spelling = Spelling::default();
    (spelling.decimal, spelling.fortran) = (decimal, true);
    spelling
}

fn decimal_comma() -> Spelling {
    let mut spelling = Spelling::default();
    spelling.decimal = b',';
    spelling
}

/// Scans a field that a delimiter follows, in the middle of a block.
fn scan<T: TextElement>(field: &str) -> Option<T> {
    let block = format!("7,{field},8");
    let (value, end) = T::scan(block.as_bytes(), 2)?;
    (end == 2 + field.len()).then_some(value)
}

fn floats() -> impl Iterator<Item = (&'static str, u64)> {
    FLOATS.lines().map(|line| {
        let (text, bits) = line.split_once('\t').expect("text, tab, bits");
        (text, u64::from_str_radix(bits, 16).expect("hexadecimal"))
    })
}

fn bits(it: f64) -> u64 {
    if it.is_nan() { f64::NAN.to_bits() } else { it.to_bits() }
}

#[test]
fn f64_is_the_nearest() {
    for (text, expected) in floats() {
        assert_eq!(scan(text).map(bits), Some(expected), "scan {text}");
        assert_eq!(parse(text).map(bits), Ok(expected), "parse {text}");
        assert_eq!(f64::scan(text.as_bytes(), 0).map(|it| it.1), Some(text.len()), "{text}");
    }
}

#[test]
fn decimal_sign_and_exponent_letter_change_nothing() {
    let is_word = |text: &str| text.to_ascii_lowercase().contains('n');
    for (text, expected) in floats().filter(|it| !is_word(it.0)) {
        let german = text.replace('.', ",");
        assert_eq!(
            f64::parse(german.as_bytes(), decimal_comma()).map(bits),
            Ok(expected),
            "{text}"
        );
        let double = text.replace('e', "d").replace('E', "D");
        assert_eq!(parse(&double).map(bits), Ok(expected), "{text}");
        assert_eq!(scan(&double).map(bits), Some(expected), "{text}");
    }
}

#[test]
fn f32_is_the_nearest() {
    for text in floats().map(|it| it.0) {
        let expected: f32 = text.parse().unwrap();
        let same =
            |it: f32| it.to_bits() == expected.to_bits() || (it.is_nan() && expected.is_nan());
        assert!(scan(text).is_some_and(same), "{text}");
        assert!(parse(text).is_ok_and(same), "{text}");
    }
}

#[test]
fn f16_is_the_nearest() {
    // By exact rationals. NumPy, which rounds twice, differs in nine of them.
    let cases = [
        ("0.1", 0x2e66),
        ("-0.1", 0xae66),
        ("1e-3", 0x1419),
        ("65504", 0x7bff),
        ("65519.99999999999999999999999", 0x7bff),
        ("65520", 0x7c00),
        ("65519.999", 0x7bff),
        ("1e5", 0x7c00),
        ("-1e400", 0xfc00),
        ("1e-400", 0x0000),
        ("5.96046447753906250e-8", 0x0001),
        ("2.98023223876953125e-8", 0x0000),
        ("2.980232238769531250000000000000000000000000001e-8", 0x0001),
        ("2.98023223876953124999999999999999999999e-8", 0x0000),
        ("8.940696716308593750e-8", 0x0002),
        ("8.94069671630859375000000000000000000001E-08", 0x0002),
        ("6.1035156250e-5", 0x0400),
        ("6.10053539276123046875e-5", 0x0400),
        ("6.1005353927612304687500000000001e-5", 0x0400),
        ("2049", 0x6800),
        ("2051", 0x6802),
        ("2049.0000000000000000000001", 0x6801),
        ("2048.9999999999999999999", 0x6800),
        ("2050.9999999999999999999999", 0x6801),
        ("4098.00000000000000000000001", 0x6c01),
        ("1.00048828125", 0x3c00),
        ("1.000488281250000000000000000001", 0x3c01),
        ("1.00048828124999999999999999999", 0x3c00),
        ("-1.00146484375", 0xbc02),
        ("-1.0014648437499999999999999999999999e0", 0xbc01),
        ("33.015625", 0x5020),
        ("33.046875e0", 0x5022),
        ("3301562500000000000000000000001e-29", 0x5021),
        ("0.333251953125", 0x3555),
        ("0.33337402343750", 0x3556),
        ("0.00000006", 0x0001),
        ("1e-8", 0x0000),
        ("-0.0", 0x8000),
        ("10004882812500000000000000000000000001e-37", 0x3c01),
        ("-inf", 0xfc00),
    ];
    for (text, expected) in cases {
        assert_eq!(scan(text).map(f16::to_bits), Some(expected), "{text}");
        assert_eq!(parse(text).map(f16::to_bits), Ok(expected), "{text}");
    }
    assert!(parse::<f16>("nan").is_ok_and(f16::is_nan));
}

/// Of these, what is a number here, or would be for another element type.
const READ_HERE: [(&str, Result<u64, Misread>); 5] = [
    ("1d5", Ok(0x40f8_6a00_0000_0000)),
    ("1.#IND", Ok(0x7ff8_0000_0000_0000)),
    ("1j", Err(Misread::NotReal)),
    ("1i", Err(Misread::NotReal)),
    ("infi", Err(Misread::NotReal)),
];

#[test]
fn what_is_no_number_is_refused() {
    for line in INVALID.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = case["text"].as_str().unwrap();
        let found = READ_HERE.iter().find(|it| it.0 == text);
        let expected = found.map_or(Err(Misread::NotANumber), |it| it.1);
        assert_eq!(parse(text).map(bits), expected, "{text}");
        assert_eq!(scan(text).map(bits), (text == "1d5").then(|| expected.unwrap()), "{text}");
        let is_real = !matches!(text, "1j" | "1i" | "infi");
        assert_eq!(parse::<Complex<f64>>(text).is_err(), expected.is_err() && is_real, "{text}");
    }
}

#[test]
fn odd_spellings_are_read() {
    let cases = [
        ("+5", 5.0),
        (".5", 0.5),
        ("5.", 5.0),
        ("+.5e+1", 5.0),
        ("1E+05", 1e5),
        ("1D+03", 1e3),
        ("1.0D+03", 1e3),
        ("-2.5d-01", -0.25),
        ("3.0D0", 3.0),
        ("4.25D+00", 4.25),
        ("1e400", f64::INFINITY),
        ("-1e-400", -0.0),
        ("1.#INF", f64::INFINITY),
        ("-1.#INF", f64::NEG_INFINITY),
        ("1.#INF00", f64::INFINITY),
        ("1.#INF00e+000", f64::INFINITY),
        ("1.#QNAN", f64::NAN),
        ("1.#QNAN0", f64::NAN),
        ("1.#SNAN", f64::NAN),
        ("-1.#IND", f64::NAN),
        ("-1.#IND00", f64::NAN),
        ("+Infinity", f64::INFINITY),
        ("-INF", f64::NEG_INFINITY),
        ("NaN", f64::NAN),
    ];
    for (text, expected) in cases {
        assert_eq!(parse(text).map(bits), Ok(bits(expected)), "{text}");
    }
    for text in ["1.#INFx", "1.#", "2.#INF", "1.#INF0e", "1.#INFe+", "1.#INF 0", "1#INF"] {
        assert_eq!(parse::<f64>(text), Err(Misread::NotANumber), "{text}");
    }
}

#[test]
fn a_field_of_any_length_is_read_exactly() {
    let zeros = "0".repeat(100_000);
    assert_eq!(parse(&format!("0.{zeros}1e100001")), Ok(1.0));
    assert_eq!(parse(&format!("{zeros}1.5{zeros}")), Ok(1.5));
    assert_eq!(parse(&format!("1{zeros}e-100000")), Ok(f16::ONE));
    assert_eq!(parse(&format!("{zeros}127")), Ok(127_i8));
    assert_eq!(parse(&format!("1e{}", "9".repeat(1000))), Ok(f64::INFINITY));
    assert_eq!(parse(&format!("0e{}", "9".repeat(1000))), Ok(0.0));
}

#[test]
fn a_decimal_comma_leaves_no_other_decimal_sign() {
    let read = |text: &str| f64::parse(text.as_bytes(), decimal_comma());
    assert_eq!(read("1,5"), Ok(1.5));
    assert_eq!(read(",5e1"), Ok(5.0));
    assert_eq!(read("1,#INF"), Ok(f64::INFINITY));
    assert_eq!(read("1.5"), Err(Misread::NotANumber));
    assert_eq!(read("1.234,5"), Err(Misread::NotANumber));
    assert_eq!(i64::parse(b"1,5", decimal_comma()), Err(Misread::NotAnInteger));
}

#[test]
fn fortran_leaves_the_exponent_letter_out() {
    let read = |text: &str| f64::parse(text.as_bytes(), fortran(b'.'));
    assert_eq!(read("4.125000000-304").map(bits), Ok(0x00f2_1aad_7810_fb74));
    assert_eq!(read("1.5+120").map(bits), Ok(0x58e2_96a4_14f8_2720));
    assert_eq!(read("-2.25-101").map(bits), Ok(0xab09_3277_00e6_37de));
    for text in ["1-5", "1.5-", "1.5e3-5", "1.5-1.5", "1.5--5", "inf-5", "1.5-10 ", "2024-01-05"] {
        assert_eq!(read(text), Err(Misread::NotANumber), "{text}");
    }
    assert_eq!(parse::<f64>("1.5-105"), Err(Misread::NotANumber));
    assert_eq!(f64::parse(b"1,5-105", fortran(b',')), Ok(1.5e-105));
}

fn complex(re: f64, im: f64) -> (u64, u64) {
    (bits(re), bits(im))
}

fn parts(it: Complex<f64>) -> (u64, u64) {
    complex(it.re, it.im)
}

#[test]
fn complex_spellings_are_read() {
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    let cases = [
        ("1+2j", complex(1.0, 2.0)),
        ("(1+2j)", complex(1.0, 2.0)),
        ("( 1-2j )", complex(1.0, -2.0)),
        ("2j", complex(0.0, 2.0)),
        ("-2.5i", complex(0.0, -2.5)),
        ("1+2J", complex(1.0, 2.0)),
        ("1+2I", complex(1.0, 2.0)),
        ("3", complex(3.0, 0.0)),
        ("(3.5)", complex(3.5, 0.0)),
        ("1-nanj", complex(1.0, nan)),
        ("nan+infj", complex(nan, inf)),
        ("-inf-infj", complex(-inf, -inf)),
        ("1e+5-2e-5j", complex(1e5, -2e-5)),
        ("1.e+5+.5D+1j", complex(1e5, 5.0)),
        ("-1e5j", complex(0.0, -1e5)),
        ("1e-5j", complex(0.0, 1e-5)),
        ("1+-2j", complex(1.0, -2.0)),
        ("1-j", complex(1.0, -1.0)),
        ("-0.0-0.0j", complex(-0.0, -0.0)),
        ("-1.#IND+1.#INFj", complex(nan, inf)),
    ];
    for (text, expected) in cases {
        assert_eq!(parse(text).map(parts), Ok(expected), "{text}");
        assert!(parse::<Complex<f32>>(text).is_ok(), "{text}");
    }
    let refused = [
        "j", "i", "(j)", "", "()", "(1+2j", "1+2j)", "1+2", "1 + 2j", "1+2jj", "1j+2", "1--2j",
        "1++2j", "+-2j", "1+2j+3j", "((1+2j))", "(1,2)", "1e+j", "abcj",
    ];
    for text in refused {
        assert_eq!(parse::<Complex<f64>>(text), Err(Misread::NotANumber), "{text}");
    }
}

#[test]
fn fortran_complex_is_read() {
    let read = |text: &str, decimal| Complex::parse(text.as_bytes(), fortran(decimal)).map(parts);
    assert_eq!(read("(1.0,2.0)", b'.'), Ok(complex(1.0, 2.0)));
    assert_eq!(read("( 0.5D+00, 0.0)", b'.'), Ok(complex(0.5, 0.0)));
    assert_eq!(read("(-1.5-105 , 1.5+120 )", b'.'), Ok(complex(-1.5e-105, 1.5e120)));
    assert_eq!(read("(1,5;2,5)", b','), Ok(complex(1.5, 2.5)));
    assert_eq!(read("1.5+120j", b'.'), Ok(complex(1.5, 120.0)));
    for text in ["(1.0)x", "1.0,2.0", "(1.0,)", "(,1.0)", "(1,2,3)"] {
        assert_eq!(read(text, b'.'), Err(Misread::NotANumber), "{text}");
    }
}

#[test]
fn scan_reads_complex_as_it_is_written() {
    let whole = |text: &str| scan::<Complex<f64>>(text).map(parts);
    assert_eq!(whole("(1.5-2e-3j)"), Some(complex(1.5, -2e-3)));
    assert_eq!(whole("1e+5+2j"), Some(complex(1e5, 2.0)));
    assert_eq!(whole("(nan-infj)"), Some(complex(f64::NAN, f64::NEG_INFINITY)));
    assert_eq!(scan("(0.1+0.2j)"), Some(Complex::new(0.1_f32, 0.2)));
    for text in ["1", "2j", "(1+2j", "(1,2)", "1+2", "", "(", "1+", "(1+2)"] {
        assert_eq!(whole(text), None, "{text}");
    }
}

#[test]
fn booleans_are_words_or_digits() {
    for (text, expected) in [("1", true), ("0", false), ("TRUE", true), ("false", false)] {
        assert_eq!(parse(text), Ok(expected), "{text}");
    }
    for (text, why) in [
        ("2", Misread::OutOfRange),
        ("-1", Misread::OutOfRange),
        ("1.0", Misread::NotAnInteger),
        ("t", Misread::NotANumber),
        ("", Misread::NotANumber),
    ] {
        assert_eq!(parse::<bool>(text), Err(why), "{text}");
    }
    assert_eq!((scan("1"), scan("0"), scan::<bool>("10")), (Some(true), Some(false), None));
}

fn integer_limits<T: TextElement + TryFrom<i128>>(bits: u32, signed: bool)
where
    T::Error: Debug,
{
    let smallest = if signed { -(1_i128 << (bits - 1)) } else { 0 };
    let largest = (1_i128 << if signed { bits - 1 } else { bits }) - 1;
    for value in [smallest, smallest + 1, 0, 1, largest - 1, largest] {
        let expected = T::try_from(value).expect("within the limits");
        assert_eq!(scan(&value.to_string()), Some(expected), "{value}");
        assert_eq!(parse(&value.to_string()), Ok(expected), "{value}");
        assert_eq!(parse(&format!("{value:+040}")), Ok(expected), "{value}");
        assert_eq!(scan(&format!("{value:+040}")), Some(expected), "{value}");
    }
    for value in [smallest - 1, largest + 1, smallest - (1 << 70), largest * 10 + 9] {
        assert_eq!(scan::<T>(&value.to_string()), None, "{value}");
        assert_eq!(parse::<T>(&value.to_string()), Err(Misread::OutOfRange), "{value}");
    }
}

#[test]
fn integers_are_exact_to_their_limits() {
    integer_limits::<i8>(8, true);
    integer_limits::<i16>(16, true);
    integer_limits::<i32>(32, true);
    integer_limits::<i64>(64, true);
    integer_limits::<u8>(8, false);
    integer_limits::<u16>(16, false);
    integer_limits::<u32>(32, false);
    integer_limits::<u64>(64, false);
}

#[test]
fn what_is_no_integer_says_why() {
    for text in ["1.0", "1e5", "nan", "-inf", "5.", "1D3", "1.#INF"] {
        assert_eq!(parse::<i64>(text), Err(Misread::NotAnInteger), "{text}");
    }
    for text in ["", "+", "-", "--5", "+-5", "1_000", "0x1F", "1,000", "true", "1 2", "٣", "5-"] {
        assert_eq!(parse::<i64>(text), Err(Misread::NotANumber), "{text}");
    }
    assert_eq!(parse::<i64>("1+2j"), Err(Misread::NotReal));
    assert_eq!(parse("-0"), Ok(0_u8));
    // The sign of a float's zero is not lost in passing: whoever scans integers gets nothing.
    assert_eq!(scan::<i64>("-0"), None);
    assert_eq!(i64::scan(b"12.5,", 0), Some((12, 2)));
}

#[test]
fn inference_takes_the_narrowest_kind() {
    let cases = [
        ("true", Scalar::Bool(true)),
        ("False", Scalar::Bool(false)),
        ("1", Scalar::Int(1)),
        ("+0", Scalar::Int(0)),
        ("-0", Scalar::Float(-0.0)),
        ("-00", Scalar::Float(-0.0)),
        ("-9223372036854775808", Scalar::Int(i64::MIN)),
        ("9223372036854775808", Scalar::UInt(1 << 63)),
        ("18446744073709551615", Scalar::UInt(u64::MAX)),
        ("1.", Scalar::Float(1.0)),
        ("1e5", Scalar::Float(1e5)),
        ("inf", Scalar::Float(f64::INFINITY)),
        ("1+2j", Scalar::Complex(Complex::new(1.0, 2.0))),
    ];
    let any = |text: &str| parse_any(text.as_bytes(), Spelling::default());
    for (text, expected) in cases {
        assert_eq!(any(text), Ok(Reading::Scalar(expected)), "{text}");
    }
    assert!(matches!(any("-0"), Ok(Reading::Scalar(Scalar::Float(it))) if it.is_sign_negative()));
    assert_eq!(any("18446744073709551616"), Ok(Reading::Huge(18_446_744_073_709_551_616.0)));
    assert_eq!(any("-9223372036854775809"), Ok(Reading::Huge(-9_223_372_036_854_775_808.0)));
    let threes = any(&"3".repeat(100));
    assert!(matches!(threes, Ok(Reading::Huge(it)) if it.to_bits() == 0x5498_623c_321b_af51));
    for text in ["", "abc", "1_000", "i", "1:30", "2024-01-05"] {
        assert_eq!(any(text), Err(Misread::NotANumber), "{text}");
    }
}
