//! The register operations.
//!
//! Operands and results are 64-bit terms in canonical form. Operations on 32 bits cut their
//! operands, compute, and extend again; the pool lets the cuts and extensions cancel.

use super::REGISTER;
use super::extent::low;
use super::float::{self, Circuit, Test as FloatTest};
use super::integer::{self, Bitwise, Operator, Part};
use super::overflow::signed_overflow;
use clew_ir::BinaryOp;
use clew_logic::float as circuits;
use clew_logic::float::Format;
use clew_logic::{TermId, TermPool};
use clew_vm::code::Op;

/// The term of the register that `op` writes, from those of the registers it reads (`b` is
/// ignored where there is none). `None` for operations that do not compute a register from
/// registers alone.
pub(crate) fn result(pool: &mut TermPool, op: &Op, a: TermId, b: TermId) -> Option<TermId> {
    let b = constant(pool, op).unwrap_or(b);
    if let Some(test) = value_test(op) {
        let holds = test(pool, a, b);
        return Some(pool.bool_to_bv(holds, REGISTER));
    }
    arithmetic(pool, op, a, b)
        .or_else(|| bits(pool, op, a, b))
        .or_else(|| division(pool, op, a, b))
        .or_else(|| floating(pool, op, a, b))
        .or_else(|| conversion(pool, op, a))
}

/// The Boolean under which a conditional jump is taken; `None` for all else.
pub(crate) fn condition(pool: &mut TermPool, op: &Op, a: TermId, b: TermId) -> Option<TermId> {
    let b = constant(pool, op).unwrap_or(b);
    jump_test(op).map(|test| test(pool, a, b))
}

/// The Boolean under which an operation on registers faults; `None` where it never does.
pub(crate) fn fault(pool: &mut TermPool, op: &Op, a: TermId, b: TermId) -> Option<TermId> {
    let (danger, width) = danger(op)?;
    let b = constant(pool, op).unwrap_or(b);
    let (a, b) = (low(pool, a, width), low(pool, b, width));
    let fault = match danger {
        Danger::Division { signed } => integer::division_fault(pool, signed, a, b),
        Danger::Overflow(op) => signed_overflow(pool, op, a, b),
    };
    (fault != TermPool::FALSE).then_some(fault)
}

/// What an operation on registers may fault for.
enum Danger {
    Division { signed: bool },
    Overflow(BinaryOp),
}

/// The danger of an operation, and the width it computes in.
fn danger(op: &Op) -> Option<(Danger, u32)> {
    Some(match op {
        Op::DivS32 { .. } | Op::DivIS32 { .. } | Op::RemS32 { .. } | Op::RemIS32 { .. } => {
            (Danger::Division { signed: true }, 32)
        }
        Op::DivU32 { .. } | Op::DivIU32 { .. } | Op::RemU32 { .. } | Op::RemIU32 { .. } => {
            (Danger::Division { signed: false }, 32)
        }
        Op::DivS64 { .. } | Op::RemS64 { .. } => (Danger::Division { signed: true }, 64),
        Op::DivU64 { .. } | Op::RemU64 { .. } => (Danger::Division { signed: false }, 64),
        Op::AddChecked32 { .. } => (Danger::Overflow(BinaryOp::Add), 32),
        Op::AddChecked64 { .. } => (Danger::Overflow(BinaryOp::Add), 64),
        Op::SubChecked32 { .. } => (Danger::Overflow(BinaryOp::Sub), 32),
        Op::SubChecked64 { .. } => (Danger::Overflow(BinaryOp::Sub), 64),
        Op::MulChecked32 { .. } => (Danger::Overflow(BinaryOp::Mul), 32),
        Op::MulChecked64 { .. } => (Danger::Overflow(BinaryOp::Mul), 64),
        _ => return None,
    })
}

