//! Numbers printed, against Python's `%` and exact digits.
#![cfg(feature = "text")]
#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

use lat_core::{
    Complex, ErrorKind, Result, f16,
    text::{Spec, Spelling, TextElement},
};

fn print<T: TextElement>(fmt: &str, value: T) -> String {
    try_print(fmt, value).unwrap()
}

fn try_print<T: TextElement>(fmt: &str, value: T) -> Result<String> {
    let mut out = b"kept".to_vec();
    let printed = value.print(&Spec::parse(fmt)?, &mut out);
    let text = String::from_utf8(out).unwrap().strip_prefix("kept").unwrap().to_owned();
    assert!(printed.is_ok() || text.is_empty(), "a failure leaves nothing: {text:?}");
    printed.map(|()| text)
}

/// A float as Python's `float.hex` spells it.
#[expect(clippy::cast_precision_loss, reason = "at most 53 bits")]
fn hex_float(text: &str) -> f64 {
    let (sign, size) = match text.strip_prefix('-') {
        Some(size) => (-1.0, size),
        None => (1.0, text),
    };
    let size = match size {
        "nan" => f64::NAN,
        "inf" => f64::INFINITY,
        _ => {
            let (digits, exponent) = size.strip_prefix("0x").unwrap().split_once('p').unwrap();
            let (whole, fraction) = digits.split_once('.').unwrap();
            let bits = 4 * i32::try_from(fraction.len()).unwrap();
            let mantissa = u64::from_str_radix(&[whole, fraction].concat(), 16).unwrap();
            let exponent: i32 = exponent.parse().unwrap();
            let (half, rest) = (exponent / 2, exponent - exponent / 2 - bits);
            mantissa as f64 * 2_f64.powi(half) * 2_f64.powi(rest)
        }
    };
    sign * size
}

/// The conversion's letter.
fn letter(fmt: &str) -> char {
    fmt.chars().last().unwrap()
}

/// Python goes through a float, where we print the integer: these lines are not ours.
fn is_lossy(fmt: &str, value: i128) -> bool {
    #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "that is it")]
    let exact = value as f64 as i128 == value;
    !exact && "feg".contains(letter(fmt))
}

/// Python cuts the fraction off, where we refuse.
fn is_cut(fmt: &str, value: f64) -> bool {
    value.fract() != 0.0 && "di".contains(letter(fmt))
}

#[test]
fn printf_vectors() {
    let (mut lossy, mut cut, mut same) = (0, 0, 0);
    for line in include_str!("data/printf.jsonl").lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let (fmt, text) = (case["fmt"].as_str().unwrap(), case["value"].as_str().unwrap());
        let found = if case["type"] == "f64" {
            let value = hex_float(text);
            if is_cut(fmt, value) {
                cut += 1;
                assert_eq!(try_print(fmt, value).unwrap_err().kind(), ErrorKind::Parse, "{line}");
                continue;
            }
            try_print(fmt, value)
        } else if is_lossy(fmt, text.parse().unwrap()) {
            lossy += 1;
            continue;
        } else {
            try_print_int(case["type"].as_str().unwrap(), fmt, text)
        };
        assert_eq!(found.ok().as_deref(), case["out"].as_str(), "{line}");
        same += 1;
    }
    assert_eq!((lossy, cut, same), (28, 63, 2450));
}

fn try_print_int(dtype: &str, fmt: &str, text: &str) -> Result<String> {
    match dtype {
        "i64" => try_print(fmt, text.parse::<i64>().unwrap()),
        _ => try_print(fmt, text.parse::<u64>().unwrap()),
    }
}

#[test]
fn python_vectors() {
    let (mut fmt, mut dtype, mut lines) = ("", "", 0);
    for line in include_str!("data/printed.txt").lines() {
        let (left, right) = line.split_once('\t').unwrap();
        if line.starts_with('%') {
            (fmt, dtype) = (left, right);
            continue;
        }
        let bits = u64::from_str_radix(left, 16);
        let found = match dtype {
            "f64" => print(fmt, f64::from_bits(bits.unwrap())),
            "f32" => print(fmt, f32::from_bits(bits.unwrap().try_into().unwrap())),
            "f16" => print(fmt, f16::from_bits(bits.unwrap().try_into().unwrap())),
            _ => try_print_int(dtype, fmt, left).unwrap(),
        };
        assert_eq!(found, right, "{fmt} of {dtype} {left}");
        lines += 1;
    }
    assert!(lines > 8000);
}

