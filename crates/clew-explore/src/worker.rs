//! The loop of one worker: choose a candidate, solve it, run it, take the path into the tree.

mod ask;
mod choose;
mod postponed;
mod random_walk;
mod sides;
mod vary;

use clew_logic::{Evaluator, Model, TermId};
use clew_solver::{CoreCache, QueryLog, Solver, Verdict};
use clew_symbolic::{Ending, ForkSite, TestCase, Trace};
use clew_vm::stop::Stop;
use rustc_hash::FxHashMap;

use crate::assignment::Assignment;
use crate::candidate::{CandidateId, CandidateInfo, PlaceId};
use crate::filter::Places;
use crate::journal::Record;
use crate::refutation::{Refutation, Refutations, Target};
use crate::report::{Divergence, Gap, Place, Reason, Stopped};
use crate::shrink::shrink;
use crate::strategy::{RunNews, Strategy};
use crate::subject::{Fresh, Subject};
use crate::tree::{Start, Tree};
use crate::workers::{Parcel, Shared, Work, WorkerId};
use choose::EXTRA_TRIES;
use postponed::{Effort, Postponed};
use random_walk::RandomWalk;

/// The most candidates given away at once.
const MAX_GIFT: usize = 32;
/// Candidates tried before looking again for something to give, when there was nothing.
const PATIENCE: u32 = 64;
/// Steps of a run that is too long for looking around.
const LONG_RUN: u64 = 100_000;
/// How many queries may be too hard when every objective is decided.
const MAX_TOO_HARD: u32 = 2;
/// The contradictions that are remembered.
const CONTRADICTIONS: usize = 1 << 16;

/// One worker.
pub(crate) struct Worker<'s, 'g, S> {
    pub(crate) id: WorkerId,
    pub(crate) subject: S,
    pub(crate) shared: &'s Shared<'g>,
    solver: Solver,
    /// Constraints of paths that the solver found to contradict each other.
    refuted: CoreCache,
    strategy: Box<dyn Strategy>,
    pub(crate) tree: Tree,
    /// Candidates that the strategy does not have yet.
    pub(crate) new: Vec<CandidateId>,
    /// How many of the labels that are deleted are settled.
    settled: usize,
    places: Places,
    /// What the strategy is to learn of the last run.
    news: Option<RunNews>,
    /// The candidate that is being tried.
    origin: Option<(CandidateId, PlaceId)>,
    /// Candidates that the strategy wants to be taken with it.
    joint_targets: Vec<CandidateId>,
    evaluator: Evaluator,
    /// Candidates that cannot meet anything open.
    filtered: Vec<CandidateId>,
    constraints: Vec<TermId>,
    patience: u32,
    /// Candidates that were too hard for the solver at first.
    postponed: Postponed,
    /// Candidates that lead to a fault, if anything does.
    checks: Vec<CandidateId>,
    /// How often faults were looked for at a site when nothing else was left to do.
    tried: FxHashMap<ForkSite, u32>,
    /// Candidates left for covering without a fault what is covered only with one.
    extra: u32,
    /// Queries that were too hard since every objective is decided.
    too_hard: u32,
    /// Candidates that were taken from the board but could not be planted.
    lost: usize,
    refutations: Refutations,
    random_walk: RandomWalk,
    /// Whether candidates were closed because an earlier process had refuted them.
    pub(crate) is_resumed: bool,
}

/// What is left of a worker.
pub(crate) struct Outcome {
    pub(crate) solver: clew_solver::Statistics,
    pub(crate) pending: usize,
    pub(crate) refutations: Vec<Refutation>,
    pub(crate) is_resumed: bool,
}

impl<'s, 'g, S: Subject> Worker<'s, 'g, S> {
    pub(crate) fn new(
        id: WorkerId,
        subject: S,
        strategy: Box<dyn Strategy>,
        log: Option<QueryLog>,
        shared: &'s Shared<'g>,
    ) -> Self {
        let mut solver = Solver::new(shared.settings.solver.clone());
        shared.control.register(solver.interrupter());
        if let Some(log) = log {
            solver.record_to(log);
        }
        Worker {
            id,
            subject,
            shared,
            solver,
            refuted: CoreCache::new(CONTRADICTIONS),
            strategy,
            tree: Tree::new(shared.settings.max_depth),
            new: Vec::new(),
            settled: 0,
            places: Places::new(shared.settings.seek_faults),
            news: None,
            origin: None,
            joint_targets: Vec::new(),
            evaluator: Evaluator::new(),
            filtered: Vec::new(),
            constraints: Vec::new(),
            patience: 0,
            postponed: Postponed::default(),
            checks: Vec::new(),
            tried: FxHashMap::default(),
            extra: EXTRA_TRIES,
            too_hard: 0,
            lost: 0,
            refutations: Refutations::default(),
            random_walk: RandomWalk::new(shared.settings.seed.wrapping_add(id.0 as u64)),
            is_resumed: false,
        }
    }