/// The constant that an operation has in place of its second register.
fn constant(pool: &mut TermPool, op: &Op) -> Option<TermId> {
    let value = match *op {
        Op::AddI32 { value, .. }
        | Op::AddIU32 { value, .. }
        | Op::AddI64 { value, .. }
        | Op::MulI32 { value, .. }
        | Op::MulIU32 { value, .. }
        | Op::MulI64 { value, .. }
        | Op::DivIS32 { value, .. }
        | Op::DivIU32 { value, .. }
        | Op::RemIS32 { value, .. }
        | Op::RemIU32 { value, .. }
        | Op::AndI { value, .. }
        | Op::OrI { value, .. }
        | Op::XorI { value, .. }
        | Op::ShlI32 { value, .. }
        | Op::ShlIU32 { value, .. }
        | Op::ShlI64 { value, .. }
        | Op::ShrSI { value, .. }
        | Op::ShrUI { value, .. }
        | Op::EqI { value, .. }
        | Op::NeI { value, .. }
        | Op::LtSI { value, .. }
        | Op::GeSI { value, .. }
        | Op::LtUI { value, .. }
        | Op::GeUI { value, .. } => value,
        Op::JumpEqI { value, .. }
        | Op::JumpNeI { value, .. }
        | Op::JumpLtSI { value, .. }
        | Op::JumpGeSI { value, .. }
        | Op::JumpLtUI { value, .. }
        | Op::JumpGeUI { value, .. } => value.into(),
        _ => return None,
    };
    Some(pool.bv_signed(REGISTER, value.into()))
}

/// What a comparison that gives 0 or 1 asks.
fn value_test(op: &Op) -> Option<Operator> {
    Some(match op {
        Op::Eq { .. } | Op::EqI { .. } => integer::equal,
        Op::Ne { .. } | Op::NeI { .. } => integer::different,
        Op::LtS { .. } | Op::LtSI { .. } => integer::less,
        Op::LeS { .. } => integer::at_most,
        Op::GeSI { .. } => integer::at_least,
        Op::LtU { .. } | Op::LtUI { .. } => integer::below,
        Op::LeU { .. } => integer::not_above,
        Op::GeUI { .. } => integer::not_below,
        Op::EqF64 { .. } => |pool, a, b| circuits::eq(pool, Format::F64, a, b),
        Op::NeF64 { .. } => |pool, a, b| float::different(pool, Format::F64, a, b),
        Op::LtF64 { .. } => |pool, a, b| circuits::lt(pool, Format::F64, a, b),
        Op::LeF64 { .. } => |pool, a, b| circuits::le(pool, Format::F64, a, b),
        Op::EqF32 { .. } => |pool, a, b| test_f32(pool, circuits::eq, a, b),
        Op::NeF32 { .. } => |pool, a, b| test_f32(pool, float::different, a, b),
        Op::LtF32 { .. } => |pool, a, b| test_f32(pool, circuits::lt, a, b),
        Op::LeF32 { .. } => |pool, a, b| test_f32(pool, circuits::le, a, b),
        _ => return None,
    })
}

/// What a conditional jump asks.
fn jump_test(op: &Op) -> Option<Operator> {
    Some(match op {
        Op::JumpEq { .. } | Op::JumpEqI { .. } => integer::equal,
        Op::JumpNe { .. } | Op::JumpNeI { .. } => integer::different,
        Op::JumpLtS { .. } | Op::JumpLtSI { .. } => integer::less,
        Op::JumpLeS { .. } => integer::at_most,
        Op::JumpGeSI { .. } => integer::at_least,
        Op::JumpLtU { .. } | Op::JumpLtUI { .. } => integer::below,
        Op::JumpLeU { .. } => integer::not_above,
        Op::JumpGeUI { .. } => integer::not_below,
        Op::JumpEqF64 { .. } => |pool, a, b| circuits::eq(pool, Format::F64, a, b),
        Op::JumpNeF64 { .. } => |pool, a, b| float::different(pool, Format::F64, a, b),
        Op::JumpLtF64 { .. } => |pool, a, b| circuits::lt(pool, Format::F64, a, b),
        Op::JumpNotLtF64 { .. } => |pool, a, b| {
            let less = circuits::lt(pool, Format::F64, a, b);
            pool.not(less)
        },
        Op::JumpLeF64 { .. } => |pool, a, b| circuits::le(pool, Format::F64, a, b),
        Op::JumpNotLeF64 { .. } => |pool, a, b| {
            let at_most = circuits::le(pool, Format::F64, a, b);
            pool.not(at_most)
        },
        _ => return None,
    })
}

fn test_f32(pool: &mut TermPool, test: FloatTest, a: TermId, b: TermId) -> TermId {
    let (a, b) = (low(pool, a, 32), low(pool, b, 32));
    test(pool, Format::F32, a, b)
}

