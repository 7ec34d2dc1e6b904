//! What a candidate is likely to meet: open objectives within a few branches.
//!
//! This is `PotentialContr` of predictive path search: from the candidate's edge the walk goes
//! down a number of levels, where each branch begins a new one, into calls and back to callers,
//! and counts the open objectives on each level: what a loop comes to again counts again. A
//! prediction over a few branches is cheaper and more often right than one over all that can be
//! reached.

use super::{Candidate, Node, Reach, ReturnSite};
use crate::objective::ObjectiveId;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// A node to be looked at.
#[derive(Clone, Copy)]
struct Visit {
    node: Node,
    /// Branches passed.
    level: u32,
    /// Statements up to this one are behind.
    after: Option<u32>,
    /// Whether the node belongs to a call that the walk began: its end is not the function's.
    is_inside: bool,
}

/// A walk under way.
struct Walk<'r> {
    reach: &'r Reach,
    levels: u32,
    /// With the level where it is met.
    met: FxHashSet<(ObjectiveId, u32)>,
}

impl Reach {
    /// How many objectives, of those open at the last [`Reach::update`], a candidate may meet
    /// within so many branches, each level on its own; see [`Reach::relevance`] for `stack`.
    pub fn potential(&self, candidate: Candidate, stack: &[ReturnSite], levels: u32) -> u32 {
        let mut walk = Walk { reach: self, levels, met: FxHashSet::default() };
        let start = match candidate {
            Candidate::Edge { function, block, successor } => {
                let Some(node) = self.graph.block(function, block) else { return 0 };
                let from = self.graph.contents(node);
                walk.meet(from.edge_objectives(successor), 0);
                from.successors.get(successor as usize).map(|&target| (function, target))
            }
            Candidate::Within { function, block } => {
                self.graph.block(function, block).map(|node| (function, node))
            }
            Candidate::Fault { .. } => None,
        };
        let Some((mut callee, node)) = start else { return walk.met.len() as u32 };
        let start = Visit { node, level: 0, after: None, is_inside: false };
        let mut returned = walk.function(start);
        for site in stack.iter().rev() {
            let Some(level) = returned else { break };
            let Some(node) = self.graph.block(site.function, site.block) else { break };
            let function = self.graph.function(callee);
            let after = function.and_then(|it| self.graph.position_of_call(node, it));
            returned = walk.function(Visit { node, level, after, is_inside: false });
            callee = site.function;
        }
        walk.met.len() as u32
    }
}

impl Walk<'_> {
    fn meet(&mut self, objectives: impl Iterator<Item = ObjectiveId>, level: u32) {
        let is_open = &self.reach.is_open;
        let open = objectives.filter(|id| is_open[clew_ir::Id::index(*id)]);
        self.met.extend(open.map(|id| (id, level)));
    }

    /// Walks on within one function; the level at which it first returns, if it does so in time.
    fn function(&mut self, start: Visit) -> Option<u32> {
        let mut seen: FxHashSet<(Node, u32, bool)> = FxHashSet::default();
        let mut work = VecDeque::from([start]);
        let mut returned = None;
        while let Some(visit) = work.pop_front() {
            if !seen.insert((visit.node, visit.level, visit.is_inside)) {
                continue;
            }
            let contents = self.reach.graph.contents(visit.node);
            let is_ahead = |at: u32| visit.after.is_none_or(|after| at > after);
            let ahead = contents.objectives.iter().filter(|(at, _)| is_ahead(*at));
            self.meet(ahead.map(|(_, id)| *id), visit.level);
            let called = contents.calls.iter().filter(|(at, _)| is_ahead(*at));
            let called = called.flat_map(|(_, targets)| targets).chain(&contents.others);
            let inside = |&node: &Node| Visit { node, after: None, is_inside: true, ..visit };
            called.map(inside).for_each(|visit| work.push_front(visit));
            match contents.successors[..] {
                [] if contents.can_return && !visit.is_inside => {
                    returned = Some(returned.map_or(visit.level, |it: u32| it.min(visit.level)));
                }
                [] => {}
                [node] => {
                    self.meet(contents.all_edge_objectives(), visit.level);
                    work.push_front(Visit { node, after: None, ..visit });
                }
                _ if visit.level == self.levels => {}
                _ => {
                    self.meet(contents.all_edge_objectives(), visit.level + 1);
                    let next = contents.successors.iter().map(|&node| Visit {
                        node,
                        level: visit.level + 1,
                        after: None,
                        is_inside: visit.is_inside,
                    });
                    work.extend(next);
                }
            }
        }
        returned
    }
}
