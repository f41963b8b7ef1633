//! The format and its options.

use std::{
    io::{Read, Write},
    path::Path,
};

use lat_core::{
    DType, Element, Error, ErrorKind, Format, FromArray, NdArray, NdArrayView, Result, Source,
    Want, dispatch, format,
    ndarray::{ArrayD, IxDyn, ShapeBuilder},
    read::fill,
};

use crate::{
    data::{Body, trailing, truncated},
    header::{
        Header, MAGIC, MaxHeader,
        descr::{ByteOrder, Descr},
        fault::{HeaderFault, Stage},
    },
    stored::Stored,
    write::{self, Dictionary},
};

/// The order in which elements are written. Reading takes either as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// As they lie in memory, if that is without gaps in C or Fortran order; else C.
    #[default]
    Keep,
    /// The last index runs fastest.
    C,
    /// The first index runs fastest.
    Fortran,
}

/// The NPY format, with options for reading and writing it.
///
/// [`load`](Format::load), [`save`](Format::save), [`read`](Format::read) and
/// [`write`](Format::write) come from [`Format`].
///
/// | elements | what to call |
/// | --- | --- |
/// | booleans, integers, floats, complex numbers | [`load`](Format::load) |
/// | `datetime64`, `timedelta64` | [`datetime_as_ticks`](Self::datetime_as_ticks), then `load` |
/// | records with numbers in them | [`load_field`](Self::load_field), [`load_fields`](Self::load_fields) |
/// | strings, raw bytes, `long double`, objects | [`header`](Self::header) tells of them |
///
/// ```
/// use lat_npy::{ByteOrder, Format, Npy, Order};
/// use lat_core::ndarray::{Array2, array};
///
/// let npy = Npy::new().order(Order::Fortran).byte_order(ByteOrder::Big);
/// let mut file = Vec::new();
/// npy.write(&mut file, &array![[1, 2], [3, 4]])?;
/// assert_eq!(Npy::read_header(&file[..])?.to_string(),
///     "{'descr': '>i4', 'fortran_order': True, 'shape': (2, 2), }");
/// let back: Array2<i32> = npy.read(&file[..])?;
/// assert_eq!(back, array![[1, 2], [3, 4]]);
/// # Ok::<(), lat_core::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Npy {
    order: Order,
    pub(crate) byte_order: Option<ByteOrder>,
    pub(crate) version: Option<u8>,
    fortran_stdlib: bool,
    pub(crate) allow_trailing: bool,
    pub(crate) ticks: bool,
    widen: bool,
    pub(crate) max_header: MaxHeader,
    max_bytes: Option<u64>,
}

impl Npy {
    /// The format without options: reads what `NumPy` writes, and writes what `NumPy` would.
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes the elements in this order.
    #[must_use]
    pub fn order(self, order: Order) -> Self {
        Self { order, ..self }
    }

    /// Writes the bytes of numbers in this order; the machine's by default.
    #[must_use]
    pub fn byte_order(self, order: ByteOrder) -> Self {
        Self { byte_order: Some(order), ..self }
    }

    /// Writes this major version, 1 to 3; the lowest that fits by default.
    pub fn version(self, major: u8) -> Result<Self> {
        if !(1..=3).contains(&major) {
            let message = format!("npy version {major} is not known, expected 1, 2 or 3");
            return Err(Error::new(ErrorKind::Usage, message));
        }
        Ok(Self { version: Some(major), ..self })
    }

    /// Writes what `load_npy` of Fortran's standard library reads: always Fortran order, `<i1`
    /// for bytes, little-endian. Saving fails for types and shapes that it does not have.
    #[must_use]
    pub fn fortran_stdlib(self) -> Self {
        let little = Some(ByteOrder::Little);
        Self { fortran_stdlib: true, order: Order::Fortran, byte_order: little, ..self }
    }

    /// Whether bytes may follow the array. If so, they are left unread; if not, which is the
    /// default, they are an error: the header may be damaged, or more arrays follow.
    #[must_use]
    pub fn allow_trailing(self, allow: bool) -> Self {
        Self { allow_trailing: allow, ..self }
    }

    /// Whether `datetime64` and `timedelta64` are loaded, as `i64` ticks of the unit that the
    /// header's [`descr`](Header::descr) has. "Not a time" is [`i64::MIN`].
    #[must_use]
    pub fn datetime_as_ticks(self, allow: bool) -> Self {
        Self { ticks: allow, ..self }
    }

