//! What comes of runs for labels beside the path.

use clew_ir::ProbeId;
use clew_logic::TermId;
use clew_symbolic::Trace;

use super::Worker;
use crate::candidate::CandidateId;
use crate::ledger::Ledger;
use crate::subject::Subject;

impl<'s, 'g, S: Subject> Worker<'s, 'g, S> {
    /// A run for a label is in the tree. Where it counts for nothing, because of what came behind the
    /// label, the label may still be met on another way: it is asked for again, without this one.
    pub(super) fn finish_side(
        &mut self,
        candidate: CandidateId,
        probe: ProbeId,
        excluded: Option<&[TermId]>,
    ) {
        if let Some(way) = excluded
            && !self.shared.ledger().goal.is_covered(probe)
            && self.tree.put_back_without(self.subject.pool_mut(), candidate, way)
        {
            self.waiting.new.push(candidate);
            return;
        }
        if self.tree.is_exact_side(candidate) {
            let mut ledger = self.shared.ledger();
            ledger.solved.note(probe);
            drop(ledger);
            self.settle_labels();
        }
        self.tree.close(candidate);
    }

    /// Tells the subject which labels are aimed at no more.
    pub(super) fn settle_labels(&mut self) {
        let ledger = self.shared.ledger();
        let deleted = ledger.deleted(self.shared.settings.search.labels);
        for &label in &deleted[self.guidance.settled..] {
            self.subject.settle_label(label);
        }
        self.guidance.settled = deleted.len();
    }
}

/// What led a run that does not count on its way behind so many forks; `None` where it counts.
pub(super) fn uncounted_way(trace: &Trace, from: usize) -> Option<Vec<TermId>> {
    let behind = trace.forks.iter().skip(from).map(|fork| fork.constraint);
    (!Ledger::counts(trace)).then(|| behind.collect())
}
