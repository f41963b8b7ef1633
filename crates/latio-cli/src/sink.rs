//! An array that is written block by block.

use std::{fs::File, io::Write, path::Path};

use lat_core::save;
use latio::{Compression, DType, NdArrayView, Result, npy::NpyWriter};

use crate::{
    kind::Kind,
    options::{Layout, WriteOptions},
    output::{Target, stdout},
};

/// How an array is written, and what is known of it.
pub(crate) struct Sink<'a> {
    pub(crate) kind: Kind,
    pub(crate) write: &'a WriteOptions,
    pub(crate) dtype: DType,
    /// The shape of a row.
    pub(crate) row: &'a [usize],
    /// The shape of the whole, where it is known.
    pub(crate) shape: Option<&'a [usize]>,
    /// Whether the columns have names.
    pub(crate) names: bool,
}

/// Takes the next rows.
pub(crate) type Push<'a> = dyn FnMut(&NdArrayView<'_>) -> Result<()> + 'a;

/// Whether an array can be written so.
pub(crate) fn can_take_blocks(target: &Target, kind: Kind, write: &WriteOptions) -> bool {
    let growable = kind == Kind::Npy && matches!(target, Target::File(path) if is_growable(path));
    let order = !matches!(write.order, Some(Layout::F));
    (kind.is_table() || growable) && order
}

/// Whether the header of the file can be set right at the end.
fn is_growable(path: &Path) -> bool {
    let compressed = Compression::of_name(path).1 != Compression::None;
    !compressed && std::fs::metadata(path).map_or(true, |it| it.is_file())
}

impl Sink<'_> {
    /// Writes all that `pour` pushes; a file is replaced whole, or left as it was.
    pub(crate) fn fill(
        &self,
        target: &Target,
        pour: &mut dyn FnMut(&mut Push<'_>) -> Result<()>,
    ) -> Result<()> {
        self.write.check(self.kind)?;
        let path = match target {
            Target::File(path) => path,
            Target::Stdout => {
                let mut out = stdout();
                self.write_table(&mut out, pour)?;
                return Ok(out.flush()?);
            }
        };
        match self.kind {
            Kind::Npy => save::replace_file(path, |file| self.write_npy(path, file, pour)),
            _ => save::replace(path, |to| {
                let (_, compression) = Compression::of_name(path);
                compression.compress(to, |to| self.write_table(to, pour))
            }),
        }
        .map_err(|err| err.in_operation(format!("save_{}", self.kind.name())).in_path(path))
    }

    fn write_npy(
        &self,
        path: &Path,
        file: &File,
        pour: &mut dyn FnMut(&mut Push<'_>) -> Result<()>,
    ) -> Result<()> {
        let npy = self.write.npy();
        let mut to = NpyWriter::create_in(&npy, file.try_clone()?, path, self.dtype, self.row)?;
        pour(&mut |block| to.push(block))?;
        to.finish()
    }

    fn write_table(
        &self,
        to: &mut dyn Write,
        pour: &mut dyn FnMut(&mut Push<'_>) -> Result<()>,
    ) -> Result<()> {
        if self.kind == Kind::Text {
            let text = self.write.text(self.names)?;
            let mut to = text.writer(to)?;
            pour(&mut |block| to.write(block))?;
            return to.finish();
        }
        let csv = self.write.csv(self.kind, None, self.names)?;
        let mut to = csv.writer(to)?;
        if let Some(shape) = self.shape {
            to = to.shape(shape);
        }
        pour(&mut |block| to.write(block))?;
        to.finish()
    }
}