/// An operator on `int`.
fn signed32(pool: &mut TermPool, op: Operator, a: TermId, b: TermId) -> TermId {
    let (a, b) = (low(pool, a, 32), low(pool, b, 32));
    let value = op(pool, a, b);
    pool.sign_extend(value, REGISTER)
}

/// An operator on `unsigned int`.
fn unsigned32(pool: &mut TermPool, op: Operator, a: TermId, b: TermId) -> TermId {
    let (a, b) = (low(pool, a, 32), low(pool, b, 32));
    let value = op(pool, a, b);
    pool.zero_extend(value, REGISTER)
}

/// Addition, subtraction, multiplication, negation, the difference of pointers.
fn arithmetic(pool: &mut TermPool, op: &Op, a: TermId, b: TermId) -> Option<TermId> {
    let negate: Operator = |pool, a, _| pool.neg(a);
    Some(match *op {
        Op::Add32 { .. } | Op::AddI32 { .. } | Op::AddChecked32 { .. } => {
            signed32(pool, TermPool::add, a, b)
        }
        Op::AddU32 { .. } | Op::AddIU32 { .. } => unsigned32(pool, TermPool::add, a, b),
        Op::Add64 { .. } | Op::AddI64 { .. } | Op::AddChecked64 { .. } => pool.add(a, b),
        Op::Sub32 { .. } | Op::SubChecked32 { .. } => signed32(pool, TermPool::sub, a, b),
        Op::SubU32 { .. } => unsigned32(pool, TermPool::sub, a, b),
        Op::Sub64 { .. } | Op::SubChecked64 { .. } => pool.sub(a, b),
        Op::Mul32 { .. } | Op::MulI32 { .. } | Op::MulChecked32 { .. } => {
            signed32(pool, TermPool::mul, a, b)
        }
        Op::MulU32 { .. } | Op::MulIU32 { .. } => unsigned32(pool, TermPool::mul, a, b),
        Op::Mul64 { .. } | Op::MulI64 { .. } | Op::MulChecked64 { .. } => pool.mul(a, b),
        Op::Neg32 { .. } => signed32(pool, negate, a, a),
        Op::NegU32 { .. } => unsigned32(pool, negate, a, a),
        Op::Neg64 { .. } => pool.neg(a),
        Op::PointerDifference { size, .. } => pointer_difference(pool, a, b, size),
        _ => return None,
    })
}

/// As the machine does it: by a shift where the size is a power of two.
fn pointer_difference(pool: &mut TermPool, a: TermId, b: TermId, size: u64) -> TermId {
    let bytes = pool.sub(a, b);
    if size.is_power_of_two() {
        let count = pool.bv(REGISTER, size.trailing_zeros().into());
        pool.ashr(bytes, count)
    } else {
        let size = pool.bv(REGISTER, size.into());
        integer::divide(pool, Part::Quotient, true, bytes, size)
    }
}

/// Bit operators and shifts. Shifts to the right of 32 bits rely on the canonical form of `a`.
fn bits(pool: &mut TermPool, op: &Op, a: TermId, b: TermId) -> Option<TermId> {
    let shift_left: Operator = |pool, a, b| integer::shift(pool, TermPool::shl, a, b);
    let shift_signed: Operator = |pool, a, b| integer::shift(pool, TermPool::ashr, a, b);
    let shift_unsigned: Operator = |pool, a, b| integer::shift(pool, TermPool::lshr, a, b);
    Some(match op {
        Op::And { .. } | Op::AndI { .. } => integer::bitwise(pool, Bitwise::And, a, b),
        Op::Or { .. } | Op::OrI { .. } => integer::bitwise(pool, Bitwise::Or, a, b),
        Op::Xor { .. } | Op::XorI { .. } => integer::bitwise(pool, Bitwise::Xor, a, b),
        Op::Not { .. } => integer::complement(pool, a),
        Op::Shl32 { .. } | Op::ShlI32 { .. } => signed32(pool, shift_left, a, b),
        Op::ShlU32 { .. } | Op::ShlIU32 { .. } => unsigned32(pool, shift_left, a, b),
        Op::Shl64 { .. } | Op::ShlI64 { .. } => shift_left(pool, a, b),
        Op::ShrS32 { .. } => signed32(pool, shift_signed, a, b),
        Op::ShrS64 { .. } | Op::ShrSI { .. } => shift_signed(pool, a, b),
        Op::ShrU32 { .. } => unsigned32(pool, shift_unsigned, a, b),
        Op::ShrU64 { .. } | Op::ShrUI { .. } => shift_unsigned(pool, a, b),
        _ => return None,
    })
}

