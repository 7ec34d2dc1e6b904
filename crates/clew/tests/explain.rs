//! `clew explain` read as a user would: the programs of `tests/explain` say in their last lines which
//! statements matter, and no others may be told.

use crate::common::{clew, corpus};
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What a program's comments say: `//@ LINE ` + "`TEXT` STATUS LINES", then what is said of it, and
/// what is not.
struct Expected {
    line: String,
    text: String,
    status: String,
    lines: BTreeSet<u64>,
    says: Vec<String>,
    hides: Vec<String>,
}

fn expected(path: &Path) -> Vec<Expected> {
    let source = std::fs::read_to_string(path).expect("a program");
    let mut all: Vec<Expected> = Vec::new();
    for line in source.lines().filter_map(|line| line.strip_prefix("//@ ")) {
        if let Some(said) = line.strip_prefix("says ") {
            all.last_mut().expect("an objective before").says.push(said.to_owned());
            continue;
        }
        if let Some(hidden) = line.strip_prefix("hides ") {
            all.last_mut().expect("an objective before").hides.push(hidden.to_owned());
            continue;
        }
        let (at, rest) = line.split_once(" `").expect("a line and a text");
        let (text, rest) = rest.rsplit_once("` ").expect("a text and a status");
        let mut words = rest.split(' ');
        all.push(Expected {
            line: at.to_owned(),
            text: text.to_owned(),
            status: words.next().expect("a status").to_owned(),
            lines: words.map(|word| word.parse().expect("a number")).collect(),
            says: Vec::new(),
            hides: Vec::new(),
        });
    }
    assert!(!all.is_empty(), "{} says nothing", path.display());
    all
}

