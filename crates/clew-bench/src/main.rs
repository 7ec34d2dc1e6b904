//! Measures Clew against compiled code, and compares what the two show.
//!
//! Everything goes through the built `clew` program, as a user would call it. Each subcommand is
//! one file; what they share is [`process`] (run a command, with a limit and its times),
//! [`tools`] (the compilers and Clew) and [`subject`] (a C program, compiled and on the machine).

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is a command line")]

mod bite;
mod choose;
mod error;
mod exam;
mod faults;
mod fuzz;
mod ipeg;
mod kernels;
mod labels;
mod libraries;
mod lowering;
mod paths;
mod process;
mod programs;
mod queries;
mod real;
mod refute;
mod report;
mod score;
mod search;
mod smart;
mod subject;
mod table;
mod tools;
mod torture;
mod truth;

use clap::{Parser, Subcommand};
use error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use table::Section;
use tools::Tools;

/// Benchmarks and fuzzing of Clew.
#[derive(Parser, Debug)]
#[command(name = "clew-bench", disable_help_subcommand = true)]
struct Arguments {
    /// The Clew to measure (default: the one built beside this program)
    #[arg(long, value_name = "FILE", global = true)]
    clew: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Compare random programs of Csmith with gcc and clang
    Fuzz(fuzz::FuzzArguments),
    /// Speed of the machine on compute kernels, against gcc -O0
    Kernels(kernels::KernelArguments),
    /// Time to lower a file of 1,000 lines, beyond clang's own
    Lowering,
    /// Real programs from packages: Lua and zlib, against gcc -O0
    Programs,
    /// The solver on recorded and on hard queries, against z3 and cvc5
    Queries,
    /// Exhaustive exploration of small programs
    Paths,
    /// What aiming at labels costs: Table I of the paper on label coverage
    Labels,
    /// Test generation for the functions of real libraries
    Real(real::RealArguments),
    /// What scoring a suite for many labels costs beyond running it
    Score,
    /// Seeded faults and mutants that suites of `clew gen` are to fail with
    Faults,
    /// Small libraries as a new user meets them: functions decided, findings shown, mutants killed, time
    Libraries(libraries::LibraryArguments),
    /// gcc's torture tests on the machine
    Torture(torture::TortureArguments),
    /// What `clew gen` says of random functions, against all their inputs
    Truth(truth::TruthArguments),
    /// Random functions, and an attack on all that `clew gen` calls infeasible in them
    Refute(refute::RefuteArguments),
    /// Depth-first search with and without path filtering, on real functions
    Rq1(search::ExperimentArguments),
    /// What is proved of conditions that are never true, and whether look-alikes are left alone
    Exam(exam::ExamArguments),
    /// Search strategies on the same number of runs, on real functions
    Rq2(search::ExperimentArguments),
    /// Infeasible paths generalised: Tables 4 and 5 and Figure 12 of the paper on that
    Ipeg(ipeg::IpegArguments),
    /// Both ways: Tables 1 and 2 of the paper on bidirectional analysis
    Bite(bite::BiteArguments),
    /// Composed paths against all paths: Figure 4 of the paper on compositional test generation
    Smart(smart::SmartArguments),
    /// The search that chooses against each strategy alone
    Choose(choose::ChooseArguments),
    /// All but fuzzing and the experiments on searching; the tables go to docs/benchmarks.md
    All(kernels::KernelArguments),
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("clew-bench: error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether every goal was met.
fn run(arguments: &Arguments) -> Result<bool, Error> {
    let tools = Tools::find(arguments.clew.as_deref())?;
    match &arguments.command {
        Command::Fuzz(arguments) => fuzz::run(&tools, arguments),
        Command::Kernels(arguments) => Ok(kernels::run(&tools, arguments)?.show()),
        Command::Lowering => Ok(lowering::run(&tools)?.show()),
        Command::Programs => Ok(programs::run(&tools)?.show()),
        Command::Queries => Ok(show(&queries::run(&tools)?)),
        Command::Paths => Ok(paths::run(&tools)?.show()),
        Command::Labels => Ok(labels::run(&tools)?.show()),
        Command::Real(arguments) => Ok(show(&real::run(&tools, arguments)?)),
        Command::Score => Ok(score::run(&tools)?.show()),
        Command::Faults => {
            let section = faults::run(&tools)?;
            report::write_sections(std::slice::from_ref(&section))?;
            Ok(section.show())
        }
        Command::Libraries(arguments) => {
            let section = libraries::run(&tools, arguments)?;
            if arguments.write {
                report::write_sections(std::slice::from_ref(&section))?;
            }
            Ok(section.show())
        }
        Command::Torture(arguments) => {
            let section = torture::run(&tools, arguments)?;
            if arguments.is_whole() {
                report::write_sections(std::slice::from_ref(&section))?;
            }
            Ok(section.show())
        }
        Command::Truth(arguments) => truth::run(&tools, arguments),
        Command::Refute(arguments) => refute::run(&tools, arguments),
        Command::Exam(arguments) => Ok(exam::run(&tools, arguments)?.show()),
        Command::Rq1(arguments) => Ok(show(&search::rq1::run(&tools, arguments)?)),
        Command::Rq2(arguments) => Ok(show(&search::rq2::run(&tools, arguments)?)),
        Command::Ipeg(arguments) => {
            let sections = ipeg::run(&tools, arguments)?;
            if arguments.write {
                report::write_sections(&sections)?;
            }
            Ok(show(&sections))
        }
        Command::Bite(arguments) => {
            let section = bite::run(&tools, arguments)?;
            if arguments.write {
                report::write_sections(std::slice::from_ref(&section))?;
            }
            Ok(section.show())
        }
        Command::Smart(arguments) => Ok(smart::run(&tools, arguments)?.show()),
        Command::Choose(arguments) => {
            let section = choose::run(&tools, arguments)?;
            if arguments.write {
                report::write_sections(std::slice::from_ref(&section))?;
            }
            Ok(section.show())
        }
        Command::All(arguments) => {
            let [queries, layers, hard] = queries::run(&tools)?;
            let [real, worlds] = real::run(&tools, &real::RealArguments::default())?;
            let sections = [
                kernels::run(&tools, arguments)?,
                lowering::run(&tools)?,
                programs::run(&tools)?,
                queries,
                layers,
                hard,
                paths::run(&tools)?,
                labels::run(&tools)?,
                real,
                worlds,
                score::run(&tools)?,
            ];
            report::write(&tools, &sections)?;
            Ok(show(&sections))
        }
    }
}

/// Shows every section, also after one that misses its goal; whether none does.
fn show(sections: &[Section]) -> bool {
    let met: Vec<bool> = sections.iter().map(Section::show).collect();
    met.into_iter().all(|met| met)
}
