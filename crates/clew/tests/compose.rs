//! Summaries and composed paths, as a user asks for them.

use crate::common::{clew, clew_json};
use std::path::Path;

const SOURCE: &str = "static int is_positive(int x) { if (x > 0) return 1; return 0; }
int all(int a, int b, int c, int d) {
    int s = is_positive(a) + is_positive(b) + is_positive(c) + is_positive(d);
    if (s == 4) return 7;
    if (s > 4) return 8;
    return 0;
}
int clamp(int v, int lo, int hi) { if (v < lo) return lo; if (v > hi) return hi; return v; }
int first(const char *s) { if (!s) return -1; return s[0] == 'a'; }
";

fn write(folder: &Path) {
    std::fs::write(folder.join("f.c"), SOURCE).expect("a written file");
}

#[test]
fn a_summary_reads_as_c() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path());
    let summary = |function: &str| {
        let mut command = clew();
        command.current_dir(folder.path()).args(["summary", "f.c", "-f", function]);
        let output = command.output().expect("clew");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let clamp = summary("clamp");
    for line in ["returns v when lo <= v && v <= hi", "returns lo when v < lo", "3 paths"] {
        assert!(clamp.contains(line), "{line}: {clamp}");
    }
    let first = summary("first");
    assert!(first.contains("returns -1 when s == NULL"), "{first}");
    assert!(first.contains("s != NULL"), "{first}");
    assert!(!first.contains("target of"), "{first}");
}

#[test]
fn composing_decides_what_the_plain_search_decides() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path());
    let statuses = |compose: &str| -> Vec<(String, String)> {
        let arguments = ["gen", "f.c", "-f", "all", "--compose", compose, "-o", compose];
        let report = clew_json(folder.path(), &arguments);
        let objectives = report["units"][0]["objectives"].as_array().expect("objectives").iter();
        objectives.map(|it| (it["id"].to_string(), it["status"].to_string())).collect()
    };
    let plain = statuses("off");
    assert_eq!(plain.iter().filter(|(_, it)| it == "\"infeasible\"").count(), 1, "{plain:?}");
    assert_eq!(statuses("on"), plain);
    assert_eq!(statuses("auto"), plain);
}
