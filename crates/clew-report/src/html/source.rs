//! The source with each objective under its line.

use super::{Page, test_anchor};
use crate::files::File;
use crate::model::{Objective, Status, Unit};
use crate::xml::escape;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What stands on the lines of a file.
type ByLine<'r> = BTreeMap<u32, Vec<(usize, &'r Objective)>>;

/// Writes a file, line by line. Lines far from any function that was tested are left out.
pub(super) fn write(text: &mut String, page: &Page<'_>, at: usize, file: &File<'_>, code: &str) {
    let mut objectives: ByLine<'_> = BTreeMap::new();
    for (unit, objective) in &file.objectives {
        let number = number_of(page, unit);
        objectives.entry(objective.line).or_default().push((number, objective));
    }
    let findings = page.report.units.iter().flat_map(|unit| &unit.findings);
    let faults: Vec<(u32, &str)> = findings
        .filter(|finding| finding.file == file.name && finding.is_shown())
        .map(|finding| (finding.line, finding.kind.as_str()))
        .collect();
    let counts = file.lines();
    let wanted = |line: u32| {
        let is_inside =
            |unit: &&Unit| line + 3 >= unit.line && line <= unit.end_line.max(unit.line) + 1;
        file.units.iter().any(is_inside)
            || objectives.contains_key(&line)
            || faults.iter().any(|it| it.0 == line)
    };
    text.push_str("<div class=\"wide\"><table class=\"source\">\n");
    let mut is_gap = false;
    for (number, line) in (1u32..).zip(code.lines()) {
        if !wanted(number) {
            if !is_gap {
                text.push_str("<tr class=\"gap\"><td></td><td></td><td>⋯</td></tr>\n");
            }
            is_gap = true;
            continue;
        }
        is_gap = false;
        let here = objectives.get(&number).map_or(&[][..], Vec::as_slice);
        let count = counts.get(&number).map_or_else(String::new, |count| format!("{count}×"));
        let _ = write!(
            text,
            "<tr id=\"f{at}-{number}\" class=\"{}\"><td class=\"n\">{number}</td><td class=\"n\">{count}</td>\
             <td><pre>{}</pre>",
            class(here, counts.get(&number).copied()),
            escape(line)
        );
        chips(text, page, here, &faults, number);
        text.push_str("</td></tr>\n");
    }
    text.push_str("</table></div>\n");
}

fn number_of(page: &Page<'_>, unit: &Unit) -> usize {
    page.report.units.iter().position(|it| std::ptr::eq(it, unit)).unwrap_or(0)
}

/// The worst that is said of a line.
fn class(objectives: &[(usize, &Objective)], count: Option<u64>) -> &'static str {
    let has = |status| objectives.iter().any(|(_, it)| it.status == status);
    match count {
        _ if has(Status::Open) => "open",
        _ if has(Status::Covered) => "covered",
        _ if has(Status::Infeasible) => "infeasible",
        Some(0) => "missed",
        Some(_) => "covered",
        None => "",
    }
}

/// The words of an objective, as far as they fit on a line.
fn short(text: &str) -> String {
    match text.strip_suffix(" independently affects the outcome") {
        Some(condition) => format!("MC/DC of {condition}"),
        None => text.to_owned(),
    }
}

fn chips(
    text: &mut String,
    page: &Page<'_>,
    objectives: &[(usize, &Objective)],
    faults: &[(u32, &str)],
    line: u32,
) {
    let faults: Vec<&str> = faults.iter().filter(|it| it.0 == line).map(|it| it.1).collect();
    if objectives.is_empty() && faults.is_empty() {
        return;
    }
    text.push_str("<div class=\"chips\">");
    for kind in faults {
        let _ = write!(text, "<a class=\"chip certain\" href=\"#findings\">{}</a>", escape(kind));
    }
    for (unit, objective) in objectives {
        let (status, words) = (objective.status.name(), escape(&short(&objective.text)));
        let id = escape(&objective.id);
        match objective.status {
            Status::Covered => {
                let test = test_anchor(*unit, objective.test.unwrap_or(0));
                let number = objective.test.map_or_else(String::new, |it| format!(" · test {it}"));
                let _ = write!(
                    text,
                    "<a class=\"chip {status}\" title=\"{id}\" href=\"#{test}\">{words}{number}</a>"
                );
            }
            Status::Infeasible => {
                let proof = objective.certificate.as_deref().unwrap_or_default();
                let how = objective.argument.as_deref().unwrap_or("proved");
                let assumes = match objective.assumes.is_empty() {
                    true => String::new(),
                    false => format!(", assuming {}", objective.assumes.join(", ")),
                };
                let _ = write!(
                    text,
                    "<a class=\"chip {status}\" title=\"{id}\" href=\"{}{}\">{words} · {}</a>",
                    escape(page.folder),
                    escape(proof),
                    escape(&format!("{how}{assumes}"))
                );
            }
            Status::Open => {
                let why = objective.why_open.as_deref().unwrap_or("no reason is known");
                let _ = write!(
                    text,
                    "<details class=\"chip {status}\"><summary title=\"{id}\">{words}</summary>{}</details>",
                    escape(why)
                );
            }
        }
    }
    text.push_str("</div>");
}
