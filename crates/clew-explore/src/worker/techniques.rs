//! The techniques of a worker: when they have their turn, and what they may do then.

use std::time::{Duration, Instant};

use clew_ir::ProbeId;
use clew_logic::{Model, TermId};
use clew_solver::{Budget, Interrupter};
use clew_symbolic::{Chance, Ending, Trace};
use clew_vm::stop::{FaultKind, Stop};

use super::postponed::Effort;
use super::random_walk::RandomWalk;
use super::reconsider::Reconsider;
use super::{Worker, simplest};
use crate::assignment::Assignment;
use crate::benefit::Share;
use crate::candidate::CandidateId;
use crate::ledger::Ledger;
use crate::report::Stopped;
use crate::settings::Settings;
use crate::subject::Subject;
use crate::technique::{
    Contributions, DIRECTED, Dryness, Ground, Host, RANDOM_WALKS, Seen, Taking, Technique, Way,
};
use crate::tree::Start;
use crate::workers::WorkerId;

/// The techniques of a worker, and what each has contributed.
pub(crate) struct Techniques<'t> {
    /// `None` while it has its turn.
    all: Vec<Option<Box<dyn Technique + 't>>>,
    /// What each may spend when it has its turn.
    shares: Vec<Share>,
    /// Whether runs tell their words.
    want_words: bool,
    /// Whose turn it is.
    at_work: &'static str,
    /// Whether it is a turn because no candidates are left.
    is_last_turn: bool,
    /// The time of others in the turn under way.
    lent: Duration,
    pub(super) contributions: Contributions,
    /// What solvers of their own have to tell.
    pub(super) solvers: Vec<clew_solver::Statistics>,
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
        if selected.has_proofs() {
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
        let shares = vec![Share::default(); all.len()];
        let all = all.into_iter().map(Some).collect();
        Techniques {
            all,
            shares,
            want_words: false,
            at_work: DIRECTED,
            is_last_turn: false,
            lent: Duration::ZERO,
            contributions,
            solvers: Vec::new(),
        }
    }

    /// It is the turn of a technique, or of a strategy.
    pub(super) fn begin(&mut self, name: &'static str) {
        self.at_work = name;
        self.lent = Duration::ZERO;
    }

    /// Its turn is over, and took that, with the time of others.
    pub(super) fn end(&mut self, effort: u64, time: Duration) {
        let contribution = self.contributions.of(self.at_work);
        contribution.effort += effort;
        contribution.time += time.saturating_sub(self.lent);
        self.at_work = DIRECTED;
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

    /// Gives the techniques that lead a turn before the first run.
    pub(super) fn let_lead(&mut self) {
        for at in 0..self.techniques.all.len() {
            let leads = self.techniques.all[at].as_ref().is_some_and(|it| it.leads());
            if leads && self.shared.control.stopped().is_none() {
                self.give_turn(at, 0);
            }
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
            let dryness = self.pace.dryness();
            let allowance = self.techniques.shares[at].of(dryness.since_turn);
            let is_out = self.techniques.is_last_turn;
            let dryness = Dryness { allowance, is_out, ..dryness };
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
        self.techniques.begin(technique.name());
        let started = Instant::now();
        let found = technique.work(self, effort);
        self.techniques.end(effort, started.elapsed());
        self.techniques.all[at] = Some(technique);
        if effort > 0 {
            self.techniques.shares[at].note_turn(found);
        }
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
            let name = technique.name();
            if self.tree.is_pending(proposal.candidate) {
                let (before, started) = (self.pace.spent(), Instant::now());
                self.techniques.begin(name);
                self.attempt_with(proposal);
                self.techniques.end(self.pace.spent() - before, started.elapsed());
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
}

impl<S: Subject> Host for Worker<'_, '_, S> {
    fn is_over(&self) -> bool {
        self.shared.control.stopped().is_some()
    }

    fn begin_run(&mut self) -> bool {
        self.shared.begin_run()
    }

    fn forget_run(&mut self) {
        self.shared.forget_run();
    }

    fn count(
        &mut self,
        subject: &mut dyn Subject,
        trace: Trace,
        path_condition: &[TermId],
    ) -> usize {
        self.pace.note_run(&trace);
        let has_inputs = !subject.assignment().is_empty();
        let is_first = self.shared.runs() == 1;
        let covered = {
            let mut ledger = self.shared.ledger();
            if has_inputs {
                ledger.note_inputs();
            }
            let before = ledger.covered;
            ledger.enter(trace, |trace| simplest(subject, trace, path_condition));
            let covered = ledger.covered - before;
            if covered > 0 {
                let shared = self.shared;
                ledger.note_progress(shared.elapsed(), shared.runs(), shared.queries());
            }
            if (is_first || covered > 0)
                && !self.shared.settings.search.exhaustive
                && ledger.goal.is_done()
            {
                self.end_if_done();
            }
            covered
        };
        self.techniques.note_covered(covered);
        covered
    }

    fn is_finishing(&self) -> bool {
        self.shared.is_finishing()
    }

    fn is_deleted(&self, label: ProbeId) -> bool {
        self.shared.ledger().is_deleted(label, self.shared.settings.search.labels)
    }

    fn begin_question(&mut self) -> Budget {
        self.shared.note_query();
        self.budget(Effort::FIRST)
    }

    fn register(&mut self, solver: Interrupter) {
        self.shared.control.register(solver);
    }

    fn add_solver(&mut self, statistics: clew_solver::Statistics) {
        self.techniques.solvers.push(statistics);
    }

    fn exhaust(&mut self) {
        self.shared.control.stop(Stopped::Exhausted);
    }
}
