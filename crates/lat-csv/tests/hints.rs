#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]
//! What a wrong field is answered with: line, field, the field as it stands, and what to do.

use lat_csv::{Csv, ErrorKind, Format, NdArray, Position};

/// The error that `csv` reads `text` with: the field it names, what it says, and its hint.
#[track_caller]
fn check(csv: &Csv, text: &str, place: (u64, u64), says: &str, hint: Option<&str>) {
    let err = csv.read::<NdArray>(text.as_bytes()).unwrap_err();
    let (line, field) = place;
    assert_eq!(err.position(), Some(&Position::Field { line, field }), "{err}");
    assert_eq!(err.kind(), ErrorKind::Parse, "{err}");
    let said = err.to_string();
    let wanted = format!("read_csv: line {line}, field {field}: {says}");
    let rest = said.strip_prefix(&wanted).unwrap_or_else(|| panic!("wanted {wanted}, got {said}"));
    assert_eq!(rest.strip_prefix("; "), hint, "{said}");
    assert_eq!(err.hint(), hint, "{said}");
}

#[track_caller]
fn not_a_number(text: &str, place: (u64, u64), field: &str, hint: Option<&str>) {
    check(&Csv::new(), text, place, &format!("'{field}' is not a number"), hint);
}

#[test]
fn another_delimiter() {
    for (sign, shown) in [(";", ";"), ("\t", "\\t"), ("|", "|")] {
        let text = format!("1.5{sign}2\n3{sign}4\n");
        let hint = format!("separated by '{shown}'? use the option delimiter(\"{shown}\")");
        not_a_number(&text, (1, 1), &format!("1.5{shown}2"), Some(&hint));
        // Also with decimal commas, and behind a row of names.
        let text = format!("1,5{sign}2,5\n");
        check(
            &Csv::new().delimiter("::").unwrap(),
            &text,
            (1, 1),
            &format!("'1,5{shown}2,5' is not a number"),
            Some(&hint),
        );
        let named = format!("a{sign}b\n1.5{sign}2\n");
        let says = format!("'1.5{shown}2' is not a number");
        check(&Csv::new().names(true), &named, (2, 1), &says, Some(&hint));
    }
    not_a_number("1 2\n3 4\n", (1, 1), "1 2", Some("separated by blanks? load it as text"));
    let semicolon = Csv::new().delimiter(";").unwrap();
    let hint = "separated by ','? use the option delimiter(\",\")";
    check(&semicolon, "1,2,3\n", (1, 1), "'1,2,3' is not a number", Some(hint));
}

#[test]
fn text_after_a_quote() {
    for (text, line, hint) in [
        ("\"s\";\"bar\"\n1;2\n", 1, Some("separated by ';'? use the option delimiter(\";\")")),
        ("1,2\n\"1\"\t\"2\"\n", 2, Some("separated by '\\t'? use the option delimiter(\"\\t\")")),
        ("\"a\"\"b\"|\"c\"\n", 1, Some("separated by '|'? use the option delimiter(\"|\")")),
        ("1,\"2\"3\n", 1, None),
        ("1,\"2\"\"3\"4\n", 1, None),
    ] {
        let err = Csv::new().read::<NdArray>(text.as_bytes()).unwrap_err();
        assert_eq!((err.kind(), err.position()), (ErrorKind::Syntax, Some(&Position::Line(line))));
        assert!(err.to_string().contains("text after a closing quote"), "{err}");
        assert_eq!(err.hint(), hint, "{text:?}");
    }
}

#[test]
fn a_decimal_comma() {
    let semicolon = Csv::new().delimiter(";").unwrap();
    let hint = "a decimal comma? use the option decimal_comma";
    check(&semicolon, "1;2\n3;4,25\n", (2, 2), "'4,25' is not a number", Some(hint));
    let both = "a decimal comma? use the option decimal_comma; thousands separators are not read: \
                remove them";
    check(&semicolon, "1;1,000\n", (1, 2), "'1,000' is not a number", Some(both));
}

#[test]
fn thousands() {
    let hint = Some("thousands separators are not read: remove them");
    let semicolon = Csv::new().delimiter(";").unwrap();
    for field in ["1,234,567", "-12,345.5", "1'000", "1.234.567", "1_000", "12 345 678.5"] {
        let says = format!("'{field}' is not a number");
        check(&semicolon, &format!("1;2\n3;{field}\n"), (2, 2), &says, hint);
    }
    // Alone in its record, it may as well be three.
    let commas = Some("separated by ','? use the option delimiter(\",\")");
    check(&semicolon, "1,234,567\n", (1, 1), "'1,234,567' is not a number", commas);
}

