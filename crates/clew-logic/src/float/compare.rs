//! Comparisons: false with a NaN, and the two zeros are equal.

use super::classify::{is_nan, is_negative, is_zero};
use super::format::Format;
use crate::pool::{TermId, TermPool};

fn ordered(pool: &mut TermPool, format: Format, a: TermId, b: TermId) -> TermId {
    let (nan_a, nan_b) = (is_nan(pool, format, a), is_nan(pool, format, b));
    let any = pool.or(nan_a, nan_b);
    pool.not(any)
}

fn both_zero(pool: &mut TermPool, format: Format, a: TermId, b: TermId) -> TermId {
    let (zero_a, zero_b) = (is_zero(pool, format, a), is_zero(pool, format, b));
    pool.and(zero_a, zero_b)
}

/// `a == b`.
pub fn eq(pool: &mut TermPool, format: Format, a: TermId, b: TermId) -> TermId {
    let same = pool.eq(a, b);
    let zeros = both_zero(pool, format, a, b);
    let equal = pool.or(same, zeros);
    let ordered = ordered(pool, format, a, b);
    pool.and(ordered, equal)
}

/// `a < b`.
pub fn lt(pool: &mut TermPool, format: Format, a: TermId, b: TermId) -> TermId {
    let (sign_a, sign_b) = (is_negative(pool, format, a), is_negative(pool, format, b));
    let top = format.width() - 2;
    let (low_a, low_b) = (pool.extract(top, 0, a), pool.extract(top, 0, b));
    let smaller = pool.ult(low_a, low_b);
    let larger = pool.ult(low_b, low_a);
    let zeros = both_zero(pool, format, a, b);
    let not_zeros = pool.not(zeros);
    let same_sign = pool.ite(sign_a, larger, smaller);
    let differ = pool.xor(sign_a, sign_b);
    let negative_first = pool.and(sign_a, not_zeros);
    let less = pool.ite(differ, negative_first, same_sign);
    let ordered = ordered(pool, format, a, b);
    pool.and(ordered, less)
}

/// `a <= b`.
pub fn le(pool: &mut TermPool, format: Format, a: TermId, b: TermId) -> TermId {
    let less = lt(pool, format, a, b);
    let equal = eq(pool, format, a, b);
    pool.or(less, equal)
}

/// C's `fmin`: the other operand where one is a NaN; of two zeros the negative one.
pub fn min(pool: &mut TermPool, format: Format, a: TermId, b: TermId) -> TermId {
    pick(pool, format, a, b, true)
}

/// C's `fmax`: the other operand where one is a NaN; of two zeros the positive one.
pub fn max(pool: &mut TermPool, format: Format, a: TermId, b: TermId) -> TermId {
    pick(pool, format, a, b, false)
}

fn pick(pool: &mut TermPool, format: Format, a: TermId, b: TermId, smaller: bool) -> TermId {
    let less = if smaller { lt(pool, format, a, b) } else { lt(pool, format, b, a) };
    let zeros = both_zero(pool, format, a, b);
    let negative = is_negative(pool, format, a);
    let right_zero = if smaller { negative } else { pool.not(negative) };
    let take_zero = pool.and(zeros, right_zero);
    let take_a = pool.or(less, take_zero);
    let result = pool.ite(take_a, a, b);
    let nan_b = is_nan(pool, format, b);
    let result = pool.ite(nan_b, a, result);
    let nan_a = is_nan(pool, format, a);
    let other = pool.ite(nan_a, b, result);
    let both = pool.and(nan_a, nan_b);
    let nan = format.nan(pool);
    pool.ite(both, nan, other)
}
