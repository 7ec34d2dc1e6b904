//! The words of a tree's paths: each node has the letters between the fork above and its own, and the
//! state in which they leave an automaton.

use clew_symbolic::{ForkKind, Letter, Trace};

use super::{EdgeId, NodeId, Tree};
use crate::candidate::CandidateInfo;
use crate::technique::Way;

/// The letters of a node, where words are told; a number in [`Words`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SegmentId(u32);

impl SegmentId {
    pub(super) const NONE: SegmentId = SegmentId(u32::MAX);
}

/// What is between two forks of a path, and where it leaves an automaton.
#[derive(Debug)]
struct Segment {
    letters: Box<[Letter]>,
    epoch: u32,
    state: u32,
}

/// The letters of the nodes of a tree.
#[derive(Debug, Default)]
pub(super) struct Words {
    segments: Vec<Segment>,
    free: Vec<SegmentId>,
}

impl Words {
    fn keep(&mut self, letters: &[Letter]) -> SegmentId {
        let letters = letters.iter().map(without_fork).collect();
        let segment = Segment { letters, epoch: 0, state: 0 };
        match self.free.pop() {
            Some(id) => {
                self.segments[id.0 as usize] = segment;
                id
            }
            None => {
                self.segments.push(segment);
                SegmentId(self.segments.len() as u32 - 1)
            }
        }
    }

    pub(super) fn release(&mut self, id: SegmentId) {
        if id != SegmentId::NONE {
            self.segments[id.0 as usize].letters = Box::default();
            self.free.push(id);
        }
    }
}

/// The letter, whatever fork it was in its run.
fn without_fork(letter: &Letter) -> Letter {
    match *letter {
        Letter::Edge { from, arm, .. } => Letter::Edge { from, arm, fork: None },
        other => other,
    }
}

/// The letters of a trace, fork by fork.
pub(super) struct Spelling<'t> {
    letters: &'t [Letter],
    /// Where the letters of each fork's node end: before its own letter, if it has one.
    ends: Vec<usize>,
}

impl<'t> Spelling<'t> {
    /// The letters between forks as far as the forks decide them: not behind branches whose ways were
    /// merged, or behind what was made concrete.
    pub(super) fn of(trace: &'t Trace) -> Option<Self> {
        let word = trace.word.as_ref()?;
        let decided = [trace.merged_from, trace.imprecise_from].into_iter().flatten().min();
        let decided = decided.unwrap_or(trace.forks.len()).min(trace.forks.len());
        let mut ends = Vec::with_capacity(decided);
        let mut at = 0;
        for (number, fork) in trace.forks[..decided].iter().enumerate() {
            if matches!(fork.site.kind, ForkKind::Branch | ForkKind::Switch) {
                let is_own = |letter: &Letter| matches!(*letter, Letter::Edge { fork: Some(fork), .. } if fork as usize == number);
                match word.letters[at..].iter().position(is_own) {
                    Some(distance) => at += distance,
                    None => break,
                }
            }
            ends.push(at);
        }
        Some(Spelling { letters: &word.letters, ends })
    }

    /// The letters of a fork's node; `None` where they are not known.
    fn segment(&self, fork: usize) -> Option<&'t [Letter]> {
        let end = *self.ends.get(fork)?;
        let start = fork.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(&self.letters[start..end])
    }
}

impl Tree {
    /// Gives the node of a fork its letters, if they and all before them are known.
    pub(super) fn spell(&mut self, node: NodeId, spelling: Option<&Spelling<'_>>, fork: usize) {
        let is_spelled_above = match self.node(node).parent {
            EdgeId::NONE => true,
            parent => self.node(self.edge(parent).node).segment != SegmentId::NONE,
        };
        let letters = spelling.and_then(|spelling| spelling.segment(fork));
        if let Some(letters) = letters.filter(|_| is_spelled_above) {
            let segment = self.words.keep(letters);
            self.node_mut(node).segment = segment;
        }
    }

    /// Gives the nodes above an edge their letters, where they have none yet: words were not told when
    /// they were made.
    pub(super) fn spell_above(&mut self, edge: EdgeId, spelling: &Spelling<'_>) {
        if edge == EdgeId::NONE || !self.is_unspelled(self.edge(edge).node) {
            return;
        }
        for (fork, node) in self.nodes_to(edge).into_iter().enumerate() {
            if self.is_unspelled(node) {
                self.spell(node, Some(spelling), fork);
            }
        }
    }

    /// Whether the letters of a node are not known.
    pub(super) fn is_unspelled(&self, node: NodeId) -> bool {
        self.node(node).segment == SegmentId::NONE
    }

    /// A candidate as a path of the program.
    pub(crate) fn way_to(&mut self, candidate: EdgeId) -> WayTo<'_> {
        WayTo { tree: self, candidate }
    }

    /// The nodes from the root to a candidate's.
    fn nodes_to(&self, candidate: EdgeId) -> Vec<NodeId> {
        let mut nodes = vec![self.edge(candidate).node];
        while let Some(edge) = nodes.last().map(|node| self.node(*node).parent)
            && edge != EdgeId::NONE
        {
            nodes.push(self.edge(edge).node);
        }
        nodes.reverse();
        nodes
    }
}

/// A candidate as a path of the program.
pub(crate) struct WayTo<'t> {
    tree: &'t mut Tree,
    candidate: EdgeId,
}

impl WayTo<'_> {
    fn segment(&mut self, node: NodeId) -> Option<&mut Segment> {
        let SegmentId(number) = self.tree.node(node).segment;
        self.tree.words.segments.get_mut(number as usize)
    }
}

impl Way for WayTo<'_> {
    fn info(&self) -> CandidateInfo {
        self.tree.info(self.candidate)
    }

    fn letter(&self) -> Option<Letter> {
        let CandidateInfo { site, arm, .. } = self.info();
        let is_edge = matches!(site.kind, ForkKind::Branch | ForkKind::Switch)
            && self.tree.label_of(self.candidate).is_none();
        let node = self.tree.edge(self.candidate).node;
        let is_spelled = self.tree.node(node).segment != SegmentId::NONE;
        let arm = arm.filter(|_| is_edge && is_spelled)?;
        Some(Letter::Edge { from: site.at, arm: arm.0 as u32, fork: None })
    }

    fn word(&self) -> Vec<Letter> {
        let nodes = self.tree.nodes_to(self.candidate);
        let segments = nodes.into_iter().filter_map(|node| {
            let SegmentId(number) = self.tree.node(node).segment;
            self.tree.words.segments.get(number as usize)
        });
        segments.flat_map(|segment| segment.letters.iter().copied()).collect()
    }

    fn state(&mut self, epoch: u32, start: u32, step: &mut dyn FnMut(u32, &Letter) -> u32) -> u32 {
        let mut stale = Vec::new();
        let mut node = self.tree.edge(self.candidate).node;
        let mut state = loop {
            match self.segment(node) {
                Some(segment) if segment.epoch == epoch => break segment.state,
                _ => stale.push(node),
            }
            match self.tree.node(node).parent {
                EdgeId::NONE => break start,
                parent => node = self.tree.edge(parent).node,
            }
        };
        for node in stale.into_iter().rev() {
            if let Some(segment) = self.segment(node) {
                state = segment.letters.iter().fold(state, |state, letter| step(state, letter));
                (segment.epoch, segment.state) = (epoch, state);
            }
        }
        state
    }
}
