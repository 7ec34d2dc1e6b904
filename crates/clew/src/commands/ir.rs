//! `clew ir`: the program model as text.

use super::print;
use crate::args::{IrArguments, IrFormat};
use crate::diagnostic::UserError;
use crate::load::{load, select_functions};
use clew_ir::{Program, model_text, text};
use std::process::ExitCode;

pub(crate) fn ir(arguments: &IrArguments) -> Result<ExitCode, UserError> {
    let program = load(&arguments.sources)?;
    match arguments.format {
        IrFormat::Text => print_text(&program, arguments)?,
        IrFormat::Model => print_model(&program, arguments)?,
    }
    if let Err(violations) = clew_ir::verify::verify(&program) {
        for violation in &violations {
            crate::diagnostic::note(&format!("the program model is not valid: {violation}"));
        }
        return Ok(ExitCode::from(crate::diagnostic::INTERNAL_ERROR));
    }
    Ok(ExitCode::SUCCESS)
}

fn print_text(program: &Program, arguments: &IrArguments) -> Result<(), UserError> {
    if arguments.functions.is_empty() {
        print(&text::program_text(program));
        return Ok(());
    }
    for id in select_functions(program, &arguments.sources.files, &arguments.functions)? {
        print(&text::function_text(program, id));
    }
    Ok(())
}

fn print_model(program: &Program, arguments: &IrArguments) -> Result<(), UserError> {
    if arguments.functions.is_empty() {
        print(&model_text::model_text(program));
        return Ok(());
    }
    for id in select_functions(program, &arguments.sources.files, &arguments.functions)? {
        print(&model_text::model_text_from(program, id));
    }
    Ok(())
}
