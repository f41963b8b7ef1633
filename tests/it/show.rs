//! Printing, against what NumPy printed: `data/show/make_show.py` made the cases.

use lat_core::{DType, NdArray, Show, ndarray::Array2};
use latio_tests::{array, data};
use serde_json::Value;

#[test]
fn arrays_print_as_numpy_prints_them() {
    let cases = std::fs::read_to_string(data("show/cases.jsonl")).unwrap();
    assert!(cases.lines().count() > 1000);
    let wrong: Vec<String> =
        cases.lines().enumerate().filter_map(|(idx, it)| check(idx, it)).collect();
    assert!(wrong.is_empty(), "{} cases differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// What is wrong with a case, if anything.
fn check(idx: usize, line: &str) -> Option<String> {
    let case: Value = serde_json::from_str(line).unwrap();
    let wanted = case["text"].as_str().unwrap();
    let found = show(&case["options"]).of(&array_of(&case)).to_string();
    (found != wanted)
        .then(|| format!("line {}: {line}\nwanted\n{wanted}\nfound\n{found}\n", idx + 1))
}

fn show(options: &Value) -> Show {
    let mut show = Show::new();
    for (name, value) in options.as_object().unwrap() {
        let value = usize::try_from(value.as_u64().unwrap()).unwrap();
        show = match name.as_str() {
            "precision" => show.precision(value),
            "threshold" => show.threshold(value),
            "edgeitems" => show.edge_items(value),
            "linewidth" => show.line_width(value),
            _ => panic!("unknown option {name}"),
        };
    }
    show
}

fn array_of(case: &Value) -> NdArray {
    let dtype: DType = case["dtype"].as_str().unwrap().parse().unwrap();
    let shape: Vec<usize> = serde_json::from_value(case["shape"].clone()).unwrap();
    let wanted = shape.iter().product::<usize>() * dtype.size();
    let hex = case["data"].as_str().unwrap().as_bytes();
    let pairs =
        hex.chunks(2).map(|it| u8::from_str_radix(std::str::from_utf8(it).unwrap(), 16).unwrap());
    let bytes: Vec<u8> = pairs.cycle().take(wanted).collect();
    array(dtype, &shape, false, &bytes)
}

#[test]
fn the_default_is_numpys() {
    let a = Array2::from_shape_fn((2, 2), |(row, column)| row == column);
    let printed = "[[ True False]\n [False  True]]";
    assert_eq!(NdArray::from(a.clone()).to_string(), printed);
    assert_eq!(NdArray::from(a).view().to_string(), printed);
}

#[test]
fn memory_order_does_not_show() {
    let fortran = array(DType::U8, &[2, 3], true, &[1, 2, 3, 4, 5, 6]);
    assert_eq!(fortran.to_string(), "[[1 2 3]\n [4 5 6]]");
}

#[test]
fn a_summary_looks_at_the_elements_shown_only() {
    // A broadcast view of 10^18 elements: to look at each would take a century.
    let one = Array2::from_elem((1, 1), 0.5);
    let huge = one.broadcast((1_000_000_000, 1_000_000_000)).unwrap();
    let text = Show::new().of(huge).to_string();
    assert_eq!(text.lines().count(), 7);
    assert!(text.starts_with("[[0.5 0.5 0.5 ... 0.5 0.5 0.5]\n"), "{text}");
}

#[test]
fn any_rank_and_any_option_will_do() {
    let deep = array(DType::U8, &vec![1; 3000], false, &[7]);
    assert_eq!(deep.to_string(), format!("{}7{}", "[".repeat(3000), "]".repeat(3000)));
    let most = Show::new().precision(usize::MAX).threshold(0).edge_items(usize::MAX);
    let third = array(DType::F64, &[2], false, &[[0; 8], (1.0_f64 / 3.0).to_le_bytes()].concat());
    assert_eq!(
        most.line_width(usize::MAX).of(&third).to_string(),
        "[0.                 0.3333333333333333]"
    );
    assert_eq!(most.line_width(0).of(&third).to_string(), "[0.\n 0.3333333333333333]");
}
