//! Saving, by extension.

use std::{io::Write, path::Path};

use lat_core::{Format, NdArrayView, Result, save::replace};

use crate::{Compression, format_of};

/// Saves an array to a file of the format that its extension names, compressed if it ends in
/// `.gz` or `.zst`. The file is replaced whole, or not at all.
pub fn save<'a>(path: impl AsRef<Path>, array: impl Into<NdArrayView<'a>>) -> Result<()> {
    save_with(path.as_ref(), None, &array.into())
}

/// Saves an array to a file of this format, or as [`save`] does if there is none.
pub fn save_with(path: &Path, format: Option<&dyn Format>, array: &NdArrayView<'_>) -> Result<()> {
    let save = || {
        let format = format.map_or_else(|| format_of(path), Ok)?;
        let (_, compression) = Compression::of_name(path);
        replace(path, |to| compression.compress(to, |to| format.write_view(to, array)))
            .map_err(|err| err.in_operation(format!("save_{}", format.name())))
    };
    save().map_err(|err| err.in_operation("save").in_path(path))
}

/// Writes an array in this format, compressed so.
pub fn write_with(
    to: &mut dyn Write,
    format: &dyn Format,
    compression: Compression,
    array: &NdArrayView<'_>,
) -> Result<()> {
    compression
        .compress(to, |to| format.write_view(to, array))
        .and_then(|()| Ok(to.flush()?))
        .map_err(|err| err.in_operation(format!("write_{}", format.name())))
}
