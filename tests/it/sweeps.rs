//! Every prefix, every changed byte of a header, every flipped bit: the right array, or an error.

use std::{io::Cursor, ops::Range};

use latio::{Csv, DType, Format, Json, NdArray, Npy, Result, Source, Text, Want, npy};
use latio_tests::{array, bytes};

fn read(format: &dyn Format, input: &[u8]) -> Result<NdArray> {
    format.read_source(Source::sized(input, input.len() as u64), Want::ANYTHING)
}

/// As from a pipe.
fn stream(format: &dyn Format, input: &[u8]) -> Result<NdArray> {
    format.read_source(Source::reader(input), Want::ANYTHING)
}

fn written(format: &dyn Format, array: &NdArray) -> Vec<u8> {
    let mut out = Vec::new();
    format.write_view(&mut out, &array.view()).unwrap();
    out
}

fn floats(shape: &[usize]) -> NdArray {
    let len = u32::try_from(shape.iter().product::<usize>()).unwrap();
    let all = (0..len).flat_map(|idx| (f64::from(idx) * 1.25 - 4.0).to_le_bytes());
    array(DType::F64, shape, false, &all.collect::<Vec<_>>())
}

#[track_caller]
fn check_prefixes_refused(format: &dyn Format, file: &[u8]) {
    assert!(read(format, file).is_ok() && stream(format, file).is_ok());
    for len in 0..file.len() {
        assert!(read(format, &file[..len]).is_err(), "{len} of {} bytes", file.len());
        assert!(stream(format, &file[..len]).is_err(), "{len} of {} bytes, piped", file.len());
    }
}

#[test]
fn every_prefix_of_npy_and_json_is_refused() {
    for shape in [&[][..], &[7], &[2, 3, 2]] {
        check_prefixes_refused(&Npy::new(), &written(&Npy::new(), &floats(shape)));
        check_prefixes_refused(&Json::new(), &written(&Json::new(), &floats(shape)));
    }
    check_prefixes_refused(&Json::new().bare(true), b"[[1, 2.5e3], [null, -4]]");
}

/// But where only digits of the last value, or the line end after it, are missing.
#[test]
fn every_prefix_of_csv_with_a_header_is_refused() {
    let file = b"# shape=(2, 3), dtype=f64\n1.5,2.5,-3.5e2\n4.5,5.5,6.25\n";
    let last = file.len() - "6.25\n".len();
    for len in 0..file.len() {
        let digits = len > last;
        assert_eq!(read(&Csv::new(), &file[..len]).is_ok(), digits, "{len} bytes");
        assert_eq!(stream(&Csv::new(), &file[..len]).is_ok(), digits, "{len} bytes, piped");
    }
    let cut = read(&Csv::new(), &file[..file.len() - 1]).unwrap();
    assert_eq!(bytes(&cut.view()), bytes(&read(&Csv::new(), file).unwrap().view()));
}

/// The numbers of a text as the standard library reads them, if the rows are as long as each other.
fn table(text: &str) -> Option<Vec<f64>> {
    let rows = text.lines().map(str::split_whitespace).map(Iterator::collect::<Vec<_>>);
    let rows: Vec<_> = rows.filter(|it| !it.is_empty()).collect();
    let even = rows.iter().all(|it| it.len() == rows[0].len());
    let all = rows.concat().iter().map(|it| it.parse().ok()).collect::<Option<Vec<_>>>()?;
    (even && !all.is_empty()).then_some(all)
}

#[test]
fn every_prefix_of_text_is_read_as_what_it_is() {
    let file = "1.5 -2.25e-3 inf\n4 5e10 6\n\n  7 nan -0.0\n10 11 12.125\n";
    let format = Text::new().dtype(DType::F64);
    let mut loaded = 0;
    for len in 0..=file.len() {
        let wanted = table(&file[..len]);
        let found = read(&format, &file.as_bytes()[..len]);
        let found = found.ok().map(|it| bytes(&it.view()));
        loaded += usize::from(found.is_some());
        let wanted = wanted.map(|it| it.iter().flat_map(|it| it.to_le_bytes()).collect());
        assert_eq!(found, wanted, "{:?}", &file[..len]);
    }
    assert!(loaded > 15, "{loaded} loaded");
}

