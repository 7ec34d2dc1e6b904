//! Candidates, as strategies see them.

use clew_ir::Id;
use clew_symbolic::{Arm, ForkSite};

use crate::tree::EdgeId;

/// A candidate: an edge of the execution tree that no run has taken yet.
pub type CandidateId = EdgeId;

/// What is known of a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CandidateInfo {
    /// The fork.
    pub site: ForkSite,
    /// The arm to be taken; `None` where it is any that was not seen yet.
    pub arm: Option<Arm>,
    /// The forks before it on its path.
    pub depth: u32,
}

/// What a path has met that no run could be counted for: a run along it ended in inputs that are
/// excluded. A candidate beside it meets that too, whatever lies ahead.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct UnmetId(pub(crate) u32);

impl UnmetId {
    /// Nothing.
    pub(crate) const NONE: UnmetId = UnmetId(0);
}

/// A place in the program where candidates go: an arm of a fork, with the calls under way.
/// Candidates at one place have the same prospects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlaceId(u32);

impl Id for PlaceId {
    fn from_index(index: usize) -> Self {
        PlaceId(u32::try_from(index).expect("a program should have fewer than 2^32 places"))
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}
