//! A checksum of an array's values, bit for bit and in order, that `NumPy` computes fast too.

use num_complex::Complex;

/// The sum of `bits × (2·position + 1)`, modulo 2⁶⁴: a change of any one value changes it.
#[derive(Debug, Default)]
pub struct Sum {
    total: u64,
    len: u64,
}

impl Sum {
    /// The sum of some values.
    pub fn of<T: Bits>(values: impl IntoIterator<Item = T>) -> u64 {
        let mut sum = Self::default();
        values.into_iter().for_each(|it| sum.push(it));
        sum.total()
    }

    /// Adds the next value.
    pub fn push(&mut self, value: impl Bits) {
        value.add_to(self);
    }

    fn push_bits(&mut self, bits: u64) {
        self.total = self.total.wrapping_add(bits.wrapping_mul(2 * self.len + 1));
        self.len += 1;
    }

    /// How many words were added: a complex value is two.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The sum of what was added.
    pub fn total(&self) -> u64 {
        self.total
    }
}

/// A value that has bits.
pub trait Bits: Copy {
    /// Adds them.
    fn add_to(self, sum: &mut Sum);
}

macro_rules! bits {
    ($($type:ty: $value:ident => $bits:expr;)*) => {$(
        impl Bits for $type {
            fn add_to(self, sum: &mut Sum) {
                let $value = self;
                sum.push_bits($bits);
            }
        }
    )*};
}

bits! {
    f64: it => it.to_bits();
    f32: it => it.to_bits().into();
    i64: it => it.cast_unsigned();
    i32: it => it.cast_unsigned().into();
    bool: it => it.into();
}

impl Bits for Complex<f64> {
    fn add_to(self, sum: &mut Sum) {
        self.re.add_to(sum);
        self.im.add_to(sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn place_and_sign_count() {
        // By hand: 1·1 + 2·3 + 3·5, and 2·1 + 1·3 + 3·5.
        assert_eq!(Sum::of([1_i64, 2, 3]), 22);
        assert_eq!(Sum::of([2_i64, 1, 3]), 20);
        assert_eq!(Sum::of([-0.0]), 1 << 63);
    }
}
