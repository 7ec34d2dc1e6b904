//! Findings from outside: which are shown, what they depend on, what callers promise.

use crate::common::clew;
use serde_json::Value;
use std::process::Output;

/// A folder with a file, and what `gen` says of it.
struct Run {
    folder: tempfile::TempDir,
    output: Output,
}

impl Run {
    fn new(files: &[(&str, &str)], arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a made folder");
            std::fs::write(path, text).expect("a written file");
        }
        let mut command = clew();
        command.arg("gen").args(arguments).args(["-b", "5s"]).current_dir(folder.path());
        let output = command.output().expect("a run");
        Self { folder, output }
    }

    fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.output.stderr).into_owned()
    }

    fn result(&self) -> Value {
        assert!(self.output.status.code().is_some_and(|it| it < 2), "{}", self.stderr());
        let text = std::fs::read(self.folder.path().join("clew-out/result.json"));
        serde_json::from_slice(&text.expect("a result")).expect("JSON")
    }

    /// The findings of a function: kind, rank and what they depend on.
    fn findings(&self, function: &str) -> Vec<(String, String, Vec<String>)> {
        let result = self.result();
        let units = result["units"].as_array().expect("units");
        let unit = units.iter().find(|it| it["function"] == function).expect("the function");
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let findings = unit["findings"].as_array().expect("findings").iter();
        findings
            .map(|it| {
                let depends = it["depends"].as_array().expect("a list").iter().map(text).collect();
                (text(&it["kind"]), text(&it["rank"]), depends)
            })
            .collect()
    }
}

fn found(kind: &str, rank: &str, depends: &[&str]) -> (String, String, Vec<String>) {
    let depends = depends.iter().map(|it| (*it).to_owned()).collect();
    (kind.to_owned(), rank.to_owned(), depends)
}

#[test]
fn a_function_that_nobody_passes_is_no_finding() {
    let source = "struct device { int (*open)(struct device *); int state; };\n\
                  int device_open(struct device *d) {\n    \
                  if (d && d->open)\n        return d->open(d);\n    return -1;\n}\n";
    let run = Run::new(&[("a.c", source)], &["a.c"]);
    for (kind, rank, depends) in run.findings("device_open") {
        assert_eq!(rank, "depends", "{kind} {depends:?}");
    }
}

#[test]
fn what_depends_on_null_or_a_length_is_folded() {
    let source = "int last(int *v, int n) { return v[n]; }\n\
        int own(int k) { int a[4] = {1, 2, 3, 4}; return a[k & 7]; }\n";
    let run = Run::new(&[("f.c", source)], &["f.c"]);
    let of_last = run.findings("last");
    assert!(of_last.contains(&found("null-dereference", "depends", &["null"])), "{of_last:?}");
    assert!(of_last.iter().all(|it| it.1 == "depends"), "{of_last:?}");
    assert_eq!(run.findings("own"), [found("out-of-bounds", "certain", &[])]);
    let errors = run.stderr();
    assert!(errors.contains("f.c:2:") && errors.contains("out-of-bounds:"), "{errors}");
    assert!(!errors.contains("null-dereference:"), "{errors}");
    assert!(errors.contains("on a null pointer"), "{errors}");
    assert_eq!(errors.matches("--findings all shows them").count(), 1, "{errors}");
    let all = Run::new(&[("f.c", source)], &["f.c", "--findings", "all"]);
    assert!(all.stderr().contains("null-dereference:"), "{}", all.stderr());
    assert!(!all.stderr().contains("--findings all"), "{}", all.stderr());
}

/// The sanitizers see what is certain.
#[test]
fn sanitizers_confirm_findings() {
    let source = "int share(int all, int parts) { return all / parts; }\n";
    let run = Run::new(&[("f.c", source)], &["f.c"]);
    let result = run.result();
    let finding = &result["units"][0]["findings"][0];
    assert_eq!(finding["kind"], "division-by-zero");
    assert_eq!((&finding["sanitizer"], &finding["rank"]), (&"confirmed".into(), &"certain".into()));
}

/// A function without branches has a test, though its first run ends in a fault.
#[test]
fn functions_without_branches_have_a_test_beside_their_faults() {
    let run = Run::new(&[("f.c", "int share(int a, int b) { return a / b; }\n")], &["f.c"]);
    let result = run.result();
    let tests = result["units"][0]["tests"].as_array().expect("tests");
    let outcomes: Vec<_> = tests.iter().map(|it| it["outcome"].as_str()).collect();
    assert!(outcomes.contains(&Some("return")), "{outcomes:?}");
    assert!(outcomes.contains(&Some("fault:division-by-zero")), "{outcomes:?}");
}

