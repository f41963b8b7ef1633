//! An array some rows at a time, in bounded memory.

use std::cmp::Ordering;

use lat_core::{
    collect::{shape_mismatch, size_of_shape},
    dispatch,
    ndarray::IxDyn,
    table::{Dialect, TableReader},
};
use latio::{
    Axis, DType, DTypeKind, Element, Error, ErrorKind, NdArray, NdArrayView, Result, Scalar, Slice,
    Want,
    npy::{Descr, Header, NpyReader},
};

use crate::{
    input::{Array, Input, Opened},
    kind::Kind,
    options::{ReadOptions, read_npy},
};

/// An array in blocks along its first axis.
pub(crate) trait Blocks {
    /// The format of the file.
    fn kind(&self) -> Kind;

    /// The extents, if they are known before all is read.
    fn shape(&self) -> Option<&[usize]>;

    /// The element type, if it and the shape are sure before anything is read.
    fn sure_dtype(&self) -> Option<DType> {
        None
    }

    /// The bytes that one position of the first axis takes, at least 1.
    fn row_bytes(&self) -> usize;

    /// The next positions, at most `rows`, at least 2 being asked for; `None` if there are none.
    /// Text that states no element type may have another one in each block.
    fn next(&mut self, rows: usize) -> Result<Option<NdArray>>;
}

/// How many rows are about so many bytes.
pub(crate) fn rows_in(bytes: u64, blocks: &dyn Blocks) -> usize {
    usize::try_from(bytes / blocks.row_bytes() as u64).unwrap_or(usize::MAX).max(2)
}

impl Input<'_> {
    /// Calls `each` with the array in blocks: read so if that can be done, else loaded or mapped.
    pub(crate) fn with_blocks<R>(
        &self,
        each: impl FnOnce(&mut dyn Blocks) -> Result<R>,
    ) -> Result<R> {
        let mut opened = self.open()?;
        let kind = opened.kind;
        let named = |err| self.named(err, "load", kind);
        self.options.check(kind).map_err(named)?;
        if !self.can_be_cut() {
            return whole(&self.load_opened(opened)?, each);
        }
        match kind {
            Kind::Npy => self.npy_blocks(opened, each),
            Kind::Csv | Kind::Tsv => {
                let csv = self.options.csv(kind, self.dtype).map_err(named)?;
                let reader = csv.reader(opened.source(self.quiet)).map_err(named)?;
                self.table_blocks(reader, kind, each)
            }
            Kind::Text => {
                let text = self.options.text(self.dtype);
                let reader = text.reader(opened.source(self.quiet)).map_err(named)?;
                self.table_blocks(reader, kind, each)
            }
            Kind::Json | Kind::Npz => whole(&self.load_opened(opened)?, each),
        }
    }

    fn can_be_cut(&self) -> bool {
        self.reference.is_whole() && !self.options.blocks && self.options.ndmin.is_none()
    }

    fn npy_blocks<R>(
        &self,
        opened: Opened,
        each: impl FnOnce(&mut dyn Blocks) -> Result<R>,
    ) -> Result<R> {
        let named = |err| self.named(err, "load", Kind::Npy);
        let len = opened.len;
        let reader = NpyReader::with_options(&read_npy(), opened.into_reader(self.quiet));
        let mut reader = reader.map_err(named)?;
        let header = reader.header();
        if let Some(len) = len {
            check_len(header, len).map_err(named)?;
            if header.is_empty() {
                return whole(&self.load()?, each);
            }
        }
        // The rows of an array in Fortran order are scattered.
        if header.is_fortran() && header.shape().len() > 1 && !header.is_empty() {
            let all = reader.next_rows::<NdArray>(usize::MAX).map_err(named)?;
            let all = all.expect("there are elements");
            return each(&mut Whole { view: all.view(), done: None, kind: Kind::Npy });
        }
        each(&mut NpyBlocks { reader })
    }

    fn table_blocks<D: Dialect + Clone + Send, R>(
        &self,
        reader: TableReader<'_, '_, D>,
        kind: Kind,
        each: impl FnOnce(&mut dyn Blocks) -> Result<R>,
    ) -> Result<R> {
        let named = |err| self.named(err, "load", kind);
        let stated = reader.stated().shape.clone().filter(|_| is_whole(self.options));
        if !is_natural(stated.as_deref(), reader.width()) {
            let all = reader.read_all(Want::ANYTHING).map_err(named)?;
            return each(&mut Whole { view: all.view(), done: None, kind });
        }
        each(&mut TableBlocks { kind, stated, reader, begun: false, rows: 0, name: &named })
    }
}

