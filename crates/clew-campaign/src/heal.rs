//! A suite that compiles and passes, whatever was predicted.
//!
//! Where the compiled program contradicts a check, the check is left out; where it contradicts
//! anything else of a test, or a compiler does not take the test, the test is. What only such a
//! test covers is open then. Each is a bug of ours or a program that C does not define, and is
//! said loudly.

use crate::campaign::Campaign;
use crate::runs::Unusable;
use crate::sanitize;
use crate::suite::{Output, Test, Tests, Unchecked, Verified};
use clew_emit::verify::{Comparison, Sanitized};
use clew_emit::{Assembly, EmitError, Joining};
use clew_ir::Program;
use std::collections::BTreeMap;

/// A suite on disk.
pub struct Written {
    /// Its tests.
    pub tests: Tests,
    /// What the compiler and gcov said of it.
    pub verified: Verified,
    /// What was left out.
    pub healed: Healed,
    /// What the sanitizers said of its reproducers, by their numbers.
    pub sanitized: BTreeMap<usize, Sanitized>,
}

/// What was left out of a suite.
#[derive(Default)]
pub struct Healed {
    /// Whole tests.
    pub tests: usize,
    /// Checks of tests that are still there.
    pub checks: usize,
    /// What was contradicted, test by test.
    pub messages: Vec<String>,
    /// Whether the compiled program did something else than the machine.
    is_contradicted: bool,
}

/// After so many attempts a test that fails is left out as a whole.
const ATTEMPTS: usize = 4;

/// Writes a suite, and leaves out of it what the compiler and the compiled program do not confirm
/// until they confirm all that is left.
///
/// # Errors
/// When a file cannot be written.
pub fn write(
    program: &Program,
    campaign: &mut Campaign,
    output: &Output<'_>,
) -> Result<Written, EmitError> {
    let mut healed = Healed::default();
    let mut unchecked = Unchecked::new();
    let mut attempt = 0;
    let mut sources = output.sources.clone();
    // Every turn but two leaves out a test or a check, so that there is a last one.
    loop {
        attempt += 1;
        let tests = Tests::choose(program, &campaign.runs(), &unchecked);
        let current = Output { sources: &sources, ..*output };
        let verified = tests.write(program, campaign, &current)?;
        let is_healed = match &verified {
            Verified::No => true,
            // The files may not go together: one by one they may.
            Verified::Failed(_) if sources.files.len() > 1 && sources.joining == Joining::Files => {
                sources.joining = Joining::Nothing;
                false
            }
            // Assembly may be another processor's.
            Verified::Failed(_)
                if sources.assembly == Assembly::Kept && !tests.tests.is_empty() =>
            {
                sources.assembly = Assembly::LeftOut;
                false
            }
            Verified::Failed(_) => {
                // Nobody has seen the tests pass.
                campaign.reject_all(Unusable::Uncompiled);
                true
            }
            Verified::Rejected { message, tests: rejected } => {
                healed.messages.push(message.clone());
                for test in tests.tests.iter().filter(|test| rejected.contains(&test.test.id)) {
                    healed.leave_out(test, campaign);
                }
                false
            }
            Verified::By(compiler, comparison) => {
                let keeps_tests = attempt < ATTEMPTS;
                for test in &tests.tests {
                    let failed = failed_checks(comparison, test, keeps_tests);
                    healed.note(compiler, comparison, test);
                    match failed {
                        Failed::Nothing => {}
                        Failed::Test => healed.leave_out(test, campaign),
                        Failed::Checks(checks) => {
                            healed.checks += checks.len();
                            unchecked.entry(test.place).or_default().extend(checks);
                        }
                    }
                }
                comparison.disagreements.is_empty()
            }
        };
        if is_healed {
            if healed.is_contradicted {
                campaign.doubt();
            }
            let output = Output { sources: &sources, ..*output };
            let sanitized = sanitize::ask(program, campaign, &tests, &verified, &output)?;
            return Ok(Written { tests, verified, healed, sanitized });
        }
    }
}

impl Healed {
    fn leave_out(&mut self, test: &Test, campaign: &mut Campaign) {
        self.tests += 1;
        campaign.reject(test.place, Unusable::Differs);
    }

    fn note(&mut self, compiler: &str, comparison: &Comparison, test: &Test) {
        let mut of_test = comparison.disagreements.iter().filter(|it| it.test == test.test.id);
        // What follows the first difference is its consequence.
        if let Some(first) = of_test.next() {
            let (name, message) = (&test.test.name, &first.message);
            self.messages.push(format!("{compiler} disagrees: {name}: {message}"));
            self.is_contradicted = true;
        }
    }
}

/// What the compiled program contradicts.
enum Failed {
    Nothing,
    /// These checks, and nothing else.
    Checks(Vec<String>),
    Test,
}

fn failed_checks(comparison: &Comparison, test: &Test, keeps_tests: bool) -> Failed {
    let of_test = comparison.disagreements.iter().filter(|it| it.test == test.test.id);
    let mut checks = Vec::new();
    let mut has_failed = false;
    for disagreement in of_test {
        has_failed = true;
        let new = |check: &String| !test.test.unchecked.contains(check);
        if disagreement.checks.is_empty() || !disagreement.checks.iter().all(new) || !keeps_tests {
            return Failed::Test;
        }
        checks.extend(disagreement.checks.iter().cloned());
    }
    if has_failed { Failed::Checks(checks) } else { Failed::Nothing }
}
