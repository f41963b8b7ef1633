//! Values that are the same on every machine: a seed, integer steps, and additions.

/// `SplitMix64`, by Steele, Lea and Flood: *Fast splittable pseudorandom number generators*, 2014.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// The values that all inputs begin with.
    pub fn new() -> Self {
        Self(20_240_607)
    }

    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    fn fraction(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Close to the standard normal distribution: twelve uniform values added, less their mean.
    /// No logarithm or cosine, which differ between machines in the last digit.
    pub fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.fraction()).sum::<f64>() - 6.0
    }

    /// An integer of 1 to 18 digits, each as likely, of either sign.
    pub fn integer(&mut self) -> i64 {
        let digits = u32::try_from(self.word() % 18).expect("less than 18");
        let below = 10_u64.pow(digits + 1);
        let value = (self.word() % below).cast_signed();
        if self.word() & 1 == 0 { value } else { -value }
    }

    /// A bit.
    pub fn bit(&mut self) -> bool {
        self.word() >> 63 == 1
    }
}

impl Default for Random {
    fn default() -> Self {
        Self::new()
    }
}
