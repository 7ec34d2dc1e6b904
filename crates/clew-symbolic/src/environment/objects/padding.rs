//! The bytes of an object that no input of its type decides: padding between members, unused bits
//! beside bit-fields, members that are no inputs.
//!
//! A harness that makes an object symbolic means all of its bytes. A program can see these, too, by
//! copying the object to bytes; and if they were left as they are, they would be indeterminate.

use super::fill::{Spot, union_input};
use crate::shadow::Symbolic;
use clew_ir::{ArrayLength, BitRange, FloatKind, RecordKind, Scalar, Type, TypeId, TypeTable};
use clew_vm::memory::Memory;

impl Symbolic<'_> {
    /// Makes inputs of the bytes that a value of this type does not decide as a whole. The members
    /// are filled afterwards, over what is here.
    pub(in crate::environment) fn fill_padding(
        &mut self,
        spot: Spot,
        ty: TypeId,
        name: &str,
        memory: &mut Memory,
    ) {
        for at in undecided(&self.program.types, ty) {
            let spot = Spot { offset: spot.offset + at, ..spot };
            self.fill(spot, TypeTable::UNSIGNED_CHAR, &format!("{name}.padding[{at}]"), memory);
        }
    }
}

/// The bytes of a type some bits of which belong to no input.
fn undecided(types: &TypeTable, ty: TypeId) -> Vec<u64> {
    let mut decided = vec![0_u8; types.size(ty).unwrap_or(0) as usize];
    decide(types, ty, &mut decided);
    let bytes = decided.iter().enumerate().filter(|(_, bits)| **bits != u8::MAX);
    bytes.map(|(at, _)| at as u64).collect()
}

/// Marks the bits that inputs of the type decide.
fn decide(types: &TypeTable, ty: TypeId, bytes: &mut [u8]) {
    match types.get(ty) {
        Type::Array { element, length: ArrayLength::Fixed(_) } => {
            let size = types.size(*element).unwrap_or(0).max(1) as usize;
            bytes.chunks_mut(size).for_each(|chunk| decide(types, *element, chunk));
        }
        Type::Record(id) => {
            let record = &types.records[*id];
            if record.kind == RecordKind::Union {
                if let Some(field) = union_input(types, record) {
                    decide_part(types, field.ty, 0, bytes);
                }
                return;
            }
            for field in &record.fields {
                match field.bits {
                    Some(range) => decide_bits(range, bytes),
                    None => decide_part(types, field.ty, field.offset as usize, bytes),
                }
            }
        }
        _ if types.scalar(ty) == Some(Scalar::Float(FloatKind::X87)) => {}
        _ if types.scalar(ty).is_some() => bytes.fill(u8::MAX),
        _ => {}
    }
}

fn decide_part(types: &TypeTable, ty: TypeId, offset: usize, bytes: &mut [u8]) {
    let end = offset + types.size(ty).unwrap_or(0) as usize;
    if let Some(part) = bytes.get_mut(offset..end) {
        decide(types, ty, part);
    }
}

fn decide_bits(range: BitRange, bytes: &mut [u8]) {
    for bit in range.offset..range.offset + u64::from(range.width) {
        if let Some(byte) = bytes.get_mut((bit / 8) as usize) {
            *byte |= 1 << (bit % 8);
        }
    }
}
