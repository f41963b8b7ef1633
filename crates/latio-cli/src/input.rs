//! From an array reference to an array.

use std::{
    ffi::OsString,
    fs::File,
    io::{self, Read, Seek},
    path::Path,
};

use clap::builder::{OsStringValueParser, TypedValueParser};
use lat_core::format;
use latio::{
    Compression, DType, Error, ErrorKind, NdArray, NdArrayView, Result, Slice, Source, Want,
    npy::{Descr, Header, Npy, NpyMap, Npz},
};

use crate::{
    args::Global,
    kind::Kind,
    options::{ReadOptions, read_npy},
    progress,
    reference::Reference,
};

/// How many bytes of a file tell its format.
const HEAD: usize = 64;

/// Takes any word for a reference, whether it is Unicode or not.
pub(crate) fn reference() -> impl TypedValueParser<Value = Reference> {
    OsStringValueParser::new().map(|it: OsString| Reference::from(it))
}

/// What is asked to be read.
#[derive(Clone, Debug)]
pub(crate) struct Input<'o> {
    pub(crate) reference: Reference,
    pub(crate) options: &'o ReadOptions,
    /// The element type that text is read as.
    pub(crate) dtype: Option<DType>,
    pub(crate) quiet: bool,
}

impl<'o> Input<'o> {
    /// Options count for what the reference does not say.
    pub(crate) fn new(reference: &Reference, options: &'o ReadOptions, global: &Global) -> Self {
        let mut reference = reference.clone();
        reference.member = reference.member.or_else(|| options.key.clone());
        reference.slice = reference.slice.or_else(|| options.slice.clone());
        Self { reference, options, dtype: None, quiet: global.quiet }
    }

    pub(crate) fn dtype(self, dtype: Option<DType>) -> Self {
        Self { dtype, ..self }
    }

    /// Loads the array, or maps it.
    pub(crate) fn load(&self) -> Result<Array> {
        self.load_opened(self.open()?)
    }

    /// Loads the array of a file that is open.
    pub(crate) fn load_opened(&self, opened: Opened) -> Result<Array> {
        let slice = self.reference.slice()?;
        let kind = opened.kind;
        let loaded = opened.load(self).map_err(|err| self.named(err, "load", kind))?;
        Ok(Array { loaded, slice, kind })
    }

    /// Opens the file, and finds out what it is.
    pub(crate) fn open(&self) -> Result<Opened> {
        match &self.reference.path {
            Some(path) => self.open_path(path),
            None => self.open_stdin(),
        }
    }

    fn open_path(&self, path: &Path) -> Result<Opened> {
        let open = || {
            let (mut file, len) = format::open(path)?;
            let head = read_head(&mut file)?;
            let compression = Compression::of_content(&head);
            if compression == Compression::None {
                let kind = self.kind(&head, Some(path))?;
                if len.is_some() {
                    file.rewind()?;
                    return Ok(Opened { kind, compression, from: From::File(file), len });
                }
                let whole = io::Cursor::new(head).chain(file);
                let from = From::reader(progress::Reader::new(whole, None, self.quiet));
                return Ok(Opened { kind, compression, from, len });
            }
            let whole = io::Cursor::new(head).chain(file);
            let whole = progress::Reader::new(whole, len, self.quiet);
            let mut inner = compression.decompress(whole)?;
            let head = read_head(&mut inner)?;
            let kind = self.kind(&head, Some(path))?;
            let from = From::reader(io::Cursor::new(head).chain(inner));
            Ok(Opened { kind, compression, from, len: None })
        };
        open().map_err(|err: Error| err.in_operation("load").in_path(path))
    }

    fn open_stdin(&self) -> Result<Opened> {
        let mut stdin = io::stdin();
        let head = read_head(&mut stdin)?;
        let compression = Compression::of_content(&head);
        let whole = io::Cursor::new(head).chain(stdin);
        let mut inner = compression.decompress(progress::Reader::new(whole, None, self.quiet))?;
        let head = read_head(&mut inner)?;
        let kind = self.kind(&head, None)?;
        let from = From::reader(io::Cursor::new(head).chain(inner));
        Ok(Opened { kind, compression, from, len: None })
    }

    /// Whether it can be read again from its beginning: a pipe cannot.
    pub(crate) fn is_repeatable(&self) -> bool {
        let path = self.reference.path.as_ref();
        path.is_some_and(|it| std::fs::metadata(it).is_ok_and(|it| it.is_file()))
    }

    /// The format asked for, told by content, or named.
    fn kind(&self, head: &[u8], path: Option<&Path>) -> Result<Kind> {
        if let Some(kind) = self.options.from {
            return Ok(kind);
        }
        match (Kind::of_content(head), path) {
            (Some(kind), _) => Ok(kind),
            (None, Some(path)) => Kind::of_path(path),
            (None, None) => Kind::of_pipe(head),
        }
    }

    /// The error, with the operation and the file.
    pub(crate) fn named(&self, err: Error, verb: &str, kind: Kind) -> Error {
        match &self.reference.path {
            Some(path) => err.in_operation(format!("{verb}_{}", kind.name())).in_path(path),
            None => err.in_operation(format!("read_{}", kind.name())),
        }
    }
}

