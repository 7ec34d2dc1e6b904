//! `clew check`: results that hold, and results with one thing altered, none of which may pass.

use crate::common::{clew, corpus};
use clew_check::Model;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;
use tempfile::TempDir;

/// A result of `clew gen`.
struct Generated {
    folder: TempDir,
}

/// Generates tests for a file of the corpus.
fn generate(file: &str, arguments: &[&str]) -> Generated {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = clew();
    command.arg("gen").arg(corpus().join(file)).args(arguments);
    command.args(["-b", "20s", "--no-verify", "-o"]).arg(folder.path().join("out"));
    let output = command.output().expect("a run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Generated { folder }
}

impl Generated {
    fn path(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    fn result(&self) -> Value {
        let text = std::fs::read(self.path().join("result.json")).expect("a result");
        serde_json::from_slice(&text).expect("JSON")
    }

    fn write_result(&self, result: &Value) {
        std::fs::write(self.path().join("result.json"), result.to_string()).expect("a file");
    }

    /// The files with certificates, with the model that they are about.
    fn certificates(&self) -> Vec<(PathBuf, PathBuf)> {
        let units = self.result()["units"].as_array().expect("units").clone();
        let objectives = units.iter().flat_map(|unit| unit["objectives"].as_array().cloned());
        let names = objectives.flatten().filter_map(|it| Some(it["certificate"].as_str()?.into()));
        let mut files: Vec<PathBuf> = names.map(|name: PathBuf| self.path().join(name)).collect();
        files.sort();
        files.dedup();
        files.into_iter().map(|file| (file.with_file_name("program.model"), file)).collect()
    }

    /// Alters certificates as one who could write the whole result would: without its digests.
    fn write_certificates(&self, file: &Path, text: &str) {
        std::fs::write(file, text).expect("a file");
        self.alter_objectives(|objective| objective["certificate_sha256"] = Value::Null);
    }

    /// Alters every objective of the result.
    fn alter_objectives(&self, alter: impl Fn(&mut Value)) {
        let mut result = self.result();
        for unit in result["units"].as_array_mut().expect("units") {
            unit["objectives"].as_array_mut().expect("objectives").iter_mut().for_each(&alter);
        }
        self.write_result(&result);
    }

    fn run(&self, arguments: &[&str]) -> Output {
        clew().arg("check").arg(self.path()).args(arguments).output().expect("a run")
    }

    /// The exit status, and the report.
    fn check(&self) -> (Option<i32>, Value) {
        let output = self.run(&["--format", "json", "--limit", "60s"]);
        let report = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
            panic!("{error}: {}", String::from_utf8_lossy(&output.stderr));
        });
        (output.status.code(), report)
    }

    /// Why the claims of a kind are refuted; the exit status must tell, too.
    fn refuted(&self, kind: &str) -> Vec<String> {
        let (status, report) = self.check();
        assert_eq!(status, Some(1), "{report:#}");
        let units = report["units"].as_array().expect("units");
        let claims = units.iter().flat_map(|unit| unit["claims"].as_array().expect("claims"));
        let refuted = claims.filter(|it| it["kind"] == kind && it["standing"] == "refuted");
        refuted.map(|it| it["reason"].as_str().expect("a reason").to_owned()).collect()
    }
}

/// Asserts that every claim of a result is checked; how many there are of each kind.
fn assert_holds(generated: &Generated, what: &str) -> [u64; 3] {
    let (status, report) = generated.check();
    assert_eq!(status, Some(0), "{what}: {report:#}");
    ["infeasible", "covered", "tests"].map(|kind| {
        let tally = &report[kind];
        assert_eq!(tally["claims"], tally["checked"], "{what}: {report:#}");
        tally["claims"].as_u64().expect("a number")
    })
}

#[test]
fn results_hold() {
    let infeasible =
        ["infeasible-contradiction", "tritype", "precondition", "assume", "bit-fields"];
    for file in infeasible {
        let claims = assert_holds(&generate(&format!("gen/{file}.c"), &[]), file);
        assert!(claims.iter().all(|count| *count > 0), "{file}: {claims:?}");
    }
    for file in ["exit-paths", "every-function", "conditional-lines", "crest-input"] {
        let claims = assert_holds(&generate(&format!("gen/{file}.c"), &[]), file);
        assert!(claims[1] > 0 && claims[2] > 0, "{file}: {claims:?}");
    }
}

