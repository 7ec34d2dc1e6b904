//! `clew run`.
use crate::args::RunArguments;
use crate::diagnostic::UserError;
use std::process::ExitCode;
pub(crate) fn run(_a: &RunArguments) -> Result<ExitCode, UserError> { Err(UserError::Other("x".into())) }
