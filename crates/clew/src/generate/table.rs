//! The table for people: a line for each function and criterion, from their results.

use crate::args::FindingsShown;
use serde_json::Value as Json;
use std::fmt::Write as _;

/// One line of the table.
struct Row<'a> {
    function: &'a str,
    criterion: &'a Json,
    tests: usize,
    findings: usize,
    runs: &'a Json,
    seconds: f64,
    verified: String,
}

/// The findings of a unit's result that are shown.
pub(crate) fn shown_findings(unit: &Json, which: FindingsShown) -> usize {
    let is_shown = |finding: &&Json| {
        let is_worthwhile = which == FindingsShown::All || finding["rank"] != "depends";
        is_worthwhile && finding.get("suppressed").is_none()
    };
    array(&unit["findings"]).iter().filter(is_shown).count()
}

/// Whether an objective of a unit's result is open.
pub(crate) fn has_open(unit: &Json) -> bool {
    array(&unit["criteria"]).iter().any(|it| it["open"] != 0)
}

fn array(value: &Json) -> &[Json] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The lines of a unit, one for each criterion.
fn rows(unit: &Json, which: FindingsShown) -> impl Iterator<Item = Row<'_>> {
    let is_test = |test: &&Json| {
        test["outcome"].as_str().is_some_and(|outcome| !outcome.starts_with("fault:"))
    };
    let (stats, verified) = (&unit["stats"], &unit["verified"]);
    array(&unit["criteria"]).iter().map(move |criterion| Row {
        function: unit["function"].as_str().unwrap_or_default(),
        criterion,
        tests: array(&unit["tests"]).iter().filter(is_test).count(),
        findings: shown_findings(unit, which),
        runs: &stats["runs"],
        seconds: stats["wall_ms"].as_f64().unwrap_or(0.0) / 1000.0,
        verified: match verified {
            Json::Null => "-".to_owned(),
            verified if verified["agree"].is_u64() => {
                format!("{}/{}", verified["agree"], verified["tests"])
            }
            _ => "failed".to_owned(),
        },
    })
}

/// The table of results.
pub(crate) fn table<'a>(units: impl Iterator<Item = &'a Json>, which: FindingsShown) -> String {
    let rows: Vec<Row<'_>> = units.flat_map(|unit| rows(unit, which)).collect();
    let widest = |cells: &mut dyn Iterator<Item = &str>, least: usize| {
        cells.map(|it| it.chars().count()).chain([least]).max().unwrap_or(least)
    };
    let functions = widest(&mut rows.iter().map(|row| row.function), "function".len());
    let criteria = widest(&mut rows.iter().map(|row| name(row.criterion)), "criterion".len());
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{:functions$}  {:criteria$}  covered  infeasible  open  cov_b  cov_f  tests  findings   runs   time  verified",
        "function", "criterion"
    );
    for row in rows {
        let criterion = row.criterion;
        let count = |name: &str| criterion[name].as_u64().unwrap_or(0);
        let covered = format!("{}/{}", criterion["covered"], criterion["total"]);
        let _ = writeln!(
            text,
            "{:functions$}  {:criteria$}  {covered:>7}  {:>10}  {:>4}  {:>5}  {:>5}  {:>5}  {:>8}  {:>5}  {:>4.1}s  {:>8}",
            row.function,
            name(criterion),
            criterion["infeasible"].to_string(),
            criterion["open"].to_string(),
            percent(count("covered"), count("total")),
            percent(count("covered"), count("total").saturating_sub(count("infeasible"))),
            row.tests,
            row.findings,
            row.runs.to_string(),
            row.seconds,
            row.verified,
        );
    }
    text
}

/// The name of a row's criterion.
fn name(criterion: &Json) -> &str {
    criterion["name"].as_str().unwrap_or_default()
}

/// A share, rounded down: only what is whole is 100 %.
fn percent(part: u64, whole: u64) -> String {
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
        let criterion = serde_json::json!({
            "name": "mcdc:unique", "total": 8, "covered": 5, "infeasible": 2, "open": 1,
        });
        let unit = serde_json::json!({
            "function": "f",
            "criteria": [criterion],
            "stats": { "runs": 9, "wall_ms": 100 },
        });
        let text = table([&unit].into_iter(), FindingsShown::All);
        let line = text.lines().nth(1).expect("a line");
        let cells: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(cells[..7], ["f", "mcdc:unique", "5/8", "2", "1", "62%", "83%"]);
        assert_eq!(line.find("5/8"), text.find("covered").map(|at| at + 4));
        assert_eq!((percent(0, 0), percent(199, 200)), ("-".to_owned(), "99%".to_owned()));
    }
}
