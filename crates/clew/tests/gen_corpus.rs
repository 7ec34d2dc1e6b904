//! The programs in `tests/gen/` and `tests/bench/paths/`: `clew gen` on each is one test.
//!
//! What a header expects is checked, and always: the report has the shape that others rely on and
//! does not contradict itself, gcc and gcov agree with it, and the suite compiles without a warning
//! and passes.

mod common;

use common::{Header, Shown, clew, corpus, describe, programs, run};
use libtest_mimic::{Arguments, Failed, Trial};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::path::Path;
use std::process::Command;
use std::str::FromStr;

fn main() {
    let arguments = Arguments::from_args();
    let corpus = corpus();
    let mut trials = Vec::new();
    for (folder, kind) in [("gen", Kind::Gen), ("bench/paths", Kind::Paths)] {
        for path in programs(&corpus.join(folder), kind.name()) {
            let name = path.strip_prefix(&corpus).unwrap_or(&path).display().to_string();
            if TOO_LARGE.contains(&name.as_str()) {
                continue;
            }
            trials.push(Trial::test(name, move || check(&path, kind)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// What takes minutes is a benchmark.
const TOO_LARGE: [&str; 1] = ["bench/paths/check-valves.c"];

/// Far more than any of the programs needs.
const BUDGET: &str = "20s";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Coverage, proofs, findings; verified.
    Gen,
    /// The number of paths; not verified, because only that counts.
    Paths,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Gen => "gen",
            Kind::Paths => "paths",
        }
    }
}

fn check(path: &Path, kind: Kind) -> Result<(), Failed> {
    let header = Header::read(path);
    let folder = tempfile::tempdir()?;
    let shown = generate(path, &header, kind, folder.path())?;
    if shown.status != 0 {
        return Err(describe(&shown).into());
    }
    let report: Report = serde_json::from_slice(&shown.stdout).map_err(|error| {
        format!("not the report of the contract: {error}\n{}", describe(&shown))
    })?;
    let mut problems = Problems::default();
    let written = std::fs::read(folder.path().join("result.json"))?;
    let is_same = is_same_json(&written, &shown.stdout);
    problems.unless(is_same, || "result.json is not the report on stdout".to_owned());
    problems.unless(!report.units.is_empty(), || "no function was tested".to_owned());
    for unit in &report.units {
        check_unit(unit, kind, &mut problems);
        check_suite(unit, folder.path(), &mut problems)?;
        if header.get("compilers").is_some() {
            check_compilers(unit, folder.path(), &mut problems)?;
        }
    }
    check_counts(&header, &report, &mut problems);
    check_search(&header, &report, &mut problems);
    check_findings(&header, &report, &mut problems);
    problems.result()
}

fn generate(path: &Path, header: &Header, kind: Kind, into: &Path) -> Result<Shown, String> {
    let mut command = clew();
    command.arg("gen").arg(path).args(header.words("clew-gen"));
    command.args(["--format", "json", "-b", BUDGET, "-o"]).arg(into);
    if kind == Kind::Paths {
        command.arg("--no-verify");
    }
    run(&mut command, b"")
}

fn is_same_json(a: &[u8], b: &[u8]) -> bool {
    let parse = |text| serde_json::from_slice::<Value>(text);
    matches!((parse(a), parse(b)), (Ok(a), Ok(b)) if a == b)
}

/// All that is wrong with a case: one look at a failure should tell everything.
#[derive(Default)]
struct Problems(Vec<String>);

impl Problems {
    fn unless(&mut self, holds: bool, problem: impl FnOnce() -> String) {
        if !holds {
            self.0.push(problem());
        }
    }

    fn expect<T: PartialEq + Debug>(&mut self, what: &str, wanted: &T, found: &T) {
        self.unless(wanted == found, || format!("{what}: wanted {wanted:?}, found {found:?}"));
    }

    fn result(self) -> Result<(), Failed> {
        if self.0.is_empty() { Ok(()) } else { Err(self.0.join("\n").into()) }
    }
}

/// Whether a unit's part of the report agrees with itself, with gcc and with gcov.
fn check_unit(unit: &Unit, kind: Kind, problems: &mut Problems) {
    let tests: BTreeMap<usize, &Test> = unit.tests.iter().map(|test| (test.id, test)).collect();
    problems.expect("tests with numbers of their own", &unit.tests.len(), &tests.len());
    for objective in &unit.objectives {
        check_objective(objective, &tests, problems);
    }
    for counts in &unit.criteria {
        let of_criterion = || unit.objectives.iter().filter(|it| it.criterion == counts.name);
        let count = |status| of_criterion().filter(|it| it.status == status).count();
        let found = Counts {
            name: counts.name.clone(),
            total: of_criterion().count(),
            covered: count(Status::Covered),
            infeasible: count(Status::Infeasible),
            open: count(Status::Open),
        };
        problems.expect("the objectives counted", &found, counts);
    }
    let mut places = BTreeSet::new();
    for finding in &unit.findings {
        let is_new = places.insert((&finding.kind, finding.line, finding.column));
        problems.unless(is_new, || format!("{} twice, line {}", finding.kind, finding.line));
        let outcome = tests.get(&finding.test).map(|test| test.outcome.clone());
        problems.expect("a finding's test", &Some(format!("fault:{}", finding.kind)), &outcome);
    }
    problems.expect("divergences", &0, &unit.stats.divergences);
    let regular = unit.tests.iter().filter(|test| !test.outcome.starts_with("fault:")).count();
    match &unit.verified {
        None => problems.unless(kind == Kind::Paths || regular == 0, || "not verified".to_owned()),
        Some(Verified { tests, agree, disagreements, .. }) => {
            problems.expect("verified tests", &regular, tests);
            // What was left out of the suite is no less wrong.
            problems.unless(tests == agree && disagreements.is_empty(), || {
                format!("{agree} of {tests} tests agree with gcc and gcov: {disagreements:#?}")
            });
        }
    }
}

fn check_objective(objective: &Objective, tests: &BTreeMap<usize, &Test>, problems: &mut Problems) {
    let Objective { id, status, .. } = objective;
    let is_explained = match status {
        Status::Covered => objective
            .test
            .and_then(|test| tests.get(&test))
            .is_some_and(|test| test.covers.contains(id)),
        Status::Infeasible => objective.certificate.is_some(),
        Status::Open => objective.why_open.as_ref().is_some_and(|why| !why.is_empty()),
    };
    problems.unless(is_explained, || {
        format!("line {}: {}: no test or reason for {status:?}", objective.line, objective.text)
    });
}

/// Whether the emitted suite compiles without a warning and passes.
fn check_suite(unit: &Unit, folder: &Path, problems: &mut Problems) -> Result<(), Failed> {
    let program = folder.join("program");
    let source = format!("test_{}.c", unit.function);
    let output = Command::new("gcc")
        .args(["-Wall", "-Wextra", "-Werror", &source, "-lm", "-o"])
        .arg(&program)
        .current_dir(folder)
        .output()?;
    if !output.status.success() {
        let message: String = String::from_utf8_lossy(&output.stderr).chars().take(2000).collect();
        problems.unless(false, || format!("gcc rejects {source}:\n{message}"));
        return Ok(());
    }
    let shown = run(&mut Command::new(&program), b"")?;
    let report = String::from_utf8_lossy(&shown.stdout);
    let passed = report.lines().filter(|line| line.starts_with("ok ")).count();
    let has_failed = report.lines().any(|line| line.starts_with("not ok"));
    let all_passed = shown.status == 0 && !has_failed && passed == unit.tests.len();
    problems.unless(all_passed, || format!("the suite fails: {}", describe(&shown)));
    Ok(())
}

/// `compilers: all`: whether the suite compiles with each of them and passes, optimised or not.
fn check_compilers(unit: &Unit, folder: &Path, problems: &mut Problems) -> Result<(), Failed> {
    let program = folder.join("program");
    let source = format!("test_{}.c", unit.function);
    for (compiler, level) in [("gcc", "-O2"), ("clang", "-O0"), ("clang", "-O2")] {
        let mut build = Command::new(compiler);
        build.args([level, "-w", &source, "-lm", "-o"]).arg(&program).current_dir(folder);
        let output = build.output()?;
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr);
            problems.unless(false, || format!("{compiler} {level} rejects {source}:\n{message}"));
            continue;
        }
        let shown = run(&mut Command::new(&program), b"")?;
        let passes = shown.status == 0;
        problems.unless(passes, || format!("{compiler} {level}: {}", describe(&shown)));
    }
    Ok(())
}

