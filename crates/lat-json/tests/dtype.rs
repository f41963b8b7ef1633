//! The element type: stated before the values, after them, wanted, or found out.
#![expect(clippy::float_cmp, reason = "floats are to be exact")]

use lat_json::{
    Complex, DType, Element, ErrorKind, Format, FromArray, Json, NdArray, Position, Result, f16,
    ndarray::{Array0, Array1, Array2, array},
};

fn read<A: FromArray>(text: &str) -> Result<A> {
    Json::new().bare(true).read(text.as_bytes())
}

/// Reads `data` with the type stated before it, and after it.
fn both<T: Element>(data: &str) -> [Result<Array1<T>>; 2] {
    let dtype = T::DTYPE;
    [
        format!(r#"{{"dtype": "{dtype}", "data": {data}}}"#),
        format!(r#"{{"data": {data}, "dtype": "{dtype}"}}"#),
    ]
    .map(|text| read::<NdArray>(&text).and_then(NdArray::into_typed))
}

fn dtype(data: &str) -> DType {
    read::<NdArray>(data).expect("an array").dtype()
}

/// Kind, message and index of both orders' errors.
fn faults<T: Element>(data: &str) -> [(ErrorKind, String, Vec<usize>); 2] {
    both::<T>(data).map(|result| {
        let err = result.expect_err("does not fit");
        let Some(Position::Index(index)) = err.position() else { panic!("{err} has no index") };
        (err.kind(), err.to_string(), index.clone())
    })
}

#[test]
fn values_tell_the_type() {
    assert_eq!(dtype("[]"), DType::I64);
    assert_eq!(dtype("[1, -2]"), DType::I64);
    assert_eq!(dtype("[1, 18446744073709551615]"), DType::U64);
    assert_eq!(dtype("[1, 2.0]"), DType::F64);
    assert_eq!(dtype("[1, 1e0]"), DType::F64);
    assert_eq!(dtype("[1, -0]"), DType::F64);
    assert_eq!(dtype("[1, null]"), DType::F64);
    assert_eq!(dtype("[1, NaN]"), DType::F64);
    assert_eq!(dtype("[1, \"Infinity\"]"), DType::F64);
    assert_eq!(dtype("[true, false]"), DType::B1);
    assert_eq!(dtype("[0, 1]"), DType::I64);
}

#[test]
fn words_are_floats() {
    let data = r#"[NaN, Infinity, -Infinity, "NaN", "Infinity", "-Infinity", null, 1]"#;
    let a: Array1<f64> = read(data).unwrap();
    assert!(a[0].is_nan() && a[3].is_nan() && a[6].is_nan());
    let inf = f64::INFINITY;
    assert_eq!([a[1], a[2], a[4], a[5], a[7]], [inf, -inf, inf, -inf, 1.0]);
    for found in both::<f16>(data) {
        assert_eq!(found.unwrap()[5], f16::NEG_INFINITY);
    }
}

#[test]
fn integers_are_exact_to_their_ends() {
    let a: NdArray = read("[-9223372036854775808, 9223372036854775807]").unwrap();
    assert_eq!(a, array![i64::MIN, i64::MAX].into());
    let a: NdArray = read("[0, 18446744073709551615, 9223372036854775808]").unwrap();
    assert_eq!(a, array![0, u64::MAX, 1 << 63].into());
    for found in both::<i8>("[-128, 127]") {
        assert_eq!(found.unwrap(), array![-128, 127]);
    }
}

#[test]
fn integers_that_no_type_holds_are_an_error_unless_floats_are_there() {
    for data in ["[18446744073709551616]", "[-9223372036854775809]", "[18446744073709551615, -1]"] {
        let err = read::<NdArray>(data).unwrap_err();
        assert_eq!(err.kind(), ErrorKind::Parse, "{err}");
        assert!(matches!(err.position(), Some(Position::Index(_))), "{err}");
    }
    let a: Array1<f64> = read("[18446744073709551616, -1]").unwrap();
    assert_eq!(a, array![18_446_744_073_709_551_616.0, -1.0]);
    let a: NdArray = read("[18446744073709551616, 0.5]").unwrap();
    assert_eq!(a, array![18_446_744_073_709_551_616.0, 0.5].into());
}

#[test]
fn null_never_rounds_an_integer() {
    let a: NdArray = read("[9007199254740992, null, -3]").unwrap();
    assert_eq!(a.dtype(), DType::F64);
    for data in
        ["[9007199254740993, null]", "[null, 9007199254740993]", "[1, NaN, 9007199254740993]"]
    {
        let err = read::<NdArray>(data).unwrap_err().to_string();
        assert!(err.contains("9007199254740993 is no f64"), "{err}");
        assert!(err.contains("data["), "{err}");
    }
    // Beside a fraction, or as the type asked for, it is a float like any other.
    let a: NdArray = read("[9007199254740993, null, 0.5]").unwrap();
    assert_eq!(a.dtype(), DType::F64);
    for found in both::<f64>("[9007199254740993, null]") {
        assert_eq!(found.unwrap()[0], 9_007_199_254_740_992.0);
    }
}

#[test]
fn values_of_another_kind_are_errors_with_their_index() {
    let check = |faults: [(ErrorKind, String, Vec<usize>); 2], index: &[usize]| {
        for (kind, message, found) in faults {
            assert_eq!((kind, &*found), (ErrorKind::Parse, index), "{message}");
        }
    };
    check(faults::<u8>("[[1, 2], [3, 300]]"), &[1, 1]);
    check(faults::<u8>("[1, -1]"), &[1]);
    check(faults::<i64>("[1, 1.5]"), &[1]);
    check(faults::<i64>("[1, 2, 1.0]"), &[2]);
    check(faults::<i64>("[1, 1e2]"), &[1]);
    check(faults::<i64>("[1, -0]"), &[1]);
    check(faults::<i64>("[[1], [null]]"), &[1, 0]);
    check(faults::<i64>("[1, NaN]"), &[1]);
    check(faults::<u64>("[18446744073709551616]"), &[0]);
    check(faults::<f32>("[1, 1e39]"), &[1]);
    check(faults::<f16>("[1, 65520]"), &[1]);
    check(faults::<f64>("[1, 1e309]"), &[1]);
    check(faults::<f64>("[[1, \"a\"]]"), &[0, 1]);
    check(faults::<bool>("[[true], [1]]"), &[1, 0]);
    check(faults::<bool>("[null]"), &[0]);
    check(faults::<f64>("[true]"), &[0]);
}

#[test]
fn kinds_are_not_mixed() {
    let fault = |data: &str| read::<NdArray>(data).unwrap_err().to_string();
    assert!(fault("[[1, 2], [3, true]]").starts_with("read_json: data[1][1]: true among numbers"));
    assert!(fault("[true, 0]").starts_with("read_json: data[1]: 0 among booleans"));
    assert!(fault("[true, null]").starts_with("read_json: data[1]: null among booleans"));
    assert!(fault("[null, true]").starts_with("read_json: data[1]: true among numbers"));
    assert!(fault("[1, {}]").starts_with("read_json: data[1]: an object is not a number"));
    assert!(
        fault("[1, \"1\"]").starts_with("read_json: data[1]: the string \"1\" is not a number")
    );
}

#[test]
fn complex_numbers_are_pairs_if_that_is_stated() {
    let text = "[[1, -0.0], [null, \"Infinity\"], [ 2.5 ,3 ]]";
    for found in both::<Complex<f32>>(text) {
        let found = found.unwrap();
        assert_eq!(found[0], Complex::new(1.0, 0.0));
        assert!(found[0].im.is_sign_negative());
        assert!(found[1].re.is_nan() && found[1].im == f32::INFINITY);
        assert_eq!(found[2], Complex::new(2.5, 3.0));
    }
    let a: NdArray = read(text).unwrap();
    assert_eq!((a.dtype(), a.shape()), (DType::F64, &[3, 2][..]));
    let nested = r#"{"data": [[[1, 2], [3, 4]]], "dtype": "c128"}"#;
    let a: Array2<Complex<f64>> = read(nested).unwrap();
    assert_eq!(a, array![[Complex::new(1.0, 2.0), Complex::new(3.0, 4.0)]]);
}

#[test]
fn complex_numbers_are_nothing_but_pairs() {
    for data in ["[1, 2, 3]", "[[1]]", "[[1, 2, 3]]", "[[1, 2], [3]]", "[[1, 2], 3]", "[[1, true]]"]
    {
        for result in both::<Complex<f64>>(data) {
            let err = result.unwrap_err();
            assert!(matches!(err.kind(), ErrorKind::Parse | ErrorKind::Shape), "{data}: {err}");
        }
    }
}

#[test]
fn a_single_complex_number_is_a_pair() {
    for text in [
        r#"{"data": [1, 2], "dtype": "c128", "shape": []}"#,
        r#"{"shape": [], "dtype": "c128", "data": [1, 2]}"#,
    ] {
        let a: Array0<Complex<f64>> = read(text).unwrap();
        assert_eq!(a[()], Complex::new(1.0, 2.0));
    }
}

/// Texts of a positive number that has a decimal: a little less, the number, and a little more.
fn around(value: f64) -> [String; 3] {
    let (nines, zeros) = ("9".repeat(30), "0".repeat(30));
    if value.trunc() == value {
        return [
            format!("{}.{nines}", value - 1.0),
            format!("{value}"),
            format!("{value}.{zeros}1"),
        ];
    }
    let exact = format!("{value:.1074}");
    let exact = exact.trim_end_matches('0');
    let (head, last) = exact.split_at(exact.len() - 1);
    assert_eq!(last, "5", "the last digit of what is no whole number");
    [format!("{head}4{nines}"), exact.to_owned(), format!("{exact}{zeros}1")]
}

#[test]
fn halfway_f32_are_rounded_once() {
    // 1 + 2^-24 lies between 1 and the f32 after it; so do these, elsewhere.
    let steps = [f32::MIN_POSITIVE, 1.0e-3, 1.0, 1.5, 123.456, 1.0e7, 1.0e-40, f32::from_bits(1)];
    for low in steps {
        let high = f32::from_bits(low.to_bits() + 1);
        let halfway = f64::midpoint(low.into(), high.into());
        let even = if low.to_bits() % 2 == 0 { low } else { high };
        let texts = around(halfway);
        for prefix in ["", "7, 9007199254740993, ", "null, 0.5, "] {
            let data = format!("[{prefix}{}, -{}]", texts.join(", "), texts[2]);
            for found in both::<f32>(&data) {
                let found = found.unwrap().to_vec();
                assert_eq!(found[found.len() - 4..], [low, even, high, -high], "{data}");
            }
        }
    }
}

#[test]
fn halfway_f16_are_rounded_once() {
    for bits in [0x0001, 0x03ff, 0x0400, 0x3c00, 0x3c01, 0x5640, 0x7bfe] {
        let (low, high) = (f16::from_bits(bits), f16::from_bits(bits + 1));
        let halfway = f64::midpoint(low.to_f64(), high.to_f64());
        let even = if bits % 2 == 0 { low } else { high };
        let texts = around(halfway);
        let data = format!("[0.1, {}]", texts.join(", "));
        for found in both::<f16>(&data) {
            assert_eq!(found.unwrap().to_vec()[1..], [low, even, high], "{data}");
        }
    }
}

#[test]
fn large_integers_become_f32_at_once() {
    // Halfway between 2^60 and the next f32, 2^60 + 2^37, and one more: an f64 cannot tell.
    let data = "[1152921573326323713, -1152921573326323713, 18446744073709551615]";
    let high = 2_f32.powi(60) + 2_f32.powi(37);
    for data in [data.to_owned(), data.replace(']', ", 0.5]"), data.replace(']', ", null]")] {
        for found in both::<f32>(&data) {
            let found = found.unwrap();
            assert_eq!([found[0], found[1]], [high, -high], "{data}");
        }
    }
}

#[test]
fn an_overflow_to_f32_is_decided_by_the_text() {
    // Halfway between the last f32 and the power of two after it.
    let halfway = "340282356779733661637539395458142568448";
    let below = "340282356779733661637539395458142568447.9";
    for found in both::<f32>(&format!("[1.5, {below}]")) {
        assert_eq!(found.unwrap()[1], f32::MAX);
    }
    for found in both::<f32>(&format!("[1.5, {halfway}]")) {
        assert!(found.is_err());
    }
}

#[test]
fn what_is_wanted_must_be_what_is_stated() {
    for text in [r#"{"data": [1], "dtype": "f32"}"#, r#"{"dtype": "f32", "data": [1]}"#] {
        let err = read::<Array1<f64>>(text).unwrap_err();
        assert_eq!(err.kind(), ErrorKind::DType);
        assert_eq!(
            err.to_string(),
            "read_json: elements are f32, wanted f64; f64 holds every f32: use the option widen"
        );
        let a: Array1<f64> = Json::new().widen(true).read(text.as_bytes()).unwrap();
        assert_eq!(a, array![1.0]);
        assert!(Json::new().widen(true).read::<Array1<i32>>(text.as_bytes()).is_err());
    }
}

#[test]
fn widening_gives_the_values_of_the_stated_type() {
    for text in [r#"{"data": [0.1], "dtype": "f32"}"#, r#"{"dtype": "f32", "data": [0.1]}"#] {
        let a: Array1<f64> = Json::new().widen(true).read(text.as_bytes()).unwrap();
        assert_eq!(a[0], f64::from(0.1_f32));
    }
}

#[test]
fn what_is_wanted_is_read_where_nothing_is_stated() {
    let text = r#"{"data": [1, 0.1]}"#;
    assert_eq!(read::<Array1<f32>>(text).unwrap(), array![1.0, 0.1]);
    assert_eq!(Json::new().widen(true).read::<Array1<f32>>(text.as_bytes()).unwrap()[1], 0.1);
    assert!(read::<Array1<u8>>(text).is_err());
}

#[test]
fn the_option_wins_over_the_file() {
    let json = Json::new().dtype(DType::U8);
    for text in [r#"{"data": [1], "dtype": "f64"}"#, r#"{"dtype": "object", "data": [1]}"#] {
        assert_eq!(json.read::<NdArray>(text.as_bytes()).unwrap(), array![1_u8].into());
    }
}
