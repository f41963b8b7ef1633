//! The numbers in records, each field as an array of its own.

use std::{io::Read, path::Path};

use lat_core::{
    DType, Error, ErrorKind, FromArray, NdArray, Result, Want, dispatch, format,
    ndarray::{ArrayD, IxDyn},
    read::fill,
};

use crate::{
    data::{BLOCK, Body, not_bool, swap, trailing, zeros},
    header::{
        Header,
        descr::{Descr, Field},
        shape::sizes,
    },
    npy::{Npy, descr_fault, shaped, unsupported},
    stored::Stored,
    write::swap_size,
};

impl Npy {
    /// Loads one field of a file of records. A field of a field is named with a dot: `pos.x`.
    ///
    /// The array has the file's shape; a field that is an array in each record adds its axes at
    /// the end.
    ///
    /// ```no_run
    /// use lat_core::ndarray::Array1;
    /// use lat_npy::Npy;
    ///
    /// // np.save("track.npy", np.zeros(9, [("time", "f8"), ("pos", "f4", (3,))]))
    /// let time: Array1<f64> = Npy::new().load_field("track.npy", "time")?;
    /// # Ok::<(), lat_core::Error>(())
    /// ```
    pub fn load_field<A: FromArray>(&self, path: impl AsRef<Path>, name: &str) -> Result<A> {
        let path = path.as_ref();
        let load = || {
            let (mut file, len) = format::open(path)?;
            let mut arrays = self.records(&mut file, len, Some(name), A::WANT)?;
            A::from_array(arrays.pop().expect("one was asked for").1)
        };
        load().map_err(|err: Error| err.in_operation("load_npy").in_path(path))
    }

    /// Loads every field of a file of records that holds numbers, in the file's order, with its
    /// name. The [header](Self::header) tells of the others.
    pub fn load_fields(&self, path: impl AsRef<Path>) -> Result<Vec<(String, NdArray)>> {
        let path = path.as_ref();
        let load = || {
            let (mut file, len) = format::open(path)?;
            self.records(&mut file, len, None, Want::ANYTHING)
        };
        load().map_err(|err| err.in_operation("load_npy").in_path(path))
    }

    /// As [`load_fields`](Self::load_fields), of one array in `from`.
    pub fn read_fields(&self, mut from: impl Read) -> Result<Vec<(String, NdArray)>> {
        self.records(&mut from, None, None, Want::ANYTHING)
            .map_err(|err| err.in_operation("read_npy"))
    }

    fn records(
        &self,
        from: &mut dyn Read,
        len: Option<u64>,
        name: Option<&str>,
        want: Want,
    ) -> Result<Vec<(String, NdArray)>> {
        let header = Header::read(from, len, self.max_header)?;
        let mut columns = self.columns(&header, name)?;
        self.check_bytes(&header)?;
        if let Some(len) = len {
            self.check_len(&header, len)?;
        }
        let start = header.data_offset();
        let mut body = Body { from, sized: len.is_some(), swap: 1, start };
        read_records(&mut body, &header, &mut columns)?;
        if len.is_none() && !self.allow_trailing && fill(from, &mut [0])? > 0 {
            return Err(trailing(header.end(), None));
        }
        let finish = |it: Box<dyn Column>| {
            let (name, array) = it.finish(&header);
            Ok((name, self.widened(array, want)?))
        };
        columns.into_iter().map(finish).collect()
    }

    /// Those of the fields that are to be read.
    fn columns(&self, header: &Header, name: Option<&str>) -> Result<Vec<Box<dyn Column>>> {
        let fields = match header.descr() {
            it @ Descr::Struct(fields) if !it.has_object() => fields,
            Descr::Number { dtype, .. } => {
                let message = format!("elements are {dtype}, not records");
                return Err(descr_fault(header, message).with_hint("load the array as a whole"));
            }
            _ => return Err(unsupported(header)),
        };
        let mut leaves = Vec::new();
        find_leaves(fields, &Leaf::default(), &mut leaves);
        if let Some(name) = name {
            leaves.retain(|it| it.name == name);
            if leaves.is_empty() {
                return Err(no_field(header, fields, name));
            }
        }
        let mut columns = Vec::new();
        for leaf in leaves {
            match leaf.descr.and_then(|it| it.number(self.ticks)) {
                Some((dtype, order)) => {
                    let swap = swap_size(dtype, order);
                    columns.push(column(dtype, leaf, swap, header)?);
                }
                None if name.is_some() => return Err(no_number(header, &leaf)),
                None => {}
            }
        }
        Ok(columns)
    }
}

/// A field that is not a record itself, seen from the outermost record.
#[derive(Clone, Default)]
struct Leaf<'a> {
    name: String,
    descr: Option<&'a Descr>,
    offset: usize,
    shape: Vec<usize>,
    /// The extents of the records that it lies in, and the sizes of these, outermost first.
    outer: Vec<(usize, usize)>,
}

fn find_leaves<'a>(fields: &'a [Field], parent: &Leaf<'a>, leaves: &mut Vec<Leaf<'a>>) {
    for field in fields.iter().filter(|it| !it.is_padding()) {
        let mut leaf = parent.clone();
        let dot = if parent.name.is_empty() { "" } else { "." };
        leaf.name = format!("{}{dot}{}", parent.name, field.name);
        leaf.offset += field.offset;
        leaf.shape.extend(&field.shape);
        leaf.descr = Some(&field.descr);
        if let Descr::Struct(inner) = &field.descr {
            leaf.outer.push((field.shape.iter().product(), field.descr.size()));
            find_leaves(inner, &leaf, leaves);
        } else {
            leaves.push(leaf);
        }
    }
}

