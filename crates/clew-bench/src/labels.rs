//! Table I of the paper on label coverage: what aiming at labels costs beyond exploring the paths.
//!
//! Each subject is explored whole, depth first, once for each way of aiming. The paper's figures
//! stand beside ours; its subjects are not ours, so that the shape is to be compared, not the
//! numbers. Where exploring whole takes too long, the figures are lower bounds and say so.

use crate::error::Error;
use crate::process;
use crate::table::{Section, Table, times};
use crate::tools::{Tools, root, target};
use serde::Deserialize;
use std::fmt;
use std::time::Duration;

/// The mutation operators of the paper.
const MUTATION: &str = "wm:aoiu+aor+cor+ror";
/// The ways of aiming, as `--labels` names them.
const WAYS: [&str; 5] = ["witness", "direct", "tight", "tight-idl1", "tight-idl2"];
/// How long a subject is explored in one way.
const BUDGET: Duration = Duration::from_secs(60);
const LIMIT: Duration = Duration::from_secs(180);
/// Rounds of those that are quick; of each time the least counts.
const ROUNDS: usize = 5;
const QUICK: Duration = Duration::from_secs(2);
/// The least search time that is compared: reports have whole milliseconds.
const LEAST: Duration = Duration::from_millis(1);
/// The most times more paths, and on average more time, than the witness.
const MOST_PATHS: f64 = 3.0;
const MOST_TIME: f64 = 2.0;
/// How many times fewer paths than the direct way, on at least one subject.
const GAIN: f64 = 50.0;

/// A figure of the paper: paths and seconds.
type Cost = (u64, f64);

/// A subject, and the paper's figures for its own version: DSE(P), DSE(P'), DSE(P*), DSE*(P*), and
/// the labels covered of how many.
struct Subject {
    name: &'static str,
    file: &'static str,
    /// The functions that have labels. The harness never has.
    functions: &'static str,
    criterion: &'static str,
    paper: [Option<Cost>; 4],
    paper_covered: (u64, u64),
}

const fn subject(
    name: &'static str,
    (file, functions): (&'static str, &'static str),
    criterion: &'static str,
    paper: [Option<Cost>; 4],
    paper_covered: (u64, u64),
) -> Subject {
    Subject { name, file, functions, criterion, paper, paper_covered }
}

const TRITYPE: (&str, &str) = ("paths/tritype", "tritype");
/// The paper has 10 labels for conditions and 12 for their combinations: those of the function under
/// test alone.
const TCAS_TEST: (&str, &str) = ("paths/tcas", "altitude_separation_test");
const TCAS: (&str, &str) = (
    "paths/tcas",
    "altitude_separation_test,climb_without_crossing,descend_without_crossing,biased_climb,\
     own_below_threat,own_above_threat,threshold",
);
const REPLACE: (&str, &str) =
    ("labels/replace", "replace,substitute,match,matches_one,in_class,element_end,put");

#[rustfmt::skip] // A table.
const SUBJECTS: [Subject; 11] = [
    subject("tritype cc", TRITYPE, "condition",
        [Some((35, 1.3)), Some((183, 1.6)), Some((83, 2.0)), Some((46, 4.5))], (24, 24)),
    subject("tritype mcc", TRITYPE, "mcc",
        [Some((35, 1.3)), Some((337, 1.9)), Some((110, 3.0)), Some((66, 2.1))], (28, 28)),
    subject("tritype wm", TRITYPE, MUTATION,
        [Some((35, 1.3)), None, Some((506, 12.0)), Some((48, 5.1))], (120, 129)),
    subject("four balls wm", ("labels/four-balls", "four_balls"), MUTATION,
        [Some((7, 1.2)), Some((195, 1.9)), Some((75, 2.1)), Some((23, 2.1))], (56, 67)),
    subject("utf8-3 wm", ("paths/utf8-3", "valid_utf8"), MUTATION,
        [Some((134, 1.4)), Some((1_379, 4.2)), Some((626, 4.3)), Some((313, 3.8))], (55, 84)),
    subject("utf8-5 wm", ("paths/utf8-5", "valid_utf8"), MUTATION,
        [Some((680, 2.0)), Some((11_111, 40.0)), Some((3_239, 24.0)), Some((743, 8.1))], (82, 84)),
    subject("utf8-7 wm", ("paths/utf8-7", "valid_utf8"), MUTATION,
        [Some((3_069, 5.8)), Some((81_133, 576.0)), Some((14_676, 110.0)), Some((3_265, 35.0))],
        (82, 84)),
    subject("tcas cc", TCAS_TEST, "condition",
        [Some((2_787, 2.9)), Some((3_508, 3.6)), Some((3_508, 5.0)), Some((2_815, 3.4))], (10, 10)),
    subject("tcas mcc", TCAS_TEST, "mcc",
        [Some((2_787, 2.9)), Some((3_988, 4.2)), Some((3_988, 5.2)), Some((3_059, 3.9))], (11, 12)),
    subject("tcas wm", TCAS, MUTATION,
        [Some((4_420, 5.6)), Some((300_213, 662.0)), Some((20_312, 120.0)), Some((6_014, 27.0))],
        (101, 111)),
    subject("replace wm", REPLACE, MUTATION,
        [Some((866, 2.0)), Some((87_498, 245.0)), Some((6_420, 64.0)), Some((2_347, 14.0))],
        (70, 79)),
];

