//! The loop of one worker: choose a candidate, solve it, run it, take the path into the tree.

mod aim;
mod ask;
mod choose;
mod exchange;
mod fault_search;
mod guidance;
mod pace;
mod postponed;
mod questions;
mod random_walk;
mod reconsider;
mod sides;
mod techniques;
mod vary;
mod waiting;

use std::time::{Duration, Instant};

use clew_logic::{Model, TermId};
use clew_solver::{QueryLog, Verdict};
use clew_symbolic::{Ending, TestCase, Trace};
use clew_vm::stop::{FaultKind, Stop};

use crate::assignment::Assignment;
use crate::board::Work;
use crate::candidate::CandidateId;
use crate::filter::Places;
use crate::journal::Record;
use crate::report::{Divergence, Gap, Place, Reason, Stopped};
use crate::shrink::{shrink, tell_apart};
use crate::strategy::Strategy;
use crate::subject::{Fresh, Subject};
use crate::technique::{Contributions, DIRECTED, Proposal, Seen, Technique};
use crate::tree::{Start, Tree};
use crate::workers::{Shared, WorkerId};
use aim::Aim;
use exchange::Exchange;
use fault_search::FaultSearch;
use guidance::Guidance;
use pace::Pace;
use postponed::Effort;
use questions::Questions;
use techniques::Techniques;
use waiting::Waiting;

/// Steps of a run that is too long for looking around.
const LONG_RUN: u64 = 100_000;

/// One worker.
pub(crate) struct Worker<'s, 'g, S> {
    pub(crate) id: WorkerId,
    pub(crate) subject: S,
    pub(crate) shared: &'s Shared<'g>,
    pub(crate) tree: Tree,
    pub(crate) questions: Questions,
    guidance: Guidance,
    aim: Aim,
    pub(crate) waiting: Waiting,
    fault_search: FaultSearch,
    pace: Pace,
    techniques: Techniques<'s>,
    exchange: Exchange,
}

/// What a worker is made of.
pub(crate) struct Parts<'t, S> {
    pub(crate) subject: S,
    pub(crate) strategy: Box<dyn Strategy>,
    /// The techniques besides those of the search itself.
    pub(crate) techniques: Vec<Box<dyn Technique + 't>>,
    pub(crate) log: Option<QueryLog>,
}

/// What is left of a worker.
pub(crate) struct Outcome {
    pub(crate) techniques: Contributions,
    /// Of its own solver, and of those of its techniques.
    pub(crate) solvers: Vec<clew_solver::Statistics>,
    pub(crate) pending: usize,
}

impl<'s, 'g, S: Subject> Worker<'s, 'g, S> {
    pub(crate) fn new(id: WorkerId, parts: Parts<'s, S>, shared: &'s Shared<'g>) -> Self {
        let settings = shared.settings;
        let Parts { subject, strategy, techniques, log } = parts;
        let techniques = Techniques::new(settings, id, techniques);
        let questions = Questions::new(settings.solver.clone(), log);
        shared.control.register(questions.interrupter());
        Worker {
            id,
            subject,
            shared,
            tree: Tree::new(settings.limits.depth),
            questions,
            guidance: Guidance::new(strategy, Places::new(settings.faults.seek)),
            aim: Aim::default(),
            waiting: Waiting::default(),
            fault_search: FaultSearch::new(),
            pace: Pace::default(),
            techniques,
            exchange: Exchange::default(),
        }
    }

