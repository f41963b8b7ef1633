//! Files as memory: an array without reading it.

use std::{
    fs::{File, OpenOptions},
    io::Write,
    path::Path,
};

use lat_core::{
    Complex, Element, Error, ErrorKind, Map, MapMut, NdArrayView, Result, dispatch, f16, format,
    ndarray::{ArrayViewD, ArrayViewMutD, IxDyn, Shape, ShapeBuilder},
    save,
};

use zerocopy::TryFromBytes;

use crate::{
    data::not_bool,
    header::{
        Header,
        descr::{ByteOrder, Descr},
    },
    npy::{Npy, Order, unsupported},
    write::{self, Dictionary},
};

/// The array in a file, mapped into memory: opening costs the same however large it is, and only
/// what is looked at is read.
///
/// While it is mapped, the file must not be changed or cut short, by this program or another. The
/// bytes must be in the machine's order and the data aligned, as they are in files that `NumPy` or
/// this crate wrote on a machine like this one.
///
/// ```
/// use lat_npy::{NpyMap, save_npy};
/// use lat_core::ndarray::array;
///
/// # let dir = std::env::temp_dir().join(format!("lat-npy-map-{}", std::process::id()));
/// # std::fs::create_dir_all(&dir)?;
/// # let path = dir.join("a.npy");
/// save_npy(&path, &array![[1.0, 2.0], [3.0, 4.0]])?;
/// let map = NpyMap::open(&path)?;
/// assert_eq!(map.view::<f64>()?[[1, 0]], 3.0);
/// # std::fs::remove_dir_all(&dir)?;
/// # Ok::<(), lat_core::Error>(())
/// ```
#[derive(Debug)]
pub struct NpyMap {
    map: Map,
    header: Header,
    /// Where in the file the array's own file begins: not 0 if it lies in an archive.
    base: usize,
}

/// The array in a file, mapped into memory to be changed in place.
///
/// The same holds as for [`NpyMap`]. Changes reach the file when the system sees fit, and at the
/// latest when the map is closed; [`flush`](Self::flush) waits for them.
#[derive(Debug)]
pub struct NpyMapMut {
    map: MapMut,
    header: Header,
}

impl NpyMap {
    /// Maps a file.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        Self::open_with(&Npy::new(), path)
    }

    /// As [`open`](Self::open), under the options that `npy` has for reading.
    pub fn open_with(npy: &Npy, path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let open = || {
            let (mut file, _) = format::open(path)?;
            let header = mappable(npy, &mut file)?;
            let map = Map::new(&file).map_err(|err| Error::cannot_open(path, err))?;
            npy.check_len(&header, map.len() as u64)?;
            Ok(Self { map, header, base: 0 })
        };
        open().map_err(|err| in_operation(err, path))
    }

    /// Maps an array that is stored in an archive without compression. Its checksum is not
    /// compared, as that would read all of it.
    #[cfg(feature = "npz")]
    pub fn open_member(path: impl AsRef<Path>, name: &str) -> Result<Self> {
        let path = path.as_ref();
        let open = || {
            let (file, _) = format::open(path)?;
            let place = crate::npz::NpzReader::new(&file)?.place(name)?;
            let map = Map::new(&file).map_err(|err| Error::cannot_open(path, err))?;
            let at = |it| usize::try_from(it).expect("a mapped file can be addressed");
            let base = at(place.start);
            // The file may have been cut short meanwhile.
            let member = map.get(base..at(place.end)).unwrap_or_default();
            let header = mappable(&Npy::new(), member)?;
            Npy::new().check_len(&header, member.len() as u64)?;
            Ok(Self { map, header, base })
        };
        open().map_err(|err: Error| in_operation(err, path))
    }

    /// What the file says of the array.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The array, with elements of type `T`.
    ///
    /// Fails if the file's are of another type, in the other byte order, or not aligned; a
    /// boolean that is neither 0 nor 1 is an error too, so all of them are looked at.
    pub fn view<T: Element>(&self) -> Result<ArrayViewD<'_, T>> {
        check_type::<T>(&self.header)?;
        let array = self.array()?;
        Ok(array.typed::<T>().expect("the type was checked").clone())
    }

    /// The array, whatever its element type.
    pub fn array(&self) -> Result<NdArrayView<'_>> {
        let header = &self.header;
        let Some((dtype, order)) = header.descr().number(true) else {
            return Err(unsupported(header));
        };
        check_order(order)?;
        let bytes = &self.map[self.base..][span(header)];
        dispatch!(dtype, T => {
            let elements = T::of_bytes(bytes).ok_or_else(|| cannot_view::<T>(bytes, header, self.base))?;
            Ok(ArrayViewD::from_shape(layout(header), elements).expect("the sizes were checked").into())
        })
    }
}

