//! `clew completions` and `clew manual`: what is made from the arguments of all commands.

use super::print;
use crate::args::{Arguments, ManualArguments, ManualForm};
use crate::diagnostic::UserError;
use crate::manual::{man, tables};
use clap::CommandFactory as _;
use clap_complete::Shell;
use std::process::ExitCode;

/// Prints a completion script.
pub(crate) fn completions(shell: Shell) -> Result<ExitCode, UserError> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "clew", &mut script);
    print(&String::from_utf8_lossy(&script));
    Ok(ExitCode::SUCCESS)
}

/// Writes man pages, or prints the tables of the reference pages.
pub(crate) fn manual(arguments: &ManualArguments) -> Result<ExitCode, UserError> {
    match arguments.form {
        ManualForm::Tables => print(&tables()),
        ManualForm::Man => man(&arguments.out).map_err(|error| {
            let folder = arguments.out.display();
            UserError::Other(format!("cannot write man pages to {folder}: {error}"))
        })?,
    }
    Ok(ExitCode::SUCCESS)
}
