//! What is refused, with which words, and where: syntax, bounds, readers that fail.

use std::io::Read;

use lat_json::{
    ErrorKind, Format, FromArray, Json, Limits, NdArray, Position, Result,
    ndarray::{Array1, array},
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

/// `serde_json`'s words, line and column, for faults of the object and of the values.
#[test]
fn syntax_errors_are_serde_jsons() {
    for text in [
        "{\"data\": [1, 01]}",
        "{\"data\": [1, 1.]}",
        "{\"data\": [1.5e+]}",
        "{\"data\": [-]}",
        "{\"data\": [+1]}",
        "{\"data\": [.5]}",
        "{\"data\": [1,\n  nul]}",
        "{\"data\": [\"a\nb\"]}",
        "{\"data\": [\"\\ud800\"]}",
        "{\"data\": [\"\\x\"]}",
        "{\"data\": [1,\n\n 2,]}",
        "{\"data\": [1 2]}",
        "{\"data\": [1,,2]}",
        "{\"data\": [,1]}",
        "{\"data\": [1]]",
        "{\"data\": [1]",
        "{\"data\": [1",
        "{\"data\": [1,",
        "{\"data\": [",
        "{\"data\":",
        "{\"data\"",
        "{\"dat",
        "{",
        "{,}",
        "{\"a\": 1,}",
        "{\"a\" 1}",
        "{a: 1}",
        "{\"a\": [1, 2}",
        "{\"a\": tru}",
        "{\"a\": 01}",
        "{\"data\": [1]}}",
        "{\"data\": [1]} x",
        "{\"\u{1}\": [1]}",
        "#",
        "(1)",
        "{\"data\": [1]}\n\n{\"data\": [2]}",
    ] {
        let theirs = serde_json::from_str::<serde_json::Value>(text).unwrap_err();
        let ours = read::<NdArray>(text).unwrap_err();
        assert_eq!(ours.kind(), ErrorKind::Syntax, "{text}: {ours}");
        let place = Position::Column { line: theirs.line() as u64, column: theirs.column() as u64 };
        assert_eq!(ours.position(), Some(&place), "{text}: {ours} / {theirs}");
        let words = theirs.to_string();
        let words = words.split(" at line ").next().unwrap();
        assert!(ours.to_string().contains(words), "{text}: {ours} / {theirs}");
    }
}

#[test]
fn bytes_that_are_no_json_are_refused() {
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<_>>();
    let text = r#"{"data": [1]}"#;
    let wide = "the input is UTF-16 or UTF-32, and JSON is UTF-8";
    refuses(utf16(text), ErrorKind::Syntax, wide);
    refuses([&b"\xFE\xFF"[..], &utf16(text)].concat(), ErrorKind::Syntax, wide);
    refuses(b"\x93NUMPY\x01\0", ErrorKind::Syntax, "line 1, column 1: expected value");
    refuses(b"{\"\xFF\": 1}", ErrorKind::Syntax, "line 1, column");
    refuses(b"{\"data\": [1]}\0", ErrorKind::Syntax, "line 1, column 14: trailing characters");
    let marked = format!("\u{feff}{text}");
    assert_eq!(read::<Array1<i64>>(&marked).unwrap(), array![1]);
    refuses("\u{feff}{\"data\": x}", ErrorKind::Syntax, "line 1, column 10: expected value");
}

/// What is at hand moves to where the mark was, and what lay there must not be taken for more text.
#[test]
fn a_mark_leaves_nothing_behind() {
    let text = "\u{feff}[10, 2.5, 300]".as_bytes();
    let bare = Json::new().bare(true);
    for cut in 0..text.len() {
        let (head, tail) = text.split_at(cut);
        let whole: Array1<f64> = bare.read(head.chain(tail)).unwrap();
        assert_eq!(whole, array![10.0, 2.5, 300.0], "cut at {cut}");
        assert!(bare.read::<NdArray>(head).is_err(), "{cut} bytes");
    }
}

#[test]
fn nesting_is_bounded() {
    let nested =
        |depth: usize| format!("{{\"data\": {}1{}}}", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(read::<NdArray>(&nested(64)).unwrap().rank(), 64);
    refuses(nested(65), ErrorKind::Limit, "line 1, column 74: lists are nested more than 64 deep");
    refuses(
        format!("{{\"data\": {}", "[".repeat(1 << 20)),
        ErrorKind::Limit,
        "line 1, column 74: lists are nested",
    );
    let skipped = format!("{{\"x\": {}", "[".repeat(100_000));
    refuses(
        skipped,
        ErrorKind::Limit,
        "line 1, column 71: lists and objects are nested more than 64 deep",
    );
    let skipped = format!("{{\"x\": {}", "{\"a\":".repeat(100_000));
    refuses(
        skipped,
        ErrorKind::Limit,
        "line 1, column 327: lists and objects are nested more than 64 deep",
    );
    let mut limits = Limits::default();
    limits.depth = 2;
    let json = Json::new().limits(limits);
    assert!(json.read::<NdArray>("{\"data\": [[1]]}".as_bytes()).is_ok());
    assert!(json.read::<NdArray>("{\"data\": [[[1]]]}".as_bytes()).is_err());
}

#[test]
fn memory_is_bounded() {
    let mut limits = Limits::default();
    limits.memory = 1 << 16;
    let json = Json::new().limits(limits);
    let text = |count| format!("{{\"data\": [{}1]}}", "1,".repeat(count));
    assert!(json.read::<NdArray>(text(1000).as_bytes()).is_ok());
    let err = json.read::<NdArray>(text(9000).as_bytes()).unwrap_err();
    assert_eq!(err.kind(), ErrorKind::Limit, "{err}");
    let labels = format!("{{\"labels\": {{\"x0\": [\"{}\"]}}", "a".repeat(1 << 17));
    assert_eq!(json.read::<NdArray>(labels.as_bytes()).unwrap_err().kind(), ErrorKind::Limit);
}

#[test]
fn each_bound_can_be_raised() {
    let with = |set: &dyn Fn(&mut Limits)| {
        let mut limits = Limits::default();
        set(&mut limits);
        Json::new().limits(limits)
    };
    let digits = |count| format!("{{\"data\": [1, 0.{}]}}", "1".repeat(count));
    let key = |count| format!("{{\"{}\": 0, \"data\": [1]}}", "k".repeat(count));
    type Raise<'a> = &'a dyn Fn(&mut Limits);
    let cases: [(&str, String, Raise<'_>); 4] = [
        ("scalar", digits(3 << 20), &|it| it.scalar = 4 << 20),
        ("keys", key(3 << 20), &|it| it.keys = 4 << 20),
        ("depth", format!("{}1{}", "[".repeat(70), "]".repeat(70)), &|it| it.depth = 70),
        (
            "depth",
            format!("{{\"data\": [1], \"x\": {}0{}}}", "[".repeat(70), "]".repeat(70)),
            &|it| it.depth = 70,
        ),
    ];
    for (name, text, raise) in cases {
        let json = Json::new().bare(true);
        let err = json.read::<NdArray>(text.as_bytes()).unwrap_err();
        assert_eq!(err.kind(), ErrorKind::Limit, "{err}");
        assert!(err.hint().unwrap().contains(&format!("Limits::{name}")), "{err}");
        assert!(with(raise).bare(true).read::<NdArray>(text.as_bytes()).is_ok(), "{name}");
    }
}

#[test]
fn what_is_never_that_long_is_a_limit() {
    let long = "9".repeat(1 << 21);
    refuses(
        format!("{{\"data\": [{long}]}}"),
        ErrorKind::Limit,
        "line 1, column 11: a number or string is longer than",
    );
    refuses(format!("{{\"{long}\": 1}}"), ErrorKind::Limit, "line 1, column 1048578: a key");
    let keys: Vec<_> = (0..100_000).map(|it| format!("\"k{it}\": 0")).collect();
    refuses(format!("{{{}}}", keys.join(",")), ErrorKind::Limit, "the object has too many keys");
    // What is skipped takes no memory, and may be as long as it likes.
    let text = format!("{{\"x\": \"{long}\", \"y\": {long}, \"data\": [1]}}");
    assert!(read::<NdArray>(&text).is_ok());
}

#[test]
fn lines_and_columns_are_counted_across_blocks() {
    let text = format!("{{\"data\": [\n{}x]}}", "1.5,\n".repeat(500_000));
    refuses(&text, ErrorKind::Syntax, "line 500002, column 1: expected value");
    let text = format!("{{\"data\": [\n{}x]}}", "1.5, ".repeat(500_000));
    refuses(&text, ErrorKind::Syntax, "line 2, column 2500001: expected value");
}

#[test]
fn errors_of_the_reader_are_kept() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::ConnectionReset.into())
        }
    }
    // Among the values, and while serde_json reads a key.
    for text in ["{\"data\": [1, 2", "{\"da", "{\"x\": [1, 2"] {
        let err = Json::new().read::<NdArray>(text.as_bytes().chain(Broken)).unwrap_err();
        assert_eq!(err.kind(), ErrorKind::Io);
        assert_eq!(err.io_kind(), Some(std::io::ErrorKind::ConnectionReset), "{err:?}");
    }
}
