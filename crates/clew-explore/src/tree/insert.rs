//! A finished run becomes part of the tree.

use clew_logic::{Model, TermId, TermPool};
use clew_symbolic::{Arm, CallsId, Fork, ForkSite, Others, PathId, Side, Trace, mix};

use super::runs::{RunId, Runs};
use super::words::{SegmentId, Spelling};
use super::{Edge, EdgeId, Label, Node, NodeId, SiteId, State, Tree};
use crate::candidate::UnmetId;

/// Where the part of a trace begins that the tree does not have yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    below: EdgeId,
    fork: usize,
}

impl Start {
    /// At the beginning: the trace is compared with the tree fork by fork.
    pub(crate) const ROOT: Start = Start { below: EdgeId::NONE, fork: 0 };
}

impl Tree {
    /// Where the trace of a run begins to be new that takes the candidate, as it should. The
    /// candidate is no candidate any more, unless it stands for any number of arms or for a label:
    /// then the caller decides once the trace is in the tree.
    pub(crate) fn take_candidate(&mut self, candidate: EdgeId) -> Start {
        let Edge { node, open, side, .. } = *self.edge(candidate);
        let depth = self.node(node).depth as usize;
        if open || side.is_some() {
            return Start { below: self.node(node).parent, fork: depth };
        }
        self.release_run(candidate);
        self.edge_mut(candidate).state = State::Taken;
        Start { below: candidate, fork: depth + 1 }
    }

    /// How many leading forks of a trace are nodes already: their alternatives are known.
    pub(crate) fn known_forks(&self, trace: &Trace) -> usize {
        let mut below = EdgeId::NONE;
        for (depth, fork) in trace.forks.iter().enumerate() {
            let Some(node) = self.find_child(below, &fork.site) else { return depth };
            let Some(edge) = self.find_arm(node, fork.arm) else { return depth + 1 };
            below = edge;
        }
        trace.forks.len()
    }

    /// Adds the new part of a trace; its candidates are appended to `candidates`, in the order of
    /// the path. `input` is the run's.
    pub(crate) fn insert(
        &mut self,
        pool: &mut TermPool,
        trace: &Trace,
        start: Start,
        input: Model,
        candidates: &mut Vec<EdgeId>,
    ) {
        let mut adder = Adder { run: RunId::NONE, input, candidates };
        let mut at = start.below;
        let (mut path, mut signature) = self.below(at);
        let spelling = Spelling::of(trace);
        if let Some(spelling) = &spelling {
            self.spell_above(at, spelling);
        }
        let mut sides = trace.sides.iter().skip_while(|side| side.forks < start.fork).peekable();
        for (place, fork) in trace.forks.iter().enumerate().skip(start.fork) {
            while let Some(side) = sides.next_if(|side| side.forks <= place) {
                self.add_side(at, side, &mut adder);
            }
            let known = self.find_child(at, &fork.site);
            let node = known.unwrap_or_else(|| self.add_node(at, &fork.site, path, signature));
            at = self.take_arm(node, fork);
            if self.is_unspelled(node) {
                self.spell(node, spelling.as_ref(), place);
            }
            if known.is_none() {
                self.node_mut(node).calls = fork.calls;
                self.add_candidates(pool, node, fork, &mut adder);
            }
            (path, signature) = self.below(at);
        }
        for side in sides {
            self.add_side(at, side, &mut adder);
        }
        if at != EdgeId::NONE {
            let Edge { state, child, .. } = *self.edge(at);
            if state == State::Taken && child == NodeId::NONE {
                self.finish(at);
            }
        }
    }

    pub(super) fn find_child(&self, below: EdgeId, site: &ForkSite) -> Option<NodeId> {
        let mut node = self.first_child(below);
        while node != NodeId::NONE {
            if self.site(node) == site {
                return Some(node);
            }
            node = self.node(node).twin;
        }
        None
    }

    fn find_arm(&self, node: NodeId, arm: Arm) -> Option<EdgeId> {
        self.edges_of(node).find(|&edge| self.edge(edge).arm == arm && !self.edge(edge).open)
    }

    /// Adds a fork below an edge.
    pub(super) fn add_node(
        &mut self,
        parent: EdgeId,
        site: &ForkSite,
        path: PathId,
        signature: u64,
    ) -> NodeId {
        let site = self.site_id(site);
        let depth = match parent {
            EdgeId::NONE => 0,
            parent => self.node(self.edge(parent).node).depth + 1,
        };
        let twin = self.first_child(parent);
        let node = Node {
            path,
            signature,
            site,
            calls: CallsId::TOO_MANY,
            depth,
            parent,
            first_edge: EdgeId::NONE,
            twin,
            live: 0,
            segment: SegmentId::NONE,
        };
        let id = match self.free_nodes.pop() {
            Some(id) => {
                *self.node_mut(id) = node;
                id
            }
            None => {
                self.nodes.push(node);
                NodeId(self.nodes.len() as u32 - 1)
            }
        };
        self.set_first_child(parent, id);
        if parent != EdgeId::NONE && self.edge(parent).state == State::Done {
            self.edge_mut(parent).state = State::Taken;
            let above = self.edge(parent).node;
            self.node_mut(above).live += 1;
        }
        id
    }

