//! Records, comments and blank lines, as CSV has them.

use lat_core::{
    Error, ErrorKind, Result,
    table::{Cut, Dialect, Fields, Separator, Stated, line_len, trim, without_line_end},
};

use crate::{Csv, format::is_delimiter, header, quoted::Quoted};

/// How CSV cuts its records.
#[derive(Clone, Debug)]
pub struct CsvDialect<'o> {
    csv: &'o Csv,
    delimiter: Vec<u8>,
    quoted: Quoted,
    stated: Stated,
    /// Whether a line was seen: one that states the delimiter comes before.
    opened: bool,
    /// Whether a record was cut: header lines come before.
    begun: bool,
}

impl<'o> CsvDialect<'o> {
    pub(crate) fn new(csv: &'o Csv) -> Self {
        let (delimiter, quoted) = (csv.delimiter.clone(), Quoted::new(&csv.delimiter));
        Self { csv, delimiter, quoted, stated: Stated::default(), opened: false, begun: false }
    }

    /// Whether the first line states the delimiter; takes it in then, unless the caller chose one.
    fn open(&mut self, line: &[u8]) -> Result<bool> {
        self.opened = true;
        let sep = sep_line(line);
        match sep {
            Some(sep) if self.csv.chosen && sep != self.delimiter => {
                return Err(contradiction(&self.delimiter, sep));
            }
            Some(sep) if !self.csv.chosen => {
                self.delimiter = sep.to_vec();
                self.quoted = Quoted::new(sep);
            }
            _ => {}
        }
        self.csv.check(&self.delimiter)?;
        Ok(sep.is_some())
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
        memchr::memmem::find(line, &self.delimiter).is_some()
    }

    /// Cuts a record with quotes. Names may have quotes anywhere in them.
    fn cut_quoted(&mut self, text: &[u8], last: bool, fields: &mut Fields) -> Result<Cut> {
        let names = self.csv.table.names && !self.begun;
        let cut = self.quoted.cut(text, last, names, fields);
        self.begun |= !matches!(cut, Ok(Cut::More));
        if cut.is_ok() || !names || self.quoted.lines() != Some(1) {
            return cut;
        }
        let len = line_len(text).unwrap_or(text.len());
        fields.clear();
        self.cut_plain(without_line_end(&text[..len]), fields)?;
        Ok(Cut::Record(len))
    }

    fn cut_plain(&self, line: &[u8], fields: &mut Fields) -> Result<()> {
        let mut start = 0;
        for at in memchr::memmem::find_iter(line, &self.delimiter) {
            fields.push(&line[start..at])?;
            start = at + self.delimiter.len();
        }
        fields.push(&line[start..])
    }
}

/// The delimiter that `sep=;` states, as spreadsheets write it before the data.
fn sep_line(line: &[u8]) -> Option<&[u8]> {
    let (key, sep) = line.split_at_checked(4)?;
    let is_one = |it: &str| it.chars().count() == 1 && is_delimiter(it);
    let known = key.eq_ignore_ascii_case(b"sep=") && std::str::from_utf8(sep).is_ok_and(is_one);
    known.then_some(sep)
}

#[cold]
fn contradiction(chosen: &[u8], stated: &[u8]) -> Error {
    let [chosen, stated] = [chosen, stated].map(|it| it.escape_ascii().to_string());
    let message = format!("the file states the delimiter '{stated}', not '{chosen}'");
    Error::new(ErrorKind::Usage, message).with_hint(format!(
        "leave out the option delimiter, or skip the 'sep=' line by the option skip_rows(1) to read by '{chosen}'"
    ))
}

impl Dialect for CsvDialect<'_> {
    fn separator(&self) -> Option<Separator> {
        match *self.delimiter {
            [byte] => Some(Separator::Byte(byte)),
            _ => None,
        }
    }

    fn cut(&mut self, text: &[u8], last: bool, fields: &mut Fields) -> Result<Cut> {
        let len = line_len(text).unwrap_or(text.len());
        let line = without_line_end(&text[..len]);
        if (!self.opened && self.open(line)?) || self.is_comment(line)? {
            return Ok(Cut::Comment(len));
        }
        if self.is_blank(line) {
            return Ok(Cut::Blank(len));
        }
        if memchr::memchr(b'"', line).is_some() {
            return self.cut_quoted(text, last, fields);
        }
        self.begun = true;
        self.cut_plain(line, fields)?;
        Ok(Cut::Record(len))
    }

    fn stated(&mut self) -> Stated {
        self.stated.clone()
    }

    fn nothing(&self) -> &'static str {
        "no data rows found"
    }

    fn alternative(&self) -> &'static str {
        "text"
    }
}
