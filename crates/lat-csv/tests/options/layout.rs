//! Which lines and fields are read, and as which type.

use lat_csv::{
    Axis, Csv, DType, ErrorKind, Format, NdArray, Position, f16,
    ndarray::{Array1, Array2, array},
};

use crate::{bare, error, read, written};

#[test]
fn delimiter() {
    let wanted = array![[1.5, -2.0], [3.0, 4.25]];
    for sign in [";", "\t", "|", " ", "::", "; ", "é"] {
        let text = format!("1.5{sign}-2\n3{sign}4.25\n");
        let csv = bare().delimiter(sign).unwrap();
        assert_eq!(read::<Array2<f64>>(&csv, &text), wanted, "{sign:?}");
        assert_eq!(written(&csv, &wanted), text, "{sign:?}");
    }
    for sign in ["", "\n", "\r", "\"", "0", "e", "j", ".", "-", "+", "#", "(", "\0", "a;", "<->"] {
        assert_eq!(Csv::new().delimiter(sign).unwrap_err().kind(), ErrorKind::Usage, "{sign:?}");
    }
}

#[test]
fn a_first_line_that_states_the_delimiter() {
    let wanted = array![[1.5, 2.0], [3.0, 4.25]];
    let text = "sep=;\n1.5;2\n3;4.25\n";
    assert_eq!(read::<Array2<f64>>(&Csv::new(), text), wanted);
    assert_eq!(read::<Array2<f64>>(&Csv::new(), &text.replace("sep", "SEP")), wanted);
    assert_eq!(read::<Array2<f64>>(&Csv::new(), &text.replace(';', "\t")), wanted);
    assert_eq!(
        read::<Array2<f64>>(&Csv::new(), &format!("\u{feff}{}", text.replace('\n', "\r\n"))),
        wanted
    );
    let semicolon = Csv::new().delimiter(";").unwrap();
    assert_eq!(read::<Array2<f64>>(&semicolon, text), wanted);
    assert_eq!(read::<Array2<f64>>(&semicolon.skip_rows(1), text), wanted);
    // Decimal commas are fine once the delimiter is no comma.
    let commas = Csv::new().decimal_comma(true).names(true);
    assert_eq!(read::<Array2<f64>>(&commas, "sep=;\na;b\n1,5;2\n3;4,25\n"), wanted);
    assert_eq!(read::<Array2<f64>>(&Csv::new(), "sep=;\n\"1.5\";\"2\"\n3;4.25\n"), wanted);

    for chosen in [",", "\t", "::"] {
        let err = error(&Csv::new().delimiter(chosen).unwrap(), text);
        assert_eq!((err.kind(), err.position()), (ErrorKind::Usage, Some(&Position::Line(1))));
        let (said, chosen) = (err.to_string(), chosen.escape_debug());
        assert!(said.contains(&format!("states the delimiter ';', not '{chosen}'")), "{said}");
    }
    // Not in the first line, or not one character.
    let err = error(&Csv::new(), "1\nsep=;\n");
    assert!(err.to_string().starts_with("read_csv: line 2, field 1: 'sep=;' is not a number"));
    let err = error(&Csv::new(), "sep=;;\n1\n");
    let said = "read_csv: line 1, field 1: 'sep=;;' is not a number; a spreadsheet's 'sep=' line: \
                use the options skip_rows(1) and delimiter(\";;\")";
    assert_eq!(err.to_string(), said);
}

#[test]
fn a_comma_cannot_be_two_things() {
    let said = "a comma cannot be both the delimiter and the decimal sign; use another delimiter, \
                such as \";\"";
    let csv = Csv::new().decimal_comma(true);
    assert!(error(&csv, "1,5\n").to_string().ends_with(said));
    assert!(error(&csv, "sep=,\n1,5\n").to_string().ends_with(said));
    let chosen = csv.clone().delimiter(", ").unwrap();
    assert_eq!(error(&chosen, "").to_string(), format!("read_csv: {said}"));
    let err = csv.write(Vec::new(), &array![1.5]).unwrap_err();
    assert_eq!(err.to_string(), format!("write_csv: {said}"));
}

#[test]
fn header() {
    let a = array![[[1_u8, 2]], [[3, 4]]];
    assert_eq!(written(&Csv::new(), &a), "# shape=(2, 1, 2), dtype=u8\n1,2\n3,4\n");
    assert_eq!(written(&bare(), &a), "1,2\n3,4\n");
    // Known either way, however it is spelled and whatever stands before it.
    for line in [
        "# shape=(2, 1, 2), dtype=u8",
        "#shape=(2,1,2),dtype=uint8",
        "#  dtype='uint8' ,  shape = ( 2 , 1 , 2 )",
        "# a comment\n\n# dtype=|u1, shape=(2, 1, 2,)",
    ] {
        for csv in [Csv::new(), bare()] {
            let found: NdArray = read(&csv, &format!("{line}\n1,2\n3,4\n"));
            assert_eq!(found, a.clone().into(), "{line}");
        }
    }
    // A hint: values that do not fit widen it, and only what begins like one must be one.
    let found: NdArray = read(&Csv::new(), "# dtype=u8\n1,256\n");
    assert_eq!(found, array![1_i64, 256].into());
    let found: NdArray = read(&Csv::new(), "# the shape=(7,) of things\n1,2\n");
    assert_eq!(found.shape(), [2]);
    for line in [
        "# shape=(2, x), dtype=u8",
        "# shape=2",
        "# shape=(2)",
        "# dtype=u9",
        "# dtype=f8",
        "# shape=(-1,)",
    ] {
        let err = error(&Csv::new(), &format!("{line}\n1,2\n"));
        assert_eq!(
            (err.kind(), err.position()),
            (ErrorKind::Syntax, Some(&Position::Line(1))),
            "{line}"
        );
        assert!(err.to_string().contains("unreadable header line"), "{err}");
    }
    let err = error(&Csv::new(), "# shape=(5,), dtype=i64\n1\n2\n");
    assert_eq!(err.to_string(), "read_csv: shape (5,) holds 5 values, found 2");
}

