//! Bytes that belong to no member.
//!
//! A store into a record, or into a member of one, leaves its padding unspecified (C11, 6.2.6.1).
//! Compilers make use of it: they copy members instead of records, and do not clear what lies
//! between them. The bytes of a union beside a smaller member they keep, as GNU C promises.

use super::Semantics;
use super::access::{Value, Where};
use crate::program::{Position, Program, Type};
use crate::term::{BitsOp, Sort, Term};
use std::rc::Rc;

/// A record that a place is inside of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Enclosing {
    pub(super) storage: Where,
    pub(super) record: usize,
}

/// Bits of a byte of an object, by the byte's offset.
pub(super) type Padding = Vec<(u64, u8)>;

impl Program {
    /// The bits of a record that a store into one of its members leaves unspecified.
    fn disturbed_in(&self, record: usize) -> Padding {
        let record = &self.records[&record];
        let Some(size) = record.size else { return Vec::new() };
        let mut used = vec![0; usize::try_from(size).unwrap_or(0)];
        for member in &record.fields {
            self.use_whole(&member.ty, member.position, &mut used);
        }
        unused(&used)
    }

    /// The bits of an object that hold no value.
    pub(crate) fn padding(&self, ty: &Type, size: u64) -> Padding {
        let mut used = vec![0; usize::try_from(size).unwrap_or(0)];
        self.use_values(ty, 0, &mut used);
        unused(&used)
    }

    /// Marks all of a member; one of unknown size has all that follows.
    fn use_whole(&self, ty: &Type, position: Position, used: &mut [u8]) {
        match position {
            Position::Byte(from) => {
                let until = self.size(ty).map_or(u64::MAX, |size| from.saturating_add(size));
                mark(used, from, until);
            }
            Position::Bits { offset, width } => mark_bits(used, offset, width),
        }
    }

    /// Marks what holds a value.
    fn use_values(&self, ty: &Type, from: u64, used: &mut [u8]) {
        match ty {
            Type::Record(number) => {
                for member in self.records.get(number).into_iter().flat_map(|it| &it.fields) {
                    match member.position {
                        Position::Byte(offset) => {
                            self.use_values(&member.ty, from.saturating_add(offset), used);
                        }
                        Position::Bits { offset, width } => {
                            mark_bits(used, from.saturating_mul(8).saturating_add(offset), width);
                        }
                    }
                }
            }
            Type::Array(element, Some(length)) => {
                let size = self.size(element).unwrap_or(0);
                let end = used.len() as u64;
                let places = (0..*length).map(|at| from.saturating_add(at.saturating_mul(size)));
                for place in places.take_while(|place| *place < end) {
                    self.use_values(element, place, used);
                }
            }
            _ => {
                let until = self.size(ty).map_or(u64::MAX, |size| from.saturating_add(size));
                mark(used, from, until);
            }
        }
    }
}

fn mark(used: &mut [u8], from: u64, until: u64) {
    let length = used.len() as u64;
    let (from, until) = (from.min(length) as usize, until.min(length) as usize);
    used[from..until.max(from)].fill(0xff);
}

fn mark_bits(used: &mut [u8], offset: u64, width: u32) {
    for bit in offset..offset.saturating_add(width.into()) {
        if let Some(byte) = usize::try_from(bit / 8).ok().and_then(|at| used.get_mut(at)) {
            *byte |= 1 << (bit % 8);
        }
    }
}

fn unused(used: &[u8]) -> Padding {
    let bytes = used.iter().zip(0..);
    bytes.filter(|(byte, _)| **byte != 0xff).map(|(byte, at)| (at, !*byte)).collect()
}

impl Semantics<'_> {
    /// The bits of a record that a store into one of its members leaves unspecified.
    pub(super) fn padding_in(&mut self, record: usize) -> Rc<Padding> {
        let program = self.program;
        let known = self.paddings.entry(record);
        Rc::clone(known.or_insert_with(|| Rc::new(program.disturbed_in(record))))
    }

    /// A byte of which some bits are no longer known.
    pub(super) fn blurred(&mut self, byte: Term, bits: u8) -> Term {
        let other = self.terms.fresh(Sort::Bits(8));
        if bits == 0xff {
            return other;
        }
        let (lost, kept) = (self.terms.bits(bits.into(), 8), self.terms.bits((!bits).into(), 8));
        let new = self.terms.binary(BitsOp::And, other, lost);
        let old = self.terms.binary(BitsOp::And, byte, kept);
        self.terms.binary(BitsOp::Or, new, old)
    }

    /// What arrives of an aggregate that is stored: its members.
    pub(super) fn stored(&mut self, ty: &Type, value: &Value) -> Value {
        let Value::Bytes(bytes) = value else { return value.clone() };
        let mut bytes = bytes.clone();
        for (at, bits) in self.program.padding(ty, bytes.len() as u64) {
            bytes[at as usize] = self.blurred(bytes[at as usize], bits);
        }
        Value::Bytes(bytes)
    }
}
