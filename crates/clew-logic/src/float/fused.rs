//! Fused multiplication and addition.

use super::format::{Format, Rounding};
use super::multiply::product;
use super::pack::{normalise, round, shift_right_sticky, signed_infinity, signed_zero, unpack};
use crate::pool::{TermId, TermPool};

/// `a * b + c` with one rounding.
pub fn fma(
    pool: &mut TermPool,
    format: Format,
    mode: Rounding,
    a: TermId,
    b: TermId,
    c: TermId,
) -> TermId {
    let x = unpack(pool, format, a);
    let y = unpack(pool, format, b);
    let z = unpack(pool, format, c);
    let sign = pool.xor(x.sign, y.sign);
    let (exact, exponent) = product(pool, format, &x, &y);
    let (exact, exponent) = normalise(pool, exact, exponent);

    // Both are put at the top of one window; whatever falls out of it below is too small to
    // matter beyond being there, even after cancellation.
    let (precision, exponent_width) = (format.significand, format.exponent_width());
    let three = pool.bv(3, 0);
    let padding = pool.bv(precision + 3, 0);
    let left = pool.concat(exact, three);
    let right = pool.concat(z.significand, padding);
    let no_product = pool.or(x.zero, y.zero);
    let quarter = pool.bv_signed(exponent_width, -(1i128 << (exponent_width - 2)));
    let left_exponent = pool.ite(no_product, quarter, exponent);
    let right_exponent = pool.ite(z.zero, quarter, z.exponent);
    let right_larger = pool.slt(left_exponent, right_exponent);
    let top = pool.ite(right_larger, right_exponent, left_exponent);
    let left_distance = pool.sub(top, left_exponent);
    let right_distance = pool.sub(top, right_exponent);
    let left = shift_right_sticky(pool, left, left_distance);
    let right = shift_right_sticky(pool, right, right_distance);

    let width = pool.width(left) + 1;
    let (left, right) = (pool.zero_extend(left, width), pool.zero_extend(right, width));
    let differ = pool.xor(sign, z.sign);
    let sum = pool.add(left, right);
    let less = pool.ult(left, right);
    let difference = pool.sub(left, right);
    let negated = pool.sub(right, left);
    let difference = pool.ite(less, negated, difference);
    let significand = pool.ite(differ, difference, sum);
    let result_sign = pool.ite(less, z.sign, sign);
    let result_sign = pool.ite(differ, result_sign, sign);
    let one = pool.bv(exponent_width, 1);
    let exponent = pool.add(top, one);
    let nothing = pool.is_zero(significand);
    let (significand, exponent) = normalise(pool, significand, exponent);
    let rounded = round(pool, format, mode, result_sign, exponent, significand);

    let minus_zero = pool.bool(mode == Rounding::Down);
    let zero_sign = pool.ite(differ, minus_zero, sign);
    let zero = signed_zero(pool, format, zero_sign);
    let finite = pool.ite(nothing, zero, rounded);
    let infinite_product = pool.or(x.infinite, y.infinite);
    let infinity = signed_infinity(pool, format, sign);
    let result = pool.ite(z.infinite, c, finite);
    let result = pool.ite(infinite_product, infinity, result);

    let zero_times_infinity = pool.and(no_product, infinite_product);
    let infinities = pool.and(infinite_product, z.infinite);
    let opposite = pool.and(infinities, differ);
    let product_nan = pool.or(x.nan, y.nan);
    let any_nan = pool.or(product_nan, z.nan);
    let undefined = pool.or(zero_times_infinity, opposite);
    let invalid = pool.or(any_nan, undefined);
    let nan = format.nan(pool);
    pool.ite(invalid, nan, result)
}
