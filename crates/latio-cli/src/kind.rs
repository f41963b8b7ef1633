//! Which format a file has, by name.

use std::path::Path;

use latio::{Compression, Error, Format, Npy, Result, format_named, format_of, format_of_content};

/// The formats, as options are set for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Csv,
    Tsv,
    Json,
    Npy,
    Npz,
    Text,
}

impl Kind {
    /// The format of this name, or with this extension: what `--from` and `--to` take.
    pub(crate) fn named(name: &str) -> Result<Self> {
        let bare = name.trim_start_matches('.').to_ascii_lowercase();
        match &*bare {
            "tsv" => Ok(Self::Tsv),
            _ => format_named(&bare).map(|it| Self::of_name(it.name())),
        }
    }

    /// The format that a file of this name is written in.
    pub(crate) fn of_path(path: &Path) -> Result<Self> {
        let (inner, _) = Compression::of_name(path);
        let extension = inner.extension().unwrap_or_default().to_ascii_lowercase();
        match extension.to_str() {
            Some("tsv") => Ok(Self::Tsv),
            _ => format_of(path).map(|it| Self::of_name(it.name())),
        }
    }

    /// The format that content surely has which begins so.
    pub(crate) fn of_content(head: &[u8]) -> Option<Self> {
        // Told without the code of other formats, so that a header is read in little memory.
        if Npy::new().sniff(head) {
            return Some(Self::Npy);
        }
        format_of_content(head).map(|it| Self::of_name(it.name()))
    }

    /// The format that content has of which nothing but its beginning is known. Only what cannot
    /// be anything else: values alone may be of several formats.
    pub(crate) fn of_pipe(head: &[u8]) -> Result<Self> {
        if let Some(kind) = Self::of_content(head) {
            return Ok(kind);
        }
        let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
        match text {
            [b'{', ..] => Ok(Self::Json),
            _ if text.starts_with(b"# shape=") || text.starts_with(b"# dtype=") => Ok(Self::Csv),
            _ => Err(Error::new(
                latio::ErrorKind::Usage,
                "the standard input does not tell its format",
            )
            .with_hint("name it, such as --from csv, tsv, text or json")),
        }
    }

    fn of_name(name: &str) -> Self {
        match name {
            "json" => Self::Json,
            "npy" => Self::Npy,
            "npz" => Self::Npz,
            "text" => Self::Text,
            _ => Self::Csv,
        }
    }

    /// What users call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Json => "json",
            Self::Npy => "npy",
            Self::Npz => "npz",
            Self::Text => "text",
        }
    }

    /// The extension of such files.
    pub(crate) fn extension(self) -> &'static str {
        if self == Self::Text { "txt" } else { self.name() }
    }

    /// Whether it is a table of text.
    pub(crate) fn is_table(self) -> bool {
        matches!(self, Self::Csv | Self::Tsv | Self::Text)
    }

    /// Whether it is for people to read.
    pub(crate) fn is_text(self) -> bool {
        self.is_table() || self == Self::Json
    }
}