/// `SplitMix64`.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: u64) -> usize {
        (self.next() % end).try_into().unwrap()
    }

    /// Any finite float, or a short one that often is a tie.
    fn float(&mut self) -> f64 {
        loop {
            let value = f64::from_bits(self.next());
            let short = f64::from(u32::try_from(self.next() >> 44).unwrap())
                / f64::from(1 << self.below(24));
            let value = if self.below(4) == 0 { short } else { value };
            if value.is_finite() {
                return value;
            }
        }
    }
}

/// How many cases a property is checked on.
const CASES: usize = if cfg!(debug_assertions) { 20_000 } else { 1_000_000 };

/// `%e` by the standard library's exact digits.
fn exact_exponential(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$e}");
    let (number, exponent) = text.split_once('e').unwrap();
    let exponent: i32 = exponent.parse().unwrap();
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{number}e{sign}{:02}", exponent.abs())
}

fn without_zeros(text: &str) -> String {
    let whole = if text.contains('.') { text.trim_end_matches('0') } else { text };
    whole.trim_end_matches('.').to_owned()
}

/// `%g` by the standard library's exact digits.
fn exact_general(value: f64, precision: usize) -> String {
    let text = exact_exponential(value, precision - 1);
    let (number, exponent) = text.split_once('e').unwrap();
    let (digits, last) = (i32::try_from(precision).unwrap(), exponent.parse::<i32>().unwrap());
    if !(-4..digits).contains(&last) {
        return format!("{}e{exponent}", without_zeros(number));
    }
    without_zeros(&format!("{value:.*}", usize::try_from(digits - 1 - last).unwrap()))
}

#[test]
fn digits_are_exact() {
    let mut random = Random(1);
    for _ in 0..CASES {
        let (value, count) = (random.float(), 1 + random.below(20));
        assert_eq!(print(&format!("%.{count}g"), value), exact_general(value, count));
        assert_eq!(print(&format!("%.{}e", count - 1), value), exact_exponential(value, count - 1));
        let decimals = random.below(22);
        assert_eq!(print(&format!("%.{decimals}f"), value), format!("{value:.decimals$}"));
    }
}

#[test]
fn natural_and_shortest_read_back() {
    let mut random = Random(2);
    for _ in 0..CASES {
        let bits = random.next();
        let int = i64::from_le_bytes(bits.to_le_bytes());
        let (double, single) = (f64::from_bits(bits), f32::from_bits((bits >> 32) as u32));
        for fmt in ["default", "shortest"] {
            let read: f64 = print(fmt, double).parse().unwrap();
            assert!(read.to_bits() == bits || read.is_nan() && double.is_nan());
            let read: f32 = print(fmt, single).parse().unwrap();
            assert!(read.to_bits() == single.to_bits() || read.is_nan() && single.is_nan());
            let (signed, unsigned) = (print(fmt, int), print(fmt, bits));
            assert_eq!((signed.parse(), unsigned.parse()), (Ok(int), Ok(bits)));
        }
    }
}

fn read_half(text: &str) -> f16 {
    f16::parse(text.as_bytes(), Spelling::default()).unwrap()
}

/// All of them: each reads back, and no text of one digit less does.
#[test]
fn halves_are_shortest() {
    for bits in 1..0x7c00 {
        let value = f16::from_bits(bits);
        let text = print("shortest", value);
        assert_eq!(read_half(&text), value, "{text}");
        assert_eq!(print("default", -value), format!("-{text}"));
        let wide = value.to_f64();
        let count = text.split('e').next().unwrap().replace('.', "");
        let count = count.trim_start_matches('0').trim_end_matches('0').len();
        let fewer = (count > 1).then(|| exact_exponential(wide, count.max(2) - 2));
        for near in fewer.iter().flat_map(|text| neighbours(text)) {
            assert_ne!(read_half(&near), value, "{near} for {text}");
        }
    }
}

