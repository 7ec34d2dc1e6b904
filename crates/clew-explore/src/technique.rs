//! Techniques: ways to take part in the search besides choosing the next candidate.
//!
//! A technique sees runs, may close a candidate before the solver is asked, learns what the solver
//! refuted, may propose a candidate with a further constraint to aim at, and gets effort of its own
//! where the directed search meets nothing new. Effort is counted in steps, never in time: the same
//! seed gives the same search.
//!
//! Each worker has techniques of its own; what they share, they share behind an [`std::sync::Arc`].
//! What they decide of objectives goes through the [`crate::Goal`], which owns all verdicts.

use std::collections::BTreeSet;
use std::time::Duration;

use clew_ir::ProbeId;
pub use clew_logic::Model;
use clew_logic::{TermId, TermPool};
use clew_solver::{Budget, Interrupter};
use clew_symbolic::{Chance, Letter, Trace};

use crate::assignment::Assignment;
use crate::candidate::{CandidateId, CandidateInfo};
use crate::subject::Subject;

/// Cheap runs by chance.
pub const RANDOM_WALKS: &str = "random-walks";
/// Proofs that objectives are infeasible, while the search runs and behind it.
pub const PROOFS: &str = "proofs";
/// Of proofs, trace refinement: proofs alone have it among others.
pub const TRACES: &str = "traces";
/// Infeasible paths generalised to families of them.
pub const AUTOMATA: &str = "automata";

/// Runs and preconditions on one graph (bidirectional analysis).
pub const FRONTIER: &str = "frontier";

/// Functions summarised on demand, so that their paths add up instead of multiplying. It takes part as
/// [`crate::Compose`] says.
pub const COMPOSE: &str = "compose";

/// The techniques that there are.
pub const NAMES: [&str; 5] = [RANDOM_WALKS, PROOFS, TRACES, AUTOMATA, FRONTIER];

/// The name under which reports tell what belongs to no technique and was no strategy's choice.
pub const DIRECTED: &str = "directed-search";

/// Which techniques take part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selection(BTreeSet<&'static str>);

impl Selection {
    /// None.
    pub fn none() -> Self {
        Selection(BTreeSet::new())
    }

    /// All.
    pub fn all() -> Self {
        Selection(NAMES.into_iter().collect())
    }

    /// Those of these names; else the name that there is no technique of.
    ///
    /// # Errors
    /// When there is no technique of some name.
    pub fn of<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<Self, &'n str> {
        let known = |name: &'n str| NAMES.into_iter().find(|it| *it == name).ok_or(name);
        names.into_iter().map(known).collect::<Result<_, _>>().map(Selection)
    }

    /// The same without one.
    pub fn without(mut self, name: &str) -> Self {
        self.0.remove(name);
        self
    }

    /// Whether proofs are looked for, of whatever kind.
    pub fn has_proofs(&self) -> bool {
        self.has(PROOFS) || self.has(TRACES)
    }

    /// Whether a technique takes part.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains(name)
    }
}

impl Default for Selection {
    /// Proofs alone: they change no run.
    fn default() -> Self {
        Selection([PROOFS].into_iter().collect())
    }
}

/// A run that was taken into the tree.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// What it left.
    pub trace: &'a Trace,
    /// Its inputs.
    pub input: &'a Model,
    /// The probes that no run had met; none where the run does not count.
    pub firsts: &'a [ProbeId],
    /// Its letters, where some technique wants words and it has one.
    pub word: Option<&'a [Letter]>,
}

/// A candidate, as a path of the program: where it is, and the letters that lead there.
pub trait Way {
    /// What is known of the candidate.
    fn info(&self) -> CandidateInfo;

    /// The letter that the candidate itself is; `None` where it is no edge of a control-flow graph,
    /// or where its path is not known letter by letter.
    fn letter(&self) -> Option<Letter>;

    /// The letters before it.
    fn word(&self) -> Vec<Letter>;

    /// The state in which these letters leave an automaton that starts in `start`. Tree nodes
    /// remember states, so that each letter is read once in an `epoch`: the number of the automaton.
    fn state(&mut self, epoch: u32, start: u32, step: &mut dyn FnMut(u32, &Letter) -> u32) -> u32;
}

/// A candidate to try next, and what its inputs are to satisfy besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proposal {
    /// The candidate.
    pub candidate: CandidateId,
    /// A term of the worker's pool. Where there are no inputs with it, nothing is said of the
    /// candidate.
    pub constraint: TermId,
}

/// How long the search has met nothing new, in steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dryness {
    /// The directed search's effort since something new was met or a technique had its turn.
    pub since_turn: u64,
    /// All effort since something new was met.
    pub since_new: u64,
    /// The effort that the technique's turns so far entitle it to: up to four times
    /// [`Dryness::since_turn`] where they met something new, and never less than half of it.
    pub allowance: u64,
    /// Whether the directed search has no candidates left: a technique that wants no turn now may get
    /// none any more.
    pub is_out: bool,
}

/// Which runs are taken into the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taking {
    /// Those that count and end.
    Sound,
    /// Of these, those that meet something new.
    New,
}

/// What a technique may do while it has its turn.
pub trait Ground: Host {
    /// Runs without terms, with other inputs by chance; `None` when the campaign ends meanwhile.
    fn look(&mut self, input: &Model, chance: Chance) -> Option<Trace>;

    /// Runs with terms, and takes the run into the tree if it is to be taken: the technique sees
    /// it then, as all others do. Its steps and whether it was taken; `None` when the campaign ends.
    fn take(&mut self, input: &Model, which: Taking, by: &mut dyn Technique)
    -> Option<(u64, bool)>;

