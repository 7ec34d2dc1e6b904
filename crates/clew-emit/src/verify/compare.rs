//! What is claimed against what gcov counted.

use super::{Coverage, ProcessEnd, TestOutcome, Verification};
use crate::sources::absolute;
use crate::suite::Group;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::path::PathBuf;

/// What is claimed of one test and one line with branches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineClaim {
    /// The test's number in reports.
    pub test: usize,
    /// The user's file.
    pub file: PathBuf,
    /// The line.
    pub line: u32,
    /// The last line of the expression: compilers count what is split there on any of its lines.
    pub last_line: u32,
    /// How many outcomes of conditions on the line the test covers.
    pub covered: u32,
    /// How many there are; `u32::MAX` where compilers split or join them as they like.
    pub total: u32,
}

/// A claim that gcov does not confirm, or a test that fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The test's number in reports.
    pub test: usize,
    /// Where, unless the whole test fails.
    pub place: Option<(PathBuf, u32)>,
    /// What differs, with both figures.
    pub message: String,
    /// The checks that fail, as their macros name them, where it is nothing but checks.
    pub checks: Vec<String>,
}

/// How far claims and counts agree.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comparison {
    /// The tests compared; crash reproducers are not.
    pub tests: usize,
    /// Those that pass, and whose claims all hold.
    pub agree: usize,
    /// The claims whose number of branches was compared; for the others, where the compiler has
    /// other branches than the source, only whether the line was executed.
    pub exact: usize,
    /// What does not agree.
    pub disagreements: Vec<Disagreement>,
    /// How often the tests together executed each line of a file, as gcov counts.
    pub counts: BTreeMap<PathBuf, BTreeMap<u32, u64>>,
}

/// Compares claims with what the compiled tests did.
pub fn compare(verification: &Verification, claims: &[LineClaim]) -> Comparison {
    let mut by_test: BTreeMap<usize, Vec<&LineClaim>> = BTreeMap::new();
    for claim in claims {
        by_test.entry(claim.test).or_default().push(claim);
    }
    let claimed: BTreeSet<(PathBuf, u32)> =
        claims.iter().map(|claim| (absolute(&claim.file), claim.line)).collect();
    let mut comparison = Comparison::default();
    for outcome in verification.tests.iter().filter(|test| test.group == Group::Regular) {
        let before = comparison.disagreements.len();
        if !outcome.passed {
            let detail = if outcome.message.is_empty() { "" } else { ": " };
            let message = format!("the test fails ({:?}){detail}{}", outcome.end, outcome.message);
            // The number of branches does not tell which ones they are: where some are claimed and
            // others not, a check that fails may mean that they are others.
            let mut of_test = by_test.get(&outcome.id).into_iter().flatten();
            let is_certain =
                of_test.all(|claim| claim.covered == 0 || claim.covered == claim.total);
            let checks = match outcome.end {
                ProcessEnd::Exit(1) if is_certain => failed_checks(&outcome.message),
                _ => Vec::new(),
            };
            let disagreement = Disagreement { test: outcome.id, place: None, message, checks };
            comparison.disagreements.push(disagreement);
        }
        for claim in by_test.get(&outcome.id).into_iter().flatten() {
            comparison.check(outcome, claim, &claimed);
        }
        for ((file, line), count) in outcome.coverage.iter().flat_map(|it| &it.lines) {
            let of_file = comparison.counts.entry(file.clone()).or_default();
            *of_file.entry(*line).or_default() += count.count;
        }
        comparison.tests += 1;
        comparison.agree += usize::from(comparison.disagreements.len() == before);
    }
    comparison
}

impl Comparison {
    fn check(
        &mut self,
        outcome: &TestOutcome,
        claim: &LineClaim,
        claimed: &BTreeSet<(PathBuf, u32)>,
    ) {
        let Some(coverage) = &outcome.coverage else { return };
        let key = (absolute(&claim.file), claim.line);
        // A line that gcov does not list has its branches on another one.
        let Some(line) = coverage.lines.get(&key) else { return };
        let is_comparable = line.branches.len() == claim.total as usize && claim.total > 0;
        self.exact += usize::from(is_comparable);
        let (covered, taken, total) = (claim.covered, line.taken(), claim.total);
        let is_executed = (claim.line..=claim.last_line.max(claim.line)).any(|line| {
            coverage.lines.get(&(key.0.clone(), line)).is_some_and(|line| line.count > 0)
        });
        let is_elsewhere = || claim.total == u32::MAX && is_counted_beside(coverage, &key, claimed);
        let message = if is_comparable && taken != covered as usize {
            format!("{covered} of {total} branches are claimed, gcov counts {taken}")
        } else if covered > 0 && !is_executed && !is_elsewhere() {
            "branches are claimed, gcov says the line is not executed".to_owned()
        } else {
            return;
        };
        let place = Some(key);
        let checks = Vec::new();
        self.disagreements.push(Disagreement { test: claim.test, place, message, checks });
    }
}

