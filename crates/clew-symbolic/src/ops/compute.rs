//! The operators of the program model: what [`clew_ir::ops`] says, on terms.
//!
//! A term has the width of its scalar; the value of a comparison or of `!` is an `int`.

use super::extent::low;
use super::integer::{self, Bitwise, Operator, Part};
use super::overflow::signed_overflow;
use super::{REGISTER, float};
use clew_ir::{BinaryOp, Scalar, UnaryOp};
use clew_logic::float as circuits;
use clew_logic::float::Format;
use clew_logic::{TermId, TermPool, bits};

/// The width of `int`, the type of truth values.
const INT: u32 = 32;

/// The value of a scalar of at most 64 bits, from the term of its register.
pub(crate) fn narrow(pool: &mut TermPool, scalar: Scalar, register: TermId) -> TermId {
    match scalar {
        // A byte that is neither 0 nor 1 may have been written into a `_Bool`.
        Scalar::Int { bits: 1, .. } => {
            let is_set = pool.is_nonzero(register);
            pool.bool_to_bv(is_set, 1)
        }
        Scalar::Int { .. } | Scalar::Float(_) => low(pool, register, 8 * scalar.size() as u32),
    }
}

/// The term of the register that holds a scalar of at most 64 bits.
pub(crate) fn canonical(pool: &mut TermPool, scalar: Scalar, term: TermId) -> TermId {
    pool.resize(term, REGISTER, matches!(scalar, Scalar::Int { signed: true, .. }))
}

/// A unary operator.
pub(crate) fn unary(pool: &mut TermPool, op: UnaryOp, scalar: Scalar, a: TermId) -> Option<TermId> {
    match (op, scalar) {
        (UnaryOp::LogicalNot, _) => {
            let is_nonzero = is_nonzero(pool, scalar, a)?;
            let is_zero = pool.not(is_nonzero);
            Some(pool.bool_to_bv(is_zero, INT))
        }
        (UnaryOp::Neg, Scalar::Int { .. }) => Some(pool.neg(a)),
        (UnaryOp::Neg, Scalar::Float(kind)) => {
            let format = float::format(kind)?;
            Some(circuits::neg(pool, format, a))
        }
        (UnaryOp::BitNot, Scalar::Int { .. }) => Some(integer::complement(pool, a)),
        (UnaryOp::BitNot, Scalar::Float(_)) => None,
    }
}

/// Whether a value does not compare equal to zero.
fn is_nonzero(pool: &mut TermPool, scalar: Scalar, a: TermId) -> Option<TermId> {
    match scalar {
        Scalar::Int { bits, .. } => {
            let zero = pool.bv(bits, 0);
            Some(integer::different(pool, a, zero))
        }
        Scalar::Float(kind) => {
            let is_zero = circuits::is_zero(pool, float::format(kind)?, a);
            Some(pool.not(is_zero))
        }
    }
}

/// A binary operator that is no pointer operator.
pub(crate) fn binary(
    pool: &mut TermPool,
    op: BinaryOp,
    left: Scalar,
    a: TermId,
    right: Scalar,
    b: TermId,
) -> Option<TermId> {
    match left {
        Scalar::Int { .. } if matches!(right, Scalar::Float(_)) => None,
        Scalar::Int { signed, .. } => on_integers(pool, op, signed, a, b),
        Scalar::Float(_) if left != right => None,
        Scalar::Float(kind) => on_floats(pool, op, float::format(kind)?, a, b),
    }
}

fn on_integers(
    pool: &mut TermPool,
    op: BinaryOp,
    signed: bool,
    a: TermId,
    b: TermId,
) -> Option<TermId> {
    let test: Operator = match (op, signed) {
        (BinaryOp::Add, _) => return Some(pool.add(a, b)),
        (BinaryOp::Sub, _) => return Some(pool.sub(a, b)),
        (BinaryOp::Mul, _) => return Some(pool.mul(a, b)),
        (BinaryOp::Div, _) => return Some(integer::divide(pool, Part::Quotient, signed, a, b)),
        (BinaryOp::Rem, _) => return Some(integer::divide(pool, Part::Remainder, signed, a, b)),
        (BinaryOp::Shl, _) => return Some(shift(pool, TermPool::shl, signed, a, b)),
        (BinaryOp::Shr, true) => return Some(shift(pool, TermPool::ashr, signed, a, b)),
        (BinaryOp::Shr, false) => return Some(shift(pool, TermPool::lshr, signed, a, b)),
        (BinaryOp::BitAnd, _) => return Some(integer::bitwise(pool, Bitwise::And, a, b)),
        (BinaryOp::BitOr, _) => return Some(integer::bitwise(pool, Bitwise::Or, a, b)),
        (BinaryOp::BitXor, _) => return Some(integer::bitwise(pool, Bitwise::Xor, a, b)),
        (BinaryOp::Eq, _) => integer::equal,
        (BinaryOp::Ne, _) => integer::different,
        (BinaryOp::Lt, true) => integer::less,
        (BinaryOp::Lt, false) => integer::below,
        (BinaryOp::Le, true) => integer::at_most,
        (BinaryOp::Le, false) => integer::not_above,
        (BinaryOp::Gt, true) => |pool, a, b| integer::less(pool, b, a),
        (BinaryOp::Gt, false) => |pool, a, b| integer::below(pool, b, a),
        (BinaryOp::Ge, true) => integer::at_least,
        (BinaryOp::Ge, false) => integer::not_below,
        (BinaryOp::PtrAdd | BinaryOp::PtrSub | BinaryOp::PtrDiff, _) => return None,
    };
    let holds = test(pool, a, b);
    Some(pool.bool_to_bv(holds, INT))
}

