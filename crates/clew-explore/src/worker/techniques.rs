//! The techniques of a worker: when they have their turn, and what they may do then.

use std::time::{Duration, Instant};

use clew_ir::ProbeId;
use clew_logic::Model;
use clew_symbolic::{Chance, Ending, Trace};
use clew_vm::stop::{FaultKind, Stop};

use super::Worker;
use super::random_walk::RandomWalk;
use super::reconsider::Reconsider;
use crate::assignment::Assignment;
use crate::candidate::CandidateId;
use crate::ledger::Ledger;
use crate::report::Stopped;
use crate::settings::Settings;
use crate::subject::Subject;
use crate::technique::{
    Contributions, DIRECTED, Dryness, Ground, PROOFS, RANDOM_WALKS, Seen, Taking, Technique, Way,
};
use crate::tree::Start;
use crate::workers::WorkerId;

/// The techniques of a worker, and what each has contributed.
pub(crate) struct Techniques<'t> {
    /// `None` while it has its turn.
    all: Vec<Option<Box<dyn Technique + 't>>>,
    /// Whether runs tell their words.
    want_words: bool,
    /// Whose turn it is.
    at_work: &'static str,
    /// Whether it is a turn because no candidates are left.
    is_last_turn: bool,
    /// The time of others in the turn under way.
    lent: Duration,
    pub(super) contributions: Contributions,
}

impl<'t> Techniques<'t> {
    /// Those of the search itself that are selected, and further ones.
    pub(super) fn new(
        settings: &Settings,
        worker: WorkerId,
        further: Vec<Box<dyn Technique + 't>>,
    ) -> Self {
        let selected = &settings.search.techniques;
        let seed = settings.beginning.seed.wrapping_add(worker.0 as u64);
        let mut all: Vec<Box<dyn Technique + 't>> = Vec::new();
        if selected.has(PROOFS) {
            all.push(Box::new(Reconsider::default()));
        }
        if selected.has(RANDOM_WALKS) {
            all.push(Box::new(RandomWalk::new(seed)));
        }
        all.extend(further);
        let mut contributions = Contributions::default();
        for name in [DIRECTED].into_iter().chain(all.iter().map(|it| it.name())) {
            contributions.of(name);
        }
        let all = all.into_iter().map(Some).collect();
        let (is_last_turn, lent) = (false, Duration::ZERO);
        Techniques { all, want_words: false, at_work: DIRECTED, is_last_turn, lent, contributions }
    }

    /// Tells them of a run; the one that has its turn is told by [`Ground::take`].
    pub(super) fn saw(&mut self, run: &Seen<'_>) {
        for technique in self.all.iter_mut().flatten() {
            technique.saw(run);
        }
    }

    /// A run of whoever has its turn covered so many objectives first.
    pub(super) fn note_covered(&mut self, objectives: usize) {
        self.contributions.of(self.at_work).covered += objectives;
    }

    /// Whether one of them knows that no inputs take a candidate.
    pub(super) fn refute(&mut self, way: &mut dyn Way) -> bool {
        for technique in self.all.iter_mut().flatten().filter(|it| it.wants_words()) {
            let started = Instant::now();
            let is_refuted = technique.refutes(way);
            let contribution = self.contributions.of(technique.name());
            contribution.time += started.elapsed();
            contribution.closed += u64::from(is_refuted);
            if is_refuted {
                return true;
            }
        }
        false
    }

    /// Tells them that the solver refuted a candidate.
    pub(super) fn was_refuted(&mut self, way: &mut dyn Way) {
        for technique in self.all.iter_mut().flatten() {
            let started = Instant::now();
            technique.was_refuted(way);
            self.contributions.of(technique.name()).time += started.elapsed();
        }
    }
}

/// Whether the run is one to keep: it counts, and it ends.
pub(super) fn is_sound(trace: &Trace) -> bool {
    let is_endless = matches!(&trace.stop, Ending::Stop(Stop::Fault(fault)) if fault.kind == FaultKind::StepLimit);
    Ledger::counts(trace) && !is_endless
}

impl<S: Subject> Worker<'_, '_, S> {
    /// Ends the campaign where nothing new was met for long and another search may show more.
    pub(super) fn stop_if_stalled(&self) {
        let settings = self.shared.settings;
        let stalled = self.pace.dryness().since_new;
        if settings.stall.after.is_some_and(|limit| stalled >= limit)
            && !self.shared.is_finishing()
            && !self.shared.ledger().gaps.remedies.is_disjoint(&settings.stall.remedies)
        {
            self.shared.control.stop(Stopped::Stalled);
        }
    }

    /// No candidates are left: gives techniques a last turn; whether there are candidates again.
    pub(super) fn give_last_turns(&mut self) -> bool {
        self.techniques.is_last_turn = true;
        self.give_turns();
        self.techniques.is_last_turn = false;
        self.tree.pending() > 0 && self.shared.control.stopped().is_none()
    }

