//! Records, comments and blank lines, as text files have them.

use lat_core::{
    Result,
    table::{Cut, Dialect, Fields, Separator, line_len, trim, without_line_end},
};

use crate::Text;

/// How text files cut their records.
#[derive(Clone, Debug)]
pub struct TextDialect<'o> {
    text: &'o Text,
}

impl<'o> TextDialect<'o> {
    pub(crate) fn new(text: &'o Text) -> Self {
        Self { text }
    }

    /// Whether a comment begins here.
    fn is_comment(&self, rest: &[u8]) -> bool {
        self.text.table.comments.iter().any(|it| !it.is_empty() && rest.starts_with(it))
    }

    /// Cuts at blanks, up to a comment at the beginning of a field.
    fn cut_at_blanks(&self, line: &[u8], fields: &mut Fields) -> Result<()> {
        let mut rest = trim(line);
        while !rest.is_empty() && !self.is_comment(rest) {
            let (field, after) = rest.split_at(self.field_len(rest));
            fields.push(field)?;
            rest = trim(after);
        }
        Ok(())
    }

    fn field_len(&self, rest: &[u8]) -> usize {
        let blank = |from: usize| {
            let found = rest[from..].iter().position(|&it| it == b' ' || it == b'\t');
            found.map_or(rest.len(), |at| from + at)
        };
        // Fortran writes `( 1.0, 2.0)`.
        if self.text.table.spelling.fortran && rest.starts_with(b"(") {
            if let Some(close) = rest.iter().position(|&it| it == b')') {
                return blank(close);
            }
        }
        blank(0)
    }

    /// Cuts at fixed places. A field that the line does not reach is empty; what is left over is
    /// one field more.
    fn cut_at_widths(&self, line: &[u8], fields: &mut Fields) -> Result<()> {
        let mut rest = line;
        for &width in &self.text.widths {
            let (field, after) = rest.split_at(width.min(rest.len()));
            fields.push(field)?;
            rest = after;
        }
        if trim(rest).is_empty() { Ok(()) } else { fields.push(rest) }
    }
}

impl Dialect for TextDialect<'_> {
    fn separator(&self) -> Option<Separator> {
        self.text.widths.is_empty().then_some(Separator::Blanks)
    }

    fn cut(&mut self, text: &[u8], _: bool, fields: &mut Fields) -> Result<Cut> {
        let len = line_len(text).unwrap_or(text.len());
        let line = without_line_end(&text[..len]);
        let content = trim(line);
        if content.is_empty() {
            return Ok(Cut::Blank(len));
        }
        if self.is_comment(content) {
            return Ok(Cut::Comment(len));
        }
        if self.text.widths.is_empty() {
            self.cut_at_blanks(line, fields)?;
        } else {
            self.cut_at_widths(line, fields)?;
        }
        Ok(Cut::Record(len))
    }

    fn squeezes_column(&self) -> bool {
        true
    }

    fn nothing(&self) -> &'static str {
        "no numeric data found"
    }

    fn alternative(&self) -> &'static str {
        "csv"
    }
}
