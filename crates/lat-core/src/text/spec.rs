//! How a number is printed: a compiled `fmt`.

use std::{fmt, str::FromStr};

use crate::{Error, ErrorKind, Result};

/// The widest a number may be asked to be, and the most digits it may be asked to have.
const MAX_SIZE: u16 = 4096;

/// How a number is printed: a conversion of C's `printf`, compiled once.
///
/// `%[flags -+ #0][width][.precision](d i u x X o f F e E g G s r)`, with literal text around it
/// and `%%` for a percent sign. The length letters `h`, `l` and `L` are skipped. What is printed
/// is what Python's `%` prints, byte for byte: as C does, but
/// - NaN has no sign, and the flag `0` pads `inf` and `nan` too;
/// - negative integers keep their sign in every base: `%x` of -255 is `-ff`, and `%#o` of 8 is
///   `0o10`;
/// - `%s` and `%r`, also spelled `shortest`, print the fewest digits that read back to the same
///   value of the element's own type, with `.0` after a whole float, and an exponent below 1e-4
///   and from 1e16 up; a precision cuts the text off;
/// - `%f`, `%e` and `%g` of an integer round the integer itself, never a float near it;
/// - `%d`, `%x` and `%o` of a float that is no whole number are an error.
///
/// A complex number is `(re+imj)`, each part printed by the conversion and the sign of `im` always
/// there. To be one number still, it has no blanks inside: it is padded as a whole, to two
/// widths and the three characters `(j)`.
///
/// The [default](Self::default) is `%.18g` for `f64` and the parts of `c128`, the shortest text for
/// `f16`, `f32` and the parts of `c64`, and all digits of integers, `1` and `0` for booleans.
///
/// ```
/// use lat_core::text::{Spec, TextElement};
///
/// let mut out = Vec::new();
/// 1.5.print(&Spec::parse("%8.3f|")?, &mut out)?;
/// (-255).print(&Spec::parse("%#x")?, &mut out)?;
/// assert_eq!(out, b"   1.500|-0xff");
/// # Ok::<(), lat_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    pub(super) form: Form,
    pub(super) style: Style,
    /// Whether nothing but the number's sign and digits is printed.
    pub(super) bare: bool,
    /// None for the default.
    frame: Option<Box<Frame>>,
}

/// The `fmt` as it was given, and its text on either side of the conversion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Frame {
    fmt: String,
    before: String,
    after: String,
}

/// What digits a number is printed with. Four bytes: it is looked at for each number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As the element type has it.
    Natural,
    Shortest,
    /// With so many significant digits, at least one.
    General(u16),
    /// With so many decimals.
    Scientific(u16),
    /// With so many decimals.
    Fixed(u16),
    Integer(Base),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    Decimal,
    Hex,
    Octal,
}

/// What stands around the digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Style {
    pub(super) sign: Sign,
    pub(super) padding: Padding,
    pub(super) width: usize,
    /// Between the sign and the digits.
    pub(super) prefix: &'static str,
    /// The fewest digits of an integer.
    pub(super) min_digits: usize,
    /// The most bytes of a shortest text.
    pub(super) max_len: Option<usize>,
    /// Whether the point and the zeros at the end are kept.
    pub(super) alternate: bool,
    pub(super) uppercase: bool,
}

/// What stands before a number that is not negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Nothing,
    Plus,
    Blank,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Padding {
    BlanksBefore,
    BlanksAfter,
    /// Before the digits.
    Zeros,
}

impl Base {
    fn prefix(self) -> &'static str {
        match self {
            Self::Decimal => "",
            Self::Hex => "0x",
            Self::Octal => "0o",
        }
    }
}

impl Style {
    pub(super) const PLAIN: Self = Self {
        sign: Sign::Nothing,
        padding: Padding::BlanksBefore,
        width: 0,
        prefix: "",
        min_digits: 0,
        max_len: None,
        alternate: false,
        uppercase: false,
    };
}

