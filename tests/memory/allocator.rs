//! An allocator that counts, and refuses what it is told to: for each thread by itself.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

thread_local! {
    static NOW: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    /// How much may be in use.
    static CAP: Cell<isize> = const { Cell::new(isize::MAX) };
    /// How many more large allocations are granted before one is refused.
    static GRANTED: Cell<usize> = const { Cell::new(usize::MAX) };
    /// From how many bytes on an allocation is large. Others are never refused.
    static LARGE: Cell<usize> = const { Cell::new(usize::MAX) };
}

struct Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// Takes note of `size` bytes, which are `more` than there were. Says whether they may be had.
fn grow(size: usize, more: isize) -> bool {
    let now = NOW.get() + more;
    let granted = GRANTED.get();
    if size >= LARGE.get() && more > 0 {
        // The next after the one that is refused are granted: there is no end to them.
        GRANTED.set(granted.wrapping_sub(1));
        if granted == 0 || now > CAP.get() {
            return false;
        }
    }
    NOW.set(now);
    PEAK.set(PEAK.get().max(now));
    true
}

fn signed(size: usize) -> isize {
    isize::try_from(size).expect("no block is larger")
}

// SAFETY: all is left to the system's allocator, or refused; counting touches no memory but the
// counters.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !grow(layout.size(), signed(layout.size())) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller keeps to the contract, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !grow(layout.size(), signed(layout.size())) {
            return std::ptr::null_mut();
        }
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        NOW.set(NOW.get() - signed(layout.size()));
        // SAFETY: as above.
        unsafe { System.dealloc(ptr, layout) }
    }

    /// Large blocks are moved by their pages, so old and new never count together.
    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !grow(size, signed(size) - signed(layout.size())) {
            return std::ptr::null_mut();
        }
        // SAFETY: as above.
        unsafe { System.realloc(ptr, layout, size) }
    }
}

/// What `run` gives, and how many bytes more than before were in use while it ran.
pub(super) fn peak<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = NOW.get();
    PEAK.set(before);
    let result = run();
    (result, usize::try_from(PEAK.get() - before).expect("not below what it was"))
}

/// A lack of memory, for allocations of `large` bytes and more.
#[derive(Clone, Copy, Debug)]
pub(super) enum Lack {
    /// Not more than so many bytes may be in use besides those that are.
    Cap(usize),
    /// The allocation after so many is refused.
    After(usize),
}

/// What `run` gives for want of memory, and whether an allocation was counted out.
pub(super) fn lacking<T>(lack: Lack, large: usize, run: impl FnOnce() -> T) -> (T, bool) {
    let _freed = Freed;
    LARGE.set(large);
    let granted = match lack {
        Lack::Cap(bytes) => {
            CAP.set(NOW.get() + signed(bytes));
            usize::MAX
        }
        Lack::After(granted) => granted,
    };
    GRANTED.set(granted);
    let result = run();
    (result, GRANTED.get() > granted)
}

/// Ends all limits when dropped.
struct Freed;

impl Drop for Freed {
    fn drop(&mut self) {
        LARGE.set(usize::MAX);
        CAP.set(isize::MAX);
        GRANTED.set(usize::MAX);
    }
}
