//! The invariants of the graph (paper 3, Definition 3.1), looked at from outside: nothing here shares
//! code with what keeps them.

use super::decide::Judge;
use super::model::{Analysed, Gcfg, RId, Standing};
use super::space::Space;
use std::collections::BTreeSet;
use std::fmt;

/// An invariant that does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    /// Inv1: an S-state is no position of a run.
    NoRun,
    /// Inv2: an R-state cannot hold.
    Contradiction(RId),
    /// Inv3: a run has been in a state of an R-state.
    Satisfied(RId),
    /// Inv4: the entry does not lead to an R-state.
    Disconnected(RId),
    /// Inv4: an R-state leads to no target.
    Useless(RId),
    /// Inv5: an edge of the frontier was analysed.
    Analysed(RId),
    /// A way into an R-state is neither analysed nor on the frontier, and no R-state stands for it.
    Forgotten(RId),
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::NoRun => f.write_str("Inv1: an S-state is no position of a run"),
            Broken::Contradiction(id) => write!(f, "Inv2: R{} cannot hold", id.0),
            Broken::Satisfied(id) => write!(f, "Inv3: a run has been in R{}", id.0),
            Broken::Disconnected(id) => write!(f, "Inv4: the entry does not lead to R{}", id.0),
            Broken::Useless(id) => write!(f, "Inv4: R{} leads to no target", id.0),
            Broken::Analysed(id) => write!(f, "Inv5: an edge to R{} was analysed", id.0),
            Broken::Forgotten(id) => write!(f, "a way into R{} is forgotten", id.0),
        }
    }
}

/// What is needed to look: the visits of each run, and whether runs have been in states of an R-state.
pub(super) struct Outside<'o> {
    pub(super) visits: &'o [usize],
    pub(super) is_satisfied: &'o dyn Fn(RId) -> bool,
}

/// Looks whether the invariants hold.
///
/// # Errors
/// The first that does not.
pub(super) fn check(
    space: &Space<'_>,
    graph: &Gcfg,
    judge: &mut Judge,
    outside: &Outside<'_>,
) -> Result<(), Broken> {
    for state in graph.visited.values().flatten() {
        let visits = outside.visits.get(state.run as usize).copied().unwrap_or(0);
        if state.visit as usize >= visits {
            return Err(Broken::NoRun);
        }
    }
    for id in graph.alive() {
        let state = graph.get(id);
        if judge.is_contradiction(space, state.location, &mut state.predicate.clone(), &[]) {
            return Err(Broken::Contradiction(id));
        }
        let is_visited = graph.is_visited(state.location);
        if is_visited && state.predicate.is_always() || (outside.is_satisfied)(id) {
            return Err(Broken::Satisfied(id));
        }
        check_ways(space, graph, id)?;
    }
    let forward = from_frontier(space, graph);
    let backward = from_targets(graph);
    for id in graph.alive() {
        if !forward.contains(&id) {
            return Err(Broken::Disconnected(id));
        }
        if !backward.contains(&id) {
            return Err(Broken::Useless(id));
        }
    }
    Ok(())
}

/// Every way into an R-state is accounted for, and in one manner.
fn check_ways(space: &Space<'_>, graph: &Gcfg, id: RId) -> Result<(), Broken> {
    let state = graph.get(id);
    let frontier = graph.frontier(space);
    for &(from, _) in space.before(state.location) {
        let is_on_frontier = frontier.iter().any(|edge| edge.to == id && edge.from == from);
        match graph.analysed.get(&(from, id)) {
            Some(Analysed::By(_)) if is_on_frontier => return Err(Broken::Analysed(id)),
            Some(Analysed::By(before)) => {
                for other in before {
                    let other_state = graph.get(*other);
                    let is_kept = match other_state.standing {
                        Standing::Alive => other_state.next.contains(&id),
                        Standing::Excluded => true,
                        Standing::Satisfied | Standing::Useless => false,
                    };
                    if !is_kept || other_state.location != from {
                        return Err(Broken::Forgotten(id));
                    }
                }
            }
            Some(Analysed::Stuck) | None if !is_on_frontier => return Err(Broken::Forgotten(id)),
            Some(Analysed::Stuck) | None => {}
        }
    }
    Ok(())
}

/// What can be reached from S-states: one step over the frontier, then by edges between R-states.
fn from_frontier(space: &Space<'_>, graph: &Gcfg) -> BTreeSet<RId> {
    let mut found: BTreeSet<RId> = graph.frontier(space).iter().map(|edge| edge.to).collect();
    loop {
        let more: Vec<RId> = graph
            .alive()
            .filter(|id| !found.contains(id))
            .filter(|id| {
                found.iter().any(|from| graph.is_alive(*from) && graph.get(*from).next.contains(id))
            })
            .collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

/// What can reach a target.
fn from_targets(graph: &Gcfg) -> BTreeSet<RId> {
    let mut found: BTreeSet<RId> =
        graph.alive().filter(|id| graph.get(*id).target.is_some()).collect();
    loop {
        let more: Vec<RId> = graph
            .alive()
            .filter(|id| !found.contains(id))
            .filter(|id| graph.get(*id).next.iter().any(|next| found.contains(next)))
            .collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}
