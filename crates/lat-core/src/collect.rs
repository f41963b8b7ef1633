//! A growing run of values, whose type is given or found out.

use ndarray::{ArrayD, IxDyn};

use crate::{
    DType, DTypeKind, Element, Error, ErrorKind, NdArray, Position, Result, Scalar,
    advise_huge_pages, cast::does_not_fit, dispatch,
};

/// Takes values in reading order, under one element type.
///
/// ```
/// use lat_core::{DType, Scalar, collect::Collector};
///
/// let mut out = Collector::inferred();
/// out.push(Scalar::Int(1))?;
/// assert_eq!(out.dtype(), DType::I64);
/// out.push(Scalar::Float(2.5))?; // widens the values that came before
/// assert_eq!(out.dtype(), DType::F64);
/// let array = out.finish(&[2])?;
/// # Ok::<(), lat_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Collector {
    vecs: Vecs,
    binding: Binding,
    /// What is wrong unless a fraction turns up: integers that no integer type holds together, or
    /// that no float holds beside values that are no numbers.
    debt: Option<Error>,
    /// Whether the values are floats only because some of them are no numbers.
    gaps: bool,
}

/// How far the element type is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Binding {
    /// Values that do not fit are errors.
    Pinned,
    /// Values that do not fit widen the type.
    Hinted,
    /// As hinted, and the first value sets the type.
    Inferred,
}

macro_rules! define_vecs {
    (() $(($Variant:ident, $type:ty, $name:literal, $numpy:tt))*) => {
        /// Values under the type they have so far.
        #[doc(hidden)]
        #[derive(Debug)]
        pub enum Vecs { $($Variant(Vec<$type>)),* }

        impl Vecs {
            fn dtype(&self) -> DType {
                match self { $(Self::$Variant(_) => DType::$Variant),* }
            }
        }
    };
}
crate::__dtypes! { [define_vecs] () }

/// Runs `$body` with `$vec` bound to the collector's vector and `$T` to its element type.
macro_rules! with_vec {
    ($collector:expr, $T:ident, $vec:ident => $body:expr) => {
        dispatch!($collector.vecs.dtype(), $T => {
            let $vec = $T::peek_vec(&mut $collector.vecs).expect("matched on dtype");
            $body
        })
    };
}

impl Collector {
    /// Takes values of this type only.
    pub fn pinned(dtype: DType) -> Self {
        Self::new(dtype, Binding::Pinned)
    }

    /// Takes values of this type, and widens it if some do not fit.
    pub fn hinted(dtype: DType) -> Self {
        Self::new(dtype, Binding::Hinted)
    }

    /// Takes any values: `b1` if there are only booleans, `i64` (`u64` where that is too small
    /// and nothing is negative) if there are only integers, else `f64`, else `c128`.
    pub fn inferred() -> Self {
        Self::new(DType::I64, Binding::Inferred)
    }

    fn new(dtype: DType, binding: Binding) -> Self {
        let vecs = dispatch!(dtype, T => T::wrap_vec(Vec::new()));
        Self { vecs, binding, debt: None, gaps: false }
    }

    /// The element type so far.
    pub fn dtype(&self) -> DType {
        self.vecs.dtype()
    }

    /// Whether values that do not fit are errors.
    pub fn is_pinned(&self) -> bool {
        self.binding == Binding::Pinned
    }

    /// How many values there are.
    pub fn len(&mut self) -> usize {
        with_vec!(self, T, vec => vec.len())
    }

    /// Whether there are no values.
    pub fn is_empty(&mut self) -> bool {
        self.len() == 0
    }

    /// The values, if `T` is their type so far and any value of it may be added as it is.
    ///
    /// Not while the collector is in debt, or may get there: then each value must be
    /// [pushed](Self::push), since it matters whether it is an integer.
    pub fn values<T: Element>(&mut self) -> Option<&mut Vec<T>> {
        // A guess at booleans is given up for numbers, which they would pass for.
        let settled = self.debt.is_none()
            && !self.gaps
            && (self.binding != Binding::Inferred || T::DTYPE != DType::B1);
        if settled { T::peek_vec(&mut self.vecs) } else { None }
    }

    /// Adds a value, widening the type for it if that is allowed.
    pub fn push(&mut self, scalar: Scalar) -> Result<()> {
        match scalar {
            Scalar::Float(_) | Scalar::Complex(_) => self.take_for_floats(),
            _ if self.gaps && !is_exact(scalar) => {
                self.debt.get_or_insert_with(|| inexact(scalar));
            }
            _ => {}
        }
        self.push_as_is(scalar)
    }

    /// Adds an integer that no type holds exactly, `nearest` being the float nearest to it. That
    /// is an error, `fault`, unless the values turn out to be floats.
    pub fn push_huge(&mut self, nearest: f64, fault: Error) -> Result<()> {
        match self.dtype().kind() {
            DTypeKind::Float if self.gaps => {
                self.debt.get_or_insert(fault);
            }
            DTypeKind::Float | DTypeKind::Complex => {}
            _ if self.is_pinned() => return Err(fault),
            _ => {
                self.widen(DType::F64)?;
                self.debt = Some(fault);
            }
        }
        self.push_as_is(Scalar::Float(nearest))
    }

