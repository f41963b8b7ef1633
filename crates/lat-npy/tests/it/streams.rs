//! Arrays in blocks, in parts, one after another, and growing.

use std::{
    fs::{self, File},
    io::Write,
};

use lat_core::{
    DType, ErrorKind, NdArray,
    ndarray::{Array1, Array2, Array3, ArrayD, Axis, Slice, array},
};
use lat_npy::{
    ByteOrder, Format, Npy, NpyReader, NpyWriter, Order, load_npy, read_npy, save_npy, write_npy,
};

use crate::common::{Trickle, bytes, data, npy_file, scratch};

#[test]
fn blocks_are_the_parts_of_the_whole() {
    for file in ["vectors/shape_f8_2x3x4.npy", "vectors/shape_f8_1000.npy", "vectors/v2_c_f8.npy"] {
        let whole: ArrayD<f64> = load_npy(data(file)).unwrap();
        for rows in [1, 2, 7, 10_000] {
            let bytes = bytes(file);
            let mut reader = NpyReader::new(Trickle(&bytes, 0)).unwrap();
            let mut start = 0;
            while let Some(block) = reader.next_rows::<ArrayD<f64>>(rows).unwrap() {
                let part = whole.slice_axis(Axis(0), Slice::from(start..start + block.shape()[0]));
                assert!(block.shape()[0] <= rows);
                assert_eq!(block, part, "{file}");
                start += block.shape()[0];
            }
            assert_eq!(start, whole.shape()[0], "{file}");
        }
    }
}

#[test]
fn blocks_of_a_fortran_array_are_its_columns() {
    let whole: Array3<i32> = load_npy(data("vectors/shape_i4_f_2x3x4.npy")).unwrap();
    let mut reader = NpyReader::open(data("vectors/shape_i4_f_2x3x4.npy")).unwrap();
    assert_eq!(reader.rows(), 4);
    let first: Array3<i32> = reader.next_rows(3).unwrap().unwrap();
    assert_eq!(first, whole.slice_axis(Axis(2), Slice::from(..3)));
    assert_eq!(reader.rows_left(), 1);
}

#[test]
fn a_part_is_read_without_the_rest() {
    let whole: Array1<f64> = load_npy(data("vectors/shape_f8_1000.npy")).unwrap();
    let part: Array1<f64> =
        Npy::new().load_rows(data("vectors/shape_f8_1000.npy"), 990..997).unwrap();
    assert_eq!(part, whole.slice_axis(Axis(0), Slice::from(990..997)));
    let whole: Array2<i32> = load_npy(data("vectors/shape_i4_f_4x3.npy")).unwrap();
    let part: Array2<i32> =
        Npy::new().load_columns(data("vectors/shape_i4_f_4x3.npy"), 1..3).unwrap();
    assert_eq!(part, whole.slice_axis(Axis(1), Slice::from(1..3)));
}

