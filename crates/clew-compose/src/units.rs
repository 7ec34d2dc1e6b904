//! The parts of a path: single forks, and ways through branches that meet at once.

use crate::decisions::Decisions;
use crate::walk::Segment;
use clew_ir::{BlockId, FunctionId, Program};
use clew_logic::{TermId, TermPool};
use clew_symbolic::{Arm, Fork, ForkKind, ForkSite, Origin};
use std::collections::BTreeMap;
use std::ops::Range;

/// What tells a part of a path from others at the same place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Key {
    /// A fork.
    Fork(ForkSite, Arm),
    /// A way that comes out of a group of branches, and where.
    Exit { function: FunctionId, head: BlockId, exit: BlockId },
    /// A way of which it is not known where it comes out, or that ends.
    Way(Vec<(ForkSite, Arm)>),
}

/// A part of a path.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    pub(crate) key: Key,
    /// What holds because it was taken, in the terms of the call.
    pub(crate) condition: TermId,
    /// What of that the program says, and no assumption of the size of inputs.
    pub(crate) own: TermId,
    /// Bytes that were read and depend on no input, where several ways are one.
    pub(crate) constants: BTreeMap<(u32, u64), u8>,
}

/// The forks of the next part of a path.
#[derive(Clone, Debug)]
pub(crate) struct Next {
    pub(crate) forks: Range<usize>,
    pub(crate) key: Key,
    /// Whether it is a way through a group of branches.
    pub(crate) is_way: bool,
}

/// Which branches meet at once, and where they lead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Map<'p> {
    pub(crate) program: &'p Program,
    pub(crate) decisions: &'p Decisions,
}

impl Map<'_> {
    /// The next part of a path from a fork on; `None` at its end.
    pub(crate) fn next(&self, segment: Segment<'_>, from: usize) -> Option<Next> {
        let fork = segment.forks.get(from)?;
        let calls = segment.calls.iter().map(|call| call.forks_before);
        let until = calls.filter(|at| *at > from).min().unwrap_or(segment.forks.len());
        let Some(head) = self.begins_way(fork) else {
            let key = Key::Fork(fork.site, fork.arm);
            return Some(Next { forks: from..from + 1, key, is_way: false });
        };
        let (end, exit) = self.way(&segment.forks[..until], from, head);
        let function = fork.site.at.function;
        let key = match exit {
            Some(exit) => Key::Exit { function, head, exit },
            None => Key::Way(arms(&segment.forks[from..end])),
        };
        Some(Next { forks: from..end, key, is_way: true })
    }

    /// The number of forks of a path that begins with these parts; `None` where it does not.
    pub(crate) fn follow<'u>(
        &self,
        segment: Segment<'_>,
        units: impl IntoIterator<Item = &'u Unit>,
    ) -> Option<usize> {
        let mut from = 0;
        for unit in units {
            let next = self.next(segment, from)?;
            if next.key != unit.key {
                return None;
            }
            from = next.forks.end;
        }
        Some(from)
    }

    /// The first block of the group through which a fork's way goes.
    fn begins_way(&self, fork: &Fork) -> Option<BlockId> {
        let at = fork.site.at;
        let head = self.decisions.head(at.function, at.block)?;
        // What is checked before the first branch happens on all ways.
        (at.block != head || is_branch(fork)).then_some(head)
    }

    /// Where a way ends, and the block where it comes out, if that is known.
    fn way(&self, forks: &[Fork], from: usize, head: BlockId) -> (usize, Option<BlockId>) {
        let mut at = from;
        loop {
            let fork = &forks[at];
            at += 1;
            if !is_plain(fork) {
                return (at, None);
            }
            if is_branch(fork) {
                match self.successor(fork) {
                    Some(next)
                        if self.decisions.head(fork.site.at.function, next) == Some(head)
                            && next != head => {}
                    exit => return (at, exit),
                }
            } else if fork.arm == Arm(0) {
                return (at, None);
            }
            let Some(next) = forks.get(at) else { return (at, None) };
            let place = next.site.at;
            let is_inside = place.function == fork.site.at.function
                && place.block != head
                && self.decisions.head(place.function, place.block) == Some(head);
            let is_next = next.passed == fork.passed + u64::from(is_branch(next));
            if !is_inside || !is_next {
                return (at, None);
            }
        }
    }

    fn successor(&self, fork: &Fork) -> Option<BlockId> {
        let at = fork.site.at;
        let body = self.program.functions[at.function].body.as_ref().ok()?;
        body.blocks[at.block].terminator.kind.successors().get(fork.arm.0 as usize).copied()
    }
}

/// What the program says at forks, and no assumption of the size of inputs.
pub(crate) fn own_condition(pool: &mut TermPool, forks: &[Fork]) -> TermId {
    let is_own = |fork: &&Fork| !matches!(fork.origin, Origin::Bound | Origin::Guess);
    pool.and_all(forks.iter().filter(is_own).map(|fork| fork.constraint))
}

/// Where forks are, and the arms taken.
pub(crate) fn arms(forks: &[Fork]) -> Vec<(ForkSite, Arm)> {
    forks.iter().map(|fork| (fork.site, fork.arm)).collect()
}

fn is_branch(fork: &Fork) -> bool {
    matches!(fork.site.kind, ForkKind::Branch | ForkKind::Switch)
}

/// Whether a fork is the program's own and leaves nothing behind but its constraint.
fn is_plain(fork: &Fork) -> bool {
    fork.origin == Origin::Program
        && (is_branch(fork) || matches!(fork.site.kind, ForkKind::Check(_)))
}
