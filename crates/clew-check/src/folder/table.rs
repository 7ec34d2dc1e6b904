//! Reports, for people and for programs.

use super::report::{Conditions, Finding, FolderReport, Kind, Standing};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// What a text shows besides the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// What is refuted or unknown.
    Doubts,
    /// Every claim.
    All,
}

impl FolderReport {
    /// The report for people.
    pub fn text(&self, detail: Detail) -> String {
        let mut text = String::new();
        for unit in &self.units {
            let is_shown =
                |finding: &&Finding| detail == Detail::All || finding.standing != Standing::Checked;
            for finding in unit.findings.iter().filter(is_shown) {
                let (function, name) = (&unit.function, &finding.name);
                let _ = write!(text, "{}: {function}: {name}", finding.standing.name());
                let _ = match finding.standing.reason() {
                    Some(reason) => writeln!(text, ": {reason}"),
                    None => writeln!(text),
                };
            }
        }
        for missing in &self.missing {
            let _ = writeln!(text, "{missing}");
        }
        text + &self.table()
    }

    fn table(&self) -> String {
        let mut text = String::from("            claims  checked  refuted  unknown\n");
        for kind in Kind::ALL {
            let tally = self.tally(kind);
            let _ = writeln!(
                text,
                "{:<10}  {:>6}  {:>7}  {:>7}  {:>7}",
                kind.name(),
                tally.claims,
                tally.checked,
                tally.refuted,
                tally.unknown
            );
        }
        let Conditions { total, by_both, by_one } = self.conditions;
        if total > 0 {
            let _ =
                write!(text, "{total} verification conditions, {by_both} proved by z3 and cvc5");
            if by_one > 0 {
                let _ = write!(text, ", {by_one} by one of them");
            }
            text.push('\n');
        }
        text
    }

    /// The report for programs.
    pub fn json(&self) -> Value {
        let mut json = json!({
            "conditions": {
                "total": self.conditions.total, "by_both": self.conditions.by_both,
                "by_one": self.conditions.by_one,
            },
            "missing": self.missing,
        });
        for kind in Kind::ALL {
            let tally = self.tally(kind);
            json[kind.name()] = json!({
                "claims": tally.claims, "checked": tally.checked,
                "refuted": tally.refuted, "unknown": tally.unknown,
            });
        }
        let finding = |finding: &Finding| {
            json!({
                "kind": finding.kind.name(), "claim": finding.name,
                "standing": finding.standing.name(), "reason": finding.standing.reason(),
            })
        };
        let units = self.units.iter().map(|unit| {
            let findings: Vec<Value> = unit.findings.iter().map(finding).collect();
            json!({ "file": unit.file, "function": unit.function, "claims": findings })
        });
        json["units"] = units.collect();
        json
    }
}
