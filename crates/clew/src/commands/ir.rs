//! `clew ir`: the program model as text.

use super::print;
use crate::args::IrArguments;
use crate::diagnostic::UserError;
use crate::load::{load, select_functions};
use clew_ir::text;
use std::process::ExitCode;

pub(crate) fn ir(arguments: &IrArguments) -> Result<ExitCode, UserError> {
    let program = load(&arguments.sources)?;
    if arguments.functions.is_empty() {
        print(&text::program_text(&program));
    } else {
        for id in select_functions(&program, &arguments.sources.files, &arguments.functions)? {
            print(&text::function_text(&program, id));
        }
    }
    if let Err(violations) = clew_ir::verify::verify(&program) {
        for violation in &violations {
            crate::diagnostic::note(&format!("the program model is not valid: {violation}"));
        }
        return Ok(ExitCode::from(crate::diagnostic::INTERNAL_ERROR));
    }
    Ok(ExitCode::SUCCESS)
}
