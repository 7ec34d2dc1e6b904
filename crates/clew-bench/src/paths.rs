//! Exhaustive exploration of small programs, against what KLEE takes for the same paths.
//!
//! The programs are `tests/bench/paths`; each says how many paths it has. KLEE's times (3.3 with
//! LLVM 16, with its fastest solver) were taken once, on a computer like ours; they are figures to
//! aim at, not a measurement of this run.

use crate::error::Error;
use crate::process;
use crate::table::{Section, Table};
use crate::tools::{Tools, root, target};
use serde::Deserialize;
use std::path::Path;
use std::time::Duration;

/// KLEE's seconds, by program; the last does not end in a minute.
const KLEE: [(&str, f64); 9] = [
    ("tritype", 0.05),
    ("tcas", 0.05),
    ("utf8-5", 0.05),
    ("utf8-7", 0.10),
    ("gcd", 3.2),
    ("bubble", 2.4),
    ("selection", 5.8),
    ("merge", 0.43),
    ("bsearch", 0.08),
];
/// This one has too many paths to be run whole each time.
const LEFT_OUT: &str = "check-valves";
/// How much faster than KLEE exploration is to be where KLEE takes more than [`SMALL`] seconds.
const GOAL: f64 = 10.0;
const SMALL: f64 = 0.4;
/// The most seconds for the others.
const MOST: f64 = 0.05;
const ROUNDS: usize = 3;
const LIMIT: Duration = Duration::from_secs(120);

#[derive(Deserialize)]
struct Report {
    units: Vec<Unit>,
}

#[derive(Deserialize)]
struct Unit {
    stats: Statistics,
}

#[derive(Deserialize)]
struct Statistics {
    runs: u64,
    paths: u64,
    queries: u64,
    solver_ms: f64,
    wall_ms: f64,
    #[serde(default)]
    techniques: Vec<Technique>,
}

/// What one technique took.
#[derive(Deserialize)]
struct Technique {
    name: String,
    ms: f64,
}

impl Statistics {
    /// The time for proofs of what no path covers: KLEE looks for none.
    fn proofs_ms(&self) -> f64 {
        self.techniques.iter().filter(|it| it.name == "proofs").map(|it| it.ms).sum()
    }

    /// The time for paths.
    fn paths_ms(&self) -> f64 {
        (self.wall_ms - self.proofs_ms()).max(0.0)
    }
}

pub(crate) fn run(tools: &Tools) -> Result<Section, Error> {
    let mut table = Table::new(&[
        "program",
        "paths",
        "runs",
        "queries",
        "solver",
        "time",
        "KLEE",
        "faster",
        "proofs",
        "all branches",
    ]);
    let mut missed = Vec::new();
    for file in crate::programs::c_files(&root().join("tests/bench/paths"))? {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if name == LEFT_OUT {
            continue;
        }
        eprintln!("paths of {name} …");
        let statistics = explore(tools, &file, Aim::Paths)?;
        let branches = explore(tools, &file, Aim::Branches)?;
        let expected = expected_paths(&file)?;
        if expected.is_some_and(|expected| expected != statistics.paths) {
            missed.push(format!("{name}: {} paths, not {expected:?}", statistics.paths));
        }
        let seconds = statistics.paths_ms() / 1000.0;
        let klee = KLEE.iter().find(|(program, _)| *program == name).map(|(_, time)| *time);
        if let Some(klee) = klee {
            let is_met = if klee > SMALL { seconds * GOAL <= klee } else { seconds <= MOST };
            if !is_met {
                missed.push(format!("{name}: {seconds:.3} s, KLEE {klee} s"));
            }
        }
        table.row(vec![
            name,
            statistics.paths.to_string(),
            statistics.runs.to_string(),
            statistics.queries.to_string(),
            format!("{:.0} ms", statistics.solver_ms),
            format!("{:.0} ms", statistics.paths_ms()),
            klee.map_or_else(|| "–".to_owned(), |klee| format!("{klee} s")),
            klee.map_or_else(
                || "–".to_owned(),
                |klee| format!("{:.0}×", klee / seconds.max(0.001)),
            ),
            format!("{:.0} ms", statistics.proofs_ms()),
            format!("{:.0} ms", branches.wall_ms),
        ]);
    }
    Ok(Section { name: "paths", table, missed })
}

/// What ends an exploration.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// Every path is run.
    Paths,
    /// Every branch is covered or shown to be infeasible.
    Branches,
}

/// The quickest of some rounds.
fn explore(tools: &Tools, file: &Path, aim: Aim) -> Result<Statistics, Error> {
    let mut best: Option<Statistics> = None;
    for _ in 0..ROUNDS {
        let mut command = tools.clew();
        command.arg("gen").arg(file).args(["--entry", "main", "--no-verify"]);
        if aim == Aim::Paths {
            command.arg("--exhaustive");
        }
        command.args(["--format", "json", "-o"]).arg(target().join("bench/paths"));
        let report: Report = serde_json::from_slice(&process::output_of(&command, LIMIT)?)?;
        for unit in report.units {
            if best.as_ref().is_none_or(|best| unit.stats.paths_ms() < best.paths_ms()) {
                best = Some(unit.stats);
            }
        }
    }
    best.ok_or_else(|| Error::NoPackage(file.display().to_string()))
}

/// What the file says of itself.
fn expected_paths(file: &Path) -> Result<Option<u64>, Error> {
    let text = std::fs::read_to_string(file).map_err(Error::file(file))?;
    let line = text.lines().find_map(|line| line.strip_prefix("// expect-paths:"));
    Ok(line.and_then(|number| number.trim().parse().ok()))
}