#[test]
fn names() {
    let csv = bare().names(true);
    let a: NdArray = read(&csv, "t,\"a,b\",\"x\"\"y\"\n1,2,3\n4,5,6\n");
    let labels = Axis::new("x1").with_labels(["t", "a,b", "x\"y"]);
    assert_eq!(a.axes(), [Axis::new("x0"), labels]);
    assert_eq!(written(&csv, &a), "t,\"a,b\",\"x\"\"y\"\n1,2,3\n4,5,6\n");
    // Names with line ends, signs of comments, blanks at their ends, and none at all.
    let odd = ["a\nb", "#c", " d ", "", "e\r\nf"];
    let b = NdArray::from(array![[1_i64, 2, 3, 4, 5]]);
    let b = b.with_axes(vec![Axis::new("x0"), Axis::new("x1").with_labels(odd)]).unwrap();
    let text = "\"a\nb\",\"#c\",\" d \",\"\",\"e\r\nf\"\n1,2,3,4,5\n";
    assert_eq!(written(&csv, &b), text);
    assert_eq!(read::<NdArray>(&csv.clone().ndmin(2), text), b);
    // An empty name at the end, and a delimiter there.
    let c = NdArray::from(array![[1_i64, 2], [3, 4]]);
    let labels = Axis::new("x1").with_labels(["sep=;", ""]);
    let c = c.with_axes(vec![Axis::new("x0"), labels]).unwrap();
    assert_eq!(written(&csv, &c), "\"sep=;\",\"\"\n1,2\n3,4\n");
    assert_eq!(read::<NdArray>(&csv, "\"sep=;\",\"\"\n1,2\n3,4\n"), c);
    for text in ["a,b,\n1,2,\n3,4,\n", "a,b,\n1,2\n3,4\n", "a,b\n1,2,\n3,4,\n"] {
        let found: NdArray = read(&csv, text);
        assert_eq!(found.axes()[1].labels.as_deref().unwrap(), ["a", "b"], "{text:?}");
    }
    // Names may have quotes anywhere in them.
    let found: NdArray = read(&csv, "5\" pipe,\"b\"c\"d\"\n1,2\n3,4\n");
    assert_eq!(found.axes()[1].labels.as_deref().unwrap(), ["5\" pipe", "\"b\"c\"d\""]);
    // Off, they are an error that says so.
    let err = error(&Csv::new(), "t,x\n1,2\n");
    assert_eq!(
        err.to_string(),
        "read_csv: line 1, field 1: 't' is not a number; a row of names? use the option names, or \
         skip_rows(1)"
    );
    let err = csv.write(Vec::new(), &array![[1]]).unwrap_err();
    assert_eq!(err.kind(), ErrorKind::Usage);
    let err = error(&csv, "a,b\n1,2,3\n");
    assert!(err.to_string().contains("ragged rows — expected 2 cols, got 3 (line 2)"), "{err}");
}

#[test]
fn columns() {
    let text = "a,b,c\n1,x,3\n4,y,6\n";
    let csv = Csv::new().names(true);
    assert_eq!(read::<Array2<i64>>(&csv.clone().columns([2, 0]), text), array![[3, 1], [6, 4]]);
    assert_eq!(read::<Array2<i64>>(&csv.clone().columns([0, -1]), text), array![[1, 3], [4, 6]]);
    let picked: NdArray = read(&csv.clone().columns(["c", "a"]), text);
    assert_eq!(picked.axes()[1].labels.as_deref().unwrap(), ["c", "a"]);
    assert_eq!(picked.into_typed::<i64, lat_csv::ndarray::Ix2>().unwrap(), array![[3, 1], [6, 4]]);
    let skipped = Csv::new().skip_rows(1).columns([0, 0]);
    assert_eq!(read::<Array2<i64>>(&skipped, text), array![[1, 1], [4, 4]]);
    for (csv, words) in [
        (csv.clone().columns([3]), "no column 3: there are 3, counted from 0"),
        (csv.clone().columns([-4]), "no column -4"),
        (csv.columns(["z"]), "no column 'z': there are a, b, c"),
        (Csv::new().columns(["a"]), "the columns have no names; use the option names"),
    ] {
        let err = error(&csv, text);
        assert_eq!(err.kind(), ErrorKind::Usage);
        assert!(err.to_string().contains(words), "{err}");
    }
}

