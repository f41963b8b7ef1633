//! The fast way, the slow way, and `serde_json` agree on any document.

use std::io::{self, Read};

use lat_json::{
    DType, Element, ErrorKind, Format, FromArray, Json, NdArray, Position, Result,
    ndarray::{Array1, ArrayD},
};
use proptest::prelude::*;
use serde_json::Value;

/// A number by JSON's grammar.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<i64>().prop_map(|it| it.to_string()),
        any::<u64>().prop_map(|it| it.to_string()),
        (-1000..1000).prop_map(|it: i32| it.to_string()),
        any::<u64>().prop_map(f64::from_bits).prop_filter_map("finite", shortest),
        any::<u32>().prop_map(f32::from_bits).prop_filter_map("finite", shortest),
        "-?(0|[1-9][0-9]{0,25})(\\.[0-9]{1,25})?([eE][+-]?[0-9]{1,2})?",
    ]
}

fn shortest(value: impl serde::Serialize) -> Option<String> {
    serde_json::to_string(&value).ok().filter(|it| it != "null")
}

/// Numbers, more of them than have room at once where a run begins.
fn numbers() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(number(), 1..70)
}

fn blanks() -> impl Strategy<Value = String> {
    prop_oneof![4 => Just(String::new()), 2 => Just(" ".to_owned()), 1 => "[ \t\r\n]{1,9}"]
}

fn read<A: FromArray>(text: &str) -> Result<A> {
    Json::new().bare(true).read(text.as_bytes())
}

/// Gives so many bytes at a time, and is interrupted in between.
struct Pieces<'a> {
    rest: &'a [u8],
    size: usize,
    interrupted: bool,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = self.size.min(buffer.len()).min(self.rest.len());
        buffer[..len].copy_from_slice(&self.rest[..len]);
        self.rest = &self.rest[len..];
        Ok(len)
    }
}

fn in_pieces(text: &[u8], size: usize) -> Result<NdArray> {
    Json::new().bare(true).read(Pieces { rest: text, size, interrupted: false })
}

/// What was read, or what was wrong; with bits, so that NaN is NaN.
fn outcome(result: Result<NdArray>) -> String {
    match result {
        Ok(array) => {
            let dtype = array.dtype();
            let shape = array.shape().to_vec();
            format!("{dtype} {shape:?} {:?}", array.values())
        }
        Err(err) => err.to_string(),
    }
}

fn exact<T: Element + std::str::FromStr>(texts: &[String]) -> Vec<T> {
    texts.iter().map(|it| it.parse().ok().expect("a float")).collect()
}

