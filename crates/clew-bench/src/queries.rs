//! The solver on the queries of real explorations, against z3 on the same queries; and on hard
//! single queries, against z3 and cvc5.
//!
//! `clew gen --dump-queries` records, `clew solve` replays, and z3 gets each log through one pipe,
//! so that it is as incremental as a log allows.

mod hard;
mod pipe;

use crate::error::Error;
use crate::process;
use crate::table::{Section, Table, times};
use crate::tools::{Tools, root, target};
use pipe::Z3Run;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Programs of `tests/gen` that are recorded beside all of `tests/bench/paths`.
const PROGRAMS: &[&str] = &[
    "base64",
    "clamp-float",
    "date",
    "expression-parser",
    "float-nan",
    "float-round-off",
    "git-config",
    "glob",
    "hex-parse",
    "insertion-sort",
    "ipv4",
    "luhn",
    "merge-sorted",
    "param-double",
    "param-float",
    "password",
    "qsort-comparator",
    "quadratic",
    "replace-match",
    "roman",
    "run-length",
    "sip-request",
    "string-atoi",
    "string-compare",
    "string-strtol",
    "tcas",
    "tokeniser",
    "utf8-five",
    "utf8-seven",
];
/// Its log would be as long as all the others.
const LEFT_OUT: &str = "check-valves";

/// How many queries there should be at least.
const ENOUGH: u64 = 20_000;
/// How many times faster than z3 the stack is to be, with all layers and without caches.
const GOAL: f64 = 10.0;
const GOAL_WITHOUT_CACHES: f64 = 3.0;
/// How long recording or replaying one program may take.
const LIMIT: Duration = Duration::from_secs(300);

/// What `clew solve --format json` says.
#[derive(Deserialize, Debug)]
struct Solved {
    queries: u64,
    unsat: u64,
    disagreements: Vec<usize>,
    solving_ms: f64,
    layers: Vec<LayerShare>,
    #[serde(default)]
    answers: Vec<String>,
}

#[derive(Deserialize, Clone, Debug)]
struct LayerShare {
    name: String,
    sat: u64,
    unsat: u64,
    ms: f64,
}

/// The figures of one program, or of all.
#[derive(Default)]
struct Row {
    queries: u64,
    unsat: u64,
    full_ms: f64,
    without_caches_ms: f64,
    z3_ms: f64,
    /// z3 was stopped, and its time is a lower bound.
    is_bound: bool,
}

/// The tables of queries, of layers, and of hard queries.
pub(crate) fn run(tools: &Tools) -> Result<[Section; 3], Error> {
    let mut table = Table::new(&[
        "program",
        "queries",
        "unsat",
        "all layers",
        "no caches",
        "z3",
        "ratio",
        "ratio, no caches",
    ]);
    let mut missed = Vec::new();
    let mut total = Row::default();
    let mut layers: Vec<LayerShare> = Vec::new();
    for program in programs()? {
        let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        eprintln!("queries of {name} …");
        let Some(folder) = record(tools, &program, &name)? else { continue };
        let full = solve(tools, &folder, "full")?;
        let without_caches = solve(tools, &folder, "no-caches")?;
        let z3 = pipe::z3(&folder, &full.answers)?;
        for (stack, solved) in [("all layers", &full), ("no caches", &without_caches)] {
            if !solved.disagreements.is_empty() {
                missed.push(format!("{name}, {stack}: other answers than when recorded"));
            }
        }
        missed.extend(z3.disagreement.iter().map(|what| format!("{name}: {what}")));
        add_layers(&mut layers, &full.layers);
        let row = row(&full, &without_caches, &z3);
        total.add(&row);
        table.row(row.cells(&name));
    }
    table.row(total.cells("total"));
    missed.extend(total.missed());
    let layers = Section { name: "query-layers", table: layer_table(&layers), missed: Vec::new() };
    Ok([Section { name: "queries", table, missed }, layers, hard::run(tools)?])
}

/// The programs to record, sorted.
fn programs() -> Result<Vec<PathBuf>, Error> {
    let folder = root().join("tests/bench/paths");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(Error::file(&folder))? {
        let path = entry.map_err(Error::file(&folder))?.path();
        let is_c = path.extension().is_some_and(|extension| extension == "c");
        if is_c && path.file_stem().is_some_and(|stem| stem != LEFT_OUT) {
            files.push(path);
        }
    }
    files.sort();
    let corpus = root().join("tests/gen");
    files.extend(PROGRAMS.iter().map(|name| corpus.join(format!("{name}.c"))));
    Ok(files)
}

