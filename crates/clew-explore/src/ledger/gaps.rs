//! What the search has given up: why it is not complete.

use std::collections::BTreeSet;

use clew_symbolic::{Arm, ForkSite, Incomplete, Remedy, Trace};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::candidate::CandidateInfo;
use crate::report::{Divergence, Gap, OpenCandidate, Place, Reason};

/// Divergences that are told one by one.
const MAX_DIVERGENCES: usize = 100;

/// What the search has given up, each thing once, in the order in which it came.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    pub(crate) reasons: Vec<Reason>,
    pub(crate) open: Vec<OpenCandidate>,
    pub(crate) divergences: Vec<Divergence>,
    /// What a further search may try, to show more.
    pub(crate) remedies: BTreeSet<Remedy>,
    /// The lengths of arrays that runs needed which would have met something new.
    pub(crate) wanted_elements: BTreeSet<u64>,
    /// Whether memory was allocated, which never fails.
    pub(crate) allocates: bool,
    /// How many of the reasons no other inputs make up for: runs that do not end, what the world
    /// may do.
    lasting: usize,
    given_up: FxHashSet<Incomplete>,
    known_reasons: FxHashSet<Reason>,
    open_places: FxHashMap<(ForkSite, Option<Arm>, String), usize>,
}

impl Gaps {
    /// Remembers what a run gave up.
    pub(super) fn note_run(&mut self, trace: &Trace) {
        self.allocates |= trace.allocates;
        for incomplete in &trace.incomplete {
            self.remedies.extend(incomplete.cause.remedy());
            if !self.given_up.insert(incomplete.clone()) {
                continue;
            }
            let gap = Gap::Run(incomplete.cause.clone());
            let reason = Reason { gap, place: Place::Source(incomplete.span) };
            match incomplete.cause.is_of_inputs() {
                true => self.note(reason),
                false => self.note_lasting(reason),
            }
        }
    }

    /// Remembers why the search is not complete.
    pub(crate) fn note(&mut self, reason: Reason) {
        if self.known_reasons.insert(reason.clone()) {
            self.reasons.push(reason);
        }
    }

    /// The same, for what no other inputs make up for.
    pub(super) fn note_lasting(&mut self, reason: Reason) {
        let before = self.reasons.len();
        self.note(reason);
        self.lasting += self.reasons.len() - before;
    }

    /// Remembers a candidate that was given up.
    pub(crate) fn leave_open(&mut self, candidate: &CandidateInfo, reason: String) {
        let key = (candidate.site, candidate.arm, reason);
        if let Some(&place) = self.open_places.get(&key) {
            self.open[place].paths += 1;
            return;
        }
        let (site, arm, reason) = key.clone();
        self.open_places.insert(key, self.open.len());
        self.open.push(OpenCandidate { site, arm, reason, paths: 1 });
    }

    /// Remembers a run that went elsewhere.
    pub(super) fn diverged(&mut self, divergence: Divergence) {
        if self.divergences.len() < MAX_DIVERGENCES {
            self.divergences.push(divergence);
        }
    }

    /// Whether something was given up that a restart may make up for: no restart helps a run
    /// that does not end.
    pub(super) fn may_close(&self) -> bool {
        self.reasons.len() > self.lasting || !self.open.is_empty()
    }
}
