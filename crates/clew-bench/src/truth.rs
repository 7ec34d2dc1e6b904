//! What `clew gen` says of random functions, against the truth: all their inputs are run.
//!
//! A function of two bytes has 65,536 inputs, so clang's coverage tells exactly how often each of
//! its branches is taken. Covered has to be a branch that some input takes, infeasible one that
//! none takes.

mod program;

use crate::error::Error;
use crate::process;
use crate::tools::{Tools, target};
use clap::Args;
use program::Program;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// The seeds, and the time for each function.
#[derive(Args, Debug)]
pub(crate) struct TruthArguments {
    /// The first seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    from: u64,
    /// How many seeds
    #[arg(long, value_name = "N", default_value_t = 200)]
    count: u64,
    /// The budget of `clew gen`
    #[arg(long, value_name = "TIME", default_value = "5s")]
    budget: String,
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
    findings: Vec<serde_json::Value>,
    verified: Option<Verified>,
}

#[derive(Deserialize)]
struct Objective {
    line: u64,
    column: u64,
    text: String,
    status: String,
}

#[derive(Deserialize)]
struct Verified {
    tests: u64,
    agree: u64,
}

/// What llvm-cov says.
#[derive(Deserialize)]
struct Coverage {
    data: Vec<Export>,
}

#[derive(Deserialize)]
struct Export {
    files: Vec<FileCoverage>,
}

#[derive(Deserialize)]
struct FileCoverage {
    filename: String,
    /// Line and column of the start, line and column of the end, how often true, how often false,
    /// and more.
    branches: Vec<Vec<u64>>,
}

/// How often the conditions and cases that start at a line and column are true, and false.
type Truth = BTreeMap<(u64, u64), (u64, u64)>;

/// Compares the functions of all seeds; whether none was wrong.
pub(crate) fn run(tools: &Tools, arguments: &TruthArguments) -> Result<bool, Error> {
    let (mut decided, mut open, mut wrong) = (0, 0, 0);
    for seed in arguments.from..arguments.from + arguments.count {
        match try_seed(tools, seed, &arguments.budget)? {
            Outcome::Decided => decided += 1,
            Outcome::Open(missed) => {
                open += 1;
                println!("open {seed}: {missed} branches that some input takes");
            }
            Outcome::Wrong(how) => {
                wrong += 1;
                println!("WRONG {seed}: {how} (see target/truth/{seed})");
            }
        }
    }
    println!("{decided} decided, {open} open, {wrong} wrong");
    Ok(wrong == 0)
}

/// What became of one seed.
enum Outcome {
    /// Every branch that can be taken is covered.
    Decided,
    /// So many are not, and are open.
    Open(usize),
    Wrong(String),
}

fn try_seed(tools: &Tools, seed: u64, budget: &str) -> Result<Outcome, Error> {
    let folder = target().join("truth").join(seed.to_string());
    std::fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let outcome = judge(tools, &program::program(seed), &folder, budget)?;
    // What is wrong stays to be looked at.
    if !matches!(outcome, Outcome::Wrong(_)) {
        std::fs::remove_dir_all(&folder).map_err(Error::file(&folder))?;
    }
    Ok(outcome)
}

fn judge(tools: &Tools, program: &Program, folder: &Path, budget: &str) -> Result<Outcome, Error> {
    write(folder, "program.c", &program.text)?;
    write(folder, "all.c", &all_inputs(program))?;
    write(folder, "subject.c", &subject(program))?;
    let truth = truth(folder)?;

    let mut command = tools.clew();
    command.args(["gen", "subject.c", "-f", "f", "-o", ".", "--format", "json", "-b", budget]);
    let run = process::run(command.current_dir(folder), LIMIT)?;
    if run.status != 0 {
        return Ok(Outcome::Wrong(format!("exit status {}: {}", run.status, run.stderr)));
    }
    let report: Report = serde_json::from_slice(&run.stdout).map_err(Error::Report)?;
    let Some(unit) = report.units.first() else {
        return Ok(Outcome::Wrong("no unit in the report".to_owned()));
    };
    if let Some(finding) = unit.findings.first() {
        return Ok(Outcome::Wrong(format!("a fault where there is none: {finding}")));
    }
    match &unit.verified {
        Some(verified) if verified.tests == verified.agree => {}
        _ => return Ok(Outcome::Wrong("not every test is verified".to_owned())),
    }
    Ok(compare(&truth, &program.text, unit))
}

