//! The sanitizers' word on the reproducers of a suite.

use crate::campaign::Campaign;
use crate::suite::{Output, Tests, Verified};
use clew_emit::EmitError;
use clew_emit::verify::{Sanitized, VerifyOptions, sanitize};
use clew_ir::Program;
use std::collections::BTreeMap;

/// What is said of each reproducer, by its number; nothing where no compiler took the suite.
///
/// # Errors
/// When a file cannot be written.
pub(crate) fn ask(
    program: &Program,
    campaign: &Campaign,
    tests: &Tests,
    verified: &Verified,
    output: &Output<'_>,
) -> Result<BTreeMap<usize, Sanitized>, EmitError> {
    let has_crash = tests.tests.iter().any(|test| test.test.fault().is_some());
    if !has_crash || !matches!(verified, Verified::By(..)) {
        return Ok(BTreeMap::new());
    }
    let suite = tests.suite(program, campaign.entry.function());
    // The same suite gives the same bytes: this says again how it is laid out.
    let emitted = output.emit(&suite)?;
    let said = sanitize(output.to.folder, &suite, &emitted.layout, &VerifyOptions::default());
    // Whoever could not be asked has said nothing.
    Ok(said.unwrap_or_default())
}
