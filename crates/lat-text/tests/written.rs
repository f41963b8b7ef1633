#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]
//! What is written, and that it is read back bit for bit, in parts and in columns of fixed width.

use lat_text::{
    Complex, DType, Element, Format, NdArray, NdArrayView, Text, f16,
    lat_core::dispatch,
    ndarray::{self, Array1, Array2, Array3, array, s},
};
use proptest::prelude::*;

fn written<'a>(text: &Text, array: impl Into<NdArrayView<'a>>) -> Vec<u8> {
    let mut out = Vec::new();
    text.write(&mut out, array).unwrap();
    out
}

/// Elements that tell 0.0 from -0.0, and no NaN from another.
fn exact(array: &NdArray) -> (DType, Vec<usize>, Vec<String>) {
    let values = dispatch!(array.dtype(), T => {
        let view = array.view();
        view.typed::<T>().unwrap().iter().map(|it| format!("{:?}", it.to_scalar())).collect()
    });
    (array.dtype(), array.shape().to_vec(), values)
}

/// A text file does not state its dtype.
fn back(text: &Text, dtype: DType, input: &[u8]) -> lat_text::Result<NdArray> {
    text.clone().dtype(dtype).ndmin(2).read(input)
}

#[test]
fn small_types_in_both_directions() {
    let halves = Array2::from_shape_fn((256, 256), |(row, column)| {
        f16::from_bits(u16::try_from(row * 256 + column).unwrap())
    });
    let singles = array![[0.1_f32, -0.0], [f32::MAX, 1e-45], [f32::NAN, f32::NEG_INFINITY]];
    let complex = singles.mapv(|it| Complex::new(it, -it));
    let all: [NdArray; 5] = [
        halves.into(),
        singles.into(),
        complex.into(),
        array![[true, false]].into(),
        array![[i64::MIN, i64::MAX], [-1, 0]].into(),
    ];
    for array in all {
        let text = written(&Text::new(), &array);
        assert_eq!(exact(&back(&Text::new(), array.dtype(), &text).unwrap()), exact(&array));
    }
}

#[test]
fn a_negative_zero_is_no_integer() {
    let a = array![1.0, -0.0, 3.0];
    assert_eq!(written(&Text::new(), &a), b"1\n-0\n3\n");
    let back: NdArray = Text::new().read("1\n-0\n3\n".as_bytes()).unwrap();
    assert_eq!(exact(&back), exact(&a.into()));
    // Asked for integers, it is one.
    let back: Array1<i64> = Text::new().read("1\n-0\n".as_bytes()).unwrap();
    assert_eq!(back, array![1, 0]);
}

/// Whole numbers and long fractions.
fn thirds(rows: u32) -> Array2<f64> {
    let values = (0..rows).flat_map(|row| (3..6).map(move |it| f64::from(row) / f64::from(it)));
    Array2::from_shape_vec((rows as usize, 3), values.collect()).unwrap()
}

#[test]
fn chunks_and_a_writer_are_a_load_and_a_save() {
    let a = thirds(500);
    for text in [Text::new(), Text::new().crlf(true), Text::new().widths([25, 26, 27])] {
        let whole = written(&text, &a);
        let mut parts = Vec::new();
        let mut writer = text.writer(&mut parts).unwrap();
        for rows in [0..0, 0..1, 1..300, 300..500] {
            writer.write(a.slice(s![rows, ..])).unwrap();
        }
        writer.finish().unwrap();
        assert_eq!(parts, whole);
        let text = text.dtype(DType::F64);
        assert_eq!(text.read::<Array2<f64>>(&whole[..]).unwrap(), a);
        for rows in [1, 99, 500, 501] {
            let chunks = text.chunks(&whole[..], rows).unwrap();
            let all: Vec<Array2<f64>> =
                chunks.map(|it| it.unwrap().into_typed().unwrap()).collect();
            let views: Vec<_> = all.iter().map(|it| it.view()).collect();
            assert_eq!(ndarray::concatenate(ndarray::Axis(0), &views).unwrap(), a);
        }
    }
}

#[test]
fn blocks_in_both_directions() {
    let a = Array3::from_shape_fn((3, 2, 4), |(x, y, z)| i32::try_from(8 * x + 4 * y + z).unwrap());
    for text in [Text::new().blocks(true), Text::new().blocks(true).crlf(true).widths([3; 4])] {
        let out = written(&text, &a);
        assert_eq!(text.read::<Array3<i32>>(&out[..]).unwrap(), a);
    }
    assert_eq!(written(&Text::new().blocks(true), a.slice(s![..2, ..1, ..2])), b"0 1\n\n8 9\n");
}

fn row_of_floats() -> impl Strategy<Value = Vec<[f64; 3]>> {
    prop::collection::vec(prop::array::uniform3(any::<u64>().prop_map(f64::from_bits)), 1..20)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn what_is_written_is_read_back(
        rows in row_of_floats(),
        fmt in prop::sample::select(vec!["%.18g", "%.16e", "shortest", "%+.17g"]),
        switches in prop::array::uniform3(any::<bool>()),
    ) {
        let [crlf, comma, fixed] = switches;
        let a: NdArray = Array2::from(rows).into();
        let text = Text::new().crlf(crlf).decimal_comma(comma).fmt(fmt).unwrap();
        let text = if fixed { text.widths([26, 25, 30]) } else { text };
        let out = written(&text, &a);
        prop_assert_eq!(exact(&back(&text, DType::F64, &out).unwrap()), exact(&a));
        // By the fast way, and by way of fields.
        let by_fields = text.clone().columns([0, 1, 2]);
        prop_assert_eq!(exact(&back(&by_fields, DType::F64, &out).unwrap()), exact(&a));
        // Nobody said which type: no value changes, whatever that is.
        let inferred: NdArray = text.ndmin(2).read(&out[..]).unwrap();
        prop_assert_eq!(exact(&inferred.cast(DType::F64).unwrap()), exact(&a));
    }
}
