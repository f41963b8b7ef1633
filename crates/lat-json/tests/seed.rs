//! The examples and the error table of the page that this format comes from.

use lat_json::{
    Axis, DType, ErrorKind, Format, Json, NdArray, load_json,
    ndarray::{Array, Array1, Dimension, array},
    save_json,
};

/// A directory that is removed in the end.
struct Dir(std::path::PathBuf);

impl Dir {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("lat-json-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a place for files");
        Self(path)
    }

    fn file(&self, text: &str) -> std::path::PathBuf {
        let path = self.0.join("out.json");
        std::fs::write(&path, text).expect("a file");
        path
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn named<D: Dimension>(array: Array<impl lat_json::Element, D>, axes: &[&str]) -> NdArray {
    let axes = axes.iter().map(|it| Axis::new(*it)).collect();
    NdArray::from(array).with_axes(axes).expect("names for all")
}

#[test]
fn two_axes_with_names() {
    let dir = Dir::new("two");
    let path = dir.0.join("out.json");
    let a = named(array![[1_i64, 2], [3, 4]], &["row", "col"]);
    save_json(&path, &a).unwrap();
    let text = r#"{
  "data": [[1, 2], [3, 4]],
  "dtype": "i64",
  "shape": [2, 2],
  "axes": ["row", "col"]
}"#;
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    let b: NdArray = load_json(&path).unwrap();
    assert_eq!((b.dtype(), b.shape()), (DType::I64, &[2, 2][..]));
    assert_eq!(b.axes().iter().map(|it| &*it.name).collect::<Vec<_>>(), ["row", "col"]);
    assert_eq!(b, a);
}

#[test]
fn one_axis() {
    let dir = Dir::new("one");
    let path = dir.0.join("out.json");
    save_json(&path, &named(array![1_i64, 2, 3], &["x"])).unwrap();
    let text = "{\n  \"data\": [1, 2, 3],\n  \"dtype\": \"i64\",\n  \"shape\": [3],\n  \"axes\": [\"x\"]\n}";
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    assert_eq!(load_json::<Array1<i64>>(&path).unwrap(), array![1, 2, 3]);
}

#[test]
fn booleans() {
    let dir = Dir::new("booleans");
    let path = dir.0.join("out.json");
    save_json(&path, &named(array![true, false, true], &["flags"])).unwrap();
    let text = "{\n  \"data\": [true, false, true],\n  \"dtype\": \"b1\",\n  \"shape\": [3],\n  \"axes\": [\"flags\"]\n}";
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    assert_eq!(load_json::<Array1<bool>>(&path).unwrap(), array![true, false, true]);
}

#[test]
fn an_indent_of_four() {
    let dir = Dir::new("four");
    let path = dir.0.join("out.json");
    Json::new().indent(4).unwrap().save(&path, &named(array![true], &["flags"])).unwrap();
    let text = "{\n    \"data\": [true],\n    \"dtype\": \"b1\",\n    \"shape\": [1],\n    \"axes\": [\"flags\"]\n}";
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn an_empty_array_comes_back() {
    let dir = Dir::new("empty");
    let path = dir.0.join("out.json");
    save_json(&path, &Array1::<i64>::zeros(0)).unwrap();
    let text =
        "{\n  \"data\": [],\n  \"dtype\": \"i64\",\n  \"shape\": [0],\n  \"axes\": [\"x0\"]\n}";
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    let b: NdArray = load_json(&path).unwrap();
    assert_eq!((b.dtype(), b.shape()), (DType::I64, &[0][..]));
}

#[test]
fn all_but_data_is_optional() {
    let dir = Dir::new("optional");
    let b: NdArray = load_json(dir.file(r#"{"data": [[1, 2], [3, 4]]}"#)).unwrap();
    assert_eq!(b, named(array![[1_i64, 2], [3, 4]], &["x0", "x1"]));
}

#[test]
fn errors_have_the_words_of_the_table() {
    let dir = Dir::new("errors");
    let fails = |text: &str| {
        let err = load_json::<NdArray>(dir.file(text)).unwrap_err();
        (err.kind(), err.to_string().replace(&*dir.0.to_string_lossy(), "DIR"))
    };
    let shape = |text: &str| (ErrorKind::Shape, text.to_owned());
    let file = "in 'DIR/out.json'";
    assert_eq!(
        fails(r#"{"not_data": 1}"#),
        shape(&format!("load_json: missing 'data' key, {file}"))
    );
    assert_eq!(
        fails("[1, 2]"),
        shape(&format!(
            "load_json: root must be a JSON object, {file}; \
             it is a bare list: use the option bare to read that"
        ))
    );
    assert_eq!(fails("5"), shape(&format!("load_json: root must be a JSON object, {file}")));
    assert_eq!(fails(""), shape(&format!("load_json: empty file, {file}")));
    assert_eq!(fails(" \n\t"), shape(&format!("load_json: empty file, {file}")));
    assert_eq!(
        fails("{\"data\": [1,\n 2,, 3]}"),
        (ErrorKind::Syntax, format!("load_json: line 2, column 4: expected value, {file}"))
    );
}

#[test]
fn a_missing_file_says_what_the_system_says() {
    let err = load_json::<NdArray>("no/such/file.json").unwrap_err();
    assert!(err.to_string().starts_with("load_json: cannot open 'no/such/file.json': "));
    assert_eq!(err.io_kind(), Some(std::io::ErrorKind::NotFound));
}
