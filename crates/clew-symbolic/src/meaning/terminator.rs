//! How blocks end: which way is taken when.

use super::Meaning;
use super::effect::{Arbitrary, Danger, Departure, Edge, Leaving, Returned};
use super::store::{Named, scalar_width};
use clew_ir::{BlockId, Expr, Scalar, SwitchArm, Terminator, TerminatorKind, TypeTable};
use clew_logic::{TermId, TermPool};

impl Meaning<'_> {
    /// How a block is left.
    pub fn terminator(&mut self, terminator: &Terminator) -> Leaving {
        let departure = self.at(terminator.span, |meaning| match &terminator.kind {
            TerminatorKind::Goto(target) => {
                Departure::Edges(vec![Edge { index: 0, target: *target, guard: TermPool::TRUE }])
            }
            TerminatorKind::Branch { condition, then, otherwise, .. } => {
                let holds = meaning.truth(condition);
                let fails = meaning.pool.not(holds);
                Departure::Edges(vec![
                    Edge { index: 0, target: *then, guard: holds },
                    Edge { index: 1, target: *otherwise, guard: fails },
                ])
            }
            TerminatorKind::Switch { value, arms, default, .. } => {
                Departure::Edges(meaning.switch(value, arms, *default))
            }
            TerminatorKind::IndirectGoto { address, targets } => {
                Departure::Edges(meaning.computed_goto(address, targets))
            }
            TerminatorKind::Return(value) => {
                Departure::Return(meaning.return_value(value.as_ref()))
            }
            TerminatorKind::Unreachable => Departure::Unreachable,
        });
        let found = self.finish();
        Leaving { departure, defined: found.defined, arbitrary: found.arbitrary }
    }

    fn switch(&mut self, value: &Expr, arms: &[SwitchArm], default: BlockId) -> Vec<Edge> {
        let signed = matches!(self.scalar_of(value), Scalar::Int { signed: true, .. });
        let value = self.value(value);
        let mut edges = Vec::with_capacity(arms.len() + 1);
        let mut none = TermPool::TRUE;
        for (index, arm) in arms.iter().enumerate() {
            let guard = self.is_between(value, arm, signed);
            let misses = self.pool.not(guard);
            none = self.pool.and(none, misses);
            edges.push(Edge { index: index as u32, target: arm.target, guard });
        }
        edges.push(Edge { index: arms.len() as u32, target: default, guard: none });
        edges
    }

    fn is_between(&mut self, value: TermId, arm: &SwitchArm, signed: bool) -> TermId {
        let width = self.pool.width(value);
        let (low, high) =
            (self.pool.bv_signed(width, arm.low), self.pool.bv_signed(width, arm.high));
        if low == high {
            return self.pool.eq(value, low);
        }
        let (from, to) = if signed {
            (self.pool.sle(low, value), self.pool.sle(value, high))
        } else {
            (self.pool.ule(low, value), self.pool.ule(value, high))
        };
        self.pool.and(from, to)
    }

    fn computed_goto(&mut self, address: &Expr, targets: &[BlockId]) -> Vec<Edge> {
        let address = self.value(address);
        let mut any = TermPool::FALSE;
        let mut edges = Vec::with_capacity(targets.len());
        for (index, &target) in targets.iter().enumerate() {
            let label = self.store.address(self.pool, Named::Label(self.id, target));
            let guard = self.pool.eq(address, label);
            any = self.pool.or(any, guard);
            edges.push(Edge { index: index as u32, target, guard });
        }
        self.must_hold(Danger::NoLabel, any);
        edges
    }

    fn return_value(&mut self, value: Option<&Expr>) -> Returned {
        let ty = self.program.function_type(self.id).result;
        if ty == TypeTable::VOID {
            return Returned::Nothing;
        }
        match (self.scalar(ty), value) {
            (Some(to), Some(value)) => {
                let from = self.scalar_of(value);
                let value = self.value(value);
                Returned::Scalar(to, self.cast(from, to, value))
            }
            (Some(to), None) => {
                Returned::Scalar(to, self.arbitrary(scalar_width(to), Arbitrary::NoResult))
            }
            (None, Some(value)) => {
                let from = self.aggregate(value);
                Returned::Record { from, len: self.program.types.size(ty).unwrap_or(0) }
            }
            (None, None) => Returned::Nothing,
        }
    }
}
