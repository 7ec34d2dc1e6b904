//! Runs the queries of an SMT-LIB file, or of a folder of them, through a stack and prints which
//! layer answered what.
//!
//! ```text
//! cargo run --release -p clew-solver --example replay -- [--stack full|no-caches|sat|z3|cvc5]
//!     [--budget-ms N] [--answers] FILE
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use clew_solver::{Budget, ExternalCommand, StackConfig, replay};

fn main() -> ExitCode {
    let mut config = StackConfig::default();
    let mut budget = Budget::UNLIMITED;
    let mut answers = false;
    let mut file = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--stack" => {
                config = match arguments.next().as_deref() {
                    Some("full") => StackConfig::default(),
                    Some("no-caches") => StackConfig::without_caches(),
                    Some("sat") => StackConfig::sat_only(),
                    Some("z3") => StackConfig::external_only(ExternalCommand::z3()),
                    Some("cvc5") => StackConfig::external_only(ExternalCommand::cvc5()),
                    other => {
                        eprintln!("unknown stack {other:?}: use full, no-caches, sat, z3 or cvc5");
                        return ExitCode::from(2);
                    }
                };
            }
            "--budget-ms" => {
                let time = arguments.next().and_then(|text| text.parse().ok());
                budget.time = time.map(Duration::from_millis);
            }
            "--answers" => answers = true,
            _ => file = Some(argument),
        }
    }
    let Some(file) = file else {
        eprintln!("name an SMT-LIB file or a folder of them");
        return ExitCode::from(2);
    };
    match replay(Path::new(&file), config, budget) {
        Ok(report) => {
            if answers {
                println!("{}", report.answers.join("\n"));
            }
            print!("{report}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
