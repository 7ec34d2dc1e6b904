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
static int locate(const char *s, int c) {
    int i = 0;
    while (s[i] != c) { if (s[i] == 0) return -1; i++; }
    return i;
}
int top(const char *input) {
    int z = locate(input, 'a');
    if (z == -1) return -1;
    if (input[z + 1] != ':') return 1;
    return 0;
}
int is_blank(int c) { return c == ' ' || c == '\\t' || c == '\\n'; }
int sum(const int *v, int n) { int s = 0; for (int i = 0; i < n; i++) s += v[i]; return s; }
int first(const char *s) { if (!s) return -1; return s[0] == 'a'; }
struct point { int x, y; };
int limit = 10;
void push(struct point *p, int by) { if (!p) return; p->x += by; if (p->x > limit) p->x = limit; }
unsigned char upper(unsigned char c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
int find(const int *v, int n, int key) {
    if (!v || n <= 0) return -1;
    for (int i = 0; i < n && i < 3; i++) if (v[i] == key) return i;
    return -1;
}
int divide(int a, int b, int *out) { if (b == 0) return -1; if (!out) return -2; *out = a / b; return 0; }
int days(int m) {
    switch (m) { case 2: return 28; case 4: case 6: case 9: case 11: return 30; default: return 31; }
}
struct ring { unsigned char data[16]; unsigned head, count; };
int put(struct ring *r, unsigned char c) {
    if (!r) return -1;
    if (r->count == 16) return -2;
    r->data[r->head & 15] = c; r->head++; r->count++;
    return 0;
}
struct queue { int n; short v[4]; };
int add(struct queue *q, short x) { if (q->n < 0 || q->n >= 4) return -1; q->v[q->n++] = x; return 0; }
unsigned length(const char *s) { unsigned n = 0; while (s[n]) n++; return n; }
double scale(double x, double f) { if (f == 0.0) return x; return x / f; }
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
    // What a call returns is told by the call, as it is written.
    let top = summary("top");
    assert!(top.contains("returns -1 when input != NULL && locate(input, 'a') == -1"), "{top}");
    assert!(!top.contains("call#"), "{top}");
    // Ways that meet are one case, on one line.
    let blank = summary("is_blank");
    assert!(blank.contains("returns 0 when"), "{blank}");
    assert!(blank.lines().filter(|line| line.contains("returns 1 when")).count() == 1, "{blank}");
    // Members that change, characters, and bounds, each said once.
    let told = [
        ("push", "returns, p->x = limit when p != NULL && limit <"),
        ("push", "returns when p == NULL"),
        ("upper", "returns c - 32 when c >= 'a' && c <= 'z'"),
        ("upper", "returns c when c < 'a' || c > 'z'"),
        // Ways of a loop are told by what they have in common.
        ("find", "returns i, the first i < 3 with n > i && key == v[i] when v != NULL\n"),
        ("length", "returns i, the first i < 8 with s[i] == 0 when s != NULL\n"),
        ("length", "returns 8 when s != NULL && s[i] != 0 for all i < 8\n"),
        // A write to an element is one assignment, and nothing is said that follows from the rest.
        (
            "put",
            "returns 0, r->data[r->head & 0xf] = c, r->head = r->head + 1, r->count = r->count + 1",
        ),
        (
            "add",
            "returns 0, q->n = q->n + 1, q->v[q->n] = x when q != NULL && q->n >= 0 && q->n < 4\n",
        ),
        (
            "divide",
            "returns 0, *out = a / b when b != 0 && out != NULL && (a != -2147483648 || b != -1)",
        ),
        ("scale", "returns a value of x, f when a condition on f"),
    ];
    for (function, line) in told {
        let text = summary(function);
        assert!(text.contains(line), "{line}: {text}");
    }
    // Cases that do the same are one, in whatever order they were found.
    let days = summary("days");
    let rest =
        days.lines().find(|line| line.trim().starts_with("returns 31 when")).expect("a line");
    for month in [2, 4, 6, 9, 11] {
        assert!(rest.contains(&format!("m != {month}")), "{days}");
    }
    // What is assumed of the size of inputs is told once, and in no case.
    let sum = summary("sum");
    assert!(sum.contains("returns 0 when n <= 0"), "{sum}");
    assert!(!sum.contains("uint64_t"), "{sum}");
    assert!(sum.lines().all(|line| line.len() < 400), "{sum}");
}

