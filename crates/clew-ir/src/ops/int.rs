//! Integer operators.

use super::{OpFault, int_value, sign_extend, truncate};
use crate::expr::BinaryOp;

/// How many low bits of a shift count the processor looks at. Narrow types are promoted to 32
/// bits before they are shifted.
pub(super) fn shift_count_mask(width: u32) -> u128 {
    u128::from(width.max(32)) - 1
}

/// A binary operator on two integers of one type; shifts take any count.
pub(super) fn binary(
    op: BinaryOp,
    width: u32,
    signed: bool,
    a: u128,
    b: u128,
) -> Result<u128, OpFault> {
    let bits = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div | BinaryOp::Rem => divide(op, width, signed, a, b)?,
        BinaryOp::Shl => a << (b & shift_count_mask(width)),
        BinaryOp::Shr => {
            let count = b & shift_count_mask(width);
            if signed { (sign_extend(a, width) >> count) as u128 } else { a >> count }
        }
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::Eq => u128::from(a == b),
        BinaryOp::Ne => u128::from(a != b),
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
            let order =
                if signed { sign_extend(a, width).cmp(&sign_extend(b, width)) } else { a.cmp(&b) };
            u128::from(super::ordered(op, order))
        }
        BinaryOp::PtrAdd | BinaryOp::PtrSub | BinaryOp::PtrDiff => {
            unreachable!("pointer operators need the size of what is pointed to")
        }
    };
    Ok(truncate(bits, width))
}

/// `/` and `%`, rounding toward zero.
fn divide(op: BinaryOp, width: u32, signed: bool, a: u128, b: u128) -> Result<u128, OpFault> {
    if b == 0 {
        return Err(OpFault::DivisionByZero);
    }
    if !signed {
        return Ok(if op == BinaryOp::Div { a / b } else { a % b });
    }
    if division_overflows(width, a, b) {
        return Err(OpFault::SignedOverflow);
    }
    let (a, b) = (sign_extend(a, width), sign_extend(b, width));
    Ok(if op == BinaryOp::Div { a / b } else { a % b } as u128)
}

/// Whether this is the minimum divided by -1.
fn division_overflows(width: u32, a: u128, b: u128) -> bool {
    a == 1 << (width - 1) && sign_extend(b, width) == -1
}

/// Whether a signed operator's exact result does not fit `width` bits.
pub(super) fn signed_overflow(op: BinaryOp, width: u32, a: u128, b: u128) -> bool {
    let (x, y) = (int_value(a, width, true), int_value(b, width, true));
    let exact = match op {
        BinaryOp::Add => x.checked_add(y),
        BinaryOp::Sub => x.checked_sub(y),
        BinaryOp::Mul => x.checked_mul(y),
        BinaryOp::Div | BinaryOp::Rem => return division_overflows(width, a, b),
        BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::BitAnd
        | BinaryOp::BitOr
        | BinaryOp::BitXor
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge
        | BinaryOp::PtrAdd
        | BinaryOp::PtrSub
        | BinaryOp::PtrDiff => return false,
    };
    exact.is_none_or(|exact| sign_extend(truncate(exact as u128, width), width) != exact)
}
