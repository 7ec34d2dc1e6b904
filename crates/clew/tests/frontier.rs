//! Both ways as a technique of the search: what it alone decides, is told, and has certificates that hold.

use crate::common::clew;
use serde_json::Value;
use std::path::Path;

/// A program like a driver: constants are variables, a protocol is checked in every function.
const DRIVER: &str = "extern int __VERIFIER_nondet_int(void);
int FRESH;
int SENT;
int DONE;
int phase;
int below;
void fail(void) { for (;;) { } }
int call_below(int status) {
    int choice = __VERIFIER_nondet_int();
    int result;
    if (choice == 0) result = 0; else result = 259;
    if (phase == FRESH) { phase = SENT; below = result; }
    else fail();
    return result;
}
void finish(void) {
    if (phase == SENT) phase = DONE;
    else fail();
}
int clamp(int x) {
    if (x < 0) return 0;
    if (x > 9) return 9;
    if (x > 20) return 20;
    return x;
}
int main(void) {
    int turns = __VERIFIER_nondet_int();
    int status = 0;
    FRESH = 1; SENT = 7; DONE = 2;
    phase = FRESH;
    while (clamp(turns) > 0) {
        status = call_below(status);
        finish();
        if (phase != DONE) fail();
        if (status != below) fail();
        phase = FRESH;
        turns--;
    }
    return status;
}
";

/// A program whose calls no proof follows to their end: only what a function excludes whoever calls it is known.
const RECURSION: &str = "extern int __VERIFIER_nondet_int(void);
int clamp(int x) {
    if (x < 0) return 0;
    if (x > 9) return 9;
    if (x > 20) return 20;
    return x;
}
int walk(int depth) {
    if (depth <= 0) return 0;
    return clamp(depth - 5) + walk(depth - 1);
}
int main(void) {
    int depth = __VERIFIER_nondet_int();
    return depth > 4000 ? 0 : walk(depth);
}
";

fn generate(folder: &Path, source: &str, techniques: &str, arguments: &[&str]) -> Value {
    let file = folder.join("program.c");
    std::fs::write(&file, source).expect("a file");
    let mut command = clew();
    command.arg("gen").arg(&file).args(["--entry", "main", "--format", "json", "--no-verify"]);
    command.args(["-b", "20s", "--techniques", techniques]).args(arguments);
    let output = command.arg("-o").arg(folder.join("out")).output().expect("a run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn what_the_frontier_decides_is_told_and_holds() {
    let folder = tempfile::tempdir().expect("a folder");
    let pictures = folder.path().join("pictures");
    let trace = ["--trace-frontier", pictures.to_str().expect("a path")];
    let result = generate(folder.path(), DRIVER, "frontier", &trace);
    let unit = &result["units"][0];
    let techniques = unit["stats"]["techniques"].as_array().expect("techniques");
    let frontier = techniques.iter().find(|it| it["name"] == "frontier").expect("the frontier");
    let criterion = &unit["criteria"][0];
    assert_eq!(frontier["infeasible"], criterion["infeasible"], "nobody else proves here");
    assert!(criterion["infeasible"].as_u64() >= Some(5), "{criterion}");
    assert_eq!(criterion["open"], 0, "{criterion}");
    assert!(pictures.join("main/index.html").exists() && pictures.join("main/0.svg").exists());
    let check = clew().arg("check").arg(folder.path().join("out")).output().expect("a run");
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
}

/// A proof for every call of a function is one for the program; `clew check` takes it for that. The recursion
/// is too deep to be unfolded.
#[test]
fn proofs_of_functions_hold_in_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let result = generate(folder.path(), RECURSION, "proofs", &[]);
    let objectives = result["units"][0]["objectives"].as_array().expect("objectives");
    let is_redundant = |it: &&Value| it["text"] == "x > 20 is true";
    let redundant = objectives.iter().find(is_redundant).expect("the check");
    assert_eq!(redundant["status"], "infeasible");
    let certificate = redundant["certificate"].as_str().expect("a certificate");
    let text = std::fs::read_to_string(folder.path().join("out").join(certificate)).expect("text");
    assert!(text.contains("(entry \"clamp\" unit)"), "{text}");
    let check = clew().arg("check").arg(folder.path().join("out")).output().expect("a run");
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
}