fn whole<R>(array: &Array, each: impl FnOnce(&mut dyn Blocks) -> Result<R>) -> Result<R> {
    each(&mut Whole { view: array.view()?, done: None, kind: array.kind })
}

/// Whether a file is as long as its header says.
pub(crate) fn check_len(header: &Header, len: u64) -> Result<()> {
    let end = header.data_offset() + header.data_len();
    let hint = match len.cmp(&end) {
        Ordering::Equal => return Ok(()),
        // They are pickled, and as long as that makes them.
        _ if has_object(header.descr()) => return Ok(()),
        Ordering::Less => "it was cut short: copy it again",
        Ordering::Greater => "several arrays in one file are not read",
    };
    let message = format!("the file has {len} bytes, its header tells of {end}");
    Err(Error::new(ErrorKind::Syntax, message).with_hint(hint))
}

fn has_object(descr: &Descr) -> bool {
    match descr {
        Descr::Object => true,
        Descr::Struct(fields) => fields.iter().any(|it| has_object(&it.descr)),
        _ => false,
    }
}

/// Whether the lines of a table are rows of the shape that it states.
fn is_natural(stated: Option<&[usize]>, width: Option<usize>) -> bool {
    match (stated, width) {
        (_, None) | (Some([]), _) => false,
        (None, _) => true,
        (Some([_]), Some(width)) => width == 1,
        (Some(shape), width) => shape.last().copied() == width && !shape.contains(&0),
    }
}

/// Whether all of the table is read.
fn is_whole(options: &ReadOptions) -> bool {
    options.max_rows.is_none() && options.columns.is_none() && options.skip_rows == 0
}

struct NpyBlocks<R> {
    reader: NpyReader<R>,
}

impl<R: std::io::Read> Blocks for NpyBlocks<R> {
    fn kind(&self) -> Kind {
        Kind::Npy
    }

    fn shape(&self) -> Option<&[usize]> {
        Some(self.reader.header().shape())
    }

    fn sure_dtype(&self) -> Option<DType> {
        self.reader.header().dtype()
    }

    fn row_bytes(&self) -> usize {
        let header = self.reader.header();
        let row: usize = header.shape().iter().skip(1).product();
        (row * header.descr().size()).max(1)
    }

    fn next(&mut self, rows: usize) -> Result<Option<NdArray>> {
        self.reader.next_rows(rows)
    }
}

/// An array that is there as a whole.
struct Whole<'a> {
    view: NdArrayView<'a>,
    /// How many positions were handed out; `None` before the first call.
    done: Option<usize>,
    kind: Kind,
}

impl Blocks for Whole<'_> {
    fn kind(&self) -> Kind {
        self.kind
    }

    fn shape(&self) -> Option<&[usize]> {
        Some(self.view.shape())
    }

    fn row_bytes(&self) -> usize {
        let row: usize = self.view.shape().iter().skip(1).product();
        (row * self.view.dtype().size()).max(1)
    }

    fn next(&mut self, rows: usize) -> Result<Option<NdArray>> {
        let first = self.done.is_none();
        let Some(&len) = self.view.shape().first() else {
            self.done = Some(1);
            return Ok(first.then(|| self.view.to_owned()));
        };
        let start = self.done.unwrap_or(0);
        let end = len.min(start.saturating_add(rows));
        self.done = Some(end);
        // An array without rows is a block without rows.
        if start == end && !first {
            return Ok(None);
        }
        Slice::rows(start..end).of(&self.view).map(|it| Some(it.to_owned()))
    }
}

struct TableBlocks<'r, 'o, 'n, D> {
    reader: TableReader<'r, 'o, D>,
    stated: Option<Vec<usize>>,
    kind: Kind,
    begun: bool,
    /// Positions of the first axis so far.
    rows: usize,
    name: &'n dyn Fn(Error) -> Error,
}

impl<D: Dialect + Clone + Send> TableBlocks<'_, '_, '_, D> {
    fn width(&self) -> usize {
        self.reader.width().unwrap_or(1).max(1)
    }

    /// How many lines make one position of the first axis.
    fn lines(&self) -> usize {
        match self.stated.as_deref() {
            Some([_, middle @ .., _]) => middle.iter().product::<usize>().max(1),
            _ => 1,
        }
    }

    fn read(&mut self, rows: usize) -> Result<Option<NdArray>> {
        let lines = rows.saturating_mul(self.lines());
        let Some(table) = self.reader.read_chunk(lines, None)? else {
            return self.end().map(|()| None);
        };
        let (lines, width) = (table.shape()[0], table.shape()[1]);
        let only = !self.begun && lines == 1;
        self.begun = true;
        self.rows += lines / self.lines();
        let shape = match self.stated.as_deref() {
            Some([_]) => vec![lines],
            Some([_, rest @ ..]) if lines % self.lines() == 0 => {
                [&[lines / self.lines()], rest].concat()
            }
            Some(stated) => return Err(shape_mismatch(stated, self.found(lines))),
            // Text files of a single column hold arrays of rank 1.
            None if only || (self.kind == Kind::Text && width == 1) => vec![lines * width],
            None => return Ok(Some(table)),
        };
        reshaped(table, &shape).map(Some)
    }

    /// Compares what was read with what was stated.
    fn end(&self) -> Result<()> {
        match self.stated.as_deref() {
            Some(stated) if stated.first() != Some(&self.rows) => {
                Err(shape_mismatch(stated, self.found(0)))
            }
            _ => Ok(()),
        }
    }

    fn found(&self, more_lines: usize) -> usize {
        let lines = self.rows * self.lines() + more_lines % self.lines();
        lines * self.width()
    }
}