/// A shift. Narrow types are promoted to 32 bits before.
fn shift(pool: &mut TermPool, op: Operator, signed: bool, a: TermId, count: TermId) -> TermId {
    let width = pool.width(a);
    let promoted = pool.resize(a, width.max(INT), signed);
    let value = integer::shift(pool, op, promoted, count);
    low(pool, value, width)
}

fn on_floats(
    pool: &mut TermPool,
    op: BinaryOp,
    format: Format,
    a: TermId,
    b: TermId,
) -> Option<TermId> {
    let holds = match op {
        BinaryOp::Add => return Some(float::arithmetic(pool, format, circuits::add, a, b)),
        BinaryOp::Sub => return Some(float::arithmetic(pool, format, circuits::sub, a, b)),
        BinaryOp::Mul => return Some(float::arithmetic(pool, format, circuits::mul, a, b)),
        BinaryOp::Div => return Some(float::arithmetic(pool, format, circuits::div, a, b)),
        BinaryOp::Eq => circuits::eq(pool, format, a, b),
        BinaryOp::Ne => float::different(pool, format, a, b),
        BinaryOp::Lt => circuits::lt(pool, format, a, b),
        BinaryOp::Le => circuits::le(pool, format, a, b),
        BinaryOp::Gt => circuits::lt(pool, format, b, a),
        BinaryOp::Ge => circuits::le(pool, format, b, a),
        BinaryOp::Rem
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::BitAnd
        | BinaryOp::BitOr
        | BinaryOp::BitXor
        | BinaryOp::PtrAdd
        | BinaryOp::PtrSub
        | BinaryOp::PtrDiff => return None,
    };
    Some(pool.bool_to_bv(holds, INT))
}

/// The Boolean under which a binary operator stops the processor; `None` where it never does.
pub(crate) fn binary_fault(
    pool: &mut TermPool,
    op: BinaryOp,
    left: Scalar,
    a: TermId,
    right: Scalar,
    b: TermId,
) -> Option<TermId> {
    let (Scalar::Int { signed, .. }, Scalar::Int { .. }) = (left, right) else { return None };
    if !matches!(op, BinaryOp::Div | BinaryOp::Rem) {
        return None;
    }
    let fault = integer::division_fault(pool, signed, a, b);
    (fault != TermPool::FALSE).then_some(fault)
}

/// The Boolean under which C leaves `a op b` undefined: what the machine's optional checks find.
/// `None` where it always is defined.
pub(crate) fn check(
    pool: &mut TermPool,
    op: BinaryOp,
    left: Scalar,
    a: TermId,
    right: Scalar,
    b: TermId,
) -> Option<TermId> {
    let (Scalar::Int { signed, .. }, Scalar::Int { .. }) = (left, right) else { return None };
    let fault = if op.is_shift() {
        is_bad_shift(pool, op == BinaryOp::Shl && signed, a, b)
    } else if signed {
        signed_overflow(pool, op, a, b)
    } else {
        return None;
    };
    (fault != TermPool::FALSE).then_some(fault)
}

/// A count that is out of range; to the left also a signed value that is negative or whose exact
/// result does not fit.
fn is_bad_shift(pool: &mut TermPool, is_signed_left: bool, a: TermId, count: TermId) -> TermId {
    let width = pool.width(a);
    // Negative counts are covered: without sign they are at least 128.
    let common = pool.width(count).max(8);
    let extended = pool.zero_extend(count, common);
    let limit = pool.bv(common, width.into());
    let out_of_range = integer::not_below(pool, extended, limit);
    if !is_signed_left {
        return out_of_range;
    }
    // Negative values are covered: without sign they are above every signed one.
    let largest = pool.bv(width, bits::sign_bit(width) - 1);
    let count = pool.resize(count, width, false);
    let highest = pool.lshr(largest, count);
    let does_not_fit = integer::below(pool, highest, a);
    pool.or(out_of_range, does_not_fit)
}

/// A conversion between scalar types.
pub(crate) fn cast(pool: &mut TermPool, from: Scalar, to: Scalar, a: TermId) -> Option<TermId> {
    match (from, to) {
        (_, Scalar::Int { bits: 1, .. }) => {
            let is_set = is_nonzero(pool, from, a)?;
            Some(pool.bool_to_bv(is_set, 1))
        }
        (Scalar::Int { signed, .. }, Scalar::Int { bits, .. }) => {
            Some(pool.resize(a, bits, signed))
        }
        (Scalar::Int { signed, .. }, Scalar::Float(kind)) => {
            Some(float::from_integer(pool, float::format(kind)?, a, signed))
        }
        (Scalar::Float(kind), Scalar::Int { bits, signed }) => {
            Some(float::to_integer(pool, float::format(kind)?, a, bits, signed))
        }
        (Scalar::Float(from), Scalar::Float(to)) => {
            Some(float::convert(pool, float::format(from)?, float::format(to)?, a))
        }
    }
}
