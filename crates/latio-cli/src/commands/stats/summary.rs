//! What the numbers are like, in figures.

use latio::{DTypeKind, NdArrayView, Scalar};
use serde_json::{Map, Value};

use crate::{
    scalar::{json_float, json_int},
    tally::{Number, Tally},
};

/// Real numbers have one tally, complex ones one for each part.
#[derive(Clone)]
pub(super) struct Tallies {
    pub(super) re: Tally,
    pub(super) im: Option<Tally>,
}

impl Tallies {
    /// For numbers such as those of a block.
    pub(super) fn new(block: &NdArrayView<'_>, re: Tally) -> Self {
        let complex = block.dtype().kind() == DTypeKind::Complex;
        if complex {
            Self { re: Tally::default(), im: Some(Tally::default()) }
        } else {
            Self { re, im: None }
        }
    }

    pub(super) fn add(&mut self, value: Scalar) {
        match value {
            Scalar::Complex(it) if it.re.is_nan() || it.im.is_nan() => self.re.nan += 1,
            Scalar::Complex(it) => {
                self.re.add(Scalar::Float(it.re));
                self.im.get_or_insert_default().add(Scalar::Float(it.im));
            }
            value => self.re.add(value),
        }
    }

    /// Ends a pass over the numbers. Says whether another one is needed.
    pub(super) fn end_pass(&mut self) -> bool {
        self.im.is_none() && self.re.end_pass()
    }

    pub(super) fn summary(&mut self) -> Summary {
        let im = self.im.as_ref();
        let complex = im.is_some();
        let real = |it: Option<Number>| it.filter(|_| !complex);
        let variance = self.re.variance();
        let variance = variance.map(|re| re + im.and_then(Tally::variance).unwrap_or(0.0));
        Summary {
            count: self.re.count,
            nan: self.re.nan,
            inf: self.re.inf.max(im.map_or(0, |it| it.inf)),
            min: real(self.re.min()),
            max: real(self.re.max()),
            mean: self.re.mean().map(|re| (re, im.and_then(Tally::mean))),
            std: variance.map(f64::sqrt),
            sum: (self.re.sum(), im.map(Tally::sum)),
            median: self.re.median().filter(|_| !complex),
        }
    }
}

pub(super) struct Summary {
    pub(super) count: u64,
    pub(super) nan: u64,
    pub(super) inf: u64,
    min: Option<Number>,
    max: Option<Number>,
    mean: Option<(f64, Option<f64>)>,
    std: Option<f64>,
    sum: (Number, Option<Number>),
    median: Option<f64>,
}

impl Summary {
    pub(super) fn json(&self) -> Map<String, Value> {
        let number = |it: Number| match it {
            Number::Int(it) => json_int(it),
            Number::Float(it) => json_float(it),
        };
        let pair =
            |re: Value, im: Option<Value>| im.map_or(re.clone(), |im| Value::from(vec![re, im]));
        let mean = self.mean.map(|(re, im)| pair(json_float(re), im.map(json_float)));
        let fields = [
            ("count", Some(self.count.into())),
            ("nan", Some(self.nan.into())),
            ("inf", Some(self.inf.into())),
            ("min", self.min.map(number)),
            ("max", self.max.map(number)),
            ("mean", mean),
            ("std", self.std.map(json_float)),
            ("sum", Some(pair(number(self.sum.0), self.sum.1.map(number)))),
            ("median", self.median.map(json_float)),
        ];
        fields.into_iter().map(|(name, it)| (name.to_owned(), it.unwrap_or(Value::Null))).collect()
    }

    /// The values in the order of [`COLUMNS`].
    pub(super) fn words(&self, number: fn(f64) -> String) -> [String; 6] {
        let text = |it: Number| match it {
            Number::Int(it) => it.to_string(),
            Number::Float(it) => number(it),
        };
        let none = || "-".to_owned();
        let pair = |re: String, im: Option<String>| match im {
            Some(im) if im.starts_with('-') => format!("({re}{im}j)"),
            Some(im) => format!("({re}+{im}j)"),
            None => re,
        };
        [
            self.min.map_or_else(none, text),
            self.max.map_or_else(none, text),
            self.mean.map_or_else(none, |(re, im)| pair(number(re), im.map(number))),
            self.std.map_or_else(none, number),
            pair(text(self.sum.0), self.sum.1.map(text)),
            self.median.map_or_else(none, number),
        ]
    }
}

/// What a line tells besides counts.
pub(super) const COLUMNS: [&str; 6] = ["min", "max", "mean", "std", "sum", "median"];
