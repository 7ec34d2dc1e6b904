//! Candidates, as strategies see them.

use clew_vm::symbolic::{Arm, ForkSite};

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
