//! What is written, byte for byte. Python's `json.dumps(..., separators)` and `repr` say what.

use lat_json::{
    Axis, Complex, Element, Format, Json, NdArray, NdArrayView, f16,
    ndarray::{Array2, Array3, ArrayD, IxDyn, ShapeBuilder, arr0, array, s},
};

fn written<'a>(json: &Json, array: impl Into<NdArrayView<'a>>) -> String {
    let mut out = Vec::new();
    json.write(&mut out, array).expect("a Vec takes all");
    String::from_utf8(out).expect("UTF-8")
}

fn bare<'a>(array: impl Into<NdArrayView<'a>>) -> String {
    written(&Json::new().bare(true), array)
}

#[test]
fn every_type_has_its_spelling() {
    assert_eq!(bare(&array![i8::MIN, i8::MAX]), "[-128, 127]");
    assert_eq!(bare(&array![i64::MIN, i64::MAX]), "[-9223372036854775808, 9223372036854775807]");
    assert_eq!(bare(&array![u64::MAX]), "[18446744073709551615]");
    assert_eq!(bare(&array![true, false]), "[true, false]");
    assert_eq!(
        bare(&array![0.1, -0.0, 1.0, 5e-324, 1e16, 1e-5, f64::MAX, 123_456_789_012_345_680.0]),
        "[0.1, -0.0, 1.0, 5e-324, 1e+16, 1e-05, 1.7976931348623157e+308, 1.2345678901234568e+17]"
    );
    assert_eq!(bare(&array![0.1_f32, 16_777_216.0, 1e-45]), "[0.1, 16777216.0, 1e-45]");
    assert_eq!(bare(&array![f16::from_bits(0x2e66), f16::MAX]), "[0.1, 65500.0]");
    let pair = Complex::new(1.5, f64::NAN);
    assert_eq!(bare(&array![pair]), "[[1.5, null]]");
    assert_eq!(
        bare(&array![f64::NAN, f64::INFINITY, f64::NEG_INFINITY]),
        r#"[null, "Infinity", "-Infinity"]"#
    );
}

