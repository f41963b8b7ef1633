#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]
#![expect(unsafe_code, reason = "an allocator that counts is unsafe to write, as any")]
//! How much memory loading text takes at its peak, counted by the allocator.

mod mutations;

use std::{
    alloc::{GlobalAlloc, Layout, System},
    fmt::Write as _,
    path::Path,
    sync::{
        Mutex, MutexGuard,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use latio::{Csv, DType, Format, NdArray, Result, Source, Text, Want, lat_core::format::load_with};
use latio_tests::{TempDir, data};
use serde_json::Value;

struct Counting {
    now: AtomicUsize,
    peak: AtomicUsize,
}

#[global_allocator]
static ALLOCATOR: Counting = Counting { now: AtomicUsize::new(0), peak: AtomicUsize::new(0) };

impl Counting {
    fn grow(&self, bytes: usize) {
        let now = self.now.fetch_add(bytes, Relaxed) + bytes;
        self.peak.fetch_max(now, Relaxed);
    }

    fn shrink(&self, bytes: usize) {
        self.now.fetch_sub(bytes, Relaxed);
    }
}

// SAFETY: all is left to the system's allocator; counting touches no memory but the counters.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        self.grow(layout.size());
        // SAFETY: the caller keeps to the contract, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        self.grow(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        self.shrink(layout.size());
        // SAFETY: as above.
        unsafe { System.dealloc(ptr, layout) }
    }

    /// Large blocks are moved by their pages, so old and new never count together.
    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        self.shrink(layout.size());
        self.grow(size);
        // SAFETY: as above.
        unsafe { System.realloc(ptr, layout, size) }
    }
}

/// One measurement at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// What `run` gives, and how many bytes more than before were in use while it ran.
fn peak<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = ALLOCATOR.now.load(Relaxed);
    ALLOCATOR.peak.store(before, Relaxed);
    let result = run();
    (result, ALLOCATOR.peak.load(Relaxed) - before)
}

const VALUES: usize = 1 << 19;
const BLOCK: usize = 1 << 20;
/// Path, options, fields of a record, messages.
const SMALL: usize = 1 << 16;

fn table(separator: char, value: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for idx in 0..VALUES {
        let end = if idx % 4 == 3 { '\n' } else { separator };
        write!(text, "{}{end}", value(idx)).unwrap();
    }
    text
}

/// Loads `text` from a file, and from a pipe that does not tell its size.
fn check(format: &dyn Format, text: &str, dtype: DType) {
    let dir = TempDir::new(&format!("memory-{}", format.name()));
    let path = dir.path().join("a");
    std::fs::write(&path, text).unwrap();
    let array = VALUES * dtype.size();
    let file = || load_with(format, &path, Want::ANYTHING);
    check_peak(file, dtype, array + 2 * BLOCK + SMALL);
    let pipe = || format.read_source(Source::reader(text.as_bytes()), Want::ANYTHING);
    check_peak(pipe, dtype, array + array / 4 + 2 * BLOCK + SMALL);
}

#[track_caller]
fn check_peak(load: impl FnOnce() -> Result<NdArray>, dtype: DType, most: usize) {
    let (loaded, peak) = peak(load);
    let array = loaded.unwrap();
    assert_eq!((array.dtype(), array.len()), (dtype, VALUES));
    assert!(peak <= most, "{dtype}: {peak} bytes at the peak, wanted at most {most}");
}

fn csv() -> Csv {
    Csv::new().threads(1)
}

#[test]
fn a_load_takes_the_array_and_two_blocks() {
    let _alone = alone();
    let number = |idx: usize| (idx * 7919 % 1_000_003).to_string();
    let float = |idx: usize| (f64::from(u32::try_from(idx).unwrap()) / 7.0).to_string();
    check(&csv(), &table(',', number), DType::I64);
    check(&csv(), &table(',', float), DType::F64);
    check(&Text::new().threads(1), &table(' ', float), DType::F64);
    check(&csv().dtype(DType::U8), &table(',', |idx| (idx % 256).to_string()), DType::U8);
    check(&csv().dtype(DType::F32), &table(',', float), DType::F32);
    // With a shape stated, and numbers that get longer.
    let header = format!("# shape=({}, 4), dtype=i64\n", VALUES / 4);
    check(&csv(), &(header + &table(',', |idx| (idx * idx).to_string())), DType::I64);
}

#[test]
fn so_does_one_that_is_not_plain() {
    let _alone = alone();
    let last = VALUES - 1;
    let ends = |end: &'static str| {
        table(',', move |idx| if idx == last { end.to_owned() } else { (idx % 1000).to_string() })
    };
    // Another type, found out at the very end.
    check(&csv(), &ends("0.5"), DType::F64);
    check(&csv(), &ends("18446744073709551615"), DType::U64);
    check(&csv().missing([""]), &ends(""), DType::F64);
    check(&csv(), &table(',', |idx| format!("\"{}\"", idx % 1000)), DType::I64);
    let commas = csv().delimiter(";").unwrap().decimal_comma(true);
    check(&commas, &table(';', |idx| format!("{},5", idx % 1000)), DType::F64);
}

/// A refused file of n bytes takes 2 n + 1 MiB.
#[test]
fn refusing_takes_little() {
    let _alone = alone();
    let manifest = std::fs::read_to_string(data("hostile/manifest.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    let mut refused = 0;
    for case in manifest["cases"].as_array().unwrap().iter().filter(|it| it["kind"] == "file") {
        let path = data("hostile").join(case["file"].as_str().unwrap());
        match case["format"].as_str() {
            Some("csv") => refused += usize::from(is_refused(&csv(), &path)),
            Some("txt") => refused += usize::from(is_refused(&Text::new().threads(1), &path)),
            _ => {}
        }
    }
    assert!(refused > 100, "only {refused} were refused");
}

fn is_refused(format: &dyn Format, path: &Path) -> bool {
    let len = usize::try_from(std::fs::metadata(path).unwrap().len()).unwrap();
    let (loaded, peak) = peak(|| load_with(format, path, Want::ANYTHING));
    let refused = loaded.is_err();
    let most = 2 * len + (1 << 20);
    assert!(!refused || peak <= most, "{}: {peak} bytes, wanted {most}", path.display());
    refused
}
