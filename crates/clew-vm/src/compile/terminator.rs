//! How blocks end.

use super::emit::{Compiler, is_wide};
use super::probe::Edge;
use crate::code::{Dense, Op, Reg, ResultShape, Slow, Sparse};
use clew_ir::{BlockId, Expr, ExprKind, Id, Scalar, SwitchArm, TerminatorKind};

/// Jump tables have at most this many entries.
const MAX_DENSE: u64 = 4096;

impl Compiler<'_> {
    /// Compiles the end of a block; `next` is the block whose code follows.
    pub(super) fn terminator(&mut self, block: BlockId, next: Option<BlockId>) {
        self.next = self.temporaries;
        let body = self.body;
        let terminator = &body.blocks[block].terminator;
        let end = body.blocks[block].statements.len();
        self.start_statement(block, end);
        self.at(terminator.span, |compiler| compiler.probe_statement(block, end));
        self.at(terminator.span, |compiler| match &terminator.kind {
            TerminatorKind::Goto(target) => compiler.end_in_goto(block, *target, next),
            TerminatorKind::Branch { condition, then, otherwise, .. } => {
                compiler.branch(block, condition, *then, *otherwise, next);
            }
            TerminatorKind::Switch { value, arms, default, .. } => {
                compiler.switch(block, value, arms, *default);
                compiler.place_landings(next);
            }
            TerminatorKind::IndirectGoto { address, .. } => {
                let a = compiler.value(address);
                let function = compiler.id.index() as u32;
                compiler.emit_switch(block, Op::JumpIndirect { a, function });
            }
            TerminatorKind::Return(value) => compiler.end_in_return(value.as_ref()),
            TerminatorKind::Unreachable => compiler.emit_slow(Slow::Unreachable),
        });
    }

    /// A jump back to a loop's test becomes the test itself: one operation less per round.
    fn end_in_goto(&mut self, block: BlockId, target: BlockId, next: Option<BlockId>) {
        let edge = Edge { block, index: 0, target };
        let test = &self.body.blocks[target];
        let is_back = self.starts[target.index()].is_some();
        if is_back
            && test.statements.is_empty()
            && let TerminatorKind::Branch { condition, then, otherwise, .. } = &test.terminator.kind
        {
            self.leave_by(edge, Some(target));
            self.start_statement(target, 0);
            return self.at(test.terminator.span, |compiler| {
                compiler.probe_statement(target, 0);
                compiler.branch(target, condition, *then, *otherwise, next);
            });
        }
        self.leave_by(edge, next);
    }

    fn end_in_return(&mut self, value: Option<&Expr>) {
        let signature = self.code.entries[self.id.index()].signature;
        let result = self.code.signatures.get(signature).result;
        let mut a: Reg = 0;
        let mut wide = false;
        match (result, value) {
            (ResultShape::Scalar(to), Some(value)) => {
                let from = self.scalar_of(value);
                a = self.value(value);
                if from != to {
                    let d = self.temporary(2);
                    self.cast_register(from, to, d, a);
                    a = d;
                }
                wide = is_wide(to);
            }
            (ResultShape::Scalar(to), None) => {
                // C forbids the caller to use the value; it is 0.
                a = self.constant_value(to, 0, None);
                wide = is_wide(to);
            }
            (ResultShape::Record(size), Some(value)) => {
                if let ExprKind::Load(place) = &value.kind {
                    let (address, _) = self.address(place, true);
                    let from = self.pointer(address, None);
                    self.emit(Op::CopyResult { from, size });
                }
            }
            (ResultShape::Record(_), None) | (ResultShape::Void, _) => {}
        }
        if self.needs_leave {
            self.emit_slow(Slow::LeaveFrame);
        }
        let count = self.objects.end - self.objects.start;
        if count > 0 {
            self.emit(Op::DeadAll { d: self.objects.start, count });
        }
        self.emit(if wide { Op::ReturnWide { a } } else { Op::Return { a } });
    }

    /// Puts down the operation that chooses among the successors of a block.
    fn emit_switch(&mut self, block: BlockId, op: Op) {
        let position = self.emit(op);
        if self.is_observed() {
            self.code.switch_sites.insert(position, block);
        }
    }

    fn switch(&mut self, block: BlockId, value: &Expr, arms: &[SwitchArm], default: BlockId) {
        let Scalar::Int { bits: ..=64, signed } = self.scalar_of(value) else {
            let feature = "`switch` on a 128-bit integer".to_owned();
            return self.emit_slow(Slow::Unsupported { feature, at: None });
        };
        let a = self.value(value);
        let mut ranges: Vec<(i128, i128, u32)> = Vec::with_capacity(arms.len());
        for (index, arm) in arms.iter().enumerate().filter(|(_, arm)| arm.low <= arm.high) {
            let edge = Edge { block, index: index as u32, target: arm.target };
            ranges.push((arm.low, arm.high, self.way(edge).0));
        }
        ranges.sort_by_key(|(low, ..)| *low);
        let default = self.way(Edge { block, index: arms.len() as u32, target: default }).0;
        let span = match (ranges.first(), ranges.last()) {
            (Some((low, ..)), Some((_, high, _))) => high.saturating_sub(*low).saturating_add(1),
            _ => 0,
        };
        let is_dense = span <= i128::from(MAX_DENSE) && span <= 16 + 4 * ranges.len() as i128;
        if let Some(&(first, ..)) = ranges.first()
            && is_dense
        {
            let mut targets = vec![default; span as usize];
            for (low, high, target) in &ranges {
                targets[(low - first) as usize..=(high - first) as usize].fill(*target);
            }
            let table = self.code.dense.len() as u32;
            self.code.dense.push(Dense { low: first as u64, targets, default });
            return self.emit_switch(block, Op::SwitchDense { a, table });
        }
        let range = |(low, high, target): (i128, i128, u32)| (low as u64, high as u64, target);
        let ranges = ranges.into_iter().map(range).collect();
        let table = self.code.sparse.len() as u32;
        self.code.sparse.push(Sparse { is_signed: signed, ranges, default });
        self.emit_switch(block, Op::SwitchSparse { a, table });
    }
}
