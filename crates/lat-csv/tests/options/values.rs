//! How values are spelled, missing values, shapes and limits.

use std::io::Read;

use lat_csv::{
    Axis, Csv, DType, ErrorKind, Format, Limits, NdArray, Position,
    ndarray::{Array1, Array2, Array3, array},
};

use crate::{bare, error, read, written};

#[test]
fn decimal_comma() {
    let csv = bare().decimal_comma(true).delimiter(";").unwrap();
    let a = array![[1.5, -0.25], [1e300, f64::INFINITY]];
    let text = "1,5;-0,25\n1,00000000000000005e+300;inf\n";
    assert_eq!(written(&csv, &a), text);
    assert_eq!(read::<Array2<f64>>(&csv, text), a);
    // A point is none then.
    assert!(error(&csv, "1.5;2\n").to_string().contains("'1.5' is not a number"));
    let complex = array![lat_csv::Complex::new(1.5_f64, -2.5)];
    assert_eq!(written(&csv, &complex), "(1,5-2,5j)\n");
    assert_eq!(read::<Array1<lat_csv::Complex<f64>>>(&csv, "(1,5-2,5j)\n"), complex);
}

#[test]
fn missing_and_fill() {
    let csv = Csv::new().missing(["", "NA", "-999"]);
    let a: Array2<f64> = read(&csv, "1,,3\nNA,5,-999\n");
    assert_eq!(a.mapv(f64::is_nan), array![[false, true, false], [true, false, true]]);
    // An empty field at the end of each row is one of them then, and no trailing delimiter.
    assert_eq!(read::<NdArray>(&csv, "1,\n2,\n").shape(), [2, 2]);
    let filled: NdArray = read(&csv.clone().fill(0), "9007199254740993,,3\n4,5,NA\n");
    assert_eq!(filled, array![[9_007_199_254_740_993_i64, 0, 3], [4, 5, 0]].into());
    let filled: Array2<u8> = read(&csv.clone().fill(255), "1,\n,4\n");
    assert_eq!(filled, array![[1, 255], [255, 4]]);
    // Nothing that was not asked for.
    let err = error(&Csv::new(), "1,,3\n");
    assert_eq!(
        err.to_string(),
        "read_csv: line 1, field 2: missing value: the field is empty; a missing value? use the \
         option missing([\"\"]), and fill for its value"
    );
    let err = error(&csv.clone().dtype(DType::I64), "1\nNA\n");
    assert!(
        err.to_string().contains("line 2, field 1: a missing value cannot be i64; state a value"),
        "{err}"
    );
    assert_eq!(error(&csv.dtype(DType::U8).fill(300), "NA\n").kind(), ErrorKind::Parse);
}

#[test]
fn missing_values_round_no_integer_in_silence() {
    let csv = Csv::new().missing(["NA"]);
    // 2^53 + 1 is no f64.
    for (text, field) in [
        ("9007199254740993,NA\n", 2),
        ("NA,9007199254740993\n", 2),
        ("NA,1\n9007199254740993,2\n", 1),
    ] {
        let err = error(&csv, text);
        assert!(err.to_string().contains("9007199254740993 is no f64"), "{err}");
        let Some(Position::Field { field: found, .. }) = err.position() else { panic!("{err}") };
        assert_eq!(*found, field, "{text:?}");
        // Floats were asked for, or are what the file has.
        assert!(csv.read::<Array2<f64>>(text.as_bytes()).is_ok(), "{text:?}");
        assert_eq!(read::<NdArray>(&csv, &format!("0.5,1\n{text}")).dtype(), DType::F64);
        assert_eq!(read::<NdArray>(&csv, &format!("{text}0.5,1\n")).dtype(), DType::F64);
        assert_eq!(error(&csv.clone().fill(f64::NAN), text).kind(), ErrorKind::Parse);
    }
    assert_eq!(read::<NdArray>(&csv, "9007199254740992,NA\n").dtype(), DType::F64);
}