#[test]
fn results_hold_for_every_criterion() {
    let criteria = "statement,decision,condition,dcc,mcc,mcdc,mcdc:unique,wm:ror,rte,function";
    let generated = generate("gen/tritype.c", &["-c", criteria]);
    let (status, report) = generated.check();
    assert_eq!(status, Some(0), "{report:#}");
    for kind in ["infeasible", "tests"] {
        assert_eq!(report[kind]["claims"], report[kind]["checked"], "{kind}: {report:#}");
    }
    let count = |kind: &str, standing: &str| report[kind][standing].as_u64().expect("a number");
    assert!(count("infeasible", "checked") > 15 && count("covered", "checked") > 150);
    // No compiler counts combinations of conditions.
    let unknown = report["units"][0]["claims"].as_array().expect("claims");
    let unknown = unknown.iter().filter(|it| it["standing"] == "unknown");
    for claim in unknown {
        let name = claim["claim"].as_str().expect("a claim");
        assert!(name.starts_with("mcc:") || name.starts_with("condition:"), "{claim}");
    }
}

const FORGED: &str = "int f(int x, int *p, int *q) {
    if (x > 3) {
        if (x < 2)
            return 1;
    }
    switch (x & 3) {
    case 2: return 5;
    case 7: return 6;
    }
    if (p && q && p != q) {
        *p = 1;
        if (*q == 77 && x == 123456)
            return 2;
    }
    return 0;
}
";

/// What tests cover, said to be infeasible by the proof of something else.
#[test]
fn nothing_is_proved_by_the_proof_of_something_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("f.c");
    std::fs::write(&file, FORGED).expect("a written file");
    let criteria = ["-c", "branch,statement,condition,mcc"];
    let generated = generate(file.to_str().expect("a path"), &criteria);
    let original = generated.result();
    let objectives = original["units"][0]["objectives"].as_array().expect("objectives").clone();
    let find = |criterion: &str, text: &str| {
        let is_it = |it: &&Value| it["criterion"] == criterion && it["text"] == text;
        objectives.iter().find(is_it).expect("an objective").clone()
    };
    let forge = |claimed: &Value, proved: &Value, text: Option<&str>| {
        let mut result = original.clone();
        let unit = &mut result["units"][0];
        let id = claimed["id"].clone();
        for objective in unit["objectives"].as_array_mut().expect("objectives") {
            if objective["id"] == id {
                for key in
                    ["status", "certificate", "certificate_sha256", "model_sha256", "targets"]
                {
                    objective[key] = proved[key].clone();
                }
                objective["text"] = text.map_or(objective["text"].clone(), Value::from);
            }
        }
        for test in unit["tests"].as_array_mut().expect("tests") {
            test["covers"].as_array_mut().expect("a list").retain(|it| *it != id);
        }
        generated.write_result(&result);
        generated.refuted("infeasible")
    };
    let (branch, point) = (find("branch", "x < 2 is true"), find("statement", "return 1"));
    let arm = find("branch", "case 7");
    let combined = find("mcc", "x < 2 is true");
    for (claimed, proved) in [
        (find("statement", "return 2"), &branch),
        (find("statement", "return 2"), &point),
        (find("condition", "x > 3 is true"), &branch),
        (find("condition", "x > 3 is true"), &combined),
        (find("mcc", "x > 3 is true"), &branch),
        (find("mcc", "x > 3 is true"), &combined),
        (find("branch", "case 2"), &arm),
        (find("branch", "case 2"), &branch),
        (find("branch", "x == 123456 is true"), &arm),
    ] {
        assert_eq!(claimed["status"], "covered", "{claimed}");
        assert_eq!(proved["status"], "infeasible", "{proved}");
        let reasons = forge(&claimed, proved, None);
        assert!(!reasons.is_empty(), "{claimed} by {proved}");
    }
    let claimed = find("branch", "x == 123456 is true");
    let reasons = forge(&claimed, &branch, Some("x == 123456 is true "));
    assert!(reasons[0].contains("something else"), "{reasons:?}");
}

/// Where no test comes, nothing counts: the program alone tells what a proof is about.
const UNSEEN: &str = "
int f(int x) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    switch (x & 3) {
    case 2:
        x = 5;
        break;
    case 7:
        x = 6;
        break;
    }
    if (x > 3 && x < 2)
        return 1;
    if (x > 5 && x < 9)
        return 2;
    return 0;
}
";