    /// Works until the campaign is over. The first worker begins it, from what an earlier process
    /// has done.
    pub(crate) fn work(mut self, records: Vec<Record>) -> Outcome {
        let started = Instant::now();
        if self.id == WorkerId::FIRST && records.is_empty() {
            self.let_lead();
        }
        if self.id == WorkerId::FIRST && self.shared.control.stopped().is_none() {
            match records.is_empty() {
                true if self.shared.settings.beginning.suite.is_empty() => {
                    self.begin(self.shared.settings.beginning.first, None);
                }
                true => self.replay_seeds(),
                false => self.resume(records),
            }
        }
        while self.shared.control.stopped().is_none() {
            self.give_away();
            self.stop_if_stalled();
            self.give_turns();
            self.ask_for_words();
            self.try_postponed_if_due();
            if self.try_proposal() {
                continue;
            }
            match self.next_candidate() {
                Some(candidate) => self.attempt_chosen(candidate),
                None if self.try_postponed() || self.give_last_turns() => {}
                None => match self.shared.wait_for_work() {
                    Some(Work::Parcels(parcels)) => self.unpack(parcels),
                    Some(Work::Restart(number)) => {
                        let seed = self.shared.settings.beginning.seed.wrapping_add(number);
                        self.forget_tree();
                        self.begin(Fresh::Random(seed), Some(number));
                    }
                    None => break,
                },
            }
            self.shared.set_pending(self.id, self.tree.pending());
        }
        let mut solvers = std::mem::take(&mut self.techniques.solvers);
        solvers.insert(0, self.questions.statistics());
        let mut techniques = self.techniques.contributions;
        let others: Duration = techniques.iter().map(|(_, it)| it.time).sum();
        techniques.of(DIRECTED).time = started.elapsed().saturating_sub(others);
        Outcome { techniques, solvers, pending: self.tree.pending() + self.exchange.lost }
    }

    /// The first run of a tree.
    fn begin(&mut self, fresh: Fresh, restart: Option<u64>) {
        self.subject.set_fresh(fresh);
        self.aim.forget();
        let Some(trace) = self.execute(&Model::new(), 0) else { return };
        self.journal_run(restart);
        self.absorb(trace, Start::ROOT);
        self.hand_over();
    }

    /// Begins with the inputs of a suite.
    fn replay_seeds(&mut self) {
        self.subject.set_fresh(self.shared.settings.beginning.first);
        for inputs in &self.shared.settings.beginning.suite {
            let input = inputs.to_model(self.subject.pool_mut());
            let Some(trace) = self.execute(&input, 0) else { return };
            self.journal_run(None);
            self.absorb(trace, Start::ROOT);
            self.hand_over();
        }
    }

    pub(crate) fn forget_tree(&mut self) {
        self.tree.clear();
        self.guidance.strategy.clear();
        self.fault_search.clear();
        self.waiting.clear();
    }

    /// Tries the strategy's choice, and tells what that has cost.
    fn attempt_chosen(&mut self, candidate: CandidateId) {
        let (before, started) = (self.pace.spent(), Instant::now());
        let chooser = self.guidance.strategy.chooser();
        self.techniques.begin(chooser);
        self.attempt(candidate, Effort::FIRST);
        let effort = self.pace.spent() - before;
        self.guidance.strategy.spent(effort);
        self.techniques.end(effort, started.elapsed());
    }

    /// Solves a candidate and runs what comes out.
    fn attempt(&mut self, candidate: CandidateId, effort: Effort) {
        let place = self.place(candidate);
        self.aim.take(candidate, place);
        self.tree.start(candidate);
        if self.is_refuted_without_question(candidate) {
            return self.close_infeasible(candidate);
        }
        let asked = self.questions.asked;
        match self.solve(candidate, effort) {
            Verdict::Sat(_) if self.tree.is_at_limit(candidate) => {
                let place = Place::Fork(self.tree.info(candidate).site);
                self.shared.ledger().gaps.note(Reason { gap: Gap::Values, place });
                self.tree.close(candidate);
            }
            Verdict::Sat(model) => self.follow(candidate, &model),
            Verdict::Unsat(_) => {
                if self.questions.asked > asked {
                    self.tell_refuted(candidate);
                }
                self.close_infeasible(candidate);
            }
            Verdict::Unknown(_) if self.is_over() => self.tree.put_back(candidate),
            Verdict::Unknown(_) if self.postpone(candidate, effort) => {
                self.tree.put_back(candidate);
                if self.shared.is_finishing() {
                    self.fault_search.note_too_hard();
                }
            }
            Verdict::Unknown(reason) => {
                let reason = reason.to_string();
                if self.tree.label_of(candidate).is_none() {
                    self.journal(|worker| Record::Unknown {
                        path: worker.tree.path_of(candidate),
                        reason: reason.clone(),
                    });
                }
                self.shared.ledger().gaps.leave_open(&self.tree.info(candidate), reason);
                self.tree.close(candidate);
            }
        }
    }

