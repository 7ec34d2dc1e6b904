//! The order in which blocks are laid out: each followed, where it can be, by a successor.

use clew_ir::{BlockId, Body, Id, TerminatorKind};

/// The reachable blocks in the order of their code.
pub(super) fn order(body: &Body) -> Vec<BlockId> {
    let mut placed = vec![false; body.blocks.len()];
    let mut order = Vec::with_capacity(body.blocks.len());
    let mut pending = vec![body.entry()];
    while let Some(start) = pending.pop() {
        let mut next = Some(start);
        while let Some(block) = next.filter(|block| !placed[block.index()]) {
            placed[block.index()] = true;
            order.push(block);
            let terminator = &body.blocks[block].terminator.kind;
            let successors = terminator.successors();
            next = match terminator {
                TerminatorKind::Goto(target) => Some(*target),
                TerminatorKind::Branch { then, otherwise, .. } => {
                    let is_free = |block: &BlockId| !placed[block.index()];
                    [*then, *otherwise].into_iter().find(is_free)
                }
                TerminatorKind::Switch { .. }
                | TerminatorKind::IndirectGoto { .. }
                | TerminatorKind::Return(_)
                | TerminatorKind::Unreachable => None,
            };
            pending.extend(successors.into_iter().rev().filter(|other| Some(*other) != next));
        }
    }
    order
}