#[test]
fn what_no_test_reaches_is_not_proved_by_the_proof_of_something_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("f.c");
    std::fs::write(&file, UNSEEN).expect("a written file");
    let criteria = ["-c", "branch,statement,decision,mcc,mcdc"];
    let generated = generate(file.to_str().expect("a path"), &criteria);
    let original = generated.result();
    let objectives = original["units"][0]["objectives"].as_array().expect("objectives").clone();
    let find = |criterion: &str, line: u32, text: &str| {
        let is_it =
            |it: &&Value| it["criterion"] == criterion && it["line"] == line && it["text"] == text;
        objectives.iter().find(is_it).expect("an objective").clone()
    };
    let both = "x > 3 is true, x < 2 is true";
    for (claimed, proved) in [
        (find("branch", 7, "case 2"), find("branch", 10, "case 7")),
        (find("statement", 8, "x = 5"), find("statement", 11, "x = 6")),
        (find("decision", 7, "case 2"), find("decision", 10, "case 7")),
        (
            find("decision", 16, "x > 5 && x < 9 is true"),
            find("decision", 14, "x > 3 && x < 2 is true"),
        ),
        (find("mcc", 16, "x > 5 is true, x < 9 is true"), find("mcc", 14, both)),
    ] {
        assert_eq!((&claimed["status"], &proved["status"]), (&"open".into(), &"infeasible".into()));
        let mut result = original.clone();
        for objective in result["units"][0]["objectives"].as_array_mut().expect("objectives") {
            if objective["id"] == proved["id"] {
                objective["status"] = "open".into();
            }
            if objective["id"] == claimed["id"] {
                for key in
                    ["status", "certificate", "certificate_sha256", "model_sha256", "targets"]
                {
                    objective[key] = proved[key].clone();
                }
            }
        }
        generated.write_result(&result);
        let reasons = generated.refuted("infeasible");
        assert!(reasons[0].contains("which is something else"), "{claimed}: {reasons:?}");
    }
}

/// Labels, calls of functions and what is no criterion, where no test comes.
const OTHERS: &str = "
int state;
int f(int x, int y) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    if (x > 3 && x < 2)
        return 1;
    if (state == 5)
        return 2;
    return x / y > 7;
}
";

#[test]
fn every_criterion_needs_proofs_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("f.c");
    std::fs::write(&file, OTHERS).expect("a written file");
    let criteria = ["-c", "branch,rte,wm:ror,function"];
    let generated = generate(file.to_str().expect("a path"), &criteria);
    let original = generated.result();
    let forge = |criterion: &str, text: &str, alter: &dyn Fn(&mut Value)| {
        let mut result = original.clone();
        let unit = &mut result["units"][0];
        let objectives = unit["objectives"].as_array_mut().expect("objectives");
        let is_proved = |it: &&Value| it["criterion"] == "branch" && it["status"] == "infeasible";
        let proved = objectives.iter().find(is_proved).expect("a proof").clone();
        let claimed = objectives
            .iter_mut()
            .find(|it| it["criterion"] == criterion && it["text"] == text)
            .expect("an objective");
        assert_ne!(claimed["status"], "infeasible");
        let keys = ["status", "certificate", "certificate_sha256", "model_sha256", "targets"];
        for key in keys {
            claimed[key] = proved[key].clone();
        }
        alter(claimed);
        let id = claimed["id"].clone();
        for test in unit["tests"].as_array_mut().expect("tests") {
            test["covers"].as_array_mut().expect("a list").retain(|it| *it != id);
        }
        generated.write_result(&result);
        generated.refuted("infeasible")
    };
    for (criterion, text) in [
        ("rte", "x / y divides by zero"),
        ("wm", "ror: state == 5 becomes state < 5"),
        ("function", "f is called"),
        ("branch", "state == 5 is true"),
    ] {
        let reasons = forge(criterion, text, &|_| {});
        assert!(reasons[0].contains("which is something else"), "{criterion}: {reasons:?}");
    }
    let reasons = forge("branch", "state == 5 is true", &|it| it["criterion"] = "Branch".into());
    assert!(reasons[0].contains("which is something else"), "{reasons:?}");
}

/// Objects have their initial values where a program starts, and nowhere else.
#[test]
fn a_function_is_no_start_of_a_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("f.c");
    let source = "int state;
