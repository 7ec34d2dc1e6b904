//! Going on where an earlier process was stopped.

use clew_symbolic::PathId;
use rustc_hash::FxHashMap;

use crate::journal::Record;
use crate::subject::{Fresh, Subject};
use crate::tree::Start;
use crate::worker::Worker;

/// The candidates that were closed: without a reason where no input takes them.
type Closed = FxHashMap<PathId, Option<String>>;

impl<S: Subject> Worker<'_, '_, S> {
    /// Repeats the runs of a journal, then closes the candidates that it closes. Where the search had
    /// ended, it ends again.
    pub(crate) fn resume(&mut self, records: Vec<Record>) {
        self.subject.set_fresh(self.shared.settings.beginning.first);
        let mut closed = Closed::default();
        let mut end = None;
        for record in records {
            match record {
                Record::Run { restart, inputs } => {
                    if let Some(number) = restart {
                        self.close_all(&closed);
                        closed.clear();
                        self.forget_tree();
                        let seed = self.shared.settings.beginning.seed.wrapping_add(number);
                        self.subject.set_fresh(Fresh::Random(seed));
                        self.shared.ledger().repeat_restart(number);
                    }
                    let input = inputs.to_model(self.subject.pool_mut());
                    let Some(trace) = self.execute(&input, 0) else { return };
                    self.absorb(trace, Start::ROOT);
                }
                Record::Unsat(path) => {
                    closed.insert(path, None);
                }
                Record::Unknown { path, reason } => {
                    closed.insert(path, Some(reason));
                }
                Record::End(how) => end = Some(how),
            }
        }
        self.close_all(&closed);
        self.hand_over();
        if let Some(how) = end {
            self.shared.control.stop(how.into());
        }
    }

    fn close_all(&mut self, closed: &Closed) {
        for place in 0..self.waiting.new.len() {
            let candidate = self.waiting.new[place];
            if !self.tree.is_pending(candidate) {
                continue;
            }
            match closed.get(&self.tree.path_of(candidate)) {
                None => continue,
                Some(None) => self.shared.ledger().statistics.infeasible_paths += 1,
                Some(Some(reason)) => {
                    let info = self.tree.info(candidate);
                    self.shared.ledger().gaps.leave_open(&info, reason.clone());
                }
            }
            self.tree.close(candidate);
        }
    }
}
