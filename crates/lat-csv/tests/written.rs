#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]
//! What is written, byte for byte, and that it is read back: bit for bit, in parts, in UTF-16.

use std::io::{self, Read};

use lat_csv::{
    Axis, Complex, Csv, DType, Element, ErrorKind, Format, NdArray, NdArrayView, f16,
    lat_core::{DTypeKind, dispatch},
    ndarray::{self, Array1, Array2, ArrayD, array, s},
};
use proptest::prelude::*;

fn written<'a>(csv: &Csv, array: impl Into<NdArrayView<'a>>) -> Vec<u8> {
    let mut out = Vec::new();
    csv.write(&mut out, array).unwrap();
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

#[track_caller]
fn comes_back(csv: &Csv, array: &NdArray) {
    let text = written(csv, array);
    let back: NdArray = csv.read(&text[..]).unwrap();
    assert_eq!(exact(&back), exact(array), "{:?}", String::from_utf8_lossy(&text));
}

#[test]
fn the_limits_of_integers() {
    macro_rules! check {
        ($($type:ty)*) => {$(
            let limits = array![<$type>::MIN, <$type>::MIN + 1, 0, 1, <$type>::MAX - 1, <$type>::MAX];
            comes_back(&Csv::new(), &limits.clone().into());
            let bare = Csv::new().header(false);
            let text = String::from_utf8(written(&bare, &limits)).unwrap();
            let wanted: Vec<String> = limits.iter().map(ToString::to_string).collect();
            assert_eq!(text.lines().collect::<Vec<_>>(), wanted);
            assert_eq!(bare.read::<Array1<$type>>(text.as_bytes()).unwrap(), limits);
        )*};
    }
    check! { i8 i16 i32 i64 u8 u16 u32 u64 }
}

#[test]
fn floats_of_every_kind() {
    let f64s = array![
        0.0,
        -0.0,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MIN_POSITIVE,
        5e-324,
        -2.225_073_858_507_201e-308,
        f64::MAX,
        f64::MIN,
        0.1,
        1.0 / 3.0,
        1e22,
        1e23,
        123_456.75,
    ];
    let f32s = f64s.mapv(|it| {
        #[expect(clippy::cast_possible_truncation, reason = "the nearest will do")]
        let it = it as f32;
        it
    });
    comes_back(&Csv::new(), &f32s.clone().into());
    comes_back(&Csv::new(), &Array1::from_iter((0..=u16::MAX).map(f16::from_bits)).into());
    let c64s = f32s.iter().zip(f32s.iter().rev()).map(|(&re, &im)| Complex::new(re, im));
    comes_back(&Csv::new(), &c64s.collect::<Array1<_>>().into());
    let c128s = f64s.iter().zip(f64s.iter().rev()).map(|(&re, &im)| Complex::new(re, im));
    comes_back(&Csv::new(), &c128s.collect::<Array1<_>>().into());
    for fmt in ["%.17g", "%.16e", "shortest"] {
        comes_back(&Csv::new().fmt(fmt).unwrap(), &f64s.clone().into());
    }
    comes_back(&Csv::new(), &f64s.into());
    // As C's printf and Python's % write them.
    let text = written(&Csv::new().header(false), &array![-0.0, f64::NAN, f64::NEG_INFINITY, 0.1]);
    assert_eq!(text, b"-0\nnan\n-inf\n0.100000000000000006\n");
    let text = written(&Csv::new().header(false), &array![0.1_f32, f32::MAX, -0.0]);
    assert_eq!(text, b"0.1\n3.4028235e+38\n-0.0\n");
    let text = written(&Csv::new().header(false), &array![Complex::new(1.0, -0.5)]);
    assert_eq!(text, b"(1-0.5j)\n");
}

#[test]
fn views_are_written_in_logical_order() {
    let a = Array2::from_shape_fn((3, 4), |(row, column)| u16::try_from(4 * row + column).unwrap());
    let bare = Csv::new().header(false);
    assert_eq!(written(&bare, a.t()), b"0,4,8\n1,5,9\n2,6,10\n3,7,11\n");
    assert_eq!(written(&bare, a.slice(s![..;-2, ..;3])), b"8,11\n0,3\n");
    assert_eq!(written(&bare, a.slice(s![1, ..;-1])), b"7\n6\n5\n4\n");
    let one = array![7_u16];
    assert_eq!(written(&bare, one.broadcast((2, 2)).unwrap()), b"7,7\n7,7\n");
}

/// Whole numbers and long fractions.
fn thirds(rows: u32) -> Array2<f64> {
    let values = (0..rows).flat_map(|row| (3..6).map(move |it| f64::from(row) / f64::from(it)));
    Array2::from_shape_vec((rows as usize, 3), values.collect()).unwrap()
}

#[test]
fn chunks_and_a_writer_are_a_load_and_a_save() {
    let a = thirds(1000);
    for csv in [Csv::new(), Csv::new().delimiter(";").unwrap().crlf(true), Csv::tsv().header(false)]
    {
        let whole = written(&csv, &a);
        let mut parts = Vec::new();
        let mut writer = csv.writer(&mut parts).unwrap();
        for rows in [0..1, 1..1, 1..400, 400..1000] {
            writer.write(a.slice(s![rows, ..])).unwrap();
        }
        writer.finish().unwrap();
        let after_header = |text: &[u8]| {
            let start = if text.starts_with(b"#") {
                text.iter().position(|it| *it == b'\n').unwrap() + 1
            } else {
                0
            };
            text[start..].to_vec()
        };
        assert_eq!(after_header(&parts), after_header(&whole));
        assert_eq!(csv.read::<Array2<f64>>(&parts[..]).unwrap(), a);
        // The first rows may be whole numbers, and no header says what follows.
        let csv = csv.dtype(DType::F64);
        for rows in [1, 7, 999, 1000, 1001] {
            let chunks: Vec<NdArray> =
                csv.chunks(&whole[..], rows).unwrap().map(Result::unwrap).collect();
            assert!(chunks.iter().all(|it| it.shape()[0] <= rows && it.dtype() == DType::F64));
            assert_eq!(chunks.len(), 1000_usize.div_ceil(rows));
            let all: Vec<Array2<f64>> =
                chunks.into_iter().map(|it| it.into_typed().unwrap()).collect();
            let views: Vec<_> = all.iter().map(|it| it.view()).collect();
            assert_eq!(ndarray::concatenate(ndarray::Axis(0), &views).unwrap(), a);
        }
    }
    // The type is that of the first chunk, and an error comes after what was right.
    let csv = Csv::new();
    let mut chunks = csv.chunks("1\n2\n3\n4.5\n5\n".as_bytes(), 2).unwrap();
    assert_eq!(chunks.next().unwrap().unwrap(), array![[1_i64], [2]].into());
    assert_eq!(chunks.next().unwrap().unwrap_err().kind(), ErrorKind::Parse);
    assert!(chunks.next().is_none());
    // A stream of one type.
    let mut writer = csv.writer(io::sink()).unwrap();
    writer.write(&array![1, 2]).unwrap();
    assert_eq!(writer.write(&array![1.5]).unwrap_err().kind(), ErrorKind::DType);
}

#[test]
fn line_ends_within_names() {
    let a = NdArray::from(array![[1_i64, 2], [3, 4]]);
    for end in ["\n", "\r\n", "\r"] {
        let labels = Axis::new("x1").with_labels([format!("a{end}b"), format!("{end}{end}\"")]);
        let a = a.clone().with_axes(vec![Axis::new("x0"), labels]).unwrap();
        for csv in [Csv::new(), Csv::new().crlf(true), Csv::new().delimiter("::").unwrap()] {
            let csv = csv.names(true);
            comes_back(&csv, &a);
            let back: NdArray = csv.read(&written(&csv, &a)[..]).unwrap();
            assert_eq!(back.axes(), a.axes());
        }
    }
}

/// Gives out its bytes in pieces of one size.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let len = self.1.min(buf.len()).min(self.0.len());
        buf[..len].copy_from_slice(&self.0[..len]);
        self.0 = &self.0[len..];
        Ok(len)
    }
}

