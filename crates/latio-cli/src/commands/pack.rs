//! `lat pack` and `lat unpack`: archives of arrays.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use clap::Args;
use latio::{
    Error, ErrorKind, NdArrayView, Result,
    npy::{Npy, Npz},
    save_with,
};

use crate::{
    Verdict,
    args::Global,
    input::{Array, Input},
    kind::Kind,
    lossy,
    options::{ReadOptions, WriteOptions},
    output::{Target, make_dir},
    reference::Reference,
};

/// Build an npz archive of arrays
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  lat pack run.npz vel=vel.npy t=time.csv
  lat pack --deflate run.npz a.npy b.npy       # named a and b

Members are laid out so that programs can map them into memory, unless they are deflated.")]
pub(crate) struct Pack {
    /// The archive
    #[arg(value_name = "OUT.npz")]
    output: PathBuf,
    /// The arrays, each with its name before it; else it is named like its file
    #[arg(value_name = "[NAME=]REF", required = true)]
    arrays: Vec<OsString>,
    /// Compress
    #[arg(long)]
    deflate: bool,
    /// Replace the archive if it exists
    #[arg(long)]
    force: bool,
    /// Leave out names of columns and axes, which npz cannot hold
    #[arg(long)]
    lossy: bool,
    #[command(flatten)]
    read: ReadOptions,
}

impl Pack {
    pub(crate) fn run(&self, global: &Global) -> Result<Verdict> {
        Target::from(&*self.output).check_free(self.force)?;
        let named = self.arrays.iter().map(named).collect::<Result<Vec<_>>>()?;
        check_names(&named)?;
        let load = |it: &(String, Reference)| Input::new(&it.1, &self.read, global).load();
        let arrays: Vec<Array> = named.iter().map(load).collect::<Result<_>>()?;
        let views: Vec<NdArrayView<'_>> = arrays.iter().map(Array::view).collect::<Result<_>>()?;
        if !self.lossy {
            views.iter().try_for_each(|it| lossy::check(Kind::Npz, true, it))?;
        }
        let members = named.iter().map(|it| it.0.clone()).zip(views);
        Npz::new().deflate(self.deflate).save_all(&self.output, members)?;
        Ok(Verdict::Yes)
    }
}

/// A name and what it names: `NAME=REF`, or a file that names its array.
fn named(word: &OsString) -> Result<(String, Reference)> {
    let text = word.to_str().filter(|it| !Path::new(it).exists());
    if let Some((name, rest)) = text.and_then(|it| it.split_once('=')) {
        if !name.is_empty() && !rest.is_empty() {
            return Ok((name.to_owned(), Reference::from(rest.as_ref())));
        }
    }
    let reference = Reference::from(&**word);
    let stem = reference.path.as_deref().map(|it| latio::Compression::of_name(it).0);
    let stem = stem.as_deref().and_then(Path::file_stem).and_then(|it| it.to_str());
    if let Some(name) = reference.member.as_deref().or(stem) {
        return Ok((name.to_owned(), reference));
    }
    let message = format!("'{}' has no name for the archive", word.to_string_lossy());
    Err(Error::new(ErrorKind::Usage, message).with_hint("write NAME=REF"))
}

fn check_names(named: &[(String, Reference)]) -> Result<()> {
    for (at, (name, _)) in named.iter().enumerate() {
        if named[..at].iter().any(|it| it.0 == *name) {
            let message = format!("two arrays are named '{name}'");
            return Err(Error::new(ErrorKind::Usage, message).with_hint("name them, by NAME=REF"));
        }
    }
    Ok(())
}

/// Save the arrays of an npz archive, a file each
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  lat unpack run.npz                  # each array to NAME.npy
  lat unpack run.npz -o out vel t     # two of them, to out/vel.npy and out/t.npy
  lat unpack run.npz --to csv")]
pub(crate) struct Unpack {
    /// The archive
    #[arg(value_name = "IN.npz")]
    input: PathBuf,
    /// Arrays to save. Default: all
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// The directory to save them in, made if it is not there
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    output: PathBuf,
    #[command(flatten)]
    write: WriteOptions,
}

impl Unpack {
    pub(crate) fn run(&self, _: &Global) -> Result<Verdict> {
        let kind = self.write.to.unwrap_or(Kind::Npy);
        let npz = Npz::new().npy(Npy::new().datetime_as_ticks(true));
        let mut archive = npz.open(&self.input)?;
        let all = archive.names().to_vec();
        let names = if self.names.is_empty() { &all } else { &self.names };
        if let Some(name) = self.names.iter().find(|it| !all.contains(it)) {
            return Err(no_such(name, &all).in_path(&self.input));
        }
        let paths: Vec<_> = names.iter().map(|it| self.path(it, kind)).collect::<Result<_>>()?;
        for path in &paths {
            Target::from(&**path).check_free(self.write.force)?;
        }
        make_dir(&self.output)?;
        for (name, path) in names.iter().zip(&paths) {
            let array: latio::NdArray = archive
                .load(name)
                .map_err(|err| err.in_operation("load_npz").in_path(&self.input))?;
            self.save(path, kind, array)?;
        }
        Ok(Verdict::Yes)
    }

    fn save(&self, path: &Path, kind: Kind, array: latio::NdArray) -> Result<()> {
        let array = match self.write.dtype {
            Some(dtype) => lossy::cast(array, dtype, self.write.lossy)?,
            None => array,
        };
        if !self.write.lossy {
            lossy::check(kind, !self.write.no_header, &array.view())?;
        }
        let format = self.write.format(kind, None, false)?;
        save_with(path, Some(&*format), &array.view())
    }

    /// A member's name is not trusted: it must not lead out of the directory.
    fn path(&self, name: &str, kind: Kind) -> Result<PathBuf> {
        // No file system takes a longer one.
        let plain = (1..256).contains(&name.len())
            && !name.starts_with('.')
            && !name.contains(['/', '\\', ':'])
            && !name.contains(char::is_control);
        if !plain {
            let shown = lat_core::error::shorten(name.as_bytes());
            let message = format!("'{shown}' is not the name of a file");
            return Err(Error::new(ErrorKind::Usage, message)
                .with_hint("save it by lat convert 'IN.npz::NAME' OUT")
                .in_path(&self.input));
        }
        Ok(self.output.join(format!("{name}.{}", kind.extension())))
    }
}

#[cold]
fn no_such(name: &str, all: &[String]) -> Error {
    let message = format!("no array '{name}': there are {}", all.join(", "));
    Error::new(ErrorKind::Usage, message)
}
