//! `clew label`: the objectives of a criterion, and the predicates of those that are labels; or
//! C with the labels in it.

use super::print;
use crate::args::LabelArguments;
use crate::diagnostic::{self, UserError};
use crate::generate::headers;
use crate::load::{ForTests, select_functions};
use crate::partitions::{self, load_with_partitions};
use clew_criteria::{Criterion, Goal, Objective, Objectives, Unit};
use clew_files::{Need, NewFile, OutputFolder};
use clew_instrument::{Form, instrument};
use clew_ir::{Program, c_text};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

/// Lists labels, or writes them.
pub(crate) fn label(arguments: &LabelArguments) -> Result<ExitCode, UserError> {
    let file = arguments.partitions.as_deref();
    let criteria = partitions::criteria(&arguments.criterion, file)?;
    let failed = |error| UserError::Other(format!("cannot write temporary files: {error}"));
    let temporary = tempfile::tempdir().map_err(failed)?;
    headers::write(temporary.path()).map_err(failed)?;
    let names = &arguments.functions;
    let how = ForTests { headers: temporary.path(), decides_world: true };
    let program = load_with_partitions(&arguments.sources, how, names, file, &BTreeMap::new())?;
    if let Some(form) = arguments.instrument {
        return write(&program, arguments, &criteria, form.into());
    }
    for function in select_functions(&program, &arguments.sources.files, &arguments.functions)? {
        let objectives = Objectives::new(&program, &Unit::function(function), &criteria);
        let mut text = String::new();
        for objective in objectives.iter() {
            line(&program, &objectives, objective, &mut text);
        }
        print(&text);
        for omission in objectives.omissions() {
            let place = program.sources.describe(omission.span);
            diagnostic::note(&format!("the decision at {place} is left out: {}", omission.why));
        }
        if objectives.merged() > 0 {
            let name = &program.functions[function].name;
            let count = objectives.merged();
            diagnostic::note(&format!("`{name}`: {count} labels are the same as others"));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the files with the labels in them.
fn write(
    program: &Program,
    arguments: &LabelArguments,
    criteria: &[Criterion],
    form: Form,
) -> Result<ExitCode, UserError> {
    let functions = select_functions(program, &arguments.sources.files, &arguments.functions)?;
    let units: Vec<Objectives> = functions
        .into_iter()
        .map(|function| Objectives::new(program, &Unit::function(function), criteria))
        .collect();
    let written = instrument(program, &units, form);
    let folder = &arguments.out;
    let files = written.files.iter().map(|(name, text)| NewFile {
        name: Path::new(name),
        bytes: text.as_bytes(),
        need: Need::Required,
    });
    let files: Vec<_> = files.collect();
    OutputFolder::open(folder)?.write(&files, None)?;
    print(&format!("{} labels in {}\n", written.placed, folder.display()));
    for (why, count) in &written.unplaced {
        print(&format!("{count} objectives left out: they {why}\n"));
    }
    Ok(ExitCode::SUCCESS)
}

/// One line: the place, the name, what it is, and the predicate in C.
fn line(program: &Program, objectives: &Objectives, objective: &Objective, text: &mut String) {
    let place = program.sources.describe(objective.span);
    let _ = write!(text, "{place}: {}: {}", objective.name, objective.text);
    let function = &program.functions[objective.function];
    let predicates = match &objective.goal {
        Goal::Probe(_) | Goal::Any(_) => objective.goal.probes(),
        Goal::Effect { .. } => &[],
    };
    let predicates = predicates.iter().filter_map(|probe| objectives.plan().predicate(*probe));
    let predicates: Vec<String> =
        predicates.map(|it| c_text::expr_text(program, function, it)).collect();
    if !predicates.is_empty() {
        let _ = write!(text, "  [{}]", predicates.join(" || "));
    }
    if let Some(refuted) = objective.refuted {
        let _ = write!(text, "  infeasible {refuted}");
    }
    text.push('\n');
}
