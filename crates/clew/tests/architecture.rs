//! The arrows between crates, as `ARCHITECTURE.md` draws them: no more, and no fewer.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Each crate, and the crates of the workspace that it uses, tests aside. One line for each crate.
const USES: &[(&str, &str)] = &[
    ("clew-ir", ""),
    ("clew-random", ""),
    ("clew-files", ""),
    ("clew-logic", "random"),
    ("clew-c", "ir"),
    ("clew-solver", "logic random"),
    ("clew-vm", "ir"),
    ("clew-symbolic", "ir logic random vm"),
    ("clew-criteria", "ir"),
    ("clew-explore", "criteria ir logic random solver symbolic vm"),
    ("clew-prove", "explore ir logic solver symbolic vm"),
    ("clew-compose", "explore ir logic solver symbolic vm"),
    ("clew-campaign", "c check compose criteria emit explore files ir prove solver symbolic vm"),
    ("clew-suite", "explore ir symbolic"),
    ("clew-emit", "c files ir symbolic vm"),
    ("clew-instrument", "c criteria ir"),
    ("clew-report", ""),
    (
        "clew",
        "c campaign check compose criteria emit explore files instrument ir logic report solver \
         suite symbolic vm",
    ),
    ("clew-check", ""),
    ("clew-bench", "random"),
];

#[test]
fn each_crate_has_an_invariant() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ARCHITECTURE.md");
    let page = std::fs::read_to_string(page).expect("ARCHITECTURE.md");
    let (_, rest) = page.split_once("| crate | what always holds of it |\n").expect("the table");
    let rows: Vec<&str> = rest.lines().skip(1).take_while(|line| line.starts_with('|')).collect();
    assert_eq!(rows.len(), USES.len(), "one line for each crate");
    for (name, _) in USES {
        let row = rows.iter().find(|row| row.starts_with(&format!("| `{name}` | ")));
        assert!(row.is_some_and(|row| row.ends_with(". |")), "{name} should have a sentence");
    }
}

#[test]
fn crates_use_each_other_as_drawn() {
    let drawn: BTreeMap<String, BTreeSet<String>> = USES
        .iter()
        .map(|(name, uses)| {
            let uses = uses.split_whitespace().map(|it| format!("clew-{it}"));
            ((*name).to_owned(), uses.collect())
        })
        .collect();
    assert_eq!(drawn.len(), USES.len(), "a crate has two lines in the table");
    let differences = differences(&drawn, &workspace());
    assert!(
        differences.is_empty(),
        "the crates are not as drawn (in this file and ARCHITECTURE.md):\n{}",
        differences.join("\n")
    );
}

#[test]
fn each_difference_is_told() {
    let crates = |lines: &[(&str, &[&str])]| {
        let set = |uses: &[&str]| uses.iter().map(|it| (*it).to_owned()).collect();
        lines.iter().map(|(name, uses)| ((*name).to_owned(), set(uses))).collect()
    };
    let drawn = crates(&[("a", &["b", "c"]), ("b", &[]), ("c", &[])]);
    let found = crates(&[("a", &["b", "d"]), ("b", &[]), ("d", &[])]);
    assert_eq!(
        differences(&drawn, &found),
        [
            "a uses d, which is not drawn",
            "a does not use c, which is drawn",
            "c is drawn, and there is no such crate",
            "d is a crate that is not drawn",
        ]
    );
    assert!(differences(&drawn, &drawn).is_empty());
}

/// What differs between two sets of arrows, in words.
fn differences(
    drawn: &BTreeMap<String, BTreeSet<String>>,
    found: &BTreeMap<String, BTreeSet<String>>,
) -> Vec<String> {
    let mut differences = Vec::new();
    for (name, wanted) in drawn {
        let Some(uses) = found.get(name) else {
            differences.push(format!("{name} is drawn, and there is no such crate"));
            continue;
        };
        let more = uses.difference(wanted);
        differences.extend(more.map(|it| format!("{name} uses {it}, which is not drawn")));
        let less = wanted.difference(uses);
        differences.extend(less.map(|it| format!("{name} does not use {it}, which is drawn")));
    }
    let unknown = found.keys().filter(|name| !drawn.contains_key(*name));
    differences.extend(unknown.map(|it| format!("{it} is a crate that is not drawn")));
    differences
}