#[test]
fn names_and_units() {
    let names = Some("a row of names? use the option names, or skip_rows(1)");
    not_a_number("time,speed\n1,2\n", (1, 1), "time", names);
    not_a_number("\"time, in s\",speed\n1,2\n", (1, 1), "time, in s", names);
    // One word among numbers is no row of names, nor is a later row.
    not_a_number("1,speed\n", (1, 2), "speed", None);
    not_a_number("1,2\ntime,speed\n", (2, 1), "time", None);
    let units = "a row of units? make it a comment, or skip it with the names by the option \
                 skip_rows";
    let csv = Csv::new().names(true);
    check(&csv, "t,v\ns,m/s\n1,2\n", (2, 1), "'s' is not a number", Some(units));
}

/// A line of text, as programs put it among numbers by a sign of their own.
#[test]
fn comments() {
    let ragged = |line: &str| {
        let text = format!("1,2\n{line}\n3,4\n");
        let err = Csv::new().read::<NdArray>(text.as_bytes()).unwrap_err();
        assert_eq!(err.kind(), ErrorKind::Shape, "{err}");
        err.hint().map(str::to_owned)
    };
    for sign in ["%", "!", ";", "/", "@", ">"] {
        let hint = format!("a comment? use the option comments([\"{sign}\"])");
        assert_eq!(ragged(&format!("{sign} off")).as_ref(), Some(&hint));
        assert_eq!(ragged(&format!("  {sign}off, 1, 2")).as_ref(), Some(&hint));
        let field = format!("{sign} a");
        not_a_number(&format!("{field},b\n1,2\n"), (1, 1), &field, Some(&hint));
    }
    // These begin numbers, and fields in quotes.
    for line in ["5", "-5", "+5", ".5", "\"5\"", "(1"] {
        assert!(!ragged(line).unwrap().contains("comment"), "{line}");
    }
}

#[test]
fn fortran() {
    let hint = Some("spelled as Fortran does: use the option fortran");
    not_a_number("1,1.5-105\n", (1, 2), "1.5-105", hint);
    not_a_number("1,2\n2,3*1.5\n", (2, 2), "3*1.5", hint);
    let stars = Some("Fortran prints stars for a number too wide for its format");
    not_a_number("1,2\n3,****\n", (2, 2), "****", stars);
    let semicolon = Csv::new().delimiter(";").unwrap();
    check(&semicolon, "1;(1,2)\n", (1, 2), "'(1,2)' is not a number", hint);
    let err = Csv::new().read::<NdArray>("1,2,3\n3*1.5\n".as_bytes()).unwrap_err();
    let said = "read_csv: ragged rows — expected 3 cols, got 1 (line 2); a Fortran repeat count? \
                use the option fortran";
    assert_eq!(err.to_string(), said);
}

#[test]
fn missing_values() {
    let hint = |it: &str| {
        format!("a missing value? use the option missing([\"{it}\"]), and fill for its value")
    };
    let empty = "missing value: the field is empty";
    check(&Csv::new(), "1,2\n,4\n", (2, 1), empty, Some(&hint("")));
    check(&Csv::new(), "1,\"\",2\n", (1, 2), empty, Some(&hint("")));
    for word in ["NA", "n/a", "NULL", "None", "-", "--", ".", "?"] {
        not_a_number(&format!("1,2\n3,{word}\n"), (2, 2), word, Some(&hint(word)));
    }
    not_a_number("1,2\n3,abc\n", (2, 2), "abc", None);
    let err = Csv::new().read::<NdArray>("1,2\n3,4,\n".as_bytes()).unwrap_err();
    let said = "read_csv: ragged rows — expected 2 cols, got 3 (line 2); a delimiter at the end of \
                some rows only?";
    assert_eq!(err.to_string(), said);
}

#[test]
fn no_text_at_all() {
    let nul = "is this binary data, or UTF-16 without its mark?";
    check(&Csv::new(), "1,2\n3,4\0\n", (2, 2), "a NUL byte", Some(nul));
    let foreign: [(&[u8], &str); 5] = [
        (b"\x1f\x8b\x08\0", "gzip data"),
        (b"PK\x03\x04rest", "a zip archive"),
        (b"\x93NUMPY\x01\0", "NumPy's binary data"),
        (b"\xff\xfe\0\0", "UTF-32"),
        (b"\x28\xb5\x2f\xfd", "Zstandard data"),
    ];
    for (bytes, what) in foreign {
        let err = Csv::new().read::<NdArray>(bytes).unwrap_err();
        assert_eq!(err.kind(), ErrorKind::Syntax);
        assert!(err.to_string().contains(&format!("the input is {what}")), "{err}");
        assert!(err.hint().unwrap().contains("decompress it first"), "{err}");
    }
    let odd = Some("the character U+00A0 is no blank here: replace it");
    not_a_number("1,2\n3,\u{a0}4\n", (2, 2), "\u{a0}4", odd);
}

#[test]
fn long_and_rude_fields_are_shown_short_and_tame() {
    let field = "x".repeat(1000);
    not_a_number(&format!("1,{field}\n"), (1, 2), &format!("{}…", &field[..40]), None);
    not_a_number("1,\x1b[31mred\n", (1, 2), "\\u{1b}[31mred", None);
}
