//! Which candidate comes next. One file for each strategy.

mod bfs;
mod dfs;
mod random;

pub use bfs::BreadthFirst;
pub use dfs::DepthFirst;
pub use random::UniformRandom;

use crate::candidate::{CandidateId, CandidateInfo};
use crate::goal::CoverageView;

/// Orders candidates.
///
/// A candidate may be decided without its strategy: a run for another one takes it by chance, or
/// another worker does. The search skips such candidates when a strategy gives them.
pub trait Strategy {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// Takes a candidate into the pool.
    fn add(&mut self, candidate: CandidateId, info: &CandidateInfo);

    /// Takes the candidate to be tried now out of the pool.
    fn next(&mut self, coverage: &dyn CoverageView) -> Option<CandidateId>;

    /// Tells that a run has covered something new.
    fn coverage_changed(&mut self, _coverage: &dyn CoverageView) {}

    /// Forgets every candidate.
    fn clear(&mut self);
}

/// The names of all strategies.
pub const NAMES: [&str; 3] = ["dfs", "bfs", "random"];

/// The strategy of that name, if there is one.
pub fn by_name(name: &str, seed: u64) -> Option<Box<dyn Strategy>> {
    match name {
        "dfs" => Some(Box::new(DepthFirst::default())),
        "bfs" => Some(Box::new(BreadthFirst::default())),
        "random" => Some(Box::new(UniformRandom::new(seed))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_ir::{BlockId, FunctionId, Id, ProbeId};
    use clew_vm::symbolic::{Arm, ForkKind, ForkSite};

    struct Nothing;

    impl CoverageView for Nothing {
        fn is_covered(&self, _: ProbeId) -> bool {
            false
        }
    }

    /// The order in which a strategy gives back candidates at these depths.
    fn order(name: &str, depths: &[u32]) -> Vec<usize> {
        let mut strategy = by_name(name, 7).expect("a strategy");
        assert_eq!(strategy.name(), name);
        for (number, &depth) in depths.iter().enumerate() {
            let site = ForkSite {
                function: FunctionId::from_index(0),
                block: BlockId::from_index(0),
                kind: ForkKind::Branch,
            };
            let info = CandidateInfo { site, arm: Some(Arm(0)), depth };
            strategy.add(CandidateId::from_index(number), &info);
        }
        std::iter::from_fn(|| strategy.next(&Nothing)).map(Id::index).collect()
    }

    #[test]
    fn depth_first_takes_the_most_recent() {
        assert_eq!(order("dfs", &[0, 1, 2, 1]), [3, 2, 1, 0]);
    }

    #[test]
    fn breadth_first_takes_the_shallowest_then_the_oldest() {
        assert_eq!(order("bfs", &[2, 1, 0, 1]), [2, 1, 3, 0]);
    }

    #[test]
    fn random_gives_each_once_in_an_order_of_its_seed() {
        let depths = [0; 20];
        let first = order("random", &depths);
        assert_eq!(first, order("random", &depths));
        assert_ne!(first, (0..20).collect::<Vec<_>>());
        let mut sorted = first;
        sorted.sort_unstable();
        assert_eq!(sorted, (0..20).collect::<Vec<_>>());
    }

    #[test]
    fn random_is_uniform() {
        let mut firsts = [0_u32; 4];
        for seed in 0..4000 {
            let mut strategy = UniformRandom::new(seed);
            for number in 0..4 {
                let site = ForkSite {
                    function: FunctionId::from_index(0),
                    block: BlockId::from_index(0),
                    kind: ForkKind::Branch,
                };
                let info = CandidateInfo { site, arm: None, depth: 0 };
                strategy.add(CandidateId::from_index(number), &info);
            }
            firsts[strategy.next(&Nothing).expect("a candidate").index()] += 1;
        }
        assert!(firsts.iter().all(|&count| (850..1150).contains(&count)), "{firsts:?}");
    }

    #[test]
    fn an_unknown_name_is_no_strategy() {
        assert!(by_name("depth", 1).is_none());
    }
}