impl Spec {
    /// Compiles a `fmt`: a conversion of `printf` with text around it, or the words `shortest` and
    /// `default`.
    ///
    /// Fails, with a mark under the place, if there is no conversion, or a second one, or one that
    /// is not known, and if a width or precision is above 4096.
    ///
    /// ```
    /// use lat_core::text::Spec;
    ///
    /// let err = Spec::parse("%.3q").unwrap_err().to_string();
    /// assert!(err.starts_with("malformed fmt\n  %.3q\n     ^ 'q' is no conversion"));
    /// ```
    pub fn parse(fmt: &str) -> Result<Self> {
        match fmt {
            "default" => Ok(Self::default()),
            "shortest" => Ok(Self::shortest()),
            _ => Parser { fmt, at: 0 }.spec(),
        }
    }

    pub(super) fn shortest() -> Self {
        Self::new(Form::Shortest, Style::PLAIN, Frame::of("shortest"))
    }

    /// Whether it is `shortest` and nothing else.
    pub(crate) fn is_shortest(&self) -> bool {
        self.bare && self.form == Form::Shortest
    }

    fn new(form: Form, style: Style, frame: Frame) -> Self {
        let bare = style == Style::PLAIN && frame.before.is_empty() && frame.after.is_empty();
        Self { form, style, bare, frame: Some(Box::new(frame)) }
    }

    /// The most bytes that it prints of a real number.
    pub(crate) fn longest(&self) -> usize {
        let digits = match self.form {
            Form::Natural | Form::Shortest => 32,
            Form::General(digits) | Form::Scientific(digits) => usize::from(digits) + 16,
            // The largest float has 309 digits, or 342 octal ones.
            Form::Fixed(decimals) => usize::from(decimals) + 320,
            Form::Integer(_) => self.style.min_digits.max(342) + 8,
        };
        let (before, after) = self.around();
        before.len() + digits.max(self.style.width) + after.len()
    }

    /// The text before the number, and after it.
    pub(super) fn around(&self) -> (&[u8], &[u8]) {
        match &self.frame {
            Some(frame) => (frame.before.as_bytes(), frame.after.as_bytes()),
            None => (&[], &[]),
        }
    }
}

impl Default for Spec {
    fn default() -> Self {
        Self { form: Form::Natural, style: Style::PLAIN, bare: true, frame: None }
    }
}

impl FromStr for Spec {
    type Err = Error;

    /// See [`Spec::parse`].
    fn from_str(fmt: &str) -> Result<Self> {
        Self::parse(fmt)
    }
}

impl fmt::Display for Spec {
    /// The `fmt` that was compiled.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.frame.as_ref().map_or("default", |frame| &frame.fmt))
    }
}

impl Frame {
    fn of(fmt: &str) -> Self {
        Self { fmt: fmt.to_owned(), ..Self::default() }
    }
}