/// Whether branches of a line are counted on one beside it, as gcov lists them: where an initializer is
/// written on several lines, gcc counts some of its conditions where the source has none.
fn is_counted_beside(
    coverage: &Coverage,
    key: &(PathBuf, u32),
    claimed: &BTreeSet<(PathBuf, u32)>,
) -> bool {
    let above = coverage.lines.range(..key.clone()).next_back();
    let below = coverage.lines.range((Bound::Excluded(key.clone()), Bound::Unbounded)).next();
    above.into_iter().chain(below).any(|(beside, line)| {
        let is_foreign = beside.0 == key.0 && !claimed.contains(beside);
        is_foreign && line.count > 0 && !line.branches.is_empty()
    })
}

/// The checks that a test says to fail; none where it says anything else.
fn failed_checks(message: &str) -> Vec<String> {
    let name = |line: &str| {
        let (_, rest) = line.strip_prefix("# line ")?.split_once(": ")?;
        let ends = [": expected ", ": differs at byte ", ": does not hold"];
        let end = ends.iter().filter_map(|end| rest.rfind(end)).min()?;
        Some(rest[..end].to_owned())
    };
    message.lines().map(name).collect::<Option<_>>().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::LineCount;

    fn outcome(passed: bool, lines: &[(u32, u64, &[bool])]) -> Verification {
        let lines = lines.iter().map(|(line, count, branches)| {
            let key = (PathBuf::from("/f.c"), *line);
            (key, LineCount { count: *count, branches: branches.to_vec() })
        });
        let test = TestOutcome {
            id: 3,
            group: Group::Regular,
            passed,
            end: ProcessEnd::Exit(i32::from(!passed)),
            message: String::new(),
            coverage: Some(Coverage { lines: lines.collect() }),
        };
        Verification { compiler: "gcc 12".to_owned(), tests: vec![test] }
    }

    fn claim(line: u32, covered: u32, total: u32) -> LineClaim {
        LineClaim { test: 3, file: "/f.c".into(), line, last_line: line, covered, total }
    }

    #[test]
    fn equal_figures_agree() {
        let seen = outcome(true, &[(7, 4, &[true, false, true, false])]);
        let comparison = compare(&seen, &[claim(7, 2, 4)]);
        assert_eq!((comparison.tests, comparison.agree, comparison.exact), (1, 1, 1));
        let comparison = compare(&seen, &[claim(7, 3, 4)]);
        assert_eq!(comparison.agree, 0);
        let message = &comparison.disagreements[0].message;
        assert_eq!(message, "3 of 4 branches are claimed, gcov counts 2");
    }

    #[test]
    fn other_branches_than_ours_are_compared_by_execution() {
        let seen = outcome(true, &[(7, 0, &[false, false])]);
        assert_eq!(compare(&seen, &[claim(7, 0, 3)]).agree, 1);
        assert_eq!(compare(&seen, &[claim(7, 1, 3)]).agree, 0);
        assert_eq!(compare(&seen, &[claim(8, 1, 3)]).agree, 1);
    }

    #[test]
    fn what_is_split_may_be_counted_on_a_later_line() {
        let seen = outcome(true, &[(7, 0, &[]), (8, 1, &[])]);
        assert_eq!(compare(&seen, &[claim(7, 1, u32::MAX)]).agree, 0);
        let split = LineClaim { last_line: 8, ..claim(7, 1, u32::MAX) };
        assert_eq!(compare(&seen, &[split]).agree, 1);
    }

    #[test]
    fn an_initializer_may_be_counted_on_the_lines_beside() {
        let seen = outcome(true, &[(6, 1, &[false, true]), (7, 0, &[false, false])]);
        assert_eq!(compare(&seen, &[claim(7, 1, u32::MAX)]).agree, 1);
        assert_eq!(
            compare(&seen, &[claim(7, 1, u32::MAX), claim(6, 1, 2)]).agree,
            0,
            "it has its own"
        );
        assert_eq!(compare(&seen, &[claim(7, 1, 4)]).agree, 0, "nothing is split there");
        let below = outcome(true, &[(7, 0, &[false, false]), (8, 1, &[false, true])]);
        assert_eq!(compare(&below, &[claim(7, 1, u32::MAX)]).agree, 1);
        let not_passed = outcome(true, &[(6, 0, &[false, false]), (7, 0, &[false, false])]);
        assert_eq!(compare(&not_passed, &[claim(7, 1, u32::MAX)]).agree, 0);
    }

    #[test]
    fn failing_checks_are_told_by_name() {
        let message = "# line 7: result: expected 2, is 1\n# line 9: p != NULL: does not hold";
        assert_eq!(failed_checks(message), ["result", "p != NULL"]);
        assert!(failed_checks("# line 7: result: expected 2, is 1\nfree(): bad").is_empty());
    }

    #[test]
    fn a_failing_check_casts_doubt_on_what_was_taken() {
        let mut seen = outcome(false, &[(7, 1, &[true, false])]);
        seen.tests[0].message = "# line 9: result: expected 2, is 1".to_owned();
        let one_of_two = compare(&seen, &[claim(7, 1, 2)]);
        assert!(one_of_two.disagreements[0].checks.is_empty());
        let no_branch = compare(&seen, &[]);
        assert_eq!(no_branch.disagreements[0].checks, ["result"]);
    }

    #[test]
    fn a_failing_test_agrees_with_nothing() {
        let comparison = compare(&outcome(false, &[]), &[]);
        assert_eq!((comparison.tests, comparison.agree), (1, 0));
    }
}
