//! Branches whose ways meet at once: `a || b` before one body, cases of a switch with the same body.
//!
//! Nothing happens on such a way but that conditions are looked at, so that whoever comes out of it by the same
//! block is in the same state, whichever way was taken. The search takes these ways for one: a loop over blanks
//! (`while (c == ' ' || c == '\t')`) has as many paths as iterations, not two for each.

use clew_ir::cfg::Cfg;
use clew_ir::{BlockId, Body, FunctionId, Program, TerminatorKind};
use clew_symbolic::Ways;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The branches of a program whose ways meet at once.
#[derive(Debug, Default)]
pub(crate) struct Decisions {
    /// From a block to the first of its group.
    heads: FxHashMap<(FunctionId, BlockId), BlockId>,
}

impl Decisions {
    pub(crate) fn new(program: &Program) -> Self {
        let mut heads = FxHashMap::default();
        for (function, contents) in program.functions.iter_enumerated() {
            let Ok(body) = &contents.body else { continue };
            let cfg = Cfg::new(body);
            let mut taken: BTreeSet<BlockId> = BTreeSet::new();
            for head in cfg.reverse_postorder().iter().copied() {
                if taken.contains(&head) {
                    continue;
                }
                let group = group(body, &cfg, head);
                if meets_itself(body, &group) {
                    heads.extend(group.iter().map(|block| ((function, *block), head)));
                    taken.extend(group);
                }
            }
        }
        Decisions { heads }
    }

    /// The first block of the group that a block is in.
    pub(crate) fn head(&self, function: FunctionId, block: BlockId) -> Option<BlockId> {
        self.heads.get(&(function, block)).copied()
    }

    /// The same for machines.
    pub(crate) fn ways(&self) -> Ways {
        let mut ways = Ways::default();
        for (&(function, block), &head) in &self.heads {
            let blocks = if block == head { &mut ways.heads } else { &mut ways.members };
            blocks.insert((function, block));
        }
        ways
    }
}

/// A block that branches, and those behind it that do nothing but branch and are reached from one other
/// only: ways that meet inside come out there, and do not multiply.
fn group(body: &Body, cfg: &Cfg, head: BlockId) -> BTreeSet<BlockId> {
    let mut group = BTreeSet::new();
    let is_switch = |block: BlockId| {
        matches!(body.blocks[block].terminator.kind, TerminatorKind::Switch { .. })
    };
    if !is_branch(body, head) && !is_switch(head) {
        return group;
    }
    group.insert(head);
    let mut agenda = vec![head];
    while let Some(block) = agenda.pop() {
        for &next in cfg.successors(block) {
            let is_member = !group.contains(&next)
                && is_branch(body, next)
                && body.blocks[next].statements.is_empty()
                && cfg.predecessors(next).len() == 1;
            if is_member {
                group.insert(next);
                agenda.push(next);
            }
        }
    }
    group
}

fn is_branch(body: &Body, block: BlockId) -> bool {
    matches!(body.blocks[block].terminator.kind, TerminatorKind::Branch { .. })
}

/// Whether two ways through a group come out by the same block.
fn meets_itself(body: &Body, group: &BTreeSet<BlockId>) -> bool {
    let mut exits = BTreeSet::new();
    let successors =
        group.iter().flat_map(|block| body.blocks[*block].terminator.kind.successors());
    let mut outside = successors.filter(|next| !group.contains(next));
    outside.any(|exit| !exits.insert(exit))
}