/// Explores a program as its header says, and everywhere. None where it asks nothing.
fn record(tools: &Tools, program: &Path, name: &str) -> Result<Option<PathBuf>, Error> {
    let folder = target().join("queries").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let text = std::fs::read_to_string(program).map_err(Error::file(program))?;
    let header = text.lines().map_while(|line| line.strip_prefix("// "));
    let flags = header.filter_map(|line| line.strip_prefix("clew-gen: ")).next().unwrap_or("");
    let mut command = tools.clew();
    command.arg("gen").arg(program).args(flags.split_whitespace());
    if !flags.contains("--exhaustive") {
        command.args(["--exhaustive", "--max-runs", "1000"]);
    }
    command.args(["--no-verify", "--format", "json", "--dump-queries"]).arg(&folder);
    command.arg("-o").arg(folder.join("tests"));
    process::output_of(&command, LIMIT)?;
    Ok(logs(&folder)?
        .iter()
        .any(|log| log.metadata().is_ok_and(|it| it.len() > 100))
        .then_some(folder))
}

/// The logs in a folder, sorted.
fn logs(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut logs = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(Error::file(folder))? {
        let path = entry.map_err(Error::file(folder))?.path();
        if path.extension().is_some_and(|extension| extension == "smt2") {
            logs.push(path);
        }
    }
    logs.sort();
    Ok(logs)
}

fn solve(tools: &Tools, path: &Path, stack: &str) -> Result<Solved, Error> {
    let mut command = tools.clew();
    command.arg("solve").arg(path).args(["--stack", stack, "--answers", "--format", "json"]);
    command.args(["--budget", "60s"]);
    let output = process::output_of(&command, LIMIT)?;
    serde_json::from_slice(&output).map_err(Error::Report)
}

fn row(full: &Solved, without_caches: &Solved, z3: &Z3Run) -> Row {
    Row {
        queries: full.queries,
        unsat: full.unsat,
        full_ms: full.solving_ms,
        without_caches_ms: without_caches.solving_ms,
        z3_ms: z3.time.as_secs_f64() * 1e3,
        is_bound: z3.is_bound,
    }
}

impl Row {
    fn add(&mut self, other: &Row) {
        self.queries += other.queries;
        self.unsat += other.unsat;
        self.full_ms += other.full_ms;
        self.without_caches_ms += other.without_caches_ms;
        self.z3_ms += other.z3_ms;
        self.is_bound |= other.is_bound;
    }

    fn ratio(&self) -> f64 {
        self.z3_ms / self.full_ms
    }

    fn ratio_without_caches(&self) -> f64 {
        self.z3_ms / self.without_caches_ms
    }

    fn cells(&self, name: &str) -> Vec<String> {
        let bound = if self.is_bound { "> " } else { "" };
        vec![
            name.to_owned(),
            self.queries.to_string(),
            self.unsat.to_string(),
            milliseconds(self.full_ms),
            milliseconds(self.without_caches_ms),
            format!("{bound}{}", milliseconds(self.z3_ms)),
            format!("{bound}{}", times(self.ratio())),
            format!("{bound}{}", times(self.ratio_without_caches())),
        ]
    }

    /// The goals that the totals miss.
    fn missed(&self) -> Vec<String> {
        let mut missed = Vec::new();
        if self.queries < ENOUGH {
            missed.push(format!("{} queries are less than {ENOUGH}", self.queries));
        }
        let figures = [
            ("with all layers", self.ratio(), GOAL),
            ("without caches", self.ratio_without_caches(), GOAL_WITHOUT_CACHES),
        ];
        for (stack, ratio, goal) in figures {
            if ratio < goal {
                missed.push(format!("{stack}: {} is less than {}", times(ratio), times(goal)));
            }
        }
        missed
    }
}

fn add_layers(all: &mut Vec<LayerShare>, layers: &[LayerShare]) {
    if all.is_empty() {
        *all = layers.to_vec();
        return;
    }
    for (sum, layer) in all.iter_mut().zip(layers) {
        sum.sat += layer.sat;
        sum.unsat += layer.unsat;
        sum.ms += layer.ms;
    }
}

fn layer_table(layers: &[LayerShare]) -> Table {
    let mut table = Table::new(&["layer", "sat", "unsat", "share", "time"]);
    let all: u64 = layers.iter().map(|layer| layer.sat + layer.unsat).sum();
    for layer in layers {
        let share = 100.0 * (layer.sat + layer.unsat) as f64 / all.max(1) as f64;
        table.row(vec![
            layer.name.clone(),
            layer.sat.to_string(),
            layer.unsat.to_string(),
            format!("{share:.1} %"),
            milliseconds(layer.ms),
        ]);
    }
    table
}

/// A time, for a cell.
fn milliseconds(time: f64) -> String {
    if time < 10.0 { format!("{time:.2} ms") } else { format!("{time:.0} ms") }
}