impl NpyMapMut {
    /// Maps a file that can be written.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let open = || {
            let file = OpenOptions::new().read(true).write(true).open(path);
            Self::of(path, &file.map_err(|err| Error::cannot_open(path, err))?)
        };
        open().map_err(|err| in_operation(err, path))
    }

    /// Makes a file of this shape, its elements all zero, and maps it. A file that is there is
    /// replaced. Nothing but the header is written: where the file system can, the rest takes no
    /// room until it is.
    ///
    /// `order` is that of the elements in the file; [`Order::Keep`] is C.
    pub fn create<T: Element>(
        path: impl AsRef<Path>,
        shape: &[usize],
        order: Order,
    ) -> Result<Self> {
        let path = path.as_ref();
        let create = || {
            let bytes = write::check_shape(shape, size_of::<T>())? as u64;
            let descr = Descr::of(T::DTYPE, ByteOrder::NATIVE);
            let fortran = order == Order::Fortran;
            let header =
                Dictionary { descr: &descr, fortran, shape, version: None, marked_bytes: false };
            let header = header.encode()?;
            let mut map = None;
            save::replace_file(path, |mut file| {
                file.write_all(&header)?;
                file.set_len(header.len() as u64 + bytes)?;
                map = Some(Self::of(path, file)?);
                Ok(())
            })?;
            Ok(map.expect("the file was made"))
        };
        create().map_err(|err| in_operation(err, path))
    }

    fn of(path: &Path, mut file: &File) -> Result<Self> {
        let npy = Npy::new();
        std::io::Seek::rewind(&mut file)?;
        let header = mappable(&npy, &mut file)?;
        let map = MapMut::new(file).map_err(|err| Error::cannot_open(path, err))?;
        npy.check_len(&header, map.len() as u64)?;
        Ok(Self { map, header })
    }

    /// What the file says of the array.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The array, with elements of type `T`, to be changed in place: see [`NpyMap::view`].
    pub fn view_mut<T: MapElement>(&mut self) -> Result<ArrayViewMutD<'_, T>> {
        let header = &self.header;
        check_type::<T>(header)?;
        let (_, order) = header.descr().number(true).ok_or_else(|| unsupported(header))?;
        check_order(order)?;
        let bytes = &self.map[span(header)];
        if T::of_bytes(bytes).is_none() {
            return Err(cannot_view::<T>(bytes, header, 0));
        }
        let elements = T::of_mut_bytes(&mut self.map[span(header)]).expect("just tried");
        Ok(ArrayViewMutD::from_shape(layout(header), elements).expect("the sizes were checked"))
    }

    /// Waits until all changes are in the file.
    pub fn flush(&self) -> Result<()> {
        self.map.flush().map_err(|err| Error::from(err).in_operation("map_npy"))
    }
}

/// An element type that can be mapped. All that [`Element`] is implemented for are.
pub trait MapElement: Element {
    /// The elements that bytes are, if they are aligned and valid.
    #[doc(hidden)]
    fn of_bytes(bytes: &[u8]) -> Option<&[Self]>;

    /// The same, to be changed.
    #[doc(hidden)]
    fn of_mut_bytes(bytes: &mut [u8]) -> Option<&mut [Self]>;
}

macro_rules! impl_map_element {
    ($of_bytes:path, $of_mut_bytes:path: $($type:ty)*) => {$(
        impl MapElement for $type {
            fn of_bytes(bytes: &[u8]) -> Option<&[Self]> {
                $of_bytes(bytes).ok()
            }
            fn of_mut_bytes(bytes: &mut [u8]) -> Option<&mut [Self]> {
                $of_mut_bytes(bytes).ok()
            }
        }
    )*};
}
impl_map_element! {
    TryFromBytes::try_ref_from_bytes, TryFromBytes::try_mut_from_bytes:
    bool i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64
}
impl_map_element! {
    bytemuck::try_cast_slice, bytemuck::try_cast_slice_mut:
    Complex<f32> Complex<f64>
}

/// Reads the header, and refuses what cannot be mapped before it is.
fn mappable(npy: &Npy, mut from: impl std::io::Read) -> Result<Header> {
    let header = Header::read(&mut from, None, npy.max_header)?;
    match header.descr().number(true) {
        Some(_) => Ok(header),
        None => Err(unsupported(&header)),
    }
}

fn span(header: &Header) -> std::ops::Range<usize> {
    let at = |it| usize::try_from(it).expect("a mapped file can be addressed");
    at(header.data_offset())..at(header.end())
}

fn layout(header: &Header) -> Shape<IxDyn> {
    IxDyn(header.shape()).set_f(header.is_fortran())
}

fn check_type<T: Element>(header: &Header) -> Result<()> {
    match header.descr().number(true) {
        Some((found, _)) if found == T::DTYPE => Ok(()),
        Some((found, _)) => {
            let message = format!("elements are {found}, wanted {}", T::DTYPE);
            Err(Error::new(ErrorKind::DType, message))
        }
        None => Err(unsupported(header)),
    }
}

fn check_order(order: ByteOrder) -> Result<()> {
    if order == ByteOrder::NATIVE {
        return Ok(());
    }
    let found = if order == ByteOrder::Big { "big" } else { "little" };
    let message = format!("elements are {found}-endian, which this machine is not");
    Err(Error::new(ErrorKind::DType, message).with_hint("load the file: that swaps the bytes"))
}

#[cold]
fn cannot_view<T>(bytes: &[u8], header: &Header, base: usize) -> Error {
    let is_bool = header.dtype() == Some(lat_core::DType::B1);
    if let Some(at) = bytes.iter().position(|&it| it > 1).filter(|_| is_bool) {
        return not_bool(bytes[at], header.data_offset() + at as u64);
    }
    let align = align_of::<T>();
    let start = base as u64 + header.data_offset();
    let message = format!("data begins at byte {start}, not at a multiple of {align}");
    Error::new(ErrorKind::Usage, message)
        .with_hint("load the file and save it: what is saved here is aligned")
}

fn in_operation(err: Error, path: &Path) -> Error {
    err.in_operation("map_npy").in_path(path)
}
