//! Compressed files.

use std::{
    io::{Read, Write},
    path::{Path, PathBuf},
};

use lat_core::Result;

/// How the bytes of a file are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Compression {
    /// Not at all.
    None,
    /// By gzip (`.gz`); needs the feature `gzip`.
    Gzip,
    /// By Zstandard (`.zst`); needs the feature `zstd`.
    Zstd,
}

impl Compression {
    /// What a name says, and the name without it.
    pub fn of_name(path: &Path) -> (PathBuf, Self) {
        let extension = path.extension().map(|it| it.to_string_lossy().to_ascii_lowercase());
        let found = match extension.as_deref() {
            Some("gz") => Self::Gzip,
            Some("zst") => Self::Zstd,
            _ => return (path.to_owned(), Self::None),
        };
        (path.with_extension(""), found)
    }

    /// What the first bytes of a file say.
    pub fn of_content(head: &[u8]) -> Self {
        match head {
            [0x1F, 0x8B, ..] => Self::Gzip,
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Self::Zstd,
            _ => Self::None,
        }
    }

    /// The bytes that `from` holds compressed.
    pub fn decompress<'a>(self, from: impl Read + 'a) -> Result<Box<dyn Read + 'a>> {
        match self {
            Self::None => Ok(Box::new(from)),
            #[cfg(feature = "gzip")]
            Self::Gzip => Ok(Box::new(flate2::read::MultiGzDecoder::new(from))),
            #[cfg(feature = "zstd")]
            Self::Zstd => Ok(Box::new(zstd::Decoder::new(from)?)),
            #[cfg(not(all(feature = "gzip", feature = "zstd")))]
            _ => Err(self.unsupported()),
        }
    }

    /// Writes compressed what `write` writes.
    pub fn compress(
        self,
        to: &mut dyn Write,
        write: impl FnOnce(&mut dyn Write) -> Result<()>,
    ) -> Result<()> {
        match self {
            Self::None => write(to),
            #[cfg(feature = "gzip")]
            Self::Gzip => {
                let mut to = flate2::write::GzEncoder::new(to, flate2::Compression::default());
                write(&mut to)?;
                to.finish()?;
                Ok(())
            }
            #[cfg(feature = "zstd")]
            Self::Zstd => {
                let mut to = zstd::Encoder::new(to, zstd::DEFAULT_COMPRESSION_LEVEL)?;
                write(&mut to)?;
                to.finish()?;
                Ok(())
            }
            #[cfg(not(all(feature = "gzip", feature = "zstd")))]
            _ => Err(self.unsupported()),
        }
    }

    #[cfg(not(all(feature = "gzip", feature = "zstd")))]
    #[cold]
    fn unsupported(self) -> lat_core::Error {
        use lat_core::{Error, ErrorKind};

        let (what, feature) = match self {
            Self::Zstd => ("Zstandard (.zst)", "zstd"),
            Self::None | Self::Gzip => ("gzip (.gz)", "gzip"),
        };
        let message =
            format!("the file is compressed by {what}, which this build does not support");
        Error::new(ErrorKind::Usage, message)
            .with_hint(format!("enable the feature {feature}, or decompress it first"))
    }
}
