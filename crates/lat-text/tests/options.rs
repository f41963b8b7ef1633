#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]
//! Every row of the table of options in `docs/formats.md` that text has: what is read and what is
//! written, worked out by hand.

use lat_text::{
    Axis, Complex, DType, Error, ErrorKind, Format, Limits, NdArray, NdArrayView, Position, Text,
    ndarray::{Array1, Array2, Array3, array},
};

#[track_caller]
fn read<A: lat_text::FromArray>(text: &Text, input: &str) -> A {
    text.read(input.as_bytes()).unwrap_or_else(|err| panic!("{input:?}: {err}"))
}

fn error(text: &Text, input: &str) -> Error {
    text.read::<NdArray>(input.as_bytes()).unwrap_err()
}

fn written<'a>(text: &Text, array: impl Into<NdArrayView<'a>>) -> String {
    let mut out = Vec::new();
    text.write(&mut out, array).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn blanks() {
    let wanted = array![[1, 2], [3, 4]];
    for input in
        ["1 2\n3 4\n", "  1\t\t2 \r\n\t3 4", "1 2\r3 4\r", "\n1 2\n \t \n3 4\n\n", "1 2\n3 4\n\x1a"]
    {
        assert_eq!(read::<Array2<i64>>(&Text::new(), input), wanted, "{input:?}");
    }
    assert_eq!(written(&Text::new(), &wanted), "1 2\n3 4\n");
    let err = error(&Text::new(), "1,2 3,4\n");
    assert!(
        err.to_string()
            .ends_with("'1,2' is not a number; a decimal comma? use the option decimal_comma"),
        "{err}"
    );
    let err = error(&Text::new(), "1;2;3\n");
    assert!(
        err.to_string().ends_with("separated by ';'? load it as csv with that delimiter"),
        "{err}"
    );
    let err = error(&Text::new(), "1,2,3\n");
    assert!(err.to_string().ends_with("separated by ','? load it as csv"), "{err}");
}

#[test]
fn widths() {
    let text = Text::new().widths([3, 5]);
    assert_eq!(
        read::<Array2<f64>>(&text, "  1 2.50\n-23-1e5 \n"),
        array![[1.0, 2.5], [-23.0, -1e5]]
    );
    assert_eq!(read::<Array2<i64>>(&text, "12345678\n987    6\n"), array![[123, 45678], [987, 6]]);
    let fixed = text.clone().fmt_columns(["%d", "%.1f"]).unwrap();
    let a = array![[1.0, 2.5], [-23.0, -10.0]];
    assert_eq!(written(&fixed, &a), "  1  2.5\n-23-10.0\n");
    assert_eq!(read::<Array2<f64>>(&fixed, "  1  2.5\n-23-10.0\n"), a);
    // What is left over is a field too many; what does not fit is not cut.
    let err = error(&text, "  1 2.50\n  1 2.50 7\n");
    assert!(err.to_string().contains("expected 2 cols, got 3 (line 2)"), "{err}");
    let err = fixed.write(Vec::new(), &array![[1000.0, 0.0]]).unwrap_err();
    assert_eq!(
        err.to_string(),
        "write_text: '1000' does not fit the width of column 0; use a shorter fmt"
    );
    assert_eq!(error(&Text::new().widths([0]), "1\n").kind(), ErrorKind::Usage);
}

#[test]
fn names_and_columns() {
    let text = Text::new().names(true);
    let a: NdArray = read(&text, "# t in s\nt x y\n1 2 3\n4 5 6\n");
    assert_eq!(a.axes(), [Axis::new("x0"), Axis::new("x1").with_labels(["t", "x", "y"])]);
    assert_eq!(written(&text, &a), "t x y\n1 2 3\n4 5 6\n");
    let picked = text.columns(["y", "t"]);
    assert_eq!(read::<Array2<i64>>(&picked, "t x y\n1 a 3\n4 b 6\n"), array![[3, 1], [6, 4]]);
    let last = Text::new().skip_rows(1).columns([-1]);
    assert_eq!(read::<Array1<i64>>(&last, "t x y\n1 a 3\n4 b 6\n"), array![3, 6]);
    // A name with blanks in it would be two.
    let labels = Axis::new("x1").with_labels(["a b"]);
    let b = NdArray::from(array![[1]]).with_axes(vec![Axis::new("x0"), labels]).unwrap();
    let err = Text::new().names(true).write(Vec::new(), &b).unwrap_err();
    assert!(err.to_string().starts_with("write_text: 'a b' cannot be a name"), "{err}");
    let err = error(&Text::new(), "t x\n1 2\n");
    assert!(
        err.to_string().ends_with(
            "field 1: 't' is not a number; a row of names? use the option names, or skip_rows(1)"
        ),
        "{err}"
    );
    let err = error(&Text::new().names(true), "t x\n[s] [m]\n1 2\n");
    assert!(
        err.to_string().contains("line 2, field 1: '[s]' is not a number; a row of units?"),
        "{err}"
    );
}

#[test]
fn dtype() {
    assert_eq!(
        read::<NdArray>(&Text::new().dtype(DType::F32), "1 0.1\n"),
        array![1.0_f32, 0.1].into()
    );
    let err = error(&Text::new().dtype(DType::U16), "1 65536\n");
    assert!(err.to_string().ends_with("line 1, field 2: 65536 does not fit u16"), "{err}");
    let c: Array1<Complex<f64>> = read(&Text::new(), "1+2j (3-4j) 5j (6)\n");
    assert_eq!(c[3], Complex::new(6.0, 0.0));
    for input in ["(1) 2\n", "1 (2)\n", "0.5 (2)\n"] {
        let err = error(&Text::new(), input);
        assert!(err.to_string().contains(")' is not a number"), "{err}");
    }
}

#[test]
fn skip_rows_and_max_rows() {
    let text = Text::new().skip_rows(2).max_rows(2);
    assert_eq!(
        read::<Array2<i64>>(&text, "junk\n# c\n\n1 2\n3 4\nx y z\n"),
        array![[1, 2], [3, 4]]
    );
    assert_eq!(read::<NdArray>(&text.max_rows(1), "\n\n1 2\n3 4\n").shape(), [2]);
}

#[test]
fn comments() {
    let wanted = array![[1, 2], [3, 4]];
    assert_eq!(read::<Array2<i64>>(&Text::new(), "# a\n1 2 # b\n\t# c\n3 4 #d\n"), wanted);
    let text = Text::new().comments(["%", "//"]);
    assert_eq!(read::<Array2<i64>>(&text, "% a\n1 2 // b\n3 4 %\n"), wanted);
    // At the beginning of a token only: old Windows programs write infinity so.
    assert_eq!(read::<Array1<f64>>(&Text::new(), "1.#INF 2\n"), array![f64::INFINITY, 2.0]);
    let err = error(&Text::new(), "1 2#c\n");
    assert!(
        err.to_string()
            .ends_with("field 2: '2#c' is not a number; a comment? put it on a line of its own"),
        "{err}"
    );
    let none: [&str; 0] = [];
    assert_eq!(
        error(&Text::new().comments(none), "1 # 2\n").position(),
        Some(&Position::Field { line: 1, field: 2 })
    );
    assert_eq!(error(&Text::new().comments(["# "]), "1\n").kind(), ErrorKind::Usage);
}

#[test]
fn decimal_comma() {
    let text = Text::new().decimal_comma(true);
    let a = array![[1.5, -0.25], [1e-3, f64::NAN]];
    let spelled = "1,5 -0,25\n0,00100000000000000002 nan\n";
    assert_eq!(written(&text, &a), spelled);
    let back: Array2<f64> = read(&text, spelled);
    assert_eq!((back[[0, 0]], back[[0, 1]], back[[1, 0]]), (1.5, -0.25, 1e-3));
    assert!(back[[1, 1]].is_nan());
}

#[test]
fn missing_and_fill() {
    let text = Text::new().missing(["-", "NA"]);
    let a: Array2<f64> = read(&text, "1 -\nNA 4\n");
    assert!(a[[0, 1]].is_nan() && a[[1, 0]].is_nan());
    assert_eq!(read::<NdArray>(&text.fill(-1), "1 -\nNA 4\n"), array![[1_i64, -1], [-1, 4]].into());
    // A field that a line does not reach is empty in columns of fixed width.
    let fixed = Text::new().widths([2, 2]).missing([""]).fill(0);
    assert_eq!(read::<Array2<i64>>(&fixed, " 1 2\n 3\n   4\n"), array![[1, 2], [3, 0], [0, 4]]);
    let err = error(&Text::new(), "1 -\n");
    assert!(err.to_string().ends_with("field 2: '-' is not a number; a missing value? use the option missing([\"-\"]), and fill for its value"), "{err}");
}

#[test]
fn fill_ragged() {
    let text = Text::new().fill_ragged(true);
    assert_eq!(
        read::<Array2<i64>>(&text.clone().fill(9), "1 2 3\n4\n"),
        array![[1, 2, 3], [4, 9, 9]]
    );
    assert!(read::<Array2<f64>>(&text, "1 2\n3\n")[[1, 1]].is_nan());
    assert!(
        error(&Text::new(), "1 2 3\n4\n").to_string().contains("expected 3 cols, got 1 (line 2)")
    );
}

#[test]
fn fortran() {
    let text = Text::new().fortran(true);
    let a: Array1<f64> = read(&text, "1.5-105 3*0.5 1D+03 2.D0\n");
    assert_eq!(a, array![1.5e-105, 0.5, 0.5, 0.5, 1e3, 2.0]);
    let c: Array1<Complex<f64>> = read(&text, "(1.5,-2.5) ( 1.0, 2.0)\n");
    assert_eq!(c, array![Complex::new(1.5, -2.5), Complex::new(1.0, 2.0)]);
    for (input, field) in [("1 1.5-105\n", 2), ("3*1.5 1\n", 1), ("1 (1.5,2.5)\n", 2)] {
        let err = error(&Text::new(), input);
        assert_eq!(err.position(), Some(&Position::Field { line: 1, field }));
        assert!(
            err.to_string().ends_with("spelled as Fortran does: use the option fortran"),
            "{err}"
        );
    }
    let err = error(&text, "1.0 ********\n");
    assert!(
        err.to_string().ends_with("Fortran prints stars for a number too wide for its format"),
        "{err}"
    );
}

#[test]
fn blocks() {
    let text = Text::new().blocks(true);
    let a = array![[[1, 2]], [[3, 4]]];
    assert_eq!(written(&text, &a), "1 2\n\n3 4\n");
    assert_eq!(read::<Array3<i32>>(&text, "# a\n1 2\n\n\n# b\n3 4\n"), a);
    assert_eq!(read::<NdArray>(&Text::new(), "1 2\n\n3 4\n").shape(), [2, 2]);
}

#[test]
fn ndmin() {
    for (ndmin, row, column) in [(0, &[3][..], &[3][..]), (1, &[3], &[3]), (2, &[1, 3], &[3, 1])] {
        let text = Text::new().ndmin(ndmin);
        assert_eq!(read::<NdArray>(&text, "1 2 3\n").shape(), row);
        assert_eq!(read::<NdArray>(&text, "1\n2\n3\n").shape(), column);
    }
    assert_eq!(error(&Text::new().ndmin(3), "1\n").kind(), ErrorKind::Usage);
}

#[test]
fn formats_and_line_ends() {
    let a = array![[0.5, 1e-7], [-1.0, 2.0]];
    assert_eq!(
        written(&Text::new().fmt("%8.1e").unwrap(), &a),
        " 5.0e-01  1.0e-07\n-1.0e+00  2.0e+00\n"
    );
    let each = Text::new().fmt_columns(["%g", "%.8f"]).unwrap().crlf(true);
    assert_eq!(written(&each, &a), "0.5 0.00000010\r\n-1 2.00000000\r\n");
    assert!(Text::new().fmt_columns(["%g"; 3]).unwrap().write(Vec::new(), &a).is_err());
    assert_eq!(Text::new().fmt("%5").unwrap_err().kind(), ErrorKind::Usage);
}

#[test]
fn limits() {
    let mut limits = Limits::default();
    limits.record = 100;
    let err = error(&Text::new().limits(limits), &format!("{}1\n", " ".repeat(100_000)));
    assert_eq!(err.kind(), ErrorKind::Limit);
}
