//! `clew solve`: recorded queries, or any QF_ABV script, through a stack of solver layers.

use super::print;
use crate::args::{ReportFormat, SolveArguments, StackName};
use crate::diagnostic::UserError;
use clew_solver::{Budget, ExternalCommand, Layer, ReplayReport, StackConfig, replay};
use serde_json::{Value, json};
use std::process::ExitCode;

pub(crate) fn solve(arguments: &SolveArguments) -> Result<ExitCode, UserError> {
    let config = stack(arguments.stack)?;
    let budget = Budget { time: arguments.budget, conflicts: None };
    let report = replay(&arguments.path, config, budget)
        .map_err(|error| UserError::Other(error.to_string()))?;
    match arguments.format {
        ReportFormat::Json => print(&format!("{:#}\n", object(&report, arguments.answers))),
        ReportFormat::Text => {
            if arguments.answers {
                print(&format!("{}\n", report.answers.join("\n")));
            }
            print(&report.to_string());
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn stack(name: StackName) -> Result<StackConfig, UserError> {
    let external = |command: ExternalCommand| match command.is_installed() {
        true => Ok(StackConfig::external_only(command)),
        false => {
            let program = command.program;
            Err(UserError::Other(format!(
                "cannot start `{program}`: install it, or use another --stack"
            )))
        }
    };
    match name {
        StackName::Full => Ok(StackConfig::default()),
        StackName::NoCaches => Ok(StackConfig::without_caches()),
        StackName::Sat => Ok(StackConfig::sat_only()),
        StackName::Z3 => external(ExternalCommand::z3()),
        StackName::Cvc5 => external(ExternalCommand::cvc5()),
    }
}

fn object(report: &ReplayReport, with_answers: bool) -> Value {
    let milliseconds = |time: std::time::Duration| time.as_secs_f64() * 1e3;
    let statistics = &report.statistics;
    let layers: Vec<Value> = Layer::ALL
        .into_iter()
        .map(|layer| {
            let of_layer = statistics.layer(layer);
            json!({
                "name": layer.name(),
                "sat": of_layer.sat,
                "unsat": of_layer.unsat,
                "ms": milliseconds(of_layer.time),
            })
        })
        .collect();
    let count = |answer| report.answers.iter().filter(|&&given| given == answer).count();
    let (slowest, place) = report.slowest;
    let mut object = json!({
        "clew": env!("CARGO_PKG_VERSION"),
        "queries": statistics.queries,
        "sat": count("sat"),
        "unsat": count("unsat"),
        "unknown": count("unknown"),
        "disagreements": report.disagreements,
        "rejected_models": statistics.rejected_models,
        "reading_ms": milliseconds(report.reading),
        "solving_ms": milliseconds(report.solving),
        "slowest": { "query": place, "ms": milliseconds(slowest) },
        "layers": layers,
    });
    if with_answers {
        object["answers"] = json!(report.answers);
    }
    object
}
