//! The execution tree: the forks of executed paths and the candidates beside them.
//!
//! A node is a fork that some run came to; an edge is an arm of it, taken or not. What is explored
//! below an edge is dropped as soon as nothing in it is left to do, so the tree holds about as much
//! as there is to do, however many paths there were.
//!
//! A label that a run could have covered is a candidate too: an edge beside the path, below the
//! same edge as the fork that comes next. No run takes it: one that covers the label goes on along
//! the forks.
//!
//! **Invariants.** [`Node::live`] counts the edges of a node that are not [`State::Done`]; a node
//! without any is freed, and its parent's edge is done when that was its last child. An edge that
//! is pending, being tried or set aside holds its run; no other edge does.

mod insert;
mod runs;
mod share;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use insert::Start;
pub(crate) use share::Pick;

use std::fmt;

use clew_ir::{Id, ProbeId};
use clew_logic::{Model, TermId, TermPool};
use clew_symbolic::{Arm, CallsId, ForkSite, PathId, Trace, mix};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::candidate::{CandidateInfo, UnmetId};
use runs::{RunId, Runs};
use words::{SegmentId, Words};

/// An edge of an execution tree. Numbers are used again when an edge is gone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeId(u32);

impl Id for EdgeId {
    fn from_index(index: usize) -> Self {
        EdgeId(u32::try_from(index).expect("a tree should stay below 2^32 edges"))
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for EdgeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "edge{}", self.0)
    }
}

impl fmt::Debug for EdgeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl EdgeId {
    const NONE: EdgeId = EdgeId(u32::MAX);
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct NodeId(u32);

impl NodeId {
    const NONE: NodeId = NodeId(u32::MAX);
}

/// The number of a site in [`Tree::sites`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SiteId(u32);

/// A fork on a path.
#[derive(Clone, Debug)]
struct Node {
    /// The forks up to here: a candidate is no path through the program yet, so that this is not
    /// the [`Trace::path`] of a run.
    path: PathId,
    /// The constraints up to here, as a hash of one pool's terms.
    signature: u64,
    site: SiteId,
    /// The calls under way, where it has candidates.
    calls: CallsId,
    depth: u32,
    /// The edge that leads here; none at the start.
    parent: EdgeId,
    first_edge: EdgeId,
    /// Another fork in the same place: where values were made concrete, two runs may take the
    /// same arms and then come to different sites.
    twin: NodeId,
    live: u32,
    /// The letters since the fork above, where words are told and the forks decide them.
    segment: SegmentId,
}

/// What has become of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// A run took it; there is more to do below it.
    Taken,
    /// A candidate.
    Pending,
    /// A candidate that is being decided.
    Trying,
    /// A candidate that is not to be tried, unless it is called back.
    Filtered,
    /// Nothing is left to do.
    Done,
}

/// An arm of a fork.
#[derive(Clone, Debug)]
struct Edge {
    /// The arm; of an open candidate, the most arms to be tried.
    arm: Arm,
    constraint: TermId,
    node: NodeId,
    next: EdgeId,
    /// The first of the nodes it leads to.
    child: NodeId,
    /// The run whose inputs satisfy everything before the edge.
    run: RunId,
    state: State,
    /// Whether it stands for any arm not seen yet.
    open: bool,
    /// What the path before it has met and no run could be counted for.
    unmet: UnmetId,
    /// The label that it is for, where it is no arm of a fork.
    side: Option<Label>,
}

/// A label that a candidate is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Label {
    probe: ProbeId,
    /// Whether a run that takes the candidate must hit it.
    is_exact: bool,
}

/// The execution tree of one worker.
#[derive(Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    free_nodes: Vec<NodeId>,
    edges: Vec<Edge>,
    free_edges: Vec<EdgeId>,
    runs: Runs,
    words: Words,
    sites: Vec<ForkSite>,
    site_ids: FxHashMap<ForkSite, SiteId>,
    root: NodeId,
    pending: usize,
    /// The signatures of edges that were taken or became candidates, also in trees before a
    /// restart: none becomes a candidate again.
    seen: FxHashSet<u64>,
    max_depth: Option<u32>,
    /// Candidates left out because of `max_depth`.
    too_deep: u64,
}

impl Tree {
    /// An empty tree with candidates up to a depth.
    pub(crate) fn new(max_depth: Option<u32>) -> Self {
        Tree {
            nodes: Vec::new(),
            free_nodes: Vec::new(),
            edges: Vec::new(),
            free_edges: Vec::new(),
            runs: Runs::default(),
            words: Words::default(),
            sites: Vec::new(),
            site_ids: FxHashMap::default(),
            root: NodeId::NONE,
            pending: 0,
            seen: FxHashSet::default(),
            max_depth,
            too_deep: 0,
        }
    }