/// A number `d.ddde±xx`, and one unit of its last digit more and less.
fn neighbours(text: &str) -> Vec<String> {
    let (number, exponent) = text.split_once('e').unwrap();
    let decimals = number.len().saturating_sub(2);
    let digits: u32 = number.replace('.', "").parse().unwrap();
    let last = exponent.parse::<i32>().unwrap() - i32::try_from(decimals).unwrap();
    (digits - 1..=digits + 1).map(|digits| format!("{digits}e{last}")).collect()
}

#[test]
fn every_type_has_its_default() {
    assert_eq!(print("default", 0.1_f64), "0.100000000000000006");
    assert_eq!(print("default", 0.1_f32), "0.1");
    assert_eq!(print("default", f16::from_f32(0.1)), "0.1");
    assert_eq!(print("default", Complex::new(0.1_f32, -2.0)), "(0.1-2.0j)");
    assert_eq!(print("default", Complex::new(0.1_f64, -2.0)), "(0.100000000000000006-2j)");
    assert_eq!(print("default", true) + &print("%s", false), "10");
    assert_eq!(print("default", i8::MIN), "-128");
    assert_eq!(print("default", u64::MAX), "18446744073709551615");
    assert_eq!(print("%.18g", 0.1_f32), "0.100000001490116119");
    assert_eq!(print("%.18g", 9_007_199_254_740_993_i64), "9007199254740993");
    assert_eq!(print("%3d|", true), "  1|");
    assert_eq!(print("%.1f", true), "1.0");
}

#[test]
fn shortest_is_spelled_as_python_spells_it() {
    for (value, text) in [
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (1e15, "1000000000000000.0"),
        (1e16, "1e+16"),
        (0.0001, "0.0001"),
        (0.00001, "1e-05"),
        (1.5e-7, "1.5e-07"),
        (5e-324, "5e-324"),
        (-f64::NAN, "nan"),
        (f64::NEG_INFINITY, "-inf"),
    ] {
        assert_eq!(print("%s", value), text);
        assert_eq!(print("shortest", value), text);
    }
    assert_eq!(print("%r", 1e13_f32), "10000000000000.0");
    assert_eq!(print("%r", 0.0001_f32), "0.0001");
    assert_eq!(print("%010s|", 1.5), "       1.5|");
    assert_eq!(print("%-+#6r|", 1.5), "1.5   |");
    assert_eq!(print("%.3s", -123.5), "-12");
}

#[test]
fn whole_floats_print_as_integers() {
    assert_eq!(print("%d", 1e20), "100000000000000000000");
    assert_eq!(print("%.25d", -1e20), "-0000100000000000000000000");
    assert_eq!(print("%d", -0.0), "0");
    assert_eq!(print("%x", 255.0), "ff");
    // Python's hex(2**70 + 2**20) and oct().
    assert_eq!(print("%#x", 1_180_591_620_717_411_303_424.0 + 1_048_576.0), "0x400000000000100000");
    assert_eq!(print("%#o", 1_180_591_620_717_411_303_424.0), "0o200000000000000000000000");
    for (fmt, value, message) in [
        ("%d", 1.5, "1.5 is not a whole number"),
        ("x%5d|", f64::NAN, "nan is not a whole number"),
        ("%x", f64::NEG_INFINITY, "-inf is not a whole number"),
    ] {
        let err = try_print(fmt, value).unwrap_err();
        assert_eq!(err.kind(), ErrorKind::Parse);
        assert!(err.to_string().starts_with(message), "{err}");
    }
    let err = try_print("(%d", Complex::new(1.0, 0.5_f32)).unwrap_err();
    assert!(err.to_string().starts_with("0.5 is not a whole number"), "{err}");
}