    /// Whether elements may be widened to the type asked for, where every value of theirs is a
    /// value of it: `i32` to `f64`, never `i64` to `f64`.
    #[must_use]
    pub fn widen(self, allow: bool) -> Self {
        Self { widen: allow, ..self }
    }

    /// The longest header that is read, in bytes; 1 MiB by default.
    #[must_use]
    pub fn max_header(self, bytes: u32) -> Self {
        Self { max_header: MaxHeader(bytes), ..self }
    }

    /// The largest array that is read, in bytes of elements; any that the file holds by default.
    #[must_use]
    pub fn max_bytes(self, bytes: u64) -> Self {
        Self { max_bytes: Some(bytes), ..self }
    }

    /// Reads the header of a file, whatever its element type, and nothing else.
    pub fn header(path: impl AsRef<Path>) -> Result<Header> {
        Self::new().header_of(path.as_ref())
    }

    /// Reads a header, and leaves `from` where the elements begin.
    pub fn read_header(mut from: impl Read) -> Result<Header> {
        Header::read(&mut from, None, MaxHeader::default())
            .map_err(|err| err.in_operation("read_npy"))
    }

    /// As [`header`](Self::header), under the bound of [`max_header`](Self::max_header).
    pub(crate) fn header_of(&self, path: &Path) -> Result<Header> {
        let read = || {
            let (mut file, len) = format::open(path)?;
            Header::read(&mut file, len, self.max_header)
        };
        read().map_err(|err| err.in_operation("load_npy").in_path(path))
    }

    /// Reads the next of several arrays that follow one another; `None` if there is none left.
    ///
    /// ```
    /// use lat_npy::{Npy, write_npy};
    /// use lat_core::{NdArray, ndarray::array};
    ///
    /// let mut file = Vec::new();
    /// write_npy(&mut file, &array![1, 2])?;
    /// write_npy(&mut file, &array![[0.5]])?;
    /// let (mut from, mut shapes) = (&file[..], Vec::new());
    /// while let Some(array) = Npy::new().read_next::<NdArray>(&mut from)? {
    ///     shapes.push(array.shape().to_vec());
    /// }
    /// assert_eq!(shapes, [vec![2], vec![1, 1]]);
    /// # Ok::<(), lat_core::Error>(())
    /// ```
    pub fn read_next<A: FromArray>(&self, mut from: impl Read) -> Result<Option<A>> {
        let mut first = [0];
        if fill(&mut from, &mut first)? == 0 {
            return Ok(None);
        }
        let npy = self.clone().allow_trailing(true);
        npy.read(first.chain(from)).map(Some)
    }
}

impl Npy {
    pub(crate) fn read_from(
        &self,
        from: &mut dyn Read,
        len: Option<u64>,
        want: Want,
    ) -> Result<NdArray> {
        let header = Header::read(from, len, self.max_header)?;
        let Some((dtype, order)) = header.descr().number(self.ticks) else {
            return Err(unsupported(&header));
        };
        self.check_bytes(&header)?;
        if let Some(len) = len {
            self.check_len(&header, len)?;
        }
        let swap = write::swap_size(dtype, order);
        let mut body = Body { from, sized: len.is_some(), swap, start: header.data_offset() };
        let array = dispatch!(dtype, T => read_array::<T>(&mut body, &header)?.into());
        if len.is_none() && !self.allow_trailing && fill(from, &mut [0])? > 0 {
            return Err(trailing(header.end(), None));
        }
        self.widened(array, want)
    }

    pub(crate) fn check_bytes(&self, header: &Header) -> Result<()> {
        match self.max_bytes {
            Some(max) if header.data_len() > max => {
                let message =
                    format!("array of {} bytes is over the limit of {max}", header.data_len());
                Err(Error::new(ErrorKind::Limit, message).with_hint("raise Npy::max_bytes"))
            }
            _ => Ok(()),
        }
    }

    /// Compares the size that the header tells of with that of the file.
    pub(crate) fn check_len(&self, header: &Header, len: u64) -> Result<()> {
        let (start, end) = (header.data_offset(), header.end());
        if len < end {
            return Err(truncated(start, header.data_len(), len.saturating_sub(start)));
        }
        if len > end && !self.allow_trailing {
            return Err(trailing(end, Some(len - end)));
        }
        Ok(())
    }

    pub(crate) fn widened(&self, array: NdArray, want: Want) -> Result<NdArray> {
        match want.dtype {
            Some(dtype) if self.widen && array.dtype().fits(dtype) => array.cast(dtype),
            _ => Ok(array),
        }
    }