int f(int x) {
    if (x > 3 && x < 2)
        return 1;
    return state == 5 ? 2 : 0;
}
";
    std::fs::write(&file, source).expect("a written file");
    let generated = generate(file.to_str().expect("a path"), &[]);
    let mut result = generated.result();
    result["units"][0]["entry"] = "program".into();
    generated.write_result(&result);
    let (_, file) = generated.certificates().remove(0);
    let original = std::fs::read_to_string(&file).expect("a certificate");
    generated.write_certificates(&file, &original.replacen("unit)", "program)", 1));
    let reasons = generated.refuted("infeasible");
    assert!(reasons[0].contains("does not prove"), "{reasons:?}");
}

/// A name that is known does not stand for whatever is assumed under it.
#[test]
fn an_assumption_is_what_its_name_says() {
    let generated = generate("gen/tritype.c", &[]);
    let (_, file) = generated.certificates().remove(0);
    let original = std::fs::read_to_string(&file).expect("a certificate");
    let altered = original.replacen(" (objective", " (assume \"no-alias\" false)\n (objective", 1);
    generated.alter_objectives(|it| it["assumes"] = Value::Array(vec!["no-alias".into()]));
    generated.write_certificates(&file, &altered);
    let reasons = generated.refuted("infeasible");
    assert!(reasons[0].contains("under the name of no-alias"), "{reasons:?}");
}

/// Labels that types alone refute.
#[test]
fn infeasible_labels_hold() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("f.c");
    let source = "int t[300];
int f(unsigned char c, unsigned u, int n, _Bool b) {
    int s = t[c] + (n & 7) - b;
    return s + t[n & 255] + (int)(u >> 1 & 3) + (c >> 3);
}
";
    std::fs::write(&file, source).expect("a written file");
    let arguments = ["-c", "rte,wm:ror+abs", "--max-runs=1"];
    let claims = assert_holds(&generate(file.to_str().expect("a path"), &arguments), "ranges");
    assert!(claims[0] >= 2, "{claims:?}");
}

/// A certificate is taken for what it says, not for where it is.
#[test]
fn altered_certificates_are_refuted() {
    let generated = generate("gen/tritype.c", &[]);
    let (_, file) = generated.certificates().remove(0);
    let original = std::fs::read_to_string(&file).expect("a certificate");
    for (from, to) in [
        ("(objective (edge 0 24 1))", "(objective (edge 0 24 0))"),
        ("(objective (edge 0 24 1))", "(objective (edge 0 23 1))"),
        ("(objective (edge 0 27 0))", "(objective (edge 0 27 1))"),
        ("\"tritype\" unit", "\"tritype\" program"),
        ("(edge 1 infeasible)", "(edge 1 irrelevant)"),
        ("(edge 1 1)", "(edge 1 infeasible)"),
        ("(edge 1 1)", "(edge 1 2)"),
        ("(node 1 (at 0 4 0)", "(node 1 (at 0 5 0)"),
        ("(certificate 1", "(certificate 2"),
        (")\n)", ")\n"),
    ] {
        let altered = original.replacen(from, to, 1);
        assert_ne!(altered, original, "{from}");
        generated.write_certificates(&file, &altered);
        let reasons = generated.refuted("infeasible");
        assert!(!reasons.is_empty() && reasons[0].contains(".proof"), "{from}: {reasons:?}");
    }
    generated.write_certificates(&file, &original);
    let (status, report) = generated.check();
    assert_eq!(status, Some(0), "{report:#}");
    // Without a digest nobody says that it is the text of this result.
    assert_eq!(report["infeasible"]["claims"], report["infeasible"]["unknown"], "{report:#}");
}

/// An alteration that leaves an argument is one all the same; a comment is none.
#[test]
fn certificates_are_those_of_the_result() {
    let generated = generate("gen/tritype.c", &[]);
    let (_, file) = generated.certificates().remove(0);
    let original = std::fs::read_to_string(&file).expect("a certificate");
    std::fs::write(&file, "; seen\n".to_owned() + &original).expect("a file");
    assert_holds(&generated, "a comment");
    let at = original.rfind("irrelevant").expect("an edge");
    let altered = original[..at].to_owned() + "infeasible" + &original[at + "irrelevant".len()..];
    std::fs::write(&file, &altered).expect("a file");
    let reasons = generated.refuted("infeasible");
    assert!(reasons[0].contains("not the text that the result was made with"), "{reasons:?}");
}

