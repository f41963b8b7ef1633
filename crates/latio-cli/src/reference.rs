//! Array references: `PATH[::MEMBER][[SLICE]]`, and `-` for the standard input.

use std::{
    convert::Infallible,
    ffi::OsStr,
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
};

use latio::{Result, Slice};

/// An array that the command line names.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    /// The file; `None` for the standard input.
    pub(crate) path: Option<PathBuf>,
    /// Which array of an archive, or which field of records.
    pub(crate) member: Option<String>,
    /// Which part of it.
    pub(crate) slice: Option<String>,
}

impl From<&OsStr> for Reference {
    /// A file of that very name wins over a file with a member or a slice behind it.
    fn from(word: &OsStr) -> Self {
        let whole = Self::of_path(Path::new(word));
        let Some(text) = word.to_str() else { return whole };
        if text != "-" && Path::new(text).exists() {
            return whole;
        }
        let (rest, slice) = split_slice(text);
        let (path, member) = match rest.rsplit_once("::") {
            Some((path, member)) if !path.is_empty() && !member.is_empty() => (path, Some(member)),
            _ => (rest, None),
        };
        let (member, slice) = (member.map(str::to_owned), slice.map(str::to_owned));
        Self { member, slice, ..Self::of_path(Path::new(path)) }
    }
}

impl From<std::ffi::OsString> for Reference {
    fn from(word: std::ffi::OsString) -> Self {
        Self::from(&*word)
    }
}

impl FromStr for Reference {
    type Err = Infallible;

    fn from_str(text: &str) -> std::result::Result<Self, Infallible> {
        Ok(OsStr::new(text).into())
    }
}

fn split_slice(text: &str) -> (&str, Option<&str>) {
    let Some(inner) = text.strip_suffix(']') else { return (text, None) };
    match inner.rsplit_once('[') {
        Some((path, slice)) if !path.is_empty() => (path, Some(slice)),
        _ => (text, None),
    }
}

impl Reference {
    fn of_path(path: &Path) -> Self {
        let path = (path != Path::new("-")).then(|| path.to_owned());
        Self { path, member: None, slice: None }
    }

    /// The slice, understood.
    pub(crate) fn slice(&self) -> Result<Option<Slice>> {
        self.slice.as_deref().map(str::parse).transpose()
    }

    /// Whether it is all of a file.
    pub(crate) fn is_whole(&self) -> bool {
        self.member.is_none() && self.slice.is_none()
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => path.display().fmt(f)?,
            None => f.write_str("-")?,
        }
        if let Some(member) = &self.member {
            write!(f, "::{member}")?;
        }
        match &self.slice {
            Some(slice) => write!(f, "[{slice}]"),
            None => Ok(()),
        }
    }
}
