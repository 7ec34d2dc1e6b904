//! The report for people: a table, the findings, what is left.

use crate::diagnostic;
use clew_campaign::suite::{Tests, Verified};
use clew_campaign::{Campaign, why};
use clew_criteria::{Criterion, ObjectiveId, Status};
use clew_ir::Program;
use std::collections::BTreeMap;
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
            findings: tests.findings(),
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

/// The findings, the disagreements and the open objectives of a unit, on stderr.
pub(crate) fn details(program: &Program, campaign: &Campaign, tests: &Tests, verified: &Verified) {
    let sources = &program.sources;
    let mut seen = Vec::new();
    for test in &tests.tests {
        if let Some(fault) = test.test.fault()
            && !seen.contains(&(fault.kind, fault.span))
        {
            seen.push((fault.kind, fault.span));
            let label = format!("{}:", fault.kind);
            let message = format!("{} (reproduced by {})", fault.message, test.test.name);
            diagnostic::at(sources, fault.span, &label, &message);
        }
    }
    let function = &program.functions[campaign.entry.function()].name;
    match verified {
        Verified::No | Verified::By(..) => {}
        Verified::Failed(reason) | Verified::Rejected { message: reason, .. } => {
            diagnostic::note(&format!("the tests of `{function}` are not verified: {reason}"));
        }
    }
    let is_open = |status| status == Status::Open;
    for objective in campaign.objectives.iter() {
        if is_open(campaign.verdicts.coverage().status(objective.id)) {
            let why = why::in_words(program, &campaign.why_open(objective.id));
            let message = format!("{} — {why}", objective.text);
            diagnostic::at(sources, objective.span, "open:", &message);
        }
    }
    for contradiction in campaign.verdicts.contradictions() {
        let objective = campaign.objectives.get(contradiction.objective);
        let message = format!(
            "{} was held to be infeasible ({}), and a run has met it: this is a bug in Clew",
            objective.text,
            contradiction.evidence.argument.name()
        );
        diagnostic::at(sources, objective.span, "contradiction:", &message);
    }
    for (line, count) in divergent_lines(program, campaign) {
        let times = if count == 1 { "a run".to_owned() } else { format!("{count} runs") };
        diagnostic::note(&format!(
            "{times} of `{function}` went another way than expected at {line}"
        ));
    }
    if let Some(failure) = &campaign.report.journal_failure {
        diagnostic::note(&format!("the journal of `{function}` ends early: {failure}"));
    }
}

/// Why objectives are infeasible, one line each, on stderr.
pub(crate) fn infeasible(
    program: &Program,
    campaign: &Campaign,
    explanations: &BTreeMap<ObjectiveId, String>,
) {
    for (id, explanation) in explanations {
        let objective = campaign.objectives.get(*id);
        let place = program.sources.describe(objective.span);
        diagnostic::note(&format!("{place}: infeasible: {} — {explanation}", objective.text));
    }
}

/// Where runs left the paths that were expected of them, each place with its number of runs.
fn divergent_lines(program: &Program, campaign: &Campaign) -> BTreeMap<String, usize> {
    let mut lines = BTreeMap::new();
    for divergence in &campaign.report.divergences {
        let site = divergence.expected.site;
        let function = &program.functions[site.at.function];
        let span = match &function.body {
            Ok(body) => body.blocks[site.at.block].terminator.span,
            Err(_) => function.span,
        };
        let place = match program.sources.position(span) {
            Some((file, at)) => format!("{}:{}", file.path.display(), at.line),
            None => format!("`{}`", function.name),
        };
        *lines.entry(place).or_insert(0) += 1;
    }
    lines
}
