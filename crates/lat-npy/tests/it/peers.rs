//! What other readers refuse, get wrong or break on. Each is a file built here, byte by byte.

use std::{
    io::Read,
    time::{Duration, Instant},
};

use lat_core::{
    Complex, DType, Element, ErrorKind, NdArray,
    ndarray::{Array, Array1, Array2, ArrayD, Dimension, IxDyn, ShapeBuilder, array},
};
use lat_npy::{ByteOrder, Descr, Format, Npy, Stage, TimeUnit, load_npy, read_npy};

use crate::common::{data, npy_file, stage};

fn refused(dictionary: &str, wanted: Stage) {
    let start = Instant::now();
    let err = read_npy::<NdArray>(&npy_file(dictionary, &[0; 16])[..]).unwrap_err();
    assert_eq!(stage(&err), Some(wanted), "{err}");
    assert!(start.elapsed() < Duration::from_secs(1), "{err}");
}

#[test]
fn nested_lists_take_no_exponential_time() {
    let nested = format!("{}1{}", "[".repeat(50), "]".repeat(50));
    refused(&format!("{{'descr': {nested}}}"), Stage::Descr);
    let records = format!("{}'f8'{}", "[('a', ".repeat(30), ")]".repeat(30));
    refused(&format!("{{'descr': {records}}}"), Stage::Keys);
}

#[test]
fn nested_tuples_do_not_overflow_the_stack() {
    for open in ["(", "((1,),", "[('a', ", "('f8', ("] {
        let nested = open.repeat(60_000 / open.len());
        let wanted = if open == "(" { Stage::Parse } else { Stage::Shape };
        refused(&format!("{{'shape': {nested}"), wanted);
        let err =
            read_npy::<NdArray>(&npy_file(&format!("{{'descr': {nested}"), &[])[..]).unwrap_err();
        assert!(stage(&err).is_some(), "{err}");
    }
}

#[test]
fn sizes_of_a_header_are_not_believed() {
    let with_shape =
        |shape: &str| format!("{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}}}");
    refused(&with_shape("(3000000000,)"), Stage::Data);
    refused(&with_shape("(0, 9223372036854775808)"), Stage::Shape);
    refused(&with_shape("(0, 9223372036854775807, 9223372036854775807)"), Stage::Shape);
    refused(&with_shape("(9223372036854775809, 2)"), Stage::Shape);
    refused(&with_shape("(4294967296, 4294967296)"), Stage::Shape);
    let err = read_npy::<NdArray>(&b"\x93NUMPY\x02\x00\xf0\xff\xff\xff"[..]).unwrap_err();
    assert_eq!((err.kind(), stage(&err)), (ErrorKind::Limit, Some(Stage::Length)));
    let err = Npy::new()
        .max_header(u32::MAX)
        .read::<NdArray>(&b"\x93NUMPY\x02\x00\xf0\xff\xff\xff{}"[..]);
    assert!(err.unwrap_err().to_string().contains("expected 4294967280 header bytes, found 2"));
}

/// 1.5 and -2.0.
const TWO_FLOATS: [u8; 16] = [0, 0, 0, 0, 0, 0, 0xf8, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0xc0];

#[test]
fn spellings_that_numpy_reads_are_read() {
    for descr in ["'<f8'", "'=f8'", "'f8'", "'|f8'", "'float64'", "'<d'", "u'<f8'", "\"<f8\""] {
        for rest in [
            "'fortran_order': False, 'shape': (2,)}",
            "u'fortran_order':False,\r\n\t'shape':(2L,),}\n",
            "'shape': (2,), # two\n 'fortran_order': True, }   \n",
        ] {
            let file = npy_file(&format!("{{'descr': {descr}, {rest}"), &TWO_FLOATS);
            let found: Array1<f64> = read_npy(&file[..]).unwrap();
            assert_eq!(found, array![1.5, -2.0], "{descr}, {rest}");
        }
    }
    let file = npy_file("{'descr': '?', 'fortran_order': False, 'shape': (2,)}", &[1, 0]);
    assert_eq!(read_npy::<Array1<bool>>(&file[..]).unwrap(), array![true, false]);
}

#[test]
fn a_unit_of_several_is_understood() {
    let header = Npy::header(data("vectors/ext_dt_25s.npy")).unwrap();
    let unit = Some(TimeUnit { count: 25, symbol: "s" });
    assert_eq!(header.descr(), &Descr::Datetime { unit, order: ByteOrder::Little });
}

/// Counts what is asked of it.
struct Counting<R>(R, usize);

impl<R: Read> Read for Counting<R> {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        let len = self.0.read(to)?;
        self.1 += len;
        Ok(len)
    }
}

#[test]
fn a_header_is_read_alone() {
    let start = npy_file("{'descr': '<f8', 'fortran_order': False, 'shape': (100000000,)}", &[]);
    let mut from = Counting(start.chain(std::io::repeat(0).take(800_000_000)), 0);
    assert_eq!(Npy::read_header(&mut from).unwrap().data_len(), 800_000_000);
    assert_eq!(from.1, start.len());
}