    /// Forgets the paths, but not which candidates there were.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.free_nodes.clear();
        self.edges.clear();
        self.free_edges.clear();
        self.runs = Runs::default();
        self.words = Words::default();
        self.root = NodeId::NONE;
        self.pending = 0;
    }

    /// The candidates that wait.
    pub(crate) fn pending(&self) -> usize {
        self.pending
    }

    /// The candidates left out because they are too deep.
    pub(crate) fn too_deep(&self) -> u64 {
        self.too_deep
    }

    /// Whether the candidate waits to be tried.
    pub(crate) fn is_pending(&self, candidate: EdgeId) -> bool {
        self.edges.get(candidate.index()).is_some_and(|edge| edge.state == State::Pending)
    }

    /// What a strategy may know of a candidate.
    pub(crate) fn info(&self, candidate: EdgeId) -> CandidateInfo {
        let edge = self.edge(candidate);
        let node = self.node(edge.node);
        let arm = (!edge.open).then_some(edge.arm);
        CandidateInfo { site: *self.site(edge.node), arm, depth: node.depth }
    }

    /// What the path before a candidate has met and no run could be counted for.
    pub(crate) fn unmet_of(&self, candidate: EdgeId) -> UnmetId {
        self.edge(candidate).unmet
    }

    /// Says so.
    pub(crate) fn set_unmet(&mut self, candidate: EdgeId, unmet: UnmetId) {
        self.edge_mut(candidate).unmet = unmet;
    }

    /// The label that a candidate is for, where it is no arm of a fork.
    pub(crate) fn label_of(&self, candidate: EdgeId) -> Option<ProbeId> {
        self.edge(candidate).side.map(|label| label.probe)
    }

    /// Whether a run that takes the candidate must hit its label.
    pub(crate) fn is_exact_side(&self, candidate: EdgeId) -> bool {
        self.edge(candidate).side.is_some_and(|label| label.is_exact)
    }

    /// The calls under way at a candidate's fork.
    pub(crate) fn calls_of(&self, candidate: EdgeId) -> CallsId {
        self.node(self.edge(candidate).node).calls
    }

    /// Takes a candidate out of those that wait; it may be called back.
    pub(crate) fn filter_out(&mut self, candidate: EdgeId) {
        debug_assert!(self.is_pending(candidate));
        self.edge_mut(candidate).state = State::Filtered;
        self.pending -= 1;
    }

    /// Whether the candidate waits to be tried; one that was set aside does so again.
    pub(crate) fn call_back(&mut self, candidate: EdgeId) -> bool {
        let edge = self.edges.get_mut(candidate.index());
        if let Some(edge) = edge.filter(|edge| edge.state == State::Filtered) {
            edge.state = State::Pending;
            self.pending += 1;
        }
        self.is_pending(candidate)
    }

    /// The identity of a candidate in other processes.
    pub(crate) fn path_of(&self, candidate: EdgeId) -> PathId {
        let edge = self.edge(candidate);
        let (path, site) = (self.node(edge.node).path, self.site(edge.node));
        match edge.open {
            true => path.then_another(site, self.known_arms(edge.node).count()),
            false => path.then(site, edge.arm),
        }
    }

    /// The inputs of the run beside whose path the candidate lies.
    pub(crate) fn input_of(&self, candidate: EdgeId) -> &Model {
        self.runs.model(self.edge(candidate).run)
    }

    /// Whether a candidate for any new arm has had as many arms as its limit says.
    pub(crate) fn is_at_limit(&self, candidate: EdgeId) -> bool {
        let edge = self.edge(candidate);
        edge.open && self.known_arms(edge.node).count() as u64 >= edge.arm.0
    }

    /// Takes a candidate out of those that wait.
    pub(crate) fn start(&mut self, candidate: EdgeId) {
        debug_assert!(self.is_pending(candidate));
        self.edge_mut(candidate).state = State::Trying;
        self.pending -= 1;
    }

    /// Puts a candidate that is being tried back.
    pub(crate) fn put_back(&mut self, candidate: EdgeId) {
        debug_assert!(self.edge(candidate).state == State::Trying);
        self.edge_mut(candidate).state = State::Pending;
        self.pending += 1;
    }

    /// Has a candidate that is being tried wait again, for other inputs than those that take a way
    /// behind it; whether there can be any.
    pub(crate) fn put_back_without(
        &mut self,
        pool: &mut TermPool,
        candidate: EdgeId,
        way: &[TermId],
    ) -> bool {
        let way = pool.and_all(way.iter().copied());
        let other = pool.not(way);
        let constraint = pool.and(self.edge(candidate).constraint, other);
        let is_possible = constraint != TermPool::FALSE;
        if is_possible {
            self.edge_mut(candidate).constraint = constraint;
            self.put_back(candidate);
        }
        is_possible
    }

    /// Closes a candidate, unless a run has taken it meanwhile.
    pub(crate) fn close(&mut self, candidate: EdgeId) {
        match self.edge(candidate).state {
            State::Trying | State::Filtered => {}
            State::Pending => self.pending -= 1,
            State::Taken | State::Done => return,
        }
        self.release_run(candidate);
        self.finish(candidate);
    }

    /// The path condition of a candidate, its own constraint last.
    pub(crate) fn path_condition(
        &self,
        pool: &mut TermPool,
        candidate: EdgeId,
        constraints: &mut Vec<TermId>,
    ) {
        constraints.clear();
        let edge = self.edge(candidate);
        match edge.open {
            true => {
                let arms = self.known_arms(edge.node);
                constraints.extend(arms.map(|arm| pool.not(self.edge(arm).constraint)));
            }
            false => constraints.push(edge.constraint),
        }
        let mut parent = self.node(edge.node).parent;
        while parent != EdgeId::NONE {
            let edge = self.edge(parent);
            constraints.push(edge.constraint);
            parent = self.node(edge.node).parent;
        }
        constraints.reverse();
    }

    /// The constraint of a candidate by itself; `None` where it stands for any arm, or waits no more.
    pub(crate) fn constraint_of(&self, candidate: EdgeId) -> Option<TermId> {
        let edge = self.edges.get(candidate.index())?;
        (edge.state == State::Pending && !edge.open).then_some(edge.constraint)
    }

    /// Where a trace leaves the path to the candidate; `None` where it takes it.
    pub(crate) fn divergence(&self, candidate: EdgeId, trace: &Trace) -> Option<usize> {
        let mut first = None;
        let mut edge = candidate;
        if let Some(Label { probe, is_exact }) = self.edge(edge).side {
            let node = self.node(self.edge(edge).node);
            if is_exact && !trace.hits.contains(&probe) {
                first = Some(node.depth as usize);
            }
            edge = node.parent;
        }
        while edge != EdgeId::NONE {
            let Edge { node, arm, open, .. } = *self.edge(edge);
            let depth = self.node(node).depth as usize;
            let follows = trace.forks.get(depth).is_some_and(|fork| {
                let as_hoped = match open {
                    true => self.known_arms(node).all(|known| self.edge(known).arm != fork.arm),
                    false => fork.arm == arm,
                };
                as_hoped && fork.site == *self.site(node)
            });
            if !follows {
                first = Some(depth);
            }
            edge = self.node(node).parent;
        }
        first
    }

    /// The arms of a fork that runs have taken.
    fn known_arms(&self, node: NodeId) -> impl Iterator<Item = EdgeId> {
        self.edges_of(node).filter(|&edge| {
            let edge = self.edge(edge);
            !edge.open && matches!(edge.state, State::Taken | State::Done)
        })
    }

    fn edges_of(&self, node: NodeId) -> impl Iterator<Item = EdgeId> {
        let there = |edge: EdgeId| (edge != EdgeId::NONE).then_some(edge);
        let first = there(self.node(node).first_edge);
        std::iter::successors(first, move |&edge| there(self.edge(edge).next))
    }

    fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.0 as usize]
    }

    fn node_mut(&mut self, node: NodeId) -> &mut Node {
        &mut self.nodes[node.0 as usize]
    }

    fn edge(&self, edge: EdgeId) -> &Edge {
        &self.edges[edge.index()]
    }

    fn edge_mut(&mut self, edge: EdgeId) -> &mut Edge {
        &mut self.edges[edge.index()]
    }

    fn site(&self, node: NodeId) -> &ForkSite {
        &self.sites[self.node(node).site.0 as usize]
    }

    /// The path and the signature of what lies below an edge.
    fn below(&self, edge: EdgeId) -> (PathId, u64) {
        if edge == EdgeId::NONE {
            return (PathId::ROOT, 0);
        }
        let Edge { node, arm, constraint, .. } = *self.edge(edge);
        let path = self.node(node).path.then(self.site(node), arm);
        (path, mix(self.node(node).signature, constraint.index() as u64))
    }

    fn release_run(&mut self, edge: EdgeId) {
        let run = std::mem::replace(&mut self.edge_mut(edge).run, RunId::NONE);
        self.runs.release(run);
    }

    /// Marks an edge as done, and everything above it that has nothing else left.
    fn finish(&mut self, mut edge: EdgeId) {
        loop {
            self.edge_mut(edge).state = State::Done;
            let node = self.edge(edge).node;
            self.node_mut(node).live -= 1;
            if self.node(node).live > 0 {
                return;
            }
            let parent = self.node(node).parent;
            self.free(node);
            if parent == EdgeId::NONE || self.edge(parent).child != NodeId::NONE {
                return;
            }
            edge = parent;
        }
    }

    /// Takes a node out of its twins and gives back its place and those of its edges.
    fn free(&mut self, node: NodeId) {
        let Node { parent, twin, first_edge, segment, .. } = *self.node(node);
        self.words.release(segment);
        let mut before = self.first_child(parent);
        if before == node {
            self.set_first_child(parent, twin);
        } else {
            while self.node(before).twin != node {
                before = self.node(before).twin;
            }
            self.node_mut(before).twin = twin;
        }
        let mut edge = first_edge;
        while edge != EdgeId::NONE {
            self.free_edges.push(edge);
            edge = self.edge(edge).next;
        }
        self.free_nodes.push(node);
    }

    fn first_child(&self, parent: EdgeId) -> NodeId {
        if parent == EdgeId::NONE { self.root } else { self.edge(parent).child }
    }

    fn set_first_child(&mut self, parent: EdgeId, child: NodeId) {
        match parent {
            EdgeId::NONE => self.root = child,
            parent => self.edge_mut(parent).child = child,
        }
    }
}