#[test]
fn fill_ragged() {
    let csv = Csv::new().fill_ragged(true).fill(-1);
    let a: Array2<i64> = read(&csv, "1,2,3\n4\n5,6\n");
    assert_eq!(a, array![[1, 2, 3], [4, -1, -1], [5, 6, -1]]);
    assert!(error(&csv, "1,2\n3,4,5\n").to_string().contains("expected 2 cols, got 3 (line 2)"));
    let err = error(&Csv::new(), "1,2,3\n4\n");
    assert_eq!(
        err.to_string(),
        "read_csv: ragged rows — expected 3 cols, got 1 (line 2); if values are missing at the \
         ends of rows, use the option fill_ragged"
    );
}

#[test]
fn fortran() {
    let csv = Csv::new().fortran(true).delimiter(";").unwrap();
    assert_eq!(read::<Array1<f64>>(&csv, "1.5-105;2*0.5;1D+03\n"), array![1.5e-105, 0.5, 0.5, 1e3]);
    let c: Array1<lat_csv::Complex<f64>> = read(&csv, "(1.5,-2.5);( 1.0 , 2.0 )\n");
    assert_eq!((c[0].re, c[0].im, c[1].im), (1.5, -2.5, 2.0));
    let limits = {
        let mut it = Limits::default();
        it.fields = 1000;
        it
    };
    let err = error(&csv.limits(limits), "1001*0\n");
    assert_eq!((err.kind(), err.position()), (ErrorKind::Limit, Some(&Position::Line(1))));
    let off = Csv::new();
    for text in ["1,1.5-105\n", "1,(1;2)\n"] {
        assert_eq!(error(&off, text).position(), Some(&Position::Field { line: 1, field: 2 }));
    }
}

#[test]
fn blocks() {
    let csv = bare().blocks(true);
    let a = array![[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]]];
    let text = "1,2\n3,4\n\n5,6\n7,8\n\n9,10\n11,12\n";
    assert_eq!(written(&csv, &a), text);
    assert_eq!(read::<Array3<i32>>(&csv, text), a);
    assert_eq!(
        read::<Array3<i32>>(&csv, &format!("\n\n{}\n \n", text.replace("\n\n", "\n\n\t\n"))),
        a
    );
    // Blank lines mean nothing without it.
    assert_eq!(read::<NdArray>(&Csv::new(), text).shape(), [6, 2]);
    assert_eq!(read::<NdArray>(&csv, "1,2\n").shape(), [1, 1, 2]);
    let err = error(&csv, "1\n2\n\n3\n");
    assert!(err.to_string().contains("ragged blocks — expected 2 rows, got 1"), "{err}");
}

#[test]
fn ndmin() {
    for (ndmin, row, column) in
        [(0, &[3][..], &[3, 1][..]), (1, &[3], &[3, 1]), (2, &[1, 3], &[3, 1])]
    {
        let csv = Csv::new().ndmin(ndmin);
        assert_eq!(read::<NdArray>(&csv, "1,2,3\n").shape(), row);
        assert_eq!(read::<NdArray>(&csv, "1\n2\n3\n").shape(), column);
    }
    let err = error(&Csv::new().ndmin(3), "1\n");
    assert_eq!(
        (err.kind(), err.to_string().as_str()),
        (ErrorKind::Usage, "read_csv: ndmin is 0, 1 or 2, not 3")
    );
}

#[test]
fn allow_empty() {
    let csv = Csv::new().allow_empty(true);
    for shape in [vec![0], vec![0, 3], vec![2, 0, 4]] {
        let a = NdArray::from(lat_csv::ndarray::ArrayD::<f32>::zeros(shape.clone()));
        let text = written(&csv, &a);
        assert_eq!(read::<NdArray>(&csv, &text), a);
        assert!(error(&Csv::new(), &text).to_string().contains("no data rows found"));
    }
    // Not what is not stated, or stated otherwise.
    for text in ["", "# c\n", "# shape=(2,), dtype=i64\n"] {
        assert_eq!(error(&csv, text).kind(), ErrorKind::Shape, "{text:?}");
    }
}

