//! What operators mean, written once, on bits.
//!
//! The constant folder, the machine's slow paths and the tests of everything faster share these
//! functions. The meaning is that of gcc's x86-64 code without optimisation, also where C leaves
//! it open: signed arithmetic wraps, a shift count is cut to the bits the processor looks at, and
//! a float out of range becomes the *integer indefinite*. Whether C defines the result is asked
//! separately: [`signed_overflow`], [`shift_fault`].
//!
//! Values are the bits of their type, zero above its width; floats are their encoding.

mod convert;
mod float;
mod int;
mod intrinsic;
#[cfg(test)]
mod tests;

use crate::expr::{BinaryOp, Intrinsic, UnaryOp};
use crate::types::{Scalar, TypeTable};
use std::cmp::Ordering;

/// An operation that stops the processor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum OpFault {
    /// `x / 0` or `x % 0` on integers.
    #[error("division by zero")]
    DivisionByZero,
    /// The smallest value divided by -1, or its remainder: the quotient does not fit.
    #[error("signed overflow in a division")]
    SignedOverflow,
}

/// Why C does not define a shift.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum ShiftFault {
    /// The count is negative or not less than the width.
    #[error("shift count out of range")]
    CountOutOfRange,
    /// A negative value is shifted to the left.
    #[error("left shift of a negative value")]
    NegativeValue,
    /// A signed value is shifted to the left and its exact result does not fit the type.
    #[error("left shift overflows")]
    Overflow,
}

/// The low `width` bits; all of them from 128 on.
pub fn truncate(bits: u128, width: u32) -> u128 {
    if width >= 128 { bits } else { bits & ((1 << width) - 1) }
}

/// The value of `width` bits read as two's complement; bits above are ignored. `width` is 1 to
/// 128.
pub fn sign_extend(bits: u128, width: u32) -> i128 {
    let unused = 128 - width;
    ((bits << unused) as i128) >> unused
}

/// The mathematical value of an integer's bits. Unsigned 128-bit values above `i128::MAX` do not
/// fit: they come back as their two's complement, and `as u128` restores them.
pub fn int_value(bits: u128, width: u32, signed: bool) -> i128 {
    if signed { sign_extend(bits, width) } else { truncate(bits, width) as i128 }
}

/// Whether a value compares equal to zero: what `!`, `if` and `_Bool` ask.
pub fn is_zero(scalar: Scalar, bits: u128) -> bool {
    match scalar {
        Scalar::Int { .. } => bits == 0,
        Scalar::Float(kind) => float::is_zero(kind, bits),
    }
}

/// Applies a unary operator to a value of type `operand`.
pub fn unary(op: UnaryOp, operand: Scalar, bits: u128) -> u128 {
    match (op, operand) {
        (UnaryOp::LogicalNot, _) => u128::from(is_zero(operand, bits)),
        (UnaryOp::Neg, Scalar::Int { bits: width, .. }) => truncate(bits.wrapping_neg(), width),
        (UnaryOp::Neg, Scalar::Float(kind)) => bits ^ float::Format::of(kind).sign(),
        (UnaryOp::BitNot, Scalar::Int { bits: width, .. }) => truncate(!bits, width),
        (UnaryOp::BitNot, Scalar::Float(_)) => unreachable!("C has no `~` on floating operands"),
    }
}

/// Applies a binary operator that is no pointer operator (those need the size of what is pointed
/// to). The result has the type that [`BinaryOp`] tells: that of the left operand, or `int` for
/// comparisons.
pub fn binary(
    op: BinaryOp,
    left: Scalar,
    a: u128,
    right: Scalar,
    b: u128,
) -> Result<u128, OpFault> {
    debug_assert!(op.is_shift() || left == right, "{left:?} {} {right:?}", op.c_symbol());
    match left {
        Scalar::Int { bits: width, signed } => int::binary(op, width, signed, a, b),
        Scalar::Float(kind) => Ok(float::binary(op, kind, a, b)),
    }
}

/// Converts a value between scalar types. To `_Bool`: whether it is not zero. From floats to
/// integers: toward zero, and for values that do not fit what gcc's instruction sequence gives.
/// All else rounds to nearest even.
pub fn cast(from: Scalar, to: Scalar, bits: u128) -> u128 {
    convert::cast(from, to, bits)
}

/// Computes a pure builtin on its operands; `result` is the type of the expression. The type
/// table resolves the type that [`Intrinsic::Overflows`] names.
///
/// # Panics
///
/// When the operands are not what the verifier admits.
pub fn intrinsic(
    types: &TypeTable,
    op: Intrinsic,
    operands: &[(Scalar, u128)],
    result: Scalar,
) -> u128 {
    intrinsic::intrinsic(types, op, operands, result)
}

/// Whether `a op b` overflows in signed arithmetic, which C leaves undefined. Negation is `0 - a`.
/// Shifts have [`shift_fault`]; unsigned and floating operations never overflow in this sense.
pub fn signed_overflow(op: BinaryOp, scalar: Scalar, a: u128, b: u128) -> bool {
    match scalar {
        Scalar::Int { bits: width, signed: true } => int::signed_overflow(op, width, a, b),
        Scalar::Int { signed: false, .. } | Scalar::Float(_) => false,
    }
}

/// Why C11 (6.5.7) does not define the shift `a op b`, or `None` when it does. For operators that
/// are no shifts: `None`.
pub fn shift_fault(
    op: BinaryOp,
    left: Scalar,
    a: u128,
    right: Scalar,
    b: u128,
) -> Option<ShiftFault> {
    let (
        Scalar::Int { bits: width, signed },
        Scalar::Int { bits: count_width, signed: count_signed },
    ) = (left, right)
    else {
        return None;
    };
    if !op.is_shift() {
        return None;
    }
    let is_negative_count = count_signed && sign_extend(b, count_width) < 0;
    if is_negative_count || b >= u128::from(width) {
        return Some(ShiftFault::CountOutOfRange);
    }
    if op == BinaryOp::Shl && signed {
        if sign_extend(a, width) < 0 {
            return Some(ShiftFault::NegativeValue);
        }
        if a > (truncate(u128::MAX, width - 1) >> b) {
            return Some(ShiftFault::Overflow);
        }
    }
    None
}

/// Whether C leaves the shift `a op b` undefined.
pub fn bad_shift(op: BinaryOp, left: Scalar, a: u128, right: Scalar, b: u128) -> bool {
    shift_fault(op, left, a, right, b).is_some()
}

/// What a comparison says of two values in this order.
fn ordered(op: BinaryOp, order: Ordering) -> bool {
    match op {
        BinaryOp::Eq => order.is_eq(),
        BinaryOp::Ne => order.is_ne(),
        BinaryOp::Lt => order.is_lt(),
        BinaryOp::Le => order.is_le(),
        BinaryOp::Gt => order.is_gt(),
        BinaryOp::Ge => order.is_ge(),
        _ => unreachable!("`{}` is no comparison", op.c_symbol()),
    }
}