fn utf16(text: &str, big_endian: bool) -> Vec<u8> {
    let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
    units.flat_map(|it| if big_endian { it.to_be_bytes() } else { it.to_le_bytes() }).collect()
}

#[test]
fn utf_16_with_a_mark() {
    // Outside of the plane that one unit reaches: two of them.
    let text = "# 𝄞 🦀 é\r\ntime 🦀;\"v;𝄞\"\r\n1,5;2\r\n3;4,25\r\n";
    let csv = Csv::new().names(true).decimal_comma(true).delimiter(";").unwrap();
    let wanted: NdArray = csv.read(text.as_bytes()).unwrap();
    assert_eq!(wanted.axes()[1].labels.as_deref().unwrap(), ["time 🦀", "v;𝄞"]);
    for big_endian in [false, true] {
        let bytes = utf16(text, big_endian);
        for size in [1, 2, 3, 4, 5, 7, 8, 9, 4096] {
            assert_eq!(csv.read::<NdArray>(Pieces(&bytes, size)).unwrap(), wanted);
        }
        // Cut in two anywhere, by a reader.
        for cut in 0..bytes.len() {
            let (head, tail) = bytes.split_at(cut);
            assert_eq!(csv.read::<NdArray>(head.chain(tail)).unwrap(), wanted, "{cut}");
        }
        // Cut off anywhere: never a panic, and an error within a character.
        for cut in 2..bytes.len() {
            let read = csv.read::<NdArray>(&bytes[..cut]);
            assert!(cut % 2 == 0 || read.is_err(), "{cut}");
        }
        // Half a pair alone.
        let mut lone = bytes.clone();
        lone.extend(if big_endian { [0xD8, 0x00] } else { [0x00, 0xD8] });
        let err = csv.read::<NdArray>(&lone[..]).unwrap_err();
        assert!(err.to_string().contains("UTF-16, but is damaged"), "{err}");
    }
    // Larger than any buffer.
    let lines: Vec<_> = (0..200_000).map(|it| format!("{it},{}\n", it * 3)).collect();
    let long = lines.concat();
    let wanted: NdArray = Csv::new().read(long.as_bytes()).unwrap();
    assert_eq!(Csv::new().read::<NdArray>(&utf16(&long, true)[..]).unwrap(), wanted);
}