/// One number of a criterion.
type Count = fn(&Counts) -> usize;

/// `expect-total`, `expect-covered` and `expect-infeasible`: summed up over the functions.
fn check_counts(header: &Header, report: &Report, problems: &mut Problems) {
    let keys: [(&str, Count); 3] = [
        ("expect-total", |counts| counts.total),
        ("expect-covered", |counts| counts.covered),
        ("expect-infeasible", |counts| counts.infeasible),
    ];
    let mut is_as_wanted = true;
    for (key, count) in keys {
        for expectation in header.all(key) {
            let (criterion, wanted) = two_words::<usize>(key, expectation);
            let units = report.units.iter().flat_map(|unit| &unit.criteria);
            let counts: Vec<usize> = units.filter(|it| it.name == criterion).map(count).collect();
            let found = (!counts.is_empty()).then(|| counts.iter().sum());
            is_as_wanted &= found == Some(wanted);
            problems.expect(key, &Some(wanted), &found);
        }
    }
    if !is_as_wanted {
        let objectives = report.units.iter().flat_map(|unit| &unit.objectives);
        for it in objectives.filter(|it| it.status != Status::Covered) {
            let reason = it.why_open.as_deref().unwrap_or_default();
            problems.unless(false, || {
                format!("  line {}: {}: {:?} {reason}", it.line, it.text, it.status)
            });
        }
    }
}

