//! The values of an array: brackets and scalars to a growing run of elements.

use lat_core::{
    DType, DTypeKind, Error, ErrorKind, Position, Result, Scalar,
    build::ArrayBuilder,
    collect::Collector,
    dispatch,
    text::{Misread, Reading, Spelling, parse_any},
};

use crate::{
    Limits,
    doubts::Doubts,
    format::limit_hint,
    input::Input,
    scan::{Stop, Value, next_list, scan_run},
    token::Token,
};

/// The values so far, and how they are nested.
#[derive(Debug)]
pub(crate) struct Values {
    pub(crate) builder: ArrayBuilder,
    pub(crate) binding: Binding,
    limits: Limits,
}

/// What is known of the element type.
#[derive(Debug)]
pub(crate) enum Binding {
    Pinned(DType),
    /// It is what the values are.
    Inferred,
    /// It may be stated after the values.
    Open(Doubts),
}

impl Binding {
    /// The type may be stated after the values.
    pub(crate) fn open() -> Self {
        Self::Open(Doubts::default())
    }
}

/// What may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expect {
    /// The first value of a list, or its end.
    First,
    Value,
    /// A comma, or the end of a list.
    Comma,
}

impl Values {
    pub(crate) fn new(binding: Binding, limits: Limits) -> Self {
        let values = match binding {
            Binding::Pinned(dtype) => Collector::pinned(dtype),
            Binding::Inferred | Binding::Open(_) => Collector::inferred(),
        };
        Self { builder: ArrayBuilder::new(values), binding, limits }
    }

    /// Reads one value, which may be a list, as the next of the list opened last.
    pub(crate) fn read(&mut self, input: &mut Input<'_>) -> Result<()> {
        let base = self.builder.depth();
        let mut expect = Expect::Value;
        loop {
            let next = input.next()?;
            expect = self.step(input, base, expect, next)?;
            if self.builder.depth() == base {
                return Ok(());
            }
        }
    }

    fn step(
        &mut self,
        input: &mut Input<'_>,
        base: usize,
        expect: Expect,
        next: Option<u8>,
    ) -> Result<Expect> {
        match (expect, next) {
            (Expect::Value, None) => Err(input.fault("EOF while parsing a value")),
            (_, None) => Err(input.fault("EOF while parsing a list")),
            (Expect::First | Expect::Comma, Some(b']')) => {
                input.advance(1);
                self.builder.close()?;
                Ok(Expect::Comma)
            }
            (Expect::Comma, Some(b',')) => {
                input.advance(1);
                Ok(Expect::Value)
            }
            (Expect::Comma, _) => Err(input.fault("expected `,` or `]`")),
            (Expect::Value, Some(b']')) if self.builder.depth() > base => {
                Err(input.fault("trailing comma"))
            }
            (Expect::First | Expect::Value, Some(b'[')) if !self.is_pair(input)? => {
                self.open().map_err(|err| err.at(input.place(1)))?;
                input.advance(1);
                Ok(Expect::First)
            }
            (Expect::First | Expect::Value, _) => match self.run(input, base)? {
                Some(expect) => Ok(expect),
                None => self.one(input).map(|()| Expect::Comma),
            },
        }
    }

    pub(crate) fn open(&mut self) -> Result<()> {
        if self.builder.depth() == self.limits.depth {
            return Err(too_deep(self.limits.depth));
        }
        self.builder.open()
    }

    /// Whether the bracket that is next begins a complex number.
    fn is_pair(&mut self, input: &mut Input<'_>) -> Result<bool> {
        match self.binding {
            Binding::Pinned(dtype) if dtype.kind() == DTypeKind::Complex => {
                Ok(!matches!(input.second()?, Some(b'[' | b']')))
            }
            _ => Ok(false),
        }
    }

    /// Reads plain values in place, if the next one is plain. What comes next then is a value or a
    /// bracket.
    fn run(&mut self, input: &mut Input<'_>, base: usize) -> Result<Option<Expect>> {
        if self.builder.depth() == base {
            return Ok(None);
        }
        dispatch!(self.builder.values().dtype(), T => self.run_of::<T>(input, base))
    }

    fn run_of<T: Value>(&mut self, input: &mut Input<'_>, base: usize) -> Result<Option<Expect>> {
        if !T::starts(input.text().0, 0) {
            return Ok(None);
        }
        let start = input.consumed();
        loop {
            let Some(out) = self.builder.level()?.values::<T>() else { return Ok(None) };
            let doubts = match &mut self.binding {
                Binding::Open(doubts) => Some(doubts),
                _ => None,
            };
            let (len, stop) = scan_run(input.text().0, out, doubts);
            input.advance(len);
            match stop {
                Stop::Full => {
                    let expected = expected(input, self.builder.values().len());
                    make_room(self.builder.values(), self.limits, expected)
                        .map_err(|err| err.at(input.place(1)))?;
                }
                Stop::Close => {
                    let next = next_list(input.text().0);
                    let Some(len) = next.filter(|_| self.builder.depth() > base + 1) else {
                        return Ok(Some(Expect::Comma));
                    };
                    self.builder.close()?;
                    self.builder.open()?;
                    input.advance(len);
                    if !T::starts(input.text().0, 0) {
                        return Ok(Some(Expect::First));
                    }
                }
                Stop::Other => return Ok((input.consumed() > start).then_some(Expect::Value)),
            }
        }
    }

