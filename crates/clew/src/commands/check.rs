//! `clew check`: a result, verified again from outside.

use super::print;
use crate::args::{CheckArguments, ReportFormat};
use crate::diagnostic::UserError;
use clew_check::folder::{Detail, Options, check_folder};
use std::process::ExitCode;

/// Checks all claims of a folder; the exit status is 1 when one is refuted.
pub(crate) fn check(arguments: &CheckArguments) -> Result<ExitCode, UserError> {
    let options = Options { limit: arguments.limit };
    let report = check_folder(&arguments.folder, &options)
        .map_err(|error| UserError::Other(error.to_string()))?;
    let detail = if arguments.claims { Detail::All } else { Detail::Doubts };
    match arguments.format {
        ReportFormat::Text => print(&report.text(detail)),
        ReportFormat::Json => print(&format!("{:#}\n", report.json())),
    }
    Ok(ExitCode::from(u8::from(report.is_refuted())))
}
