//! Text to numbers on text that nobody thought of, from a fixed seed.
#![cfg(feature = "text")]
#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "exact where it counts"
)]

use lat_core::{
    Complex, DType, Element, dispatch, f16,
    text::{Reading, Spelling, TextElement, parse_any},
};

/// Millions in a release build; fewer where each takes twenty times as long.
const ROUNDS: u32 = if cfg!(debug_assertions) { 30_000 } else { 1_000_000 };

/// `SplitMix64`.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len() as u64) as usize]
    }

    fn digits(&mut self, most: u64) -> String {
        let count = self.below(most + 1);
        (0..count).map(|_| *self.pick(&['0', '1', '2', '5', '7', '9'])).collect()
    }

    /// A number as C may write it, with 0 to 24 digits on either side of the point.
    fn decimal(&mut self) -> String {
        let sign = self.pick(&["", "", "-", "+"]);
        let most = *self.pick(&[1, 3, 9, 24]);
        let (whole, fraction) = (self.digits(most), self.digits(most));
        let point = if fraction.is_empty() { *self.pick(&["", "."]) } else { "." };
        let exponent = match self.below(3) {
            0 => String::new(),
            1 => format!("e{}", self.below(60) as i64 - 30),
            _ => format!("E{:+}", self.below(800) as i64 - 400),
        };
        format!("{sign}{whole}{point}{fraction}{exponent}")
    }
}

fn scan<T: TextElement>(text: &str) -> Option<T> {
    T::scan(text.as_bytes(), 0).filter(|it| it.1 == text.len()).map(|it| it.0)
}

fn parse<T: TextElement>(text: &str) -> Option<T> {
    T::parse(text.as_bytes(), Spelling::default()).ok()
}

#[test]
fn floats_are_those_of_the_standard_library() {
    let random = &mut Random(1);
    for _ in 0..ROUNDS {
        let text = random.decimal();
        let expected = text.parse::<f64>().ok().map(f64::to_bits);
        assert_eq!(scan(&text).map(f64::to_bits), expected, "{text}");
        let expected = text.parse::<f32>().ok().map(f32::to_bits);
        assert_eq!(scan(&text).map(f32::to_bits), expected, "{text}");
    }
}

#[test]
fn printed_floats_come_back() {
    let random = &mut Random(2);
    for _ in 0..ROUNDS {
        let value = f64::from_bits(random.next());
        if value.is_finite() {
            for text in [format!("{value:e}"), format!("{value:.17e}"), format!("{value:.18e}")] {
                assert_eq!(scan(&text).map(f64::to_bits), Some(value.to_bits()), "{text}");
            }
        }
        let value = f32::from_bits((random.next() >> 32) as u32);
        if value.is_finite() {
            let text = format!("{value:e}");
            assert_eq!(scan(&text).map(f32::to_bits), Some(value.to_bits()), "{text}");
        }
    }
}

/// `size` × 10^-`places`, and the like a little below and a little above it.
fn around(size: u128, places: u32) -> [String; 3] {
    let below = format!("{}.99999999999999999999999999e-{places}", size - 1);
    let above = format!("{size}.00000000000000000000000001e-{places}");
    [below, format!("{size}e-{places}"), above]
}

#[test]
fn f64_halves_go_to_even() {
    let random = &mut Random(3);
    for _ in 0..ROUNDS / 10 {
        // An odd number of 54 bits lies halfway between two floats.
        let (odd, places) = ((1 << 53) | random.next() >> 11 | 1, random.below(31) as u32);
        let smaller = (odd - 1) as f64 / 2_f64.powi(places as i32);
        let larger = (odd + 1) as f64 / 2_f64.powi(places as i32);
        let even = if odd & 2 == 0 { smaller } else { larger };
        let texts = around(u128::from(odd) * 5_u128.pow(places), places);
        assert_eq!(texts.each_ref().map(|it| scan(it)), [Some(smaller), Some(even), Some(larger)]);
    }
}

#[test]
fn f32_halves_go_to_even_and_are_rounded_once() {
    let random = &mut Random(4);
    for _ in 0..ROUNDS / 10 {
        let (odd, places) = ((1 << 24) | random.next() >> 40 | 1, random.below(40) as u32);
        let smaller = (odd - 1) as f32 / 2_f32.powi(places as i32);
        let larger = (odd + 1) as f32 / 2_f32.powi(places as i32);
        let even = if odd & 2 == 0 { smaller } else { larger };
        let texts = around(u128::from(odd) * 5_u128.pow(places), places);
        assert_eq!(texts.each_ref().map(|it| scan(it)), [Some(smaller), Some(even), Some(larger)]);
    }
}

