//! Replaying recorded queries through any stack.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clew_logic::smtlib::{ReadError, Reader};
use clew_logic::{Model, TermId, TermPool};
use thiserror::Error;

use crate::budget::Budget;
use crate::config::StackConfig;
use crate::query::Query;
use crate::stack::Solver;
use crate::statistics::Statistics;
use crate::verdict::Verdict;

/// What a replay found.
#[derive(Clone, Debug, Default)]
pub struct ReplayReport {
    /// Which layer answered how much.
    pub statistics: Statistics,
    /// The answers in order: `sat`, `unsat` or `unknown`.
    pub answers: Vec<&'static str>,
    /// Queries answered differently from what the file announces.
    pub disagreements: Vec<usize>,
    /// The time of reading the file.
    pub reading: Duration,
    /// The time of solving.
    pub solving: Duration,
    /// The time of the slowest query, and which one it was.
    pub slowest: (Duration, usize),
}

impl fmt::Display for ReplayReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.statistics)?;
        writeln!(
            f,
            "read in {:.1} ms, solved in {:.1} ms, slowest {:.2} ms (query {}), {} disagreements",
            self.reading.as_secs_f64() * 1e3,
            self.solving.as_secs_f64() * 1e3,
            self.slowest.0.as_secs_f64() * 1e3,
            self.slowest.1,
            self.disagreements.len()
        )
    }
}

/// Why a file could not be replayed.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// The file cannot be read.
    #[error("cannot read {path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// The folder has nothing to replay.
    #[error("{0} has no .smt2 files")]
    Empty(PathBuf),
    /// Its text is not supported SMT-LIB.
    #[error("{path}: {error}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: ReadError,
    },
}

/// Runs every query of an SMT-LIB file, or of the `.smt2` files in a folder in the order of their
/// names, through a stack. The model of one query is the previous input of the next.
///
/// # Errors
/// When a file cannot be read or is outside the supported part of SMT-LIB.
pub fn replay(
    path: &Path,
    config: StackConfig,
    budget: Budget,
) -> Result<ReplayReport, ReplayError> {
    let mut report = ReplayReport::default();
    let mut pool = TermPool::new();
    let mut solver = Solver::new(config);
    let mut previous = Model::new();
    for file in files(path)? {
        let start = Instant::now();
        let text = std::fs::read_to_string(&file)
            .map_err(|error| ReplayError::Io { path: file.clone(), error })?;
        let script = Reader::new()
            .read(&mut pool, &text)
            .map_err(|error| ReplayError::Read { path: file.clone(), error })?;
        report.reading += start.elapsed();
        let mut queries: Vec<(Vec<TermId>, Option<String>)> = Vec::new();
        script.for_each_query(|constraints, expected| {
            queries.push((constraints.to_vec(), expected.map(str::to_owned)));
        });
        for (constraints, expected) in queries {
            let start = Instant::now();
            let query = Query::new(&constraints).with_previous(&previous).with_budget(budget);
            let verdict = solver.check(&mut pool, &query);
            let elapsed = start.elapsed();
            let place = report.answers.len();
            report.solving += elapsed;
            report.slowest = report.slowest.max((elapsed, place));
            let answer = verdict.name();
            let announced = expected.as_deref().filter(|&status| status != "unknown");
            if answer != "unknown" && announced.is_some_and(|status| status != answer) {
                report.disagreements.push(place);
            }
            report.answers.push(answer);
            if let Verdict::Sat(model) = verdict {
                previous = model;
            }
        }
    }
    report.statistics = solver.statistics();
    Ok(report)
}

fn files(path: &Path) -> Result<Vec<PathBuf>, ReplayError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let failed = |error| ReplayError::Io { path: path.to_owned(), error };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        if file.extension().is_some_and(|extension| extension == "smt2") {
            files.push(file);
        }
    }
    if files.is_empty() {
        return Err(ReplayError::Empty(path.to_owned()));
    }
    files.sort();
    Ok(files)
}
