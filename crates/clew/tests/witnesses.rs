//! Correctness witnesses: of the form that the competition asks for, and true in compiled code.
//!
//! The invariants are written into a copy of the source as checks of the loops' conditions, and the
//! suite's own tests run through them, compiled by gcc.

use crate::common::{clew, corpus};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A document of YAML: each scalar by the way to it, such as `0.metadata.uuid`.
type Scalars = BTreeMap<String, String>;

/// Reads the part of YAML that witnesses are written in: blocks by indentation, strings in double
/// quotes, numbers.
fn read_yaml(text: &str) -> Scalars {
    let mut scalars = Scalars::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut parents: Vec<(usize, String)> = Vec::new();
    for line in text.lines() {
        let mut indent = line.len() - line.trim_start().len();
        let mut rest = line.trim_start();
        parents.retain(|(of, _)| *of < indent);
        let way = |parents: &[(usize, String)]| -> String {
            parents.iter().map(|(_, name)| format!("{name}.")).collect()
        };
        if let Some(item) = rest.strip_prefix("- ") {
            let count = counts.entry(way(&parents)).or_default();
            parents.push((indent, count.to_string()));
            *count += 1;
            (indent, rest) = (indent + 2, item);
        }
        let (first, behind) = token(rest);
        match behind.strip_prefix(':') {
            None => {
                let name = way(&parents).trim_end_matches('.').to_owned();
                assert!(behind.is_empty() && scalars.insert(name, first).is_none(), "{line}");
            }
            Some("") => parents.push((indent, first)),
            Some(value) => {
                let (value, end) = token(value.trim_start());
                let name = way(&parents) + &first;
                assert!(end.is_empty() && scalars.insert(name, value).is_none(), "{line}");
            }
        }
    }
    scalars
}

/// A string or a word, and what is behind it.
fn token(text: &str) -> (String, &str) {
    let Some(inside) = text.strip_prefix('"') else {
        let end = text.find(':').unwrap_or(text.len());
        return (text[..end].to_owned(), &text[end..]);
    };
    let (mut string, mut characters) = (String::new(), inside.char_indices());
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return (string, &inside[at + 1..]),
            '\\' => string.extend(characters.next().map(|(_, it)| it)),
            _ => string.push(character),
        }
    }
    panic!("a string without an end: {text}");
}

#[test]
fn the_reader_reads() {
    let scalars =
        read_yaml("- a: \"x\"\n  b:\n    - \"p: \\\"q\\\"\"\n    - c: 1\n      d: \"e\"\n- f: 2\n");
    let expected =
        [("0.a", "x"), ("0.b.0", "p: \"q\""), ("0.b.1.c", "1"), ("0.b.1.d", "e"), ("1.f", "2")];
    let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(scalars, BTreeMap::from(expected));
}

/// A place in a source and what holds there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Invariant {
    line: usize,
    column: usize,
    function: String,
    value: String,
}

/// Generates tests for loops, in a folder.
fn generate() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = clew();
    command.arg("gen").arg(corpus().join("gen/proof-loops.c"));
    for function in
        ["digits", "scan", "find", "machine", "counters", "put", "clamp", "kept", "walk"]
    {
        command.args(["-f", function]);
    }
    command.arg("--standalone").arg("-o").arg(folder.path());
    let output = command.output().expect("a run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder
}

/// The witnesses of a result, by their paths from its folder.
fn witnesses(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    for unit in std::fs::read_dir(folder.join("proofs")).expect("proofs") {
        for file in std::fs::read_dir(unit.expect("a unit").path()).expect("a folder") {
            let path = file.expect("a file").path();
            if path.to_string_lossy().ends_with(".witness.yml") {
                let name = path.strip_prefix(folder).expect("inside").to_owned();
                found.insert(name, std::fs::read_to_string(path).expect("a text"));
            }
        }
    }
    found
}

