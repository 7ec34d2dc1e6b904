//! `clew score`: what an existing suite covers, for any criterion. Each test is run once, however
//! many objectives there are.

use super::mutants::Mutants;
use super::print;
use crate::args::{ReportFormat, ScoreArguments, Sources};
use crate::diagnostic::UserError;
use crate::generate::headers;
use crate::load::{ForTests, select_functions};
use crate::partitions::{self, load_with_partitions};
use clew_criteria::{
    Coverage, Criterion, MutationOperators, Objectives, Observation, Status, Unit,
};
use clew_ir::call_graph::CallGraph;
use clew_ir::{FunctionId, Program};
use clew_suite::{Suite, SuiteFile};
use clew_symbolic::{Ending, Entry, LabelMode, Setup, SymbolicMachine};
use clew_vm::Config;
use clew_vm::stop::{FaultKind, Stop};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Tells the score of a suite.
pub(crate) fn score(arguments: &ScoreArguments) -> Result<ExitCode, UserError> {
    let parts = arguments.partitions.as_deref();
    let (criterion, runs_mutants) = without_mutants(&arguments.criterion);
    let criteria = match criterion.is_empty() {
        true => Vec::new(),
        false => partitions::criteria(&criterion, parts)?,
    };
    let (sources, path) = split(&arguments.sources)?;
    let file = SuiteFile::open(&path)?;
    let failed = |error| UserError::Other(format!("cannot write temporary files: {error}"));
    let temporary = tempfile::tempdir().map_err(failed)?;
    headers::write(temporary.path()).map_err(failed)?;
    let names = &arguments.functions;
    let how = ForTests { headers: temporary.path(), decides_world: file.decides_world() };
    let program = load_with_partitions(&sources, how, names, parts, &BTreeMap::new())?;
    let entries = match &arguments.entry {
        Some(name) => {
            let entry = program.function(name);
            vec![Entry::Harness(entry.ok_or_else(|| UserError::no_such_function(&program, name))?)]
        }
        None => {
            let functions = select_functions(&program, &sources.files, &arguments.functions)?;
            file.entries(&program, &functions)?
        }
    };
    let mut scores = Vec::new();
    for entry in entries {
        let suite = file.suite(&program, entry)?;
        let mut score = Score::of(&program, &suite, &criteria, Runs::All);
        if runs_mutants {
            let weak = Score::of(&program, &suite, &[WEAK], Runs::Passing);
            let found = (&weak.objectives, &weak.coverage);
            let function = entry.function();
            let mutants = Mutants::of(&program, &sources.files, &path, function, found)?;
            score.mutants = Some((mutants, weak.objectives));
        }
        scores.push(score);
    }
    match arguments.format {
        ReportFormat::Json => {
            let units: Vec<Json> = scores.iter().map(|it| it.json(&program, &criteria)).collect();
            let report = json!({ "clew": env!("CARGO_PKG_VERSION"), "units": units });
            print(&format!("{report:#}\n"));
        }
        ReportFormat::Text => {
            scores.iter().for_each(|score| print(&score.text(&program, &criteria)));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What compiled mutants are made from.
const WEAK: Criterion = Criterion::WeakMutation(MutationOperators::ALL);

/// A list of criteria without `mutants`, and whether that was in it.
fn without_mutants(list: &str) -> (String, bool) {
    let (mutants, others): (Vec<&str>, Vec<&str>) =
        list.split(',').partition(|name| name.trim() == "mutants");
    (others.join(","), !mutants.is_empty())
}

/// The C files, and the suite.
fn split(sources: &Sources) -> Result<(Sources, PathBuf), UserError> {
    let (suites, files): (Vec<PathBuf>, Vec<PathBuf>) =
        sources.files.iter().cloned().partition(|path| SuiteFile::is_suite(path));
    let [suite] = suites.as_slice() else {
        let message = "name one suite behind the C files: a folder, or a .csv, .json, .ktest, .xml \
                       or .zip file";
        return Err(UserError::Other(message.to_owned()));
    };
    if files.is_empty() {
        return Err(UserError::Other("name the C files that the suite tests".to_owned()));
    }
    Ok((sources.of_files(files), suite.clone()))
}

/// Which runs of tests count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Runs {
    /// All.
    All,
    /// Those that end without a fault: reproducers of faults never fail.
    Passing,
}

/// What the tests of a function cover.
struct Score {
    function: FunctionId,
    tests: usize,
    /// Tests that ended before what they test could be seen, and how.
    cut_short: Vec<(String, String)>,
    objectives: Objectives,
    coverage: Coverage,
    /// What became of compiled mutants, where that is asked, and which there are.
    mutants: Option<(Mutants, Objectives)>,
}

impl Score {
    fn of(program: &Program, suite: &Suite, criteria: &[Criterion], runs: Runs) -> Self {
        let function = suite.entry.function();
        let unit = match suite.entry {
            Entry::Harness(_) => Unit::harness(program, &CallGraph::new(program), function),
            Entry::Unit(_) => Unit::function(function),
        };
        let objectives = Objectives::new(program, &unit, criteria);
        let config = Config { probes: Some(Arc::clone(objectives.plan())), ..Config::under_test() };
        let mut coverage = Coverage::new(&objectives);
        let mut cut_short = Vec::new();
        for tests in suite.tests.chunk_by(|a, b| a.bounds == b.bounds) {
            let (labels, bounds) = (LabelMode::ObserveUntilSettled, tests[0].bounds);
            let setup = Setup { entry: suite.entry, config: config.clone(), labels, bounds };
            let mut machine = SymbolicMachine::new(program, setup);
            let mut told = 0;
            for test in tests {
                // What is met already, or can never be met, is not looked at.
                let settled = coverage.settled();
                settled[told..].iter().for_each(|label| machine.settle_label(*label));
                told = settled.len();
                let trace = test.run(&mut machine);
                let seen = Observation { hits: &trace.hits, sequence: &trace.sequence };
                let is_fault = matches!(trace.stop, Ending::Stop(Stop::Fault(_)));
                if runs == Runs::All || !is_fault {
                    coverage.observe(&seen);
                }
                if let Some(how) = cut(&trace.stop) {
                    cut_short.push((test.name.clone(), how.to_owned()));
                }
            }
        }
        let tests = suite.tests.len();
        Self { function, tests, cut_short, objectives, coverage, mutants: None }
    }

    fn text(&self, program: &Program, criteria: &[Criterion]) -> String {
        let name = &program.functions[self.function].name;
        let mut text = String::new();
        for criterion in criteria {
            let counts = self.coverage.counts(*criterion);
            let feasible = counts.total - counts.infeasible;
            let _ = writeln!(
                text,
                "{name}: {criterion} {} of {feasible} by {} tests",
                counts.covered, self.tests
            );
        }
        for (test, how) in &self.cut_short {
            let _ = writeln!(text, "  {test} {how}");
        }
        for id in self.coverage.open() {
            let objective = self.objectives.get(id);
            let place = program.sources.describe(objective.span);
            let _ =
                writeln!(text, "  not covered: {} at {place}: {}", objective.name, objective.text);
        }
        if let Some((mutants, objectives)) = &self.mutants {
            text.push_str(&mutants.text(program, name, objectives));
        }
        text
    }

    fn json(&self, program: &Program, criteria: &[Criterion]) -> Json {
        let counts = criteria.iter().map(|criterion| {
            let counts = self.coverage.counts(*criterion);
            json!({
                "name": criterion.name(), "total": counts.total, "covered": counts.covered,
                "infeasible": counts.infeasible, "open": counts.open,
            })
        });
        let objectives = self.objectives.iter().map(|objective| {
            let status = match self.coverage.status(objective.id) {
                Status::Covered => "covered",
                Status::Infeasible => "infeasible",
                Status::Open => "open",
            };
            json!({
                "id": objective.name, "criterion": objective.criterion.name(),
                "line": objective.line(), "column": objective.column(), "text": objective.text,
                "status": status,
            })
        });
        let stats = match &self.mutants {
            Some((mutants, objectives)) => json!({ "mutants": mutants.json(objectives) }),
            None => json!({}),
        };
        json!({
            "stats": stats,
            "function": program.functions[self.function].name, "tests": self.tests,
            "cut_short": self.cut_short.iter().map(|(test, how)| {
                json!({ "test": test, "how": how })
            }).collect::<Vec<_>>(),
            "criteria": counts.collect::<Vec<_>>(), "objectives": objectives.collect::<Vec<_>>(),
        })
    }
}

/// How a run ended, where it says less of the program than a compiled test would.
fn cut(ending: &Ending) -> Option<&'static str> {
    match ending {
        Ending::Assumption => Some("is outside the precondition"),
        Ending::Bound => Some("stopped at a bound on inputs"),
        Ending::Stop(Stop::Unsupported(_)) => Some("stopped at what is not supported"),
        Ending::Stop(Stop::Interrupted) => Some("was interrupted"),
        Ending::Stop(Stop::Fault(fault)) if fault.kind == FaultKind::StepLimit => {
            Some("stopped at the most steps of a run")
        }
        Ending::Stop(Stop::Return(_) | Stop::Exit(_) | Stop::Fault(_)) => None,
    }
}