#[test]
fn f16_halves_go_to_even_and_are_rounded_once() {
    // Every value is a whole number of 2^-24; what would follow the largest one is 2^16.
    let unit = |bits: u16| if bits == 0x7c00 { 65536.0 } else { f16::from_bits(bits).to_f64() };
    for bits in 0..0x7c00_u16 {
        let middle = (unit(bits) + unit(bits + 1)) * 2_f64.powi(24); // of 2^-25
        let texts = around(middle as u128 * 5_u128.pow(25), 25);
        let even = bits + (bits & 1);
        let found = texts.each_ref().map(|it| scan(it).map(f16::to_bits));
        assert_eq!(found, [Some(bits), Some(even), Some(bits + 1)], "{texts:?}");
        let exact = format!("{:e}", f16::from_bits(bits).to_f64());
        assert_eq!(scan(&exact).map(f16::to_bits), Some(bits), "{exact}");
    }
}

#[test]
fn integers_are_those_of_the_standard_library() {
    let random = &mut Random(5);
    for _ in 0..ROUNDS {
        let sign = random.pick(&["", "-", "+"]);
        let text = format!("{sign}{}", random.digits(22));
        let is_zero = sign == &"-" && text[1..].bytes().all(|it| it == b'0');
        if !is_zero {
            assert_eq!(scan::<i64>(&text), text.parse().ok(), "{text}");
            assert_eq!(scan::<i8>(&text), text.parse().ok(), "{text}");
            assert_eq!(scan::<u64>(&text), text.parse().ok(), "{text}");
        }
        assert_eq!(parse::<i64>(&text), text.parse().ok(), "{text}");
        let unsigned = if is_zero && text != "-" { Some(0) } else { text.parse().ok() };
        assert_eq!(parse::<u32>(&text), unsigned, "{text}");
    }
}

/// Whatever is scanned is parsed to the same bits, ends where it should, and panics nowhere.
fn scan_agrees_with_parse<T: TextElement>(block: &[u8], at: usize) {
    let Some((value, end)) = T::scan(block, at) else { return };
    assert!(at < end && end <= block.len(), "{block:?} {at} {end}");
    let parsed = T::parse(&block[at..end], Spelling::default());
    // As text, by which NaN is the same as NaN, and -0.0 is not 0.0.
    assert_eq!(format!("{parsed:?}"), format!("Ok({value:?})"), "{block:?} {at}");
}

#[test]
fn garbage_is_harmless() {
    let random = &mut Random(6);
    let alphabet = b"0001259+-..,eEdDinfatyINF(jJ)#_x \0\xff\n";
    for _ in 0..ROUNDS / 10 {
        let block: Vec<u8> = (0..random.below(24)).map(|_| *random.pick(alphabet)).collect();
        let mut spelling = Spelling::default();
        spelling.decimal = *random.pick(b".,");
        spelling.fortran = random.below(2) == 0;
        let _ = parse_any(&block, spelling);
        let at = random.below(26) as usize;
        for &dtype in DType::ALL {
            dispatch!(dtype, T => {
                scan_agrees_with_parse::<T>(&block, at);
                let _ = <T as TextElement>::scan(&block, usize::MAX);
                let _ = <T as TextElement>::parse(&block, spelling);
            });
        }
    }
}

/// A kind is narrower than another if whatever it spells the other does too.
#[test]
fn inference_agrees_with_every_type() {
    let random = &mut Random(7);
    for _ in 0..ROUNDS {
        let text = random.decimal();
        let any = parse_any(text.as_bytes(), Spelling::default()).ok();
        let float = match any {
            Some(Reading::Scalar(it)) => f64::from_scalar(it),
            Some(Reading::Huge(it)) => Some(it),
            None => None,
        };
        assert_eq!(float.map(f64::to_bits), parse::<f64>(&text).map(f64::to_bits), "{text}");
        let complex = parse::<Complex<f64>>(&text).map(|it| it.re.to_bits());
        assert_eq!(complex, parse::<f64>(&text).map(f64::to_bits), "{text}");
    }
}
