//! Which tests a compiler does not take, where its complaint names none.

use crate::suite::Output;
use clew_emit::verify::{VerifyOptions, compiles};
use clew_emit::{EmitError, Suite, SuiteTest, emit};

/// The numbers of the tests of a suite that does not compile without which it does; none where it is not
/// the tests that are at fault.
///
/// # Errors
/// When a file cannot be written.
pub(crate) fn at_fault(suite: &Suite<'_>, output: &Output<'_>) -> Result<Vec<usize>, EmitError> {
    match is_taken(suite, &[], output)? {
        true => among(suite, &suite.tests, output),
        false => Ok(Vec::new()),
    }
}

/// Those among tests that do not compile together: each half is tried, and of halves that compile on
/// their own the later one goes.
fn among(
    suite: &Suite<'_>,
    tests: &[SuiteTest],
    output: &Output<'_>,
) -> Result<Vec<usize>, EmitError> {
    let numbers = |tests: &[SuiteTest]| tests.iter().map(|test| test.id).collect();
    if tests.len() <= 1 {
        return Ok(numbers(tests));
    }
    let (first, second) = tests.split_at(tests.len() / 2);
    let mut found = Vec::new();
    for half in [first, second] {
        if !is_taken(suite, half, output)? {
            found.extend(among(suite, half, output)?);
        }
    }
    Ok(if found.is_empty() { numbers(second) } else { found })
}

/// Whether a suite of these tests alone compiles.
fn is_taken(
    suite: &Suite<'_>,
    tests: &[SuiteTest],
    output: &Output<'_>,
) -> Result<bool, EmitError> {
    let part = Suite { tests: tests.to_vec(), ..suite.clone() };
    let emitted = emit(&part, output.sources, output.frameworks, None, output.to)?;
    Ok(compiles(output.to.folder, &part, &emitted.layout, &VerifyOptions::default()).is_ok())
}
