//! How few bits hold a term.
//!
//! A register is 64 bits wide, but most values in it are extensions of narrower terms. What is
//! computed on the narrow terms is cheaper to solve and reads as the C source does.

use clew_logic::{Op, TermId, TermPool, bits};

/// The fewest low bits whose sign extension is the term, as far as the top of the term shows.
pub(super) fn signed_bits(pool: &TermPool, term: TermId) -> u32 {
    let width = pool.width(term);
    let of_constant = |value| {
        let value = bits::to_signed(width, value);
        129 - (if value < 0 { !value } else { value }).leading_zeros()
    };
    let args = pool.args(term);
    let found = match pool.op(term) {
        Op::Const => pool.value(term).map(of_constant),
        Op::SignExtend => Some(pool.width(args[0])),
        Op::Concat => has_zero_prefix(pool, term).then(|| pool.width(args[1]) + 1),
        Op::Ite => constant_arms(pool, term).map(|(a, b)| of_constant(a).max(of_constant(b))),
        _ => None,
    };
    found.map_or(width, |found| found.min(width))
}

/// The fewest low bits, at least one, whose extension by zeros is the term.
pub(super) fn unsigned_bits(pool: &TermPool, term: TermId) -> u32 {
    let of_constant = |value: u128| (128 - value.leading_zeros()).max(1);
    let found = match pool.op(term) {
        Op::Const => pool.value(term).map(of_constant),
        Op::Concat => has_zero_prefix(pool, term).then(|| pool.width(pool.args(term)[1])),
        Op::Ite => constant_arms(pool, term).map(|(a, b)| of_constant(a).max(of_constant(b))),
        _ => None,
    };
    found.unwrap_or_else(|| pool.width(term))
}

/// The low bits of a term.
pub(super) fn low(pool: &mut TermPool, term: TermId, bits: u32) -> TermId {
    if bits == pool.width(term) { term } else { pool.extract(bits - 1, 0, term) }
}

fn has_zero_prefix(pool: &TermPool, concat: TermId) -> bool {
    pool.value(pool.args(concat)[0]) == Some(0)
}

/// Both arms of a choice between constants: what a comparison's value is.
fn constant_arms(pool: &TermPool, ite: TermId) -> Option<(u128, u128)> {
    let args = pool.args(ite);
    Some((pool.value(args[1])?, pool.value(args[2])?))
}
