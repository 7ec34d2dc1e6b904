//! Measures Clew against compiled code, and compares what the two show.
//!
//! Everything goes through the built `clew` program, as a user would call it. Each subcommand is
//! one file; what they share is [`process`] (run a command, with a limit and its times),
//! [`tools`] (the compilers and Clew) and [`subject`] (a C program, compiled and on the machine).

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is a command line")]

mod error;
mod fuzz;
mod kernels;
mod lowering;
mod paths;
mod process;
mod programs;
mod real;
mod report;
mod subject;
mod table;
mod tools;

use clap::{Parser, Subcommand};
use error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
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
    /// Exhaustive exploration of small programs
    Paths,
    /// Test generation for the functions of real libraries
    Real,
    /// Kernels, lowering, programs, paths and real code; the tables go to docs/benchmarks.md
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
        Command::Paths => Ok(paths::run(&tools)?.show()),
        Command::Real => Ok(real::run(&tools)?.show()),
        Command::All(arguments) => {
            let sections = [
                kernels::run(&tools, arguments)?,
                lowering::run(&tools)?,
                programs::run(&tools)?,
                paths::run(&tools)?,
                real::run(&tools)?,
            ];
            report::write(&tools, &sections)?;
            // Every section is shown, also after one that misses its goal.
            let met = sections.map(|section| section.show());
            Ok(met.into_iter().all(|met| met))
        }
    }
}