/// What is claimed, beside what is true.
fn compare(truth: &Truth, text: &str, unit: &Unit) -> Outcome {
    let lines: Vec<&str> = text.lines().collect();
    let mut missed = 0;
    for objective in &unit.objectives {
        let Some(count) = count_of(truth, &lines, objective) else { continue };
        match objective.status.as_str() {
            "covered" if count > 0 => {}
            "infeasible" if count == 0 => {}
            "open" => missed += usize::from(count > 0),
            status => {
                let Objective { line, column, text, .. } = objective;
                let how = format!("{line}:{column}: {text}: {status}, but {count} inputs take it");
                return Outcome::Wrong(how);
            }
        }
    }
    if missed == 0 { Outcome::Decided } else { Outcome::Open(missed) }
}

/// How many times an objective's branch is taken, where clang's coverage tells. It does not for a
/// `default` that is not written, and for a condition that starts where another one does.
fn count_of(truth: &Truth, lines: &[&str], objective: &Objective) -> Option<u64> {
    if objective.text.contains('?') {
        return None;
    }
    let line = lines.get(objective.line as usize - 1)?.as_bytes();
    let mut column = objective.column;
    // clang counts the parentheses around a condition in.
    while !truth.contains_key(&(objective.line, column)) {
        if column < 2 || line.get(column as usize - 2) != Some(&b'(') {
            return None;
        }
        column -= 1;
    }
    let &(yes, no) = truth.get(&(objective.line, column))?;
    // clang counts nothing for a condition that it takes for a constant.
    if (yes, no) == (0, 0) && objective.status == "covered" {
        return None;
    }
    Some(if objective.text.ends_with(" is false") { no } else { yes })
}

/// A program that calls the function with every input.
fn all_inputs(program: &Program) -> String {
    let [(_, first, end), (_, other_first, other_end)] = program.inputs;
    format!(
        "#include \"program.c\"\n\
         int main(void) {{\n\
         \x20   for (int a = {first}; a < {end}; a++)\n\
         \x20       for (int b = {other_first}; b < {other_end}; b++) {{\n\
         \x20           state = 7;\n\
         \x20           level = 200;\n\
         \x20           f(a, b);\n\
         \x20       }}\n\
         \x20   return 0;\n\
         }}\n"
    )
}

/// What Clew gets: globals are inputs for it, and a precondition holds them to their values.
fn subject(program: &Program) -> String {
    let [(first, ..), (second, ..)] = program.inputs;
    format!(
        "#include \"program.c\"\n\
         int clew_pre_f({first} a, {second} b) {{\n\
         \x20   (void)a;\n\
         \x20   (void)b;\n\
         \x20   return state == 7 && level == 200;\n\
         }}\n"
    )
}

/// Compiles and runs the program for all inputs; how often each branch is taken.
fn truth(folder: &Path) -> Result<Truth, Error> {
    let run = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).env("LLVM_PROFILE_FILE", "all.raw");
        process::output_of(command.current_dir(folder), LIMIT)
    };
    let flags = ["-w", "-fwrapv", "-fprofile-instr-generate", "-fcoverage-mapping"];
    run("clang-19", &[&flags[..], &["all.c", "-o", "all"]].concat())?;
    run("./all", &[])?;
    run("llvm-profdata-19", &["merge", "all.raw", "-o", "all.prof"])?;
    let output = run("llvm-cov-19", &["export", "-instr-profile=all.prof", "./all"])?;
    let coverage: Coverage = serde_json::from_slice(&output).map_err(Error::Coverage)?;
    let files = coverage.data.iter().flat_map(|export| &export.files);
    let own = files.filter(|file| file.filename.ends_with("program.c"));
    let mut truth = Truth::new();
    for branch in own.flat_map(|file| &file.branches) {
        if let [line, column, _, _, yes, no, ..] = branch[..] {
            truth.insert((line, column), (yes, no));
        }
    }
    Ok(truth)
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), Error> {
    let path = folder.join(name);
    std::fs::write(&path, text).map_err(Error::file(&path))
}