/// A `static` function is only as bad as its callers make it.
#[test]
fn callers_confirm_findings() {
    let source = "static int part(int x) { return 100 / x; }\n\
        static int safe(int x) { return 100 / x; }\n\
        int outer(int y) { if (y > 5) return part(y - 7); return 0; }\n\
        int other(int y) { if (y > 5) return safe(y); return 0; }\n";
    let run = Run::new(&[("f.c", source)], &["f.c"]);
    assert_eq!(run.findings("part"), [found("division-by-zero", "confirmed", &["callers"])]);
    let result = run.result();
    assert_eq!(result["units"][0]["findings"][0]["confirmed_by"], "outer");
    assert_eq!(result["units"][0]["findings"][0]["caller_inputs"]["y"], 7);
    assert_eq!(run.findings("safe"), [found("division-by-zero", "depends", &["callers"])]);
    assert_eq!(run.findings("other"), []);
}

/// What a function asserts of its parameters is not its own fault, what it asserts later is.
#[test]
fn assertions_about_parameters_are_preconditions() {
    let source = "#include <assert.h>\n\
        int first(int n) { assert(n > 0); return n - 1; }\n\
        int later(int n) { int m = n * 2; if (m > 8) assert(n < 100); return m; }\n";
    let run = Run::new(&[("f.c", source)], &["f.c"]);
    assert_eq!(run.findings("first"), [found("assertion-failure", "depends", &["own-assertion"])]);
    assert_eq!(run.findings("later"), [found("assertion-failure", "certain", &[])]);
}

/// An assertion is one decision, whatever it is made of, and may ask functions that only look.
#[test]
fn assertions_at_the_top_may_be_compound() {
    let source = "#include <assert.h>\n\
        struct ring { unsigned head, size; };\n\
        static int is_ring(const struct ring *r) { return r->size > 0 && r->head < r->size; }\n\
        static int calls;\n\
        static int counted(int n) { calls++; return n > 3; }\n\
        int either(int n) { int i; assert(n == 0 || n > 7); for (i = 0; i < n; i += 100) ; return i; }\n\
        unsigned next(struct ring *r) { assert(r && is_ring(r)); return (r->head + 1) % r->size; }\n\
        int loud(int n) { assert(counted(n)); return n; }\n\
        int alone(int n) { int i; assert(n == 0 || n > 7); for (i = 0; i < n; i += 100) ; return i; }\n\
        int caller(int n) { return either(n) + 1; }\n";
    let run = Run::new(&[("f.c", source)], &["f.c"]);
    let own = |rank| [found("assertion-failure", rank, &["own-assertion"])];
    assert_eq!(run.findings("alone"), own("depends"));
    assert_eq!(run.findings("either"), own("confirmed"), "`caller` lets it fail");
    let findings = run.findings("next");
    let kept: Vec<_> =
        findings.iter().filter(|it| !it.2.contains(&"own-assertion".into())).collect();
    assert!(!findings.is_empty() && kept.is_empty(), "{findings:?}");
    assert_eq!(run.findings("loud"), [found("assertion-failure", "certain", &[])]);
    assert_eq!(run.findings("caller"), [found("assertion-failure", "certain", &[])]);
}

/// What a path asks of members and variables is a dependence, also where it only asks; what a variable holds
/// at the start is none.
#[test]
fn branches_on_members_and_variables_are_dependences() {
    let source = "#include <assert.h>\n\
        struct box { int kind, used; };\n\
        static int mode;\n\
        int member(struct box *b, int n) { if (b->kind > 3) return 9 / n; return 0; }\n\
        int first(int n) { if (mode == 0) return 9 / n; return mode; }\n\
        int later(int n) { if (mode == 7) return 9 / n; mode = n; return 1; }\n\
        int inner(struct box *b) { assert(b); assert(b->used > 0); return b->used; }\n\
        int outer(struct box *b, int n) { return n > 2 ? inner(b) : 0; }\n";
    let run = Run::new(&[("f.c", source)], &["f.c"]);
    let divided = |function: &str| {
        let findings = run.findings(function);
        findings.into_iter().find(|it| it.0 == "division-by-zero").expect("a division")
    };
    assert_eq!(divided("member"), found("division-by-zero", "depends", &["state"]));
    assert_eq!(divided("first"), found("division-by-zero", "certain", &[]));
    assert_eq!(divided("later"), found("division-by-zero", "depends", &["state"]));
    for function in ["inner", "outer"] {
        let findings = run.findings(function);
        assert!(
            !findings.is_empty() && findings.iter().all(|it| it.1 == "depends"),
            "{findings:?}"
        );
    }
}

