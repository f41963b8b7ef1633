//! Files written by NumPy, or byte by byte, with a manifest of what each holds or its fault.

use lat_core::{ErrorKind, NdArray};
use lat_npy::{ByteOrder, Descr, Format, Npy, Stage, load_npy};
use serde_json::Value;

use crate::common::{assert_values, bytes, data, manifest, shape, stage};

fn cases(valid: bool) -> Vec<(String, Value)> {
    let all = manifest("vectors/manifest.json");
    let all: Vec<_> = all
        .into_iter()
        .filter(|it| it["valid"] == valid)
        .map(|it| (it["file"].as_str().unwrap().to_owned(), it))
        .collect();
    assert!(all.len() > 100);
    all
}

fn path(file: &str) -> String {
    format!("vectors/{file}")
}

/// NumPy's spelling of a type, as the manifest has it.
fn spelling(descr: &Value) -> String {
    match descr {
        Value::String(it) => format!("'{it}'"),
        Value::Array(fields) => {
            let fields: Vec<_> = fields.iter().map(field_spelling).collect();
            format!("[{}]", fields.join(", "))
        }
        other => panic!("{other}"),
    }
}

fn field_spelling(field: &Value) -> String {
    let name = match &field[0] {
        Value::String(it) => format!("'{it}'"),
        pair => format!("('{}', '{}')", pair[0].as_str().unwrap(), pair[1].as_str().unwrap()),
    };
    let shape = match field.get(2) {
        Some(it) => format!(", ({},)", it[0]),
        None => String::new(),
    };
    format!("({name}, {}{shape})", spelling(&field[1]))
}

#[test]
fn every_valid_header_is_understood() {
    for (file, case) in cases(true) {
        let header = Npy::header(data(&path(&file))).unwrap_or_else(|err| panic!("{file}: {err}"));
        assert_eq!(header.shape(), shape(&case), "{file}");
        assert_eq!(header.is_fortran(), case["fortran_order"].as_bool().unwrap(), "{file}");
        assert_eq!(header.data_offset(), case["data_offset"].as_u64().unwrap(), "{file}");
        assert_eq!(header.data_len(), case["data_bytes"].as_u64().unwrap(), "{file}");
        assert_eq!(u64::from(header.version()), case["version"][0].as_u64().unwrap(), "{file}");
        assert_eq!(header.descr().to_string(), spelling(&case["descr"]), "{file}");
    }
}

#[test]
fn every_array_of_numbers_is_loaded_with_its_values() {
    let mut loaded = 0;
    for (file, case) in cases(true) {
        if case["class"] != "core" || file == "bits_bool_nonbinary.npy" {
            continue;
        }
        let trailing = case["trailing_bytes"].as_u64().unwrap() > 0;
        let npy = Npy::new().allow_trailing(trailing);
        let array: NdArray =
            npy.load(data(&path(&file))).unwrap_or_else(|err| panic!("{file}: {err}"));
        assert_eq!(array.shape(), shape(&case), "{file}");
        assert_values(&array, &case["values"], &file);
        loaded += 1;
    }
    assert_eq!(loaded, 174);
}

#[test]
fn what_numpy_would_write_is_written_byte_for_byte() {
    let mut written = 0;
    for (file, case) in cases(true) {
        let identical = case["np_save_identical"] == true && file != "bits_bool_nonbinary.npy";
        if case["class"] != "core" || !identical {
            continue;
        }
        let wanted = bytes(&path(&file));
        let array: NdArray = load_npy(data(&path(&file))).unwrap();
        let header = Npy::read_header(&wanted[..]).unwrap();
        let &Descr::Number { order, .. } = header.descr() else { panic!("{header}") };
        // The version is the lowest that fits, unless NumPy was asked for another.
        let npy = Npy::new().byte_order(order);
        let npy = if header.version() == 1 { npy } else { npy.version(header.version()).unwrap() };
        let mut found = Vec::new();
        npy.write(&mut found, &array).unwrap();
        assert!(found == wanted, "{file}");
        written += 1;
    }
    assert!(written > 90, "{written}");
}

#[test]
fn bytes_after_the_data_are_an_error_unless_allowed() {
    let mut seen = 0;
    for (file, case) in cases(true) {
        let count = case["trailing_bytes"].as_u64().unwrap();
        if case["class"] != "core" || count == 0 {
            continue;
        }
        let err = load_npy::<NdArray>(data(&path(&file))).unwrap_err();
        assert_eq!(stage(&err), Some(Stage::Data), "{file}");
        assert!(err.to_string().contains(&format!("{count} bytes follow")), "{err}");
        seen += 1;
    }
    assert_eq!(seen, 3);
}

