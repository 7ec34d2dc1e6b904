//! Input domains: `--partitions FILE` for gen, score and label.

use serde_json::Value as Json;
use std::path::Path;

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a written file");
}

fn text_of(folder: &Path, arguments: &[&str]) -> String {
    let output = crate::common::clew().args(arguments).current_dir(folder).output().expect("a run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn mistake(folder: &Path, arguments: &[&str]) -> String {
    let output = crate::common::clew().args(arguments).current_dir(folder).output().expect("a run");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const SOURCE: &str = "struct s { int x; };
static int limit = 4;
static int locate(const int *v, int n, struct s *p) {
    for (int i = 0; i < n; i++)
        if (v[i] > limit)
            return i;
    return p ? p->x : -1;
}
int other(int a) { return locate(&a, 1, 0); }
";

const PARTS: &str = "# the inputs of locate
[locate]
empty: n == 0
one: n == 1 && v && v[0] > limit
null or small: p == 0 || p->x < 3
n == 2 && !(p && p->x == 7)
never: n < 0 && n > 3
[other]
  a == 77
";

/// The status of each objective of a function, by its text.
fn statuses(report: &Json, function: &str) -> Vec<(String, String)> {
    let units = report["units"].as_array().expect("units");
    let unit = units.iter().find(|it| it["function"] == function).expect("the unit");
    let text = |value: &Json| value.as_str().expect("a text").to_owned();
    let objectives = unit["objectives"].as_array().expect("objectives");
    objectives.iter().map(|it| (text(&it["text"]), text(&it["status"]))).collect()
}

#[test]
fn each_part_gets_a_test() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "f.c", SOURCE);
    write(folder.path(), "parts", PARTS);
    let common = ["-c", "partition", "--partitions", "parts", "--format", "json"];
    let generate = ["gen", "f.c", "-o", "suite", "--no-verify"];
    let generated = text_of(folder.path(), &[&generate[..], &common[..]].concat());
    let generated: Json = serde_json::from_str(&generated).expect("JSON");
    let found = statuses(&generated, "locate");
    let is = |at: usize| (found[at].0.as_str(), found[at].1.as_str());
    assert_eq!(is(0), ("empty", "covered"));
    assert_eq!(is(1), ("one", "covered"));
    assert_eq!(is(2), ("null or small", "covered"));
    assert_eq!(is(3), ("n == 2 && !(p && p->x == 7)", "covered"));
    assert_eq!(is(4).0, "never");
    assert_ne!(is(4).1, "covered");
    assert_eq!(statuses(&generated, "other"), [("a == 77".to_owned(), "covered".to_owned())]);
    // The report names the user's files, and no function that the user did not write.
    assert_eq!(generated["units"][0]["file"], "f.c");
    assert_eq!(generated["units"].as_array().map(Vec::len), Some(2));
    assert_eq!(generated["units"][0]["objectives"][2]["file"], "parts");
    assert_eq!(generated["units"][0]["objectives"][2]["line"], 5);
    assert_eq!(generated["units"][0]["objectives"][2]["column"], 16);
    // A score says the same of the suite.
    let score = text_of(folder.path(), &[&["score", "f.c", "suite"], &common[..]].concat());
    let score: Json = serde_json::from_str(&score).expect("JSON");
    let covered = |all: Vec<(String, String)>| {
        all.into_iter().filter(|(_, status)| status == "covered").map(|(text, _)| text).collect()
    };
    let (one, two): (Vec<String>, Vec<String>) =
        (covered(found), covered(statuses(&score, "locate")));
    assert_eq!(one, two);
}

/// Short circuit counts: a null pointer is in a part that asks for it first.
#[test]
fn alternatives_are_evaluated_one_by_one() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "f.c", SOURCE);
    write(folder.path(), "parts", PARTS);
    write(folder.path(), "t.csv", "n,p\n0,NULL\n");
    let arguments =
        ["score", "f.c", "t.csv", "-f", "locate", "-c", "partition", "--partitions", "parts"];
    let said = text_of(folder.path(), &arguments);
    assert!(said.contains("locate: partition 2 of 5 by 1 tests"), "{said}");
}

#[test]
fn parts_are_labels_of_written_code() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "f.c", SOURCE);
    write(folder.path(), "parts", PARTS);
    let label = ["label", "f.c", "-c", "partition", "--partitions", "parts"];
    let listed = text_of(folder.path(), &label);
    assert!(
        listed.contains("parts:5:16: partition:3: null or small  [p == 0 || p->x < 3]"),
        "{listed}"
    );
    let said =
        text_of(folder.path(), &[&label[..], &["--instrument", "direct", "-o", "d"]].concat());
    let written = std::fs::read_to_string(folder.path().join("d/f.c")).expect("the file");
    assert!(
        written.contains("if ((p == 0) || (p != 0 && (p->x < 3))) { clew_covered("),
        "{said}{written}"
    );
}

#[test]
fn mistakes_have_file_and_line() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "f.c", SOURCE);
    let message = |parts: &str| {
        write(folder.path(), "parts", parts);
        mistake(folder.path(), &["label", "f.c", "--partitions", "parts"])
    };
    let says = |message: String, part: &str| assert!(message.contains(part), "{message}");
    says(message("[locate]\nn = 3\n"), "parts:2: a predicate calls nothing");
    says(message("[locate]\nn +\n"), "parts:2:4: error: expected expression");
    says(message("[locate]\n\nsize > 3\n"), "parts:3:1: error: use of undeclared identifier");
    says(message("[nowhere]\nn > 3\n"), "parts:2: the files define no function `nowhere`");
    says(message("n > 3\n"), "parts:1: say which function");
    let none = mistake(folder.path(), &["label", "f.c", "-c", "partition"]);
    says(none, "needs a file of predicates: --partitions FILE");
    let none = mistake(folder.path(), &["gen", "f.c", "--partitions", "none"]);
    says(none, "cannot read none");
}
