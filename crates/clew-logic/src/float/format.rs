//! Formats and rounding modes.

use crate::pool::{TermId, TermPool};

/// A binary interchange format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Format {
    /// The number of exponent bits, at least 2.
    pub exponent: u32,
    /// The precision: the number of significand bits with the hidden one, at least 2.
    pub significand: u32,
}

impl Format {
    /// Half precision, C's `_Float16`.
    pub const F16: Format = Format { exponent: 5, significand: 11 };
    /// Single precision, C's `float`.
    pub const F32: Format = Format { exponent: 8, significand: 24 };
    /// Double precision, C's `double`.
    pub const F64: Format = Format { exponent: 11, significand: 53 };

    /// The number of bits.
    pub fn width(self) -> u32 {
        self.exponent + self.significand
    }

    /// The number of fraction bits.
    pub fn fraction(self) -> u32 {
        self.significand - 1
    }

    /// The exponent bias, which is also the largest exponent.
    pub fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The smallest exponent of a normal number.
    pub fn min_exponent(self) -> i64 {
        1 - self.bias()
    }

    /// A width in which exponents of normalised operands, their sums and differences fit.
    pub(super) fn exponent_width(self) -> u32 {
        let reach = (1u64 << self.exponent) + 4 * u64::from(self.significand) + 8;
        64 - reach.leading_zeros() + 2
    }

    /// The canonical NaN.
    pub fn nan(self, pool: &mut TermPool) -> TermId {
        let exponent = (1u128 << self.exponent) - 1;
        pool.bv(self.width(), (exponent << 1 | 1) << (self.fraction() - 1))
    }

    /// Positive infinity.
    pub fn infinity(self, pool: &mut TermPool) -> TermId {
        pool.bv(self.width(), ((1u128 << self.exponent) - 1) << self.fraction())
    }
}

/// A rounding direction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rounding {
    /// To nearest, ties to even: C's default.
    NearestEven,
    /// To nearest, ties away from zero.
    NearestAway,
    /// Towards positive infinity.
    Up,
    /// Towards negative infinity.
    Down,
    /// Towards zero.
    Zero,
}

impl Rounding {
    /// Every mode.
    pub const ALL: [Rounding; 5] = [
        Rounding::NearestEven,
        Rounding::NearestAway,
        Rounding::Up,
        Rounding::Down,
        Rounding::Zero,
    ];
}
