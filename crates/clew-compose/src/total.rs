//! Summaries that tell what a function does whatever it finds.
//!
//! One whose paths cover all that its formals and the calls in its slots may be, and whose slots have such
//! summaries too, needs no question at any call. The question is about one function at a time: what calls leave may be
//! anything.

use crate::questions::Questions;
use crate::summary::{Summaries, SummaryId};
use clew_explore::technique::Host;
use clew_logic::TermPool;
use rustc_hash::FxHashMap;

/// Which summaries are total, as far as that was found out.
#[derive(Debug, Default)]
pub(crate) struct Totals {
    /// By the summary and the number of its paths.
    known: FxHashMap<(SummaryId, usize), bool>,
}

impl Totals {
    /// Forgets what was found out: summaries have lost paths.
    pub(crate) fn forget(&mut self) {
        self.known.clear();
    }

    /// Whether a summary is total.
    pub(crate) fn contains(
        &mut self,
        id: SummaryId,
        summaries: &Summaries,
        pool: &mut TermPool,
        questions: &mut Questions,
        host: &mut dyn Host,
    ) -> bool {
        let summary = summaries.get(id);
        let slots = summary.slots.clone();
        if summary.leaves.iter().any(|leaf| leaf.left.is_none())
            || !slots
                .into_iter()
                .all(|slot| self.contains(slot.callee, summaries, pool, questions, host))
        {
            return false;
        }
        let key = (id, summary.leaves.len());
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let mut covered = pool.bool(false);
        for leaf in &summary.leaves {
            let guard = pool.and_all(leaf.conditions.iter().copied());
            covered = pool.or(covered, guard);
        }
        let is_total = questions.implies(pool, host, &[], covered);
        self.known.insert(key, is_total);
        is_total
    }
}