/// What loads holds the bytes that lie after the header, swapped if it says so.
#[test]
fn every_change_of_a_byte_of_an_npy_header() {
    let file = written(&Npy::new(), &floats(&[2, 3]));
    let (start, data) = (file.len() - 48, &file[file.len() - 48..]);
    let mut refused = 0;
    for at in 0..start {
        for byte in 0..=u8::MAX {
            let mut file = file.clone();
            file[at] = byte;
            let Ok(array) = read(&Npy::new(), &file) else {
                refused += 1;
                continue;
            };
            let swap = |item: &[u8]| item.iter().rev().copied().collect::<Vec<_>>();
            let swapped: Vec<_> = data.chunks(array.dtype().size()).flat_map(swap).collect();
            let found = bytes(&array.view());
            assert!(found == data || found == swapped, "byte {at} is {byte}: {array:?}");
        }
    }
    // The padding may be any blank, and some letters of the type have others that fit.
    assert!(refused > start * 250, "{refused} of {} are refused", start * 256);
}

fn archive(deflate: bool) -> Vec<u8> {
    let npz = latio::Npz::new().deflate(deflate);
    let mut npz = npy::NpzWriter::with_options(&npz, Cursor::new(Vec::new()));
    npz.add("a", floats(&[5]).view()).unwrap();
    npz.add("b", array(DType::U8, &[2, 2], false, &[1, 2, 3, 4]).view()).unwrap();
    npz.finish().unwrap().into_inner()
}

fn members(file: &[u8]) -> Result<Vec<Vec<u8>>> {
    let mut npz = npy::NpzReader::new(Cursor::new(file))?;
    let names = npz.names().to_vec();
    names.iter().map(|it| Ok(bytes(&npz.load::<NdArray>(it)?.view()))).collect()
}

/// Where the data of the members lie, by the format's definition: section 4.3 of APPNOTE.
fn data_ranges(file: &[u8]) -> Vec<Range<usize>> {
    let u16_at = |at: usize| usize::from(u16::from_le_bytes([file[at], file[at + 1]]));
    let u32_at = |at: usize| u16_at(at) + (u16_at(at + 2) << 16);
    let entries = (0..file.len() - 46).filter(|it| file[*it..].starts_with(b"PK\x01\x02"));
    let range = |entry: usize| {
        let local = u32_at(entry + 42);
        let start = local + 30 + u16_at(local + 26) + u16_at(local + 28);
        start..start + u32_at(entry + 20)
    };
    entries.map(range).collect()
}

#[test]
fn every_flipped_bit_of_an_npz_member_is_detected() {
    for deflate in [false, true] {
        let mut file = archive(deflate);
        let wanted = members(&file).unwrap();
        let ranges = data_ranges(&file);
        assert_eq!(ranges.len(), 2);
        for bit in 0..file.len() * 8 {
            let (at, mask) = (bit / 8, 1 << (bit % 8));
            file[at] ^= mask;
            let found = members(&file);
            file[at] ^= mask;
            let Ok(found) = found else { continue };
            // The last byte of deflated data has bits that mean nothing.
            let unused = usize::from(deflate);
            let inside = ranges.iter().any(|it| (it.start..it.end - unused).contains(&at));
            assert!(!inside, "bit {bit}, in a member, went unseen");
            // Elsewhere a flip may change a date, or a name.
            let right = found.iter().all(|it| wanted.contains(it));
            assert!(right, "bit {bit} changed a value");
        }
    }
}

#[test]
fn every_prefix_of_an_npz_is_refused() {
    for deflate in [false, true] {
        let file = archive(deflate);
        for len in 0..file.len() {
            assert!(members(&file[..len]).is_err(), "{len} of {} bytes", file.len());
        }
    }
}