#[cold]
fn no_field(header: &Header, fields: &[Field], name: &str) -> Error {
    let shown = lat_core::error::shorten(name.as_bytes());
    let names: Vec<_> =
        fields.iter().filter(|it| !it.is_padding()).map(|it| it.name.as_str()).collect();
    let known = lat_core::error::shorten(names.join(", ").as_bytes());
    descr_fault(header, format!("no field '{shown}'")).with_hint(format!("there are {known}"))
}

#[cold]
fn no_number(header: &Header, leaf: &Leaf<'_>) -> Error {
    let name = lat_core::error::shorten(leaf.name.as_bytes());
    let descr = leaf.descr.map_or(String::new(), Descr::to_string);
    descr_fault(header, format!("field '{name}' holds {descr}, not numbers"))
}

/// A field's elements, as far as they have been read.
trait Column {
    fn reserve(&mut self, records: usize) -> Result<()>;

    /// Takes the field from whole records; the first lies at byte `at` of the file.
    fn take(&mut self, records: &[u8], size: usize, at: u64) -> Result<()>;

    fn finish(self: Box<Self>, header: &Header) -> (String, NdArray);
}

struct Typed<T> {
    name: String,
    offset: usize,
    shape: Vec<usize>,
    outer: Vec<(usize, usize)>,
    /// How many elements lie side by side.
    run: usize,
    swap: usize,
    elements: Vec<T>,
}

fn column(dtype: DType, leaf: Leaf<'_>, swap: usize, header: &Header) -> Result<Box<dyn Column>> {
    let shape = [header.shape(), &leaf.shape].concat();
    if sizes(&shape, dtype.size()).is_none() {
        let message = format!("field '{}' has a shape that is too large", leaf.name);
        return Err(Error::new(ErrorKind::Limit, message));
    }
    let Leaf { name, offset, shape, outer, .. } = leaf;
    let nested: usize = outer.iter().map(|it| it.0).product();
    // Without elements there are no runs, however long.
    let run = shape.iter().product::<usize>().checked_div(nested).unwrap_or(0);
    Ok(dispatch!(dtype, T => {
        Box::new(Typed::<T> { name, offset, shape, outer, run, swap, elements: Vec::new() })
    }))
}

impl<T: Stored> Column for Typed<T> {
    fn reserve(&mut self, records: usize) -> Result<()> {
        let count = self.shape.iter().product::<usize>() * records;
        let fail = |_| Error::out_of_memory(count * size_of::<T>());
        self.elements.try_reserve(count).map_err(fail)
    }

    fn take(&mut self, records: &[u8], size: usize, at: u64) -> Result<()> {
        if self.run == 0 {
            return Ok(());
        }
        for start in (0..records.len()).step_by(size) {
            let Self { outer, run, swap, elements, offset, .. } = self;
            runs(outer, start + *offset, &mut |place| {
                let bytes = &records[place..place + *run * size_of::<T>()];
                take_run(elements, bytes, *swap, at + place as u64)
            })?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>, header: &Header) -> (String, NdArray) {
        let array = arranged(self.elements, header, &self.shape);
        (self.name, array.into())
    }
}

/// Calls `each` with the place of every run, `at` being that of the first.
fn runs(
    outer: &[(usize, usize)],
    at: usize,
    each: &mut impl FnMut(usize) -> Result<()>,
) -> Result<()> {
    let Some((&(extent, size), inner)) = outer.split_first() else { return each(at) };
    (0..extent).try_for_each(|idx| runs(inner, at + idx * size, each))
}

fn take_run<T: Stored>(to: &mut Vec<T>, bytes: &[u8], part: usize, at: u64) -> Result<()> {
    let mut scratch = [0; 16];
    let element = &mut scratch[..size_of::<T>()];
    for (idx, bytes) in bytes.chunks_exact(size_of::<T>()).enumerate() {
        element.copy_from_slice(bytes);
        swap(element, part);
        to.push(T::of_bytes(element).ok_or_else(|| not_bool(bytes[0], at + idx as u64))?);
    }
    Ok(())
}

/// The records run in the file's order, the elements within each in C order.
fn arranged<T: Stored>(elements: Vec<T>, header: &Header, inner: &[usize]) -> ArrayD<T> {
    let outer = header.shape();
    if inner.is_empty() || !header.is_fortran() {
        return shaped(elements, &[outer, inner].concat(), header.is_fortran());
    }
    let reversed: Vec<_> = outer.iter().rev().chain(inner).copied().collect();
    let axes: Vec<_> = (0..outer.len()).rev().chain(outer.len()..reversed.len()).collect();
    shaped(elements, &reversed, false).permuted_axes(IxDyn(&axes))
}

fn read_records(
    body: &mut Body<'_>,
    header: &Header,
    columns: &mut [Box<dyn Column>],
) -> Result<()> {
    let size = header.descr().size();
    if size == 0 {
        return Ok(());
    }
    if body.sized {
        columns.iter_mut().try_for_each(|it| it.reserve(header.len()))?;
    }
    let per_block = (BLOCK / size).clamp(1, header.len().max(1));
    let mut block = if size <= BLOCK { zeros(per_block * size)? } else { Vec::new() };
    let mut done = 0;
    while done < header.len() {
        let count = per_block.min(header.len() - done);
        if size > BLOCK {
            // A record is as large as the header says, so it too must first have come.
            block = body.parts(size)?;
        } else {
            block.truncate(count * size);
            body.fill_part(&mut block, done * size, header.len() * size)?;
        }
        let at = header.data_offset() + (done * size) as u64;
        for column in &mut *columns {
            column.reserve(count)?;
            column.take(&block, size, at)?;
        }
        done += count;
    }
    Ok(())
}
