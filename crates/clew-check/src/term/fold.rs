//! Operators on constants.

use super::{BitsOp, Compare};

/// The low bits.
pub(super) fn truncate(bits: u128, width: u32) -> u128 {
    if width >= 128 { bits } else { bits & ((1 << width) - 1) }
}

/// The bits read as two's complement.
pub(super) fn sign_extend(bits: u128, width: u32) -> i128 {
    let unused = 128 - width;
    ((bits << unused) as i128) >> unused
}

/// An operator on constants, where it is folded: divisions and shifts are left to solvers. Wider
/// terms are never constant.
pub(super) fn binary(op: BitsOp, width: u32, a: u128, b: u128) -> Option<u128> {
    if width > 128 {
        return None;
    }
    Some(match op {
        BitsOp::Add => a.wrapping_add(b),
        BitsOp::Sub => a.wrapping_sub(b),
        BitsOp::Mul => a.wrapping_mul(b),
        BitsOp::And => a & b,
        BitsOp::Or => a | b,
        BitsOp::Xor => a ^ b,
        BitsOp::UnsignedDiv
        | BitsOp::UnsignedRem
        | BitsOp::SignedDiv
        | BitsOp::SignedRem
        | BitsOp::ShiftLeft
        | BitsOp::ShiftRight
        | BitsOp::ArithmeticShiftRight
        | BitsOp::Not
        | BitsOp::Neg => return None,
    })
}

/// An order of constants.
pub(super) fn compare(op: Compare, width: u32, a: u128, b: u128) -> bool {
    let (x, y) = (sign_extend(a, width), sign_extend(b, width));
    match op {
        Compare::UnsignedLess => a < b,
        Compare::UnsignedLessEqual => a <= b,
        Compare::SignedLess => x < y,
        Compare::SignedLessEqual => x <= y,
    }
}
