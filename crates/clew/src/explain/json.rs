//! Accounts for programs.

use super::account::{Account, Detail, Entry};
use serde_json::{Value as Json, json};

/// Accounts of a function's objectives as JSON.
pub(crate) fn json(function: &str, accounts: &[Account]) -> Json {
    let objectives: Vec<Json> = accounts.iter().map(account).collect();
    json!({ "clew": env!("CARGO_PKG_VERSION"), "function": function, "objectives": objectives })
}

fn account(account: &Account) -> Json {
    let mut json = json!({
        "id": account.name, "file": account.file, "line": account.line, "column": account.column,
        "text": account.text, "status": account.detail.status(), "explanation": account.headline,
    });
    match &account.detail {
        Detail::Infeasible { argument, assumes, reasons, invariants, is_cut } => {
            json["argument"] = json!(argument);
            json["assumes"] = json!(assumes);
            json["reasons"] = reasons.iter().map(|it| entries(it)).collect();
            let always = invariants.iter().map(|it| {
                let because: Vec<Json> = it.because.iter().map(|it| entries(it)).collect();
                json!({ "line": it.line, "text": it.text, "because": because })
            });
            json["invariants"] = always.collect();
            json["complete"] = json!(!is_cut);
        }
        Detail::Covered { test, inputs, turns } => {
            json["test"] = json!(test);
            json["inputs"] = inputs.clone();
            json["branches"] = entries(turns);
        }
        Detail::Open { why, nearest } => {
            json["why_open"] = json!(why);
            if let Some(nearest) = nearest {
                json["nearest"] = json!({
                    "inputs": nearest.inputs, "branches": entries(&nearest.turns),
                    "missing": nearest.missing.as_ref().map(entry),
                });
            }
        }
    }
    json
}

fn entries(entries: &[Entry]) -> Json {
    entries.iter().map(entry).collect()
}

fn entry(entry: &Entry) -> Json {
    let mut json = json!({ "line": entry.line, "text": entry.text });
    if let Some(file) = &entry.file {
        json["file"] = json!(file);
    }
    if !entry.note.is_empty() {
        json["note"] = json!(entry.note);
    }
    if entry.times > 1 {
        json["times"] = json!(entry.times);
    }
    json
}
