//! The commands, one file each.

mod cfg;
mod check;
mod compare;
mod generate;
mod ipeg;
mod ir;
mod label;
mod run;
mod score;
mod solve;

use crate::args::{Arguments, Command};
use crate::diagnostic::UserError;
use std::process::ExitCode;

/// Runs a command; the exit status is that of the contract.
pub(crate) fn run(arguments: Arguments) -> Result<ExitCode, UserError> {
    match arguments.command {
        Command::Gen(arguments) => generate::generate(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Score(arguments) => score::score(&arguments),
        Command::Check(arguments) => check::check(&arguments),
        Command::Label(arguments) => label::label(&arguments),
        Command::Ipeg(arguments) => ipeg::ipeg(&arguments),
        Command::Ir(arguments) => ir::ir(&arguments),
        Command::Cfg(arguments) => cfg::cfg(&arguments),
        Command::Compare(arguments) => compare::compare(&arguments),
        Command::Solve(arguments) => solve::solve(&arguments),
    }
}

/// Writes to stdout; a closed pipe ends the command quietly.
pub(crate) fn print(text: &str) {
    use std::io::Write as _;
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
}