    /// Solves a candidate with the further constraint of a technique. Where there are no inputs, it
    /// is the strategy's again.
    fn attempt_with(&mut self, proposal: Proposal) {
        let Proposal { candidate, constraint } = proposal;
        let place = self.place(candidate);
        self.aim.forget();
        self.aim.take(candidate, place);
        self.tree.start(candidate);
        match self.solve_with(candidate, constraint) {
            Verdict::Sat(model) if !self.tree.is_at_limit(candidate) => {
                self.follow(candidate, &model);
            }
            Verdict::Sat(_) | Verdict::Unsat(_) | Verdict::Unknown(_) => {
                self.tree.put_back(candidate);
            }
        }
    }

    /// Closes a candidate that no inputs take.
    fn close_infeasible(&mut self, candidate: CandidateId) {
        // The candidates of labels have no name that another process could know.
        if self.tree.label_of(candidate).is_none() {
            self.journal(|worker| Record::Unsat(worker.tree.path_of(candidate)));
        }
        self.shared.ledger().statistics.infeasible_paths += 1;
        self.tree.close(candidate);
    }

    /// Whether the campaign ends now, or would if the watch had looked already.
    fn is_over(&self) -> bool {
        if self.shared.control.remaining().is_some_and(|left| left.is_zero()) {
            self.shared.control.stop(Stopped::Budget);
        }
        self.shared.control.stopped().is_some()
    }

    /// Runs inputs that should take a candidate.
    fn follow(&mut self, candidate: CandidateId, input: &Model) {
        let expected = self.tree.info(candidate);
        let label = self.tree.label_of(candidate);
        let known = expected.depth as usize + usize::from(label.is_none());
        let Some(mut trace) = self.execute(input, known) else {
            self.tree.put_back(candidate);
            return;
        };
        let Some(fork) = self.tree.divergence(candidate, &trace) else {
            self.journal_run(None);
            let start = self.tree.take_candidate(candidate);
            let excluded = label.and_then(|_| sides::uncounted_way(&trace, known));
            self.absorb(trace, start);
            if let Some(probe) = label {
                self.finish_side(candidate, probe, excluded.as_deref());
            } else if expected.arm.is_none() {
                self.tree.put_back(candidate);
                self.waiting.new.push(candidate);
            }
            self.hand_over();
            return;
        };
        let found = trace.forks.get(fork).map(|fork| (fork.site, fork.arm));
        if !trace.is_imprecise_at(fork) {
            self.shared.ledger().diverged(Divergence { expected, fork, found });
        }
        let really_known = self.tree.known_forks(&trace);
        if really_known < known {
            // The alternatives of the forks in between were left out.
            match self.execute(input, really_known) {
                Some(again) => trace = again,
                None => return self.tree.put_back(candidate),
            }
        }
        self.journal_run(None);
        self.absorb(trace, Start::ROOT);
        self.tree.close(candidate);
        self.hand_over();
    }

    /// Runs the subject; `None` when the campaign ends meanwhile.
    pub(crate) fn execute(&mut self, input: &Model, known: usize) -> Option<Trace> {
        if !self.shared.begin_run() {
            return None;
        }
        let trace = self.subject.run(input, known);
        if trace.stop == Ending::Stop(Stop::Interrupted) {
            self.shared.forget_run();
            self.shared.control.stop(Stopped::Interrupted);
            return None;
        }
        Some(trace)
    }

    /// Takes the last run into the tree and the results. Its candidates are in `waiting.new` then.
    pub(crate) fn absorb(&mut self, trace: Trace, start: Start) {
        self.absorb_for(trace, start, None);
    }