    /// All inputs of the last run.
    fn assignment(&self) -> &Model;

    /// Whether a run has met a probe.
    fn is_met(&self, probe: ProbeId) -> bool;

    /// Looks for these no more, though no run that counts has met them.
    fn give_up(&mut self, probes: &[ProbeId]);

    /// Lets the goal decide objectives in other ways than by runs: by a technique, which need not be
    /// the one that asks. How many it did.
    fn reconsider(&mut self, by: &'static str) -> usize;

    /// The inputs of a run by name, as other machines know them.
    fn named(&self, input: &Model) -> Assignment;

    /// Inputs by name, as this machine knows them.
    fn input(&mut self, inputs: &Assignment) -> Model;
}

/// What those get who make runs with a subject of their own.
pub trait Host {
    /// Whether the campaign is over.
    fn is_over(&self) -> bool;

    /// Begins a run of a subject of the technique's own; whether there may be one.
    fn begin_run(&mut self) -> bool;

    /// Takes back the run that was begun last: it came to nothing.
    fn forget_run(&mut self);

    /// Counts a run of a subject of the technique's own for what it has met, with its path condition. It
    /// is no part of the tree. How many objectives it is the first to cover.
    fn count(
        &mut self,
        subject: &mut dyn Subject,
        trace: Trace,
        path_condition: &[TermId],
    ) -> usize;

    /// Whether there is nothing left to look for but faults.
    fn is_finishing(&self) -> bool;

    /// Whether a label is to be aimed at no more.
    fn is_deleted(&self, label: ProbeId) -> bool;

    /// What a question of the technique's own may cost. It is counted.
    fn begin_question(&mut self) -> Budget;

    /// Has a solver of the technique's own end with the campaign.
    fn register(&mut self, solver: Interrupter);

    /// Adds what such a solver has to tell at its end.
    fn add_solver(&mut self, statistics: clew_solver::Statistics);

    /// Says that runs have shown all there is.
    fn exhaust(&mut self);
}

/// A technique. Each method has a default: to take part in nothing. It stays in the thread of its worker.
pub trait Technique {
    /// Its name: one of [`NAMES`], or [`COMPOSE`].
    fn name(&self) -> &'static str;

    /// Whether it has a turn before the first run of the directed search.
    fn leads(&self) -> bool {
        false
    }

    /// Whether runs are to tell their words.
    fn wants_words(&self) -> bool {
        false
    }

    /// A run was taken into the tree.
    fn saw(&mut self, _run: &Seen<'_>) {}

    /// Whether no inputs take a candidate. Asked before the solver is.
    fn refutes(&mut self, _candidate: &mut dyn Way) -> bool {
        false
    }

    /// The solver has found that no inputs take a candidate.
    fn was_refuted(&mut self, _candidate: &mut dyn Way) {}

    /// A candidate that waits, to be tried before the strategy's.
    fn propose(&mut self, _pool: &mut TermPool) -> Option<Proposal> {
        None
    }

    /// The effort that it wants now; nothing to have no turn.
    fn wants_turn(&mut self, _dryness: Dryness) -> Option<u64> {
        None
    }

    /// Works with about so much effort; whether something new came of it.
    fn work(&mut self, _ground: &mut dyn Ground, _effort: u64) -> bool {
        false
    }
}

/// What a technique decided, and what that took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Contribution {
    /// Objectives that its runs were the first to cover.
    pub covered: usize,
    /// Objectives that are infeasible by it.
    pub infeasible: usize,
    /// Candidates that it closed without a question.
    pub closed: u64,
    /// The effort that it took, in steps, as far as it is counted.
    pub effort: u64,
    /// The time it took.
    pub time: Duration,
}

/// What each technique decided, by its name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contributions(Vec<(&'static str, Contribution)>);

impl Contributions {
    /// What a technique has contributed, to add to it.
    pub fn of(&mut self, name: &'static str) -> &mut Contribution {
        let at = self.0.iter().position(|(it, _)| *it == name).unwrap_or_else(|| {
            self.0.push((name, Contribution::default()));
            self.0.len() - 1
        });
        &mut self.0[at].1
    }

    /// Adds what another worker or search has to tell.
    pub fn add(&mut self, other: &Contributions) {
        for (name, more) in &other.0 {
            let sum = self.of(name);
            sum.covered += more.covered;
            sum.infeasible += more.infeasible;
            sum.closed += more.closed;
            sum.effort += more.effort;
            sum.time += more.time;
        }
    }

    /// All of them, in the order in which they took part.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Contribution)> {
        self.0.iter().map(|(name, it)| (*name, it))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selection_knows_its_names() {
        assert_eq!(Selection::of(["proofs", "magic"]), Err("magic"));
        let one = Selection::of([PROOFS]).expect("a technique");
        assert!(one.has(PROOFS) && !one.has(RANDOM_WALKS));
        assert_eq!(one, Selection::default());
        let none = NAMES.iter().fold(Selection::all(), |left, name| left.without(name));
        assert_eq!(none, Selection::none());
    }

    #[test]
    fn contributions_add_up_by_name() {
        let mut all = Contributions::default();
        all.of(PROOFS).infeasible = 2;
        let mut more = Contributions::default();
        more.of(RANDOM_WALKS).covered = 1;
        more.of(PROOFS).infeasible = 3;
        all.add(&more);
        let told: Vec<_> = all.iter().map(|(name, it)| (name, it.infeasible, it.covered)).collect();
        assert_eq!(told, [(PROOFS, 5, 0), (RANDOM_WALKS, 0, 1)]);
    }
}
