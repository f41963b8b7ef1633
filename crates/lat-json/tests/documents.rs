//! What stands around the values: keys, shapes, what a file's end tells, several arrays.
#![expect(clippy::float_cmp, reason = "floats are to be exact")]

use lat_json::{
    Axis, ErrorKind, Format, FromArray, Json, NdArray, Position, Result,
    ndarray::{Array1, Array2, array},
};

fn read<A: FromArray>(text: &str) -> Result<A> {
    Json::new().read(text.as_bytes())
}

fn fault(text: impl AsRef<[u8]>) -> (ErrorKind, String) {
    let err = Json::new().read::<NdArray>(text.as_ref()).expect_err("is refused");
    (err.kind(), err.to_string())
}

/// That the text is refused by an error of this kind that begins like this.
#[track_caller]
fn refuses(text: impl AsRef<[u8]>, kind: ErrorKind, message: &str) {
    let found = fault(text);
    assert!(found.0 == kind && found.1.starts_with(&format!("read_json: {message}")), "{found:?}");
}

#[test]
fn keys_come_in_any_order() {
    let parts = [
        r#""data": [1, 2, 3, 4, 5, 6]"#,
        r#""shape": [2, 3]"#,
        r#""dtype": "f32""#,
        r#""axes": ["a", "b"]"#,
    ];
    let wanted: NdArray = read(&format!("{{{}}}", parts.join(","))).unwrap();
    assert_eq!(wanted.shape(), [2, 3]);
    for order in [[0, 2, 1, 3], [3, 2, 1, 0], [1, 0, 3, 2], [2, 0, 3, 1]] {
        let text = order.map(|it| parts[it]).join(" ,\n");
        assert_eq!(read::<NdArray>(&format!("{{ {text} }}\n")).unwrap(), wanted);
    }
}

#[test]
fn unknown_keys_are_skipped_whatever_they_hold() {
    let text = r#"{"a": {"b": [1, {"c": "]}\"\\"}, null]}, "n": -1.5e3, "t": true, "s": "x", "data": [1], "z": 0}"#;
    assert_eq!(read::<Array1<i64>>(text).unwrap(), array![1]);
}

