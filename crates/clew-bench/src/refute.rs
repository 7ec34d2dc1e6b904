//! Random functions, and an attack on everything that `clew gen` calls infeasible in them.
//!
//! Where not all inputs can be run (pointers, unknown code, libraries that fail, state), no run shows
//! that a claim is right, but one shows that it is wrong. Each function is compiled with counters in
//! its conditions and called many times by a driver that does all that C allows callers and unknown code
//! to do. Nothing in the functions is undefined whatever the driver does.

mod attack;
mod function;
mod library;
mod shapes;
mod tally;
mod vocabulary;
mod writer;

use crate::error::Error;
use crate::process;
use crate::tools::{Tools, target};
use attack::{Build, Claim};
use clap::Args;
use function::Function;
use serde::Deserialize;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tally::Tally;

/// The seeds, and how hard each function is tried.
#[derive(Args, Debug)]
pub(crate) struct RefuteArguments {
    /// The first seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    from: u64,
    /// How many functions
    #[arg(long, value_name = "N", default_value_t = 500)]
    functions: u64,
    /// How many times each function is called by each build
    #[arg(long, value_name = "R", default_value_t = 100_000)]
    runs: u64,
    /// The budget of `clew gen`
    #[arg(long, value_name = "TIME", default_value = "3s")]
    budget: String,
    /// The most runs of its search: what is left of the budget, proofs can use
    #[arg(long, value_name = "N")]
    max_runs: Option<u64>,
    /// How many functions are tried at once
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
}

const LIMIT: Duration = Duration::from_secs(120);

/// What of the JSON of `clew gen` is of interest.
#[derive(Deserialize)]
struct Report {
    units: Vec<Unit>,
}

#[derive(Deserialize)]
struct Unit {
    objectives: Vec<Objective>,
}

/// An objective and its verdict.
#[derive(Deserialize)]
struct Objective {
    line: u64,
    text: String,
    status: Status,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    Covered,
    Infeasible,
    Open,
}

/// Attacks the functions of all seeds; whether every claim stands.
pub(crate) fn run(tools: &Tools, arguments: &RefuteArguments) -> Result<bool, Error> {
    let started = Instant::now();
    let next = AtomicU64::new(arguments.from);
    let outcomes = Mutex::new(Ok(Tally::default()));
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed - arguments.from >= arguments.functions {
                        break;
                    }
                    let outcome = try_seed(tools, seed, arguments);
                    if !record(&outcomes, outcome) {
                        break;
                    }
                }
            });
        }
    });
    let tally = outcomes.into_inner().expect("no worker should panic")?;
    println!("{tally}, {:.0} s", started.elapsed().as_secs_f64());
    Ok(tally.stands())
}

/// Counts an outcome; whether to go on. The first failure of the harness itself ends it.
fn record(outcomes: &Mutex<Result<Tally, Error>>, outcome: Result<Tally, Error>) -> bool {
    let mut outcomes = outcomes.lock().expect("no worker should panic");
    match (&mut *outcomes, outcome) {
        (Ok(all), Ok(tally)) => {
            tally.tell();
            all.add(tally);
            true
        }
        (Ok(_), Err(error)) => {
            *outcomes = Err(error);
            false
        }
        (Err(_), _) => false,
    }
}

fn try_seed(tools: &Tools, seed: u64, arguments: &RefuteArguments) -> Result<Tally, Error> {
    let folder = target().join("refute").join(seed.to_string());
    std::fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let tally = judge(tools, seed, &folder, arguments)?;
    // What is wrong stays to be looked at.
    if tally.stands() {
        std::fs::remove_dir_all(&folder).map_err(Error::file(&folder))?;
    }
    Ok(tally)
}

/// What Clew says of the function of a seed, and what becomes of its claims.
fn judge(
    tools: &Tools,
    seed: u64,
    folder: &Path,
    arguments: &RefuteArguments,
) -> Result<Tally, Error> {
    let function = writer::function(seed);
    attack::write(folder, "subject.c", &function.subject())?;
    let mut tally = Tally::of_one_function();
    let mut command = tools.clew();
    command.args(["gen", "subject.c", "-f", "f", "--no-verify", "--format", "json", "-o", "out"]);
    command.args(["-b", &arguments.budget]);
    if let Some(most) = arguments.max_runs {
        command.args(["--max-runs", &most.to_string()]);
    }
    let run = process::run(command.current_dir(folder), LIMIT)?;
    if run.status != 0 {
        tally.failed(seed, &format!("`clew gen` ends with {}: {}", run.status, run.stderr));
        return Ok(tally);
    }
    let report: Report = serde_json::from_slice(&run.stdout).map_err(Error::Generated)?;
    let mut claims = Vec::new();
    for objective in report.units.iter().flat_map(|unit| &unit.objectives) {
        tally.count(objective.status);
        claims.extend(Claim::of(&function, objective.line, &objective.text, objective.status));
    }
    attack_all(seed, &function, &claims, folder, arguments.runs, &mut tally)?;
    Ok(tally)
}

/// Tries to reach what is claimed to be infeasible with every build that is due for a seed.
fn attack_all(
    seed: u64,
    function: &Function,
    claims: &[Claim],
    folder: &Path,
    runs: u64,
    tally: &mut Tally,
) -> Result<(), Error> {
    let mut reached = vec![0; claims.len()];
    for build in Build::of(seed) {
        match attack::run(build, function, folder, seed, runs)? {
            Ok(hits) => {
                for (claim, all) in claims.iter().zip(&mut reached) {
                    let times = claim.reached(&hits);
                    *all += times;
                    if times > 0 && claim.status == Status::Infeasible {
                        tally.refuted(seed, claim, times, build);
                    }
                }
            }
            Err(how) => tally.failed(seed, &format!("{build}: the attack {how}")),
        }
    }
    for (claim, times) in claims.iter().zip(reached) {
        tally.attacked(claim.status, times);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
