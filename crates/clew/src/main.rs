//! The command line: arguments in, reports out. All messages are rendered here, once.

mod args;
mod cfg;
mod commands;
mod diagnostic;
mod explain;
mod generate;
mod load;
mod manual;
mod partitions;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = match args::parse() {
        Ok(arguments) => arguments,
        Err(error) => return args::explain(&error),
    };
    match commands::run(arguments) {
        Ok(status) => status,
        Err(error) => {
            diagnostic::error(&error);
            ExitCode::from(diagnostic::USER_ERROR)
        }
    }
}
