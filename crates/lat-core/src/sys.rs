//! The system calls that the standard library does not offer. The one place for `unsafe`.

#[cfg(feature = "mmap")]
pub use self::map::{Map, MapMut};

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
    // Every page that holds a part of the buffer: advice for a part of a mapping would split it,
    // and the allocator could no longer grow it without a copy.
    let before = start.addr() % PAGE;
    let len = (before + bytes).next_multiple_of(PAGE);
    // SAFETY: these pages are mapped, since each holds a byte of the buffer, which the borrow
    // keeps alive. MADV_HUGEPAGE changes neither contents nor protection, only how the kernel
    // backs the range; if it is refused, nothing has happened, so the result does not matter.
    unsafe {
        libc::madvise(start.wrapping_sub(before).cast(), len, libc::MADV_HUGEPAGE);
    }
}

/// Does nothing here: see the Linux version.
#[cfg(not(all(target_os = "linux", feature = "huge-pages")))]
pub fn advise_huge_pages<T>(_: &mut Vec<T>) {}

#[cfg(feature = "mmap")]
mod map {
    use std::{
        fs::File,
        io,
        ops::{Deref, DerefMut},
    };

    /// A file's bytes as memory, to be read.
    ///
    /// While it is mapped the file must not be changed or cut short, by this program or another:
    /// bytes would change under a shared reference, and a page that is no longer there ends the
    /// program. No system lets a program rule that out, so it is for its users to see to.
    #[derive(Debug)]
    pub struct Map(memmap2::Mmap);

    impl Map {
        /// Maps all of a file.
        #[expect(unsafe_code, reason = "the system cannot promise that the file stays as it is")]
        pub fn new(file: &File) -> io::Result<Self> {
            // SAFETY: the mapping is private to this value and lives as long. That nobody changes
            // the file meanwhile is the documented duty of whoever maps it.
            unsafe { memmap2::Mmap::map(file) }.map(Self)
        }
    }

    impl Deref for Map {
        type Target = [u8];

        fn deref(&self) -> &[u8] {
            &self.0
        }
    }

    /// A file's bytes as memory, to be read and written through. The same holds as for [`Map`].
    #[derive(Debug)]
    pub struct MapMut(memmap2::MmapMut);

    impl MapMut {
        /// Maps all of a file that is open for reading and writing.
        #[expect(unsafe_code, reason = "the system cannot promise that the file stays as it is")]
        pub fn new(file: &File) -> io::Result<Self> {
            // SAFETY: as for `Map::new`; references to the bytes borrow this value, mutable ones
            // exclusively.
            unsafe { memmap2::MmapMut::map_mut(file) }.map(Self)
        }

        /// Waits until what was written is in the file.
        pub fn flush(&self) -> io::Result<()> {
            self.0.flush()
        }
    }

    impl Deref for MapMut {
        type Target = [u8];

        fn deref(&self) -> &[u8] {
            &self.0
        }
    }

    impl DerefMut for MapMut {
        fn deref_mut(&mut self) -> &mut [u8] {
            &mut self.0
        }
    }
}
