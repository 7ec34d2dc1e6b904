//! Remainders: C's `fmod` and `remainder`, which are always exact.

use super::format::{Format, Rounding};
use super::pack::{normalise, round, signed_zero, unpack};
use crate::pool::{TermId, TermPool};

/// C's `fmod`: the quotient is rounded towards zero, the result has the sign of `a`.
pub fn fmod(pool: &mut TermPool, format: Format, a: TermId, b: TermId) -> TermId {
    build(pool, format, a, b, false)
}

/// C's and IEEE's `remainder`: the quotient is rounded to nearest, ties to even.
pub fn remainder(pool: &mut TermPool, format: Format, a: TermId, b: TermId) -> TermId {
    build(pool, format, a, b, true)
}

/// With significands `m`, `n` and exponents `i`, `j`, and half the last place of `b` as the unit,
/// `a` is `m * 2^(i-j+1)` and `b` is `2n`. The first is reduced modulo `4n`, which also tells
/// whether the quotient is odd; the power of two is built modulo `4n` by squaring.
fn build(pool: &mut TermPool, format: Format, a: TermId, b: TermId, nearest: bool) -> TermId {
    let x = unpack(pool, format, a);
    let y = unpack(pool, format, b);
    let precision = format.significand;
    let exponent_width = format.exponent_width();
    let one = pool.bv(exponent_width, 1);
    let distance = pool.sub(x.exponent, y.exponent);
    let distance = pool.add(distance, one);
    let zero_distance = pool.bv(exponent_width, 0);
    let small = pool.slt(distance, zero_distance);

    let width = 2 * (precision + 2);
    let two_zeros = pool.bv(2, 0);
    let modulus = pool.concat(y.significand, two_zeros);
    let modulus = pool.zero_extend(modulus, width);
    let steps = 64 - ((1u64 << format.exponent) + u64::from(precision)).leading_zeros();
    let power = power_of_two(pool, modulus, distance, steps);
    let significand = pool.zero_extend(x.significand, width);
    let scaled = pool.mul(significand, power);
    let reduced = pool.urem(scaled, modulus);

    let divisor = pool.lshr_by(modulus, 1);
    let odd = pool.ule(divisor, reduced);
    let less = pool.sub(reduced, divisor);
    let rest = pool.ite(odd, less, reduced);
    let (magnitude, flip) = if nearest {
        let twice = pool.add(rest, rest);
        let above = pool.ult(divisor, twice);
        let tie = pool.eq(divisor, twice);
        let tie_to_even = pool.and(tie, odd);
        let up = pool.or(above, tie_to_even);
        let negative = pool.sub(divisor, rest);
        (pool.ite(up, negative, rest), up)
    } else {
        (rest, TermPool::FALSE)
    };
    let sign = pool.xor(x.sign, flip);
    // The highest bit of the word, in units of half a last place of `b`.
    let top = pool.bv_signed(exponent_width, i128::from(width - 1) - i128::from(precision));
    let exponent = pool.add(y.exponent, top);
    let nothing = pool.is_zero(magnitude);
    let (magnitude, exponent) = normalise(pool, magnitude, exponent);
    let exact = round(pool, format, Rounding::Zero, sign, exponent, magnitude);
    let zero = signed_zero(pool, format, x.sign);
    let exact = pool.ite(nothing, zero, exact);

    let keeps = pool.or(small, y.infinite);
    let keeps = pool.or(keeps, x.zero);
    let result = pool.ite(keeps, a, exact);
    let any_nan = pool.or(x.nan, y.nan);
    let undefined = pool.or(x.infinite, y.zero);
    let invalid = pool.or(any_nan, undefined);
    let nan = format.nan(pool);
    pool.ite(invalid, nan, result)
}

/// `2^exponent` modulo `modulus`, from the highest of the exponent's `steps` lowest bits.
fn power_of_two(pool: &mut TermPool, modulus: TermId, exponent: TermId, steps: u32) -> TermId {
    let width = pool.width(modulus);
    let mut power = pool.bv(width, 1);
    for step in (0..steps.min(pool.width(exponent))).rev() {
        let square = pool.mul(power, power);
        let square = pool.urem(square, modulus);
        let twice = pool.add(square, square);
        let too_large = pool.ule(modulus, twice);
        let less = pool.sub(twice, modulus);
        let twice = pool.ite(too_large, less, twice);
        let bit = pool.bit(exponent, step);
        power = pool.ite(bit, twice, square);
    }
    power
}

impl TermPool {
    fn lshr_by(&mut self, a: TermId, by: u128) -> TermId {
        let by = self.bv(self.width(a), by);
        self.lshr(a, by)
    }
}
