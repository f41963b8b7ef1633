//! Archives: hostile ones by a manifest, and those that this crate writes.

use std::{
    fs,
    io::Cursor,
    time::{Duration, Instant},
};

use lat_core::{
    ErrorKind, NdArray, NdArrayView, Result,
    ndarray::{Array1, array},
};
use lat_npy::{Format, Npy, Npz, NpzReader, NpzWriter, load_npy, load_npz, save_npz};
use serde_json::Value;

use crate::common::{bytes, data, manifest, scratch};

fn cases() -> Vec<(String, Value)> {
    let all = manifest("hostile/npz.json");
    assert!(all.len() > 100);
    all.into_iter().map(|it| (format!("hostile/{}", it["file"].as_str().unwrap()), it)).collect()
}

/// Everything in an archive.
fn read_all(bytes: &[u8]) -> Result<Vec<(String, NdArray)>> {
    let mut archive = NpzReader::new(Cursor::new(bytes))?;
    let names = archive.names().to_vec();
    names.into_iter().map(|it| Ok((it.clone(), archive.load(&it)?))).collect()
}

fn check(name: &str, case: &Value, found: Result<Vec<(String, NdArray)>>) {
    match (case["expect"].as_str().unwrap(), found) {
        ("load", Ok(arrays)) => {
            for wanted in case["members"].as_array().into_iter().flatten() {
                assert!(arrays.iter().any(|it| it.0 == wanted.as_str().unwrap()), "{name}");
            }
        }
        ("load", Err(err)) => panic!("{name}: {err}"),
        ("error", Ok(arrays)) => panic!("{name}: loaded {} arrays", arrays.len()),
        (_, Err(err)) => {
            let shown = err.to_string();
            assert!(!shown.contains(['\x1b', '\0']), "{name}: {shown}");
            assert!(shown.len() < 1000, "{name}: {shown}");
        }
        ("either", Ok(_)) => {}
        (other, _) => panic!("{other}"),
    }
}

#[test]
fn every_archive_has_its_outcome() {
    for (file, case) in cases() {
        if case["kind"] == "file" {
            let start = Instant::now();
            check(&file, &case, load_npz(data(&file)));
            assert!(start.elapsed() < Duration::from_secs(5), "{file}");
        }
    }
}

#[test]
fn every_damage_has_its_outcome() {
    let mut tried = 0;
    for (file, case) in cases() {
        let whole = bytes(&file);
        let bound = |key: &str| usize::try_from(case[key].as_u64().unwrap()).unwrap();
        match case["kind"].as_str().unwrap() {
            "prefix" => {
                for len in bound("lo")..bound("hi") {
                    check(&format!("{file}, {len} bytes"), &case, read_all(&whole[..len]));
                    tried += 1;
                }
            }
            "bitflip" => {
                for at in bound("lo") * 8..bound("hi") * 8 {
                    let mut bytes = whole.clone();
                    bytes[at / 8] ^= 1 << (at % 8);
                    check(&format!("{file}, bit {at}"), &case, read_all(&bytes));
                    tried += 1;
                }
            }
            _ => {}
        }
    }
    assert!(tried > 2000, "{tried}");
}

#[test]
fn damage_is_told_for_what_it_is() {
    let told = |file: &str, what: &str| {
        let err = load_npz(data(&format!("hostile/npz/{file}.npz"))).unwrap_err();
        assert_eq!(err.kind(), ErrorKind::Syntax, "{err}");
        assert!(err.to_string().contains(what), "{file}: {err}");
        assert!(err.to_string().contains(&format!("{file}.npz")), "{err}");
    };
    told("enc-zipcrypto", "encrypted");
    told("crc-wrong", "checksum");
    told("data-bit-flipped", "checksum");
    told("bomb-overlap-2000", "overlap");
    told("name-symlink", "symbolic link");
    told("dir-no-eocd", "zip archive");
    told("usize-short", "size");
    told("bomb-csize-4g", "past the archive's end");
}

#[test]
fn a_bound_refuses_what_would_grow() {
    let npz = Npz::new().npy(Npy::new().max_bytes(1 << 20));
    let err = npz.load_all(data("hostile/npz/bomb-128m-honest.npz")).unwrap_err();
    assert_eq!(err.kind(), ErrorKind::Limit, "{err}");
}