#[derive(Deserialize)]
struct Report {
    units: Vec<Unit>,
}

#[derive(Deserialize)]
struct Unit {
    criteria: Vec<Criterion>,
    stats: Statistics,
}

#[derive(Clone, Copy, Deserialize)]
struct Criterion {
    total: u64,
    covered: u64,
    infeasible: u64,
    open: u64,
}

#[derive(Deserialize)]
struct Statistics {
    /// Each run for a label is a path of the instrumented program.
    runs: u64,
    wall_ms: u64,
    stopped: String,
}

/// One subject explored in one way.
struct Exploration {
    paths: u64,
    /// Whether that is all of them.
    is_whole: bool,
    /// The wall time of the search, as the report has it.
    search: Duration,
    /// The processor time of the whole command.
    processor: Duration,
    labels: Criterion,
}

impl Exploration {
    /// How many times the search time and the processor time of another it takes.
    fn times(&self, other: &Exploration) -> [f64; 2] {
        let ratio = |a: Duration, b: Duration| a.as_secs_f64() / b.as_secs_f64();
        let search = ratio(self.search.max(LEAST), other.search.max(LEAST));
        [search, ratio(self.processor, other.processor)]
    }
}

impl fmt::Display for Exploration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_whole { "" } else { "> " };
        let (search, seconds) = (self.search.as_millis(), self.processor.as_secs_f64());
        let covered = self.labels.covered;
        write!(f, "{sign}{}, {sign}{search} ms, {seconds:.2} s, {covered}", self.paths)
    }
}

pub(crate) fn run(tools: &Tools) -> Result<Section, Error> {
    let headings = ["subject", "labels", "infeasible", "covered"];
    let ratios = ["paths / witness", "search / witness", "processor / witness", "direct / paths"];
    let headings: Vec<&str> = headings.into_iter().chain(WAYS).chain(ratios).collect();
    let mut table = Table::new(&headings);
    let mut missed = Vec::new();
    let (mut overheads, mut most_gain) = (Vec::new(), 0.0_f64);
    for subject in &SUBJECTS {
        let mut ways = Vec::new();
        for way in WAYS {
            eprintln!("{}, {way} …", subject.name);
            ways.push(explore(tools, subject, way)?);
        }
        let (witness, direct, best) = (&ways[0], &ways[1], &ways[4]);
        let more_paths = best.paths as f64 / witness.paths as f64;
        let more_time = best.times(witness);
        let gain = direct.paths as f64 / best.paths as f64;
        if more_paths > MOST_PATHS {
            missed.push(format!("{}: {more_paths:.1} times the witness's paths", subject.name));
        }
        missed.extend(lost(subject, &ways));
        overheads.push(more_time);
        most_gain = most_gain.max(gain);
        let sign = if direct.is_whole { "" } else { "> " };
        let mut row = vec![subject.name.to_owned(), best.labels.total.to_string()];
        row.push(best.labels.infeasible.to_string());
        row.push(share(best.labels.covered, best.labels.total));
        row.extend(ways.iter().map(ToString::to_string));
        row.extend([more_paths, more_time[0], more_time[1]].map(times));
        row.push(format!("{sign}{}", times(gain)));
        table.row(row);
        table.row(paper_row(subject));
    }
    for (at, what) in ["search", "processor"].into_iter().enumerate() {
        let sum: f64 = overheads.iter().map(|overhead| overhead[at]).sum();
        let average = sum / overheads.len() as f64;
        eprintln!("{what} time of tight-idl2 by that of the witness, on average: {average:.2}");
        if average > MOST_TIME {
            missed.push(format!("{average:.1} times the witness's {what} time on average"));
        }
    }
    if most_gain < GAIN {
        missed.push(format!("at most {most_gain:.0} times fewer paths than direct"));
    }
    Ok(Section { name: "labels", table, missed })
}

