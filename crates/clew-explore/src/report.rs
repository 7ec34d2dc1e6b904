//! What a campaign gives.

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use clew_ir::{ProbeId, Span};
use clew_symbolic::{Arm, Cause, Ending, ForkSite, Origin, Remedy, TestCase};
use clew_vm::stop::{Fault, Stop};

use crate::assignment::Assignment;
use crate::candidate::CandidateInfo;
use crate::technique::Contributions;

/// Why a campaign ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// No candidate is left.
    Exhausted,
    /// Every objective is decided.
    Covered,
    /// The wall time is over.
    Budget,
    /// There were as many runs as allowed.
    MaxRuns,
    /// The caller asked for it.
    Interrupted,
    /// Nothing new came for long, and one of the remedies that can be tried may show more.
    Stalled,
}

impl Stopped {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Stopped::Exhausted => "exhausted",
            Stopped::Covered => "covered",
            Stopped::Budget => "budget",
            Stopped::MaxRuns => "max-runs",
            Stopped::Interrupted => "interrupted",
            Stopped::Stalled => "stalled",
        }
    }
}

/// Where something was given up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// In the source.
    Source(Span),
    /// At a fork.
    Fork(ForkSite),
    /// In the search itself.
    Search,
}

/// What the search gave up.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Gap {
    /// A run said less than the program.
    Run(Cause),
    /// A run needs what the machine does not have.
    Unsupported(String),
    /// A run reached the step limit.
    StepLimit,
    /// More values are possible than are tried.
    Values,
    /// Forks beyond the depth limit are not explored.
    Depth,
    /// Runs depend on what no program may depend on.
    Unsteady,
}

impl Gap {
    /// What a claim would assume that is made in spite of it.
    pub fn origin(&self) -> Origin {
        match self {
            Gap::Run(cause) => cause.origin(),
            Gap::Unsupported(_) | Gap::StepLimit | Gap::Depth => Origin::Limit,
            Gap::Values => Origin::MadeConcrete,
            Gap::Unsteady => Origin::Placement,
        }
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gap::Run(cause) => cause.fmt(f),
            Gap::Unsupported(feature) => write!(f, "not supported: {feature}"),
            Gap::StepLimit => f.write_str("a run reached the step limit"),
            Gap::Values => f.write_str("more values are possible than are tried"),
            Gap::Depth => f.write_str("forks beyond the depth limit are not explored"),
            Gap::Unsteady => f.write_str(
                "runs depend on where objects are, on indeterminate bytes or on the time",
            ),
        }
    }
}

/// Why the search says less than the program: each once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Reason {
    /// What was given up.
    pub gap: Gap,
    /// Where.
    pub place: Place,
}

/// A run that did not go where its inputs were meant to lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Divergence {
    /// The candidate the inputs were found for.
    pub expected: CandidateInfo,
    /// The number of the fork where the run left the path.
    pub fork: usize,
    /// What it did there; `None` where it ended before.
    pub found: Option<(ForkSite, Arm)>,
}

/// Candidates that the solver could not decide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenCandidate {
    /// The fork.
    pub site: ForkSite,
    /// The arm; `None` where it is any that was not seen.
    pub arm: Option<Arm>,
    /// Why.
    pub reason: String,
    /// On how many paths.
    pub paths: u64,
}

/// A run worth keeping: it covered something new, hit a fault for the first time, or came through
/// where only faulting runs had been.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The run as a test.
    pub case: TestCase,
    /// Its inputs.
    pub assignment: Assignment,
    /// The objectives it was the first to cover.
    pub newly_covered: usize,
    /// The probes it hit.
    pub hits: Vec<ProbeId>,
    /// The hits of ordered probes, in order.
    pub sequence: Vec<ProbeId>,
}

impl Found {
    /// The fault it ended in.
    pub fn fault(&self) -> Option<&Fault> {
        match &self.case.ending {
            Ending::Stop(Stop::Fault(fault)) => Some(fault),
            Ending::Stop(_) | Ending::Assumption | Ending::Bound => None,
        }
    }
}

/// What a search had covered, and what it had spent on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Milestone {
    /// The time since the campaign began.
    pub elapsed: Duration,
    /// Runs so far.
    pub runs: u64,
    /// Questions to the solver so far.
    pub queries: u64,
    /// Objectives covered.
    pub covered: usize,
}

/// The numbers of a campaign.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Runs, those that were repeated on resuming or for another worker included.
    pub runs: u64,
    /// Different paths of the program that were run to their end.
    pub paths: u64,
    /// Runs that a bound or something unsupported cut short.
    pub cut_runs: u64,
    /// Candidates that no input takes.
    pub infeasible_paths: u64,
    /// Candidates that were set aside because they cannot meet anything open.
    pub filtered: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// The solver's time, of all workers.
    pub solver_time: Duration,
    /// The time for choosing candidates, of all workers.
    pub choosing_time: Duration,
    /// The time for keeping the journal, of all workers.
    pub journal_time: Duration,
    /// The wall time.
    pub wall_time: Duration,
    /// Random restarts.
    pub restarts: u64,
    /// Runs that did not go where they should.
    pub divergences: u64,
}

/// The result of a campaign.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The runs worth keeping, in the order they were found.
    pub found: Vec<Found>,
    /// The numbers.
    pub statistics: Statistics,
    /// Why it ended.
    pub stopped: Stopped,
    /// Why the search says less than the program; see [`Report::is_complete`].
    pub reasons: Vec<Reason>,
    /// The first divergences.
    pub divergences: Vec<Divergence>,
    /// What the solver could not decide.
    pub open: Vec<OpenCandidate>,
    /// How much was covered when, whenever it was more.
    pub progress: Vec<Milestone>,
    /// Candidates that were not tried.
    pub pending: usize,
    /// What a further search may try, to show more.
    pub remedies: BTreeSet<Remedy>,
    /// The lengths of arrays that runs needed which would have met something new, beyond the bounds.
    pub wanted_elements: BTreeSet<u64>,
    /// Whether memory was allocated: here that never fails.
    pub allocates: bool,
    /// What each technique decided.
    pub techniques: Contributions,
    /// What each worker's solver did.
    pub solvers: Vec<clew_solver::Statistics>,
    /// Why the journal ends early, if it does.
    pub journal_failure: Option<String>,
}

impl Report {
    /// Whether nothing was given up on the way: DART's flag.
    pub fn is_complete(&self) -> bool {
        self.reasons.is_empty() && self.open.is_empty() && self.statistics.divergences == 0
    }

    /// Whether every path of the program was run, but for those that path filtering knows to meet
    /// nothing open: what is not covered is infeasible.
    pub fn covers_every_path(&self) -> bool {
        self.stopped == Stopped::Exhausted && self.is_complete()
    }
}

/// How far a campaign is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// The time since it began.
    pub elapsed: Duration,
    /// The runs.
    pub runs: u64,
    /// The paths.
    pub paths: u64,
    /// The objectives covered by this campaign.
    pub covered: usize,
    /// The different faults.
    pub faults: usize,
    /// The candidates that wait.
    pub pending: usize,
}
