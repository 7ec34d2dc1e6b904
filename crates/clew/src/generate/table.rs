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
        "{:width$}  {:9}  covered  infeasible  open  tests  findings   runs   time  verified",
        "function", "criterion"
    );
    for row in rows {
        let covered = format!("{}/{}", row.covered, row.total);
        let _ = writeln!(
            text,
            "{:width$}  {:9}  {covered:>7}  {:>10}  {:>4}  {:>5}  {:>8}  {:>5}  {:>4.1}s  {:>8}",
            row.function,
            row.criterion,
            row.infeasible,
            row.open,
            row.tests,
            row.findings,
            row.runs,
            row.seconds,
            row.verified,
        );
    }
    text
}
