//! Tables 1 and 2 of the paper on bidirectional analysis: coverage of all branches and of those that are
//! not proved infeasible, on programs of the kind.
//!
//! The paper's subjects (drivers, the state machines of a secure shell, an antenna language) are taken
//! from a folder that is named; without one, programs of the same make are written: dispatchers with
//! state variables and many redundant checks.

mod dispatcher;
mod driver;
mod handshake;
mod protocol;

use crate::error::Error;
use crate::process;
use crate::table::{Section, Table};
use crate::tools::{Tools, target};
use clap::Args;
use driver::Driver;
use handshake::{Handshake, Side};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The programs, and the time for each.
#[derive(Args, Debug)]
pub(crate) struct BiteArguments {
    /// A folder with the paper's subjects, each one file
    #[arg(long, value_name = "DIR")]
    subjects: Option<PathBuf>,
    /// Where executions start
    #[arg(long, value_name = "NAME", default_value = "main")]
    entry: String,
    /// The budget of `clew gen` for each program
    #[arg(long, value_name = "TIME", default_value = "20s")]
    budget: String,
    /// Strategies to compare with: Table 2
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    strategies: Vec<String>,
    /// Write the table to docs/benchmarks.md
    #[arg(long)]
    pub(crate) write: bool,
}

/// Longer than any budget that the paper's experiment allows.
const LIMIT: Duration = Duration::from_secs(400);

/// What the paper says: cov_b and cov_f after 180 minutes, and KLEE's branch coverage.
const PAPER: [(&str, [u32; 3]); 7] = [
    ("cdaudio", [78, 99, 79]),
    ("diskperf", [86, 92, 76]),
    ("floppy", [88, 94, 87]),
    ("kbfiltr", [84, 92, 85]),
    ("client", [84, 99, 84]),
    ("server", [83, 83, 77]),
    ("space", [34, 66, 9]),
];

#[derive(Deserialize)]
struct Report {
    units: Vec<Unit>,
}

#[derive(Deserialize)]
struct Unit {
    criteria: Vec<Criterion>,
    tests: Vec<serde_json::Value>,
    stats: Statistics,
}

#[derive(Deserialize)]
struct Criterion {
    total: u64,
    covered: u64,
    infeasible: u64,
    coverage: f64,
    coverage_feasible: f64,
}

#[derive(Deserialize)]
struct Statistics {
    wall_ms: f64,
    #[serde(default)]
    techniques: Vec<Technique>,
}

#[derive(Deserialize)]
struct Technique {
    name: String,
    covered: u64,
    infeasible: u64,
}

/// Runs the experiment.
pub(crate) fn run(tools: &Tools, arguments: &BiteArguments) -> Result<Section, Error> {
    let mut headings = vec![
        "program",
        "loc",
        "br",
        "tc",
        "cbr",
        "ibr",
        "cov_b",
        "cov_f",
        "time",
        "by the frontier",
        "paper cov_b",
        "paper cov_f",
        "KLEE",
    ];
    headings.extend(arguments.strategies.iter().map(String::as_str));
    let mut table = Table::new(&headings);
    for file in subjects(arguments)? {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        eprintln!("both ways: {name} …");
        let unit = generate(tools, arguments, &file, None)?;
        let lines = std::fs::read_to_string(&file).map_err(Error::file(&file))?.lines().count();
        let mut row = match &unit {
            Some(unit) => measured(unit),
            None => vec!["-".to_owned(); 8],
        };
        row.insert(0, lines.to_string());
        row.insert(0, name.clone());
        row.extend(told(&name));
        for strategy in &arguments.strategies {
            let unit = generate(tools, arguments, &file, Some(strategy))?;
            let criterion = unit.as_ref().and_then(|unit| unit.criteria.first());
            row.push(criterion.map_or("-".to_owned(), |it| percent(it.coverage)));
        }
        table.row(row);
    }
    Ok(Section { name: "bite", table, missed: Vec::new() })
}