/// A file that was opened, its format known.
pub(crate) struct Opened {
    pub(crate) kind: Kind,
    pub(crate) compression: Compression,
    from: From,
    /// Its size in bytes, where they are what will be read.
    pub(crate) len: Option<u64>,
}

enum From {
    File(File),
    Reader(Box<dyn Read>),
}

impl From {
    fn reader(reader: impl Read + 'static) -> Self {
        Self::Reader(Box::new(reader))
    }
}

impl Opened {
    /// Whether it can be read again from its beginning.
    pub(crate) fn is_plain_file(&self) -> bool {
        matches!(self.from, From::File(_))
    }

    /// The bytes, from the beginning.
    pub(crate) fn source(&mut self, quiet: bool) -> Source<'_> {
        match &mut self.from {
            From::Reader(reader) => Source::reader(reader),
            From::File(file) => {
                let (file, len): (&File, _) = (file, self.len);
                match len.filter(|it| progress::is_wanted(*it, quiet)) {
                    Some(len) => Source::sized(progress::Reader::new(file, Some(len), quiet), len),
                    None => Source::file_of(file, len),
                }
            }
        }
    }

    /// The bytes, moved out.
    pub(crate) fn into_reader(self, quiet: bool) -> Box<dyn Read> {
        match self.from {
            From::File(file) => Box::new(progress::Reader::new(file, self.len, quiet)),
            From::Reader(reader) => reader,
        }
    }

    fn load(mut self, input: &Input<'_>) -> Result<Loaded> {
        input.options.check(self.kind)?;
        let path = input.reference.path.as_deref();
        let member = input.reference.member.as_deref();
        match (self.kind, path, member) {
            (Kind::Npy, Some(path), Some(field)) if self.is_plain_file() => {
                let npy = read_npy();
                npy.load_field(path, field).map(Loaded::Owned)
            }
            (Kind::Npy, Some(path), None) if self.is_plain_file() => {
                match NpyMap::open(path).and_then(|it| it.array().map(|_| ()).map(|()| it)) {
                    Ok(map) => Ok(Loaded::Mapped(map)),
                    Err(_) => self.read(input).map_err(|err| with_fields(err, path)),
                }
            }
            (Kind::Npz, Some(path), None) if self.is_plain_file() => {
                check_single(path)?;
                self.read(input)
            }
            (Kind::Npy, _, Some(field)) => self.read_field(field, input.quiet),
            (kind, _, Some(member)) if kind != Kind::Npz => Err(no_members(kind, member)),
            _ => self.read(input),
        }
    }

    /// Reads a field of the records in a pipe.
    fn read_field(self, field: &str, quiet: bool) -> Result<Loaded> {
        let fields = read_npy().read_fields(self.into_reader(quiet))?;
        let known: Vec<_> = fields.iter().map(|it| it.0.as_str()).collect();
        let message = format!("no field '{field}'");
        let missing = Error::new(ErrorKind::Usage, message)
            .with_hint(format!("there are {}", known.join(", ")));
        let found = fields.into_iter().find(|it| it.0 == field);
        found.map(|it| Loaded::Owned(it.1)).ok_or(missing)
    }

    /// Reads the whole, of whatever single-array format it is.
    fn read(&mut self, input: &Input<'_>) -> Result<Loaded> {
        let member = input.reference.member.as_deref();
        let format = input.options.format(self.kind, input.dtype, member)?;
        let want = Want::ANYTHING.dtype(input.dtype.filter(|_| self.kind.is_text()));
        format.read_source(self.source(input.quiet), want).map(Loaded::Owned)
    }
}

/// Fails if an archive holds several arrays, and says how to name one.
fn check_single(path: &Path) -> Result<()> {
    let archive = Npz::new().open(path)?;
    let [first, _, ..] = archive.names() else { return Ok(()) };
    let message = format!("the archive holds {}", archive.names().join(", "));
    let hint = format!("name one, such as {}::{first}", path.display());
    Err(Error::new(ErrorKind::Usage, message).with_hint(hint))
}

/// If the elements are records: how to name a field.
#[cold]
fn with_fields(err: Error, path: &Path) -> Error {
    let header = Npy::header(path).ok();
    match header.as_ref().map(Header::descr) {
        Some(Descr::Struct(fields)) if !fields.is_empty() => {
            let name = &fields[0].name;
            err.with_hint(format!("name one, such as {}::{name}", path.display()))
        }
        _ => err,
    }
}

#[cold]
fn no_members(kind: Kind, member: &str) -> Error {
    let message = format!("{} holds one array, and none named '{member}'", kind.name());
    Error::new(ErrorKind::Usage, message)
}

fn read_head(from: &mut impl Read) -> Result<Vec<u8>> {
    let mut head = Vec::new();
    from.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// An array that was loaded or mapped, and the part of it that is asked for.
pub(crate) struct Array {
    loaded: Loaded,
    slice: Option<Slice>,
    pub(crate) kind: Kind,
}

pub(crate) enum Loaded {
    Owned(NdArray),
    Mapped(NpyMap),
}

impl Array {
    /// The part that is asked for.
    pub(crate) fn view(&self) -> Result<NdArrayView<'_>> {
        let whole = match &self.loaded {
            Loaded::Owned(array) => array.view(),
            Loaded::Mapped(map) => map.array()?,
        };
        match &self.slice {
            Some(slice) => slice.of(&whole),
            None => Ok(whole),
        }
    }
}