/// The crates there are, and which of the others each names in its `[dependencies]`.
fn workspace() -> BTreeMap<String, BTreeSet<String>> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let manifest = |folder: &Path| -> toml::Table {
        let text = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        text.parse().expect("a manifest as TOML")
    };
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(&crates).expect("crates/") {
        let folder = entry.expect("a readable entry").path();
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let manifest = manifest(&folder);
        let used = manifest.get("dependencies").and_then(toml::Value::as_table);
        let used: BTreeSet<String> = used.into_iter().flat_map(|it| it.keys().cloned()).collect();
        found.insert(name, used);
    }
    let names: BTreeSet<String> = found.keys().cloned().collect();
    found.values_mut().for_each(|used| used.retain(|it| names.contains(it)));
    found
}

/// A crate with `autotests = false` has one program for its tests: a file that it does not name is never run.
#[test]
fn every_test_file_is_part_of_a_test_program() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut forgotten = Vec::new();
    let mut seen = 0;
    for name in workspace().keys() {
        let tests = crates.join(name).join("tests");
        let Ok(all) = std::fs::read_to_string(tests.join("all.rs")) else { continue };
        let manifest = crates.join(name).join("Cargo.toml");
        let manifest = std::fs::read_to_string(manifest).expect("a manifest");
        for entry in std::fs::read_dir(&tests).expect("a folder") {
            let path = entry.expect("a readable entry").path();
            let has_code =
                path.extension().is_some_and(|it| it == "rs") || path.join("mod.rs").is_file();
            let file = path.file_stem().expect("a name").to_string_lossy();
            let is_named = all.contains(&format!("\nmod {file};"))
                || manifest.contains(&format!("name = \"{file}\""));
            seen += usize::from(has_code);
            if has_code && !is_named {
                forgotten.push(path.clone());
            }
        }
    }
    assert!(seen > 60, "{seen} files");
    assert!(forgotten.is_empty(), "no test program has these: {forgotten:?}");
}

/// All source files of a folder, read.
fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            text += &sources(&path);
        } else if path.extension().is_some_and(|it| it == "rs") {
            text += &std::fs::read_to_string(&path).expect("a source file");
        }
    }
    text
}

#[test]
fn every_dependency_is_used() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |folder: &Path| -> toml::Table {
        let text = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        text.parse().expect("a manifest as TOML")
    };
    let names = |table: Option<&toml::Value>| -> Vec<String> {
        table
            .and_then(toml::Value::as_table)
            .into_iter()
            .flat_map(|it| it.keys().cloned())
            .collect()
    };
    let mut unused = Vec::new();
    let mut named = BTreeSet::new();
    for crate_name in workspace().keys() {
        let folder = root.join("crates").join(crate_name);
        let (text, manifest) = (sources(&folder), read(&folder));
        for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
            for name in names(manifest.get(kind)) {
                let is_used = text.contains(&format!("{}::", name.replace('-', "_")));
                unused.extend((!is_used).then(|| format!("{crate_name} does not use {name}")));
                named.insert(name);
            }
        }
    }
    for name in names(read(&root).get("workspace").and_then(|it| it.get("dependencies"))) {
        unused.extend((!named.contains(&name)).then(|| format!("no crate names {name}")));
    }
    assert!(unused.is_empty(), "dependencies that are not used: {unused:#?}");
}

/// Who looks at the user's text behind the front end, as files or folders of `crates/`.
const LOOK_AT_TEXT: &[&str] = &[
    // Shows the first line of a statement.
    "clew-criteria/src/statement.rs",
    // Writes labels into the user's text, by the front end's tokens.
    "clew-instrument/src",
    "clew/src/partitions.rs",
    // Finds the keywords of loops, by the front end's tokens.
    "clew-campaign/src/proofs/witness",
    // Shows the lines that a result speaks of.
    "clew-report/src",
];

#[test]
fn only_the_front_end_reads_c() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut waiting = vec![crates.clone()];
    let mut found = Vec::new();
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("a readable entry").path();
            let name = path.strip_prefix(&crates).expect("a path in crates/").to_owned();
            let is_free = ["clew-c", "clew-ir", "clew-bench"].iter().any(|it| name.starts_with(it))
                || LOOK_AT_TEXT.iter().any(|it| name.starts_with(it));
            let is_test = name.components().nth(1).is_some_and(|it| it.as_os_str() == "tests");
            if is_free || is_test {
                continue;
            }
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                let text = std::fs::read_to_string(&path).expect("a source file");
                let looks = ["sources.text(", "file.text()", "].text()"];
                if looks.iter().any(|look| text.contains(look)) {
                    found.push(name);
                }
            }
        }
    }
    assert!(found.is_empty(), "these look at C text, which clew-c is for: {found:?}");
}
