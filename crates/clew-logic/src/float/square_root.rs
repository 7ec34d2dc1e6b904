//! The square root.

use super::format::{Format, Rounding};
use super::pack::{round, unpack};
use crate::pool::{TermId, TermPool};

/// The square root of `a`.
pub fn sqrt(pool: &mut TermPool, format: Format, mode: Rounding, a: TermId) -> TermId {
    let x = unpack(pool, format, a);
    // The radicand has an even exponent and two bits for each bit of the root.
    let root_width = format.significand + 2;
    let odd = pool.bit(x.exponent, 0);
    let padding = pool.bv(2 * root_width - format.significand - 1, 0);
    let one_zero = pool.bv(1, 0);
    let doubled = pool.concat(x.significand, one_zero);
    let plain = pool.zero_extend(x.significand, format.significand + 1);
    let shifted = pool.ite(odd, doubled, plain);
    let radicand = pool.concat(shifted, padding);
    let (root, inexact) = integer_root(pool, radicand, root_width);
    let inexact = pool.bool_to_bv(inexact, 1);
    let significand = pool.concat(root, inexact);
    let one = pool.bv(format.exponent_width(), 1);
    let exponent = pool.ashr(x.exponent, one);
    let positive = TermPool::FALSE;
    let rounded = round(pool, format, mode, positive, exponent, significand);

    let not_zero = pool.not(x.zero);
    let negative = pool.and(x.sign, not_zero);
    let invalid = pool.or(x.nan, negative);
    let nan = format.nan(pool);
    let keeps = pool.or(x.zero, x.infinite);
    let result = pool.ite(keeps, a, rounded);
    pool.ite(invalid, nan, result)
}

/// The root digit by digit, as on paper, and whether something remains.
fn integer_root(pool: &mut TermPool, radicand: TermId, root_width: u32) -> (TermId, TermId) {
    let width = root_width + 2;
    let mut remainder = pool.bv(width, 0);
    let mut root = pool.bv(width, 0);
    let one = pool.bv(2, 1);
    for digit in (0..root_width).rev() {
        let pair = pool.extract(2 * digit + 1, 2 * digit, radicand);
        let kept = pool.extract(width - 3, 0, remainder);
        let extended = pool.concat(kept, pair);
        let kept = pool.extract(width - 3, 0, root);
        let trial = pool.concat(kept, one);
        let fits = pool.ule(trial, extended);
        let reduced = pool.sub(extended, trial);
        remainder = pool.ite(fits, reduced, extended);
        let kept = pool.extract(width - 2, 0, root);
        let bit = pool.bool_to_bv(fits, 1);
        root = pool.concat(kept, bit);
    }
    let inexact = pool.is_nonzero(remainder);
    (pool.extract(root_width - 1, 0, root), inexact)
}
