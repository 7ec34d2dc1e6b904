//! Which bytes an operation of the machine is about to write.

use crate::memory::{Action, Base, memory_operation};
use clew_vm::code::{Compute, Op, Reg};
use clew_vm::memory::Memory;
use clew_vm::shadow::View;

/// Bytes that are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StoredRange {
    pub(super) address: u64,
    pub(super) len: u64,
}

/// The bytes that the operation writes, if it writes any by itself.
pub(super) fn stored(op: &Op, view: &View<'_, '_>) -> Option<StoredRange> {
    let at = |p: Reg, offset: i64, len: u64| {
        Some(StoredRange { address: view.registers[p].wrapping_add_signed(offset), len })
    };
    match *op {
        Op::Copy { p, size, .. } | Op::Zero { p, size } => at(p, 0, size),
        Op::CopyResult { size, .. } => at(0, 0, size).filter(|stored| stored.address != 0),
        Op::CopyByte { p, offset, .. } => at(p, offset.into(), 1),
        Op::Compute { index } => match view.code.computes[index as usize] {
            Compute::StoreWide { p, .. } => at(p, 0, 16),
            Compute::StoreBits { p, bits, .. } => at(p, bits.offset, bits.len.into()),
            Compute::Unary { .. }
            | Compute::Binary { .. }
            | Compute::Cast { .. }
            | Compute::Intrinsic { .. }
            | Compute::Check { .. }
            | Compute::PointerAsNumber { .. }
            | Compute::LoadWide { .. }
            | Compute::LoadBits { .. } => None,
        },
        _ => scalar_store(op, view),
    }
}

fn scalar_store(op: &Op, view: &View<'_, '_>) -> Option<StoredRange> {
    let (place, Action::Store { .. }) = memory_operation(op)? else { return None };
    let base = base_address(place.base, view.registers, view.memory);
    let index = place
        .index
        .map_or(0, |(register, scale)| view.registers[register].wrapping_mul(scale as u64));
    let address = base.wrapping_add(index).wrapping_add_signed(place.offset);
    Some(StoredRange { address, len: place.len })
}

fn base_address(base: Base, registers: &clew_vm::run::Window<'_>, memory: &Memory) -> u64 {
    match base {
        Base::Register(register) => registers[register],
        Base::Object(number) => memory.address(number),
    }
}
