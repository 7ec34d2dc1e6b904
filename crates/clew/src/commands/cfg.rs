//! `clew cfg`: control flow graphs.

use super::print;
use crate::args::{CfgArguments, CfgFormat};
use crate::cfg::{Format, render};
use crate::diagnostic::{self, UserError};
use crate::load::{load, select_functions};
use clew_files::write_named;
use std::process::ExitCode;

pub(crate) fn cfg(arguments: &CfgArguments) -> Result<ExitCode, UserError> {
    let program = load(&arguments.sources)?;
    let functions = select_functions(&program, &arguments.sources.files, &arguments.functions)?;
    if functions.is_empty() {
        return Err(UserError::Other("the files define no function".to_owned()));
    }
    let format = match arguments.format {
        CfgFormat::Dot => Format::Dot,
        CfgFormat::Svg => Format::Svg,
        CfgFormat::Text => Format::Text,
    };
    let mut pictures = Vec::new();
    for function in functions {
        match render(&program, function, format) {
            Ok(picture) => pictures.push(picture),
            Err(error) if arguments.functions.is_empty() => diagnostic::note(&error.to_string()),
            Err(error) => return Err(UserError::Other(error.to_string())),
        }
    }
    if format == Format::Svg && pictures.len() > 1 {
        let remedy = "name one with -f, or use --format dot";
        return Err(UserError::Other(format!("one SVG shows one function: {remedy}")));
    }
    let text = pictures.join("\n");
    match &arguments.out {
        Some(path) => write_named(path, text.as_bytes())?,
        None => print(&text),
    }
    Ok(ExitCode::SUCCESS)
}