/// The invariants of a witness, which must have all that the format asks for.
fn invariants(text: &str) -> Vec<Invariant> {
    let scalars = read_yaml(text);
    let get =
        |name: &str| scalars.get(name).unwrap_or_else(|| panic!("no {name}: {text}")).as_str();
    let is = |name: &str, value: &str| assert_eq!(get(name), value, "{name}");
    is("0.entry_type", "invariant_set");
    is("0.metadata.format_version", "2.0");
    is("0.metadata.producer.name", "Clew");
    is("0.metadata.producer.version", env!("CARGO_PKG_VERSION"));
    is("0.metadata.task.data_model", "LP64");
    is("0.metadata.task.language", "C");
    let groups: Vec<usize> = get("0.metadata.uuid").split('-').map(str::len).collect();
    assert_eq!(groups, [8, 4, 4, 4, 12]);
    assert!(get("0.metadata.creation_time").ends_with("T00:00:00Z"));
    assert!(get("0.metadata.task.specification").starts_with("CHECK( init("));
    let file = get("0.metadata.task.input_files.0").to_owned();
    let digest = Command::new("sha256sum").arg(&file).output().expect("sha256sum").stdout;
    let digest = String::from_utf8(digest).expect("a digest");
    assert!(digest.starts_with(get(&format!("0.metadata.task.input_file_hashes.{file}"))));
    let invariant = |at: usize| {
        let field = |name: &str| get(&format!("0.content.{at}.invariant.{name}")).to_owned();
        assert_eq!(field("type"), "loop_invariant");
        assert_eq!(field("format"), "c_expression");
        assert_eq!(field("location.file_name"), file);
        let number = |name: &str| field(name).parse().expect("a number");
        Invariant {
            line: number("location.line"),
            column: number("location.column"),
            function: field("location.function"),
            value: field("value"),
        }
    };
    let is_there = |at: &usize| scalars.contains_key(&format!("0.content.{at}.invariant.type"));
    let found: Vec<Invariant> = (0..).take_while(is_there).map(invariant).collect();
    assert!(!found.is_empty() && scalars.len() == 11 + 7 * found.len(), "{text}");
    found
}

/// The source with each value checked before the condition of its loop.
fn with_checks(source: &str, invariants: &[Invariant], negation: &str) -> String {
    let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
    for invariant in invariants {
        let line = &mut lines[invariant.line - 1];
        let from = &line[invariant.column - 1..];
        let condition = match (from.starts_with("while"), from.starts_with("for")) {
            (true, _) => from.find('('),
            (_, true) => from.find(';'),
            _ => panic!("no loop at {invariant:?}: {line}"),
        };
        let at = invariant.column + condition.expect("a condition");
        let check = format!("(({negation}({})) ? 0 : (__builtin_trap(), 0)), ", invariant.value);
        line.insert_str(at, &check);
    }
    lines.join("\n") + "\n"
}

/// Whether all tests of a function pass with these checks in the source.
fn passes(folder: &Path, invariants: &[Invariant], negation: &str) -> bool {
    let copy = folder.join("clew-src/proof-loops.c");
    let source = std::fs::read_to_string(&copy).expect("the copy under test");
    std::fs::write(&copy, with_checks(&source, invariants, negation)).expect("a file");
    let program = folder.join("checked");
    let suite = format!("test_{}.c", invariants[0].function);
    let compiled =
        Command::new("gcc").args(["-w", "-o"]).arg(&program).arg(folder.join(suite)).output();
    let compiled = compiled.expect("gcc");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    std::fs::write(&copy, source).expect("a file");
    Command::new(&program).output().expect("a run").status.success()
}

#[test]
fn what_witnesses_say_holds_in_compiled_code() {
    let folder = generate();
    let witnesses = witnesses(folder.path());
    assert!(witnesses.len() >= 6, "{:?}", witnesses.keys());
    for (path, text) in &witnesses {
        let invariants = invariants(text);
        assert!(passes(folder.path(), &invariants, ""), "{}: {invariants:?}", path.display());
        // The checks are run: what is not so is noticed.
        assert!(!passes(folder.path(), &invariants, "!"), "{}: {invariants:?}", path.display());
    }
    assert_eq!(witnesses, self::witnesses(generate().path()), "the same search, the same bytes");
}