/// What coverage leaves to be wished: the paper's share of the labels, or all that are not proved
/// infeasible; and every way that aims covers the same.
fn lost(subject: &Subject, ways: &[Exploration]) -> Option<String> {
    let best = ways[4].labels;
    let (covered, total) = subject.paper_covered;
    let is_less = best.covered * total < covered * best.total && best.open > 0;
    let other = ways[1..4].iter().find(|way| way.is_whole && way.labels.covered != best.covered);
    match (is_less, other) {
        (true, _) => Some(format!("{}: {} of {}", subject.name, best.covered, best.total)),
        (_, Some(way)) => {
            let (one, other) = (way.labels.covered, best.covered);
            Some(format!("{}: {one} labels in one way, {other} in another", subject.name))
        }
        (false, None) => None,
    }
}

/// The share of the labels that is covered.
fn share(covered: u64, total: u64) -> String {
    format!("{:.1} %", 100.0 * covered as f64 / total as f64)
}

fn paper_row(subject: &Subject) -> Vec<String> {
    let (covered, total) = subject.paper_covered;
    let cell = |cost: Option<Cost>| match cost {
        Some((paths, seconds)) => format!("{paths}, {seconds} s, {covered}"),
        None => "crash".to_owned(),
    };
    let paths = |at: usize| subject.paper[at].map(|(paths, _)| paths as f64);
    let seconds = |at: usize| subject.paper[at].map(|(_, seconds)| seconds);
    let ratio = |a: Option<f64>, b: Option<f64>| match (a, b) {
        (Some(a), Some(b)) => times(a / b),
        _ => "–".to_owned(),
    };
    let [witness, direct, tight, best] = subject.paper;
    let witness = witness.map_or_else(String::new, |(paths, time)| format!("{paths}, {time} s"));
    vec![
        "— in the paper".to_owned(),
        total.to_string(),
        "–".to_owned(),
        share(covered, total),
        witness,
        cell(direct),
        cell(tight),
        "–".to_owned(),
        cell(best),
        ratio(paths(3), paths(0)),
        ratio(seconds(3), seconds(0)),
        "–".to_owned(),
        ratio(paths(1), paths(3)),
    ]
}

/// Explores a subject, in several rounds where a round is quick.
fn explore(tools: &Tools, subject: &Subject, way: &str) -> Result<Exploration, Error> {
    let file = root().join("tests/bench").join(subject.file).with_extension("c");
    let mut command = tools.clew();
    command.arg("gen").arg(&file).args(["--entry", "main", "--exhaustive", "-s", "dfs"]);
    command.args(["--only", subject.functions]);
    command.args(["--no-verify", "--format", "json", "--labels", way, "-c", subject.criterion]);
    command.arg(format!("--budget={}s", BUDGET.as_secs()));
    command.arg("-o").arg(target().join("bench/labels"));
    let mut best: Option<Exploration> = None;
    for _ in 0..ROUNDS {
        let run = process::run(&command, LIMIT)?;
        let report: Report = serde_json::from_slice(&run.stdout)?;
        let unit = report.units.into_iter().next();
        let unit = unit.ok_or_else(|| Error::NoPackage(file.display().to_string()))?;
        let Some(&labels) = unit.criteria.first() else { continue };
        let (search, processor) = (Duration::from_millis(unit.stats.wall_ms), run.processor_time);
        best = Some(Exploration {
            paths: unit.stats.runs,
            is_whole: unit.stats.stopped == "exhausted",
            search: best.as_ref().map_or(search, |best| best.search.min(search)),
            processor: best.as_ref().map_or(processor, |best| best.processor.min(processor)),
            labels,
        });
        if processor > QUICK {
            break;
        }
    }
    best.ok_or_else(|| Error::NoPackage(file.display().to_string()))
}