    /// Gives each technique that wants it a turn.
    pub(super) fn give_turns(&mut self) {
        for at in 0..self.techniques.all.len() {
            if self.shared.settings.search.exhaustive && !self.techniques.is_last_turn
                || self.shared.is_finishing()
                || self.shared.control.stopped().is_some()
            {
                return;
            }
            let is_out = self.techniques.is_last_turn;
            let dryness = Dryness { is_out, ..self.pace.dryness() };
            let Some(technique) = &mut self.techniques.all[at] else { continue };
            let Some(effort) = technique.wants_turn(dryness) else { continue };
            self.give_turn(at, effort);
        }
    }

    fn give_turn(&mut self, at: usize, effort: u64) {
        let Some(mut technique) = self.techniques.all[at].take() else { return };
        if effort > 0 {
            self.pace.begin_turn(effort);
        }
        self.techniques.at_work = technique.name();
        self.techniques.lent = Duration::ZERO;
        let started = Instant::now();
        let found = technique.work(self, effort);
        let own = started.elapsed().saturating_sub(self.techniques.lent);
        self.techniques.contributions.of(technique.name()).time += own;
        self.techniques.at_work = DIRECTED;
        self.techniques.all[at] = Some(technique);
        if !found {
            self.pace.note_vain_turn(effort);
        }
    }

    /// Tries what a technique proposes; whether one did.
    pub(super) fn try_proposal(&mut self) -> bool {
        if self.shared.is_finishing() {
            return false;
        }
        for at in 0..self.techniques.all.len() {
            let Some(technique) = &mut self.techniques.all[at] else { continue };
            let Some(proposal) = technique.propose(self.subject.pool_mut()) else { continue };
            if self.tree.is_pending(proposal.candidate) {
                self.techniques.at_work = technique.name();
                self.attempt_with(proposal);
                self.techniques.at_work = DIRECTED;
                return true;
            }
        }
        false
    }

    /// Whether some technique knows that no inputs take a candidate. What is known to contradict itself
    /// needs no technique.
    pub(super) fn is_refuted_without_question(&mut self, candidate: CandidateId) -> bool {
        if !self.techniques.want_words {
            return false;
        }
        let constraints = &mut self.questions.constraints;
        self.tree.path_condition(self.subject.pool_mut(), candidate, constraints);
        self.questions.known_contradiction().is_none()
            && self.techniques.refute(&mut self.tree.way_to(candidate))
    }

    /// Tells the techniques that the solver refuted a candidate.
    pub(super) fn tell_refuted(&mut self, candidate: CandidateId) {
        self.techniques.was_refuted(&mut self.tree.way_to(candidate));
    }

    /// Has runs tell their words as long as a technique wants them.
    pub(super) fn ask_for_words(&mut self) {
        let wanted = self.techniques.all.iter().flatten().any(|it| it.wants_words());
        if wanted != self.techniques.want_words {
            self.techniques.want_words = wanted;
            self.subject.tell_words(wanted);
        }
    }
}

impl<S: Subject> Ground for Worker<'_, '_, S> {
    fn look(&mut self, input: &Model, chance: Chance) -> Option<Trace> {
        if !self.shared.begin_run() {
            return None;
        }
        let trace = self.subject.run_by_chance(input, chance)?;
        if trace.stop == Ending::Stop(Stop::Interrupted) {
            self.shared.forget_run();
            return None;
        }
        Some(trace)
    }

    fn take(
        &mut self,
        input: &Model,
        which: Taking,
        by: &mut dyn Technique,
    ) -> Option<(u64, bool)> {
        let trace = self.execute(input, 0)?;
        let steps = trace.steps;
        let is_new = || trace.hits.iter().any(|hit| !self.pace.is_met(*hit));
        let is_wanted = is_sound(&trace) && (which == Taking::Sound || is_new());
        if is_wanted {
            self.journal_run(None);
            self.absorb_for(trace, Start::ROOT, Some(by));
            self.hand_over();
        }
        Some((steps, is_wanted))
    }

    fn assignment(&self) -> &Model {
        self.subject.assignment()
    }

    fn is_met(&self, probe: ProbeId) -> bool {
        self.pace.is_met(probe)
    }

    fn give_up(&mut self, probes: &[ProbeId]) {
        self.pace.give_up(probes);
    }

    fn reconsider(&mut self, by: &'static str) -> usize {
        let started = Instant::now();
        let mut ledger = self.shared.ledger();
        let decided = ledger.goal.reconsider(by);
        let contribution = self.techniques.contributions.of(by);
        contribution.infeasible += decided;
        if by != self.techniques.at_work {
            contribution.time += started.elapsed();
            self.techniques.lent += started.elapsed();
        }
        // Without candidates the search ends by itself.
        if decided > 0 && !self.techniques.is_last_turn && ledger.goal.is_done() {
            self.end_if_done();
        }
        decided
    }

    fn named(&self, input: &Model) -> Assignment {
        Assignment::of(self.subject.pool(), input)
    }

    fn input(&mut self, inputs: &Assignment) -> Model {
        inputs.to_model(self.subject.pool_mut())
    }

    fn is_over(&self) -> bool {
        self.shared.control.stopped().is_some()
    }
}
