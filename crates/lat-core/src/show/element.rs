//! What printing asks of each element type.

use half::f16;
use num_complex::Complex;

use super::{
    decimal::Real,
    float::{FloatStyle, alone, brief},
};

/// An element, as printing sees it.
pub(super) trait Printed: Copy {
    /// What all elements of an array have in common.
    type Style;

    fn style(values: impl Iterator<Item = Self> + Clone, precision: usize) -> Self::Style;

    /// Appends the element as one of many.
    fn put(self, style: &Self::Style, out: &mut String);

    /// The element of an array of rank 0.
    fn alone(self) -> String;
}

impl Printed for bool {
    type Style = ();

    fn style(_: impl Iterator<Item = Self> + Clone, _: usize) {}

    fn put(self, (): &(), out: &mut String) {
        out.push_str(if self { " True" } else { "False" });
    }

    fn alone(self) -> String {
        if self { "True" } else { "False" }.to_owned()
    }
}

macro_rules! impl_int {
    ($($type:ty)*) => {$(
        impl Printed for $type {
            type Style = usize;

            fn style(values: impl Iterator<Item = Self> + Clone, _: usize) -> usize {
                let (min, max) = (values.clone().min(), values.max());
                let len = |it: Option<Self>| it.unwrap_or_default().to_string().len();
                len(min).max(len(max))
            }

            fn put(self, width: &usize, out: &mut String) {
                let text = self.to_string();
                out.extend(std::iter::repeat_n(' ', width - text.len()));
                out.push_str(&text);
            }

            fn alone(self) -> String {
                self.to_string()
            }
        }
    )*};
}
impl_int! { i8 i16 i32 i64 u8 u16 u32 u64 }

macro_rules! impl_float {
    ($($type:ty)*) => {$(
        impl Printed for $type {
            type Style = FloatStyle;

            fn style(values: impl Iterator<Item = Self> + Clone, precision: usize) -> FloatStyle {
                FloatStyle::new(values, precision, false)
            }

            fn put(self, style: &FloatStyle, out: &mut String) {
                style.put(self, "", out);
            }

            fn alone(self) -> String {
                alone(self)
            }
        }
    )*};
}
impl_float! { f16 f32 f64 }

impl<T: Real> Printed for Complex<T> {
    type Style = Complex<FloatStyle>;

    fn style(values: impl Iterator<Item = Self> + Clone, precision: usize) -> Self::Style {
        let re = FloatStyle::new(values.clone().map(|it| it.re), precision, false);
        let im = FloatStyle::new(values.map(|it| it.im), precision, true);
        Complex { re, im }
    }

    fn put(self, style: &Self::Style, out: &mut String) {
        style.re.put(self.re, "", out);
        style.im.put(self.im, "j", out);
    }

    fn alone(self) -> String {
        let (re, im) = (self.re.to_f64(), self.im.to_f64());
        if re == 0.0 && re.is_sign_positive() {
            return format!("{}j", brief(self.im));
        }
        let sign = if im.is_nan() || im.is_sign_positive() { "+" } else { "" };
        format!("({}{sign}{}j)", brief(self.re), brief(self.im))
    }
}
