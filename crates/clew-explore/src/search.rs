//! A campaign from its first run to its report.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clew_solver::QueryLog;

use crate::control::{WatchGuard, WorkerGuard};
use crate::goal::Goal;
use crate::journal::{End, Journal, JournalError, Record};
use crate::report::{Found, Progress, Report, Statistics, Stopped};
use crate::settings::Settings;
use crate::strategy::Strategy;
use crate::subject::Subject;
use crate::technique::{Contributions, Technique};
use crate::worker::{Outcome, Parts, Worker};
use crate::workers::{Shared, WorkerId};

/// Why a campaign cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum ExploreError {
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The file for queries cannot be written.
    #[error("cannot write queries to {}: {source}", path.display())]
    QueryLog {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// A campaign.
pub struct Search<'a, S> {
    /// What it may cost and how it is done.
    pub settings: &'a Settings,
    /// Makes the subject of each worker, in the worker's thread.
    pub subject: &'a (dyn Fn(WorkerId) -> S + Sync),
    /// Makes the strategy of each worker.
    pub strategy: &'a (dyn Fn(WorkerId) -> Box<dyn Strategy> + Sync),
    /// Makes the techniques of each worker besides those of the search itself.
    pub techniques: &'a (dyn Fn(WorkerId) -> Vec<Box<dyn Technique + 'a>> + Sync),
    /// Who is told of it.
    pub observer: Option<&'a dyn Observer>,
}

/// Who is told of a campaign while it goes on, in the thread that watches it.
pub trait Observer: Sync {
    /// How far it is: from time to time, and at its end.
    fn progress(&self, progress: &Progress);

    /// All that it has found, now and then where there is more: a long campaign need not end for that
    /// to be kept.
    fn found(&self, _found: &[Found]) {}
}

impl<F: Fn(&Progress) + Sync> Observer for F {
    fn progress(&self, progress: &Progress) {
        self(progress);
    }
}

/// How often an observer is told of progress at most.
const OBSERVE_EVERY: Duration = Duration::from_millis(100);

/// How often it is told of what was found at most.
const KEEP_EVERY: Duration = Duration::from_secs(2);
/// No more than one part in so many of the time is for that.
const KEEP_SHARE: u32 = 20;

impl<S: Subject> Search<'_, S> {
    /// Searches until the goal is reached, nothing is left or a limit is hit.
    ///
    /// # Errors
    /// When a file of the settings cannot be used; nothing was run then.
    pub fn run(&self, goal: &mut dyn Goal) -> Result<Report, ExploreError> {
        let (journal, records) = match &self.settings.records.journal {
            Some(settings) => {
                let (journal, records) = Journal::open(settings)?;
                (Some(journal), records)
            }
            None => (None, Vec::new()),
        };
        let had_ended = matches!(records.last(), Some(Record::End(_)));
        let logs = self.query_logs()?;
        let shared = Shared::new(self.settings, goal, journal);
        let outcomes = std::thread::scope(|scope| {
            let guard = WatchGuard(&shared.control);
            scope.spawn(|| self.watch(&shared));
            let outcomes = self.work(&shared, logs, records);
            drop(guard);
            outcomes
        });
        if let Some(journal) = &shared.journal {
            let end = shared.control.stopped().and_then(End::of).filter(|_| !had_ended);
            end.into_iter().for_each(|end| journal.append(&Record::End(end)));
            journal.flush();
        }
        if let Some(observer) = self.observer {
            observer.progress(&shared.progress());
        }
        Ok(report(shared, outcomes))
    }

    /// The files for queries, one for each worker.
    fn query_logs(&self) -> Result<Vec<Option<QueryLog>>, ExploreError> {
        let jobs = self.settings.jobs.max(1);
        let Some(path) = &self.settings.records.query_log else {
            return Ok((0..jobs).map(|_| None).collect());
        };
        let open = |worker| {
            let path = if jobs == 1 { path.clone() } else { numbered(path, worker) };
            let log = QueryLog::create(&path);
            log.map(Some).map_err(|source| ExploreError::QueryLog { path, source })
        };
        (0..jobs).map(WorkerId).map(open).collect()
    }

    fn watch(&self, shared: &Shared<'_>) {
        let mut told = Instant::now();
        let (mut keep_next, mut found) = (Instant::now() + KEEP_EVERY, Vec::new());
        shared.control.watch(|| {
            if let Some(journal) = &shared.journal {
                journal.flush();
            }
            let Some(observer) = self.observer else { return };
            let now = Instant::now();
            if now >= told + OBSERVE_EVERY {
                told = now;
                observer.progress(&shared.progress());
            }
            if now >= keep_next {
                let before = found.len();
                shared.add_found(&mut found);
                if found.len() > before {
                    observer.found(&found);
                }
                keep_next = Instant::now() + KEEP_EVERY.max(now.elapsed() * KEEP_SHARE);
            }
        });
    }

    /// Runs the workers; a single one in this thread.
    fn work(
        &self,
        shared: &Shared<'_>,
        mut logs: Vec<Option<QueryLog>>,
        records: Vec<Record>,
    ) -> Vec<Outcome> {
        let run = |id: WorkerId, log, records| {
            let _guard = WorkerGuard(&shared.control);
            let parts = Parts {
                subject: (self.subject)(id),
                strategy: (self.strategy)(id),
                techniques: (self.techniques)(id),
                log,
            };
            Worker::new(id, parts, shared).work(records)
        };
        if logs.len() == 1 {
            return vec![run(WorkerId::FIRST, logs.remove(0), records)];
        }
        let mut records = Some(records);
        std::thread::scope(|scope| {
            let run = &run;
            let handles: Vec<_> = logs
                .into_iter()
                .enumerate()
                .map(|(number, log)| {
                    let records = records.take().unwrap_or_default();
                    scope.spawn(move || run(WorkerId(number), log, records))
                })
                .collect();
            handles
                .into_iter()
                .map(|handle| {
                    handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                })
                .collect()
        })
    }
}

