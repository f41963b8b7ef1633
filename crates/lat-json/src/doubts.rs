//! What must be remembered of values whose type may be stated after them.

use lat_core::{
    DType, DTypeKind, Element, Scalar,
    build::ArrayBuilder,
    dispatch, f16,
    text::{Spelling, TextElement},
};

use crate::{scan::has_letter, token::Token};

/// What is lost of values that are taken for what they seem to be: integers, or else `f64`.
#[derive(Debug, Default)]
pub(crate) struct Doubts {
    /// The first value that no integer type has, as a message shows it, and its index.
    pub(crate) fraction: Option<(String, Vec<usize>)>,
    /// What rounding to `f64` and then to a smaller type would round wrongly.
    pub(crate) ties: Vec<Tie>,
    /// Whether there was no memory for some of them.
    pub(crate) lost: bool,
}

/// A value, by how many come before it, and the floats nearest to its text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tie {
    pub(crate) at: usize,
    pub(crate) single: f64,
    pub(crate) half: f64,
}

impl Doubts {
    /// Sees to a value that was read as an `f64`.
    ///
    /// Its text rounds to a smaller type as it does itself, unless it lies halfway between two
    /// values of that type, and the text does not. Halfway between two `f32` it has 25 bits, and 28
    /// zeros after them; between two `f16` fewer bits. A text of up to 9 characters without an
    /// exponent that is not such a value is farther from it than half its last bit: by at least
    /// 10^-7 of the last of the 25 bits, which is more than 2^-29 of it.
    #[inline]
    pub(crate) fn see(&mut self, value: f64, text: &[u8], at: usize) {
        const LAST: u64 = (1 << 28) - 1;
        if value.to_bits() & LAST == 0 && (text.len() > 9 || has_letter(text, 0, text.len())) {
            self.look(value, text, at);
        }
    }

    #[cold]
    fn look(&mut self, value: f64, text: &[u8], at: usize) {
        let nearest =
            (f32::parse(text, Spelling::default()), f16::parse(text, Spelling::default()));
        if let (Ok(single), Ok(half)) = nearest {
            self.add(value, Tie { at, single: single.into(), half: half.into() });
        }
    }

    #[expect(clippy::float_cmp, reason = "the same float, not a near one")]
    fn add(&mut self, value: f64, tie: Tie) {
        if rounded::<f32>(value) != tie.single || rounded::<f16>(value) != tie.half {
            // Few documents have any, and fewer care: whoever does looks at whether all are there.
            match self.ties.try_reserve(1) {
                Ok(()) => self.ties.push(tie),
                Err(_) => self.lost = true,
            }
        }
    }

    /// Sees to a scalar that was added last.
    pub(crate) fn after(&mut self, token: &Token<'_>, values: &mut ArrayBuilder) {
        let values = values.values();
        let Token::Number(text) = token else { return };
        if let (DType::F64, Ok(value)) = (values.dtype(), f64::parse(text, Spelling::default())) {
            self.see(value, text, values.len() - 1);
        }
    }

    /// Sees to a scalar that is about to be added: integers may become floats for its sake.
    pub(crate) fn before(&mut self, token: &Token<'_>, values: &mut ArrayBuilder) {
        if !token.is_integer() && self.fraction.is_none() {
            self.fraction = Some((token.shown(), values.index()));
        }
        let dtype = values.values().dtype();
        if matches!(dtype.kind(), DTypeKind::Int | DTypeKind::UInt) {
            dispatch!(dtype, T => self.see_integers::<T>(token, values));
        }
    }

    fn see_integers<T: TextElement>(&mut self, token: &Token<'_>, values: &mut ArrayBuilder) {
        let stays = match token {
            Token::Number(text) => T::parse(text, Spelling::default()).is_ok(),
            _ => false,
        };
        if stays && token.is_integer() {
            return;
        }
        let integers = values.values().values::<T>().map(|it| it.iter().enumerate());
        for (at, it) in integers.into_iter().flatten() {
            self.see_integer(it.to_scalar(), at);
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "rounding is what is looked for")]
    fn see_integer(&mut self, integer: Scalar, at: usize) {
        let (wide, single) = match integer {
            Scalar::Int(it) => (it as f64, it as f32),
            Scalar::UInt(it) => (it as f64, it as f32),
            _ => return,
        };
        if wide.abs() >= 9_007_199_254_740_992.0 {
            self.add(wide, Tie { at, single: single.into(), half: f64::INFINITY.copysign(wide) });
        }
    }
}

/// The value of `T` nearest to a finite one, infinite past the last.
fn rounded<T: Element>(value: f64) -> f64 {
    match T::from_scalar(Scalar::Float(value)).map(T::to_scalar) {
        Some(Scalar::Float(it)) => it,
        _ => f64::INFINITY.copysign(value),
    }
}
