//! What searches add that try what callers and the world seldom do, as the report tells it.

use crate::common::clew_json;

/// What was tried, and how many branches that covered, for each further search of a function.
fn further(source: &str) -> Vec<(Vec<String>, u64)> {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("f.c"), source).expect("a written file");
    let report = clew_json(folder.path(), &["gen", "f.c", "-f", "f"]);
    let unit = &report["units"][0];
    assert_eq!(unit["criteria"][0]["open"], 0, "{unit:#}");
    let told = unit["stats"]["further"].as_array().expect("a list");
    let tries = |it: &serde_json::Value| {
        let names = it["tries"].as_array().expect("names").iter();
        names.map(|name| name.as_str().expect("a name").to_owned()).collect()
    };
    told.iter().map(|it| (tries(it), it["covered"].as_u64().expect("a number"))).collect()
}

#[test]
fn what_needs_no_further_search_tells_of_none() {
    assert_eq!(further("int f(int a) { if (a > 3) return 1; return 0; }"), []);
}

#[test]
fn a_failing_allocation_is_told() {
    let source = "#include <stdlib.h>
int f(int n) { int *p = malloc(sizeof *p); if (!p) return -1; *p = n; free(p); return n; }";
    assert_eq!(further(source), [(vec!["failing-calls".to_owned()], 1)]);
}

#[test]
fn a_pointer_to_a_variable_is_told() {
    let told = further("int g; int f(int *p) { if (p == &g) return 1; return 0; }");
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].0.contains(&"shared-objects".to_owned()), "{told:?}");
    assert_eq!(told[0].1, 1);
}