#[test]
fn indents_are_from_none_to_sixteen() {
    let a = array![1_i32];
    let text = |indent| written(&Json::new().indent(indent).unwrap(), &a);
    assert_eq!(text(0), r#"{"data": [1], "dtype": "i32", "shape": [1], "axes": ["x0"]}"#);
    assert!(text(16).starts_with(&format!("{{\n{}\"data\": [1],\n", " ".repeat(16))));
    assert!(Json::new().indent(17).is_err());
    let compact = written(&Json::new().compact(true), &a);
    assert_eq!(compact, r#"{"data":[1],"dtype":"i32","shape":[1],"axes":["x0"]}"#);
}

#[test]
fn rank_0_has_no_brackets() {
    let text = written(&Json::new().indent(0).unwrap(), &arr0(5_i64));
    assert_eq!(text, r#"{"data": 5, "dtype": "i64", "shape": [], "axes": []}"#);
    let text = written(&Json::new().compact(true), &arr0(Complex::new(1.0_f32, 2.0)));
    assert_eq!(text, r#"{"data":[1.0,2.0],"dtype":"c64","shape":[],"axes":[]}"#);
    assert!(Json::new().bare(true).write(Vec::new(), &arr0(5)).is_err());
}

#[test]
fn arrays_without_elements_keep_their_shape() {
    let cases: [(&[usize], &str); 6] = [
        (&[0], "[]"),
        (&[0, 3], "[]"),
        (&[3, 0], "[[], [], []]"),
        (&[2, 0, 4], "[[], []]"),
        (&[2, 1, 0], "[[[]], [[]]]"),
        (&[0, 0], "[]"),
    ];
    for (shape, text) in cases {
        let a = NdArray::from(ArrayD::<f32>::zeros(IxDyn(shape)));
        assert_eq!(bare(&a), text);
        let whole = written(&Json::new(), &a);
        assert_eq!(Json::new().read::<NdArray>(whole.as_bytes()).unwrap(), a);
    }
}

#[test]
fn rows_may_have_lines_of_their_own() {
    let a = array![[[1, 2], [3, 4]], [[5, 6], [7, 8]]];
    let text = "{
  \"data\": [
    [
      [1, 2],
      [3, 4]
    ],
    [
      [5, 6],
      [7, 8]
    ]
  ],
  \"dtype\": \"i32\",
  \"shape\": [2, 2, 2],
  \"axes\": [\"x0\", \"x1\", \"x2\"]
}";
    assert_eq!(written(&Json::new().rows(true), &a), text);
    let bare = written(&Json::new().rows(true).bare(true), &array![[1, 2], [3, 4]]);
    assert_eq!(bare, "[\n  [1, 2],\n  [3, 4]\n]");
    let compact =
        written(&Json::new().rows(true).compact(true).bare(true), &array![[1, 2], [3, 4]]);
    assert_eq!(compact, "[\n[1,2],\n[3,4]\n]");
    assert_eq!(written(&Json::new().rows(true).bare(true), &array![1, 2]), "[1, 2]");
}

#[test]
fn lines_have_a_value_each() {
    let lines = Json::new().lines(true);
    assert_eq!(written(&lines, &array![[1, 2], [3, 4]]), "[1, 2]\n[3, 4]\n");
    assert_eq!(written(&lines, &array![1.5, f64::NAN]), "1.5\nnull\n");
    let a = array![[[1, 2]], [[3, 4]]];
    assert_eq!(written(&lines, &a), "[[1, 2]]\n[[3, 4]]\n");
    assert_eq!(lines.read::<Array3<i32>>("[[1, 2]]\n[[3, 4]]\n".as_bytes()).unwrap(), a);
}

#[test]
fn names_and_labels_are_strings() {
    let axes = vec![Axis::new("a \"b\""), Axis::new("ü\n").with_labels(["one", "t\\wo"])];
    let a = NdArray::from(array![[1_i64, 2]]).with_axes(axes).unwrap();
    let text = written(&Json::new().indent(0).unwrap(), &a);
    assert_eq!(
        text,
        r#"{"data": [[1, 2]], "dtype": "i64", "shape": [1, 2], "axes": ["a \"b\"", "ü\n"], "labels": {"ü\n": ["one", "t\\wo"]}}"#
    );
    assert_eq!(Json::new().read::<NdArray>(text.as_bytes()).unwrap(), a);
}

#[test]
fn views_are_written_in_logical_order() {
    let base = Array3::from_shape_vec((3, 4, 5), (0..60).collect()).unwrap();
    let view = base.slice(s![..;2, ..;-1, 1..;2]).permuted_axes([2, 0, 1]);
    assert_eq!(
        bare(view),
        "[[[16, 11, 6, 1], [56, 51, 46, 41]], [[18, 13, 8, 3], [58, 53, 48, 43]]]"
    );
    let fortran = Array2::from_shape_vec((2, 3).f(), vec![1, 4, 2, 5, 3, 6]).unwrap();
    assert_eq!(bare(&fortran), "[[1, 2, 3], [4, 5, 6]]");
}

/// Every type comes back bit for bit, by way of a text longer than the writer's buffer.
#[test]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    reason = "any bits will do"
)]
fn what_is_written_is_read() {
    fn check<T: Element>(of: impl Fn(u64) -> T) {
        let values = (0..10_000_u64).map(|it| of(it.wrapping_mul(0x9E37_79B9_7F4A_7C15))).collect();
        let a = NdArray::from(Array2::from_shape_vec((2500, 4), values).unwrap());
        for json in [Json::new(), Json::new().compact(true), Json::new().rows(true)] {
            let text = written(&json, &a);
            let back: NdArray = json.read(text.as_bytes()).unwrap();
            assert_eq!(format!("{back:?}"), format!("{a:?}"));
        }
    }
    check(|it| it % 2 == 0);
    check(|it| it as i8);
    check(|it| it as u16);
    check(|it| it as i32);
    check(|it| it as i64);
    check(|it| it);
    check(|it| f16::from_bits(it as u16));
    check(|it| f32::from_bits(it as u32));
    check(f64::from_bits);
    check(|it| Complex::new(f32::from_bits(it as u32), f32::from_bits((it >> 32) as u32)));
    check(|it| Complex::new(f64::from_bits(it), it as f64));
}