    /// Adds a value that is no number, NaN or an infinity. Integers become floats for it; that is
    /// an error, if there is one which no float holds, unless the values turn out to be floats.
    pub fn push_gap(&mut self, value: f64) -> Result<()> {
        let whole = matches!(self.dtype().kind(), DTypeKind::Int | DTypeKind::UInt);
        if whole && !self.is_pinned() {
            let lost = with_vec!(self, T, vec => {
                vec.iter().map(|it| it.to_scalar()).find(|it| !is_exact(*it))
            });
            self.widen(DType::F64)?;
            self.gaps = true;
            self.debt = lost.map(inexact);
        }
        self.push_as_is(Scalar::Float(value))
    }

    /// Adds a value that says nothing of the other values' type.
    fn push_as_is(&mut self, scalar: Scalar) -> Result<()> {
        self.admit(scalar)?;
        with_vec!(self, T, vec => {
            let value = T::from_scalar(scalar).ok_or_else(|| does_not_fit(scalar, T::DTYPE))?;
            push(vec, value)
        })
    }

    /// Takes the values for floats, whatever they look like: integers may be rounded.
    pub fn take_for_floats(&mut self) {
        self.debt = None;
        self.gaps = false;
    }

    /// Takes values of the type so far only, from now on.
    pub fn pin(&mut self) {
        self.binding = Binding::Pinned;
    }

    /// Says where the integer lies that put the collector in debt, if it did so just now.
    pub fn place_debt(&mut self, position: impl FnOnce() -> Position) {
        if let Some(debt) = self.debt.take() {
            self.debt = Some(if debt.position().is_none() { debt.at(position()) } else { debt });
        }
    }

    /// Widens the type until it takes `scalar`, if that is allowed and of use.
    fn admit(&mut self, scalar: Scalar) -> Result<()> {
        let kind = match scalar {
            Scalar::Bool(_) => DTypeKind::Bool,
            Scalar::Int(_) => DTypeKind::Int,
            Scalar::UInt(_) => DTypeKind::UInt,
            Scalar::Float(_) => DTypeKind::Float,
            Scalar::Complex(_) => DTypeKind::Complex,
        };
        let own = self.dtype().kind();
        if self.binding == Binding::Inferred && self.is_empty() && kind == DTypeKind::Bool {
            return self.widen(DType::B1);
        }
        let fits = match own {
            DTypeKind::Float | DTypeKind::Complex => kind <= own,
            DTypeKind::Bool if kind == DTypeKind::Bool => true,
            // In a file, 1 and 0 are how booleans are spelled; in a guess they are numbers.
            DTypeKind::Bool => self.binding != Binding::Inferred && self.takes(scalar),
            // 1.0 is a float, however whole, and -0.0 would lose its sign.
            DTypeKind::Int | DTypeKind::UInt => {
                (kind <= DTypeKind::UInt || self.is_pinned()) && self.takes(scalar)
            }
        };
        match (fits, self.binding) {
            (true, _) => Ok(()),
            (false, Binding::Pinned) => Err(does_not_fit(scalar, self.dtype())),
            (false, Binding::Hinted | Binding::Inferred) => self.widen_for(kind, scalar),
        }
    }

    fn takes(&self, scalar: Scalar) -> bool {
        dispatch!(self.dtype(), T => T::from_scalar(scalar).is_some())
    }

    #[cold]
    fn widen_for(&mut self, kind: DTypeKind, scalar: Scalar) -> Result<()> {
        match kind {
            DTypeKind::Complex => self.widen(DType::C128),
            DTypeKind::Float => self.widen(DType::F64),
            DTypeKind::UInt if !self.any_negative() => self.widen(DType::U64),
            DTypeKind::Bool | DTypeKind::Int if !self.any_past_i64() => self.widen(DType::I64),
            _ => {
                self.debt = Some(no_common_integer(scalar));
                self.widen(DType::F64)
            }
        }
    }

    fn any_negative(&mut self) -> bool {
        with_vec!(self, T, vec => vec.iter().any(|it| matches!(it.to_scalar(), Scalar::Int(..0))))
    }

    fn any_past_i64(&mut self) -> bool {
        with_vec!(self, T, vec => vec.iter().any(|it| matches!(it.to_scalar(), Scalar::UInt(_))))
    }

    /// Puts the values under a wider type, with as much room to spare as there was.
    fn widen(&mut self, dtype: DType) -> Result<()> {
        self.vecs = with_vec!(self, T, vec => {
            let old = std::mem::take(vec);
            dispatch!(dtype, U => U::wrap_vec(widened(old)?))
        });
        Ok(())
    }

