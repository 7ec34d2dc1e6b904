//! The objectives, as the search sees them.

use crate::frontier::Mail;
use crate::plan::Faults;
use crate::proofs::{Behind, Proving};
use crate::runs::{Known, covered_by};
use crate::verdicts::{Evidence, Verdicts};
use clew_criteria::{ObjectiveId, Objectives, Observation, Reach};
use clew_explore::technique::FRONTIER;
use clew_explore::{CoverageView, Found, Goal};
use clew_ir::ProbeId;
use clew_symbolic::{Origin, Trace};

/// The goal of a search: what is said of the objectives so far, and what may still be reached.
pub(crate) struct Covering<'o> {
    objectives: &'o Objectives,
    pub(crate) verdicts: Verdicts,
    reach: Reach,
    pub(crate) proving: Proving<'o>,
    mail: Mail,
}

impl<'o> Covering<'o> {
    pub(crate) fn new(
        objectives: &'o Objectives,
        reach: Reach,
        proving: Proving<'o>,
        mail: Mail,
    ) -> Self {
        let verdicts = Verdicts::new(objectives);
        let mut covering = Self { objectives, verdicts, reach, proving, mail };
        covering.reach.update(covering.verdicts.coverage());
        covering
    }

    /// Forgets what only runs cover that make no tests. What faulting runs meet is looked for no
    /// more, but for without a fault.
    pub(crate) fn recount(&mut self, found: &[Found], known: &[Known]) {
        if known.iter().any(|known| known.unusable.is_some()) {
            self.verdicts.recount(covered_by(self.objectives, found, known, Faults::Cover));
            self.restart();
        }
    }

    /// Looks for what only runs meet that end in a fault, as if it was not met.
    pub(crate) fn forget_faulting(&mut self, found: &[Found], known: &[Known]) {
        self.verdicts.recount(covered_by(self.objectives, found, known, Faults::CoverNothing));
        self.restart();
    }

    /// A further search no longer makes these assumptions: what rests on them is open again.
    pub(crate) fn drop_assumptions(&mut self, has_ended: impl Fn(Origin) -> bool) {
        if self.verdicts.expire(has_ended) {
            self.restart();
        }
    }

    /// Looks for proofs of what is false by the ranges of its operands; how many there are.
    pub(crate) fn prove_ranges(&mut self) -> usize {
        let found = self.proving.by_ranges();
        let count = found.len();
        self.refute(found);
        count
    }

    /// Looks for proofs of all that is open; how many there are.
    pub(crate) fn prove(&mut self, behind: Behind) -> usize {
        let open: Vec<ObjectiveId> = self.verdicts.coverage().open().collect();
        let found = self.proving.pass(&open, behind);
        let count = found.len();
        self.refute(found);
        count
    }

    /// The same where the search has seen every path.
    pub(crate) fn prove_exhausted(&mut self) -> usize {
        let open: Vec<ObjectiveId> = self.verdicts.coverage().open().collect();
        let found = self.proving.of_exhausted(&open);
        let count = found.len();
        self.refute(found);
        count
    }

    /// Takes in what the frontier has proved, and tells it what is open; how many proofs there were.
    fn meet_frontier(&mut self) -> usize {
        let found = self.mail.take();
        let count = found.len();
        for (id, _) in &found {
            self.proving.note_proved(*id);
        }
        self.refute(found);
        self.mail.tell_open(self.verdicts.coverage().open().collect());
        count
    }

    /// Runs start elsewhere from now on: this is what they may reach.
    pub(crate) fn enter(&mut self, reach: Reach) {
        self.reach = reach;
        self.restart();
    }

    fn refute(&mut self, found: Vec<(ObjectiveId, Evidence)>) {
        for (objective, evidence) in found {
            self.verdicts.refute(objective, evidence);
        }
        self.reach.update(self.verdicts.coverage());
    }

    fn restart(&mut self) {
        self.reach.restart(self.objectives);
        self.reach.update(self.verdicts.coverage());
    }
}

impl CoverageView for Covering<'_> {
    fn is_covered(&self, probe: ProbeId) -> bool {
        self.verdicts.coverage().is_settled(probe)
    }
}

impl Goal for Covering<'_> {
    fn observe(&mut self, trace: &Trace) -> usize {
        let seen = Observation { hits: &trace.hits, sequence: &trace.sequence };
        let newly_covered = self.verdicts.observe(&seen);
        self.reach.update(self.verdicts.coverage());
        newly_covered
    }

    fn is_partial(&self) -> bool {
        self.verdicts.coverage().is_partial()
    }

    fn settled(&self) -> &[ProbeId] {
        self.verdicts.coverage().settled()
    }

    fn is_done(&self) -> bool {
        self.verdicts.coverage().all_decided()
    }

    fn reconsider(&mut self, by: &'static str) -> usize {
        match by {
            FRONTIER => self.meet_frontier(),
            _ => self.prove(Behind::Searching),
        }
    }

    fn reach(&self) -> Option<&Reach> {
        Some(&self.reach)
    }
}
