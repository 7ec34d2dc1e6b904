//! Statements that are no calls, and the conditions of branches.

use super::unset::Spans;
use super::{Semantics, Slot, State};
use crate::program::{Place, Scalar, Terminator};
use crate::term::{Compare, Term};

impl Semantics<'_> {
    /// `place = value`.
    pub(crate) fn assign(
        &mut self,
        state: &mut State,
        place: &Place,
        value: &crate::program::Expr,
    ) {
        let frame = state.top();
        let value = self.moved_value(state, frame, value);
        self.write_place(state, frame, place, &value);
    }

    /// All bytes of a place become zero.
    pub(crate) fn zero(&mut self, state: &mut State, place: &Place) {
        let value = self.zeroes(&place.ty);
        let frame = state.top();
        self.write_place(state, frame, place, &value);
    }

    /// A local's declaration is reached.
    pub(crate) fn live(&mut self, state: &mut State, local: usize) {
        self.dead(state, local);
        let frame = state.top();
        let function = state.frames[frame].function;
        state.frames[frame].slots[local] = self.new_slot(state, function, local);
        state.frames[frame].set[local] = Spans::default();
    }

    /// A local's scope is left.
    pub(crate) fn dead(&mut self, state: &mut State, local: usize) {
        let frame = state.top();
        if let Slot::Object(object) = state.frames[frame].slots[local] {
            self.end_object(state, object);
        }
    }

    /// The conditions under which a terminator goes to each of its successors.
    pub(crate) fn edge_conditions(
        &mut self,
        state: &mut State,
        terminator: &Terminator,
    ) -> Vec<Term> {
        let frame = state.top();
        match terminator {
            Terminator::Goto(_) => vec![self.terms.bool(true)],
            Terminator::Branch { condition, .. } => {
                let scalar = condition.ty.scalar().unwrap_or(crate::program::INT);
                let value = self.value(state, frame, condition);
                let then = self.truth(scalar, value);
                let otherwise = self.terms.not(then);
                vec![then, otherwise]
            }
            Terminator::Switch { value, arms, .. } => {
                let signed = value.ty.scalar().is_some_and(Scalar::is_signed);
                let value = self.value(state, frame, value);
                let mut conditions: Vec<Term> = arms
                    .iter()
                    .map(|arm| self.is_between(value, signed, arm.low, arm.high))
                    .collect();
                let mut default = self.terms.bool(true);
                for condition in &conditions {
                    let other = self.terms.not(*condition);
                    default = self.terms.and(default, other);
                }
                conditions.push(default);
                conditions
            }
            Terminator::IndirectGoto { address, targets } => {
                let function = state.frames[frame].function;
                let address = self.value(state, frame, address);
                let labels = targets.iter().map(|block| {
                    let label = self.label_address(function, *block);
                    self.terms.equal(address, label)
                });
                labels.collect()
            }
            Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
        }
    }

    fn is_between(&mut self, value: Term, signed: bool, low: i128, high: i128) -> Term {
        let width = self.terms.width(value);
        let (lowest, highest) =
            (self.terms.bits(low as u128, width), self.terms.bits(high as u128, width));
        if low == high {
            return self.terms.equal(value, lowest);
        }
        let op = if signed { Compare::SignedLessEqual } else { Compare::UnsignedLessEqual };
        let (above, below) =
            (self.terms.compare(op, lowest, value), self.terms.compare(op, value, highest));
        self.terms.and(above, below)
    }
}