fn explained(path: &Path, line: &str) -> Json {
    let output = clew()
        .args(["explain", "-b", "3s", "--format", "json"])
        .args([path, Path::new(line)])
        .output()
        .expect("a run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The lines of all statements that are told.
fn lines(objective: &Json) -> BTreeSet<u64> {
    let mut lines = BTreeSet::new();
    let mut add = |entries: &Json| {
        for entry in entries.as_array().into_iter().flatten() {
            lines.extend(entry["line"].as_u64());
        }
    };
    for reason in objective["reasons"].as_array().into_iter().flatten() {
        add(reason);
    }
    for always in objective["invariants"].as_array().into_iter().flatten() {
        always["because"].as_array().into_iter().flatten().for_each(&mut add);
    }
    add(&objective["branches"]);
    add(&objective["nearest"]["branches"]);
    if !objective["nearest"]["missing"].is_null() {
        add(&Json::Array(vec![objective["nearest"]["missing"].clone()]));
    }
    lines
}

fn programs() -> Vec<PathBuf> {
    let folder = corpus().join("explain");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of programs")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|it| it == "c"))
        .collect();
    paths.sort();
    paths
}

#[test]
fn no_statement_that_does_not_matter_and_none_missing() {
    let mut wrong = Vec::new();
    let programs = programs();
    assert!(programs.len() >= 20);
    for path in programs {
        for expected in expected(&path) {
            let json = explained(&path, &expected.line);
            let objectives = json["objectives"].as_array().expect("objectives");
            let found = objectives.iter().find(|it| it["text"] == expected.text.as_str());
            let Some(found) = found else {
                wrong.push(format!("{}: no {}: {json:#}", path.display(), expected.text));
                continue;
            };
            let whole = found.to_string();
            let says = |said: &String| whole.replace("\\\"", "\"").contains(said.as_str());
            if found["status"] != expected.status.as_str()
                || lines(found) != expected.lines
                || !expected.says.iter().all(says)
                || expected.hides.iter().any(says)
            {
                let (wanted, lines) = (&expected.lines, lines(found));
                let path = path.display();
                wrong.push(format!("{path}: {wanted:?} is wanted, {lines:?} found: {found:#}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn text_is_for_people() {
    let path = corpus().join("explain/guards.c");
    let run = |arguments: &[&str]| clew().arg("explain").arg(&path).args(arguments).output();
    let output = run(&["7"]).expect("a run");
    let text = String::from_utf8_lossy(&output.stdout);
    let expected = "x > 7 is true — infeasible (branch:3)
  `x > 7` contradicts `x < 5` at line 5

  line 5  x < 5
  line 7  x > 7  but x <= 4
";
    assert!(text.contains(expected), "{text}");
    let output = run(&["branch:3", "-f", "guards"]).expect("a run");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("branch:3") && !text.contains("branch:4"), "{text}");
}

#[test]
fn mistakes_of_the_user_are_told() {
    let path = corpus().join("explain/guards.c");
    let run = |arguments: &[&str]| {
        clew().arg("explain").arg(&path).args(arguments).output().expect("a run")
    };
    let says = |arguments: &[&str], message: &str| {
        let output = run(arguments);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(message), "{text}");
        assert!(output.stdout.is_empty());
    };
    says(&[], "name a line or an objective");
    says(&["0"], "is no line");
    says(&["seven"], "is no line");
    says(&["-f", "guard", "7"], "did you mean `guards`?");
    says(&["branch:77"], "has no objective `branch:77`: there are branch:1 to branch:4");
    says(&["-c", "nothing", "7"], "nothing");
    says(&["9"], "line 9 has no objective; the nearest is on line 7");
    says(&["6"], "line 6 has no objective; the nearest are on lines 5 and 7");
}

#[test]
fn the_picture_marks_what_matters() {
    let path = corpus().join("explain/guards.c");
    let arguments = ["7", "--format", "svg"];
    let output = clew().arg("explain").arg(&path).args(arguments).output().expect("a run");
    let picture = String::from_utf8_lossy(&output.stdout);
    assert!(picture.contains("<svg"), "{}", String::from_utf8_lossy(&output.stderr));
    // Lines 5 and 7, and no other.
    assert_eq!(picture.matches("#ffe08a").count(), 2, "{picture}");
    assert!(picture.contains("contradicts"), "{picture}");
}

/// The texts of a picture, without markup.
fn texts(file: &str, line: &str) -> String {
    let path = corpus().join("explain").join(file);
    let arguments = [line, "--format", "svg"];
    let output = clew().arg("explain").arg(&path).args(arguments).output().expect("a run");
    let picture = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(picture.contains("cluster_automaton"), "{picture}");
    let texts = picture.split("</text>").filter_map(|it| it.rsplit('>').next());
    let text: Vec<&str> = texts.collect();
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&#45;", "-"), ("&#160;", " ")];
    entities.iter().fold(text.join("\n"), |text, (entity, c)| text.replace(entity, c))
}

#[test]
fn the_picture_has_the_automaton_of_an_infeasible_path() {
    let texts = texts("factorial.c", "9");
    assert!(texts.contains("no execution goes this way"), "{texts}");
    for read in ["4  abs = x", "5  i = 2", "7  i <= abs", "9  x < 1"] {
        assert!(texts.contains(read), "{read}: {texts}");
    }
    assert!(!texts.contains("int abs"), "{texts}");
}

#[test]
fn the_picture_has_what_always_holds_at_loops() {
    let texts = texts("bounded-run.c", "14");
    for told in ["loop, line 6: run <= 8", "14  run > 8", "11  run = 0", "other paths"] {
        assert!(texts.contains(told), "{told}: {texts}");
    }
}

#[test]
fn reports_have_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = corpus().join("explain/guards.c");
    let output = clew()
        .args(["gen", "--no-verify"])
        .arg(&path)
        .current_dir(folder.path())
        .output()
        .expect("a run");
    let messages = String::from_utf8_lossy(&output.stderr);
    let line = "infeasible: x > 7 is true — `x > 7` contradicts `x < 5` at line 5";
    assert!(messages.contains(line), "{messages}");
    let result = folder.path().join("clew-out/result.json");
    let result = std::fs::read_to_string(result).expect("a result");
    let result: Json = serde_json::from_str(&result).expect("JSON");
    let explanation = &result["units"][0]["objectives"][2]["explanation"];
    assert_eq!(explanation, "`x > 7` contradicts `x < 5` at line 5");
}
