//! The examples and the error table of the text format's first description: file contents, shape,
//! dtype and values.

use std::{fs, io};

use lat_text::{
    DType, ErrorKind, Format, NdArray, Text, load_text,
    ndarray::{Array1, Array2, Array3, arr0, array},
    save_text,
};

fn scratch(name: &str) -> std::path::PathBuf {
    let dir = std::env::temp_dir().join(format!("lat-text-seed-{}", std::process::id()));
    fs::create_dir_all(&dir).expect("a place for files");
    dir.join(name)
}

#[test]
fn one_axis_is_a_column() {
    let path = scratch("one.txt");
    let a = array![1.5, 2.5, 3.5];
    save_text(&path, &a).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "1.5\n2.5\n3.5\n");
    let b: NdArray = load_text(&path).unwrap();
    assert_eq!((b.shape(), b.dtype()), (&[3][..], DType::F64));
    assert_eq!(b, a.into());
}

#[test]
fn two_axes_round_trip() {
    let path = scratch("two.txt");
    let a: Array2<i64> = array![[1, 2, 3], [4, 5, 6]];
    save_text(&path, &a).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "1 2 3\n4 5 6\n");
    let b: NdArray = load_text(&path).unwrap();
    assert_eq!((b.shape(), b.dtype()), (&[2, 3][..], DType::I64));
    assert_eq!(b, a.into());
}

#[test]
fn three_axes_are_flattened() {
    let path = scratch("three.txt");
    let a: Array3<i64> = array![[[1, 2], [3, 4]], [[5, 6], [7, 8]]];
    save_text(&path, &a).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "1 2\n3 4\n5 6\n7 8\n");
    let b: NdArray = load_text(&path).unwrap();
    assert_eq!(b, array![[1_i64, 2], [3, 4], [5, 6], [7, 8]].into());
    // Blank lines can keep the blocks apart.
    let blocks = Text::new().blocks(true);
    blocks.save(&path, &a).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "1 2\n3 4\n\n5 6\n7 8\n");
    assert_eq!(blocks.load::<Array3<i64>>(&path).unwrap(), a);
}

#[test]
fn a_format() {
    let path = scratch("format.txt");
    Text::new().fmt("%.2f").unwrap().save(&path, &array![[1.234_567_89, 2.345_678_9]]).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "1.23 2.35\n");
}

#[test]
fn no_axes() {
    let path = scratch("none.txt");
    save_text(&path, &arr0(7)).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "7\n");
}

#[test]
fn an_empty_array_is_an_empty_file() {
    let path = scratch("empty.txt");
    save_text(&path, &Array1::<f64>::zeros(0)).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"");
    let err = load_text::<NdArray>(&path).unwrap_err();
    assert!(err.to_string().starts_with("load_text: empty file"), "{err}");
}

#[test]
fn one_row_is_of_rank_one() {
    let path = scratch("single.txt");
    fs::write(&path, "1 2 3\n").unwrap();
    let b: NdArray = load_text(&path).unwrap();
    assert_eq!(b, array![1_i64, 2, 3].into());
    assert_eq!(load_text::<Array2<i64>>(&path).unwrap(), array![[1, 2, 3]]);
    fs::write(&path, "1\n2\n3\n").unwrap();
    assert_eq!(load_text::<NdArray>(&path).unwrap().shape(), [3]);
    assert_eq!(load_text::<Array2<i64>>(&path).unwrap(), array![[1], [2], [3]]);
}

#[test]
fn errors_say_what_and_where() {
    let missing = load_text::<NdArray>("no/such/a.txt").unwrap_err();
    assert_eq!(
        missing.to_string(),
        "load_text: cannot open 'no/such/a.txt': No such file or directory (os error 2)"
    );
    assert_eq!((missing.kind(), missing.io_kind()), (ErrorKind::Io, Some(io::ErrorKind::NotFound)));
    let cases = [
        ("", "load_text: empty file"),
        ("  \n \t\n", "load_text: empty file"),
        ("# only\n#comments\n", "load_text: no numeric data found"),
        ("1 2\n3 4 5\n", "load_text: ragged rows — expected 2 cols, got 3 (line 2)"),
    ];
    for (text, message) in cases {
        let path = scratch("error.txt");
        fs::write(&path, text).unwrap();
        let err = load_text::<NdArray>(&path).unwrap_err();
        assert!(err.to_string().starts_with(message), "{text:?}: {err}");
        assert_eq!(err.kind(), ErrorKind::Shape, "{text:?}");
    }
    let err = Text::new().read::<NdArray>("1 2\n3 x # d\n".as_bytes()).unwrap_err();
    assert!(
        err.to_string().starts_with("read_text: line 2, field 2: 'x' is not a number"),
        "{err}"
    );
}

#[test]
fn columns_of_fixed_width() {
    let text = "  1.0000  2.2500-30.1250\n 10.5000-12.7500-36.5000\n";
    let fixed = Text::new().widths([8, 8, 8]).fmt("%.4f").unwrap();
    let a: Array2<f64> = fixed.read(text.as_bytes()).unwrap();
    assert_eq!(a, array![[1.0, 2.25, -30.125], [10.5, -12.75, -36.5]]);
    let mut out = Vec::new();
    fixed.write(&mut out, &a).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), text);
}
