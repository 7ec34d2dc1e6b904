//! `clew score`: what an existing suite covers, for any criterion. Each test is run once, however
//! many objectives there are.

use super::print;
use crate::args::{ReportFormat, ScoreArguments, Sources};
use crate::diagnostic::UserError;
use crate::generate::headers;
use crate::generate::record::Record;
use crate::load::{load_for_tests, select_functions};
use clew_criteria::{Coverage, Criterion, Objectives, Observation, Status, Unit};
use clew_ir::call_graph::CallGraph;
use clew_ir::{FunctionId, Program};
use clew_vm::symbolic::{Entry, LabelMode, Setup, SymbolicMachine};
use clew_vm::{Config, libc};
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// The most steps of a run.
const MAX_STEPS: u64 = 1_000_000;

/// Tells the score of a suite.
pub(crate) fn score(arguments: &ScoreArguments) -> Result<ExitCode, UserError> {
    let criteria = Criterion::parse_list(&arguments.criterion)
        .map_err(|error| UserError::Other(error.to_string()))?;
    let (sources, suite) = split(&arguments.sources)?;
    let failed = |error| UserError::Other(format!("cannot write temporary files: {error}"));
    let temporary = tempfile::tempdir().map_err(failed)?;
    headers::write(temporary.path()).map_err(failed)?;
    let program = load_for_tests(&sources, temporary.path())?;
    let mut functions = select_functions(&program, &sources.files, &arguments.functions)?;
    if arguments.functions.is_empty() {
        functions.retain(|id| Record::exists(&suite, &program.functions[*id].name));
    }
    if functions.is_empty() {
        let suite = suite.display();
        return Err(UserError::Other(format!("{suite} has no tests of functions in the files")));
    }
    let mut scores = Vec::new();
    for function in functions {
        scores.push(Score::of(&program, function, &criteria, &suite)?);
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

/// The files, and the folder of the suite.
fn split(sources: &Sources) -> Result<(Sources, PathBuf), UserError> {
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) =
        sources.files.iter().cloned().partition(|path| path.is_dir());
    let [suite] = folders.as_slice() else {
        let message = "name the folder of one suite behind the files";
        return Err(UserError::Other(message.to_owned()));
    };
    if files.is_empty() {
        return Err(UserError::Other("name the C files that the suite tests".to_owned()));
    }
    let (cflags, compile_commands) = (sources.cflags.clone(), sources.compile_commands.clone());
    Ok((Sources { files, cflags, compile_commands }, suite.clone()))
}

/// What the tests of a function cover.
struct Score {
    function: FunctionId,
    tests: usize,
    objectives: Objectives,
    coverage: Coverage,
}

impl Score {
    fn of(
        program: &Program,
        function: FunctionId,
        criteria: &[Criterion],
        suite: &Path,
    ) -> Result<Self, UserError> {
        let record = Record::read(suite, &program.functions[function].name)?;
        let (entry, unit) = match record.is_harness {
            true => {
                let unit = Unit::harness(program, &CallGraph::new(program), function);
                (Entry::Harness(function), unit)
            }
            false => (Entry::Unit(function), Unit::function(function)),
        };
        let objectives = Objectives::new(program, &unit, criteria);
        let config = Config {
            probes: Some(Arc::clone(objectives.plan())),
            max_steps: MAX_STEPS,
            natives: libc::quiet_native,
            stubs: true,
            ..Config::default()
        };
        let mut coverage = Coverage::new(&objectives);
        // Tests of the same bounds stand together.
        for tests in record.tests.chunk_by(|a, b| a.bounds == b.bounds) {
            let bounds = tests[0].bounds.into();
            let config = config.clone();
            let setup = Setup { entry, config, labels: LabelMode::Observe, bounds };
            let mut machine = SymbolicMachine::new(program, setup);
            for test in tests {
                let inputs = test.inputs.to_model(machine.pool_mut());
                let trace = machine.run(&inputs, usize::MAX);
                coverage.observe(&Observation { hits: &trace.hits, sequence: &trace.sequence });
            }
        }
        Ok(Self { function, tests: record.tests.len(), objectives, coverage })
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
        for id in self.coverage.open() {
            let objective = self.objectives.get(id);
            let place = program.sources.describe(objective.span);
            let _ =
                writeln!(text, "  not covered: {} at {place}: {}", objective.name, objective.text);
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
        json!({
            "function": program.functions[self.function].name, "tests": self.tests,
            "criteria": counts.collect::<Vec<_>>(), "objectives": objectives.collect::<Vec<_>>(),
        })
    }
}
