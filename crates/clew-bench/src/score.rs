//! What scoring a suite for many labels costs, against running it with none.
//!
//! The program is `tests/bench/score/control.c`; its 1,000 tests are made here, the same each time.
//! Each figure is the processor time of `clew score` less that for a suite without tests: what
//! loading takes does not count.

use crate::error::Error;
use crate::process;
use crate::table::{Section, Table, seconds, times};
use crate::tools::{Tools, root, target};
use serde::Deserialize;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

const TESTS: usize = 1_000;
/// The criteria, and whether their cost has a goal.
const CRITERIA: [(&str, bool); 4] = [
    ("branch", false),
    ("mcdc", false),
    ("wm", false),
    ("wm,mcc,rte,dcc,branch,decision,condition,statement", true),
];
/// The least number of labels that the goal is about.
const LABELS: u64 = 2_000;
/// The most that scoring may cost, as a multiple of running.
const GOAL: f64 = 2.0;
const ROUNDS: usize = 5;
const LIMIT: Duration = Duration::from_secs(120);

#[derive(Deserialize)]
struct Report {
    units: Vec<Unit>,
}

#[derive(Deserialize)]
struct Unit {
    criteria: Vec<Counts>,
}

#[derive(Deserialize)]
struct Counts {
    total: u64,
    covered: u64,
}

pub(crate) fn run(tools: &Tools) -> Result<Section, Error> {
    let folder = target().join("bench/score");
    std::fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let write = |name: &str, text: String| {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(Error::file(&path)).map(|()| path)
    };
    let (full, empty) = (write("full.csv", suite(TESTS))?, write("empty.csv", suite(0))?);
    let mut table =
        Table::new(&["criteria", "objectives", "covered", "tests", "time", "beyond running"]);
    let mut missed = Vec::new();
    let running = cost(tools, "function", &full, &empty)?;
    table.row(vec![
        "none (the function is called)".to_owned(),
        "1".to_owned(),
        "1".to_owned(),
        TESTS.to_string(),
        seconds(running),
        times(1.0),
    ]);
    for (criteria, has_goal) in CRITERIA {
        eprintln!("score for {criteria} …");
        let (total, covered) = counts(tools, criteria, &full)?;
        let scoring = cost(tools, criteria, &full, &empty)?;
        let ratio = scoring.as_secs_f64() / running.as_secs_f64();
        if has_goal && (ratio > GOAL || total < LABELS) {
            missed.push(format!("{total} labels cost {ratio:.2} times the running"));
        }
        table.row(vec![
            format!("`{criteria}`"),
            total.to_string(),
            covered.to_string(),
            TESTS.to_string(),
            seconds(scoring),
            times(ratio),
        ]);
    }
    Ok(Section { name: "score", table, missed })
}

/// The least processor time of some rounds that the tests themselves take.
fn cost(tools: &Tools, criteria: &str, full: &Path, empty: &Path) -> Result<Duration, Error> {
    let least = |suite: &Path| -> Result<Duration, Error> {
        let mut least = Duration::MAX;
        for _ in 0..ROUNDS {
            least = least.min(process::time_of(&command(tools, criteria, suite), LIMIT)?);
        }
        Ok(least)
    };
    Ok(least(full)?.saturating_sub(least(empty)?))
}

/// How many objectives there are, and how many are covered.
fn counts(tools: &Tools, criteria: &str, suite: &Path) -> Result<(u64, u64), Error> {
    let output = process::output_of(&command(tools, criteria, suite), LIMIT)?;
    let report: Report = serde_json::from_slice(&output)?;
    let all = report.units.iter().flat_map(|unit| &unit.criteria);
    Ok(all.fold((0, 0), |(total, covered), it| (total + it.total, covered + it.covered)))
}

fn command(tools: &Tools, criteria: &str, suite: &Path) -> std::process::Command {
    let mut command = tools.clew();
    command.arg("score").arg(root().join("tests/bench/score/control.c")).arg(suite);
    command.args(["-f", "step", "-c", criteria, "--format", "json"]);
    command
}

/// So many tests, by a generator of the kind that `rand` is.
fn suite(tests: usize) -> String {
    let mut state: u64 = 1;
    let mut next = |range: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % range
    };
    let mut text = "target,actual,speed,load,valve,mode\n".to_owned();
    for _ in 0..tests {
        let mut number = |range: u64| next(range) as i64 - range as i64 / 2;
        let (target, actual, speed, load) =
            (number(2000), number(2000), number(2000), number(2000));
        let (valve, mode) = (next(6) as i64 - 1, next(4));
        let _ = writeln!(text, "{target},{actual},{speed},{load},{valve},{mode}");
    }
    text
}
