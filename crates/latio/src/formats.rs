//! The formats that this build knows, and which of them a file has.

use std::{ffi::OsStr, path::Path, sync::LazyLock};

use lat_core::{Error, ErrorKind, Format, Result};

use crate::Compression;

/// Every format that this build knows, each with its usual options.
pub static FORMATS: LazyLock<Vec<Box<dyn Format>>> = LazyLock::new(|| {
    vec![
        #[cfg(feature = "csv")]
        Box::new(crate::Csv::new()),
        #[cfg(feature = "csv")]
        Box::new(crate::Csv::tsv()),
        #[cfg(feature = "json")]
        Box::new(crate::Json::new()),
        #[cfg(feature = "npy")]
        Box::new(crate::Npy::new()),
        #[cfg(feature = "npz")]
        Box::new(crate::npy::Npz::new()),
        #[cfg(feature = "text")]
        Box::new(crate::Text::new()),
    ]
});

/// The format that files named like `path` have, whether compressed or not.
///
/// ```
/// # #[cfg(feature = "csv")] {
/// assert_eq!(latio::format_of("runs/a.csv.gz".as_ref())?.name(), "csv");
/// # }
/// assert!(latio::format_of("a.xlsx".as_ref()).is_err());
/// # Ok::<(), latio::Error>(())
/// ```
pub fn format_of(path: &Path) -> Result<&'static dyn Format> {
    let (inner, _) = Compression::of_name(path);
    let extension = extension(&inner);
    by_extension(&extension).ok_or_else(|| {
        let what = if extension.is_empty() {
            "the name has no extension that tells the format".to_owned()
        } else {
            format!("unknown extension '.{extension}'")
        };
        unknown(what).in_path(path)
    })
}

/// The format of this name, or of this extension.
pub fn format_named(name: &str) -> Result<&'static dyn Format> {
    let name = name.trim_start_matches('.').to_ascii_lowercase();
    by_extension(&name)
        .or_else(|| FORMATS.iter().map(|it| &**it).find(|it| it.name() == name))
        .ok_or_else(|| unknown(format!("unknown format '{name}'")))
}

fn by_extension(extension: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().map(|it| &**it).find(|it| it.extensions().contains(&extension))
}

/// The format that a file which begins with `head` surely has.
pub fn format_of_content(head: &[u8]) -> Option<&'static dyn Format> {
    FORMATS.iter().map(|it| &**it).find(|it| it.sniff(head))
}

fn extension(path: &Path) -> String {
    path.extension().map(OsStr::to_string_lossy).unwrap_or_default().to_ascii_lowercase()
}

#[cold]
fn unknown(message: String) -> Error {
    let known: Vec<_> = FORMATS.iter().flat_map(|it| it.extensions()).collect();
    let known: Vec<_> = known.iter().map(|it| format!(".{it}")).collect();
    Error::new(ErrorKind::Usage, message)
        .with_hint(format!("known are {}; or name the format", known.join(" ")))
}
