//! Reading an array in blocks, or a part of it.

use std::{
    fmt,
    fs::File,
    io::{Read, Seek, SeekFrom},
    ops::Range,
    path::Path,
};

use lat_core::{DType, Error, ErrorKind, FromArray, NdArray, Result, Want, dispatch, format};

use crate::{
    data::Body,
    header::Header,
    npy::{Npy, shaped, unsupported},
    stored::Stored,
    write::swap_size,
};

/// Reads an array some rows at a time, from a file or a pipe.
///
/// A row is all that has one index along the first axis; in a file in Fortran order, where these
/// are scattered, along the last.
///
/// ```
/// use lat_npy::{NpyReader, write_npy};
/// use lat_core::ndarray::{Array2, array};
///
/// let mut file = Vec::new();
/// write_npy(&mut file, &array![[1, 2], [3, 4], [5, 6]])?;
/// let mut reader = NpyReader::new(&file[..])?;
/// let first: Array2<i32> = reader.next_rows(2)?.expect("there are three");
/// assert_eq!(first, array![[1, 2], [3, 4]]);
/// let last: Array2<i32> = reader.next_rows(2)?.expect("one is left");
/// assert_eq!(last, array![[5, 6]]);
/// assert!(reader.next_rows::<Array2<i32>>(2)?.is_none());
/// # Ok::<(), lat_core::Error>(())
/// ```
pub struct NpyReader<R> {
    npy: Npy,
    from: R,
    header: Header,
    dtype: DType,
    swap: usize,
    sized: bool,
    done: usize,
}

impl NpyReader<File> {
    /// Opens a file.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        Npy::new().open(path.as_ref())
    }
}

impl<R: Read> NpyReader<R> {
    /// Reads the header. `from` should be buffered if its reads are costly and blocks are small.
    pub fn new(from: R) -> Result<Self> {
        Self::with_options(&Npy::new(), from)
    }

    /// As [`new`](Self::new), under the options that `npy` has for reading.
    pub fn with_options(npy: &Npy, mut from: R) -> Result<Self> {
        let header = Header::read(&mut from, None, npy.max_header);
        header.and_then(|it| Self::of(npy, from, it)).map_err(|err| err.in_operation("read_npy"))
    }

    fn of(npy: &Npy, from: R, header: Header) -> Result<Self> {
        let Some((dtype, order)) = header.descr().number(npy.ticks) else {
            return Err(unsupported(&header));
        };
        let swap = swap_size(dtype, order);
        Ok(Self { npy: npy.clone(), from, header, dtype, swap, sized: false, done: 0 })
    }

    /// What the file says of the whole array.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How many rows the array has; a single value is one.
    pub fn rows(&self) -> usize {
        let shape = self.header.shape();
        let slowest = if self.header.is_fortran() { shape.last() } else { shape.first() };
        slowest.copied().unwrap_or(1)
    }

    /// How many rows have not been read yet.
    pub fn rows_left(&self) -> usize {
        self.rows() - self.done
    }

    /// Reads the next `max` rows, or as many as there are; `None` if there are none.
    pub fn next_rows<A: FromArray>(&mut self, max: usize) -> Result<Option<A>> {
        let rows = max.min(self.rows_left());
        if rows == 0 {
            return Ok(None);
        }
        let array = self.read_rows(rows, A::WANT).and_then(A::from_array);
        array.map(Some).map_err(|err| err.in_operation("read_npy"))
    }

    /// The reader. It stands after the rows that have been read: after the last, at what follows
    /// the array.
    pub fn into_inner(self) -> R {
        self.from
    }

