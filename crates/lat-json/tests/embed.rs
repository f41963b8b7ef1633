//! Arrays within other people's structures.

use lat_json::{
    Axis, Complex, DType, Format, Json, NdArray, f16,
    ndarray::{Array1, Array2, ArrayD, IxDyn, arr0, array},
};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Whole(#[serde(with = "lat_json::embed")] NdArray);

#[derive(Debug, Deserialize)]
struct Typed {
    #[serde(with = "lat_json::embed")]
    a: Array1<f32>,
}

fn samples() -> Vec<NdArray> {
    let axes = vec![Axis::new("t"), Axis::new("c").with_labels(["a", "b"])];
    vec![
        array![[1_i64, i64::MIN], [3, 4]].into(),
        array![u64::MAX, 0].into(),
        array![[0.1, -0.0, f64::INFINITY], [5e-324, f64::MAX, f64::NEG_INFINITY]].into(),
        array![0.1_f32, 16_777_216.0, f32::MIN_POSITIVE].into(),
        array![f16::from_bits(0x2e66), f16::MAX].into(),
        array![true, false].into(),
        array![Complex::new(1.5_f32, -0.1), Complex::new(0.0, f32::INFINITY)].into(),
        arr0(5_u8).into(),
        ArrayD::<i16>::zeros(IxDyn(&[2, 0, 4])).into(),
        NdArray::from(array![[1_i8, 2]]).with_axes(axes).expect("names for both"),
    ]
}

#[test]
fn arrays_come_back() {
    for array in samples() {
        let text = serde_json::to_string(&Whole(array.clone())).unwrap();
        let back: Whole = serde_json::from_str(&text).unwrap();
        assert_eq!(format!("{:?}", back.0), format!("{array:?}"));
    }
}

#[test]
fn the_shape_is_the_formats() {
    // An f16 has more digits here, those of the same f32.
    for array in samples().into_iter().filter(|it| it.dtype() != DType::F16) {
        let theirs = serde_json::to_string(&Whole(array.clone())).unwrap();
        let mut own = Vec::new();
        Json::new().write(&mut own, &array).unwrap();
        let value = |text: &[u8]| serde_json::from_slice::<serde_json::Value>(text).unwrap();
        assert_eq!(value(theirs.as_bytes()), value(&own));
        assert_eq!(Json::new().read::<NdArray>(theirs.as_bytes()).unwrap(), array);
    }
}

#[test]
fn what_does_not_fit_is_an_error() {
    let fault = |text: &str| serde_json::from_str::<Typed>(text).unwrap_err().to_string();
    let a: Typed = serde_json::from_str(r#"{"a": {"data": [1, null, 0.1]}}"#).unwrap();
    assert!(a.a[1].is_nan());
    assert!(fault(r#"{"a": {"data": [[1]]}}"#).contains("rank 2"));
    assert!(
        fault(r#"{"a": {"data": [1], "dtype": "f64"}}"#).contains("elements are f64, wanted f32")
    );
    assert!(fault(r#"{"a": {"data": [1, true]}}"#).contains("data[1]: true among numbers"));
    assert!(fault(r#"{"a": {"data": [1, [2]]}}"#).contains("ragged"));
    assert!(fault(r#"{"a": {"shape": [1]}}"#).contains("missing 'data' key"));
    assert!(fault(r#"{"a": {"data": [1], "data": [1]}}"#).contains("duplicate key 'data'"));
    let deep = format!("{{\"a\": {{\"data\": {}1{}}}}}", "[".repeat(70), "]".repeat(70));
    assert!(fault(&deep).contains("more than 64 deep"), "{}", fault(&deep));
}

#[test]
fn other_peoples_views_of_it_do() {
    let parsed: serde_json::Value =
        serde_json::from_str(r#"{"dtype": "u8", "data": [[1, 2]], "other": {"x": [1]}}"#).unwrap();
    let array: NdArray = lat_json::embed::deserialize(parsed).unwrap();
    assert_eq!(Array2::<u8>::try_from(array).unwrap(), array![[1, 2]]);
}
