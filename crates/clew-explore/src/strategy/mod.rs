//! Which candidate comes next. One file for each strategy.
//!
//! A strategy sees candidates, the places in the program where they go, and what the coverage
//! structure says of places. It knows neither terms nor criteria.

mod bfs;
mod by_depth;
mod by_turns;
mod cfg;
mod dfs;
mod fair;
mod fitness;
mod generational;
mod interleaved;
mod pool;
mod pps;
mod random;
mod rp_md2u;
#[cfg(test)]
mod tests;

pub use bfs::BreadthFirst;
pub use by_turns::ByTurns;
pub use cfg::CfgDirected;
pub use dfs::DepthFirst;
pub use fair::FairPredictive;
pub use fitness::FitnessGuided;
pub use generational::Generational;
pub use interleaved::PredictiveAndFitness;
pub use pps::Predictive;
pub use random::UniformRandom;
pub use rp_md2u::RandomPathNearest;

use crate::candidate::{CandidateId, CandidateInfo, PlaceId};
use crate::goal::CoverageStructure;

/// What a strategy learns of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RunNews {
    /// The candidate that it was made for.
    pub origin: Option<(CandidateId, PlaceId)>,
    /// The candidates whose constraints its inputs satisfy beside that: as many as
    /// [`Strategy::joint_targets`] gave, or none.
    pub joint_targets: u32,
    /// The objectives that it was the first to cover.
    pub newly_covered: usize,
    /// How near it came to sides of branches that meet something open; only where the strategy
    /// wants that.
    pub near: Vec<(PlaceId, u64)>,
}

/// Orders candidates.
///
/// A candidate may be decided without its strategy: a run for another one takes it by chance, or
/// another worker does. The search skips such candidates when a strategy gives them.
pub trait Strategy {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// The name of what made the last choice: where several take turns, the one whose turn it was.
    fn chooser(&self) -> &'static str {
        self.name()
    }

    /// Whether [`RunNews::near`] is wanted.
    fn wants_nearness(&self) -> bool {
        false
    }

    /// A run was made; its candidates are added next.
    fn ran(&mut self, _news: &RunNews) {}

    /// Asking for the inputs of a candidate at this place cost as much as so many other tries.
    fn was_costly(&mut self, _place: PlaceId, _tries: u32) {}

    /// The last candidate given is tried: asking for its inputs and running them took so much effort.
    fn spent(&mut self, _effort: u64) {}

    /// Takes a candidate into the pool.
    fn add(&mut self, candidate: CandidateId, place: PlaceId, info: &CandidateInfo);

    /// Takes the candidate to be tried now out of the pool.
    fn next(&mut self, structure: &mut dyn CoverageStructure) -> Option<CandidateId>;

    /// Candidates that the run for one should take too, if inputs can do that: the search asks for
    /// all at once first. It is asked for when that one is about to be tried. They stay in the pool.
    fn joint_targets(&mut self, _candidate: CandidateId) -> Vec<CandidateId> {
        Vec::new()
    }

    /// Forgets every candidate.
    fn clear(&mut self);
}

/// The strategy where none is named.
pub const DEFAULT: &str = "by-turns";

/// The names of all strategies.
pub const NAMES: [&str; 11] = [
    "dfs",
    "bfs",
    "random",
    "generational",
    "cfg",
    "rp-md2u",
    "pps",
    "pps-fair",
    "fitness",
    "pps+fitness",
    DEFAULT,
];

/// The strategy of that name, if there is one; of several names with commas between them, those that
/// take turns.
pub fn by_name(name: &str, seed: u64) -> Option<Box<dyn Strategy>> {
    if name.contains(',') {
        let members = name.split(',').map(|it| by_name(it, seed)).collect::<Option<Vec<_>>>()?;
        return Some(Box::new(ByTurns::of(members)));
    }
    Some(match name {
        "dfs" => Box::new(DepthFirst::default()),
        "bfs" => Box::new(BreadthFirst::default()),
        "random" => Box::new(UniformRandom::new(seed)),
        "generational" => Box::new(Generational::default()),
        "cfg" => Box::new(CfgDirected::new(seed)),
        "rp-md2u" => Box::new(RandomPathNearest::new(seed)),
        "pps" => Box::new(Predictive::default()),
        "pps-fair" => Box::new(FairPredictive::default()),
        "fitness" => Box::new(FitnessGuided::default()),
        "pps+fitness" => Box::new(PredictiveAndFitness::default()),
        DEFAULT => Box::new(ByTurns::new(seed)),
        _ => return None,
    })
}
