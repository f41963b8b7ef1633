//! Writing an array whose first extent is not known yet, and adding to one in a file.

use std::{
    fs::{File, OpenOptions},
    io::{BufWriter, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use lat_core::{DType, Error, ErrorKind, NdArrayView, Result, array::Shape};

use crate::{
    header::{
        Header,
        descr::{ByteOrder, Descr},
    },
    npy::{Npy, unsupported},
    write::{self, BUFFER, Dictionary},
};

/// Writes an array block by block along its first axis, to a new file or at the end of one.
///
/// The header is written with room to grow, and set right by [`flush`](Self::flush) and
/// [`finish`](Self::finish). A file whose writer came to neither holds what it held before, and
/// bytes after it.
///
/// ```no_run
/// use lat_core::{DType, ndarray::array};
/// use lat_npy::NpyWriter;
///
/// let mut log = NpyWriter::create("log.npy", DType::F64, &[3])?;
/// log.push(&array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])?;
/// log.finish()?;
/// let mut log = NpyWriter::append("log.npy")?;
/// log.push(&array![[7.0, 8.0, 9.0]])?;
/// assert_eq!(log.rows(), 3);
/// log.finish()?;
/// # Ok::<(), lat_core::Error>(())
/// ```
#[derive(Debug)]
pub struct NpyWriter {
    path: PathBuf,
    /// `None` after a failure.
    to: Option<BufWriter<File>>,
    descr: Descr,
    dtype: DType,
    swap: usize,
    version: u8,
    /// Where the data begins.
    offset: u64,
    shape: Vec<usize>,
    /// The first extent that the header in the file tells of.
    flushed: usize,
}

impl NpyWriter {
    /// Makes a file for rows of this element type and shape; one that is there is emptied.
    pub fn create(path: impl AsRef<Path>, dtype: DType, row: &[usize]) -> Result<Self> {
        Self::create_with(&Npy::new(), path, dtype, row)
    }

    /// As [`create`](Self::create), under the options that `npy` has for writing; the order is C.
    pub fn create_with(
        npy: &Npy,
        path: impl AsRef<Path>,
        dtype: DType,
        row: &[usize],
    ) -> Result<Self> {
        let path = path.as_ref();
        let create = || {
            let file = File::create(path).map_err(|err| Error::cannot_write(path, err))?;
            Self::begin(npy, path, file, dtype, row)
        };
        create().map_err(|err| in_operation(err, path))
    }

    /// As [`create_with`](Self::create_with), in a file that is open and empty already, such as
    /// the one that [`replace_file`](lat_core::save::replace_file) hands out. `path` is for errors.
    pub fn create_in(
        npy: &Npy,
        file: File,
        path: impl AsRef<Path>,
        dtype: DType,
        row: &[usize],
    ) -> Result<Self> {
        let path = path.as_ref();
        Self::begin(npy, path, file, dtype, row).map_err(|err| in_operation(err, path))
    }

    /// Opens a file to add rows at its end.
    ///
    /// Fails if it is in Fortran order, whose rows do not lie at the end, or if its header has no
    /// room for a longer first extent, as those by old programs may not.
    pub fn append(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        Self::resume(path).map_err(|err| in_operation(err, path))
    }

    fn begin(npy: &Npy, path: &Path, file: File, dtype: DType, row: &[usize]) -> Result<Self> {
        let order = npy.byte_order.unwrap_or(ByteOrder::NATIVE);
        let descr = Descr::of(dtype, order);
        let shape = [&[0], row].concat();
        write::check_shape(&shape, dtype.size())?;
        let version = npy.version;
        let header = Dictionary {
            descr: &descr,
            fortran: false,
            shape: &shape,
            version,
            marked_bytes: false,
        };
        let header = header.encode()?;
        let mut to = BufWriter::with_capacity(BUFFER, file);
        to.write_all(&header)?;
        Ok(Self {
            path: path.to_owned(),
            to: Some(to),
            dtype,
            swap: write::swap_size(dtype, order),
            version: header[6],
            offset: header.len() as u64,
            descr,
            shape,
            flushed: 0,
        })
    }

    fn resume(path: &Path) -> Result<Self> {
        let file = OpenOptions::new().read(true).write(true).open(path);
        let mut file = file.map_err(|err| Error::cannot_open(path, err))?;
        let len = file.metadata()?.len();
        let header = Header::read(&mut file, Some(len), Npy::new().max_header)?;
        let Some((dtype, order)) = header.descr().number(false) else {
            return Err(unsupported(&header));
        };
        check_growable(&header)?;
        Npy::new().check_len(&header, len)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Self {
            path: path.to_owned(),
            to: Some(BufWriter::with_capacity(BUFFER, file)),
            descr: header.descr().clone(),
            dtype,
            swap: write::swap_size(dtype, order),
            version: header.version(),
            offset: header.data_offset(),
            shape: header.shape().to_vec(),
            flushed: header.shape()[0],
        })
    }

    /// How many rows the array has so far, those that were in the file included.
    pub fn rows(&self) -> usize {
        self.shape[0]
    }

    /// Adds rows: an array of the file's element type whose shape is that of a row, with their
    /// number before it. If it fails, the file keeps the rows of the last [`flush`](Self::flush).
    pub fn push<'a>(&mut self, rows: impl Into<NdArrayView<'a>>) -> Result<()> {
        let rows = rows.into();
        self.try_push(&rows).map_err(|err| in_operation(err, &self.path))
    }

    fn try_push(&mut self, rows: &NdArrayView<'_>) -> Result<()> {
        self.check_rows(rows)?;
        let len = self.shape[0].checked_add(rows.shape()[0]);
        let len = len.ok_or_else(|| Error::new(ErrorKind::Limit, "too many rows"))?;
        let shape = [&[len], &self.shape[1..]].concat();
        write::check_shape(&shape, self.dtype.size())?;
        // Finds out before the data is written whether the header can tell of it.
        self.header(&shape)?;
        let to = self.to.as_mut().ok_or_else(broken)?;
        if let Err(err) = write::elements(to, rows, false, self.swap) {
            self.roll_back();
            return Err(err.into());
        }
        self.shape = shape;
        Ok(())
    }

    fn check_rows(&self, rows: &NdArrayView<'_>) -> Result<()> {
        if rows.dtype() != self.dtype {
            let message = format!("rows are {}, the file holds {}", rows.dtype(), self.dtype);
            return Err(Error::new(ErrorKind::DType, message));
        }
        if rows.shape().get(1..) != Some(&self.shape[1..]) {
            let (found, wanted) = (Shape(rows.shape()), Shape(&self.shape[1..]));
            let message = format!("rows of shape {found}, wanted any number of shape {wanted}");
            return Err(Error::new(ErrorKind::Shape, message));
        }
        Ok(())
    }

    fn header(&self, shape: &[usize]) -> Result<Vec<u8>> {
        let descr = &self.descr;
        let version = Some(self.version);
        let header = Dictionary { descr, fortran: false, shape, version, marked_bytes: false };
        let len = usize::try_from(self.offset).expect("the header was read or written");
        header.encode_in(self.version, len)?.ok_or_else(|| {
            let message = "header has no room for a longer first extent";
            Error::new(ErrorKind::Limit, message)
                .with_hint("load the array and save it: what is saved here has room")
        })
    }

    /// Writes what is buffered, and sets the header right.
    pub fn flush(&mut self) -> Result<()> {
        let header = self.header(&self.shape)?;
        self.try_flush(&header).map_err(|err| {
            self.roll_back();
            in_operation(err.into(), &self.path)
        })
    }

    fn try_flush(&mut self, header: &[u8]) -> std::io::Result<()> {
        let to = self.to.as_mut().ok_or_else(broken)?;
        to.flush()?;
        let file = to.get_mut();
        file.seek(SeekFrom::Start(0))?;
        file.write_all(header)?;
        file.seek(SeekFrom::End(0))?;
        self.flushed = self.shape[0];
        Ok(())
    }

    /// Ends the array: the file is whole and on the disk.
    pub fn finish(mut self) -> Result<()> {
        self.flush()?;
        let (to, path) = (self.to.take().ok_or_else(broken)?, &self.path);
        let synced = to.get_ref().sync_all();
        synced.map_err(|err| in_operation(Error::cannot_write(path, err), path))
    }

    /// Gives the file the rows that its header tells of, and writes no more.
    fn roll_back(&mut self) {
        if let Some(to) = self.to.take() {
            let row = self.shape[1..].iter().product::<usize>() * self.dtype.size();
            let (file, _) = to.into_parts();
            // The error that led here is the one to report.
            let _ = file.set_len(self.offset + (self.flushed * row) as u64);
        }
    }
}

impl Drop for NpyWriter {
    fn drop(&mut self) {
        if self.to.is_some() {
            // `finish` is for those who want to know.
            let _ = self.flush();
        }
    }
}

fn broken() -> Error {
    Error::new(ErrorKind::Io, "an earlier write failed")
}

fn check_growable(header: &Header) -> Result<()> {
    let fail = |message| Err(Error::new(ErrorKind::Usage, message));
    match header.shape() {
        [] => fail("a single value has no rows to add to"),
        [_] => Ok(()),
        _ if header.is_fortran() => fail("file is in Fortran order: rows do not lie at its end")
            .map_err(|err: Error| err.with_hint("load the array and save it in C order")),
        _ => Ok(()),
    }
}

fn in_operation(err: Error, path: &Path) -> Error {
    err.in_operation("append_npy").in_path(path)
}
