//! The table for people: a line for each function and criterion.

use clew_campaign::Campaign;
use clew_campaign::suite::{Tests, Verified};
use clew_criteria::Criterion;
use clew_ir::Program;
use std::fmt::Write as _;

/// One unit's line of the table.
pub(crate) struct Row {
    function: String,
    criterion: &'static str,
    total: usize,
    covered: usize,
    infeasible: usize,
    open: usize,
    tests: usize,
    findings: usize,
    runs: u64,
    seconds: f64,
    verified: String,
}

/// The lines of a unit, one for each criterion.
pub(crate) fn rows(
    program: &Program,
    criteria: &[Criterion],
    campaign: &Campaign,
    tests: &Tests,
    findings: usize,
    verified: &Verified,
) -> Vec<Row> {
    let function = &program.functions[campaign.entry.function()].name;
    let row = |criterion: &Criterion| {
        let counts = campaign.verdicts.coverage().counts(*criterion);
        Row {
            function: function.clone(),
            criterion: criterion.name(),
            total: counts.total,
            covered: counts.covered,
            infeasible: counts.infeasible,
            open: counts.open,
            tests: tests.tests.iter().filter(|test| test.test.fault().is_none()).count(),
            findings,
            runs: campaign.report.statistics.runs,
            seconds: campaign.report.statistics.wall_time.as_secs_f64(),
            verified: match verified {
                Verified::No => "-".to_owned(),
                Verified::Failed(_) | Verified::Rejected { .. } => "failed".to_owned(),
                Verified::By(_, it) => format!("{}/{}", it.agree, it.tests),
            },
        }
    };
    criteria.iter().map(row).collect()
}

/// The table.
pub(crate) fn table(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.function.chars().count()).max().unwrap_or(0).max(8);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{:width$}  {:9}  covered  infeasible  open  cov_b  cov_f  tests  findings   runs   time  verified",
        "function", "criterion"
    );
    for row in rows {
        let covered = format!("{}/{}", row.covered, row.total);
        let _ = writeln!(
            text,
            "{:width$}  {:9}  {covered:>7}  {:>10}  {:>4}  {:>5}  {:>5}  {:>5}  {:>8}  {:>5}  {:>4.1}s  {:>8}",
            row.function,
            row.criterion,
            row.infeasible,
            row.open,
            percent(row.covered, row.total),
            percent(row.covered, row.total - row.infeasible),
            row.tests,
            row.findings,
            row.runs,
            row.seconds,
            row.verified,
        );
    }
    text
}

/// A share, rounded down: only what is whole is 100 %.
fn percent(part: usize, whole: usize) -> String {
    match whole {
        0 => "-".to_owned(),
        _ => format!("{}%", 100 * part / whole),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_branches_and_feasible_ones_are_told_apart() {
        let row = Row {
            function: "f".to_owned(),
            criterion: "branch",
            total: 8,
            covered: 5,
            infeasible: 2,
            open: 1,
            tests: 3,
            findings: 0,
            runs: 9,
            seconds: 0.1,
            verified: "3/3".to_owned(),
        };
        let text = table(&[row]);
        let line = text.lines().nth(1).expect("a line");
        let cells: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(cells[..7], ["f", "branch", "5/8", "2", "1", "62%", "83%"]);
        assert_eq!((percent(0, 0), percent(199, 200)), ("-".to_owned(), "99%".to_owned()));
    }
}