/// Options under which all is read back that is written, but for `fmt`.
fn faithful() -> impl Strategy<Value = (&'static str, Csv)> {
    let delimiter = prop::sample::select(vec![",", ";", "\t", "|", "::", " ", ", ", "é"]);
    let comments = prop::sample::select(vec!["#", "%", "//"]);
    let switches = prop::array::uniform2(any::<bool>());
    (delimiter, comments, switches).prop_map(|(delimiter, comments, [crlf, comma])| {
        let csv = Csv::new().delimiter(delimiter).unwrap().comments([comments]);
        (delimiter, csv.crlf(crlf).decimal_comma(comma && !delimiter.contains(',')))
    })
}

/// A format for floats under which they are read back.
fn float_format() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["%.18g", "%.17e", "shortest", "%-30.17g", "%+.17g", "%25s"])
}

fn values(len: usize) -> impl Strategy<Value = NdArray> {
    prop_oneof![
        prop::collection::vec(any::<i64>(), len).prop_map(|it| Array1::from(it).into()),
        prop::collection::vec(any::<u64>(), len).prop_map(|it| Array1::from(it).into()),
        prop::collection::vec(any::<i8>(), len).prop_map(|it| Array1::from(it).into()),
        prop::collection::vec(any::<bool>(), len).prop_map(|it| Array1::from(it).into()),
        prop::collection::vec(any::<u16>().prop_map(f16::from_bits), len)
            .prop_map(|it| Array1::from(it).into()),
        prop::collection::vec(any::<u32>().prop_map(f32::from_bits), len)
            .prop_map(|it| Array1::from(it).into()),
        prop::collection::vec(any::<u64>().prop_map(f64::from_bits), len)
            .prop_map(|it| Array1::from(it).into()),
        prop::collection::vec(any::<[u32; 2]>(), len).prop_map(|it| {
            let complex = it.into_iter().map(|it| it.map(f32::from_bits));
            complex.map(|[re, im]| Complex::new(re, im)).collect::<Array1<_>>().into()
        }),
        prop::collection::vec(any::<[u64; 2]>(), len).prop_map(|it| {
            let complex = it.into_iter().map(|it| it.map(f64::from_bits));
            complex.map(|[re, im]| Complex::new(re, im)).collect::<Array1<_>>().into()
        }),
    ]
}

fn shaped(array: NdArray, shape: &[usize]) -> NdArray {
    dispatch!(array.dtype(), T => {
        let array: ArrayD<T> = array.into_typed().unwrap();
        array.into_shape_with_order(shape).unwrap().into()
    })
}

fn arrays() -> impl Strategy<Value = NdArray> {
    let shape = prop::collection::vec(1..5_usize, 2..4);
    let label = "[ -~é\n\r\"]{0,6}";
    shape.prop_flat_map(move |shape| {
        let last = shape[shape.len() - 1];
        let labels = prop::collection::vec(label, last);
        (values(shape.iter().product()), labels).prop_map(move |(values, labels)| {
            let array = shaped(values, &shape);
            let mut axes = array.axes().to_vec();
            axes.last_mut().unwrap().labels = Some(labels);
            array.with_axes(axes).unwrap()
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn what_is_written_is_read_back(csv in faithful(), fmt in float_format(), names in any::<bool>(), array in arrays()) {
        // Padding by blanks is no padding where they part fields.
        let (delimiter, csv) = csv;
        prop_assume!(delimiter != " " || !fmt.contains("30") && !fmt.contains("25"));
        let floats = matches!(array.dtype().kind(), DTypeKind::Float | DTypeKind::Complex);
        let csv = csv.names(names).fmt(if floats { fmt } else { "shortest" }).unwrap();
        let text = written(&csv, &array);
        let shown = String::from_utf8_lossy(&text).into_owned();
        let back = csv.read::<NdArray>(&text[..]);
        prop_assert!(back.is_ok(), "{:?}\n{}", back, shown);
        let back = back.unwrap();
        prop_assert_eq!(exact(&back), exact(&array), "{}", shown);
        if names {
            prop_assert_eq!(&back.axes().last().unwrap().labels, &array.axes().last().unwrap().labels, "{}", shown);
        }
    }
}

#[test]
fn a_shape_that_was_stated_must_be_written() {
    let csv = Csv::new();
    let rest = |rows: usize| {
        let mut out = Vec::new();
        let mut to = csv.writer(&mut out).unwrap().shape(&[rows, 2]);
        to.write(&array![[1, 2], [3, 4]]).unwrap();
        to.finish().map(|()| String::from_utf8(out).unwrap())
    };
    assert_eq!(rest(2).unwrap(), "# shape=(2, 2), dtype=i32\n1,2\n3,4\n");
    for wrong in [1, 3, usize::MAX] {
        assert_eq!(rest(wrong).unwrap_err().kind(), ErrorKind::Shape);
    }
}