    /// The same, for a technique that has its turn.
    fn absorb_for(&mut self, trace: Trace, start: Start, by: Option<&mut dyn Technique>) {
        let input = self.subject.assignment().clone();
        let has_inputs = input != Model::new();
        let near = self.near(&trace);
        let firsts = self.pace.note_run(&trace);
        if !firsts.is_empty() {
            self.subject.note_useful();
        }
        let word = trace.word.as_ref().map(|word| &word.letters[..]);
        let seen = Seen { trace: &trace, input: &input, firsts: &firsts, word };
        self.techniques.saw(&seen);
        if let Some(technique) = by {
            technique.saw(&seen);
        }
        let from = self.waiting.new.len();
        self.tree.insert(self.subject.pool_mut(), &trace, start, input, &mut self.waiting.new);
        self.note_unmet(&trace, from);
        let subject = &mut self.subject;
        let mut ledger = self.shared.ledger();
        if has_inputs {
            ledger.note_inputs();
        }
        if self.tree.too_deep() > 0 {
            ledger.gaps.note(Reason { gap: Gap::Depth, place: Place::Search });
        }
        if self.shared.is_finishing() && trace.steps > LONG_RUN {
            self.fault_search.end();
        }
        let first = self.shared.runs() == 1;
        let before = ledger.covered;
        ledger.enter(trace, |trace| {
            let constraints: Vec<TermId> = trace.forks.iter().map(|it| it.constraint).collect();
            simplest(subject, trace, &constraints)
        });
        let newly_covered = ledger.covered - before;
        if newly_covered > 0 {
            let shared = self.shared;
            ledger.note_progress(shared.elapsed(), shared.runs(), shared.queries());
        }
        self.techniques.note_covered(newly_covered);
        self.aim.note_run(newly_covered, near);
        let changed = first || newly_covered > 0;
        if changed && !self.shared.settings.search.exhaustive && ledger.goal.is_done() {
            self.end_if_done();
        }
    }

    /// Every objective is decided: only faults may be left to look for.
    fn end_if_done(&self) {
        match self.shared.settings.faults.seek {
            true => self.shared.finish(),
            false => self.shared.control.stop(Stopped::Covered),
        }
    }

    fn journal(&self, record: impl FnOnce(&Self) -> Record) {
        if let Some(journal) = &self.shared.journal {
            journal.append(&record(self));
        }
    }

    fn journal_run(&self, restart: Option<u64>) {
        self.journal(|worker| {
            let subject = &worker.subject;
            let inputs = Assignment::of(subject.pool(), subject.assignment());
            Record::Run { restart, inputs }
        });
    }
}

/// The last run as a test, on simpler inputs if there are any for the same path.
fn simplest<S: Subject + ?Sized>(
    subject: &mut S,
    trace: &Trace,
    constraints: &[TermId],
) -> (TestCase, Assignment) {
    let told = |subject: &mut S| {
        (subject.test_case(), Assignment::of(subject.pool(), subject.assignment()))
    };
    let original = told(subject);
    // A run without an end takes as long again with other inputs.
    if matches!(&trace.stop, Ending::Stop(Stop::Fault(fault)) if fault.kind == FaultKind::StepLimit)
    {
        return original;
    }
    let simpler = shrink(subject.pool(), constraints, subject.assignment());
    let telling = match trace.stop {
        Ending::Stop(Stop::Return(_)) => {
            tell_apart(subject.pool(), constraints, &simpler, subject.numbers())
        }
        Ending::Stop(_) | Ending::Assumption | Ending::Bound => simpler.clone(),
    };
    let first = original.1.clone();
    for inputs in [&telling, &simpler] {
        if Assignment::of(subject.pool(), inputs) == first {
            return original;
        }
        if is_same_run(subject, inputs, trace) {
            return told(subject);
        }
    }
    original
}

/// Whether other inputs lead along the same path.
fn is_same_run<S: Subject + ?Sized>(subject: &mut S, inputs: &Model, trace: &Trace) -> bool {
    let again = subject.run(inputs, usize::MAX);
    let mut forks = again.forks.iter().zip(&trace.forks);
    again.forks.len() == trace.forks.len()
        && forks.all(|(a, b)| (a.site, a.arm) == (b.site, b.arm))
        && again.hits == trace.hits
        && ends_alike(&again.stop, &trace.stop)
}

/// Whether two runs end in the same way, whatever they return.
fn ends_alike(a: &Ending, b: &Ending) -> bool {
    match (a, b) {
        (Ending::Stop(Stop::Fault(a)), Ending::Stop(Stop::Fault(b))) => {
            (a.kind, a.span) == (b.kind, b.span)
        }
        (Ending::Stop(a), Ending::Stop(b)) => {
            *a != Stop::Interrupted && std::mem::discriminant(a) == std::mem::discriminant(b)
        }
        (a, b) => a == b,
    }
}
