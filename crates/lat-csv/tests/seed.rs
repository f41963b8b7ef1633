//! The examples and the error table of the CSV format's first description: file contents, shape,
//! dtype, values and axes.

use std::{error::Error as _, fs, io};

use lat_csv::{
    Axis, Csv, DType, ErrorKind, Format, NdArray, load_csv,
    ndarray::{self, Array1, Array2, Array3, ArrayD, array},
    read_csv, save_csv,
};

/// A file that is gone at the end of the test.
struct Scratch(std::path::PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let dir = std::env::temp_dir().join(format!("lat-csv-seed-{}", std::process::id()));
        fs::create_dir_all(&dir).expect("a place for files");
        Self(dir.join(name))
    }

    fn holding(name: &str, text: &str) -> Self {
        let new = Self::new(name);
        fs::write(&new.0, text).expect("a file to write");
        new
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.0).expect("a file to read")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn names(array: &NdArray) -> Vec<&str> {
    array.axes().iter().map(|it| it.name.as_str()).collect()
}

#[test]
fn two_axes_round_trip() {
    let file = Scratch::new("two.csv");
    let a: Array2<i64> = array![[1, 2, 3], [4, 5, 6]];
    save_csv(&file.0, &a).unwrap();
    assert_eq!(file.text(), "# shape=(2, 3), dtype=i64\n1,2,3\n4,5,6\n");
    let b: NdArray = load_csv(&file.0).unwrap();
    assert_eq!((b.shape(), b.dtype()), (&[2, 3][..], DType::I64));
    assert_eq!(names(&b), ["x0", "x1"]);
    assert_eq!(b, a.into());
}

#[test]
fn one_axis_keeps_its_rank() {
    let file = Scratch::new("one.csv");
    let a = array![1.5, 2.5, 3.5];
    save_csv(&file.0, &a).unwrap();
    assert_eq!(file.text(), "# shape=(3,), dtype=f64\n1.5\n2.5\n3.5\n");
    let b: NdArray = load_csv(&file.0).unwrap();
    assert_eq!((b.shape(), b.dtype()), (&[3][..], DType::F64));
    assert_eq!(b, a.into());
}

#[test]
fn three_axes_are_flattened_and_restored() {
    let file = Scratch::new("three.csv");
    let a: Array3<i64> = array![[[1, 2], [3, 4]], [[5, 6], [7, 8]]];
    save_csv(&file.0, &a).unwrap();
    assert_eq!(file.text(), "# shape=(2, 2, 2), dtype=i64\n1,2\n3,4\n5,6\n7,8\n");
    let b: NdArray = load_csv(&file.0).unwrap();
    assert_eq!(b, a.into());
}

#[test]
fn another_delimiter() {
    let file = Scratch::new("pipe.csv");
    let a: Array2<i64> = array![[1, 2], [3, 4]];
    let csv = Csv::new().delimiter("|").unwrap();
    csv.save(&file.0, &a).unwrap();
    assert_eq!(file.text(), "# shape=(2, 2), dtype=i64\n1|2\n3|4\n");
    assert_eq!(csv.load::<Array2<i64>>(&file.0).unwrap(), a);
}

#[test]
fn no_axes() {
    let file = Scratch::new("none.csv");
    let a = ndarray::arr0(2.5);
    save_csv(&file.0, &a).unwrap();
    assert_eq!(file.text(), "# shape=(), dtype=f64\n2.5\n");
    assert_eq!(load_csv::<ndarray::Array0<f64>>(&file.0).unwrap(), a);
}

#[test]
fn an_empty_array_does_not_come_back() {
    let file = Scratch::new("empty.csv");
    save_csv(&file.0, &Array1::<i64>::zeros(0)).unwrap();
    assert_eq!(file.text(), "# shape=(0,), dtype=i64\n");
    let err = load_csv::<NdArray>(&file.0).unwrap_err();
    assert!(err.to_string().starts_with("load_csv: no data rows found"), "{err}");
    assert_eq!(err.kind(), ErrorKind::Shape);
    // Unless that is asked for.
    let b: NdArray = Csv::new().allow_empty(true).load(&file.0).unwrap();
    assert_eq!((b.shape(), b.dtype()), (&[0][..], DType::I64));
}

#[test]
fn one_row_without_header_is_of_rank_one() {
    let file = Scratch::holding("no_header.csv", "1,2,3\n");
    let b: NdArray = load_csv(&file.0).unwrap();
    assert_eq!((b.shape(), b.dtype()), (&[3][..], DType::I64));
    // A caller who takes a table gets one, whatever the number of rows.
    assert_eq!(load_csv::<Array2<i64>>(&file.0).unwrap(), array![[1, 2, 3]]);
    assert_eq!(Csv::new().ndmin(2).load::<NdArray>(&file.0).unwrap().shape(), [1, 3]);
}

