//! A part of an array, as `NumPy` spells it.

use std::{fmt, str::FromStr};

use lat_core::{
    Axis, Element, Error, ErrorKind, NdArrayView, Result, dispatch,
    ndarray::{ArrayViewD, SliceInfoElem},
};

/// A part of an array, as it stands in brackets in Python: `0, :, ::2`, `-3:`, `..., 1`.
///
/// ```
/// use latio::{NdArrayView, Slice, ndarray::array};
///
/// let a = array![[1, 2, 3], [4, 5, 6]];
/// let part = "1, ::-2".parse::<Slice>()?.of(&NdArrayView::from(&a))?;
/// assert_eq!(part.to_owned(), array![6, 4].into());
/// # Ok::<(), latio::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice(Vec<Item>);

/// What is taken of one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    /// One position; the axis is dropped.
    Index(isize),
    Range {
        start: Option<isize>,
        stop: Option<isize>,
        step: isize,
    },
    /// All of as many axes as are not named.
    Rest,
    /// A new axis of extent 1.
    New,
}

const ALL: Item = Item::Range { start: None, stop: None, step: 1 };

impl Slice {
    /// These positions of the first axis.
    pub fn rows(rows: std::ops::Range<usize>) -> Self {
        let at = |it: usize| isize::try_from(it).ok();
        Self(vec![Item::Range { start: at(rows.start), stop: at(rows.end), step: 1 }])
    }

    /// The part of `array` that this names, without copying.
    ///
    /// Ranges are cut to what is there, as `NumPy` does. Fails if there are more items than axes,
    /// or if an index is out of bounds.
    pub fn of<'a>(&self, array: &NdArrayView<'a>) -> Result<NdArrayView<'a>> {
        let items = self.spread(array.rank())?;
        let (mut elems, mut axes, mut from) = (Vec::new(), Vec::new(), 0);
        for item in items {
            if item == Item::New {
                elems.push(SliceInfoElem::NewAxis);
                axes.push(None);
                continue;
            }
            let taken = Taken::of(item, from, array.shape()[from])?;
            if let Taken::Range { .. } = taken {
                axes.push(Some(taken.axis(&array.axes()[from], from, axes.len())));
            }
            elems.push(taken.into_elem());
            from += 1;
        }
        let new = dispatch!(array.dtype(), T => sliced::<T>(array, &elems));
        new.with_axes(named(axes))
    }

    /// One item for each axis, and the new ones.
    fn spread(&self, rank: usize) -> Result<Vec<Item>> {
        let named = self.0.iter().filter(|it| !matches!(it, Item::Rest | Item::New)).count();
        let Some(rest) = rank.checked_sub(named) else {
            let message = format!("too many indices: the array has {rank} axes, {named} are named");
            return Err(Error::new(ErrorKind::Usage, message));
        };
        let mut items = self.0.clone();
        let at = items.iter().position(|it| *it == Item::Rest).unwrap_or(items.len());
        let until = items.len().min(at + 1);
        items.splice(at..until, std::iter::repeat_n(ALL, rest));
        Ok(items)
    }
}

/// What is taken of an axis whose extent is known.
enum Taken {
    Index(usize),
    /// Positions from `start` until `stop`; from the end if `step` is negative.
    Range {
        start: usize,
        stop: usize,
        step: isize,
    },
}

impl Taken {
    fn of(item: Item, axis: usize, extent: usize) -> Result<Self> {
        // No axis is longer than that.
        let len = isize::try_from(extent).unwrap_or(isize::MAX);
        let from_end = |at: isize| if at < 0 { at.saturating_add(len) } else { at };
        match item {
            Item::Index(at) => {
                let found = usize::try_from(from_end(at)).ok().filter(|it| *it < extent);
                found.map(Self::Index).ok_or_else(|| out_of_bounds(at, axis, extent))
            }
            Item::Range { start, stop, step } => {
                let clamp = |at: isize| from_end(at).clamp(-1, len);
                let (first, last) = if step > 0 {
                    (start.map_or(0, clamp).max(0), stop.map_or(len, clamp).max(0))
                } else {
                    (
                        (stop.map_or(-1, clamp) + 1).min(len),
                        start.map_or(len - 1, clamp).min(len - 1) + 1,
                    )
                };
                let at = |it: isize| usize::try_from(it).expect("clamped");
                let (start, stop) = (at(first), at(last.max(first)));
                Ok(Self::Range { start, stop, step })
            }
            Item::Rest | Item::New => unreachable!("spread over the axes"),
        }
    }

