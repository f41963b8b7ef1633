//! The system calls that the standard library does not offer. The one place for `unsafe`.

/// Asks the system to put large pages behind a large buffer, before it is filled: on Linux, the
/// faults of 4 KiB pages cost more than reading the bytes does. The buffer's contents and its
/// length stay as they are. Does nothing without the feature `huge-pages`, on other systems, or
/// below 4 MiB.
#[cfg(all(target_os = "linux", feature = "huge-pages"))]
#[expect(unsafe_code, reason = "madvise has no safe form")]
pub fn advise_huge_pages<T>(buffer: &mut Vec<T>) {
    const WORTH_IT: usize = 4 << 20;
    const PAGE: usize = 4096;
    let bytes = buffer.capacity() * size_of::<T>();
    if bytes < WORTH_IT {
        return;
    }
    let start = buffer.as_mut_ptr().cast::<u8>();
    // Whole pages only, and none that another allocation shares.
    let skipped = start.align_offset(PAGE);
    let len = (bytes - skipped) / PAGE * PAGE;
    // SAFETY: the range lies within one allocation, which the borrow keeps alive. MADV_HUGEPAGE
    // changes neither contents nor protection, only how the kernel backs the range; if it is
    // refused, nothing has happened, so the result does not matter.
    unsafe {
        libc::madvise(start.add(skipped).cast(), len, libc::MADV_HUGEPAGE);
    }
}

/// Does nothing here: see the Linux version.
#[cfg(not(all(target_os = "linux", feature = "huge-pages")))]
pub fn advise_huge_pages<T>(_: &mut Vec<T>) {}