#[test]
fn keys_with_escapes_are_keys() {
    assert_eq!(read::<Array1<i64>>(r#"{"d\u0061ta": [1]}"#).unwrap(), array![1]);
}

#[test]
fn no_key_comes_twice() {
    for key in ["data", "shape", "dtype", "axes", "labels", "x"] {
        let value = if key == "dtype" {
            "\"i64\""
        } else if key == "labels" {
            "{}"
        } else {
            "[1]"
        };
        let value = if key == "axes" { "[\"a\"]" } else { value };
        let text = format!("{{\"{key}\": {value},\n \"{key}\": {value}, \"data\": [1]}}");
        refuses(
            text,
            ErrorKind::Syntax,
            &format!("line 2, column {}: duplicate key '{key}'", key.len() + 3),
        );
    }
}

#[test]
fn values_lie_flat_or_nested_in_the_stated_shape() {
    let wanted = array![[1, 2], [3, 4]];
    assert_eq!(read::<Array2<i64>>(r#"{"data": [1, 2, 3, 4], "shape": [2, 2]}"#).unwrap(), wanted);
    assert_eq!(
        read::<Array2<i64>>(r#"{"data": [[1, 2], [3, 4]], "shape": [2, 2]}"#).unwrap(),
        wanted
    );
    refuses(
        r#"{"data": [[1, 2]], "shape": [2, 1]}"#,
        ErrorKind::Shape,
        "shape (2, 1) is stated, but data is nested as (1, 2)",
    );
    refuses(
        r#"{"data": [1, 2], "shape": [3]}"#,
        ErrorKind::Shape,
        "shape (3,) holds 3 values, found 2",
    );
    refuses(
        r#"{"data": [], "shape": [2, 3]}"#,
        ErrorKind::Shape,
        "shape (2, 3) holds 6 values, found 0",
    );
    refuses(r#"{"data": 1, "shape": [1]}"#, ErrorKind::Shape, "shape (1,) is stated");
    refuses(r#"{"data": [1], "shape": [9223372036854775807, 4]}"#, ErrorKind::Shape, "shape");
}

#[test]
fn shapes_without_values_survive() {
    for (data, shape) in [
        ("[]", "[0]"),
        ("[]", "[0, 3]"),
        ("[[],[],[]]", "[3, 0]"),
        ("[]", "[3, 0]"),
        ("[[],[]]", "[2, 0, 4]"),
    ] {
        for text in [
            format!(r#"{{"data": {data}, "dtype": "u8", "shape": {shape}}}"#),
            format!(r#"{{"shape": {shape}, "dtype": "u8", "data": {data}}}"#),
        ] {
            let found: NdArray = read(&text).unwrap();
            assert_eq!(format!("{:?}", found.shape()), shape);
        }
    }
}

#[test]
fn ragged_lists_are_named_by_their_index() {
    refuses(
        r#"{"data": [[1, 2], [3]]}"#,
        ErrorKind::Shape,
        "ragged nesting — expected 2 values, got 1 (data[1])",
    );
    refuses(
        r#"{"data": [[[1], [2]], [[3], [4, 5]]]}"#,
        ErrorKind::Shape,
        "ragged nesting — expected 1 values, got 2 (data[1][1])",
    );
    refuses(
        r#"{"data": [[1], 2]}"#,
        ErrorKind::Shape,
        "ragged nesting — values and lists are mixed (data[1])",
    );
    refuses(
        r#"{"data": [1, [2]]}"#,
        ErrorKind::Shape,
        "ragged nesting — values and lists are mixed (data[1])",
    );
}

#[test]
fn what_is_said_of_the_array_must_make_sense() {
    refuses(
        r#"{"data": [1], "shape": 1}"#,
        ErrorKind::Shape,
        "invalid type: integer `1`, expected a shape, such as [2, 3] (line 1, column 25)",
    );
    refuses(
        r#"{"data": [1], "shape": [-1]}"#,
        ErrorKind::Shape,
        "invalid value: integer `-1`, expected usize (line 1, column 27)",
    );
    refuses(
        r#"{"data": [1], "shape": null}"#,
        ErrorKind::Shape,
        "invalid type: null, expected a shape",
    );
    refuses(
        r#"{"data": [1], "dtype": 3}"#,
        ErrorKind::DType,
        "line 1, column 25: invalid type: integer `3`, expected a string",
    );
    refuses(r#"{"data": [1], "dtype": "object"}"#, ErrorKind::DType, "unknown dtype 'object'");
    refuses(
        r#"{"data": [1], "axes": ["a", "b"]}"#,
        ErrorKind::Shape,
        "2 axes for an array of rank 1",
    );
    refuses(r#"{"data": [[1]], "axes": ["a", "a"]}"#, ErrorKind::Shape, "two axes named 'a'");
    refuses(
        r#"{"data": [1], "labels": {"y": ["a"]}}"#,
        ErrorKind::Shape,
        "labels for 'y', which is no axis",
    );
    refuses(
        r#"{"data": [1], "labels": {"x0": ["a", "b"]}}"#,
        ErrorKind::Shape,
        "2 labels for axis 'x0' of extent 1",
    );
    refuses(
        r#"{"data": [1], "labels": {"x0": ["a"], "x0": ["a"]}}"#,
        ErrorKind::Shape,
        "labels for 'x0' twice (line 1, column 50)",
    );
}

#[test]
fn labels_are_read() {
    let text = r#"{"labels": {"x1": ["a", "b"]}, "data": [[1, 2]]}"#;
    let found: NdArray = read(text).unwrap();
    assert_eq!(found.axes(), [Axis::new("x0"), Axis::new("x1").with_labels(["a", "b"])]);
}

#[test]
fn lists_stand_alone_by_option() {
    let json = Json::new().bare(true);
    assert_eq!(json.read::<Array1<i64>>(" [1, 2]\n".as_bytes()).unwrap(), array![1, 2]);
    assert_eq!(json.read::<Array1<i64>>("{\"data\": [1]}".as_bytes()).unwrap(), array![1]);
    for text in ["5", "null", "\"[1]\"", "true"] {
        let err = json.read::<NdArray>(text.as_bytes()).unwrap_err().to_string();
        assert!(err.starts_with("read_json: root must be a JSON object or a list"), "{err}");
    }
    assert!(json.read::<NdArray>("[1] [2]".as_bytes()).is_err());
    assert!(json.read::<NdArray>("[1], [2]".as_bytes()).is_err());
}

#[test]
fn lines_are_the_rows_of_one_array() {
    let json = Json::new().lines(true);
    let read = |text: &str| json.read::<NdArray>(text.as_bytes());
    assert_eq!(read("[1, 2]\n[3, 4]\n").unwrap(), array![[1_i64, 2], [3, 4]].into());
    assert_eq!(read("1\r\n2.5\n3").unwrap(), array![1.0, 2.5, 3.0].into());
    assert_eq!(read("[1, 2]\n[3]\n").unwrap_err().position(), Some(&Position::Index(vec![1])));
    for text in ["[1, 2],\n[3, 4]\n", "1, 2\n", "[1]\n]", "", "[1\n[2]"] {
        assert!(read(text).is_err(), "{text}");
    }
    let typed: Array2<f32> = json.read("[0.1]\n[2]\n".as_bytes()).unwrap();
    assert_eq!(typed, array![[0.1], [2.0]]);
}

#[test]
fn arrays_follow_one_another() {
    let json = Json::new().bare(true);
    let text = "{\"data\": [1], \"dtype\": \"u8\"}\n[[true]]\n\n{\"data\": 2.5}[";
    let mut arrays = json.arrays(text.as_bytes()).unwrap();
    assert_eq!(arrays.next().unwrap().unwrap(), array![1_u8].into());
    assert_eq!(arrays.next().unwrap().unwrap(), array![[true]].into());
    assert_eq!(arrays.next().unwrap().unwrap().rank(), 0);
    assert_eq!(arrays.next().unwrap().unwrap_err().kind(), ErrorKind::Syntax);
    assert!(arrays.next().is_none());
}

/// A file that is long enough for its end to be looked at first.
struct LongFile(std::path::PathBuf);

impl LongFile {
    fn new(name: &str, head: &str, value: &str, tail: &str) -> Self {
        let path = std::env::temp_dir().join(format!("lat-json-{name}-{}", std::process::id()));
        let data = format!("{value}, ").repeat(100_000);
        std::fs::write(&path, format!("{{{head}\"data\": [{data}{value}]{tail}}}"))
            .expect("a place for a file");
        Self(path)
    }

    fn load(&self) -> Result<NdArray> {
        Json::new().load(&self.0)
    }
}

impl Drop for LongFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn the_end_of_a_file_may_tell_the_type() {
    let file = LongFile::new("tell", "", "0.1", ", \"dtype\": \"f32\"");
    let found: Array1<f32> = file.load().unwrap().try_into().unwrap();
    assert_eq!((found.len(), found[99_999]), (100_001, 0.1));
}

#[test]
fn the_end_of_a_file_may_mislead() {
    let label = ", \"note\": \"x\", \"labels\": {}, \"y\": {\"dtype\": \"u8\"}";
    let file = LongFile::new("mislead", "", "0.1", label);
    let found: Array1<f64> = file.load().unwrap().try_into().unwrap();
    assert_eq!(found[99_999], 0.1);
    let file = LongFile::new("before", "\"dtype\": \"f64\", ", "300", label);
    let found: Array1<f64> = file.load().unwrap().try_into().unwrap();
    assert_eq!(found[99_999], 300.0);
    let file = LongFile::new("fits", "", "1", label);
    assert_eq!(file.load().unwrap().dtype().name(), "i64");
}

#[test]
fn faults_of_a_long_file_are_found_all_the_same() {
    let file = LongFile::new("fault", "", "300", ", \"dtype\": \"u8\"");
    let err = file.load().unwrap_err();
    assert!(err.to_string().contains("300 does not fit u8"), "{err}");
    // From a pipe, it is the same.
    let text = std::fs::read(&file.0).unwrap();
    let err = Json::new().read::<NdArray>(&*text).unwrap_err();
    assert!(err.to_string().contains("data[0]: 300 does not fit u8"), "{err}");
}

#[test]
fn a_head_is_known_by_its_brace() {
    let json = Json::new();
    assert!(json.sniff(b" {\"data\""));
    assert!(json.sniff(b"\xEF\xBB\xBF{ \"data\""));
    assert!(!json.sniff(b"[1, 2]"));
    assert!(!json.sniff(b"{1: 2}"));
    assert!(!json.sniff(b"1 2"));
}
