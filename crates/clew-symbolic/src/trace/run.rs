//! What a symbolic run leaves behind: the forks it passed, the probes it hit, how it ended.

use super::calls::CallsId;
use super::path_id::PathId;
use super::word::Word;
use crate::cut::Call;
use crate::soundness::{Cause, Origin};
use clew_ir::{Position, ProbeId, Span};
use clew_logic::TermId;
use clew_vm::stop::Stop;

/// Where a run could have gone another way. Stable: the same place of the same program is the
/// same site in every run, machine and worker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ForkSite {
    /// The position in the program model.
    pub at: Position,
    /// What forks there.
    pub kind: ForkKind,
}

/// What makes a run fork.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ForkKind {
    /// The block's branch. Arms: 0 `then`, 1 `otherwise`.
    Branch,
    /// The block's `switch`. Arms: indices of successors (the default is the last).
    Switch,
    /// A condition inside the block that decides between going on (arm 1) and a fault (arm 0):
    /// bounds, division by zero, overflow. The number tells the operations of a statement apart.
    Check(u32),
    /// An assumption: arm 1 where it holds; a run that takes arm 0 ends.
    Assume(u32),
    /// A value that the machine had to make concrete; the arm is the value.
    Value(u32),
    /// A pointer's object; the arm is the upper half of its address.
    Object(u32),
    /// A label with the number of its probe. Arms: 1 where its predicate holds, else 0. It is on
    /// a path only where labels are forks ([`LabelMode::Fork`]).
    Label(u32),
}

impl ForkKind {
    /// Why a constraint of such a fork is on a path, where nothing else is said.
    pub fn origin(self) -> Origin {
        match self {
            ForkKind::Branch
            | ForkKind::Switch
            | ForkKind::Check(_)
            | ForkKind::Object(_)
            | ForkKind::Label(_) => Origin::Program,
            ForkKind::Assume(_) => Origin::Assumption,
            ForkKind::Value(_) => Origin::MadeConcrete,
        }
    }
}

/// The arm of a fork that a run took.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Arm(pub u64);

/// The arms that a run did not take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Others {
    /// There are none to try: the fork is in the part of the path that is known already, or the
    /// constraint holds by assumption.
    None,
    /// One: the constraint's negation.
    Negation(Arm),
    /// These, each with its constraint; no two hold together.
    Listed(Vec<(Arm, TermId)>),
    /// Unknown: whatever satisfies the negation of the constraints of all arms seen so far. At
    /// most so many arms are to be tried; where more exist, the search is not complete.
    Open(u32),
}

/// One fork on a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fork {
    /// Where.
    pub site: ForkSite,
    /// The arm taken.
    pub arm: Arm,
    /// What holds of the inputs because it was taken.
    pub constraint: TermId,
    /// Why the constraint is there.
    pub origin: Origin,
    /// The arms not taken.
    pub others: Others,
    /// The calls under way there; told only where the arms not taken are.
    pub calls: CallsId,
    /// The branches that the run had come to, whether inputs decide them or not. Where inputs were asked for on the
    /// way to a branch, it counts twice.
    pub passed: u64,
}

/// A label whose predicate did not hold, and what must hold besides the path up to here for it
/// to hold. It never constrains the path that goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Side {
    /// The label.
    pub probe: ProbeId,
    /// The label as a site.
    pub site: ForkSite,
    /// How often the run has evaluated the label before.
    pub occurrence: u32,
    /// The forks of the path before it.
    pub forks: usize,
    /// What must hold.
    pub constraint: TermId,
    /// Whether it holds of every input on that path that covers the label here, and of no other.
    /// Otherwise the predicate faulted, and this is what keeps it from doing so at that place.
    pub is_exact: bool,
}

/// What a run does at labels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LabelMode {
    /// It notes whether they hold.
    Observe,
    /// It notes whether they hold, until they are settled.
    ObserveUntilSettled,
    /// They are forks of the path, as in a program with a branch for each.
    Fork,
    /// Those that do not hold, and are not settled, are in [`Trace::sides`].
    #[default]
    Side,
    /// The same, also for those that hold.
    EverySide,
}

/// Why a run says less than the program: `complete` does not hold after it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Incomplete {
    /// What was given up.
    pub cause: Cause,
    /// Where.
    pub span: Span,
}

/// What is new about a run of a machine besides the probes it hit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Novelty {
    /// Nothing.
    #[default]
    None,
    /// It went some way more often than others did.
    Often,
    /// It came nearer to some way that no run has gone.
    Nearer,
}

/// A finished symbolic run.
#[derive(Clone, PartialEq, Debug)]
pub struct Trace {
    /// How it ended.
    pub stop: Ending,
    /// The forks, in order: their constraints are the path condition.
    pub forks: Vec<Fork>,
    /// The calls that were cut, in order.
    pub calls: Vec<Call>,
    /// What the entry returned, where it depends on inputs: the bits of its register.
    pub returned: Option<TermId>,
    /// The probes hit, each once, in the order of their first hit.
    pub hits: Vec<ProbeId>,
    /// For each of them: the forks before its first hit.
    pub forks_before: Vec<u32>,
    /// The labels that could have held.
    pub sides: Vec<Side>,
    /// The hits of ordered probes, in order; cut at a limit, which is told in `incomplete`.
    pub sequence: Vec<ProbeId>,
    /// What was given up, each once.
    pub incomplete: Vec<Incomplete>,
    /// The forks before something became concrete that inputs decide, with no fork to say so: from
    /// there on, other inputs for the same path may go another way.
    pub imprecise_from: Option<usize>,
    /// The forks before the first branch whose ways were merged: from there on, the forks do not tell
    /// the way.
    pub merged_from: Option<usize>,
    /// Where the run left the bounds on inputs at an array whose length something tells: how many elements
    /// that is.
    pub wanted_elements: Option<u64>,
    /// Every way that was gone, where the machine was asked to tell words.
    pub word: Option<Word>,
    /// Whether memory was allocated: allocation never fails here.
    pub allocates: bool,
    /// Jumps and calls.
    pub steps: u64,
    /// What is new about it, among the runs of its machine that count.
    pub novelty: Novelty,
    /// Which path through the program this is: every branch taken, whether it depends on inputs or
    /// not, and every other fork. Branches that only give a value (the last operand of `a && b` where
    /// no statement depends on it, `c ? 1 : 0`) do not count, as they do not for compilers; those that
    /// are merged into terms, and no forks, do.
    pub path: PathId,
}

impl Trace {
    /// Whether the run may go another way at a fork than the path says, for a reason that
    /// `incomplete` tells.
    pub fn is_imprecise_at(&self, fork: usize) -> bool {
        self.imprecise_from.is_some_and(|from| from <= fork)
    }
}

/// How a symbolic run ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Ending {
    /// As a concrete run ends.
    Stop(Stop),
    /// The inputs do not meet an assumption or a precondition: this is no path of the program.
    Assumption,
    /// The run left what the bounds on inputs admit (also told in [`Trace::incomplete`]).
    Bound,
}
