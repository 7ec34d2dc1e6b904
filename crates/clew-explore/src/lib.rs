//! The search: which inputs a program is run on next, until every path is known or a limit is hit.
//!
//! The base is DART: a run leaves a path of forks, each arm that it did not take is a
//! *candidate*, the solver finds inputs for a candidate, and the next run takes it.
//!
//! - [`Search`] is a campaign; it ends in a [`Report`].
//! - [`technique`]: ways to take part besides choosing candidates.
//! - [`Subject`] is what is run, [`Goal`] what is to be covered, [`Strategy`] what comes first.
//! - `tree`: the forks of executed paths, and the candidates beside them.
//! - `filter`: the candidates that can meet nothing open, and what the others may bring.
//! - `worker`: the loop of one worker; `workers`: how several share a campaign, and
//!   `board`: its candidates.
//! - `control`: limits, honoured whatever the program or the solver does.
//! - `journal`: what is done, on disk, so that a campaign that was killed goes on.
//! - [`mod@reduce`]: a small suite out of what was found.
//!
//! **Architecture invariants.** A strategy sees candidates and the coverage structure, never terms
//! or models. What crosses workers or goes to disk names inputs, never terms: each worker has a pool
//! of its own. With one worker, the same seed gives the same runs in the same order.

mod assignment;
mod benefit;
mod board;
mod candidate;
mod control;
mod filter;
mod goal;
mod journal;
mod ledger;
mod machine_subject;
mod nearness;
pub mod reduce;
mod report;
mod resume;
mod search;
mod settings;
mod shrink;
pub mod strategy;
mod subject;
pub mod technique;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod toy;
mod tree;
mod worker;
mod workers;

pub use assignment::{Assignment, InputValue};
pub use candidate::{CandidateId, CandidateInfo, PlaceId};
pub use goal::{CoverageStructure, CoverageView, Goal};
pub use journal::{JournalError, may_be_written};
pub use report::{
    Divergence, Found, Gap, Milestone, OpenCandidate, Place, Progress, Reason, Report, Statistics,
    Stopped,
};
pub use search::{ExploreError, Observer, Search};
pub use settings::{
    Beginning, Compose, FaultSettings, JournalMode, JournalSettings, LabelDeletion, Limits,
    Records, SearchSettings, Settings, Signals, Stall,
};
pub use strategy::{RunNews, Strategy};
pub use subject::{Fresh, Subject};
pub use technique::Technique;
pub use workers::WorkerId;