    fn into_elem(self) -> SliceInfoElem {
        let at = |it: usize| isize::try_from(it).expect("within the array");
        match self {
            Self::Index(it) => SliceInfoElem::Index(at(it)),
            Self::Range { start, stop, step } => {
                SliceInfoElem::Slice { start: at(start), end: Some(at(stop)), step }
            }
        }
    }

    /// The axis that is left of `axis`, which was the axis `from` and becomes the axis `to`.
    fn axis(&self, axis: &Axis, from: usize, to: usize) -> Axis {
        let name =
            if axis.name == format!("x{from}") { format!("x{to}") } else { axis.name.clone() };
        let Self::Range { start, stop, step } = *self else { return Axis::new(name) };
        let pick = |labels: &Vec<String>| {
            let part = labels[start..stop].iter().cloned();
            let by = step.unsigned_abs();
            if step > 0 { part.step_by(by).collect() } else { part.rev().step_by(by).collect() }
        };
        Axis { name, labels: axis.labels.as_ref().map(pick) }
    }
}

fn sliced<'a, T: Element>(array: &NdArrayView<'a>, elems: &[SliceInfoElem]) -> NdArrayView<'a> {
    let view: ArrayViewD<'a, T> = array.typed::<T>().expect("matched on dtype").clone();
    view.slice_move(elems).into()
}

/// Names the axes that are new.
fn named(axes: Vec<Option<Axis>>) -> Vec<Axis> {
    let taken: Vec<_> = axes.iter().flatten().map(|it| it.name.clone()).collect();
    let mut fresh = (0..).map(|idx| format!("x{idx}")).filter(|it| !taken.contains(it));
    let mut new = || Axis::new(fresh.next().expect("there is no end to them"));
    axes.into_iter().map(|it| it.unwrap_or_else(&mut new)).collect()
}

#[cold]
fn out_of_bounds(at: isize, axis: usize, extent: usize) -> Error {
    let message = format!("index {at} is out of bounds for axis {axis} with extent {extent}");
    Error::new(ErrorKind::Usage, message)
}

impl FromStr for Slice {
    type Err = Error;

    /// Reads what stands in Python's brackets, without them or with.
    fn from_str(text: &str) -> Result<Self> {
        let bare = text.trim();
        let inner = bare.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(bare);
        if inner.trim().is_empty() {
            return Ok(Self(Vec::new()));
        }
        let inner = inner.trim().strip_suffix(',').unwrap_or(inner);
        let items = inner.split(',').map(|it| item(it.trim()));
        let items: Vec<_> = items.collect::<Option<_>>().ok_or_else(|| malformed(text))?;
        if items.iter().filter(|it| **it == Item::Rest).count() > 1 {
            return Err(malformed(text));
        }
        Ok(Self(items))
    }
}

fn item(text: &str) -> Option<Item> {
    match text {
        "..." | "…" => return Some(Item::Rest),
        "None" | "newaxis" | "np.newaxis" => return Some(Item::New),
        _ => {}
    }
    if !text.contains(':') {
        return text.parse().ok().map(Item::Index);
    }
    let mut parts = text.splitn(3, ':').map(|it| match it.trim() {
        "" => Some(None),
        it => it.parse().ok().map(Some),
    });
    let start = parts.next()??;
    let stop = parts.next()??;
    let step = parts.next().unwrap_or(Some(None))?.unwrap_or(1);
    (step != 0).then_some(Item::Range { start, stop, step })
}

#[cold]
fn malformed(text: &str) -> Error {
    let shown = lat_core::error::shorten(text.as_bytes());
    Error::new(ErrorKind::Usage, format!("'{shown}' is not a slice"))
        .with_hint("write it as in Python, such as '0, :, ::2' or '-3:'; a step is not 0")
}

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (idx, item) in self.0.iter().enumerate() {
            f.write_str(if idx == 0 { "" } else { ", " })?;
            item.fmt(f)?;
        }
        f.write_str("]")
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |it: Option<isize>| it.map_or(String::new(), |it| it.to_string());
        match *self {
            Self::Index(at) => write!(f, "{at}"),
            Self::Rest => f.write_str("..."),
            Self::New => f.write_str("None"),
            Self::Range { start, stop, step: 1 } => write!(f, "{}:{}", text(start), text(stop)),
            Self::Range { start, stop, step } => {
                write!(f, "{}:{}:{step}", text(start), text(stop))
            }
        }
    }
}