/// Rust's `bool` may not hold another byte, and NumPy writes no other.
#[test]
fn a_boolean_that_is_neither_0_nor_1_is_an_error() {
    let err = load_npy::<NdArray>(data("vectors/bits_bool_nonbinary.npy")).unwrap_err();
    assert_eq!(err.kind(), ErrorKind::Parse);
    assert!(err.to_string().contains("byte 130: byte 2 is not a boolean"), "{err}");
}

#[test]
fn types_that_are_no_numbers_are_named() {
    let mut named = 0;
    for (file, case) in cases(true) {
        if case["class"] != "extended" {
            continue;
        }
        let err = Npy::new().allow_trailing(true).load::<NdArray>(data(&path(&file))).unwrap_err();
        assert_eq!(err.kind(), ErrorKind::DType, "{file}: {err}");
        assert_eq!(stage(&err), Some(Stage::Descr), "{file}: {err}");
        named += 1;
    }
    assert_eq!(named, 19);
}

#[test]
fn times_are_loaded_as_ticks_when_asked_for() {
    let mut loaded = 0;
    for (file, case) in cases(true) {
        if !case["values_kind"].as_str().unwrap().ends_with("_i64") {
            continue;
        }
        let array: NdArray = Npy::new().datetime_as_ticks(true).load(data(&path(&file))).unwrap();
        assert_values(&array, &case["values"], &file);
        loaded += 1;
    }
    assert_eq!(loaded, 4);
}

/// The manifest's stage of an invalid file, in this crate's terms.
fn wanted_stage(file: &str, case: &Value) -> Stage {
    match (file, case["stage"].as_str().unwrap()) {
        // `false` and a bare word are values of one key; NumPy's parser refuses JSON's as a whole.
        ("bad_parse_json.npy", _) => Stage::Order,
        // 8 TiB can be addressed: it is the data that is missing.
        ("bad_size_8tib.npy", _) => Stage::Data,
        ("bad_pickle.npy", _) | (_, "magic") => Stage::Magic,
        (_, "version") => Stage::Version,
        (_, "header_len" | "size_limit") => Stage::Length,
        (_, "header_parse") => Stage::Parse,
        (_, "keys") => Stage::Keys,
        (_, "shape") => Stage::Shape,
        (_, "order") => Stage::Order,
        (_, "descr" | "pickle") => Stage::Descr,
        (_, "data") => Stage::Data,
        (_, other) => panic!("{other}"),
    }
}

#[test]
fn every_invalid_file_is_refused_at_its_stage() {
    for (file, case) in cases(false) {
        // NumPy's own bound; the default here is larger.
        let npy = match file.as_str() {
            "bad_hdr_10001.npy" => Npy::new().max_header(10_000),
            _ => Npy::new(),
        };
        let Err(err) = npy.load::<NdArray>(data(&path(&file))) else { panic!("{file} was loaded") };
        assert_eq!(stage(&err), Some(wanted_stage(&file, &case)), "{file}: {err}");
        let bytes = bytes(&path(&file));
        let from_pipe = npy.read::<NdArray>(&bytes[..]).unwrap_err();
        assert_eq!(stage(&from_pipe), stage(&err), "{file}: {from_pipe}");
    }
}

#[test]
fn a_header_that_numpy_finds_too_long_is_read() {
    let array: NdArray = load_npy(data("vectors/bad_hdr_10001.npy")).unwrap();
    assert_eq!(array.shape(), [3]);
}

#[test]
fn a_big_endian_array_is_the_same_as_a_little_endian_one() {
    let npy = Npy::new().byte_order(ByteOrder::Big);
    let array: NdArray = load_npy(data("vectors/d1_le_c8.npy")).unwrap();
    let mut file = Vec::new();
    npy.write(&mut file, &array).unwrap();
    assert_eq!(&file[10..34], b"{'descr': '>c8', 'fortra");
    assert_eq!(&file[128..132], &bytes("vectors/d1_be_c8.npy")[128..132]);
    assert_values(&npy.read(&file[..]).unwrap(), &find("d1_le_c8.npy")["values"], "d1_le_c8");
}

fn find(file: &str) -> Value {
    cases(true).into_iter().find(|it| it.0 == file).unwrap().1
}