#[test]
fn formats() {
    let a = array![[1.0, 1.0 / 3.0], [-0.5, 1e10]];
    assert_eq!(written(&bare().fmt("%.3g").unwrap(), &a), "1,0.333\n-0.5,1e+10\n");
    let columns = bare().fmt_columns(["%5.1f", "shortest"]).unwrap();
    assert_eq!(written(&columns, &a), "  1.0,0.3333333333333333\n -0.5,10000000000.0\n");
    let err = columns.write(Vec::new(), &array![[1.0]]).unwrap_err();
    assert_eq!(err.to_string(), "write_csv: 2 formats for 1 columns");
    assert_eq!(Csv::new().fmt("%q").unwrap_err().kind(), ErrorKind::Usage);
    assert_eq!(written(&bare().fmt("%d").unwrap(), &array![2.0, -3.0]), "2\n-3\n");
    assert!(bare().fmt("%d").unwrap().write(Vec::new(), &array![1.5]).is_err());
}

#[test]
fn crlf() {
    let a = array![[1, 2], [3, 4]];
    let csv = Csv::new().crlf(true);
    let text = "# shape=(2, 2), dtype=i32\r\n1,2\r\n3,4\r\n";
    assert_eq!(written(&csv, &a), text);
    assert_eq!(read::<Array2<i32>>(&Csv::new(), text), a);
    let blocks = bare().crlf(true).blocks(true).names(true);
    let b = NdArray::from(array![[[1], [2]], [[3], [4]]]);
    let axes = vec![Axis::new("x0"), Axis::new("x1"), Axis::new("x2").with_labels(["n"])];
    let b = b.with_axes(axes).unwrap();
    assert_eq!(written(&blocks, &b), "n\r\n1\r\n2\r\n\r\n3\r\n4\r\n");
    assert_eq!(read::<NdArray>(&blocks, "n\r\n1\r\n2\r\n\r\n3\r\n4\r\n").shape(), [2, 2, 1]);
}

/// A hole in a file may be of any size.
#[test]
fn zero_bytes_without_end_are_no_text() {
    let endless = "1,2\n".as_bytes().chain(std::io::repeat(0));
    let err = Csv::new().read::<NdArray>(endless).unwrap_err();
    assert!(err.to_string().contains("a NUL byte; is it a text file?"), "{err}");
    // A long line is none the less a line.
    let long = format!("{}1,2\n", " ".repeat(3 << 20));
    assert_eq!(read::<Array1<i64>>(&Csv::new(), &long), array![1, 2]);
}

#[test]
fn limits() {
    let limit = |set: fn(&mut Limits)| {
        let mut limits = Limits::default();
        set(&mut limits);
        Csv::new().limits(limits)
    };
    let long = format!("{}1\n", " ".repeat(100_000));
    let cases = [
        (
            limit(|it| it.record = 1000),
            long,
            "a record is longer than 1000 bytes; is it a text file? the option limits sets the bound, by Limits::record",
        ),
        (
            limit(|it| it.fields = 3),
            "1,2,3,4\n".to_owned(),
            "line 1: a record has more than 3 fields; the option limits sets the bound, by Limits::fields",
        ),
        (
            limit(|it| it.memory = 64),
            "1\n".repeat(2000),
            "the array takes more than 64 bytes; the option limits sets the bound, by Limits::memory",
        ),
    ];
    for (csv, text, words) in cases {
        let err = error(&csv, &text);
        assert_eq!(err.kind(), ErrorKind::Limit, "{err}");
        assert!(err.to_string().contains(words), "{err}");
        assert!(csv.read::<NdArray>("1,2,3\n4,5,6\n".as_bytes()).is_ok());
    }
}