#[test]
fn complex_numbers_are_one_number() {
    let c = Complex::new;
    for (fmt, value, text) in [
        ("%g", c(1.0, -2.0), "(1-2j)"),
        ("%g", c(0.0, -0.0), "(0-0j)"),
        ("%g", c(-0.0, -0.0), "(-0-0j)"),
        ("%g", c(1.0, f64::NAN), "(1+nanj)"),
        ("%g", c(-f64::NAN, f64::NEG_INFINITY), "(nan-infj)"),
        ("%.1e", c(1e-5, -2e-7), "(1.0e-05-2.0e-07j)"),
        ("%+.1f", c(1.0, -2.0), "(+1.0-2.0j)"),
        ("%d", c(1.0, 2.0), "(1+2j)"),
        ("z=%G%%", c(1.0, 1e30), "z=(1+1E+30j)%"),
        ("%s", c(1.0, 1e16), "(1.0+1e+16j)"),
        // As wide as two numbers and `(j)`, with the blanks where they can be read over.
        ("%6.1f|", c(1.0, -2.0), "     (1.0-2.0j)|"),
        ("%-6.1f|", c(1.0, -2.0), "(1.0-2.0j)     |"),
        ("%06.1f|", c(1.0, -2.0), "(0001.0-002.0j)|"),
        ("% .1f", c(1.0, 2.0), " (1.0+2.0j)"),
        ("% .1f", c(-1.0, 2.0), "(-1.0+2.0j)"),
    ] {
        assert_eq!(print(fmt, value), text);
    }
    for fmt in ["%6.1f", "%-12.3e", "%012.3e", "% g", "%+.17g", "default", "shortest"] {
        let text = print(fmt, c(1.5, -2.0));
        let read = Complex::<f64>::parse(text.trim().as_bytes(), Spelling::default());
        assert_eq!(read, Ok(c(1.5, -2.0)), "{text}");
    }
}

#[test]
fn text_around_the_number_is_kept() {
    assert_eq!(print("%%%.0f%% π=%%", 2.5), "%2% π=%");
    assert_eq!(print("%lf %%d", 1.0), "1.000000 %d");
    assert_eq!(print("%hd", 7_u8) + &print("%lli", 8_i16) + &print("%Lu", 9_u32), "789");
}

#[test]
fn specs_show_their_fmt() {
    for fmt in ["%.18g", "default", "shortest", "x=%5d%%"] {
        assert_eq!(fmt.parse::<Spec>().unwrap().to_string(), fmt);
    }
    assert_eq!(Spec::default(), Spec::parse("default").unwrap());
    assert_eq!(print("%4096d", 1).len(), 4096);
    assert_eq!(print("%.4096f", 0.1).len(), 4098);
    assert_eq!(print("%#.4096g", 1_u64 << 60).len(), 4097);
}

#[test]
fn malformed_fmts_are_refused() {
    for (fmt, shown) in [
        ("", "\n  \n  ^ a conversion is missing"),
        ("%%", "\n  %%\n    ^ a conversion is missing"),
        ("plain", "\n  plain\n       ^ a conversion is missing"),
        ("%5", "\n  %5\n    ^ the conversion's letter is missing"),
        ("%.3q", "\n  %.3q\n     ^ 'q' is no conversion"),
        ("%*d", "\n  %*d\n   ^ '*' is no conversion"),
        ("%(a)d", "\n  %(a)d\n   ^ '(' is no conversion"),
        ("π%é", "\n  π%é\n    ^ 'é' is no conversion"),
        ("%5%", "\n  %5%\n    ^ '%' is no conversion"),
        ("%d %d", "\n  %d %d\n     ^ a second conversion"),
        ("%4097d", "\n  %4097d\n   ^ too large"),
        ("%.99999999999999999999f", "\n  %.99999999999999999999f\n    ^ too large"),
        ("\t%c", "\n  \\t%c\n     ^ 'c' is no conversion"),
    ] {
        let err = Spec::parse(fmt).unwrap_err();
        assert_eq!(err.kind(), ErrorKind::Usage);
        assert!(err.to_string().starts_with(&format!("malformed fmt{shown}")), "{err}");
    }
    let long = "x".repeat(1000);
    assert!(Spec::parse(&long).unwrap_err().to_string().len() < 200);
}
