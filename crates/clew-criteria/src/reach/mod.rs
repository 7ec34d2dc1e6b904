//! Where something is left to be met: the coverage structure.
//!
//! A search asks, of a way it could go, whether an open objective lies that way. The answer goes
//! across calls: into functions called downstream, recursive or not, and back into the callers
//! that are under way. It is sound where it matters: a candidate is [`Relevance::Irrelevant`]
//! only when no continuation can meet an open objective. (`signal` handlers are not followed.)
//!
//! The graph is built once. After coverage has changed, one pass over those parts of it from
//! where an open objective can be reached brings the answers up to date; an answer then costs no
//! more than looking at one block for each call under way.

mod distance;
mod graph;
mod potential;

use crate::coverage::Coverage;
use crate::objective::{ObjectiveId, Objectives};
use clew_ir::call_graph::CallGraph;
use clew_ir::{BlockId, FunctionId, Id, Program};
use graph::{Graph, Node};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// The distance where no open objective can be met.
const DEAD: u32 = u32::MAX;

/// Whether going some way can meet an open objective.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Relevance {
    /// No continuation meets one.
    Irrelevant,
    /// Some continuation may.
    May,
    /// Every continuation does, as long as the calls before it return: nothing branches before.
    Must,
}

/// A way that a run could go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Candidate {
    /// Out of a block by the successor with this index.
    Edge {
        /// The function.
        function: FunctionId,
        /// The block.
        block: BlockId,
        /// The index into [`clew_ir::TerminatorKind::successors`].
        successor: u32,
    },
    /// On from somewhere in a block: another value, not another edge.
    Within {
        /// The function.
        function: FunctionId,
        /// The block.
        block: BlockId,
    },
    /// Into a fault somewhere in a block: the run ends there.
    Fault {
        /// The function.
        function: FunctionId,
        /// The block.
        block: BlockId,
    },
}

/// Where a call under way returns to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ReturnSite {
    /// The calling function.
    pub function: FunctionId,
    /// The block with the call.
    pub block: BlockId,
}

/// Where open objectives can be met.
#[derive(Clone, Debug)]
pub struct Reach {
    graph: Graph,
    /// By objective.
    is_open: Vec<bool>,
    /// By node: the steps to the nearest open objective that can be met from its start on,
    /// before its function returns; [`DEAD`] where there is none.
    distances: Vec<u32>,
    /// Whether what runs at the program's end can meet one.
    is_end_live: bool,
    /// By node: the open objectives that are at home there.
    open_at: Vec<u32>,
    /// How many decisions of the coverage are taken in; none before the first update.
    known: Option<usize>,
}

impl Reach {
    /// For runs of `entry`; nothing can be asked before the first [`Reach::update`].
    pub fn new(
        program: &Program,
        calls: &CallGraph,
        entry: FunctionId,
        objectives: &Objectives,
    ) -> Self {
        let graph = Graph::new(program, calls, entry, objectives);
        let mut open_at = vec![0; graph.len()];
        for objective in objectives.iter() {
            graph.homes(objective.id).iter().for_each(|home| open_at[home.0] += 1);
        }
        Self {
            is_open: vec![true; objectives.len()],
            distances: vec![0; graph.len()],
            is_end_live: true,
            open_at,
            known: None,
            graph,
        }
    }

    /// Brings the answers up to date. It must be one and the same coverage each time.
    ///
    /// The cost is in proportion to what was decided since, but where a block has lost its last
    /// open objective: then it is in proportion to the program.
    pub fn update(&mut self, coverage: &Coverage) {
        let mut is_changed = self.known.is_none();
        for &id in &coverage.decided()[self.known.unwrap_or(0)..] {
            if std::mem::replace(&mut self.is_open[id.index()], false) {
                for &home in self.graph.homes(id) {
                    self.open_at[home.0] -= 1;
                    is_changed |= self.open_at[home.0] == 0;
                }
            }
        }
        self.known = Some(coverage.decided().len());
        if is_changed {
            self.measure();
        }
    }

    /// The distances to what is open.
    fn measure(&mut self) {
        self.distances.fill(DEAD);
        let mut work: VecDeque<Node> = VecDeque::new();
        for (at, _) in self.open_at.iter().enumerate().filter(|(_, open)| **open > 0) {
            self.distances[at] = 0;
            work.push_back(Node(at));
        }
        while let Some(node) = work.pop_front() {
            let distance = self.distances[node.0] + 1;
            for &before in self.graph.before(node) {
                if self.distances[before.0] == DEAD {
                    self.distances[before.0] = distance;
                    work.push_back(before);
                }
            }
        }
        self.is_end_live = self.graph.at_end().iter().any(|&node| self.is_live(node));
    }