#[test]
fn dtype() {
    let f32s: NdArray = read(&Csv::new().dtype(DType::F32), "1,0.1\n");
    assert_eq!(f32s, array![1.0_f32, 0.1].into());
    let f16s: Array1<f16> = read(&Csv::new(), "0.1,65504\n");
    assert_eq!(f16s.mapv(f16::to_bits), array![0x2e66, 0x7bff]);
    let flags: Array1<bool> = read(&Csv::new(), "1,0,true,FALSE\n");
    assert_eq!(flags, array![true, false, true, false]);
    for (dtype, field, words) in [
        (DType::U8, "256", "256 does not fit u8"),
        (DType::I8, "-129", "-129 does not fit i8"),
        (DType::B1, "2", "2 does not fit b1"),
        (DType::I64, "1.0", "'1.0' is not an integer, wanted i64; read floats, and cast them"),
        (DType::I64, "1e5", "'1e5' is not an integer"),
        (DType::F64, "1+2j", "'1+2j' is complex, wanted f64"),
    ] {
        let err = error(&Csv::new().dtype(dtype), &format!("1,1\n1,{field}\n"));
        assert_eq!(err.position(), Some(&Position::Field { line: 2, field: 2 }));
        assert!(err.to_string().contains(&format!(": {words}")), "{err}");
        assert!(!err.to_string().contains("option"), "{err}");
    }
}

#[test]
fn inferred_types() {
    for (text, dtype) in [
        ("true,False\nTRUE,false\n", DType::B1),
        ("1,0\n0,1\n", DType::I64),
        ("9223372036854775808,1\n", DType::U64),
        ("1,2\n3,4.0\n", DType::F64),
        ("1,2\n3,-0\n", DType::F64),
        ("1,2\n3,4j\n", DType::C128),
        ("true,1\n", DType::I64),
        ("100000000000000000000,0.5\n", DType::F64),
    ] {
        assert_eq!(read::<NdArray>(&Csv::new(), text).dtype(), dtype, "{text:?}");
    }
    for text in ["9223372036854775808,-1\n", "18446744073709551616,1\n", "(1),2\n", "( 1.5 )\n"] {
        assert_eq!(error(&Csv::new(), text).kind(), ErrorKind::Parse, "{text:?}");
    }
    let complex: Array1<lat_csv::Complex<f64>> = read(&Csv::new(), "(1),(2j)\n");
    assert_eq!((complex[0].re, complex[1].im), (1.0, 2.0));
}

#[test]
fn skip_rows_and_max_rows() {
    let text = "junk, \"\n\n# c\n1,2\n# d\n3,4\n5,x\n";
    let csv = Csv::new().skip_rows(2);
    assert_eq!(read::<Array2<i64>>(&csv.clone().max_rows(2), text), array![[1, 2], [3, 4]]);
    assert_eq!(read::<NdArray>(&csv.clone().max_rows(1), text), array![1_i64, 2].into());
    // Lines count from the beginning of the file.
    assert_eq!(error(&csv, text).position(), Some(&Position::Field { line: 7, field: 2 }));
    assert!(error(&csv.max_rows(0), text).to_string().contains("no data rows found"));
    let carriage = Csv::new().skip_rows(1);
    assert_eq!(read::<Array2<i64>>(&carriage, "a\r1,2\r\n3,4\r"), array![[1, 2], [3, 4]]);
    // A stated shape is that of the whole file.
    let part: NdArray = read(&Csv::new().max_rows(2), "# shape=(3,), dtype=u8\n1\n2\n3\n");
    assert_eq!(part, array![[1_u8], [2]].into());
}

#[test]
fn comments() {
    let csv = bare().comments(["%", "//"]);
    let wanted = array![[1, 2], [3, 4]];
    assert_eq!(read::<Array2<i64>>(&csv, "% a\n1,2\n// b\n3,4\n%\n"), wanted);
    assert!(error(&csv, "# a\n1,2\n").to_string().contains("line 1, field 1: '# a'"));
    let none: [&str; 0] = [];
    let err = error(&Csv::new().comments(none), "1,2\n# c\n");
    assert_eq!(err.position(), Some(&Position::Line(2)));
    // Only at the start of a line.
    let err = error(&Csv::new(), "1,2 # c\n");
    assert!(
        err.to_string()
            .ends_with("'2 # c' is not a number; a comment? put it on a line of its own"),
        "{err}"
    );
    // The first is the sign of the header line, which is read by the same.
    let percent = Csv::new().comments(["%"]);
    assert_eq!(written(&percent, &array![7_u8]), "% shape=(1,), dtype=u8\n7\n");
    assert_eq!(read::<NdArray>(&percent, "% shape=(1,), dtype=u8\n7\n"), array![7_u8].into());
    let err = error(&Csv::new().comments([","]), "1,2\n");
    assert_eq!(err.kind(), ErrorKind::Usage);
}