#[test]
fn infeasible_objectives_need_certificates_of_their_own() {
    let generated = generate("gen/tritype.c", &[]);
    let original = generated.result();
    let objectives = original["units"][0]["objectives"].as_array().expect("objectives");
    let find = |status: &str| objectives.iter().position(|it| it["status"] == status);
    let (infeasible, covered) = (find("infeasible").expect("one"), find("covered").expect("one"));
    let certificate = &objectives[infeasible]["certificate"];
    let refuted_with = |alter: &dyn Fn(&mut Value)| {
        let mut result = original.clone();
        alter(&mut result["units"][0]["objectives"]);
        generated.write_result(&result);
        let reasons = generated.refuted("infeasible");
        assert_eq!(reasons.len(), 1, "{reasons:?}");
        reasons[0].clone()
    };
    let reason = refuted_with(&|all| all[infeasible]["certificate"] = Value::Null);
    assert_eq!(reason, "it has no certificate");
    let reason = refuted_with(&|all| all[infeasible]["certificate"] = "proofs/none.proof".into());
    assert!(reason.contains("No such file"), "{reason}");
    let reason = refuted_with(&|all| all[infeasible]["certificate"] = "../out".into());
    assert!(reason.contains("not in the folder"), "{reason}");
    let reason = refuted_with(&|all| all[infeasible]["targets"] = Value::Array(Vec::new()));
    assert!(reason.contains("not said to be about anything"), "{reason}");
    let reason = refuted_with(&|all| {
        all[covered]["status"] = "infeasible".into();
        all[covered]["certificate"] = certificate.clone();
        all[covered]["targets"] = Value::Array(vec!["(edge 0 0 0)".into()]);
    });
    assert!(reason.contains("does not prove (edge 0 0 0) from tritype"), "{reason}");
}

/// A proof that holds says nothing of another branch, nor of what a test meets.
#[test]
fn a_branch_is_not_proved_by_the_proof_of_another() {
    let generated = generate("gen/tritype.c", &[]);
    let original = generated.result();
    let objectives = original["units"][0]["objectives"].as_array().expect("objectives");
    let find = |status: &str| objectives.iter().position(|it| it["status"] == status);
    let (infeasible, covered) = (find("infeasible").expect("one"), find("covered").expect("one"));
    let proved = objectives[infeasible].clone();
    let mut result = original.clone();
    let unit = &mut result["units"][0];
    for key in ["status", "certificate", "certificate_sha256", "model_sha256", "targets", "assumes"]
    {
        unit["objectives"][covered][key] = proved[key].clone();
    }
    unit["objectives"][infeasible]["status"] = "open".into();
    let id = unit["objectives"][covered]["id"].clone();
    for test in unit["tests"].as_array_mut().expect("tests") {
        test["covers"].as_array_mut().expect("a list").retain(|it| *it != id);
    }
    generated.write_result(&result);
    let reasons = generated.refuted("infeasible");
    assert!(reasons[0].contains("which is something else"), "{reasons:?}");
    let mut result = original.clone();
    result["units"][0]["tests"][0]["covers"]
        .as_array_mut()
        .expect("a list")
        .push(proved["id"].clone());
    generated.write_result(&result);
    let reasons = generated.refuted("infeasible");
    assert!(reasons[0].contains("says to cover it"), "{reasons:?}");
}

#[test]
fn a_model_that_is_gone_proves_nothing() {
    let generated = generate("gen/infeasible-contradiction.c", &["-f", "f"]);
    let (model, _) = generated.certificates().remove(0);
    let text = std::fs::read_to_string(&model).expect("a model");
    std::fs::write(&model, text.replacen("(lt ", "(gt ", 1)).expect("a file");
    let reasons = generated.refuted("infeasible");
    assert!(reasons[0].contains("not the text that the result was made with"), "{reasons:?}");
    generated.alter_objectives(|objective| objective["model_sha256"] = Value::Null);
    assert!(generated.refuted("infeasible")[0].contains("not so"), "no contradiction");
    std::fs::remove_file(&model).expect("a file");
    assert_eq!(generated.refuted("infeasible").len(), 3);
}

