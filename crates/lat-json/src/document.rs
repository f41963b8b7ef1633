//! One array of a document, or all that follow one another.

use lat_core::{DType, Error, ErrorKind, NdArray, Result, Source, Want};

use crate::{
    Json, Limits,
    envelope::{self, Envelope},
    finish::array,
    input::Input,
    values::{Binding, Values},
};

/// Reads the arrays of an input one by one.
#[derive(Debug)]
pub(crate) struct Document<'r> {
    input: Input<'r>,
    /// What the end of the input says of the element type, if that could be looked at.
    guess: Option<DType>,
}

impl<'r> Document<'r> {
    pub(crate) fn new(source: Source<'r>, limits: Limits, guess: Option<DType>) -> Result<Self> {
        Ok(Self { input: Input::new(source, limits.scalar)?, guess })
    }

    /// The only array of the input.
    pub(crate) fn only(mut self, json: &Json, want: Want) -> Result<NdArray> {
        let array = self.next(json, want)?.ok_or_else(empty)?;
        match self.input.next()? {
            None => Ok(array),
            Some(_) => Err(self.input.fault("trailing characters")),
        }
    }

    /// All values of the input, as the rows of one array.
    pub(crate) fn rows(mut self, json: &Json, want: Want) -> Result<NdArray> {
        let mut values = alone(json, want);
        if self.input.next()?.is_none() {
            return Err(empty());
        }
        values.open()?;
        while self.input.next()?.is_some() {
            values.read(&mut self.input)?;
        }
        values.builder.close()?;
        array(values, None)
    }

    /// The next array of the input, if there is one more.
    pub(crate) fn next(&mut self, json: &Json, want: Want) -> Result<Option<NdArray>> {
        match self.input.next()? {
            None => Ok(None),
            Some(b'{') => self.object(json, want).map(Some),
            Some(b'[') if json.bare => self.list(json, want).map(Some),
            Some(first) => Err(self.wrong_root(json, first)),
        }
    }

    fn list(&mut self, json: &Json, want: Want) -> Result<NdArray> {
        let mut values = alone(json, want);
        values.read(&mut self.input)?;
        array(values, None)
    }

    fn object(&mut self, json: &Json, want: Want) -> Result<NdArray> {
        let (guess, any_dtype) = (self.guess, json.dtype.is_some());
        let data = |input: &mut Input<'_>, envelope: &Envelope| {
            let known = json.dtype.or(envelope.dtype);
            check(known, want, json.widen)?;
            // Nothing else can be stated later than what the caller wants.
            let wanted = want.dtype.filter(|_| !json.widen);
            let dtype = known.or(guess).or(wanted);
            let binding = dtype.map_or_else(Binding::open, Binding::Pinned);
            let mut values = Values::new(binding, json.limits);
            values.read(input)?;
            Ok(values)
        };
        let (envelope, values) = envelope::read(&mut self.input, json.limits, any_dtype, data)?;
        let stated = json.dtype.or(envelope.dtype);
        check(stated, want, json.widen)?;
        let dtype = stated.or(want.dtype);
        if matches!(values.binding, Binding::Pinned(it) if Some(it) != dtype) {
            return Err(Error::new(ErrorKind::DType, "the end of the file misled"));
        }
        let array = envelope.finish(values, dtype)?;
        match want.dtype {
            Some(wanted) => array.cast(wanted),
            None => Ok(array),
        }
    }

    #[cold]
    fn wrong_root(&self, json: &Json, first: u8) -> Error {
        match first {
            b'[' => Error::new(ErrorKind::Shape, "root must be a JSON object")
                .with_hint("it is a bare list: use the option bare to read that"),
            b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n' | b'N' | b'I' => {
                let or_list = if json.bare { " or a list" } else { "" };
                Error::new(ErrorKind::Shape, format!("root must be a JSON object{or_list}"))
            }
            _ => self.input.fault("expected value"),
        }
    }
}

/// Room for values that no object stands around.
fn alone(json: &Json, want: Want) -> Values {
    let binding = json.dtype.or(want.dtype).map_or(Binding::Inferred, Binding::Pinned);
    Values::new(binding, json.limits)
}

/// Whether elements of the type that is stated may be had as what is wanted.
fn check(stated: Option<DType>, want: Want, widen: bool) -> Result<()> {
    let (Some(stated), Some(wanted)) = (stated, want.dtype) else { return Ok(()) };
    let fits = stated.fits(wanted);
    if stated == wanted || (widen && fits) {
        return Ok(());
    }
    let hint = if fits {
        format!("{wanted} holds every {stated}: use the option widen")
    } else {
        format!("load an NdArray to take what is there, or cast it to {wanted}")
    };
    let message = format!("elements are {stated}, wanted {wanted}");
    Err(Error::new(ErrorKind::DType, message).with_hint(hint))
}

#[cold]
fn empty() -> Error {
    Error::new(ErrorKind::Shape, "empty file")
}
