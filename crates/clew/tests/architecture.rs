//! The direction of the arrows between crates, as `ARCHITECTURE.md` draws them.

use std::collections::BTreeMap;
use std::path::Path;

/// Each crate, and the crates of the workspace that it may use.
const MAY_USE: [(&str, &[&str]); 11] = [
    ("clew-ir", &[]),
    ("clew-logic", &[]),
    ("clew-c", &["clew-ir"]),
    ("clew-solver", &["clew-logic"]),
    ("clew-vm", &["clew-ir", "clew-logic"]),
    ("clew-criteria", &["clew-ir"]),
    ("clew-emit", &["clew-ir", "clew-vm", "clew-criteria", "clew-explore"]),
    ("clew-explore", &["clew-ir", "clew-logic", "clew-solver", "clew-vm", "clew-criteria"]),
    ("clew-bench", &[]),
    ("clew-check", &[]),
    (
        "clew",
        &[
            "clew-ir",
            "clew-c",
            "clew-logic",
            "clew-solver",
            "clew-vm",
            "clew-criteria",
            "clew-explore",
            "clew-emit",
        ],
    ),
];

#[test]
fn crates_depend_in_one_direction() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let allowed: BTreeMap<_, _> = MAY_USE.into_iter().collect();
    let mut seen = 0;
    for entry in std::fs::read_dir(&crates).expect("crates/") {
        let folder = entry.expect("a readable entry").path();
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let allowed = allowed.get(name.as_str());
        let allowed = allowed.unwrap_or_else(|| panic!("{name}: say here what it may use"));
        for used in used_crates(&manifest) {
            assert!(allowed.contains(&used.as_str()), "{name} must not use {used}");
        }
        seen += 1;
    }
    assert_eq!(seen, MAY_USE.len(), "every crate named here should exist");
}

/// The workspace's crates in the `[dependencies]` of a manifest.
fn used_crates(manifest: &str) -> Vec<String> {
    let section = manifest.split("\n[").find(|part| part.starts_with("dependencies]"));
    let lines = section.unwrap_or("").lines().filter(|line| line.starts_with("clew"));
    lines.map(|line| line.split(['.', ' ', '=']).next().unwrap_or(line).to_owned()).collect()
}