/// The member that counts an array says how long it is, whether clang knows the attribute or not.
#[test]
fn counted_arrays_are_as_long_as_their_counts() {
    let source = "struct list { unsigned char n; int flags; int v[] __attribute__((counted_by(n))); };\n\
        struct text { unsigned char length; char *s __attribute__((__counted_by__(length))); };\n\
        int sum(const struct list *l) {\n\
        int s = 0; for (int i = 0; i < l->n; i++) s += l->v[i]; return s; }\n\
        int last(const struct list *l) { return l->v[l->n]; }\n\
        int ends(const struct text *t) { return t->length > 1 && t->s[t->length - 1] == 'x'; }\n\
        int behind(const struct text *t) { return t->length > 2 && t->s[t->length] == 'x'; }\n";
    let run = Run::new(&[("f.c", source)], &["f.c"]);
    let bounds = |function: &str| {
        let findings = run.findings(function);
        findings.into_iter().filter(|it| it.0 == "out-of-bounds").collect::<Vec<_>>()
    };
    assert_eq!((bounds("sum"), bounds("ends")), (vec![], vec![]));
    for function in ["last", "behind"] {
        let found = bounds(function);
        assert_eq!(found.len(), 1, "{function}: {found:?}");
        assert!(!found[0].2.contains(&"length".to_owned()), "{function}: {found:?}");
        let findings = &run.result()["units"].as_array().expect("units").clone();
        let unit = findings.iter().find(|it| it["function"] == function).expect("the function");
        let list = unit["findings"].as_array().expect("findings");
        let it = list.iter().find(|it| it["kind"] == "out-of-bounds").expect("the finding");
        assert_eq!(it["sanitizer"], "confirmed", "{it}");
    }
}

/// Each branch is covered long before the buffer overflows.
#[test]
fn faults_that_need_long_inputs_are_found() {
    let source = "int copy(const char *s) {\n\
        char buffer[20];\n\
        int i;\n\
        for (i = 0; s[i]; i++)\n\
            buffer[i] = s[i];\n\
        return i > 0 ? buffer[0] : 0;\n\
        }\n";
    let run = Run::new(&[("f.c", source)], &["f.c"]);
    let findings = run.findings("copy");
    assert!(findings.contains(&found("out-of-bounds", "certain", &[])), "{findings:?}");
}

const PARSE: &str = "int parse(const char *s, int n) {\n\
    if (n > 100)\n\
        return 1;\n\
    return s[0];\n\
}\n";

#[test]
fn attributes_are_promises() {
    let source = "int first(int *p) __attribute__((nonnull));\n\
        int first(int *p) { if (!p) return -1; return *p; }\n\
        int room(int v[static 4]) { return v[3]; }\n\
        int *give(void) __attribute__((returns_nonnull));\n\
        int *lend(void);\n\
        int take(void) { return *give(); }\n\
        int borrow(void) { return *lend(); }\n";
    let run = Run::new(&[("f.c", source)], &["f.c"]);
    assert_eq!(run.findings("first"), []);
    assert_eq!(run.findings("take"), []);
    let borrowed = run.findings("borrow");
    assert_eq!(borrowed.len(), 1, "{borrowed:?}");
    assert_eq!((borrowed[0].0.as_str(), borrowed[0].1.as_str()), ("null-dereference", "depends"));
    assert_eq!(run.findings("room"), []);
    let result = run.result();
    let objectives = result["units"][0]["objectives"].as_array().expect("objectives");
    let infeasible: Vec<&Value> =
        objectives.iter().filter(|it| it["status"] == "infeasible").collect();
    assert_eq!(infeasible.len(), 1, "{objectives:#?}");
    assert_eq!(infeasible[0]["assumes"][0], "callers of first: p is not null");
    let check = clew().args(["check", "clew-out"]).current_dir(run.folder.path()).output();
    let check = check.expect("a check");
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
}

