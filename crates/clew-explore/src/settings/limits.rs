//! What a campaign may cost.

use std::collections::BTreeSet;
use std::time::Duration;

use clew_solver::Budget;
use clew_symbolic::Remedy;

/// What a campaign may cost.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Wall time of the whole campaign.
    pub time: Option<Duration>,
    /// The most runs.
    pub runs: Option<u64>,
    /// Forks beyond this depth are followed but not explored.
    pub depth: Option<u32>,
    /// The limits of a query that is asked for the first time. One that is too hard is asked again with
    /// more, when it is its turn.
    pub query: Budget,
    /// Random restarts without new coverage before the search gives up.
    pub restarts: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            time: None,
            runs: None,
            depth: None,
            // The conflicts decide, so that a busy computer finds the same; they take some 0.3 s.
            query: Budget { time: Some(Duration::from_secs(3)), conflicts: Some(2_000) },
            restarts: 100,
        }
    }
}

/// When a search stops because another one may show more.
#[derive(Clone, Debug, Default)]
pub struct Stall {
    /// Stop after so much effort (steps, more or less) without anything new, where one of the
    /// remedies may show more.
    pub after: Option<u64>,
    /// What a further search can try.
    pub remedies: BTreeSet<Remedy>,
}