/// `expect-paths`, `expect-complete` and `expect-stopped`: of every function.
fn check_search(header: &Header, report: &Report, problems: &mut Problems) {
    for Unit { stats, .. } in &report.units {
        if let Some(wanted) = header.get("expect-paths") {
            problems.expect("expect-paths", &number(wanted), &stats.paths);
        }
        if let Some(wanted) = header.get("expect-complete") {
            problems.expect("expect-complete", &number(wanted), &stats.complete);
        }
        if let Some(wanted) = header.get("expect-stopped") {
            problems.expect("expect-stopped", &wanted.to_owned(), &stats.stopped);
        }
    }
}

/// `expect-finding` and `expect-no-finding`.
fn check_findings(header: &Header, report: &Report, problems: &mut Problems) {
    let findings = report.units.iter().flat_map(|unit| &unit.findings);
    let found: Vec<(&str, u32)> = findings.map(|it| (it.kind.as_str(), it.line)).collect();
    for expectation in header.all("expect-finding") {
        let wanted = two_words::<u32>("expect-finding", expectation);
        problems.unless(found.contains(&wanted), || format!("no {wanted:?} among {found:?}"));
    }
    if header.get("expect-no-finding").is_some() {
        problems.expect("expect-no-finding", &Vec::new(), &found);
    }
}

/// A word and a number.
fn two_words<'e, N: FromStr<Err: Debug>>(key: &str, expectation: &'e str) -> (&'e str, N) {
    let (word, rest) = expectation
        .split_once(' ')
        .unwrap_or_else(|| panic!("{key}: {expectation} should be a name and a number"));
    (word, number(rest))
}

fn number<N: FromStr<Err: Debug>>(text: &str) -> N {
    text.trim().parse().expect("a header should have a value that can be read")
}

/// The report of `gen --format json`: what the contract promises, and no more.
#[derive(Deserialize)]
struct Report {
    #[serde(rename = "clew")]
    _version: String,
    #[serde(rename = "seed")]
    _seed: u64,
    units: Vec<Unit>,
}

#[derive(Deserialize)]
struct Unit {
    #[serde(rename = "file")]
    _file: String,
    function: String,
    criteria: Vec<Counts>,
    objectives: Vec<Objective>,
    tests: Vec<Test>,
    findings: Vec<Finding>,
    stats: Statistics,
    verified: Option<Verified>,
}

#[derive(Deserialize, PartialEq, Debug)]
struct Counts {
    name: String,
    total: usize,
    covered: usize,
    infeasible: usize,
    open: usize,
}

#[derive(Deserialize)]
struct Objective {
    id: String,
    criterion: String,
    #[serde(rename = "file")]
    _file: String,
    line: u32,
    #[serde(rename = "column")]
    _column: u32,
    text: String,
    status: Status,
    test: Option<usize>,
    certificate: Option<String>,
    why_open: Option<String>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Debug)]
#[serde(rename_all = "lowercase")]
enum Status {
    Covered,
    Infeasible,
    Open,
}

#[derive(Deserialize)]
struct Test {
    id: usize,
    #[serde(rename = "inputs")]
    _inputs: BTreeMap<String, Value>,
    covers: Vec<String>,
    outcome: String,
    #[serde(rename = "returns")]
    _returns: Value,
}

#[derive(Deserialize)]
struct Finding {
    kind: String,
    line: u32,
    column: u32,
    test: usize,
}

#[derive(Deserialize)]
struct Statistics {
    #[serde(rename = "runs")]
    _runs: u64,
    paths: u64,
    #[serde(rename = "infeasible_paths")]
    _infeasible_paths: u64,
    #[serde(rename = "queries")]
    _queries: u64,
    #[serde(rename = "solver_ms")]
    _solver_ms: u64,
    #[serde(rename = "wall_ms")]
    _wall_ms: u64,
    complete: bool,
    stopped: String,
    divergences: u64,
}

#[derive(Deserialize)]
struct Verified {
    #[serde(rename = "compiler")]
    _compiler: String,
    tests: usize,
    agree: usize,
    #[serde(default)]
    disagreements: Vec<String>,
}
