//! `clew score -c mutants`: which compiled mutants of a function its suite kills.
//!
//! The mutants are those of weak mutation. Only those count that some test tells from the program
//! right behind the change (paper 1: weak mutation): whether the difference is seen in the end is
//! what the checks of the tests decide.

use crate::diagnostic::UserError;
use clew_criteria::{Coverage, Objective, ObjectiveId, Objectives, Status};
use clew_emit::verify::{MutantError, MutantSource, MutantSuite};
use clew_instrument::{CHOICE, Mutated, mutated, without_assembly};
use clew_ir::{FunctionId, Id as _, Program};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// No more mutants of one function are run than these; if there are more, every so many-th.
const MOST: usize = 600;
/// So often mutants are left out that the compiler does not take.
const ATTEMPTS: usize = 8;

/// What became of the mutants of a function.
pub(super) struct Mutants {
    /// Those that some test tells from the program right behind the change.
    weakly_killed: usize,
    /// Those of them that could be compiled and were run.
    run: usize,
    /// Those of them that some test fails with.
    killed: usize,
    /// The others.
    alive: Vec<ObjectiveId>,
}

impl Mutants {
    /// Runs the suite of a function in a folder against the mutants that its tests weakly kill.
    pub(super) fn of(
        program: &Program,
        files: &[PathBuf],
        folder: &Path,
        function: FunctionId,
        (objectives, coverage): (&Objectives, &Coverage),
    ) -> Result<Self, UserError> {
        let is_met = |it: &&Objective| coverage.status(it.id) == Status::Covered;
        let met: Vec<&Objective> = objectives.iter().filter(is_met).collect();
        let mut mutants = Self { weakly_killed: met.len(), run: 0, killed: 0, alive: Vec::new() };
        let unit = program.functions[function].unit.index();
        let id = program.functions[function].span.file;
        let (Some(file), Some(id)) = (files.get(unit), id) else { return Ok(mutants) };
        let step = met.len().div_ceil(MOST).max(1);
        let wanted: Vec<&Objective> = met.into_iter().step_by(step).collect();
        let name = &program.functions[function].name;
        let compile = |text: &str| {
            let text = &without_assembly(program, id, text);
            MutantSuite::build(&MutantSource { folder, function: name, file, text, choice: CHOICE })
        };
        let built = build(&wanted, |left| mutated(program, id, left), compile)?;
        let Some((written, suite)) = built else {
            return Ok(mutants);
        };
        let failed = |error: clew_emit::verify::VerifyError| UserError::Other(error.to_string());
        if !suite.passes(0).map_err(failed)? {
            let message = format!("the suite of `{name}` fails without any mutant");
            return Err(UserError::Other(message));
        }
        let numbers: Vec<usize> = written.places.values().map(|(number, _)| *number).collect();
        let outcomes = suite.killed(&numbers).map_err(failed)?;
        mutants.run = numbers.len();
        for (id, is_killed) in written.places.keys().zip(outcomes) {
            match is_killed {
                true => mutants.killed += 1,
                false => mutants.alive.push(*id),
            }
        }
        Ok(mutants)
    }

    /// The line of a report, and those that are alive.
    pub(super) fn text(&self, program: &Program, name: &str, objectives: &Objectives) -> String {
        let Self { weakly_killed, run, killed, .. } = self;
        let mut text = format!("{name}: mutants {killed} of {run} killed");
        if run < weakly_killed {
            let _ = write!(text, " ({} more were not compiled)", weakly_killed - run);
        }
        text.push('\n');
        for id in &self.alive {
            let objective = objectives.get(*id);
            let place = program.sources.describe(objective.span);
            let _ = writeln!(text, "  alive: {} at {place}: {}", objective.name, objective.text);
        }
        text
    }

    /// The same for programs.
    pub(super) fn json(&self, objectives: &Objectives) -> Json {
        let alive = self.alive.iter().map(|id| {
            let objective = objectives.get(*id);
            json!({
                "id": objective.name, "line": objective.line(), "column": objective.column(),
                "text": objective.text,
            })
        });
        let score = (self.run > 0).then(|| self.killed as f64 / self.run as f64);
        json!({
            "weakly_killed": self.weakly_killed, "run": self.run, "killed": self.killed,
            "score": score, "alive": alive.collect::<Vec<_>>(),
        })
    }
}

/// Compiles the suite with all mutants that the compiler takes; `None` where there are none.
fn build<'a>(
    wanted: &[&'a Objective],
    write: impl Fn(std::vec::IntoIter<&'a Objective>) -> Mutated,
    compile: impl Fn(&str) -> Result<MutantSuite, MutantError>,
) -> Result<Option<(Mutated, MutantSuite)>, UserError> {
    let mut rejected: BTreeSet<ObjectiveId> = BTreeSet::new();
    for _ in 0..ATTEMPTS {
        let left = wanted.iter().copied().filter(|it| !rejected.contains(&it.id));
        let written = write(left.collect::<Vec<_>>().into_iter());
        if written.places.is_empty() {
            return Ok(None);
        }
        match compile(&written.text) {
            Ok(suite) => return Ok(Some((written, suite))),
            Err(MutantError::Rejected { places, message }) => {
                let before = rejected.len();
                let mutants = places.iter().flat_map(|(line, column)| written.at(*line, *column));
                rejected.extend(mutants);
                if rejected.len() == before {
                    return Err(UserError::Other(format!("the mutants do not compile: {message}")));
                }
            }
            Err(error) => return Err(UserError::Other(error.to_string())),
        }
    }
    Ok(None)
}
