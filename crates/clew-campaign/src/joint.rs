//! The suites of several functions, verified at once: what takes longest is compiling the files under
//! test, and they are the same for all functions of a file.
//!
//! The tests of all are put into one program. Whatever agrees there is verified; a suite of which
//! anything does not is for `heal` to look at on its own, and so are all where the program does not
//! compile. Each suite on disk is parsed by the compiler besides.

use crate::campaign::Campaign;
use crate::heal::{Healed, Written};
use crate::suite::{Output, Tests, Unchecked, Verified};
use clew_emit::verify::{
    Sanitized, TestOutcome, Verification, VerifyOptions, compare, parses, sanitize, verify,
};
use clew_emit::{EmitError, Group, Suite, SuiteTest, Target};
use clew_files::OutputFolder;
use clew_ir::{Program, UnitId};
use clew_symbolic::Entry;
use std::collections::BTreeMap;
use std::path::Path;

/// A suite that is to be verified with others.
struct Part<'c> {
    /// Its place among all.
    place: usize,
    campaign: &'c Campaign,
    tests: Tests,
}

/// Writes the suites of several campaigns, each to its own output, and verifies those together that are
/// of one file; nothing for a suite that must be looked at on its own.
///
/// # Errors
/// When a file cannot be written.
pub fn write(
    program: &Program,
    campaigns: &[(&Campaign, Output<'_>)],
) -> Result<Vec<Option<Written>>, EmitError> {
    let mut groups: BTreeMap<UnitId, Vec<usize>> = BTreeMap::new();
    for (place, (campaign, output)) in campaigns.iter().enumerate() {
        // A program has a `main` of its own, and other frameworks are no matter of verification.
        if let Entry::Unit(function) = campaign.entry
            && output.verify
        {
            groups.entry(program.functions[function].unit).or_default().push(place);
        }
    }
    let mut written: Vec<Option<Written>> = campaigns.iter().map(|_| None).collect();
    for places in groups.into_values().filter(|places| places.len() > 1) {
        let mut parts = Vec::new();
        for place in places {
            let (campaign, output) = &campaigns[place];
            let tests = Tests::choose(program, &campaign.runs(), &Unchecked::new());
            if !tests.tests.is_empty() {
                tests.write_unverified(program, campaign.entry, output)?;
                parts.push(Part { place, campaign, tests });
            }
        }
        let Some(output) = parts.first().map(|part| campaigns[part.place].1) else { continue };
        for (place, done) in verify_parts(program, parts, campaigns, &output) {
            written[place] = Some(done);
        }
    }
    Ok(written)
}

/// The suites that agree with the compiler and gcov when they are all in one program.
fn verify_parts(
    program: &Program,
    parts: Vec<Part<'_>>,
    campaigns: &[(&Campaign, Output<'_>)],
    output: &Output<'_>,
) -> Vec<(usize, Written)> {
    let Ok(folder) = tempfile::tempdir() else { return Vec::new() };
    let Some(verification) = run_all(program, &parts, output, folder.path()) else {
        return Vec::new();
    };
    let mut agreed: Vec<(Part<'_>, Verified)> = Vec::new();
    let mut outcomes = verification.tests.into_iter();
    let mut by_id: BTreeMap<usize, TestOutcome> = BTreeMap::new();
    outcomes.by_ref().for_each(|it| drop(by_id.insert(it.id, it)));
    let mut next = 1;
    for part in parts {
        let ids = next..next + part.tests.tests.len();
        next = ids.end;
        let own = ids.zip(&part.tests.tests).filter_map(|(id, test)| {
            by_id.remove(&id).map(|outcome| TestOutcome { id: test.test.id, ..outcome })
        });
        let compiler = verification.compiler.clone();
        let own = Verification { compiler: compiler.clone(), tests: own.collect() };
        let comparison = compare(&own, &part.tests.claims(program, part.campaign));
        let suite = part.tests.suite(program, part.campaign.entry.function());
        let agrees = comparison.disagreements.is_empty()
            && own.tests.len() == part.tests.tests.len()
            && campaigns[part.place].1.is_parsed(&suite);
        if agrees {
            agreed.push((part, Verified::By(compiler, comparison)));
        }
    }
    let sanitized = ask_sanitizers(program, &agreed, output);
    agreed
        .into_iter()
        .zip(sanitized)
        .filter_map(|((part, verified), sanitized)| {
            let Part { place, tests, .. } = part;
            let (healed, sanitized) = (Healed::default(), sanitized?);
            Some((place, Written { tests, verified, healed, sanitized }))
        })
        .collect()
}

/// Compiles and runs the tests of all suites in one program.
fn run_all(
    program: &Program,
    parts: &[Part<'_>],
    output: &Output<'_>,
    folder: &Path,
) -> Option<Verification> {
    let suite = joint(program, parts.iter(), |_| true)?;
    let out = OutputFolder::temporary(folder);
    let to = Target { out: &out, folder };
    let emitted = Output { to, test_comp: None, ..*output }.emit(&suite).ok()?;
    verify(folder, &suite, &emitted.layout, &VerifyOptions::default()).ok()
}

/// What the sanitizers say of the reproducers of suites; nothing for those that they are to be asked
/// about again, each on its own.
fn ask_sanitizers(
    program: &Program,
    agreed: &[(Part<'_>, Verified)],
    output: &Output<'_>,
) -> Vec<Option<BTreeMap<usize, Sanitized>>> {
    let has_crash = |part: &Part<'_>| part.tests.tests.iter().any(|it| is_crash(&it.test));
    let asked = || -> Option<BTreeMap<usize, Sanitized>> {
        let folder = tempfile::tempdir().ok()?;
        let suite = joint(program, agreed.iter().map(|(part, _)| part), is_crash)?;
        let out = OutputFolder::temporary(folder.path());
        let to = Target { out: &out, folder: folder.path() };
        let output = Output { to, test_comp: None, ..*output };
        let emitted = output.emit(&suite).ok()?;
        let options = VerifyOptions::default();
        let said = sanitize(folder.path(), &suite, &emitted.layout, &options).ok()?;
        // That nothing is said of any of them may be because they do not compile together.
        said.values().any(|it| *it != Sanitized::Unavailable).then_some(said)
    };
    let said = agreed.iter().any(|(part, _)| has_crash(part)).then(asked).flatten();
    let mut next = 1;
    let of_part = |(part, _): &(Part<'_>, Verified)| {
        let ids = next..next + part.tests.tests.len();
        next = ids.end;
        if !has_crash(part) {
            return Some(BTreeMap::new());
        }
        let said = said.as_ref()?;
        let own = ids.zip(&part.tests.tests);
        Some(own.filter_map(|(id, test)| Some((test.test.id, *said.get(&id)?))).collect())
    };
    agreed.iter().map(of_part).collect()
}

fn is_crash(test: &SuiteTest) -> bool {
    test.group == Group::Crash
}

/// One suite of the tests of all that are wanted, numbered through from 1, those left out too.
fn joint<'p, 'a: 'p>(
    program: &'p Program,
    parts: impl Iterator<Item = &'p Part<'a>>,
    is_wanted: impl Fn(&SuiteTest) -> bool,
) -> Option<Suite<'p>> {
    let mut function = None;
    let (mut tests, mut id) = (Vec::new(), 0);
    for part in parts {
        function.get_or_insert(part.campaign.entry.function());
        for test in &part.tests.tests {
            id += 1;
            if is_wanted(&test.test) {
                tests.push(SuiteTest { id, name: format!("clew_test_{id}"), ..test.test.clone() });
            }
        }
    }
    Some(Suite { program, function: function?, tests })
}

impl Output<'_> {
    /// Whether the compiler parses the plain suite that was written.
    fn is_parsed(&self, suite: &Suite<'_>) -> bool {
        let Ok(emitted) = self.emit(suite) else { return false };
        parses(self.to.folder, suite, &emitted.layout, &VerifyOptions::default()).is_ok()
    }
}
