//! The frontier as a technique of the search (paper 3): when the directed search meets nothing new, its runs
//! become S-states, and what is open is looked at from both ends. Inputs that get over the frontier are run
//! by the search, what nothing leads to any more is decided by the goal.

use crate::campaign::is_label;
use crate::clock::Clock;
use crate::plan::Plan;
use crate::proofs::{Look, Prover};
use crate::verdicts::Evidence;
use clew_criteria::{ObjectiveId, Objectives};
use clew_explore::technique::{Dryness, FRONTIER, Ground, Model, PROOFS, Seen, Taking, Technique};
use clew_prove::frontier::Machinery;
use clew_symbolic::LabelMode;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The effort without anything new before the first turn, and so many times as much before each other: proofs
/// come first, which cost less.
const FIRST: u64 = 3_000_000;
const FACTOR: u64 = 2;
/// The effort of a turn: about two seconds, and twice as much each time.
const TURN: u64 = 30_000_000;
/// The most runs that an analysis begins with, and that it learns of in one turn.
const MOST_RUNS: usize = 32;
/// The share of a campaign's time that all turns may take, and their time where it has no limit.
const SHARE: u32 = 4;
const UNLIMITED: Duration = Duration::from_secs(20);

/// What the goal and the technique tell each other: what is open, and what is infeasible. All searches of a
/// campaign have the same.
#[derive(Clone, Default)]
pub(crate) struct Mail(Arc<Mutex<Letters>>);

#[derive(Default)]
struct Letters {
    open: Vec<ObjectiveId>,
    infeasible: Vec<(ObjectiveId, Evidence)>,
    /// The time of all turns so far.
    spent: Duration,
}

impl Mail {
    fn lock(&self) -> MutexGuard<'_, Letters> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// For the goal: what was found to be infeasible.
    pub(crate) fn take(&self) -> Vec<(ObjectiveId, Evidence)> {
        std::mem::take(&mut self.lock().infeasible)
    }

    /// For the goal: what is open now.
    pub(crate) fn tell_open(&self, open: Vec<ObjectiveId>) {
        self.lock().open = open;
    }
}

/// The subject of an analysis.
pub(crate) struct Subject<'p> {
    pub(crate) plan: &'p Plan<'p>,
    pub(crate) objectives: &'p Objectives,
    pub(crate) prover: &'p OnceLock<Prover<'p>>,
    pub(crate) clock: &'p Clock,
    pub(crate) mail: Mail,
}

/// The technique, for one search.
pub(crate) struct Frontier<'p> {
    subject: &'p Subject<'p>,
    machinery: Machinery,
    trace: Option<PathBuf>,
    /// The inputs of runs that the analysis has not seen.
    kept: Vec<Model>,
    stage: Stage<'p>,
    next: u64,
    effort: u64,
    /// The time that all turns of the campaign may take.
    share: Duration,
}

/// How far the analysis is.
enum Stage<'p> {
    NotBegun,
    UnderWay(Box<Look<'p>>),
    /// There is nothing to be done any more.
    Over,
}

impl<'p> Frontier<'p> {
    /// Nothing was looked at yet.
    pub(crate) fn new(
        subject: &'p Subject<'p>,
        machinery: Machinery,
        trace: Option<PathBuf>,
    ) -> Self {
        let share = subject.plan.settings.limits.time.map_or(UNLIMITED, |budget| budget / SHARE);
        let (kept, stage) = (Vec::new(), Stage::NotBegun);
        Self { subject, machinery, trace, kept, stage, next: FIRST, effort: TURN, share }
    }

    /// What is left of the campaign's time for turns.
    fn left(&self) -> Duration {
        self.share.saturating_sub(self.subject.mail.lock().spent)
    }

    /// Whether half of the campaign's time is over and nothing was looked at: counts do not foresee how fast
    /// runs are.
    fn is_late(&self) -> bool {
        let budget = self.subject.plan.settings.limits.time;
        self.left() == self.share
            && budget.is_some_and(|budget| self.subject.clock.elapsed() >= budget / 2)
    }

    /// Takes in what runs have shown since the last turn.
    fn catch_up(&mut self, ground: &mut dyn Ground, ends: Instant) {
        let from = self.kept.len().saturating_sub(MOST_RUNS);
        let suite: Vec<_> = self.kept.split_off(from).iter().map(|it| ground.named(it)).collect();
        self.kept.clear();
        let mut open = self.subject.mail.lock().open.clone();
        if self.subject.plan.labels == LabelMode::Observe {
            // Nothing aims at them then.
            open.retain(|it| !is_label(self.subject.objectives, *it));
        }
        match &mut self.stage {
            Stage::NotBegun if open.is_empty() => self.stage = Stage::Over,
            Stage::NotBegun => {
                let Subject { plan, objectives, prover, .. } = self.subject;
                let prover = prover.get_or_init(|| Prover::new(plan));
                let machinery = self.machinery.clone();
                let (suite, trace) = ((&suite[..], ends), self.trace.clone());
                let look = Look::new(prover, objectives, &open, machinery, suite, trace);
                self.stage = look.map_or(Stage::Over, |it| Stage::UnderWay(Box::new(it)));
            }
            Stage::UnderWay(look) => {
                look.keep(&open);
                for inputs in &suite {
                    look.see(inputs);
                }
            }
            Stage::Over => {}
        }
    }
}

impl Technique for Frontier<'_> {
    fn name(&self) -> &'static str {
        FRONTIER
    }

    /// Keeps the runs that met something first: the suite that an analysis begins with.
    fn saw(&mut self, run: &Seen<'_>) {
        if !run.firsts.is_empty() {
            self.kept.push(run.input.clone());
        }
    }

    fn wants_turn(&mut self, dryness: Dryness) -> Option<u64> {
        let is_time = dryness.since_new >= self.next;
        if is_time {
            self.next = self.next.saturating_mul(FACTOR);
        }
        let is_wanted = (is_time || dryness.is_out || self.is_late()) && !self.left().is_zero();
        (is_wanted && !matches!(self.stage, Stage::Over)).then_some(0)
    }

    fn work(&mut self, ground: &mut dyn Ground, _effort: u64) -> bool {
        let mut decided = 0;
        if self.subject.plan.settings.search.techniques.has_proofs() {
            decided += ground.reconsider(PROOFS);
        }
        let start = Instant::now();
        ground.reconsider(FRONTIER);
        let left = self.subject.clock.at_most(self.left());
        let ends = start + left / 2;
        self.catch_up(ground, ends);
        let mut has_found = false;
        if let Stage::UnderWay(look) = &mut self.stage {
            let (inputs, has_more) = look.go_on(self.effort, ends);
            let proofs = look.proofs(ends + left / 2);
            self.subject.mail.lock().infeasible.extend(proofs);
            if !has_more {
                self.stage = Stage::Over;
            }
            decided += ground.reconsider(FRONTIER);
            for inputs in inputs {
                let input = ground.input(&inputs);
                let taken = ground.take(&input, Taking::New, self);
                has_found |= taken.is_some_and(|(_, is_taken)| is_taken);
            }
        }
        self.effort = self.effort.saturating_mul(FACTOR);
        self.subject.mail.lock().spent += start.elapsed();
        decided > 0 || has_found
    }
}