#[test]
fn the_header_is_a_hint_and_the_caller_is_not() {
    let text = "# shape=(2,), dtype=i64\n1\n2.5\n";
    let b: NdArray = read_csv(text.as_bytes()).unwrap();
    assert_eq!(b, array![1.0, 2.5].into());
    let err = Csv::new().dtype(DType::I64).read::<NdArray>(text.as_bytes()).unwrap_err();
    assert_eq!(
        err.to_string(),
        "read_csv: line 3, field 1: '2.5' is not an integer, wanted i64; read floats, and cast them"
    );
    let b: NdArray = Csv::new().dtype(DType::F32).read(text.as_bytes()).unwrap();
    assert_eq!(b, array![1.0_f32, 2.5].into());
}

#[test]
fn nan_and_infinity() {
    let file = Scratch::new("nan.csv");
    save_csv(&file.0, &array![[1.0, f64::NAN], [f64::INFINITY, 4.0]]).unwrap();
    assert_eq!(file.text(), "# shape=(2, 2), dtype=f64\n1,nan\ninf,4\n");
    let b: Array2<f64> = load_csv(&file.0).unwrap();
    assert!(b[[0, 1]].is_nan());
    assert_eq!((b[[0, 0]], b[[1, 0]], b[[1, 1]]), (1.0, f64::INFINITY, 4.0));
}

#[test]
fn errors_say_what_and_where() {
    let missing = load_csv::<NdArray>("no/such/a.csv").unwrap_err();
    assert_eq!(
        missing.to_string(),
        "load_csv: cannot open 'no/such/a.csv': No such file or directory (os error 2)"
    );
    assert_eq!((missing.kind(), missing.io_kind()), (ErrorKind::Io, Some(io::ErrorKind::NotFound)));
    assert!(missing.source().unwrap().downcast_ref::<io::Error>().is_some());
    let folder = load_csv::<NdArray>(std::env::temp_dir()).unwrap_err();
    assert_eq!(folder.io_kind(), Some(io::ErrorKind::IsADirectory));

    let cases = [
        ("", ErrorKind::Shape, "load_csv: empty file"),
        (" \n\t\n\n", ErrorKind::Shape, "load_csv: empty file"),
        ("# shape=(2,), dtype=i64\n", ErrorKind::Shape, "load_csv: no data rows found"),
        ("# a comment\n", ErrorKind::Shape, "load_csv: no data rows found"),
        (
            "1,2\n3,4,5\n",
            ErrorKind::Shape,
            "load_csv: ragged rows — expected 2 cols, got 3 (line 2)",
        ),
        (
            "1,2\n\n# c\n3,abc\n",
            ErrorKind::Parse,
            "load_csv: line 4, field 2: 'abc' is not a number",
        ),
        (
            "# shape=(2, 3), dtype=i64\n1,2\n3,4\n",
            ErrorKind::Shape,
            "load_csv: shape (2, 3) holds 6 values, found 4",
        ),
    ];
    for (text, kind, message) in cases {
        let file = Scratch::holding("error.csv", text);
        let err = load_csv::<NdArray>(&file.0).unwrap_err();
        assert!(err.to_string().starts_with(message), "{text:?}: {err}");
        assert_eq!((err.kind(), err.path()), (kind, Some(&*file.0)), "{text:?}");
    }
    let err = Csv::new().dtype(DType::U8).read::<NdArray>("1,2\n3,300\n".as_bytes()).unwrap_err();
    assert!(err.to_string().starts_with("read_csv: line 2, field 2: 300 does not fit u8"), "{err}");
}

#[test]
fn another_type_or_rank_is_refused_by_name() {
    let err = Csv::new().dtype(DType::I64).read::<Array1<f64>>("1,2\n".as_bytes()).unwrap_err();
    assert!(err.to_string().starts_with("read_csv: elements are i64, wanted f64"), "{err}");
    let err = read_csv::<Array1<f64>>("1,2\n3,4\n".as_bytes()).unwrap_err();
    assert!(err.to_string().contains("array of rank 2, shape (2, 2), wanted rank 1"), "{err}");
}

#[test]
fn names_are_labels_there_and_back() {
    let text = "# shape=(2, 2), dtype=f64\na,\"b,c\"\n1,2\n3,4.5\n";
    let csv = Csv::new().names(true);
    let a: NdArray = csv.read(text.as_bytes()).unwrap();
    assert_eq!(a.axes(), [Axis::new("x0"), Axis::new("x1").with_labels(["a", "b,c"])]);
    let mut out = Vec::new();
    csv.write(&mut out, &a).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), text);
    let b: ArrayD<f64> = csv.clone().columns(["b,c"]).read(text.as_bytes()).unwrap();
    assert_eq!(b.as_slice().unwrap(), [2.0, 4.5]);
}
