//! Slices take what NumPy's take.

use latio::{
    Axis, NdArray, NdArrayView, Result, Slice,
    ndarray::{ArrayD, IxDyn},
};

fn whole() -> NdArray {
    let values: Vec<i64> = (0..24).collect();
    ArrayD::from_shape_vec(IxDyn(&[2, 3, 4]), values).expect("24 values").into()
}

fn of(text: &str, array: &NdArray) -> Result<NdArray> {
    text.parse::<Slice>()?.of(&array.view()).map(|it| it.to_owned())
}

fn numbers(text: &str) -> Vec<usize> {
    let words = text.split(|it: char| !it.is_ascii_digit()).filter(|it| !it.is_empty());
    words.map(|it| it.parse().expect("a number")).collect()
}

#[test]
fn slices_take_what_those_of_numpy_take() {
    let array = whole();
    let cases = include_str!("data/slices.txt");
    assert!(cases.lines().count() > 1000);
    for line in cases.lines() {
        let mut parts = line.split('|');
        let mut part = || parts.next().expect("three parts");
        let (text, shape, values) = (part(), part(), part());
        let found = of(text, &array);
        if shape == "IndexError" {
            assert!(found.is_err(), "[{text}]");
            continue;
        }
        let found = found.expect(text);
        assert_eq!(found.shape(), numbers(shape), "[{text}]");
        let found: ArrayD<i64> = found.try_into().expect(text);
        let found: Vec<_> = found.iter().map(|it| usize::try_from(*it).expect("0 to 23")).collect();
        assert_eq!(found, numbers(values), "[{text}]");
    }
}

#[test]
fn names_and_labels_go_with_their_axes() {
    let axes =
        vec![Axis::new("x0"), Axis::new("row"), Axis::new("x2").with_labels(["a", "b", "c", "d"])];
    let array = whole().with_axes(axes).expect("they fit");
    let part = of("0, None, :, ::-2", &array).expect("a slice");
    let wanted = [Axis::new("x0"), Axis::new("row"), Axis::new("x2").with_labels(["d", "b"])];
    assert_eq!(part.axes(), wanted);
}

#[test]
fn what_is_no_slice_is_an_error() {
    for text in ["a", "1.5", "::0", "1:2:3:4", "..., ...", "1 2", ",", "[1", "99999999999999999999"]
    {
        assert!(text.parse::<Slice>().is_err(), "[{text}]");
    }
    let single = NdArrayView::from(&latio::ndarray::arr0(5)).to_owned();
    assert!(of("0", &single).is_err());
    assert_eq!(of("...", &single).expect("all of it"), single);
}

#[test]
fn slices_print_as_they_are_read() {
    for text in ["[0, :, ::2]", "[..., -1]", "[None, 1:3:-1]", "[]", "[:5]"] {
        assert_eq!(text.parse::<Slice>().expect("a slice").to_string(), text);
    }
}