fn arrays() -> (Array1<i32>, NdArray) {
    (array![1, 2, 3], array![[0.5, -0.0], [f64::INFINITY, 1e-300]].into())
}

#[test]
fn what_is_saved_is_loaded_and_stands_where_it_can_be_mapped() {
    let (a, b) = arrays();
    for deflate in [false, true] {
        let path = scratch(&format!("saved-{deflate}.npz"));
        let all: [(&str, NdArrayView<'_>); 3] =
            [("a", (&a).into()), ("dir/ünï", (&b).into()), ("with.dot", (&a).into())];
        Npz::new().deflate(deflate).save_all(&path, all).unwrap();
        let back = load_npz(&path).unwrap();
        let names: Vec<_> = back.iter().map(|it| it.0.as_str()).collect();
        assert_eq!(names, ["a", "dir/ünï", "with.dot"]);
        assert_eq!(back[0].1, a.clone().into());
        assert_eq!(back[1].1, b);
        let file = fs::read(&path).unwrap();
        let starts: Vec<_> =
            (0..file.len() - 6).filter(|&it| file[it..].starts_with(b"\x93NUMPY")).collect();
        assert_eq!(starts.len(), if deflate { 0 } else { 3 });
        assert!(starts.iter().all(|it| it % 64 == 0), "{starts:?}");
    }
}

#[test]
fn headers_are_read_alone() {
    let (a, b) = arrays();
    let path = scratch("headers.npz");
    save_npz(&path, [("a", (&a).into()), ("b", (&b).into())]).unwrap();
    let mut archive = Npz::new().open(&path).unwrap();
    assert_eq!(archive.header("b").unwrap().shape(), [2, 2]);
    let err = archive.header("c").unwrap_err();
    assert!(err.to_string().contains("there are a, b"), "{err}");
}

#[test]
fn arrays_are_added_to_an_archive() {
    let (a, b) = arrays();
    let path = scratch("appended.npz");
    save_npz(&path, [("a", (&a).into())]).unwrap();
    Npz::new().append(&path, [("b", (&b).into())]).unwrap();
    let back = load_npz(&path).unwrap();
    assert_eq!((&back[0].1, &back[1].1), (&a.clone().into(), &b));
    let before = fs::read(&path).unwrap();
    let twice = Npz::new().append(&path, [("c", (&a).into()), ("a", (&b).into())]);
    assert!(twice.unwrap_err().to_string().contains("member 'a'"));
    assert!(fs::read(&path).unwrap() == before);
}

#[test]
fn counts_of_members_are_not_believed() {
    let (a, b) = arrays();
    let mut npz = NpzWriter::new(Cursor::new(Vec::new()));
    npz.add("a", &a).unwrap();
    npz.add("b", &b).unwrap();
    let file = npz.finish().unwrap().into_inner();
    let error = |file: &[u8], npz: &Npz| npz.read::<NdArray>(file).unwrap_err();
    // The last record has both counts, of this disk and of all, 14 bytes before its end.
    let (start, end) = (file.len() - 14, file.len() - 10);
    for (here, all) in [(60_000_u16, 60_000_u16), (60_000, 0), (0, 2)] {
        let counts = [here.to_le_bytes(), all.to_le_bytes()].concat();
        let lying = [&file[..start], &counts, &file[end..]].concat();
        let err = error(&lying, &Npz::new());
        assert!(err.to_string().contains("no room for as many members"), "{err}");
    }
    let err = error(&file, &Npz::new().max_members(1));
    assert_eq!(err.kind(), ErrorKind::Limit);
    assert!(
        err.to_string()
            .ends_with("of 2 members, the limit is 1; if it is sound, raise Npz::max_members"),
        "{err}"
    );
    assert!(Npz::new().max_members(2).member("a").read::<NdArray>(&file[..]).is_ok());
}

#[test]
fn members_without_the_extension_keep_their_names() {
    let names = |file: &str| NpzReader::new(Cursor::new(bytes(file))).unwrap().names().to_vec();
    assert_eq!(names("hostile/npz/ok-two.npz"), ["a", "b"]);
    assert_eq!(names("hostile/npz/dup-with-suffix.npz"), ["a", "a.npy"]);
    assert_eq!(names("hostile/npz/dup-case.npz").len(), 2);
}

#[test]
fn as_a_format_it_takes_the_only_array() {
    let (a, b) = arrays();
    let path = scratch("single.npz");
    Npz::new().save(&path, &a).unwrap();
    assert_eq!(Npz::new().load::<Array1<i32>>(&path).unwrap(), a);
    assert_eq!(load_npz(&path).unwrap()[0].0, "arr_0");
    let file = fs::read(&path).unwrap();
    assert_eq!(Npz::new().read::<Array1<i32>>(&file[..]).unwrap(), a);
    save_npz(&path, [("a", (&a).into()), ("b", (&b).into())]).unwrap();
    let err = Npz::new().load::<NdArray>(&path).unwrap_err();
    assert!(err.to_string().contains("2 arrays") && err.to_string().contains("a, b"), "{err}");
    assert_eq!(Npz::new().member("b").load::<NdArray>(&path).unwrap(), b);
    let err = load_npy::<NdArray>(&path).unwrap_err();
    assert!(err.to_string().contains("zip archive"), "{err}");
}

#[test]
#[cfg(feature = "mmap")]
fn stored_members_are_mapped() {
    let (a, b) = arrays();
    let path = scratch("mapped.npz");
    save_npz(&path, [("a", (&a).into()), ("b", (&b).into())]).unwrap();
    let map = lat_npy::NpyMap::open_member(&path, "b").unwrap();
    assert_eq!(map.array().unwrap().to_owned(), b);
    Npz::new().deflate(true).save_all(&path, [("a", (&a).into())]).unwrap();
    let err = lat_npy::NpyMap::open_member(&path, "a").unwrap_err();
    assert!(err.to_string().contains("compressed"), "{err}");
}

/// Keeps what is not zero, so that a huge archive takes little room.
#[derive(Default)]
struct Sparse {
    at: u64,
    len: u64,
    blocks: std::collections::BTreeMap<u64, u8>,
}

impl std::io::Write for Sparse {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        // Comparing slices is quick, also where nothing is optimised.
        if bytes.len() < 4096 || bytes.chunks(4096).any(|it| *it != [0; 4096][..it.len()]) {
            let places = (self.at..).zip(bytes);
            self.blocks.extend(places.map(|(at, &it)| (at, it)));
        }
        self.at += bytes.len() as u64;
        self.len = self.len.max(self.at);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl std::io::Seek for Sparse {
    fn seek(&mut self, to: std::io::SeekFrom) -> std::io::Result<u64> {
        self.at = match to {
            std::io::SeekFrom::Start(at) => at,
            std::io::SeekFrom::End(by) => self.len.checked_add_signed(by).unwrap(),
            std::io::SeekFrom::Current(by) => self.at.checked_add_signed(by).unwrap(),
        };
        Ok(self.at)
    }
}

impl std::io::Read for Sparse {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        let len = usize::try_from(self.len - self.at).unwrap().min(to.len());
        let to = &mut to[..len];
        to.fill(0);
        for (&at, &byte) in self.blocks.range(self.at..self.at + len as u64) {
            to[usize::try_from(at - self.at).unwrap()] = byte;
        }
        self.at += len as u64;
        Ok(len)
    }
}

/// Past 4 GiB, which takes the 64-bit fields. A view of one row, over and over, takes no memory.
#[test]
fn a_member_may_be_larger_than_4_gib() {
    let row = Array1::<f64>::zeros(1 << 17);
    let huge = row.broadcast((5 << 10, 1 << 17)).unwrap();
    let mut npz = NpzWriter::new(Sparse::default());
    npz.add("huge", huge).unwrap();
    npz.add("after", &array![1, 2]).unwrap();
    let mut archive = NpzReader::new(npz.finish().unwrap()).unwrap();
    assert_eq!(archive.header("huge").unwrap().data_len(), 5 << 30);
    let after: Array1<i32> = archive.load("after").unwrap();
    assert_eq!(after, array![1, 2]);
}