#[test]
fn settings_say_what_callers_promise() {
    let toml = "[function.parse]\nnonnull = [\"s\"]\nnull-terminated = [\"s\"]\n\
        range = { n = [0, 50] }\n";
    // The file is found in a folder above.
    let run = Run::new(&[("src/f.c", PARSE), ("clew.toml", toml)], &["src/f.c"]);
    assert_eq!(run.findings("parse"), []);
    let result = run.result();
    let objectives = result["units"][0]["objectives"].as_array().expect("objectives");
    let far = objectives.iter().find(|it| it["text"] == "n > 100 is true").expect("an objective");
    assert_eq!(far["status"], "infeasible", "{far:#}");
    let assumes: Vec<&str> =
        far["assumes"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert!(assumes.contains(&"callers of parse: n is at most 50"), "{assumes:?}");
    let tests = result["units"][0]["tests"].as_array().expect("tests");
    let is_kept = |it: &Value| it["inputs"]["n"].as_i64().is_some_and(|n| (0..=50).contains(&n));
    assert!(tests.iter().all(is_kept), "{tests:#?}");
}

/// A promise and a precondition of the program's own both hold.
#[test]
fn promises_come_before_preconditions() {
    let source = format!("{PARSE}int clew_pre_parse(const char *s, int n) {{ return n != 7; }}\n");
    let toml = "[function.parse]\nnonnull = [\"s\"]\nrange = { n = [7, 8] }\n";
    let run = Run::new(&[("f.c", &source), ("clew.toml", toml)], &["f.c"]);
    let result = run.result();
    for test in result["units"][0]["tests"].as_array().expect("tests") {
        assert_eq!(test["inputs"]["n"], 8, "{test:#}");
        assert!(!test["inputs"]["s"].is_null(), "{test:#}");
    }
}

#[test]
fn told_lengths_make_findings_certain() {
    let source = "int total(int *v, int count) {\n\
        int sum = 0;\n\
        for (int i = 0; i <= count; i++)\n\
            sum += v[i];\n\
        return sum;\n\
        }\n";
    let toml = "[function.total]\nnonnull = [\"v\"]\nlength = { v = \"count\" }\n\
        range = { count = [1, 6] }\n";
    let run = Run::new(&[("f.c", source), ("clew.toml", toml)], &["f.c"]);
    let findings = run.findings("total");
    assert!(findings.contains(&found("out-of-bounds", "certain", &[])), "{findings:?}");
}

#[test]
fn suppressed_findings_are_not_shown() {
    let source = "int share(int all, int parts) { return all / parts; }\n";
    let toml = "[[suppress]]\nfile = \"f.c\"\nkind = \"division-by-zero\"\nline = 1\nreason = \"checked outside\"\n";
    let arguments = ["f.c", "--fail-on", "finding"];
    let run = Run::new(&[("f.c", source), ("clew.toml", toml)], &arguments);
    assert_eq!(run.output.status.code(), Some(0), "{}", run.stderr());
    assert!(!run.stderr().contains("division-by-zero:"), "{}", run.stderr());
    assert!(run.stderr().contains("1 finding is suppressed by clew.toml"), "{}", run.stderr());
    assert_eq!(run.result()["units"][0]["findings"][0]["suppressed"], "checked outside");
    let shown = Run::new(&[("f.c", source)], &arguments);
    assert_eq!(shown.output.status.code(), Some(1), "{}", shown.stderr());
}

/// A mistake in the settings names its line.
#[test]
fn mistakes_in_settings_have_a_line() {
    let wrong = [
        ("[function.parse]\nnonull = [\"s\"]\n", "line 2"),
        (
            "[function.parse]\n\nnonnull = [\"text\"]\n",
            "clew.toml:3: `parse` has no parameter `text`",
        ),
        ("[function.parse]\nnonnull = [\"n\"]\n", "clew.toml:2: `n` is no pointer"),
        ("[function.parse]\nrange = { s = [0, 1] }\n", "clew.toml:2: `s` is no integer"),
        ("[function.parse]\nrange = { n = [5, 1] }\n", "clew.toml:2: no value of `n`"),
        ("[[suppress]]\nkind = \"abort\"\n", "reason"),
        ("[[suppress]]\nline = 4\nreason = \"so\"\n", "names a file or a kind"),
    ];
    for (toml, message) in wrong {
        let run = Run::new(&[("f.c", PARSE), ("clew.toml", toml)], &["f.c"]);
        assert_eq!(run.output.status.code(), Some(2), "{toml}");
        assert!(run.stderr().contains(message), "{toml}: {}", run.stderr());
    }
}

/// Where there is no memory here, a device may be on the machine that the program is for.
#[test]
fn what_is_at_a_number_depends_on_the_machine() {
    let source = "unsigned peek(unsigned long address) { return *(unsigned *)address; }\n\
        unsigned table(int i) { return ((volatile unsigned *)0x40010000u)[i & 3]; }\n";
    let run = Run::new(&[("f.c", source)], &["f.c"]);
    let of_table = run.findings("table");
    assert!(!of_table.is_empty(), "it is told all the same");
    // A null pointer is none anywhere.
    let is_null = |it: &(String, String, Vec<String>)| it.0 == "null-dereference";
    for (kind, rank, depends) in
        of_table.into_iter().chain(run.findings("peek")).filter(|it| !is_null(it))
    {
        assert_eq!(rank, "depends", "{kind} {depends:?}");
    }
}

/// The size of an object is told once, also that of a single byte.
#[test]
fn sizes_are_told_once() {
    let source = "#include <stdlib.h>\nint one(int n) {\n    char *p = malloc(1);\n    if (!p)\n        \
                  return -1;\n    p[0] = 1;\n    int r = n > 3 ? p[1] : p[0];\n    free(p);\n    return r;\n}\n";
    let run = Run::new(&[("f.c", source)], &["f.c"]);
    let wanted = "read of 1 byte at offset 1 of a heap object of 1 byte (";
    assert!(run.stderr().contains(wanted), "{}", run.stderr());
}
