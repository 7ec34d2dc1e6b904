//! Why there is no proof.

use std::fmt;

/// Why there is no proof. It says nothing about the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// A path to the target is not refuted.
    Reached,
    /// The argument would have more nodes than it may.
    Nodes,
    /// The effort is spent.
    Time,
    /// The target may be inside of what cannot be followed: a call by address, a recursion, a
    /// function that may be replaced.
    Hidden,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Failure::Reached => "a way there is not refuted",
            Failure::Nodes => "there are too many ways there",
            Failure::Time => "the effort for a proof is spent",
            Failure::Hidden => "it may be reached by calls that cannot be followed",
        })
    }
}