    fn dictionary<'a>(
        &self,
        descr: &'a Descr,
        fortran: bool,
        shape: &'a [usize],
    ) -> Dictionary<'a> {
        Dictionary {
            descr,
            fortran,
            shape,
            version: self.version,
            marked_bytes: self.fortran_stdlib,
        }
    }

    fn write_to(&self, to: &mut dyn Write, array: &NdArrayView<'_>) -> Result<()> {
        let (dtype, shape) = (array.dtype(), array.shape());
        write::check_shape(shape, dtype.size())?;
        if self.fortran_stdlib {
            check_fortran(dtype, shape)?;
        }
        let fortran = match self.order {
            Order::Keep => write::is_fortran(array),
            Order::C => false,
            Order::Fortran => true,
        };
        let order = self.byte_order.unwrap_or(ByteOrder::NATIVE);
        let descr = Descr::of(dtype, order);
        to.write_all(&self.dictionary(&descr, fortran, shape).encode()?)?;
        Ok(write::elements(to, array, fortran, write::swap_size(dtype, order))?)
    }
}

impl Format for Npy {
    fn name(&self) -> &'static str {
        "npy"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["npy"]
    }

    fn sniff(&self, head: &[u8]) -> bool {
        head.starts_with(MAGIC)
    }

    fn read_source(&self, mut source: Source<'_>, want: Want) -> Result<NdArray> {
        let len = source.len();
        self.read_from(&mut source, len, want)
    }

    fn write_view(&self, to: &mut dyn Write, array: &NdArrayView<'_>) -> Result<()> {
        self.write_to(to, array)
    }
}

fn read_array<T: Stored>(body: &mut Body<'_>, header: &Header) -> Result<ArrayD<T>> {
    let elements = T::read(body, header.len())?;
    Ok(shaped(elements, header.shape(), header.is_fortran()))
}

pub(crate) fn shaped<T: Element>(elements: Vec<T>, shape: &[usize], fortran: bool) -> ArrayD<T> {
    ArrayD::from_shape_vec(IxDyn(shape).set_f(fortran), elements).expect("the sizes were checked")
}

/// An element type that is not read, by what it is and what to do instead.
#[cold]
pub(crate) fn unsupported(header: &Header) -> Error {
    let descr = header.descr();
    let (what, hint) = match descr {
        it if it.has_object() => {
            ("Python objects", "they are never unpickled, as that runs code: save numbers instead")
        }
        Descr::Struct(fields) => {
            let names: Vec<_> =
                fields.iter().filter(|it| !it.is_padding()).map(|it| it.name.as_str()).collect();
            let names = lat_core::error::shorten(names.join(", ").as_bytes());
            let message = format!("elements are records with the fields {names}");
            return descr_fault(header, message)
                .with_hint("load one with Npy::load_field, or all with Npy::load_fields");
        }
        Descr::Datetime { .. } => ("datetime64", "Npy::datetime_as_ticks loads them as i64"),
        Descr::Timedelta { .. } => ("timedelta64", "Npy::datetime_as_ticks loads them as i64"),
        Descr::Bytes(_) | Descr::Text { .. } => {
            ("strings", "if they are numbers, save a.astype('f8')")
        }
        Descr::Void(2) => (
            "raw bytes",
            "perhaps bfloat16, which NumPy saves without its type: save a.astype('f4')",
        ),
        Descr::LongDouble { .. } => ("C's long doubles", "save a.astype('f8') or a.astype('c16')"),
        _ => ("raw bytes", "save a view of them as numbers, such as a.view('u1')"),
    };
    descr_fault(header, format!("elements are {what}, {descr}")).with_hint(hint)
}

pub(crate) fn descr_fault(header: &Header, message: String) -> Error {
    let span = 0..header.data_offset();
    HeaderFault::new(Stage::Descr, span, message).error(ErrorKind::DType)
}

fn check_fortran(dtype: DType, shape: &[usize]) -> Result<()> {
    use DType::{C64, C128, F32, F64, I8, I16, I32, I64};
    let known = matches!(dtype, I8 | I16 | I32 | I64 | F32 | F64 | C64 | C128);
    let fail = |kind, message| Err(Error::new(kind, message));
    if !known {
        return fail(ErrorKind::DType, format!("Fortran's stdlib cannot load {dtype}"));
    }
    if shape.is_empty() {
        return fail(ErrorKind::Shape, "Fortran's stdlib cannot load a single value".to_owned());
    }
    if let Some(extent) = shape.iter().find(|&&it| i32::try_from(it).is_err()) {
        return fail(
            ErrorKind::Shape,
            format!("Fortran's stdlib cannot load an extent of {extent}"),
        );
    }
    Ok(())
}
