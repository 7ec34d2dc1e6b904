//! Candidates that change the worker.
//!
//! Terms stay behind. What travels is the input of a run and the places on its path: the other
//! worker runs that input again and has the terms.

use std::collections::VecDeque;

use clew_ir::Id;
use clew_logic::{Model, TermPool};
use clew_symbolic::{Arm, ForkSite, Others, Trace};

use super::runs::RunId;
use super::words::Spelling;
use super::{Edge, EdgeId, NodeId, State, Tree};
use crate::candidate::CandidateInfo;

/// A candidate on the path of a known run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pick {
    /// The number of its fork on the path.
    pub(crate) depth: usize,
    /// The fork.
    pub(crate) site: ForkSite,
    /// The arm to be tried.
    pub(crate) arm: Arm,
}

impl Pick {
    /// The candidate, as it is told of in reports.
    pub(crate) fn info(&self) -> CandidateInfo {
        CandidateInfo { site: self.site, arm: Some(self.arm), depth: self.depth as u32 }
    }
}

/// Candidates beside the path of one run.
#[derive(Clone, Debug)]
pub(crate) struct Gift {
    /// The run's input.
    pub(crate) input: Model,
    /// The candidates.
    pub(crate) picks: Vec<Pick>,
}

/// Nodes looked at on the way from the root.
const MAX_VISITS: usize = 4096;

impl Tree {
    /// Takes up to `most` candidates out of the tree, those next to the root first: most work is
    /// below them. Open candidates stay: their constraints come from several runs. Those for labels
    /// stay too: a run may have several for one label in one place.
    pub(crate) fn give_away(&mut self, most: usize) -> Vec<Gift> {
        let chosen = self.shallowest(most);
        let mut gifts: Vec<(RunId, Gift)> = Vec::new();
        for &edge in &chosen {
            let run = self.edge(edge).run;
            let node = self.edge(edge).node;
            let depth = self.node(node).depth as usize;
            let pick = Pick { depth, site: *self.site(node), arm: self.edge(edge).arm };
            match gifts.iter_mut().find(|(of, _)| *of == run) {
                Some((_, gift)) => gift.picks.push(pick),
                None => {
                    let input = self.runs.model(run).clone();
                    gifts.push((run, Gift { input, picks: vec![pick] }));
                }
            }
        }
        // Only now: the number of a run is used again once its last candidate is closed.
        for edge in chosen {
            self.close(edge);
        }
        gifts.into_iter().map(|(_, gift)| gift).collect()
    }

    /// The pending candidates nearest to the root, or the oldest where the way to those is long.
    fn shallowest(&self, most: usize) -> Vec<EdgeId> {
        let mut chosen = Vec::new();
        let mut queue = VecDeque::from([self.root]);
        let mut visits = 0;
        while let Some(node) = queue.pop_front()
            && visits < MAX_VISITS
            && chosen.len() < most
        {
            if node == NodeId::NONE {
                continue;
            }
            visits += 1;
            queue.push_back(self.node(node).twin);
            for edge in self.edges_of(node) {
                match self.edge(edge).state {
                    State::Pending if can_go(self.edge(edge)) => chosen.push(edge),
                    State::Taken => queue.push_back(self.edge(edge).child),
                    State::Pending | State::Trying | State::Filtered | State::Done => {}
                }
            }
        }
        if chosen.is_empty() {
            let is_pending = |edge: &Edge| edge.state == State::Pending && can_go(edge);
            let places = self.edges.iter().enumerate().filter(|(_, edge)| is_pending(edge));
            chosen.extend(places.take(most).map(|(place, _)| EdgeId::from_index(place)));
        }
        chosen.truncate(most);
        chosen
    }

    /// Adds a candidate that another worker gave, beside the path of its run. `None` where the
    /// run does not come to that fork here.
    pub(crate) fn plant(
        &mut self,
        pool: &mut TermPool,
        trace: &Trace,
        pick: &Pick,
        input: &Model,
    ) -> Option<EdgeId> {
        let fork = trace.forks.get(pick.depth).filter(|fork| fork.site == pick.site)?;
        let constraint = match &fork.others {
            Others::Negation(arm) if *arm == pick.arm => pool.not(fork.constraint),
            Others::Listed(arms) => arms.iter().find(|(arm, _)| *arm == pick.arm)?.1,
            Others::Negation(_) | Others::None | Others::Open(_) => return None,
        };
        let spelling = Spelling::of(trace);
        let mut at = EdgeId::NONE;
        for (place, fork) in trace.forks[..pick.depth].iter().enumerate() {
            let node = self.child_for(at, &fork.site, spelling.as_ref(), place);
            at = self.take_arm(node, fork);
        }
        let node = self.child_for(at, &pick.site, spelling.as_ref(), pick.depth);
        self.node_mut(node).calls = fork.calls;
        let run = self.runs.keep(input.clone());
        Some(self.add_pending(node, pick.arm, Some(constraint), run))
    }

    /// The node of a fork below an edge.
    fn child_for(
        &mut self,
        below: EdgeId,
        site: &ForkSite,
        spelling: Option<&Spelling<'_>>,
        fork: usize,
    ) -> NodeId {
        if let Some(known) = self.find_child(below, site) {
            return known;
        }
        let (path, signature) = self.below(below);
        let node = self.add_node(below, site, path, signature);
        self.spell(node, spelling, fork);
        node
    }
}

/// Whether another worker could find the candidate by its place.
fn can_go(edge: &Edge) -> bool {
    !edge.open && edge.side.is_none()
}
