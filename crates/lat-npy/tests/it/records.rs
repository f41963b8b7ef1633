//! Records, field by field: values stated by the manifest that NumPy made.

use lat_core::{
    ErrorKind, NdArray,
    ndarray::{Array1, Array2, array},
};
use lat_npy::{Npy, load_npy};
use serde_json::Value;

use crate::common::{assert_values, data, manifest, npy_file};

fn cases() -> Vec<(String, Value)> {
    let all =
        manifest("vectors/manifest.json").into_iter().filter(|it| it["values_kind"] == "struct");
    all.map(|it| (format!("vectors/{}", it["file"].as_str().unwrap()), it)).collect()
}

/// Picks field `idx` out of records that are nested as the array's shape is.
fn pick(records: &Value, idx: usize, depth: usize) -> Value {
    match depth {
        0 => records[idx].clone(),
        _ => records.as_array().unwrap().iter().map(|it| pick(it, idx, depth - 1)).collect(),
    }
}

#[test]
fn every_field_has_its_values() {
    let mut seen = 0;
    for (file, case) in cases() {
        let npy = Npy::new().allow_trailing(case["trailing_bytes"] != 0);
        let fields = npy.load_fields(data(&file)).unwrap();
        let rank = case["shape"].as_array().unwrap().len();
        for (idx, (name, array)) in fields.iter().enumerate() {
            assert_values(array, &pick(&case["values"], idx, rank), &format!("{file}, {name}"));
            let alone: NdArray = npy.load_field(data(&file), name).unwrap();
            assert_eq!(format!("{alone:?}"), format!("{array:?}"));
            seen += 1;
        }
    }
    assert!(seen >= 18, "{seen}");
}

#[test]
fn names_are_those_of_the_header() {
    let names = |file: &str| -> Vec<String> {
        Npy::new().load_fields(data(file)).unwrap().into_iter().map(|it| it.0).collect()
    };
    assert_eq!(names("vectors/v1_latin1_field.npy"), ["é"]);
    assert_eq!(names("vectors/v3_utf8_field.npy"), ["π"]);
    assert_eq!(names("vectors/ext_struct_padded.npy"), ["a", "b"]);
    assert_eq!(names("vectors/ext_struct_titles.npy"), ["a", "b"]);
    assert_eq!(names("vectors/ext_unnamed_field.npy"), [""]);
}

#[test]
fn a_field_that_is_an_array_adds_axes() {
    let v: Array2<f32> = Npy::new().load_field(data("vectors/ext_struct_sub.npy"), "v").unwrap();
    assert_eq!(v, array![[1.0, 2.0], [3.0, 4.0]]);
}

#[test]
fn a_field_may_be_widened() {
    let npy = Npy::new().widen(true);
    let a: Array1<f64> = npy.load_field(data("vectors/ext_struct2.npy"), "a").unwrap();
    assert_eq!(a, array![1.0, -3.0]);
}

#[test]
fn what_is_no_field_is_told_by_name() {
    let err = Npy::new().load_field::<NdArray>(data("bugs/104-npy-structured.npy"), "mass");
    let err = err.unwrap_err();
    assert_eq!(err.kind(), ErrorKind::DType);
    assert!(err.to_string().contains("no field 'mass'"), "{err}");
    assert!(err.to_string().ends_with("there are tick, count, weight"), "{err}");
    let err = Npy::new().load_fields(data("vectors/d1_le_f8.npy")).unwrap_err();
    assert!(err.to_string().contains("elements are f64, not records"), "{err}");
    let err = load_npy::<NdArray>(data("bugs/104-npy-structured.npy")).unwrap_err();
    assert!(err.to_string().contains("records with the fields tick, count, weight"), "{err}");
}

#[test]
fn a_record_with_an_object_is_refused_whole() {
    let err = Npy::new().load_fields(data("vectors/bad_object_field.npy")).unwrap_err();
    assert!(err.to_string().contains("pickle"), "{err}");
}

#[test]
fn records_in_records_are_named_with_dots() {
    let header = "{'descr': [('t', '|u1'), ('p', [('x', '<i2'), ('y', '>i2')], (2,))], \
                  'fortran_order': False, 'shape': (2,)}";
    let records = [1, 2, 0, 0, 3, 4, 0, 0, 5, 6, 7, 0, 0, 8, 9, 0, 0, 10];
    let fields = Npy::new().read_fields(&npy_file(header, &records)[..]).unwrap();
    let names: Vec<_> = fields.iter().map(|it| it.0.as_str()).collect();
    assert_eq!(names, ["t", "p.x", "p.y"]);
    assert_eq!(fields[0].1, array![1_u8, 6].into());
    assert_eq!(fields[1].1, array![[2_i16, 4], [7, 9]].into());
    assert_eq!(fields[2].1, array![[3_i16, 5], [8, 10]].into());
}

/// Worked out by hand: records run down the columns, the pair within each record does not.
#[test]
fn records_in_fortran_order_keep_their_place() {
    let header = "{'descr': [('v', '|i1', (2,))], 'fortran_order': True, 'shape': (2, 3)}";
    let data = [0, 1, 10, 11, 20, 21, 30, 31, 40, 41, 50, 51];
    let fields = Npy::new().read_fields(&npy_file(header, &data)[..]).unwrap();
    let wanted = array![[[0_i8, 1], [20, 21], [40, 41]], [[10, 11], [30, 31], [50, 51]]];
    assert_eq!(fields[0].1, wanted.into());
}

/// Each would take hours, or more memory than there is, if sizes were taken at their word.
#[test]
fn fields_without_bytes_cost_nothing() {
    for descr in [
        "[('x', '|i1'), ('n', [('z', '<f4', (0,))], (1000000000,))]",
        "[('n', [('z', '<f4', (0,))], (1000000000,)), ('x', '|i1')]",
    ] {
        let header = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': (2,)}}");
        let fields = Npy::new().read_fields(&npy_file(&header, &[7, 8])[..]).unwrap();
        let x = fields.iter().find(|it| it.0 == "x").unwrap();
        assert_eq!(x.1, array![7_i8, 8].into());
    }
    let empty = "{'descr': [('z', '<f4', (0,))], 'fortran_order': False, \
                 'shape': (1000000000000000000,)}";
    let fields = Npy::new().read_fields(&npy_file(empty, &[])[..]).unwrap();
    assert_eq!(fields[0].1.shape(), [1_000_000_000_000_000_000, 0]);
    let huge = "{'descr': [('z', '<f4', (0, 1000000000000000000))], 'fortran_order': False, \
                'shape': (1000,)}";
    assert_eq!(
        Npy::new().read_fields(&npy_file(huge, &[])[..]).unwrap_err().kind(),
        ErrorKind::Limit
    );
}
