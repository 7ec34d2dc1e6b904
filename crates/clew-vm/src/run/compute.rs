//! The rare operations on registers and memory: 128 bits, `long double`, bit-fields, builtins.

use super::exit::Exit;
use super::registers::Window;
use crate::code::{BitUnit, Compute, Reg};
use crate::compile::{canonical, plain_bits, value_bytes};
use crate::memory::Memory;
use clew_ir::ops::{self, OpFault};
use clew_ir::{Scalar, TypeTable};

/// Whether a value takes two registers.
fn is_wide(scalar: Scalar) -> bool {
    scalar.size() > 8
}

/// The bits of the value in one or two registers.
pub(super) fn get(w: &Window<'_>, scalar: Scalar, a: Reg) -> u128 {
    if is_wide(scalar) {
        u128::from(w[a]) | (u128::from(w[a.wrapping_add(1)]) << 64)
    } else {
        plain_bits(scalar, w[a])
    }
}

/// Puts a value's bits into one or two registers.
pub(super) fn set(w: &mut Window<'_>, scalar: Scalar, d: Reg, bits: u128) {
    if is_wide(scalar) {
        w[d] = bits as u64;
        w[d.wrapping_add(1)] = (bits >> 64) as u64;
    } else {
        w[d] = canonical(scalar, bits);
    }
}

/// Does it.
#[inline(never)]
pub(super) fn compute(
    types: &TypeTable,
    compute: &Compute,
    w: &mut Window<'_>,
    memory: &mut Memory,
) -> Result<(), Exit> {
    match compute {
        &Compute::Unary { op, scalar, d, a } => {
            let result = match op {
                clew_ir::UnaryOp::LogicalNot => Scalar::Int { bits: 32, signed: true },
                clew_ir::UnaryOp::Neg | clew_ir::UnaryOp::BitNot => scalar,
            };
            set(w, result, d, ops::unary(op, scalar, get(w, scalar, a)));
        }
        &Compute::Binary { op, left, right, d, a, b } => {
            let result =
                if op.is_comparison() { Scalar::Int { bits: 32, signed: true } } else { left };
            let value = ops::binary(op, left, get(w, left, a), right, get(w, right, b));
            set(w, result, d, value.map_err(op_fault)?);
        }
        &Compute::Cast { from, to, d, a } => set(w, to, d, ops::cast(from, to, get(w, from, a))),
        Compute::Intrinsic { op, operands, result, d } => {
            let operands: Vec<(Scalar, u128)> =
                operands.iter().map(|&(scalar, a)| (scalar, get(w, scalar, a))).collect();
            set(w, *result, *d, ops::intrinsic(types, *op, &operands, *result));
        }
        Compute::PointerAsNumber { .. } => {}
        &Compute::Check { op, left, right, a, b } => {
            let (a, b) = (get(w, left, a), get(w, right, b));
            if let Some(fault) = ops::shift_fault(op, left, a, right, b) {
                return Err(Exit::Shift(fault));
            }
            if !op.is_shift() && ops::signed_overflow(op, left, a, b) {
                return Err(Exit::Overflow);
            }
        }
        &Compute::LoadWide { scalar, d, p } => {
            let bits = memory.unit(w[p], 0, value_bytes(scalar)).map_err(Exit::Memory)?;
            set(w, scalar, d, bits);
        }
        &Compute::StoreWide { scalar, a, p } => {
            let bytes = get(w, scalar, a).to_le_bytes();
            let len = memory.data_model().size(scalar) as usize;
            memory.write(w[p], 0, &bytes[..len]).map_err(Exit::Memory)?;
        }
        &Compute::LoadBits { d, p, bits } => {
            let unit =
                memory.unit(w[p], bits.offset as u64, bits.len.into()).map_err(Exit::Memory)?;
            set(w, bits.scalar, d, extract(unit, bits));
        }
        &Compute::StoreBits { a, p, bits } => {
            let value = get(w, bits.scalar, a);
            let insert = |unit| insert(unit, bits, value);
            memory
                .update(w[p], bits.offset as u64, bits.len.into(), insert)
                .map_err(Exit::Memory)?;
        }
    }
    Ok(())
}

/// The value of a bit-field.
fn extract(unit: u128, bits: BitUnit) -> u128 {
    let value = unit >> bits.shift;
    match bits.scalar {
        Scalar::Int { bits: width, signed: true } => {
            ops::truncate(ops::sign_extend(value, bits.width) as u128, width)
        }
        Scalar::Int { .. } | Scalar::Float(_) => ops::truncate(value, bits.width),
    }
}

/// The unit with the bit-field changed.
fn insert(unit: u128, bits: BitUnit, value: u128) -> u128 {
    let mask = ops::truncate(u128::MAX, bits.width) << bits.shift;
    (unit & !mask) | ((value << bits.shift) & mask)
}

fn op_fault(fault: OpFault) -> Exit {
    match fault {
        OpFault::DivisionByZero => Exit::DivisionByZero,
        OpFault::SignedOverflow => Exit::Overflow,
    }
}
