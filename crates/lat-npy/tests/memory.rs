//! How much memory reading takes, as an allocator counts it.
#![expect(unsafe_code, reason = "an allocator cannot be written without")]
#![expect(clippy::unwrap_used, reason = "a test")]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    fs, io,
    path::Path,
    sync::atomic::{AtomicUsize, Ordering::SeqCst},
};

use lat_core::{NdArray, ndarray::Array1};
use lat_npy::{ByteOrder, Format, Npy, load_npy, read_npy};

struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is handed to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        PEAK.fetch_max(NOW.fetch_add(layout.size(), SeqCst) + layout.size(), SeqCst);
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        PEAK.fetch_max(NOW.fetch_add(layout.size(), SeqCst) + layout.size(), SeqCst);
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), SeqCst);
        unsafe { System.dealloc(at, layout) }
    }
    // `realloc` allocates, copies and frees: the worst that a system can do.
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most that was held at once while `run` ran, above what was held before, in bytes.
fn peak<T>(run: impl FnOnce() -> T) -> (usize, T) {
    let before = NOW.load(SeqCst);
    PEAK.store(before, SeqCst);
    let result = run();
    (PEAK.load(SeqCst) - before, result)
}

const MIB: usize = 1 << 20;

/// One test, as threads would count each other's memory.
#[test]
fn memory_follows_the_data() {
    files_take_their_size();
    streams_take_twice_theirs();
    refusals_take_next_to_nothing();
}

fn saved<T: lat_core::Element>(name: &str, order: ByteOrder, array: &Array1<T>) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    Npy::new().byte_order(order).save(&path, array).unwrap();
    path.to_str().unwrap().to_owned()
}

fn files_take_their_size() {
    let bound = 40_000_000 * 105 / 100 + MIB;
    for order in [ByteOrder::Little, ByteOrder::Big] {
        let path = saved("numbers.npy", order, &Array1::<f64>::ones(5_000_000));
        let (peak, array) = peak(|| load_npy::<Array1<f64>>(path).unwrap());
        assert!(array.len() == 5_000_000 && peak <= bound, "{peak}");
    }
    let path = saved("bools.npy", ByteOrder::NATIVE, &Array1::from_elem(40_000_000, true));
    let (peak, array) = peak(|| load_npy::<Array1<bool>>(path).unwrap());
    assert!(array.len() == 40_000_000 && peak <= bound, "{peak}");
}

fn streams_take_twice_theirs() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = fs::read(path.join("bools.npy")).unwrap();
    let (peak_of_bools, _) = peak(|| read_npy::<NdArray>(&file[..]).unwrap());
    assert!(peak_of_bools <= 2 * 40_000_000 + MIB, "{peak_of_bools}");
    let file = fs::read(path.join("numbers.npy")).unwrap();
    let (peak_of_numbers, _) = peak(|| read_npy::<NdArray>(&file[..]).unwrap());
    assert!(peak_of_numbers <= 2 * 40_000_000 + MIB, "{peak_of_numbers}");
}

fn refusals_take_next_to_nothing() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    for folder in ["vectors", "hostile/npy"] {
        for entry in fs::read_dir(dir.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let len = usize::try_from(fs::metadata(&path).unwrap().len()).unwrap();
            let (peak, _) = peak(|| load_npy::<NdArray>(&path).map(drop));
            assert!(peak <= 2 * len + MIB, "{}: {peak}", path.display());
        }
    }
    // A header that would fill the memory, from a stream that never ends.
    let endless = || io::Read::chain(&b"\x93NUMPY\x02\x00\xf0\xff\xff\xff"[..], io::repeat(b' '));
    let (peak, result) = peak(|| read_npy::<NdArray>(endless()));
    assert!(result.is_err() && peak < MIB, "{peak}");
}
