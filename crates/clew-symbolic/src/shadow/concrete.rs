//! What an operation is about to do on its concrete operands.

use clew_vm::code::Op;

/// Whether a conditional jump is taken.
pub(crate) fn is_taken(op: &Op, a: u64, b: u64) -> bool {
    let (x, y) = (f64::from_bits(a), f64::from_bits(b));
    match *op {
        Op::JumpEq { .. } => a == b,
        Op::JumpNe { .. } => a != b,
        Op::JumpLtS { .. } => (a as i64) < b as i64,
        Op::JumpLeS { .. } => a as i64 <= b as i64,
        Op::JumpLtU { .. } => a < b,
        Op::JumpLeU { .. } => a <= b,
        Op::JumpEqI { value, .. } => a as i64 == i64::from(value),
        Op::JumpNeI { value, .. } => a as i64 != i64::from(value),
        Op::JumpLtSI { value, .. } => (a as i64) < value.into(),
        Op::JumpGeSI { value, .. } => a as i64 >= value.into(),
        Op::JumpLtUI { value, .. } => a < i64::from(value) as u64,
        Op::JumpGeUI { value, .. } => a >= i64::from(value) as u64,
        Op::JumpEqF64 { .. } => x == y,
        Op::JumpNeF64 { .. } => x != y,
        Op::JumpLtF64 { .. } => x < y,
        Op::JumpNotLtF64 { .. } => !matches!(x.partial_cmp(&y), Some(std::cmp::Ordering::Less)),
        Op::JumpLeF64 { .. } => x <= y,
        Op::JumpNotLeF64 { .. } => {
            matches!(x.partial_cmp(&y), None | Some(std::cmp::Ordering::Greater))
        }
        _ => unreachable!("{op:?} is no conditional jump"),
    }
}

/// Whether an operation on registers faults: division that has no result, checked arithmetic
/// that overflows.
pub(crate) fn faults(op: &Op, a: u64, b: u64) -> bool {
    let (x, y) = (a as i64, b as i64);
    let does_not_fit = |value: i64| value != i64::from(value as i32);
    match *op {
        Op::DivS32 { .. } | Op::RemS32 { .. } => (x as i32).checked_div(y as i32).is_none(),
        Op::DivS64 { .. } | Op::RemS64 { .. } => x.checked_div(y).is_none(),
        Op::DivU32 { .. } | Op::RemU32 { .. } => b as u32 == 0,
        Op::DivU64 { .. } | Op::RemU64 { .. } => b == 0,
        Op::AddChecked32 { .. } => does_not_fit(x.wrapping_add(y)),
        Op::SubChecked32 { .. } => does_not_fit(x.wrapping_sub(y)),
        Op::MulChecked32 { .. } => does_not_fit(x.wrapping_mul(y)),
        Op::AddChecked64 { .. } => x.checked_add(y).is_none(),
        Op::SubChecked64 { .. } => x.checked_sub(y).is_none(),
        Op::MulChecked64 { .. } => x.checked_mul(y).is_none(),
        _ => false,
    }
}