    /// Whether a candidate can meet an objective that was open at the last [`Reach::update`].
    /// `stack` has the calls under way, outermost first: the last one returns from the
    /// candidate's function.
    pub fn relevance(&self, candidate: Candidate, stack: &[ReturnSite]) -> Relevance {
        let (function, node) = match candidate {
            Candidate::Edge { function, block, successor } => {
                let Some(node) = self.graph.block(function, block) else { return Relevance::May };
                let from = self.graph.contents(node);
                if self.any_open(from.edge_objectives(successor)) {
                    return Relevance::Must;
                }
                match from.successors.get(successor as usize) {
                    Some(&target) => (function, target),
                    None => return Relevance::May,
                }
            }
            Candidate::Within { function, block } => match self.graph.block(function, block) {
                Some(node) => (function, node),
                None => return Relevance::May,
            },
            Candidate::Fault { function, block } => {
                return self.relevance_of_fault(function, block);
            }
        };
        if matches!(candidate, Candidate::Edge { .. }) && self.leads_straight(node) {
            return Relevance::Must;
        }
        if self.is_live(node) || self.is_end_live || self.is_live_behind(function, node, stack) {
            Relevance::May
        } else {
            Relevance::Irrelevant
        }
    }

    /// A fault meets nothing that lies beyond it; what is asked for in its block may be about it.
    fn relevance_of_fault(&self, function: FunctionId, block: BlockId) -> Relevance {
        let is_asked_for = |node: Node| {
            let contents = self.graph.contents(node);
            self.any_open(contents.objectives.iter().map(|(_, id)| *id))
        };
        match self.graph.block(function, block) {
            Some(node) if !is_asked_for(node) => Relevance::Irrelevant,
            Some(_) | None => Relevance::May,
        }
    }

    fn is_live(&self, node: Node) -> bool {
        self.distances[node.0] != DEAD
    }

    fn any_open(&self, mut objectives: impl Iterator<Item = ObjectiveId>) -> bool {
        objectives.any(|id| self.is_open[id.index()])
    }

    /// Whether an open objective is met before anything branches.
    fn leads_straight(&self, start: Node) -> bool {
        let mut seen = FxHashSet::default();
        let mut work = vec![start];
        while let Some(node) = work.pop() {
            if !self.is_live(node) || !seen.insert(node) {
                continue;
            }
            let contents = self.graph.contents(node);
            if self.any_open(contents.objectives.iter().map(|(_, id)| *id)) {
                return true;
            }
            for (_, targets) in &contents.calls {
                if let [function] = targets[..] {
                    work.push(function);
                }
            }
            if let [next] = contents.successors[..] {
                if self.any_open(contents.edge_objectives(0)) {
                    return true;
                }
                work.push(next);
            }
        }
        false
    }

    /// Whether an open objective can be met once `callee`, which is at `node`, has returned.
    fn is_live_behind(&self, mut callee: FunctionId, node: Node, stack: &[ReturnSite]) -> bool {
        let mut can_return = self.graph.contents(node).can_return;
        let mut last = None;
        for &site in stack.iter().rev() {
            if !can_return {
                return false;
            }
            // Recursion repeats the same site many times.
            if last == Some((site, callee)) {
                continue;
            }
            last = Some((site, callee));
            let Some(node) = self.graph.block(site.function, site.block) else { return true };
            if self.is_rest_live(node, callee) {
                return true;
            }
            can_return = self.graph.contents(node).can_return;
            callee = site.function;
        }
        false
    }

    /// Whether an open objective can be met in a block and beyond, after a call of `callee`.
    fn is_rest_live(&self, node: Node, callee: FunctionId) -> bool {
        let Some(callee) = self.graph.function(callee) else { return true };
        let Some(position) = self.graph.position_of_call(node, callee) else {
            return self.is_live(node);
        };
        let contents = self.graph.contents(node);
        let objectives = contents.objectives.iter().filter(|(at, _)| *at > position);
        let mut calls = contents.calls.iter().filter(|(at, _)| *at > position);
        self.any_open(objectives.map(|(_, id)| *id))
            || calls.any(|(_, targets)| targets.iter().any(|target| self.is_live(*target)))
            || self.any_open(contents.all_edge_objectives())
            || contents.successors.iter().any(|next| self.is_live(*next))
            || contents.others.iter().any(|next| self.is_live(*next))
    }
}