#[test]
fn widening_is_for_those_who_ask() {
    let path = data("vectors/shape_i4_f_4x3.npy");
    let err = load_npy::<Array2<f64>>(&path).unwrap_err();
    assert_eq!(err.kind(), ErrorKind::DType);
    assert!(err.to_string().contains("elements are i32, wanted f64"), "{err}");
    let wide: Array2<f64> = Npy::new().widen(true).load(&path).unwrap();
    let exact: Array2<i32> = load_npy(&path).unwrap();
    assert_eq!(wide, exact.mapv(f64::from));
    assert!(Npy::new().widen(true).load::<Array2<f32>>(&path).is_err());
}

/// The types and ranks of the Fortran module, and both orders.
#[test]
fn every_type_and_rank_round_trips_in_both_orders() {
    fn check<T: Element, D: Dimension>(array: &Array<T, D>) {
        for npy in [Npy::new(), Npy::new().byte_order(ByteOrder::Big)] {
            let mut file = Vec::new();
            npy.write(&mut file, array).unwrap();
            let back: Array<T, D> = npy.read(&file[..]).unwrap();
            assert_eq!(&back, array);
            assert_eq!(back.is_standard_layout(), array.is_standard_layout());
        }
    }
    fn all<T: Element>(of: impl Fn(i8) -> T) {
        let elements: Vec<T> = (0..24).map(|it| of(it * 5 - 60)).collect();
        check(&Array1::from(elements.clone()));
        for fortran in [false, true] {
            check(&Array::from_shape_vec((4, 6).set_f(fortran), elements.clone()).unwrap());
            check(&Array::from_shape_vec((2, 3, 4).set_f(fortran), elements.clone()).unwrap());
            let seven = IxDyn(&[2, 1, 3, 1, 2, 2, 1]).set_f(fortran);
            check(&ArrayD::from_shape_vec(seven, elements.clone()).unwrap());
        }
        check(&lat_core::ndarray::arr0(of(-7)));
        check(&ArrayD::from_elem(IxDyn(&[3, 0, 2]), of(1)));
        check(&ArrayD::from_elem(IxDyn(&[1; 100]), of(1)));
    }
    all(|it| it);
    all(i16::from);
    all(i32::from);
    all(i64::from);
    all(f32::from);
    all(f64::from);
    all(|it| Complex::new(f32::from(it), -0.5));
    all(|it| Complex::new(0.25, f64::from(it)));
    all(|it| it > 0);
    all(lat_core::f16::from);
    all(|it| u64::from(it.unsigned_abs()) << 56);
}

/// What `load_npy` of Fortran's standard library compares: the descr as a whole, a line break at
/// the header's end, no tabs, and `True`, without which it reverses the shape.
#[test]
fn fortran_reads_what_is_written_for_it() {
    fn check<T: Element>(array: &ArrayD<T>, descr: &str, data: &[u8]) {
        let mut file = Vec::new();
        Npy::new().fortran_stdlib().write(&mut file, array).unwrap();
        let wanted = format!("{{'descr': '{descr}', 'fortran_order': True, 'shape': (2, 3), }}");
        assert_eq!(&file[..10], b"\x93NUMPY\x01\x00\x76\x00");
        assert!(file[10..].starts_with(wanted.as_bytes()), "{descr}");
        assert_eq!(file[127], b'\n');
        assert_eq!(&file[128..128 + data.len()], data);
    }
    let of = array![[1_i8, 2, 3], [4, 5, 6]].into_dyn();
    check(&of, "<i1", &[1, 4, 2, 5, 3, 6]);
    check(&of.mapv(i16::from), "<i2", &[1, 0, 4, 0, 2, 0]);
    check(&of.mapv(i32::from), "<i4", &[1, 0, 0, 0, 4, 0, 0, 0]);
    check(&of.mapv(i64::from), "<i8", &[1, 0, 0, 0, 0, 0, 0, 0, 4]);
    check(&of.mapv(f32::from), "<f4", &[0, 0, 0x80, 0x3f, 0, 0, 0x80, 0x40]);
    check(&of.mapv(f64::from), "<f8", &[0, 0, 0, 0, 0, 0, 0xf0, 0x3f]);
    check(&of.mapv(|it| Complex::new(f32::from(it), 0.0)), "<c8", &[0, 0, 0x80, 0x3f, 0, 0, 0, 0]);
    check(&of.mapv(|it| Complex::new(f64::from(it), 0.0)), "<c16", &[0, 0, 0, 0, 0, 0, 0xf0, 0x3f]);
}

#[test]
fn fortran_is_not_given_what_it_cannot_read() {
    let npy = Npy::new().fortran_stdlib();
    let mut to = Vec::new();
    assert_eq!(npy.write(&mut to, &array![1_u8]).unwrap_err().kind(), ErrorKind::DType);
    let scalar = lat_core::ndarray::arr0(1.0);
    assert_eq!(npy.write(&mut to, &scalar).unwrap_err().kind(), ErrorKind::Shape);
    assert!(to.is_empty());
}

/// As its own writer spells it: a comma after every extent, and `<i1`.
#[test]
fn what_fortran_writes_is_read() {
    let header = "{'descr': '<i1', 'fortran_order': True, 'shape': (3, 2, ), }     \n";
    let found: Array2<i8> = read_npy(&npy_file(header, &[1, 2, 3, 4, 5, 6])[..]).unwrap();
    assert_eq!(found, array![[1, 4], [2, 5], [3, 6]]);
    assert_eq!(NdArray::from(found).dtype(), DType::I8);
}