#[test]
fn tests_that_fail_are_refuted() {
    let generated = generate("gen/tritype.c", &["--standalone"]);
    let copy = generated.path().join("clew-src/tritype.c");
    let source = std::fs::read_to_string(&copy).expect("a copy");
    let altered = source.replacen("return 3;", "return 7;", 1);
    assert_ne!(altered, source, "{source}");
    std::fs::write(&copy, &altered).expect("a file");
    let reasons = generated.refuted("tests");
    assert!(!reasons.is_empty() && reasons[0].contains("fails with status 1"), "{reasons:?}");
    let reasons = generated.refuted("covered");
    assert!(reasons.iter().all(|reason| reason.starts_with("its test")), "{reasons:?}");
    std::fs::write(&copy, "not C").expect("a file");
    assert!(generated.refuted("tests").iter().all(|it| it.contains("does not compile")));
}

#[test]
fn what_no_test_executes_is_not_covered() {
    let generated = generate("gen/infeasible-contradiction.c", &["-f", "f"]);
    let original = generated.result();
    let objectives = original["units"][0]["objectives"].as_array().expect("objectives");
    let covered = objectives.iter().position(|it| it["status"] == "covered").expect("one");
    let never = corpus().join("gen/infeasible-contradiction.c");
    let never = std::fs::read_to_string(never).expect("a source");
    let never = never.lines().position(|line| line.contains("return 1;")).expect("a line") + 1;
    let refuted_with = |alter: &dyn Fn(&mut Value)| {
        let mut result = original.clone();
        alter(&mut result["units"][0]);
        generated.write_result(&result);
        let reasons = generated.refuted("covered");
        assert_eq!(reasons.len(), 1, "{reasons:?}");
        reasons[0].clone()
    };
    let reason = refuted_with(&|unit| {
        unit["objectives"][covered]["line"] = never.into();
        unit["objectives"][covered]["column"] = 13.into();
    });
    assert_eq!(reason, "gcov says that it is not executed, and so does llvm-cov");
    let reason = refuted_with(&|unit| unit["objectives"][covered]["test"] = 99.into());
    assert_eq!(reason, "no test of the suite covers it");
    let reason = refuted_with(&|unit| {
        let test = unit["objectives"][covered]["test"].as_u64().expect("a test") as usize - 1;
        unit["tests"][test]["covers"] = Value::Array(Vec::new());
        let id = unit["objectives"][covered]["id"].clone();
        for objective in unit["objectives"].as_array_mut().expect("objectives") {
            if objective["test"] == (test + 1) && objective["id"] != id {
                objective["status"] = "open".into();
            }
        }
    });
    assert_eq!(reason, "its test does not say to cover it");
    // A branch that is never taken, on a line that is executed: gcov has both branches of the line.
    let infeasible = objectives.iter().position(|it| it["status"] == "infeasible").expect("one");
    let mut result = original.clone();
    let [objectives, tests] = ["objectives", "tests"].map(|key| result["units"][0][key].take());
    let (mut objectives, mut tests) = (objectives, tests);
    let same_line = objectives
        .as_array()
        .expect("objectives")
        .iter()
        .find(|it| it["line"] == objectives[infeasible]["line"] && it["status"] == "covered");
    let test = same_line.expect("the other branch")["test"].as_u64().expect("a test");
    let id = objectives[infeasible]["id"].clone();
    tests[test as usize - 1]["covers"].as_array_mut().expect("a list").push(id);
    objectives[infeasible]["status"] = "covered".into();
    objectives[infeasible]["test"] = test.into();
    result["units"][0]["objectives"] = objectives;
    result["units"][0]["tests"] = tests;
    generated.write_result(&result);
    assert!(!generated.refuted("covered").is_empty());
}

/// Effects that no test shows are found out by llvm-cov.
#[test]
fn effects_that_are_not_shown_are_not_covered() {
    let generated = generate("gen/tritype.c", &["-c", "mcdc:unique"]);
    let mut result = generated.result();
    let objectives = result["units"][0]["objectives"].as_array_mut().expect("objectives");
    let infeasible: Vec<usize> =
        (0..objectives.len()).filter(|at| objectives[*at]["status"] == "infeasible").collect();
    assert!(!infeasible.is_empty());
    for at in &infeasible {
        objectives[*at]["status"] = "covered".into();
        objectives[*at]["test"] = 1.into();
    }
    let ids: Vec<Value> = infeasible.iter().map(|at| objectives[*at]["id"].clone()).collect();
    result["units"][0]["tests"][0]["covers"].as_array_mut().expect("a list").extend(ids);
    generated.write_result(&result);
    assert_eq!(generated.refuted("covered").len(), infeasible.len());
}

