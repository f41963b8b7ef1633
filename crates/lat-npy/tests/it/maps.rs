//! Files as memory.

use std::fs;

use lat_core::{
    DType, ErrorKind, NdArray,
    ndarray::{Array3, array},
};
use lat_npy::{ByteOrder, Format, Npy, NpyMap, NpyMapMut, Order, load_npy, save_npy};

use crate::common::{data, manifest, scratch};

#[test]
fn every_native_file_is_mapped_as_it_is_loaded() {
    let mut mapped = 0;
    for case in manifest("vectors/manifest.json") {
        let path = data(&format!("vectors/{}", case["file"].as_str().unwrap()));
        let Ok(loaded) = load_npy::<NdArray>(&path) else { continue };
        let map = NpyMap::open(&path).unwrap();
        match map.array() {
            Ok(view) => {
                assert_eq!(format!("{:?}", view.to_owned()), format!("{loaded:?}"));
                mapped += 1;
            }
            Err(err) => {
                let big = map.header().descr().to_string().starts_with("'>");
                let unaligned = map.header().data_offset() % loaded.dtype().size() as u64 != 0;
                assert!(big || unaligned, "{err}");
            }
        }
    }
    assert!(mapped > 120, "{mapped}");
}

#[test]
fn what_cannot_be_mapped_says_why() {
    let fails = |file: &str| {
        let map = NpyMap::open(data(&format!("vectors/{file}")));
        map.and_then(|it| it.array().map(|_| ())).unwrap_err().to_string()
    };
    assert!(fails("d1_be_f8.npy").contains("big-endian"));
    assert!(fails("hdr_unpadded.npy").contains("not at a multiple of 8"));
    assert!(fails("bits_bool_nonbinary.npy").contains("byte 130: byte 2 is not a boolean"));
    assert!(fails("ext_struct2.npy").contains("records"));
    assert!(fails("bad_data_minus_one.npy").contains("expected 24 data bytes, found 23"));
    let map = NpyMap::open(data("vectors/d1_le_f8.npy")).unwrap();
    let err = map.view::<f32>().unwrap_err();
    assert_eq!(err.kind(), ErrorKind::DType);
    assert_eq!(err.to_string(), "elements are f64, wanted f32");
}

#[test]
fn changes_reach_the_file() {
    let path = scratch("changed.npy");
    save_npy(&path, &array![[1.0, 2.0], [3.0, 4.0]]).unwrap();
    let mut map = NpyMapMut::open(&path).unwrap();
    map.view_mut::<f64>().unwrap()[[1, 0]] = -0.5;
    map.flush().unwrap();
    let wanted = array![[1.0, 2.0], [-0.5, 4.0]];
    assert_eq!(load_npy::<lat_core::ndarray::Array2<f64>>(&path).unwrap(), wanted);
}

#[test]
fn a_file_is_made_without_writing_it() {
    for order in [Order::Keep, Order::Fortran] {
        let path = scratch(&format!("made-{order:?}.npy"));
        let mut map = NpyMapMut::create::<u16>(&path, &[2, 3, 4], order).unwrap();
        map.view_mut::<u16>().unwrap()[[1, 2, 3]] = 7;
        drop(map);
        let mut wanted = Array3::<u16>::zeros((2, 3, 4));
        wanted[[1, 2, 3]] = 7;
        assert_eq!(load_npy::<Array3<u16>>(&path).unwrap(), wanted);
        assert_eq!(Npy::header(&path).unwrap().is_fortran(), order == Order::Fortran);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_that_is_made_takes_no_room() {
    use std::os::unix::fs::MetadataExt;
    let path = scratch("sparse.npy");
    let map = NpyMapMut::create::<f64>(&path, &[1 << 20, 1 << 12], Order::C).unwrap();
    assert_eq!(map.header().dtype(), Some(DType::F64));
    let meta = fs::metadata(&path).unwrap();
    assert_eq!(meta.len(), 128 + (1 << 35));
    assert!(meta.blocks() * 512 < 1 << 20);
    drop(map);
    fs::remove_file(path).unwrap();
}

#[test]
fn ranks_and_sizes_without_elements_are_mapped() {
    let path = scratch("empty.npy");
    save_npy(&path, &lat_core::ndarray::Array2::<f64>::zeros((0, 3))).unwrap();
    assert_eq!(NpyMap::open(&path).unwrap().view::<f64>().unwrap().shape(), [0, 3]);
    save_npy(&path, &lat_core::ndarray::arr0(2.5)).unwrap();
    assert_eq!(NpyMap::open(&path).unwrap().view::<f64>().unwrap()[[]], 2.5);
    Npy::new().byte_order(ByteOrder::NATIVE).save(&path, &array![1_u8]).unwrap();
    assert_eq!(NpyMapMut::open(&path).unwrap().view_mut::<u8>().unwrap()[[0]], 1);
}
