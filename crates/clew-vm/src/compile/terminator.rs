//! How blocks end.

use super::emit::{Compiler, is_wide};
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
        self.at(terminator.span, |compiler| match &terminator.kind {
            TerminatorKind::Goto(target) => compiler.end_in_goto(*target, next),
            TerminatorKind::Branch { condition, then, otherwise, .. } => {
                compiler.branch(condition, *then, *otherwise, next);
            }
            TerminatorKind::Switch { value, arms, default, .. } => {
                compiler.switch(value, arms, *default);
            }
            TerminatorKind::IndirectGoto { address, .. } => {
                let a = compiler.value(address);
                let function = compiler.id.index() as u32;
                compiler.emit(Op::JumpIndirect { a, function });
            }
            TerminatorKind::Return(value) => compiler.end_in_return(value.as_ref()),
            TerminatorKind::Unreachable => compiler.emit_slow(Slow::Unreachable),
        });
    }

    /// A jump back to a loop's test becomes the test itself: one operation less per round.
    fn end_in_goto(&mut self, target: BlockId, next: Option<BlockId>) {
        let block = &self.body.blocks[target];
        let is_back = self.starts[target.index()].is_some();
        if is_back
            && block.statements.is_empty()
            && let TerminatorKind::Branch { condition, then, otherwise, .. } =
                &block.terminator.kind
        {
            return self.at(block.terminator.span, |compiler| {
                compiler.branch(condition, *then, *otherwise, next);
            });
        }
        self.go_to(target, next);
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

    fn switch(&mut self, value: &Expr, arms: &[SwitchArm], default: BlockId) {
        let Scalar::Int { bits: ..=64, signed } = self.scalar_of(value) else {
            let feature = "`switch` on a 128-bit integer".to_owned();
            return self.emit_slow(Slow::Unsupported { feature, at: None });
        };
        let a = self.value(value);
        let default = default.index() as u32;
        let mut sorted: Vec<&SwitchArm> = arms.iter().filter(|arm| arm.low <= arm.high).collect();
        sorted.sort_by_key(|arm| arm.low);
        let span = match (sorted.first(), sorted.last()) {
            (Some(first), Some(last)) => last.high.saturating_sub(first.low).saturating_add(1),
            _ => 0,
        };
        let is_dense = span <= i128::from(MAX_DENSE) && span <= 16 + 4 * sorted.len() as i128;
        if let Some(first) = sorted.first()
            && is_dense
        {
            let mut targets = vec![default; span as usize];
            for arm in &sorted {
                let from = (arm.low - first.low) as usize;
                let to = (arm.high - first.low) as usize;
                targets[from..=to].fill(arm.target.index() as u32);
            }
            let table = self.code.dense.len() as u32;
            self.code.dense.push(Dense { low: first.low as u64, targets, default });
            self.emit(Op::SwitchDense { a, table });
            return;
        }
        let range = |arm: &&SwitchArm| (arm.low as u64, arm.high as u64, arm.target.index() as u32);
        let ranges = sorted.iter().map(range).collect();
        let table = self.code.sparse.len() as u32;
        self.code.sparse.push(Sparse { is_signed: signed, ranges, default });
        self.emit(Op::SwitchSparse { a, table });
    }
}