#[test]
fn what_is_no_result_is_bad_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = || clew().arg("check").arg(folder.path()).output().expect("a run");
    for text in [None, Some("no JSON"), Some("{}"), Some("{\"units\": [{}]}")] {
        if let Some(text) = text {
            std::fs::write(folder.path().join("result.json"), text).expect("a file");
        }
        let output = run();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains("result.json"), "{message}");
    }
}

/// Where nothing can be asked, nothing is known; what is missing is named once.
#[test]
fn missing_programs_are_named() {
    let generated = generate("gen/infeasible-contradiction.c", &["-f", "f"]);
    let empty = tempfile::tempdir().expect("a folder");
    let mut command = clew();
    command.arg("check").arg(generated.path()).env("PATH", empty.path()).env_remove("CC");
    let output = command.output().expect("a run");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}");
    for package in ["package z3", "package cvc5", "package gcc"] {
        assert_eq!(text.matches(package).count(), 1, "{text}");
    }
    assert!(text.contains("infeasible       3        0        0        3"), "{text}");
}

#[test]
fn the_table_is_for_people() {
    let generated = generate("gen/infeasible-contradiction.c", &["-f", "f"]);
    let output = generated.run(&["--claims"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}");
    let table = "            claims  checked  refuted  unknown\n\
                 infeasible       3        3        0        0\n\
                 covered          9        9        0        0\n";
    assert!(text.contains(table), "{text}");
    assert_eq!(text.matches("checked: f: branch:").count(), 12, "{text}");
}

/// The tokens of certificates that say something of the program.
fn tokens(text: &str) -> Vec<std::ops::Range<usize>> {
    let start = text.find("(certificate").expect("a certificate");
    let mut found = Vec::new();
    let mut first = None;
    for (at, byte) in text.bytes().enumerate().skip(start) {
        let ends = matches!(byte, b' ' | b'(' | b')' | b'\n');
        match (first, ends) {
            (None, false) => first = Some(at),
            (Some(from), true) => {
                found.push(from..at);
                first = None;
            }
            (None, true) | (Some(_), false) => {}
        }
    }
    found
}

/// Another token in place of one; none for those that stand for nothing else.
fn other(token: &str) -> Option<String> {
    if let Ok(number) = token.parse::<u64>() {
        return Some((number + 1).to_string());
    }
    Some(match token {
        "infeasible" => "irrelevant".to_owned(),
        // An edge from which nothing is reached may be one that is never taken.
        "irrelevant" => "relevant".to_owned(),
        "unit" => "program".to_owned(),
        "skip" | "enter" | "edge" | "node" | "objective" | "at" | "from" | "call" | "return" => {
            format!("{token}s")
        }
        _ => return None,
    })
}

/// Whether a certificate is still an argument for the same.
fn is_proof(model: &Model, altered: &str, original: &str) -> bool {
    let limit = Duration::from_secs(60);
    let subjects = model.check(original, limit).expect("an argument").subjects;
    model.check(altered, limit).is_ok_and(|it| it.holds() && it.subjects == subjects)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a file")
}

/// Certificates that were generated, with one token altered, spread over all their tokens.
#[test]
fn every_altered_token_is_found_out() {
    let files = ["tritype", "precondition", "infeasible-contradiction", "assume", "bit-fields"];
    let mut mutants = 0;
    for file in files {
        let generated = generate(&format!("gen/{file}.c"), &[]);
        for (model, file) in generated.certificates() {
            let (model, text) = (Model::read(&read(&model)).expect("a program"), read(&file));
            assert!(is_proof(&model, &text, &text));
            let tokens: Vec<_> = tokens(&text)
                .into_iter()
                // The number of a node is a name: it counts where the node is led to.
                .filter(|range| !text[..range.start].ends_with("(node "))
                .filter_map(|range| Some((other(&text[range.clone()])?, range)))
                .collect();
            let step = tokens.len().div_ceil(60);
            for (token, range) in tokens.into_iter().step_by(step) {
                let mut altered = text.clone();
                altered.replace_range(range.clone(), &token);
                let line = text[..range.start].matches('\n').count();
                let line = altered.lines().nth(line).unwrap_or_default();
                assert!(!is_proof(&model, &altered, &text), "{}: {line}", file.display());
                mutants += 1;
            }
        }
    }
    assert!(mutants >= 200, "{mutants} altered certificates");
}
