//! The commands, one file each.

mod cfg;
mod check;
mod compare;
mod explain;
mod generate;
mod ipeg;
mod ir;
mod label;
mod manual;
mod mutants;
mod run;
mod score;
mod solve;
mod summary;

use crate::args::{Arguments, Command, Sources};
use crate::diagnostic::UserError;
use std::process::ExitCode;
use std::sync::OnceLock;

/// Runs a command; the exit status is that of the contract.
pub(crate) fn run(mut arguments: Arguments) -> Result<ExitCode, UserError> {
    if let Some(sources) = sources(&mut arguments.command) {
        sources.complete()?;
    }
    let status = match arguments.command {
        Command::Gen(arguments) => generate::generate(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Score(arguments) => score::score(&arguments),
        Command::Check(arguments) => check::check(&arguments),
        Command::Explain(arguments) => explain::explain(&arguments),
        Command::Summary(arguments) => summary::summary(&arguments),
        Command::Label(arguments) => label::label(&arguments),
        Command::Ipeg(arguments) => ipeg::ipeg(&arguments),
        Command::Ir(arguments) => ir::ir(&arguments),
        Command::Cfg(arguments) => cfg::cfg(&arguments),
        Command::Compare(arguments) => compare::compare(&arguments),
        Command::Solve(arguments) => solve::solve(&arguments),
        Command::Completions { shell } => manual::completions(shell),
        Command::Manual(arguments) => manual::manual(&arguments),
    }?;
    match UNWRITTEN.get() {
        Some(reason) => Err(UserError::Other(format!("cannot write to stdout: {reason}"))),
        None => Ok(status),
    }
}

/// The files that a command reads, where they may come from a compilation database alone.
fn sources(command: &mut Command) -> Option<&mut Sources> {
    match command {
        Command::Gen(arguments) => Some(&mut arguments.sources),
        Command::Run(arguments) => Some(&mut arguments.sources),
        Command::Label(arguments) => Some(&mut arguments.sources),
        Command::Summary(arguments) => Some(&mut arguments.sources),
        Command::Ir(arguments) => Some(&mut arguments.sources),
        Command::Cfg(arguments) => Some(&mut arguments.sources),
        Command::Compare(arguments) => Some(&mut arguments.sources),
        Command::Ipeg(arguments) => Some(&mut arguments.sources),
        // The suite, or the line, is among their files.
        Command::Score(_) | Command::Explain(_) => None,
        Command::Check(_) | Command::Solve(_) => None,
        Command::Completions { .. } | Command::Manual(_) => None,
    }
}

/// Why something could not be written to stdout; the command ends with an error then.
static UNWRITTEN: OnceLock<String> = OnceLock::new();

/// Writes to stdout; a closed pipe ends the command quietly.
pub(crate) fn print(text: &str) {
    use std::io::Write as _;
    let mut stdout = std::io::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    if let Err(error) = written
        && error.kind() != std::io::ErrorKind::BrokenPipe
    {
        UNWRITTEN.get_or_init(|| error.to_string());
    }
}