    /// The edge of the arm that a run took.
    pub(super) fn take_arm(&mut self, node: NodeId, fork: &Fork) -> EdgeId {
        let Some(edge) = self.find_arm(node, fork.arm) else {
            self.seen.insert(mix(self.node(node).signature, fork.constraint.index() as u64));
            let edge = Edge {
                arm: fork.arm,
                constraint: fork.constraint,
                node,
                next: EdgeId::NONE,
                child: NodeId::NONE,
                run: RunId::NONE,
                state: State::Taken,
                open: false,
                unmet: UnmetId::NONE,
                side: None,
            };
            return self.add_edge(edge);
        };
        let state = self.edge(edge).state;
        if matches!(state, State::Pending | State::Trying | State::Filtered) {
            self.pending -= usize::from(state == State::Pending);
            self.release_run(edge);
            self.edge_mut(edge).state = State::Taken;
        }
        edge
    }

    fn add_candidates(
        &mut self,
        pool: &mut TermPool,
        node: NodeId,
        fork: &Fork,
        adder: &mut Adder<'_>,
    ) {
        match &fork.others {
            Others::None => {}
            Others::Negation(arm) => {
                let constraint = pool.not(fork.constraint);
                self.add_candidate(node, *arm, Some(constraint), adder);
            }
            Others::Listed(arms) => {
                for &(arm, constraint) in arms {
                    self.add_candidate(node, arm, Some(constraint), adder);
                }
            }
            &Others::Open(limit) => {
                self.add_candidate(node, Arm(limit.into()), None, adder);
            }
        }
    }

    /// Adds a candidate, open where it has no constraint of its own, unless it was one before.
    fn add_candidate(
        &mut self,
        node: NodeId,
        arm: Arm,
        constraint: Option<TermId>,
        adder: &mut Adder<'_>,
    ) {
        let word = constraint.map_or(u64::MAX, |term| term.index() as u64);
        if !self.seen.insert(mix(self.node(node).signature, word)) {
            return;
        }
        if self.is_too_deep(self.node(node).depth) {
            return;
        }
        let run = adder.keep_run(&mut self.runs);
        adder.candidates.push(self.add_pending(node, arm, constraint, run));
    }

    fn is_too_deep(&mut self, depth: u32) -> bool {
        let is_too_deep = self.max_depth.is_some_and(|limit| depth >= limit);
        self.too_deep += u64::from(is_too_deep);
        is_too_deep
    }

    /// Adds a candidate for a label beside the path, unless it was one before.
    fn add_side(&mut self, below: EdgeId, side: &Side, adder: &mut Adder<'_>) {
        let (path, signature) = self.below(below);
        let edge = mix(signature, side.constraint.index() as u64);
        // The number of a label, unlike that of any term.
        let label = u64::MAX - 1 - u64::from(side.probe.0);
        if !self.seen.insert(mix(edge, label)) || self.is_too_deep(side.forks as u32) {
            return;
        }
        let node = self.find_child(below, &side.site);
        let node = node.unwrap_or_else(|| self.add_node(below, &side.site, path, signature));
        let run = adder.keep_run(&mut self.runs);
        let candidate = self.add_pending(node, Arm(1), Some(side.constraint), run);
        let Side { probe, is_exact, .. } = *side;
        self.edge_mut(candidate).side = Some(Label { probe, is_exact });
        adder.candidates.push(candidate);
    }

    /// Adds a pending edge that holds the run once.
    pub(super) fn add_pending(
        &mut self,
        node: NodeId,
        arm: Arm,
        constraint: Option<TermId>,
        run: RunId,
    ) -> EdgeId {
        self.pending += 1;
        self.add_edge(Edge {
            arm,
            constraint: constraint.unwrap_or(TermPool::FALSE),
            node,
            next: EdgeId::NONE,
            child: NodeId::NONE,
            run,
            state: State::Pending,
            open: constraint.is_none(),
            unmet: UnmetId::NONE,
            side: None,
        })
    }

    fn add_edge(&mut self, edge: Edge) -> EdgeId {
        let node = edge.node;
        let edge = Edge { next: self.node(node).first_edge, ..edge };
        let id = match self.free_edges.pop() {
            Some(id) => {
                *self.edge_mut(id) = edge;
                id
            }
            None => {
                self.edges.push(edge);
                EdgeId(self.edges.len() as u32 - 1)
            }
        };
        let node = self.node_mut(node);
        node.first_edge = id;
        node.live += 1;
        id
    }

    fn site_id(&mut self, site: &ForkSite) -> SiteId {
        *self.site_ids.entry(*site).or_insert_with(|| {
            self.sites.push(*site);
            SiteId(self.sites.len() as u32 - 1)
        })
    }
}

/// The run whose candidates are being added. Its inputs are kept with the first of them.
struct Adder<'a> {
    run: RunId,
    input: Model,
    candidates: &'a mut Vec<EdgeId>,
}

impl Adder<'_> {
    /// Keeps the run for one candidate more.
    fn keep_run(&mut self, runs: &mut Runs) -> RunId {
        match self.run {
            RunId::NONE => self.run = runs.keep(std::mem::take(&mut self.input)),
            run => runs.share(run),
        }
        self.run
    }
}