/// 8 TiB that take no room: to read more than the part would take hours.
#[test]
#[cfg(target_os = "linux")]
fn a_part_of_a_huge_file_is_read_at_once() {
    let path = scratch("huge.npy");
    let header =
        npy_file("{'descr': '<i8', 'fortran_order': False, 'shape': (1099511627776,)}", &[]);
    let mut file = File::create(&path).unwrap();
    file.write_all(&header).unwrap();
    file.set_len(header.len() as u64 + (8 << 40)).unwrap();
    assert_eq!(Npy::header(&path).unwrap().len(), 1 << 40);
    let last: Array1<i64> = Npy::new().load_rows(&path, (1 << 40) - 3..1 << 40).unwrap();
    assert_eq!(last, array![0, 0, 0]);
    let err = Npy::new().max_bytes(1 << 30).load::<NdArray>(&path).unwrap_err();
    assert_eq!(err.kind(), ErrorKind::Limit);
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_part_that_is_scattered_or_not_there_is_refused() {
    let refused = |err: lat_core::Error, what: &str| {
        assert_eq!(err.kind(), ErrorKind::Usage);
        assert!(err.to_string().contains(what), "{err}");
    };
    let fortran = data("vectors/shape_i4_f_4x3.npy");
    refused(Npy::new().load_rows::<NdArray>(&fortran, 0..1).unwrap_err(), "load_columns");
    let c = data("vectors/shape_f8_2x3x4.npy");
    refused(Npy::new().load_columns::<NdArray>(&c, 0..1).unwrap_err(), "load_rows");
    refused(Npy::new().load_rows::<NdArray>(&c, 1..3).unwrap_err(), "1..3 is not within");
    let scalar = data("vectors/scalar_c16.npy");
    refused(Npy::new().load_rows::<NdArray>(&scalar, 0..1).unwrap_err(), "no rows");
}

#[test]
fn a_file_that_grows_is_what_numpy_would_have_saved() {
    let wanted = bytes("vectors/shape_f8_2x3x4.npy");
    let whole: Array3<f64> = load_npy(data("vectors/shape_f8_2x3x4.npy")).unwrap();
    let path = scratch("grown.npy");
    let mut writer = NpyWriter::create(&path, DType::F64, &[3, 4]).unwrap();
    writer.push(whole.slice_axis(Axis(0), Slice::from(..1))).unwrap();
    writer.finish().unwrap();
    assert_eq!(Npy::header(&path).unwrap().shape(), [1, 3, 4]);
    let mut writer = NpyWriter::append(&path).unwrap();
    writer.push(whole.slice_axis(Axis(0), Slice::from(1..))).unwrap();
    assert_eq!(writer.rows(), 2);
    writer.finish().unwrap();
    // The room to grow was measured when there was one digit less, or as many: here as many.
    assert!(fs::read(&path).unwrap() == wanted);
}

#[test]
fn a_file_grows_in_its_own_byte_order() {
    let path = scratch("big.npy");
    let big = Npy::new().byte_order(ByteOrder::Big);
    big.save(&path, &array![[1_i16, 2]]).unwrap();
    let mut writer = NpyWriter::append(&path).unwrap();
    writer.push(&array![[3_i16, 4], [5, 6]]).unwrap();
    writer.finish().unwrap();
    let file = fs::read(&path).unwrap();
    assert_eq!(&file[128..], [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6]);
    assert_eq!(load_npy::<Array2<i16>>(&path).unwrap(), array![[1, 2], [3, 4], [5, 6]]);
}

#[test]
fn a_header_without_room_is_told_before_anything_is_written() {
    let path = scratch("no_room.npy");
    fs::copy(data("vectors/hdr_unpadded.npy"), &path).unwrap();
    let mut writer = NpyWriter::append(&path).unwrap();
    writer.push(&array![1.0]).unwrap();
    let err = writer.push(&Array1::<f64>::zeros(7)).unwrap_err();
    assert!(err.to_string().contains("no room"), "{err}");
    writer.finish().unwrap();
    assert_eq!(load_npy::<Array1<f64>>(&path).unwrap(), array![0.5, -1.25, 3e10, 1.0]);
}

#[test]
fn what_does_not_fit_a_growing_file_is_refused() {
    let path = scratch("refuses.npy");
    let mut writer = NpyWriter::create(&path, DType::F64, &[2]).unwrap();
    assert_eq!(writer.push(&array![[1, 2]]).unwrap_err().kind(), ErrorKind::DType);
    assert_eq!(writer.push(&array![1.0, 2.0]).unwrap_err().kind(), ErrorKind::Shape);
    assert_eq!(writer.push(&array![[1.0]]).unwrap_err().kind(), ErrorKind::Shape);
    drop(writer);
    assert_eq!(Npy::header(&path).unwrap().shape(), [0, 2]);
    let fortran = scratch("fortran.npy");
    fs::copy(data("vectors/shape_i4_f_4x3.npy"), &fortran).unwrap();
    let err = NpyWriter::append(&fortran).unwrap_err();
    assert!(err.to_string().contains("Fortran order"), "{err}");
    let longer = scratch("longer.npy");
    fs::copy(data("vectors/tail_junk.npy"), &longer).unwrap();
    assert!(NpyWriter::append(&longer).is_err());
}

#[test]
#[cfg(target_os = "linux")]
fn a_disk_that_is_full_is_an_error() {
    let writer = NpyWriter::create("/dev/full", DType::U8, &[]);
    let failed = writer.and_then(|mut it| {
        it.push(&Array1::<u8>::zeros(1 << 20))?;
        it.finish()
    });
    assert_eq!(failed.unwrap_err().kind(), ErrorKind::Io);
}

#[test]
fn arrays_one_after_another_are_read_one_by_one() {
    let mut file = Vec::new();
    write_npy(&mut file, &array![1.5]).unwrap();
    write_npy(&mut file, &array![[true], [false]]).unwrap();
    Npy::new().order(Order::Fortran).write(&mut file, &array![[1_u8, 2], [3, 4]]).unwrap();
    let mut from = Trickle(&file, 0);
    assert_eq!(read_npy::<Array1<f64>>(&mut from).unwrap(), array![1.5]);
    assert_eq!(read_npy::<Array2<bool>>(&mut from).unwrap(), array![[true], [false]]);
    let last: Option<Array2<u8>> = Npy::new().read_next(&mut from).unwrap();
    assert_eq!(last.unwrap(), array![[1, 2], [3, 4]]);
    assert!(Npy::new().read_next::<NdArray>(&mut from).unwrap().is_none());
    // NumPy wrote these two into one file.
    let tail = bytes("vectors/tail_second_array.npy");
    let mut from = &tail[..];
    assert_eq!(read_npy::<Array1<f64>>(&mut from).unwrap(), array![0.0, 1.0, 2.0]);
    assert_eq!(from.len(), 144);
    let _ = read_npy::<NdArray>(&mut from).unwrap();
    assert!(from.is_empty());
}

#[test]
fn a_reader_leaves_what_follows_the_rows() {
    let mut file = Vec::new();
    write_npy(&mut file, &array![1, 2, 3]).unwrap();
    file.extend(b"rest");
    let mut reader = NpyReader::new(&file[..]).unwrap();
    let all: Array1<i32> = reader.next_rows(usize::MAX).unwrap().unwrap();
    assert_eq!(all.len(), 3);
    assert_eq!(reader.into_inner(), b"rest");
}

#[test]
fn every_way_of_cutting_the_input_gives_the_same_array() {
    for name in ["111-npy-short-reads", "096-npy-big-endian", "103-npy-complex64"] {
        let bytes = bytes(&format!("bugs/{name}.npy"));
        let whole: NdArray = read_npy(&bytes[..]).unwrap();
        for start in 0..7 {
            assert_eq!(read_npy::<NdArray>(Trickle(&bytes, start)).unwrap(), whole, "{name}");
        }
    }
    let bools = bytes("vectors/d2_c_b1.npy");
    assert_eq!(
        read_npy::<NdArray>(Trickle(&bools, 0)).unwrap(),
        read_npy::<NdArray>(&bools[..]).unwrap()
    );
}

/// Larger than the steps in which memory is taken, and no multiple of them.
#[test]
fn long_streams_are_read_to_their_end() {
    fn check<T: lat_core::Element>(len: usize, of: impl Fn(usize) -> T) {
        let wanted: Array1<T> = (0..len).map(of).collect();
        for order in [ByteOrder::Little, ByteOrder::Big] {
            let mut file = Vec::new();
            Npy::new().byte_order(order).write(&mut file, &wanted).unwrap();
            assert!(read_npy::<Array1<T>>(&file[..]).unwrap() == wanted);
            let path = scratch(&format!("long-{}-{order:?}.npy", T::DTYPE));
            fs::write(&path, &file).unwrap();
            assert!(load_npy::<Array1<T>>(&path).unwrap() == wanted);
            fs::remove_file(path).unwrap();
        }
    }
    check(300_001, |it| it as f64);
    check(1_000_003, |it| u16::try_from(it % 65_536).unwrap());
    check(1_000_003, |it| it % 3 == 0);
    check(100_003, |it| lat_core::Complex::new(it as f64, -1.5));
}

#[test]
fn a_view_in_any_layout_is_saved_in_logical_order() {
    let path = scratch("layouts.npy");
    let whole =
        Array3::from_shape_fn((5, 6, 7), |(i, j, k)| i64::try_from(i * 100 + j * 10 + k).unwrap());
    for order in [Order::Keep, Order::C, Order::Fortran] {
        let npy = Npy::new().order(order);
        let check = |view: lat_core::ndarray::ArrayView3<'_, i64>| {
            npy.save(&path, view).unwrap();
            assert_eq!(load_npy::<Array3<i64>>(&path).unwrap(), view);
        };
        check(whole.view());
        check(whole.t());
        check(whole.view().permuted_axes([1, 2, 0]));
        check(whole.slice(lat_core::ndarray::s![..;2, .., ..;-3]));
        check(whole.slice(lat_core::ndarray::s![.., 1..3, ..]));
        check(whole.slice(lat_core::ndarray::s![..;-1, 2..2, ..]));
    }
    save_npy(&path, whole.t()).unwrap();
    assert!(Npy::header(&path).unwrap().is_fortran());
}