#[test]
fn a_summary_says_what_it_rests_on() {
    const SOURCE: &str = "int g;
int same(int *a, int *b) { if (a == b && a) return 1; return 0; }
int global(int *a) { if (a == &g) return 1; return 0; }
int at_most(int a) { if (a > 3) return 3; return a; }
int *item(void);
int items(void) { int *a = item(), *b = item(); if (!a && b) return 1; return 0; }
";
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("f.c"), SOURCE).expect("a written file");
    let summary = |function: &str| {
        let arguments = ["summary", "f.c", "-f", function];
        let output = clew().current_dir(folder.path()).args(arguments).output().expect("clew");
        let json = clew_json(folder.path(), &arguments);
        (String::from_utf8(output.stdout).expect("text"), json)
    };
    let other = "  - pointers of the same type lead to different objects\n";
    let named = "  - pointers lead to no object that the program names, nor into another\n";
    for (function, cause) in [("same", other), ("global", named)] {
        let (text, json) = summary(function);
        assert!(text.contains("there may be more") && text.ends_with(cause), "{text}");
        assert_eq!(json["complete"], false, "{json}");
        assert_eq!(json["given_up"][0], cause[4..].trim_end(), "{json}");
    }
    let (text, json) = summary("at_most");
    assert!(text.contains("these are all there are"), "{text}");
    assert_eq!(json["complete"], true, "{json}");
    // Calls are told apart by their order.
    let (text, _) = summary("items");
    assert!(text.contains("returns 1 when item() == NULL && item() #2 != NULL"), "{text}");
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

/// A function whose callee has many paths; the second text has another caller, the third another callee.
fn kept_sources() -> [String; 3] {
    let source = |limit: u32, caller: &str| {
        format!(
            "static int kind(int c) {{
                 if (c < {limit}) return 0;
                 if (c == 'x') return 1;
                 if (c == 'y') return 2;
                 if (c > 200) return 3;
                 return 4;
             }}
             static int scan(const int *v, int *count) {{
                 for (int i = 0; i < 4; i++) {{
                     int k = kind(v[i]);
                     if (k == 0) return i;
                     if (k == 3) (*count)++;
                 }}
                 return -1;
             }}
             int parse(int a, int b, int c, int d) {{
                 int v[4] = {{a, b, c, d}}, count = 0;
                 int r = scan(v, &count);
                 {caller}
                 return 0;
             }}"
        )
    };
    [
        source(10, "if (r == 3 && count == 2) return 1; if (r == -1) return 2;"),
        source(10, "if (r == 2 && count == 1) return 1; if (count == 3) return 2;"),
        source(60, "if (r == 3 && count == 2) return 1; if (r == -1) return 2;"),
    ]
}

#[test]
fn summaries_are_kept_in_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = folder.path().join("kept");
    let gen_with = |source: &str, more: &[&str]| {
        std::fs::write(folder.path().join("f.c"), source).expect("a written file");
        let mut arguments = vec!["gen", "f.c", "-f", "parse", "--compose", "on", "--exhaustive"];
        arguments.extend(["--max-runs", "5000", "-b", "60s", "--no-verify", "-o", "out"]);
        arguments.extend(more);
        let result = clew_json(folder.path(), &arguments);
        let unit = &result["units"][0];
        let covered = unit["criteria"][0]["covered"].as_u64().expect("a number");
        let open = unit["criteria"][0]["open"].as_u64().expect("a number");
        (covered, open, unit["stats"]["runs"].as_u64().expect("a number"))
    };
    let [first, caller, callee] = kept_sources();
    let with = ["--summaries", "kept"];
    let files = || std::fs::read_dir(&kept).map_or(0, Iterator::count);
    let (covered, _, _) = gen_with(&first, &[]);
    assert_eq!(files(), 0, "nothing is kept unless it is asked for");
    assert_eq!(gen_with(&first, &with).0, covered);
    let after_first = files();
    assert!(after_first >= 2, "{after_first} files");
    let (again, _, _) = gen_with(&first, &with);
    assert_eq!(again, covered);
    assert_eq!(files(), after_first);
    let alone = gen_with(&caller, &[]);
    let edited = gen_with(&caller, &with);
    assert_eq!((edited.0, edited.1), (alone.0, alone.1));
    assert_eq!(files(), after_first, "the callees are the same");
    let alone = gen_with(&callee, &[]);
    let edited = gen_with(&callee, &with);
    assert_eq!((edited.0, edited.1), (alone.0, alone.1));
    assert!(files() > after_first, "a callee is another");
    // Workers share what they know.
    let mut two = with.to_vec();
    two.extend(["-j", "2"]);
    assert_eq!(gen_with(&callee, &two).0, alone.0);
}

#[test]
fn a_folder_for_summaries_that_cannot_be_made_is_a_mistake() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path());
    std::fs::write(folder.path().join("file"), "").expect("a file");
    let mut command = clew();
    command.current_dir(folder.path());
    command.args(["gen", "f.c", "-f", "clamp", "--summaries", "file/kept"]);
    let output = command.output().expect("clew");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("--summaries file/kept"));
}
