//! Division.

use super::format::{Format, Rounding};
use super::pack::{normalise, round, signed_infinity, signed_zero, unpack};
use crate::pool::{TermId, TermPool};

/// `a / b`.
pub fn div(pool: &mut TermPool, format: Format, mode: Rounding, a: TermId, b: TermId) -> TermId {
    let x = unpack(pool, format, a);
    let y = unpack(pool, format, b);
    let sign = pool.xor(x.sign, y.sign);
    let precision = format.significand;
    let width = 2 * precision + 2;
    let zeros = pool.bv(precision + 2, 0);
    let dividend = pool.concat(x.significand, zeros);
    let divisor = pool.zero_extend(y.significand, width);
    let quotient = pool.udiv(dividend, divisor);
    let remainder = pool.urem(dividend, divisor);
    let inexact = pool.is_nonzero(remainder);
    let inexact = pool.bool_to_bv(inexact, 1);
    let quotient = pool.extract(precision + 2, 0, quotient);
    let significand = pool.concat(quotient, inexact);
    let exponent = pool.sub(x.exponent, y.exponent);
    let (significand, exponent) = normalise(pool, significand, exponent);
    let rounded = round(pool, format, mode, sign, exponent, significand);

    let zero = signed_zero(pool, format, sign);
    let infinity = signed_infinity(pool, format, sign);
    let gives_zero = pool.or(x.zero, y.infinite);
    let gives_infinity = pool.or(y.zero, x.infinite);
    let result = pool.ite(gives_zero, zero, rounded);
    let result = pool.ite(gives_infinity, infinity, result);
    let any_nan = pool.or(x.nan, y.nan);
    let undefined = pool.and(gives_zero, gives_infinity);
    let invalid = pool.or(any_nan, undefined);
    let nan = format.nan(pool);
    pool.ite(invalid, nan, result)
}
