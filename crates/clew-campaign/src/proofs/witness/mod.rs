//! Correctness witnesses: the invariants of certificates in the format that validators read.
//!
//! One entry `invariant_set` of the format 2.0 of the software-verification competition (Ayaziová,
//! Beyer, Lingsch-Rosenfeld, Spiessl, Strejček: *Software Verification Witnesses 2.0*, SPIN 2024), in
//! YAML where every string is in double quotes. The same search gives the same bytes: the time of
//! creation is always the same one, and the identity is made from the contents.

mod expression;
mod invariants;

pub use invariants::Invariant;
pub(super) use invariants::invariants;

use crate::verdicts::Evidence;
use clew_ir::Program;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// A time that says nothing.
const CREATION_TIME: &str = "1970-01-01T00:00:00Z";

/// The witness that an objective of a function is unreachable; none where nothing of it can be written
/// as C, or the source cannot be read.
pub(super) fn text(
    program: &Program,
    function: &str,
    objective: &str,
    evidence: &Evidence,
) -> Option<String> {
    if evidence.invariants.is_empty() || !evidence.assumes.is_empty() {
        return None;
    }
    let mut hashes: BTreeMap<&Path, String> = BTreeMap::new();
    for invariant in &evidence.invariants {
        let is_read = program.sources.files.iter().any(|file| file.path == invariant.file);
        let contents = std::fs::read(&invariant.file).ok().filter(|_| is_read)?;
        hashes.insert(&invariant.file, hexadecimal(&Sha256::digest(contents)));
    }
    let task = task(&hashes, function, objective);
    let content = content(evidence);
    let identity = identity(&format!("{task}{content}"));
    Some(format!(
        "- entry_type: \"invariant_set\"\n  metadata:\n    format_version: \"2.0\"\n    \
         uuid: \"{identity}\"\n    creation_time: \"{CREATION_TIME}\"\n    producer:\n      \
         name: \"Clew\"\n      version: \"{}\"\n{task}{content}",
        env!("CARGO_PKG_VERSION"),
    ))
}

fn task(hashes: &BTreeMap<&Path, String>, function: &str, objective: &str) -> String {
    let mut text = String::from("    task:\n      input_files:\n");
    for file in hashes.keys() {
        let _ = writeln!(text, "        - {}", quoted(&file.to_string_lossy()));
    }
    text += "      input_file_hashes:\n";
    for (file, hash) in hashes {
        let _ = writeln!(text, "        {}: \"{hash}\"", quoted(&file.to_string_lossy()));
    }
    let label = objective.replace(':', "-");
    let property = format!("CHECK( init({function}()), LTL(G ! label({label})) )");
    let _ = writeln!(text, "      specification: {}", quoted(&property));
    text + "      data_model: \"LP64\"\n      language: \"C\"\n"
}

fn content(evidence: &Evidence) -> String {
    let mut text = String::from("  content:\n");
    for invariant in &evidence.invariants {
        text += "    - invariant:\n        type: \"loop_invariant\"\n        location:\n";
        let file = quoted(&invariant.file.to_string_lossy());
        let _ = writeln!(text, "          file_name: {file}");
        let _ = writeln!(text, "          line: {}", invariant.line);
        let _ = writeln!(text, "          column: {}", invariant.column);
        let _ = writeln!(text, "          function: {}", quoted(&invariant.function));
        let _ = writeln!(text, "        value: {}", quoted(&invariant.value));
        text += "        format: \"c_expression\"\n";
    }
    text
}

/// A string of YAML in double quotes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// An identity in the form of a UUID (version 8: made from a digest).
fn identity(text: &str) -> String {
    let mut bytes = Sha256::digest(text.as_bytes());
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let digits = hexadecimal(&bytes[..16]);
    let parts = [0..8, 8..12, 12..16, 16..20, 20..32].map(|range| &digits[range]);
    parts.join("-")
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