impl<D: Dialect + Clone + Send> Blocks for TableBlocks<'_, '_, '_, D> {
    fn kind(&self) -> Kind {
        self.kind
    }

    fn shape(&self) -> Option<&[usize]> {
        self.stated.as_deref()
    }

    fn row_bytes(&self) -> usize {
        let size = self.reader.stated().dtype.unwrap_or(DType::F64).size();
        (self.lines() * self.width()).saturating_mul(size)
    }

    fn next(&mut self, rows: usize) -> Result<Option<NdArray>> {
        self.read(rows).map_err(self.name)
    }
}

/// The same values in another shape of the same size.
fn reshaped(array: NdArray, shape: &[usize]) -> Result<NdArray> {
    let labels = array.axes().last().and_then(|it| it.labels.clone());
    let new: NdArray = dispatch!(array.dtype(), T => reshape_typed::<T>(array, shape)?.into());
    let Some(labels) = labels else { return Ok(new) };
    let mut axes = Axis::defaults(shape.len());
    match (axes.last_mut(), shape.last()) {
        (Some(axis), Some(&extent)) if extent == labels.len() => axis.labels = Some(labels),
        _ => {}
    }
    new.with_axes(axes)
}

fn reshape_typed<T: Element>(
    array: NdArray,
    shape: &[usize],
) -> Result<lat_core::ndarray::ArrayD<T>> {
    let array: lat_core::ndarray::ArrayD<T> = array.into_typed()?;
    let len = array.len();
    debug_assert_eq!(size_of_shape(shape), Some(len), "the shape was made from the rows");
    array.into_shape_with_order(IxDyn(shape)).map_err(|_| shape_mismatch(shape, len))
}

/// The element type of an array whose blocks may each have one of their own: what loading it as a
/// whole would find.
#[derive(Clone, Debug, Default)]
pub(crate) struct Widening {
    dtype: Option<DType>,
    negative: bool,
}

impl Widening {
    /// The type that holds all blocks so far.
    pub(crate) fn dtype(&self) -> Option<DType> {
        self.dtype
    }

    /// Takes another block into account.
    pub(crate) fn add(&mut self, block: &NdArrayView<'_>) -> Result<DType> {
        let new = block.dtype();
        self.negative |= new.kind() == DTypeKind::Int && any_negative(block);
        let joined = match self.dtype {
            None => new,
            Some(old) if old == new => old,
            Some(old) => self.join(old, new)?,
        };
        self.dtype = Some(joined);
        Ok(joined)
    }

    fn join(&self, old: DType, new: DType) -> Result<DType> {
        match (old.kind(), new.kind()) {
            (DTypeKind::Complex, _) | (_, DTypeKind::Complex) => Ok(DType::C128),
            (DTypeKind::Float, _) => Ok(if new.kind() < old.kind() { old } else { DType::F64 }),
            (_, DTypeKind::Float) => Ok(DType::F64),
            (DTypeKind::Bool, _) | (_, DTypeKind::Bool) | (DTypeKind::Int, DTypeKind::Int) => {
                Ok(if old.fits(new) { new } else { old })
            }
            _ if (old == DType::U64 || new == DType::U64) && self.negative => {
                let message =
                    "integers above the range of i64 and negative ones fit no type together";
                Err(Error::new(ErrorKind::Parse, message)
                    .with_hint("ask for --dtype f64 to round them"))
            }
            _ if old == DType::U64 || new == DType::U64 => Ok(DType::U64),
            _ => Ok(DType::I64),
        }
    }
}

fn any_negative(block: &NdArrayView<'_>) -> bool {
    dispatch!(block.dtype(), T => {
        let view = block.typed::<T>().expect("matched on dtype");
        view.iter().any(|it| matches!(it.to_scalar(), Scalar::Int(..0)))
    })
}