    /// Reads one scalar or pair, whatever it is.
    fn one(&mut self, input: &mut Input<'_>) -> Result<()> {
        make_room(self.builder.values(), self.limits, 1)?;
        match (input.next()?, &self.binding) {
            (Some(b'{'), _) => {
                let err = Error::new(ErrorKind::Parse, "an object is not a number");
                return Err(err.at(Position::Index(self.builder.index())));
            }
            (Some(b'['), Binding::Pinned(dtype)) => {
                return dispatch!(*dtype, T => self.builder.add(|values| {
                    push(values, T::of_pair(input)?);
                    Ok(())
                }));
            }
            _ => {}
        }
        let (token, len) = Token::read(input)?;
        self.push(&token)?;
        input.advance(len);
        Ok(())
    }

    /// Adds a scalar to the list opened last.
    pub(crate) fn push(&mut self, token: &Token<'_>) -> Result<()> {
        match &mut self.binding {
            Binding::Pinned(dtype) => dispatch!(*dtype, T => self.builder.add(|values| {
                push(values, T::of(token)?);
                Ok(())
            })),
            Binding::Inferred => infer(&mut self.builder, token),
            Binding::Open(doubts) => {
                doubts.before(token, &mut self.builder);
                infer(&mut self.builder, token)?;
                doubts.after(token, &mut self.builder);
                Ok(())
            }
        }
    }
}

fn push<T: Value>(values: &mut Collector, value: T) {
    values.values().expect("pinned to this type").push(value);
}

/// Adds a scalar to values of any type.
fn infer(builder: &mut ArrayBuilder, token: &Token<'_>) -> Result<()> {
    builder.add(|values| {
        let booleans = values.dtype() == DType::B1;
        if !values.is_empty() && booleans != matches!(token, Token::Bool(_)) {
            let message = format!("{} among {}", token.shown(), kind_name(booleans));
            return Err(Error::new(ErrorKind::Parse, message)
                .with_hint("an array has booleans alone, or numbers alone"));
        }
        match token {
            Token::Bool(it) => {
                values.push(Scalar::Bool(*it))?;
                // No number may follow: then booleans can be read in place.
                values.pin();
                Ok(())
            }
            Token::Null => values.push_gap(f64::NAN),
            Token::Word(it) => values.push_gap(*it),
            Token::Text(_) => Err(token.misfit(DType::F64)),
            Token::Number(text) => push_number(values, token, text),
        }
    })
}

fn kind_name(booleans: bool) -> &'static str {
    if booleans { "booleans" } else { "numbers" }
}

fn push_number(values: &mut Collector, token: &Token<'_>, text: &[u8]) -> Result<()> {
    match parse_any(text, Spelling::default()) {
        Ok(Reading::Scalar(Scalar::Float(it)) | Reading::Huge(it)) if it.is_infinite() => {
            Err(token.misfit(DType::F64))
        }
        Ok(Reading::Scalar(scalar)) => values.push(scalar),
        Ok(Reading::Huge(nearest)) => {
            let fault = token.misread(Misread::OutOfRange, DType::U64);
            values.push_huge(nearest, fault.with_hint("ask for dtype f64 to round it"))
        }
        Err(misread) => Err(token.misread(misread, DType::F64)),
    }
}

fn make_room(values: &mut Collector, limits: Limits, expected: usize) -> Result<()> {
    let size = values.dtype().size();
    if (values.len() + 1).saturating_mul(size) > limits.memory {
        let message = format!("the array takes more than {} bytes", limits.memory);
        return Err(Error::new(ErrorKind::Limit, message).with_hint(limit_hint("memory")));
    }
    values.make_room(1, expected.min(limits.memory / size))
}

/// How many more values to expect, as far as what was read tells.
fn expected(input: &Input<'_>, len: usize) -> usize {
    let consumed = input.consumed().max(1);
    let rest = input.source_len().map_or(0, |it| it.saturating_sub(consumed));
    let more = u128::from(rest) * len as u128 / u128::from(consumed);
    // A little more, since growing once more costs more than room that is not used.
    usize::try_from(more + more / 64).unwrap_or(0).saturating_add(1)
}

#[cold]
fn too_deep(limit: usize) -> Error {
    Error::new(ErrorKind::Limit, format!("lists are nested more than {limit} deep"))
        .with_hint(limit_hint("depth"))
}