/// The document with its type before the values, and after them.
fn both_orders(dtype: DType, data: &str) -> [String; 2] {
    [
        format!(r#"{{"dtype": "{dtype}", "data": {data}}}"#),
        format!(r#"{{"data": {data}, "dtype": "{dtype}"}}"#),
    ]
}

proptest! {
    #[test]
    fn floats_are_the_nearest(texts in numbers(), before in blanks(), after in blanks()) {
        let data = format!("[{before}{}{after}]", texts.join(&format!("{after},{before}")));
        let wanted = exact::<f64>(&texts);
        let bits = |it: &[f64]| it.iter().map(|it| it.to_bits()).collect::<Vec<_>>();
        let found: Array1<f64> = read(&data).unwrap();
        prop_assert_eq!(bits(found.as_slice().unwrap()), bits(&wanted));
        let serde: Vec<f64> = serde_json::from_str(&data).unwrap();
        prop_assert_eq!(bits(&serde), bits(&wanted));
    }

    #[test]
    fn smaller_floats_are_rounded_once(texts in numbers()) {
        let data = format!("[{}]", texts.join(","));
        let wanted = exact::<f32>(&texts);
        for text in both_orders(DType::F32, &data) {
            match read::<NdArray>(&text) {
                Ok(found) => {
                    let found: Array1<f32> = found.try_into().unwrap();
                    let bits = found.iter().map(|it| it.to_bits()).collect::<Vec<_>>();
                    prop_assert_eq!(bits, wanted.iter().map(|it| it.to_bits()).collect::<Vec<_>>());
                }
                Err(err) => {
                    prop_assert!(err.to_string().contains("does not fit f32"), "{}", err);
                    prop_assert!(wanted.iter().any(|it| it.is_infinite()));
                }
            }
        }
    }

    #[test]
    fn integers_are_exact(values in prop::collection::vec(any::<i64>(), 1..200), shift in 0..64_u32) {
        let values: Vec<_> = values.iter().map(|it| it >> shift).collect();
        let text = serde_json::to_string(&values).unwrap();
        prop_assert_eq!(read::<Array1<i64>>(&text).unwrap().to_vec(), &values[..]);
        let found: NdArray = read(&text).unwrap();
        prop_assert_eq!(Array1::<i64>::try_from(found).unwrap().to_vec(), values);
    }

    #[test]
    fn the_order_of_keys_does_not_matter(
        texts in prop::collection::vec(
            prop_oneof![
                8 => number(),
                1 => prop::sample::select(vec!["null", "true", "-0", "NaN", "\"-Infinity\"", "1e999", "\"a\""])
                    .prop_map(str::to_owned),
            ],
            1..8,
        ),
        dtype in prop::sample::select(DType::ALL.to_vec()),
        pairs: bool,
    ) {
        let data = if pairs {
            format!("[{}]", texts.iter().map(|it| format!("[{it}, 1]")).collect::<Vec<_>>().join(", "))
        } else {
            format!("[{}]", texts.join(", "))
        };
        let [before, after] = both_orders(dtype, &data);
        match (read::<NdArray>(&before), read::<NdArray>(&after)) {
            (Ok(a), Ok(b)) => prop_assert_eq!(outcome(Ok(a)), outcome(Ok(b))),
            (Err(a), Err(b)) => prop_assert_eq!(a.kind(), b.kind(), "{} / {}", a, b),
            (a, b) => prop_assert!(false, "{} / {}", outcome(a), outcome(b)),
        }
    }

    #[test]
    fn pieces_do_not_matter(
        rows in prop::collection::vec(prop::collection::vec(number(), 2), 1..30),
        gap in blanks(),
        cut: prop::sample::Index,
        dtype in prop::sample::select(vec!["", "\"dtype\": \"f32\", ", "\"dtype\": \"c128\", "]),
    ) {
        let rows: Vec<_> = rows.iter().map(|it| format!("[{}]", it.join(&format!(",{gap}")))).collect();
        let text = format!("{{{dtype}\"data\": [{}]{gap}, \"skip\": [1, {{\"a\": -2.5}}]}}", rows.join(&format!("{gap},")));
        // Whole, and cut off anywhere.
        for text in [text.as_bytes(), &text.as_bytes()[..cut.index(text.len())]] {
            let wanted = outcome(Json::new().read(text));
            for size in [1, 2, 7, 64] {
                prop_assert_eq!(&outcome(in_pieces(text, size)), &wanted);
            }
        }
    }

    /// Whatever is no JSON is refused with `serde_json`'s words, line and column; and what is an
    /// array of numbers is read.
    #[test]
    fn syntax_is_strict(
        texts in prop::collection::vec(prop_oneof![4 => number(), 1 => "[-+.0-9eE\\[\\], \\n\"a{}:]{0,6}"], 1..6),
        gap in blanks(),
    ) {
        let text = format!("[{}{gap}]", texts.join(&format!("{gap},")));
        match (read::<ArrayD<f64>>(&text), serde_json::from_str::<Value>(&text)) {
            (Ok(found), Ok(Value::Array(_))) => {
                prop_assert!(found.ndim() > 0);
            }
            (Ok(_), other) => prop_assert!(false, "read, but {:?}", other),
            (Err(ours), Err(theirs)) if ours.kind() == ErrorKind::Syntax => {
                let place = Position::Column { line: theirs.line() as u64, column: theirs.column() as u64 };
                prop_assert_eq!(ours.position(), Some(&place), "{:?}: {} / {}", text, ours, theirs);
            }
            (Err(ours), Ok(_)) => prop_assert!(ours.kind() != ErrorKind::Syntax, "{}", ours),
            (Err(_), Err(_)) => {}
        }
    }
}