    /// Works until the campaign is over. The first worker begins it, from what an earlier process
    /// has done.
    pub(crate) fn work(mut self, records: Vec<Record>) -> Outcome {
        if self.id == WorkerId::FIRST {
            match records.is_empty() {
                true if self.shared.settings.seeds.is_empty() => {
                    self.begin(self.shared.settings.first, None);
                }
                true => self.replay_seeds(),
                false => self.resume(records),
            }
        }
        while self.shared.control.stopped().is_none() {
            self.give_away();
            self.stop_if_stalled();
            self.walk_if_dry();
            self.try_postponed_if_due();
            match self.next_candidate() {
                Some(candidate) => self.attempt(candidate, Effort::FIRST),
                None if self.try_postponed() => {}
                None => match self.shared.wait_for_work() {
                    Some(Work::Parcels(parcels)) => self.unpack(parcels),
                    Some(Work::Restart(number)) => {
                        let seed = self.shared.settings.seed.wrapping_add(number);
                        self.forget_tree();
                        self.begin(Fresh::Random(seed), Some(number));
                    }
                    None => break,
                },
            }
            self.shared.set_pending(self.id, self.tree.pending());
        }
        let refutations = match self.shared.control.stopped() {
            None | Some(Stopped::Exhausted) => self.refutations.into_scripts(self.subject.pool()),
            Some(_) => Vec::new(),
        };
        Outcome {
            solver: self.solver.statistics(),
            pending: self.tree.pending() + self.lost,
            refutations,
            is_resumed: self.is_resumed,
        }
    }

    /// The first run of a tree.
    fn begin(&mut self, fresh: Fresh, restart: Option<u64>) {
        self.subject.set_fresh(fresh);
        self.origin = None;
        self.joint_targets.clear();
        let Some(trace) = self.execute(&Model::new(), 0) else { return };
        self.journal_run(restart);
        self.absorb(trace, Start::ROOT);
        self.hand_over();
    }

    /// Begins with the inputs of a suite.
    fn replay_seeds(&mut self) {
        self.subject.set_fresh(self.shared.settings.first);
        for inputs in &self.shared.settings.seeds {
            let input = inputs.to_model(self.subject.pool_mut());
            let Some(trace) = self.execute(&input, 0) else { return };
            self.journal_run(None);
            self.absorb(trace, Start::ROOT);
            self.hand_over();
        }
    }

    pub(crate) fn forget_tree(&mut self) {
        self.tree.clear();
        self.strategy.clear();
        self.checks.clear();
        self.filtered.clear();
        self.postponed.clear();
        self.new.clear();
    }

    /// Solves a candidate and runs what comes out.
    fn attempt(&mut self, candidate: CandidateId, effort: Effort) {
        self.origin = Some((candidate, self.place(candidate)));
        self.tree.start(candidate);
        match self.solve(candidate, effort) {
            Verdict::Sat(_) if self.tree.is_at_limit(candidate) => {
                let place = Place::Fork(self.tree.info(candidate).site);
                self.shared.ledger().note(Reason { gap: Gap::Values, place });
                self.tree.close(candidate);
            }
            Verdict::Sat(model) => self.follow(candidate, &model),
            Verdict::Unsat(core) => {
                if self.shared.settings.certificates {
                    let CandidateInfo { site, arm, .. } = self.tree.info(candidate);
                    let label = self.tree.label_of(candidate);
                    let target = label.map_or(Target::Arm(site, arm), Target::Label);
                    self.refutations.note(core.constraints, target);
                }
                // The candidates of labels have no name that another process could know.
                if self.tree.label_of(candidate).is_none() {
                    self.journal(|worker| Record::Unsat(worker.tree.path_of(candidate)));
                }
                self.shared.ledger().statistics.infeasible_paths += 1;
                self.tree.close(candidate);
            }
            Verdict::Unknown(_) if self.is_over() => self.tree.put_back(candidate),
            Verdict::Unknown(_) if self.postpone(candidate, effort) => {
                self.tree.put_back(candidate);
                self.note_too_hard();
            }
            Verdict::Unknown(reason) => {
                let reason = reason.to_string();
                if self.tree.label_of(candidate).is_none() {
                    self.journal(|worker| Record::Unknown {
                        path: worker.tree.path_of(candidate),
                        reason: reason.clone(),
                    });
                }
                self.shared.ledger().leave_open(&self.tree.info(candidate), reason);
                self.tree.close(candidate);
            }
        }
    }

