//! Records, comments and blank lines, as CSV has them.

use lat_core::{
    Error, ErrorKind, Result,
    table::{Cut, Dialect, Fields, Separator, Stated, line_len, trim, without_line_end},
};

use crate::{Csv, header, quoted::Quoted};

/// How CSV cuts its records.
#[derive(Clone, Debug)]
pub struct CsvDialect<'o> {
    csv: &'o Csv,
    quoted: Quoted,
    stated: Stated,
    /// Whether a record was cut: header lines come before.
    begun: bool,
}

impl<'o> CsvDialect<'o> {
    pub(crate) fn new(csv: &'o Csv) -> Self {
        let quoted = Quoted::new(&csv.delimiter);
        Self { csv, quoted, stated: Stated::default(), begun: false }
    }

    /// Whether the line is a comment; takes it in if it is a header line.
    fn is_comment(&mut self, line: &[u8]) -> Result<bool> {
        let signs = self.csv.table.comments.iter();
        let sign = signs.map(Vec::as_slice).find(|it| !it.is_empty() && line.starts_with(it));
        if self.begun {
            return Ok(sign.is_some());
        }
        let Some(rest) = line.strip_prefix(sign.unwrap_or(b"#")) else { return Ok(false) };
        match header::parse(rest) {
            None => Ok(sign.is_some()),
            Some(Ok(_)) if self.stated != Stated::default() => {
                Err(Error::new(ErrorKind::Syntax, "a second header line"))
            }
            Some(stated) => {
                self.stated = stated?;
                Ok(true)
            }
        }
    }

    /// Whether there is nothing on the line but blanks, where those do not separate fields.
    fn is_blank(&self, line: &[u8]) -> bool {
        line.is_empty() || (trim(line).is_empty() && !self.contains_delimiter(line))
    }

    fn contains_delimiter(&self, line: &[u8]) -> bool {
        memchr::memmem::find(line, &self.csv.delimiter).is_some()
    }
}

impl Dialect for CsvDialect<'_> {
    fn separator(&self) -> Option<Separator> {
        match *self.csv.delimiter {
            [byte] => Some(Separator::Byte(byte)),
            _ => None,
        }
    }

    fn cut(&mut self, text: &[u8], last: bool, fields: &mut Fields) -> Result<Cut> {
        let len = line_len(text).unwrap_or(text.len());
        let line = without_line_end(&text[..len]);
        if self.is_comment(line)? {
            return Ok(Cut::Comment(len));
        }
        if self.is_blank(line) {
            return Ok(Cut::Blank(len));
        }
        self.begun = true;
        if memchr::memchr(b'"', line).is_some() {
            return self.quoted.cut(text, last, fields);
        }
        let mut start = 0;
        for at in memchr::memmem::find_iter(line, &self.csv.delimiter) {
            fields.push(&line[start..at]);
            start = at + self.csv.delimiter.len();
        }
        fields.push(&line[start..]);
        Ok(Cut::Record(len))
    }

    fn stated(&mut self) -> Stated {
        self.stated.clone()
    }

    fn nothing(&self) -> &'static str {
        "no data rows found"
    }
}
