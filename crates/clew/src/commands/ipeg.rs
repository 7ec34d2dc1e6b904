//! `clew ipeg`: experiments with infeasible paths, for `clew-bench ipeg`.

use super::print;
use crate::args::{IpegArguments, IpegExplanation, IpegMode, IpegSolver};
use crate::diagnostic::UserError;
use crate::load::{expect_meaning, load};
use clew_campaign::ipeg::{Backend, Experiment, Generation, Mode, Unitary};
use clew_solver::Method;
use serde_json::{Value as Json, json};
use std::process::ExitCode;
use std::time::Duration;

pub(crate) fn ipeg(arguments: &IpegArguments) -> Result<ExitCode, UserError> {
    let program = load(&arguments.sources)?;
    expect_meaning(&program)?;
    let name = &arguments.function;
    let function = program.function(name).filter(|it| program.functions[*it].body.is_ok());
    let function = function
        .ok_or_else(|| UserError::Other(format!("the files define no function `{name}`")))?;
    let backend = match arguments.solver {
        IpegSolver::Own => Backend::Own,
        IpegSolver::Z3 => Backend::Z3,
    };
    let method = match arguments.explanation {
        IpegExplanation::Minimal => Method::Minimal,
        IpegExplanation::Core => Method::Assumptions,
    };
    let experiment = Experiment::new(&program, function, arguments.tests, backend, method);
    let report = match &arguments.generation[..] {
        [] => unitary(&experiment.unitary(arguments.time.unwrap_or(Duration::MAX))),
        modes => {
            let rows =
                modes.iter().map(|mode| generation(*mode, &experiment.generation(mode_of(*mode))));
            json!({ "generations": rows.collect::<Vec<Json>>() })
        }
    };
    print(&format!("{report}\n"));
    Ok(ExitCode::SUCCESS)
}

fn mode_of(mode: IpegMode) -> Mode {
    match mode {
        IpegMode::Plain => Mode::Plain,
        IpegMode::General => Mode::General,
        IpegMode::Intrusive => Mode::Intrusive,
        IpegMode::Minimised => Mode::Minimised,
        IpegMode::Heuristic => Mode::Heuristic,
        IpegMode::Thrifty => Mode::Thrifty,
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn unitary(found: &Unitary) -> Json {
    let paths = found.paths.iter().map(|path| {
        json!({
            "ratio": path.ratio, "generalised": path.generalised,
            "proof_ms": milliseconds(path.proof),
            "generalisation_ms": milliseconds(path.generalisation),
            "exhaustive_ms": milliseconds(path.exhaustive),
        })
    });
    json!({
        "infeasible": found.infeasible, "paths": paths.collect::<Vec<Json>>(), "ungeneralised": found.ungeneralised,
        "undecided": found.undecided, "refuted": found.refuted,
    })
}

fn generation(mode: IpegMode, found: &Generation) -> Json {
    json!({
        "mode": format!("{mode:?}").to_lowercase(),
        "feasible": found.feasible, "asked": found.asked,
        "generalised": found.generalised, "skipped": found.skipped,
        "explaining_ms": milliseconds(found.explaining),
        "generalising_ms": milliseconds(found.generalising),
        "uniting_ms": milliseconds(found.uniting), "total_ms": milliseconds(found.total),
    })
}
