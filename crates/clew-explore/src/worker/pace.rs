//! How long a worker has met nothing new. Effort is counted in steps, not measured in time.

use clew_ir::ProbeId;
use clew_solver::{Budget, Reason, Verdict};
use clew_symbolic::Trace;
use rustc_hash::FxHashSet;

use crate::ledger::Ledger;
use crate::technique::Dryness;

/// What a run or a query costs besides the run's steps.
pub(super) const OVERHEAD: u64 = 1_000;
/// What a query costs that is left to the SAT solver.
const BLASTED: u64 = 5_000;
/// What a query that is too hard costs for each of its conflicts, and for each millisecond where its
/// time was up before them.
const CONFLICT: u64 = 100;
const MILLISECOND: u64 = 6_000;
/// One part in so many of all effort is for questions that were too hard before.
const HARD_SHARE: u64 = 16;

/// What a worker's runs have met, and the effort since they last met something new.
#[derive(Debug, Default)]
pub(super) struct Pace {
    /// The probes that runs have met.
    met: FxHashSet<ProbeId>,
    /// The directed search's effort since something new was met or a technique had its turn.
    dry: u64,
    /// All effort since something new was met.
    stalled: u64,
    /// All effort since a question was tried again that had been too hard.
    since_hard: u64,
    /// The effort of runs and queries, all in all.
    spent: u64,
}

impl Pace {
    /// Notes a run; what it is the first to meet, if it counts.
    pub(super) fn note_run(&mut self, trace: &Trace) -> Vec<ProbeId> {
        self.spend(trace.steps + OVERHEAD);
        if !Ledger::counts(trace) {
            return Vec::new();
        }
        let hits = trace.hits.iter().copied();
        let firsts: Vec<ProbeId> = hits.filter(|hit| !self.met.contains(hit)).collect();
        if !firsts.is_empty() {
            (self.dry, self.stalled) = (0, 0);
            self.met.extend(&firsts);
        }
        firsts
    }

    /// Notes a query of the directed search.
    pub(super) fn note_query(&mut self, verdict: &Verdict, is_blasted: bool, budget: Budget) {
        self.spend(match verdict {
            Verdict::Unknown(Reason::Conflicts) => cost_of_conflicts(budget.conflicts.unwrap_or(0)),
            Verdict::Unknown(_) => {
                MILLISECOND * budget.time.map_or(0, |time| time.as_millis() as u64)
            }
            Verdict::Sat(_) | Verdict::Unsat(_) => OVERHEAD,
        });
        if is_blasted {
            // It is time for something else, but not to give the search up.
            self.dry += BLASTED;
        }
    }

    fn spend(&mut self, effort: u64) {
        self.dry += effort;
        self.stalled += effort;
        self.since_hard += effort;
        self.spent += effort;
    }

    /// The effort of runs and queries so far.
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    /// A technique gets a turn with so much effort.
    pub(super) fn begin_turn(&mut self, effort: u64) {
        self.dry = 0;
        self.since_hard += effort;
    }

    /// Its turn has brought nothing new.
    pub(super) fn note_vain_turn(&mut self, effort: u64) {
        self.stalled += effort;
    }

    /// Whether it is time for a question that was too hard before and may have so many conflicts now.
    pub(super) fn affords_hard_question(&mut self, conflicts: u32) -> bool {
        let is_time = self.since_hard / HARD_SHARE >= cost_of_conflicts(conflicts);
        if is_time {
            self.since_hard = 0;
        }
        is_time
    }

    pub(super) fn dryness(&self) -> Dryness {
        let (since_turn, since_new) = (self.dry, self.stalled);
        Dryness { since_turn, since_new, allowance: since_turn, is_out: false }
    }

    pub(super) fn is_met(&self, probe: ProbeId) -> bool {
        self.met.contains(&probe)
    }

    /// Counts probes as met.
    pub(super) fn give_up(&mut self, probes: &[ProbeId]) {
        self.met.extend(probes);
    }
}

/// What a query costs that has so many conflicts.
fn cost_of_conflicts(conflicts: u32) -> u64 {
    CONFLICT * u64::from(conflicts)
}