    /// Makes sure that `needed` more values can be added without growing, and that `expected` can,
    /// if there is the memory. Grows by a fair part of what is there, so that many calls are cheap.
    pub fn make_room(&mut self, needed: usize, expected: usize) -> Result<()> {
        with_vec!(self, T, vec => {
            if vec.capacity() - vec.len() >= needed {
                return Ok(());
            }
            // Growing a large buffer moves pages, not bytes, so small steps cost little.
            let small = vec.len() * size_of::<T>() < 1 << 20;
            let part = if small { vec.len() } else { vec.len() / 8 };
            let fair = needed.max(expected).max(part).max(64);
            if vec.try_reserve_exact(fair).is_err() {
                let bytes = needed.saturating_mul(size_of::<T>());
                vec.try_reserve_exact(needed).map_err(|_| Error::out_of_memory(bytes))?;
            }
            advise_huge_pages(vec);
            Ok(())
        })
    }

    /// An empty collector that goes on as this one would, in the memory of `old` if that serves.
    #[cfg(feature = "text")]
    pub(crate) fn another(&self, old: Option<Self>) -> Self {
        match old {
            Some(mut old) if old.dtype() == self.dtype() && old.binding == self.binding => {
                with_vec!(old, T, vec => vec.clear());
                old.take_for_floats();
                old
            }
            _ => Self::new(self.dtype(), self.binding),
        }
    }

    /// Moves the values of another collector to the end of this one's, if they are what this one
    /// would have made of them. `expected` more are to come.
    #[cfg(feature = "text")]
    pub(crate) fn append(&mut self, other: &mut Self, expected: usize) -> Result<bool> {
        let len = other.len();
        if self.dtype() != other.dtype() {
            return Ok(false);
        }
        self.make_room(len, expected.max(len))?;
        dispatch!(self.dtype(), T => match (self.values::<T>(), other.values::<T>()) {
            (Some(all), Some(more)) => {
                all.append(more);
                Ok(true)
            }
            _ => Ok(false),
        })
    }

    /// The values as an array of this shape, in C order.
    ///
    /// Fails if there are more or fewer than the shape holds, or if they are integers that no
    /// integer type holds together.
    pub fn finish(mut self, shape: &[usize]) -> Result<NdArray> {
        if let Some(debt) = self.debt {
            return Err(debt);
        }
        with_vec!(self, T, vec => {
            let mut vec = std::mem::take(vec);
            vec.shrink_to_fit();
            array_of(vec, shape)
        })
    }
}

fn push<T>(vec: &mut Vec<T>, value: T) -> Result<()> {
    if vec.len() == vec.capacity() {
        let bytes = vec.len().saturating_mul(2 * size_of::<T>());
        vec.try_reserve(1).map_err(|_| Error::out_of_memory(bytes))?;
    }
    vec.push(value);
    Ok(())
}

/// The same values: in the same memory if they take as much of it.
fn widened<T: Element, U: Element>(old: Vec<T>) -> Result<Vec<U>> {
    let wide = |it: T| U::from_scalar(it.to_scalar()).expect("is wider");
    // Where sizes are equal, collecting writes over what it reads.
    if (size_of::<T>(), align_of::<T>()) == (size_of::<U>(), align_of::<U>()) {
        return Ok(old.into_iter().map(wide).collect());
    }
    let mut new = Vec::new();
    let room = old.capacity();
    new.try_reserve_exact(room)
        .map_err(|_| Error::out_of_memory(room.saturating_mul(size_of::<U>())))?;
    new.extend(old.into_iter().map(wide));
    Ok(new)
}

fn array_of<T: Element>(vec: Vec<T>, shape: &[usize]) -> Result<NdArray> {
    let found = vec.len();
    match ArrayD::from_shape_vec(IxDyn(shape), vec) {
        Ok(array) => Ok(array.into()),
        Err(_) => Err(shape_mismatch(shape, found)),
    }
}

/// How many elements an array of this shape has, if that is a number at all.
pub fn size_of_shape(shape: &[usize]) -> Option<usize> {
    shape.iter().try_fold(1_usize, |size, &extent| size.checked_mul(extent))
}

/// A stated shape that the values found do not fill.
#[cold]
pub fn shape_mismatch(shape: &[usize], found: usize) -> Error {
    let wanted = size_of_shape(shape).map_or_else(|| "too many".to_owned(), |it| it.to_string());
    let shape = crate::array::Shape(shape);
    let message = format!("shape {shape} holds {wanted} values, found {found}");
    Error::new(ErrorKind::Shape, message)
}

/// Whether an `f64` holds an integer.
fn is_exact(integer: Scalar) -> bool {
    f64::from_scalar(integer).is_some_and(|it| Scalar::Float(it).same_number(integer))
}

#[cold]
fn inexact(integer: Scalar) -> Error {
    let message = format!("{integer} is no f64, which values that are no numbers would make it");
    Error::new(ErrorKind::Parse, message).with_hint("ask for dtype f64 to round it")
}

#[cold]
fn no_common_integer(scalar: Scalar) -> Error {
    let message = format!("{scalar} and the integers before it fit no integer type together");
    Error::new(ErrorKind::Parse, message).with_hint("ask for dtype f64 to round them")
}