/// The programs: those of the folder, or our own.
fn subjects(arguments: &BiteArguments) -> Result<Vec<PathBuf>, Error> {
    if let Some(folder) = &arguments.subjects {
        return crate::programs::c_files(folder);
    }
    let folder = target().join("bite");
    std::fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let mut files = Vec::new();
    for (name, text) in own_programs() {
        let path = folder.join(format!("{name}.c"));
        std::fs::write(&path, text).map_err(Error::file(&path))?;
        files.push(path);
    }
    Ok(files)
}

/// Our own programs of the kind, and their names.
fn own_programs() -> Vec<(&'static str, String)> {
    let drivers = DRIVERS.map(|it| (it.name, driver::driver(it)));
    let handshakes = HANDSHAKES.map(|it| (it.name, handshake::handshake(it)));
    let dispatchers = dispatcher::KINDS.map(|it| (it.name, dispatcher::program(it)));
    drivers.into_iter().chain(handshakes).chain(dispatchers).collect()
}

const DRIVERS: [Driver; 3] = [
    Driver { name: "driver-1", seed: 21, routines: 3, requests: 4 },
    Driver { name: "driver-2", seed: 22, routines: 6, requests: 6 },
    Driver { name: "driver-3", seed: 23, routines: 6, requests: 10 },
];

const HANDSHAKES: [Handshake; 2] = [
    Handshake { name: "handshake-1", seed: 31, side: Side::Client, states: 15, unused: 4 },
    Handshake { name: "handshake-2", seed: 32, side: Side::Server, states: 16, unused: 4 },
];

fn generate(
    tools: &Tools,
    arguments: &BiteArguments,
    file: &Path,
    strategy: Option<&str>,
) -> Result<Option<Unit>, Error> {
    let out = tempfile::tempdir().map_err(Error::file(&std::env::temp_dir()))?;
    let mut command = tools.clew();
    command.arg("gen").arg(file).arg("-o").arg(out.path());
    command.args(["--entry", &arguments.entry, "-b", &arguments.budget]);
    command.args(["--format", "json", "--no-verify"]);
    if let Some(strategy) = strategy {
        command.args(["-s", strategy, "--techniques", "proofs"]);
    }
    let run = process::run(&command, LIMIT)?;
    if run.status != 0 {
        eprintln!("{}: {}", file.display(), run.stderr.trim());
        return Ok(None);
    }
    let report: Report = serde_json::from_slice(&run.stdout).map_err(Error::Generated)?;
    Ok(report.units.into_iter().next())
}

/// Our columns of a row.
fn measured(unit: &Unit) -> Vec<String> {
    let Some(it) = unit.criteria.first() else { return vec!["-".to_owned(); 8] };
    let frontier = unit.stats.techniques.iter().find(|it| it.name == "frontier");
    let frontier =
        frontier.map_or("-".to_owned(), |it| format!("{} + {}", it.covered, it.infeasible));
    vec![
        it.total.to_string(),
        unit.tests.len().to_string(),
        it.covered.to_string(),
        it.infeasible.to_string(),
        percent(it.coverage),
        percent(it.coverage_feasible),
        format!("{:.1} s", unit.stats.wall_ms / 1000.0),
        frontier,
    ]
}

/// The paper's columns of a row.
fn told(name: &str) -> Vec<String> {
    let known = PAPER.iter().find(|(known, _)| name.contains(known));
    known.map_or(vec!["-".to_owned(); 3], |(_, told)| {
        told.iter().map(|it| format!("{it}%")).collect()
    })
}

fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_programs_are_of_the_size_and_the_same_each_time() {
        for ((name, text), (_, again)) in own_programs().into_iter().zip(own_programs()) {
            let lines = text.lines().count();
            assert!((500..=2_500).contains(&lines), "{name}: {lines} lines");
            assert_eq!(text, again);
        }
    }

    #[test]
    fn the_papers_subjects_are_known_by_their_names() {
        assert_eq!(told("cdaudio_simpl1_true.cil"), ["78%", "99%", "79%"]);
        assert_eq!(told("dispatcher-3"), ["-", "-", "-"]);
    }
}
