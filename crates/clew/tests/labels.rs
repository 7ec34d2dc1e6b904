//! Labels end to end: totality, and the algorithms of the search.

use crate::common::clew_json;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::Path;

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a written file");
}

/// The objectives of the first unit, by what they are and where: their status.
fn statuses(report: &Json) -> BTreeMap<String, String> {
    let objectives = report["units"][0]["objectives"].as_array().expect("objectives");
    let text = |value: &Json| value.as_str().expect("a text").to_owned();
    objectives.iter().map(|it| (text(&it["id"]), text(&it["status"]))).collect()
}

#[test]
fn a_label_that_faults_neither_changes_the_run_nor_counts() {
    let folder = tempfile::tempdir().expect("a folder");
    write(
        folder.path(),
        "f.c",
        "#include \"clew.h\"
int f(int a, int b, int *p) {
    int t[2] = {1, 2};
    clew_label(a / b == 3);
    clew_label(*(int *)0 == 1);
    clew_label(t[a] == 2);
    clew_label(*p == 77);
    return b == 0;
}
",
    );
    let report = clew_json(folder.path(), &["gen", "f.c", "-c", "labels,branch", "--no-verify"]);
    let unit = &report["units"][0];
    assert_eq!(unit["findings"].as_array().map(Vec::len), Some(0), "{unit:#}");
    assert_eq!(unit["stats"]["divergences"], 0);
    let status = statuses(&report);
    let of = |id: &str| status[id].as_str();
    assert_eq!((of("labels:1"), of("labels:3"), of("labels:4")), ("covered", "covered", "covered"));
    assert_ne!(of("labels:2"), "covered");
    for test in unit["tests"].as_array().expect("tests") {
        assert_eq!(test["outcome"], "return", "{test:#}");
    }
}

const TRIANGLE: &str = "int f(int i, int j, int k) {
    int t = 0;
    if (i <= 0 || j <= 0 || k <= 0)
        return 4;
    if (i == j) t = t + 1;
    if (i == k) t = t + 2;
    if (j == k) t = t + 3;
    if (t == 0)
        return i + j <= k || j + k <= i || i + k <= j ? 4 : 1;
    if (t > 3) return 3;
    if (t == 1 && i + j > k) return 2;
    if (t == 2 && i + k > j) return 2;
    if (t == 3 && j + k > i) return 2;
    return 4;
}
";

#[test]
fn the_algorithms_agree_on_what_can_be_covered() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "f.c", TRIANGLE);
    let search = |how: &str| {
        let arguments = [
            "gen",
            "f.c",
            "-c",
            "mcc,wm:aor+cor+ror+aoiu",
            "--exhaustive",
            "--no-verify",
            "--labels",
            how,
        ];
        let report = clew_json(folder.path(), &arguments);
        let runs = report["units"][0]["stats"]["runs"].as_u64().expect("a number");
        assert_eq!(report["units"][0]["stats"]["divergences"], 0);
        (statuses(&report), runs)
    };
    let (tight, tight_runs) = search("tight");
    let (once, once_runs) = search("tight-idl1");
    let (best, best_runs) = search("tight-idl2");
    let (seen, seen_runs) = search("witness");
    assert_eq!(tight, best);
    assert_eq!(once, best);
    assert!(seen_runs <= best_runs && best_runs < once_runs && once_runs <= tight_runs);
    assert!(best_runs <= 3 * seen_runs, "{best_runs} runs for labels, {seen_runs} without");
    // What is only observed is open, or proved infeasible all the same.
    for (id, status) in &seen {
        assert!(status == "open" || *status == best[id], "{id}: {status}, {}", best[id]);
    }
    assert!(best.values().all(|status| status != "open"), "{best:?}");
}

/// What is only observed is open because nobody aims at it, not because no run comes there.
#[test]
fn a_label_that_is_only_observed_tells_why_it_is_open() {
    let folder = tempfile::tempdir().expect("a folder");
    write(
        folder.path(),
        "f.c",
        "#include \"clew.h\"
int f(int a) {
    clew_label(a == 1234567);
    return a;
}
",
    );
    let search = |how: &str| {
        let arguments = ["gen", "f.c", "-c", "labels", "--no-verify", "--labels", how];
        clew_json(folder.path(), &arguments)["units"][0]["objectives"][0].clone()
    };
    let observed = search("witness");
    assert_eq!(observed["status"], "open", "{observed:#}");
    let why = "it held in no run; labels are only observed, not aimed at (`--labels witness`)";
    let told = observed["why_open"].as_str().expect("a reason");
    assert!(told.starts_with(why), "{told}");
    assert_eq!(search("tight-idl2")["status"], "covered");
}