    fn read_rows(&mut self, rows: usize, want: Want) -> Result<NdArray> {
        let mut shape = self.header.shape().to_vec();
        let fortran = self.header.is_fortran();
        let slowest = if fortran { shape.last_mut() } else { shape.first_mut() };
        if let Some(extent) = slowest {
            *extent = rows;
        }
        let start = self.header.data_offset() + (self.done * self.row_bytes()) as u64;
        let sized = self.sized;
        let mut body = Body { from: &mut self.from, sized, swap: self.swap, start };
        let len = shape.iter().product();
        let array =
            dispatch!(self.dtype, T => shaped(T::read(&mut body, len)?, &shape, fortran).into());
        self.done += rows;
        self.npy.widened(array, want)
    }

    /// The size of one row.
    fn row_bytes(&self) -> usize {
        let bytes = self.header.len() * self.dtype.size();
        bytes.checked_div(self.rows()).unwrap_or(0)
    }
}

impl<R: Read + Seek> NpyReader<R> {
    /// Passes over rows without reading them, at most those that are left.
    pub fn skip_rows(&mut self, rows: usize) -> Result<()> {
        let rows = rows.min(self.rows_left());
        let bytes = i64::try_from(rows * self.row_bytes()).expect("the data can be addressed");
        self.from.seek(SeekFrom::Current(bytes))?;
        self.done += rows;
        Ok(())
    }
}

impl<R> fmt::Debug for NpyReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NpyReader")
            .field("header", &self.header)
            .field("done", &self.done)
            .finish_non_exhaustive()
    }
}

impl Npy {
    /// Loads the rows whose index along the first axis is in `rows`, and reads no others.
    ///
    /// Fails for a file in Fortran order, where rows are scattered: see
    /// [`load_columns`](Self::load_columns).
    pub fn load_rows<A: FromArray>(&self, path: impl AsRef<Path>, rows: Range<usize>) -> Result<A> {
        self.load_range(path.as_ref(), rows, false)
    }

    /// Loads the part whose index along the last axis is in `columns`, and reads nothing else.
    ///
    /// Fails for a file in C order, where columns are scattered.
    pub fn load_columns<A: FromArray>(
        &self,
        path: impl AsRef<Path>,
        columns: Range<usize>,
    ) -> Result<A> {
        self.load_range(path.as_ref(), columns, true)
    }

    fn open(&self, path: &Path) -> Result<NpyReader<File>> {
        let open = || {
            let (mut file, len) = format::open(path)?;
            let header = Header::read(&mut file, len, self.max_header)?;
            if let Some(len) = len {
                self.check_len(&header, len)?;
            }
            let reader = NpyReader::of(self, file, header)?;
            Ok(NpyReader { sized: len.is_some(), ..reader })
        };
        open().map_err(|err: Error| err.in_operation("load_npy").in_path(path))
    }

    fn load_range<A: FromArray>(
        &self,
        path: &Path,
        range: Range<usize>,
        columns: bool,
    ) -> Result<A> {
        let load = || {
            let mut reader = self.open(path)?;
            check_range(&reader.header, &range, reader.rows(), columns)?;
            reader.skip_rows(range.start)?;
            A::from_array(reader.read_rows(range.len(), A::WANT)?)
        };
        load().map_err(|err: Error| err.in_operation("load_npy").in_path(path))
    }
}

fn check_range(header: &Header, range: &Range<usize>, rows: usize, columns: bool) -> Result<()> {
    let usage = |message| Err(Error::new(ErrorKind::Usage, message));
    let rank = header.shape().len();
    if rank == 0 {
        return usage("a single value has no rows".to_owned());
    }
    if rank > 1 && header.is_fortran() != columns {
        let (order, other) = if columns { ("C", "load_rows") } else { ("Fortran", "load_columns") };
        let what = if columns { "columns" } else { "rows" };
        let message = format!("{what} are scattered through a file in {order} order");
        let hint = format!("load the array as a whole, or a part with Npy::{other}");
        return usage(message).map_err(|err: Error| err.with_hint(hint));
    }
    if range.start > range.end || range.end > rows {
        let (from, to) = (range.start, range.end);
        return usage(format!("range {from}..{to} is not within the extent of {rows}"));
    }
    Ok(())
}