/// `queries.smt2` for worker 1 is `queries.1.smt2`.
fn numbered(path: &Path, worker: WorkerId) -> PathBuf {
    let extension = match path.extension() {
        Some(extension) => format!("{}.{}", worker.0, extension.to_string_lossy()),
        None => worker.0.to_string(),
    };
    path.with_extension(extension)
}

fn report(shared: Shared<'_>, outcomes: Vec<Outcome>) -> Report {
    let (runs, wall_time) = (shared.runs(), shared.elapsed());
    let pending = shared.board.left() + outcomes.iter().map(|of| of.pending).sum::<usize>();
    let stopped = match shared.control.stopped() {
        // Every objective was decided; only the look for faults was cut short.
        Some(Stopped::Budget | Stopped::MaxRuns) if shared.is_finishing() => Stopped::Covered,
        stopped => stopped.unwrap_or(Stopped::Exhausted),
    };
    let journal_failure = shared.journal.as_ref().and_then(Journal::failure);
    let journal_time = shared.journal.as_ref().map_or(Duration::ZERO, Journal::time);
    let ledger = shared.into_ledger();
    let mut techniques = Contributions::default();
    outcomes.iter().for_each(|outcome| techniques.add(&outcome.techniques));
    let solvers: Vec<_> = outcomes.into_iter().flat_map(|outcome| outcome.solvers).collect();
    let statistics = Statistics {
        runs,
        wall_time,
        journal_time,
        queries: solvers.iter().map(|solver| solver.queries).sum(),
        solver_time: solvers.iter().map(|solver| solver.time).sum(),
        ..ledger.statistics
    };
    Report {
        found: ledger.found,
        statistics,
        stopped,
        reasons: ledger.gaps.reasons,
        divergences: ledger.gaps.divergences,
        open: ledger.gaps.open,
        remedies: ledger.gaps.remedies,
        wanted_elements: ledger.gaps.wanted_elements,
        allocates: ledger.gaps.allocates,
        progress: ledger.progress,
        pending,
        techniques,
        solvers,
        journal_failure,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_worker_has_a_log_of_its_own() {
        let name = |path: &str| numbered(Path::new(path), WorkerId(1)).display().to_string();
        assert_eq!(name("a/queries.smt2"), "a/queries.1.smt2");
        assert_eq!(name("a/queries"), "a/queries.1");
    }
}