struct Parser<'a> {
    fmt: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn spec(mut self) -> Result<Spec> {
        let mut frame = Frame::of(self.fmt);
        frame.before = self.literal();
        if self.at == self.fmt.len() {
            return Err(self.malformed("a conversion is missing", "add one, such as %.6g"));
        }
        let (form, style) = self.conversion()?;
        frame.after = self.literal();
        if self.at < self.fmt.len() {
            return Err(self.malformed(
                "a second conversion",
                "a fmt prints one element: give one fmt for each column",
            ));
        }
        Ok(Spec::new(form, style, frame))
    }

    /// The text up to the next conversion, or to the end.
    fn literal(&mut self) -> String {
        let mut text = String::new();
        loop {
            let rest = &self.fmt[self.at..];
            let len = rest.find('%').unwrap_or(rest.len());
            text.push_str(&rest[..len]);
            self.at += len;
            if !rest[len..].starts_with("%%") {
                return text;
            }
            text.push('%');
            self.at += 2;
        }
    }

    fn conversion(&mut self) -> Result<(Form, Style)> {
        self.at += 1; // the percent sign
        let mut style = self.flags();
        style.width = self.size()?.unwrap_or(0).into();
        let precision = match self.eat(b".") {
            Some(_) => Some(self.size()?.unwrap_or(0)),
            None => None,
        };
        while self.eat(b"hlL").is_some() {}
        let Some(letter) = self.eat(b"diuxXofFeEgGsr") else { return Err(self.no_letter()) };
        Ok(compiled(letter, precision, style))
    }

    fn flags(&mut self) -> Style {
        let mut style = Style::PLAIN;
        while let Some(flag) = self.eat(b"-+ #0") {
            match flag {
                b'-' => style.padding = Padding::BlanksAfter,
                b'0' if style.padding != Padding::BlanksAfter => style.padding = Padding::Zeros,
                b'+' => style.sign = Sign::Plus,
                b' ' if style.sign != Sign::Plus => style.sign = Sign::Blank,
                b'#' => style.alternate = true,
                _ => {} // `-` is stronger than `0`, and `+` than a blank
            }
        }
        style
    }

    fn size(&mut self) -> Result<Option<u16>> {
        let (start, mut size) = (self.at, None);
        while let Some(digit) = self.eat(b"0123456789") {
            let new = size.unwrap_or(0) * 10 + u16::from(digit - b'0');
            if new > MAX_SIZE {
                self.at = start;
                return Err(self.malformed("too large", format!("{MAX_SIZE} is the most")));
            }
            size = Some(new);
        }
        Ok(size)
    }

    fn eat(&mut self, wanted: &[u8]) -> Option<u8> {
        let byte = *self.fmt.as_bytes().get(self.at)?;
        wanted.contains(&byte).then(|| {
            self.at += 1;
            byte
        })
    }

    #[cold]
    fn no_letter(&self) -> Error {
        let what = match self.fmt[self.at..].chars().next() {
            Some(found) => format!("{found:?} is no conversion"),
            None => "the conversion's letter is missing".to_owned(),
        };
        self.malformed(&what, "use one of f F e E g G, d i u x X o, s r")
    }

    /// The error that points at the present place.
    #[cold]
    fn malformed(&self, what: &str, hint: impl Into<String>) -> Error {
        const SHOWN: usize = 40;
        let (before, after) = self.fmt.split_at(self.at);
        let skipped = before.chars().count().saturating_sub(SHOWN);
        let before: String = before.chars().skip(skipped).flat_map(char::escape_debug).collect();
        let after: String = after.chars().take(SHOWN).flat_map(char::escape_debug).collect();
        let indent = before.chars().count();
        let message = format!("malformed fmt\n  {before}{after}\n  {:indent$}^ {what}", "");
        Error::new(ErrorKind::Usage, message).with_hint(hint.into())
    }
}

fn compiled(letter: u8, precision: Option<u16>, mut style: Style) -> (Form, Style) {
    let digits = precision.unwrap_or(6);
    style.uppercase = letter.is_ascii_uppercase();
    let form = match letter.to_ascii_lowercase() {
        b'f' => Form::Fixed(digits),
        b'e' => Form::Scientific(digits),
        b'g' => Form::General(digits.max(1)),
        b's' | b'r' => return (Form::Shortest, as_text(precision, style)),
        b'x' => Form::Integer(Base::Hex),
        b'o' => Form::Integer(Base::Octal),
        _ => Form::Integer(Base::Decimal),
    };
    if let Form::Integer(base) = form {
        style.min_digits = precision.unwrap_or(0).into();
        style.prefix = if style.alternate { base.prefix() } else { "" };
    }
    (form, style)
}

/// Text has a width, a side, and an end.
fn as_text(precision: Option<u16>, style: Style) -> Style {
    let padding = match style.padding {
        Padding::BlanksAfter => Padding::BlanksAfter,
        _ => Padding::BlanksBefore,
    };
    Style { padding, width: style.width, max_len: precision.map(usize::from), ..Style::PLAIN }
}
