//! Recomputes the table with integers of any size.
#![expect(clippy::cast_possible_truncation, reason = "numbers are cut into limbs")]

use super::*;

/// A natural number of any size, its lowest 32 bits first and no zeros last.
#[derive(PartialEq, Eq)]
struct Natural(Vec<u32>);

impl Natural {
    fn of(value: u128) -> Self {
        Self((0..4).map(|at| (value >> (32 * at)) as u32).collect()).trimmed()
    }

    fn trimmed(mut self) -> Self {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }

    fn times(&self, other: &Self) -> Self {
        let mut product = vec![0_u32; self.0.len() + other.0.len()];
        for (at, &limb) in self.0.iter().enumerate() {
            let mut carry = 0;
            for (place, &by) in product[at..].iter_mut().zip(other.0.iter().chain([&0])) {
                carry += u64::from(limb) * u64::from(by) + u64::from(*place);
                *place = carry as u32;
                carry >>= 32;
            }
        }
        Self(product).trimmed()
    }

    fn shifted(&self, bits: usize) -> Self {
        let power = Self::of(1 << (bits % 32));
        Self([vec![0; bits / 32], self.times(&power).0].concat())
    }

    fn bits(&self) -> usize {
        let top = self.0.last().map_or(0, |it| it.leading_zeros());
        32 * self.0.len() - top as usize
    }

    fn is_below(&self, other: &Self) -> bool {
        let key = |it: &Self| (it.0.len(), it.0.iter().rev().copied().collect::<Vec<_>>());
        key(self) < key(other)
    }
}

/// The powers of two in 10^n shift the bits, no more: those of 5^n are compared.
#[test]
fn the_table_holds_the_first_128_bits() {
    let mut five = Natural::of(1);
    for exponent in 0..=342 {
        check_positive(&five, exponent);
        if exponent > 0 {
            check_negative(&five, exponent);
        }
        five = five.times(&Natural::of(5));
    }
    assert_eq!(POWERS.len(), 342 + 1 + 342);
}

/// `bits` × 2^(b-128) is 5^n cut off, where 5^n has b bits.
fn check_positive(five: &Natural, exponent: i32) {
    let entry = power(exponent);
    let scaled = five.shifted(128);
    let at_most = |bits: u128| !scaled.is_below(&Natural::of(bits).shifted(five.bits()));
    assert!(at_most(entry), "10^{exponent} is too large");
    assert!(entry == u128::MAX || !at_most(entry + 1), "10^{exponent} is too small");
    assert_eq!(entry.leading_zeros(), 0);
    let is_exact = scaled == Natural::of(entry).shifted(five.bits());
    assert_eq!(is_exact, exponent <= 55, "10^{exponent}");
}

/// `bits` / 2^(b+127) is 1 / 5^n rounded up or cut off, where 5^n has b bits.
fn check_negative(five: &Natural, exponent: i32) {
    let entry = power(-exponent);
    let one = Natural::of(1).shifted(five.bits() + 127);
    let is_above = |bits: u128| !Natural::of(bits).times(five).is_below(&one);
    let (below, above) = if exponent <= 27 { (entry - 1, entry) } else { (entry, entry + 1) };
    assert!(is_above(above), "10^-{exponent} is too small");
    assert!(!is_above(below), "10^-{exponent} is too large");
    assert_eq!(entry.leading_zeros(), 0);
}