fn division(pool: &mut TermPool, op: &Op, a: TermId, b: TermId) -> Option<TermId> {
    let quotient: Operator = |pool, a, b| integer::divide(pool, Part::Quotient, true, a, b);
    let quotient_u: Operator = |pool, a, b| integer::divide(pool, Part::Quotient, false, a, b);
    let rest: Operator = |pool, a, b| integer::divide(pool, Part::Remainder, true, a, b);
    let rest_u: Operator = |pool, a, b| integer::divide(pool, Part::Remainder, false, a, b);
    Some(match op {
        Op::DivS32 { .. } | Op::DivIS32 { .. } => signed32(pool, quotient, a, b),
        Op::DivS64 { .. } => quotient(pool, a, b),
        Op::DivU32 { .. } | Op::DivIU32 { .. } => unsigned32(pool, quotient_u, a, b),
        Op::DivU64 { .. } => quotient_u(pool, a, b),
        Op::RemS32 { .. } | Op::RemIS32 { .. } => signed32(pool, rest, a, b),
        Op::RemS64 { .. } => rest(pool, a, b),
        Op::RemU32 { .. } | Op::RemIU32 { .. } => unsigned32(pool, rest_u, a, b),
        Op::RemU64 { .. } => rest_u(pool, a, b),
        _ => return None,
    })
}

fn floating(pool: &mut TermPool, op: &Op, a: TermId, b: TermId) -> Option<TermId> {
    let (format, circuit): (Format, Circuit) = match op {
        Op::AddF64 { .. } => (Format::F64, circuits::add),
        Op::SubF64 { .. } => (Format::F64, circuits::sub),
        Op::MulF64 { .. } => (Format::F64, circuits::mul),
        Op::DivF64 { .. } => (Format::F64, circuits::div),
        Op::AddF32 { .. } => (Format::F32, circuits::add),
        Op::SubF32 { .. } => (Format::F32, circuits::sub),
        Op::MulF32 { .. } => (Format::F32, circuits::mul),
        Op::DivF32 { .. } => (Format::F32, circuits::div),
        _ => return None,
    };
    let (a, b) = (low(pool, a, format.width()), low(pool, b, format.width()));
    let value = float::arithmetic(pool, format, circuit, a, b);
    Some(pool.zero_extend(value, REGISTER))
}

/// Moves, extensions, and conversions from and to floats.
fn conversion(pool: &mut TermPool, op: &Op, a: TermId) -> Option<TermId> {
    let value = match op {
        Op::Move { .. } => a,
        Op::SignExtend8 { .. } => return Some(sign_extended(pool, a, 8)),
        Op::SignExtend16 { .. } => return Some(sign_extended(pool, a, 16)),
        Op::SignExtend32 { .. } => return Some(sign_extended(pool, a, 32)),
        Op::ZeroExtend8 { .. } => low(pool, a, 8),
        Op::ZeroExtend16 { .. } => low(pool, a, 16),
        Op::ZeroExtend32 { .. } => low(pool, a, 32),
        Op::SignedToF64 { .. } => float::from_integer(pool, Format::F64, a, true),
        Op::UnsignedToF64 { .. } => float::from_integer(pool, Format::F64, a, false),
        Op::SignedToF32 { .. } => float::from_integer(pool, Format::F32, a, true),
        Op::UnsignedToF32 { .. } => float::from_integer(pool, Format::F32, a, false),
        Op::F32ToF64 { .. } => {
            let a = low(pool, a, 32);
            float::convert(pool, Format::F32, Format::F64, a)
        }
        Op::F64ToF32 { .. } => float::convert(pool, Format::F64, Format::F32, a),
        Op::F64ToI32 { .. } => {
            let value = float::to_signed(pool, Format::F64, a, 32);
            return Some(pool.sign_extend(value, REGISTER));
        }
        Op::F64ToI64 { .. } => float::to_signed(pool, Format::F64, a, 64),
        _ => return None,
    };
    Some(pool.zero_extend(value, REGISTER))
}

fn sign_extended(pool: &mut TermPool, a: TermId, bits: u32) -> TermId {
    let value = low(pool, a, bits);
    pool.sign_extend(value, REGISTER)
}