    /// Looking for faults when every objective is decided must not cost more than the search did.
    fn note_too_hard(&mut self) {
        if self.shared.is_finishing() {
            self.too_hard += 1;
            if self.too_hard >= MAX_TOO_HARD {
                self.checks.clear();
                self.extra = 0;
            }
        }
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
                self.new.push(candidate);
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

    /// Takes the last run into the tree and the results. Its candidates are in `new` then.
    pub(crate) fn absorb(&mut self, trace: Trace, start: Start) {
        let input = self.subject.assignment().clone();
        let has_inputs = input != Model::new();
        let near = self.near(&trace);
        if self.random_walk.note_run(&trace, &input) {
            self.subject.note_useful();
        }
        let from = self.new.len();
        self.tree.insert(self.subject.pool_mut(), &trace, start, input, &mut self.new);
        self.note_unmet(&trace, from);
        let subject = &mut self.subject;
        let mut ledger = self.shared.ledger();
        if has_inputs {
            ledger.note_inputs();
        }
        if self.tree.too_deep() > 0 {
            ledger.note(Reason { gap: Gap::Depth, place: Place::Search });
        }
        if self.shared.is_finishing() && trace.steps > LONG_RUN {
            // Looking for faults must not cost more than the search did.
            self.checks.clear();
            self.extra = 0;
        }
        let first = self.shared.runs() == 1;
        let before = ledger.covered;
        ledger.enter(trace, |trace| simplest(subject, trace));
        let newly_covered = ledger.covered - before;
        if newly_covered > 0 {
            ledger.note_progress(self.shared.runs(), self.shared.queries());
        }
        let (origin, joint_targets) = (self.origin.take(), self.joint_targets.len() as u32);
        self.news = Some(RunNews { origin, joint_targets, newly_covered, near });
        let changed = first || newly_covered > 0;
        if changed && !self.shared.settings.exhaustive && ledger.goal.is_done() {
            match self.shared.settings.seek_faults {
                true => self.shared.finish(),
                false => self.shared.control.stop(Stopped::Covered),
            }
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

    /// Offers candidates to a worker that has none.
    fn give_away(&mut self) {
        self.patience = self.patience.saturating_sub(1);
        if !self.shared.is_hungry() || self.tree.pending() < 2 || self.patience > 0 {
            return;
        }
        let gifts = self.tree.give_away((self.tree.pending() / 2).min(MAX_GIFT));
        if gifts.is_empty() {
            self.patience = PATIENCE;
            return;
        }
        let pool = self.subject.pool();
        let parcels = gifts
            .into_iter()
            .map(|gift| Parcel { input: Assignment::of(pool, &gift.input), picks: gift.picks });
        self.shared.offer(parcels.collect());
    }

    /// Plants the candidates of another worker in a tree of their own.
    fn unpack(&mut self, parcels: Vec<Parcel>) {
        self.forget_tree();
        for Parcel { input, picks } in parcels {
            let input = input.to_model(self.subject.pool_mut());
            let first = picks.iter().map(|pick| pick.depth).min().unwrap_or(0);
            let Some(trace) = self.execute(&input, first) else {
                self.lost += picks.len();
                continue;
            };
            let from = self.new.len();
            for pick in &picks {
                let pool = self.subject.pool_mut();
                match self.tree.plant(pool, &trace, pick, &input) {
                    Some(candidate) => self.new.push(candidate),
                    None if trace.is_imprecise_at(pick.depth) => {}
                    None => {
                        let expected = pick.info();
                        let found = trace.forks.get(pick.depth).map(|fork| (fork.site, fork.arm));
                        let fork = pick.depth;
                        self.shared.ledger().diverged(Divergence { expected, fork, found });
                    }
                }
            }
            self.note_unmet(&trace, from);
        }
        self.hand_over();
    }
}

/// The last run as a test, on simpler inputs if there are any for the same path.
fn simplest<S: Subject>(subject: &mut S, trace: &Trace) -> (TestCase, Assignment) {
    let told = |subject: &mut S| {
        (subject.test_case(), Assignment::of(subject.pool(), subject.assignment()))
    };
    let original = told(subject);
    let constraints: Vec<TermId> = trace.forks.iter().map(|fork| fork.constraint).collect();
    let simpler = shrink(subject.pool(), &constraints, subject.assignment());
    if simpler == *subject.assignment() {
        return original;
    }
    let again = subject.run(&simpler, usize::MAX);
    let is_same = again.forks.len() == trace.forks.len()
        && again.forks.iter().zip(&trace.forks).all(|(a, b)| (a.site, a.arm) == (b.site, b.arm))
        && again.hits == trace.hits
        && ends_alike(&again.stop, &trace.stop);
    if is_same { told(subject) } else { original }
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
