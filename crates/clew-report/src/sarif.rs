//! Findings as SARIF 2.1.0, which code scanners and editors read.

use crate::files::Sources;
use crate::model::{Finding, Rank, Report, Unit};
use serde_json::{Value as Json, json};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeSet;

/// Which findings are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Told {
    /// Those that are worth a person's time, and those that the user has suppressed, as such.
    #[default]
    Shown,
    /// All, those that depend on something as notes.
    All,
}

/// The findings of a result as SARIF.
pub fn sarif(report: &Report, sources: &Sources, told: Told) -> Json {
    let is_told = |finding: &Finding| told == Told::All || finding.rank != Rank::Depends;
    let all = report.units.iter();
    let all = all.flat_map(|unit| unit.findings.iter().map(move |finding| (unit, finding)));
    let mut findings: Vec<(&Unit, &Finding)> = Vec::new();
    for (unit, finding) in all.filter(|(_, finding)| is_told(finding)) {
        let same = |it: &(&Unit, &Finding)| place(it.1) == place(finding);
        match findings.iter().position(same) {
            // Of several functions that reach it, the one counts that says most.
            Some(at) if finding.rank < findings[at].1.rank => findings[at] = (unit, finding),
            Some(_) => {}
            None => findings.push((unit, finding)),
        }
    }
    let kinds: BTreeSet<&str> = findings.iter().map(|(_, it)| it.kind.as_str()).collect();
    let kinds: Vec<&str> = kinds.into_iter().collect();
    let rules: Vec<Json> = kinds.iter().map(|kind| rule(kind)).collect();
    let results = findings.iter().map(|(unit, finding)| {
        let index = kinds.iter().position(|kind| *kind == finding.kind).unwrap_or(0);
        result(unit, finding, index, sources)
    });
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "clew", "semanticVersion": report.clew, "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": results.collect::<Vec<_>>(),
        }],
    })
}

/// What makes a fault the same, whoever reaches it.
fn place(finding: &Finding) -> (&str, &str, u32, u32) {
    (&finding.kind, &finding.file, finding.line, finding.column)
}

fn rule(kind: &str) -> Json {
    json!({
        "id": kind,
        "name": camel_case(kind),
        "shortDescription": { "text": describe(kind) },
        "defaultConfiguration": { "level": "error" },
    })
}

/// What a kind of fault is. A kind that is not known here speaks for itself.
fn describe(kind: &str) -> String {
    match kind {
        "null-dereference" => "Access through a null pointer",
        "out-of-bounds" => "Access outside of an object",
        "use-after-free" => "Access to an object that is gone",
        "double-free" => "Memory that is freed twice",
        "invalid-free" => "Free of what was not allocated",
        "division-by-zero" => "Division by zero",
        "assertion-failure" => "An assertion that fails",
        "abort" => "A call of abort",
        "uninitialised-read" => "Read of what was never set",
        "signed-overflow" => "Signed arithmetic that overflows",
        "bad-shift" => "Shift by a negative or too large count",
        "invalid-pointer" => "Access through what is no pointer",
        "stack-overflow" => "Recursion that exhausts the stack",
        "step-limit" => "A loop that may never end",
        "unreachable" => "Code that is declared to be unreachable",
        other => return other.replace('-', " "),
    }
    .to_owned()
}

fn camel_case(kind: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    kind.split('-').map(capital).collect()
}

fn result(unit: &Unit, finding: &Finding, rule: usize, sources: &Sources) -> Json {
    let test = unit.test(finding.test).map_or("", |test| test.name.as_str());
    let by =
        finding.confirmed_by.as_ref().map_or_else(String::new, |by| format!("; `{by}` causes it"));
    let mut result = json!({
        "ruleId": finding.kind, "ruleIndex": rule,
        "level": if finding.rank == Rank::Depends { "note" } else { "error" },
        "message": { "text": format!("{} (reproduced by {test}{by})", finding.message) },
        "locations": [location(unit, finding, sources)],
        "partialFingerprints": { "clewFinding/v1": fingerprint(unit, finding, sources) },
        "properties": {
            "rank": finding.rank.name(), "depends": finding.depends,
            "sanitizer": finding.sanitizer, "test": test,
        },
    });
    if let Some(reason) = &finding.suppressed {
        result["suppressions"] = json!([{ "kind": "external", "justification": reason }]);
    }
    result
}

fn location(unit: &Unit, finding: &Finding, sources: &Sources) -> Json {
    let mut physical = json!({ "artifactLocation": { "uri": uri(&finding.file) } });
    if finding.line > 0 {
        let column = column(sources, finding);
        physical["region"] = json!({ "startLine": finding.line, "startColumn": column });
    }
    json!({
        "physicalLocation": physical,
        "logicalLocations": [{ "name": unit.function, "kind": "function" }],
    })
}

fn line_text<'s>(sources: &'s Sources, finding: &Finding) -> Option<&'s str> {
    sources.text(&finding.file)?.lines().nth((finding.line as usize).checked_sub(1)?)
}

/// The column in characters, from that in bytes.
fn column(sources: &Sources, finding: &Finding) -> usize {
    let before = (finding.column as usize).saturating_sub(1);
    let text = line_text(sources, finding);
    let characters = text.and_then(|line| line.get(..before)).map(|it| it.chars().count());
    characters.unwrap_or(before) + 1
}

/// What stays the same when lines are added elsewhere: the function, the kind and the line's text.
fn fingerprint(unit: &Unit, finding: &Finding, sources: &Sources) -> String {
    let line = line_text(sources, finding).unwrap_or_default().trim();
    let mut digest = Sha256::new();
    for part in [unit.function.as_str(), &finding.kind, line] {
        digest.update(part.as_bytes());
        digest.update([0]);
    }
    digest.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// A path as a URI: relative as it is, absolute as `file:`.
fn uri(path: &str) -> String {
    let mut uri = if path.starts_with('/') { "file://".to_owned() } else { String::new() };
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' | b'+' => {
                uri.push(char::from(byte));
            }
            other => uri.push_str(&format!("%{other:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("src/a b.c"), "src/a%20b.c");
        assert_eq!(uri("/x/ä.c"), "file:///x/%C3%A4.c");
    }

    #[test]
    fn rules_have_names() {
        assert_eq!(camel_case("null-dereference"), "NullDereference");
        assert_eq!(describe("out-of-bounds"), "Access outside of an object");
        assert_eq!(describe("new-kind"), "new kind");
    }
}
