//! `clew label --instrument`: the written C compiles without warnings, behaves as the original,
//! and has the labels.

use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const FORMS: [&str; 4] = ["annotate", "direct", "tight", "idl"];
const CRITERIA: &str = "function,statement,branch,decision,condition,dcc,mcc,wm,rte";
const STRICT: [&str; 3] = ["-Wall", "-Wextra", "-Werror"];

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a written file");
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a readable file")
}

fn clew(folder: &Path, arguments: &[&str]) -> Output {
    let output = crate::common::clew().args(arguments).current_dir(folder).output().expect("a run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// Writes labels into `f.c`; what is said about it.
fn instrument(folder: &Path, form: &str, criteria: &str) -> String {
    let output = clew(folder, &["label", "f.c", "--instrument", form, "-c", criteria, "-o", form]);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The file as written, without the two lines in front.
fn body(folder: &Path, form: &str) -> String {
    let text = read(&folder.join(form).join("f.c"));
    text.lines().skip(2).collect::<Vec<_>>().join("\n")
}

/// The left side may become `a`, or either `x`; the outer one has no name where the inner one is read.
#[test]
fn a_label_reads_no_variable_by_the_name_of_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "int f(int a, int x) {\n    int r = a;\n    {\n        int x = 3 * a;\n        \
                  r = x;\n    }\n    return r + x;\n}\n";
    write(folder.path(), "f.c", source);
    let said = instrument(folder.path(), "annotate", "wm:lvr");
    assert!(said.contains("2 labels"), "{said}");
    assert!(said.contains("1 objectives left out: they read variables that are hidden"), "{said}");
    assert_eq!(body(folder.path(), "annotate").matches("(x != x)").count(), 1);
}

#[test]
fn each_form_is_that_of_the_paper() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "int f(int a, int b) {\n    if (a && b)\n        a = a / b;\n    return a;\n}\n";
    write(folder.path(), "f.c", source);
    let body = |form: &str, criterion: &str| {
        instrument(folder.path(), form, criterion);
        body(folder.path(), form)
    };
    let line = |text: String, number: usize| text.lines().nth(number - 1).unwrap_or("").to_owned();
    assert_eq!(
        line(body("annotate", "wm:aor"), 3),
        "        { clew_label((a / b) != (a + b), \"wm:1\"); clew_label((a / b) != (a - b), \
         \"wm:2\"); clew_label((a / b) != (a * b), \"wm:3\"); clew_label((a / b) != (a % b), \
         \"wm:4\"); a = a / b; }"
    );
    assert_eq!(
        line(body("direct", "branch"), 2),
        "    if (((a) ? (clew_covered(1), 1) : (clew_covered(2), 0)) && ((b) ? (clew_covered(3), \
         1) : (clew_covered(4), 0)))"
    );
    assert_eq!(
        line(body("direct", "rte"), 3),
        "        { if (b == 0) { clew_covered(1); } if ((a == (-2147483647 - 1)) & (b == (-1))) { \
         clew_covered(2); } a = a / b; }"
    );
    assert_eq!(
        line(body("tight", "statement"), 4),
        "    if (clew_choice()) { clew_require(1); clew_stop(3); } return a;"
    );
    assert_eq!(
        line(body("idl", "statement"), 4),
        "    if (clew_choice() && !clew_is_covered(3)) { clew_require(1); clew_set_covered(3); \
         clew_stop(3); } return a;"
    );
    // All that is added is on the lines that are there.
    assert_eq!(body("direct", CRITERIA).lines().count(), source.lines().count());
    let header = read(&folder.path().join("direct/clew_labels.h"));
    assert!(header.contains("   1 function:1 at f.c:1:1: f is called"), "{header}");
}

#[test]
fn predicates_are_total() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "struct s { int x; };\nint t[4];\n\
        int f(int a, int b, struct s *p, int *v) {\n\
        int r = 0;\n\
        r = a / b;\n\
        if (b && p->x) r++;\n\
        r = t[3 - a];\n\
        if (b && v[a]) r++;\n\
        return r << a;\n}\n";
    write(folder.path(), "f.c", source);
    let said = instrument(folder.path(), "direct", "wm,mcc");
    let text = body(folder.path(), "direct");
    let line = |number: usize| text.lines().nth(number - 1).unwrap_or("");
    // What an index of a pointer leads to cannot be asked for.
    assert!(said.contains("could fault in a way that C cannot ask for"), "{said}");
    assert!(!line(8).contains("(!b) & (!(!v[a]))"), "{}", line(8));
    for (number, guard) in [
        (5, "b != 0 && !(a == (-2147483647 - 1) && b == -1)"),
        (6, "p != 0 && ("),
        (7, "< 4 && ("),
        (9, "< 32 && ("),
    ] {
        assert!(line(number).contains(guard), "{guard}: {}", line(number));
    }
    // Null pointers, divisors of 0 and indices out of bounds: nothing changes.
    let main = "#include <stdio.h>\nstruct s { int x; };\nint f(int, int, struct s *, int *);\n\
        int main(void) { int v[4] = {0}; printf(\"%d\\n\", f(3, 1, &(struct s){1}, v) + \
        f(0, -1, &(struct s){0}, v)); return 0; }\n";
    write(folder.path(), "main.c", main);
    let run = |file: &str, flags: &[&str]| {
        let program = folder.path().join("program");
        let mut gcc = Command::new("gcc");
        gcc.args(["-fsanitize=undefined", "-fno-sanitize-recover=all", file, "main.c", "-o"]);
        let built = gcc.arg(&program).args(flags).current_dir(folder.path()).output();
        let built = built.expect("gcc");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        Command::new(&program).output().expect("a run")
    };
    let (own, labelled) = (run("f.c", &[]), run("direct/f.c", &[]));
    assert_eq!((own.status.code(), own.stdout), (Some(0), labelled.stdout));
    assert_eq!(labelled.stderr, b"");
}

/// Mutants change integers that become pointers, and choose other pointers of an array: whether those
/// lead anywhere nothing in C tells.
#[test]
fn pointers_that_the_program_does_not_follow_are_not_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "#include <stdint.h>\n#include <stdio.h>\n\
        struct node { int v; };\n\
        int main(int argc, char **argv) {\n\
        struct node a = {5}, b = {6}, *wild = (struct node *)8, *all[3] = {wild, &b, wild};\n\
        uintptr_t tagged = (uintptr_t)&a | 1;\n\
        int r = ((struct node *)(tagged & ~(uintptr_t)1))->v;\n\
        r += argv && all[argc + 1 - 1]->v > r;\n\
        r = r + all[argc - 1 + 1]->v;\n\
        printf(\"%d\\n\", r);\n\
        return 0;\n}\n";
    let path = folder.path().join("f.c");
    write(folder.path(), "f.c", source);
    for form in FORMS {
        for compiler in ["gcc", "clang"] {
            assert_eq!(check(&path, form, compiler), None);
        }
    }
}

#[test]
fn side_effects_happen_once_and_in_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "#include <stdio.h>\n\
        static int n;\n\
        static int next(int x) { printf(\"%d \", x); return n++ < x; }\n\
        int main(void) {\n\
        int i = 0, k = 5, *p = &k;\n\
        for (int j = next(1) + 2; j-- > 0 && next(j); i += j) k = i++ + k * 2;\n\
        while (i++ < 4 || (p && next(*p) && i < 9)) *p = next(i) ? i : next(2) ? k : 3;\n\
        do switch (i++ % 4) { case 1: k += i; break; case 2 ... 3: k--; break; default: ; }\n\
        while (next(i) && i < 12);\n\
        int q = next(9) && !next(8), r = q ? 3 : next(7) ? : 6;\n\
        printf(\"%d %d %d %d %d\\n\", i, k, n, q, r);\n\
        return k & 63;\n}\n";
    write(folder.path(), "f.c", source);
    for form in FORMS {
        instrument(folder.path(), form, CRITERIA);
    }
    let run = |file: &str, compiler: &str| {
        let program = folder.path().join("program");
        let mut command = Command::new(compiler);
        command.args(STRICT).arg(file).arg("-o").arg(&program).current_dir(folder.path());
        let built = command.output().expect("a compiler");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        let output = Command::new(&program).output().expect("a run");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let own = run("f.c", "gcc");
    for form in FORMS {
        for compiler in ["gcc", "clang"] {
            assert_eq!(run(&format!("{form}/f.c"), compiler), own, "{form} {compiler}");
        }
    }
}

/// The names of objectives that a campaign covers.
fn covered(folder: &Path, arguments: &[&str], key: &str) -> BTreeSet<String> {
    let more = ["--format", "json", "--no-verify", "-b", "60s"];
    let output = clew(folder, &[&["gen"], arguments, &more[..]].concat());
    let report: Json = serde_json::from_slice(&output.stdout).expect("JSON");
    let objectives = report["units"][0]["objectives"].as_array().expect("objectives").clone();
    let is_covered = |it: &&Json| it["status"] == "covered";
    let name = |it: &Json| it[key].as_str().expect("a name").to_owned();
    objectives.iter().filter(is_covered).map(name).collect()
}

const ROUND_TRIP: &str = "int limit = 10;
int f(int a, int b, unsigned char c) {
    int r = 0;
    if (a > b && (c == 3 || b < limit))
        r = a - b;
    else if (a == 7)
        r = a * c;
    while (r > limit && a-- > 0)
        r = r / 2 + b;
    switch (c % 4) {
    case 0: r++; break;
    case 1: r = b % 5; break;
    default: break;
    }
    return r > 0 ? r : -r;
}
";

#[test]
fn annotated_code_has_the_same_labels() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "f.c", ROUND_TRIP);
    for criterion in ["statement", "branch", "decision", "condition", "mcc", "wm:aor+ror+cor"] {
        let said = instrument(folder.path(), "annotate", criterion);
        let own = covered(folder.path(), &["f.c", "-f", "f", "-c", criterion], "id");
        let found = covered(folder.path(), &["annotate/f.c", "-f", "f", "-c", "labels"], "text");
        // What could not be placed is missing, and nothing else.
        let left_out: usize = said.lines().skip(1).map(first_number).sum();
        assert!(found.is_subset(&own), "{criterion}: {:?}", found.difference(&own));
        assert!(own.len() - found.len() <= left_out, "{criterion}: {:?}", own.difference(&found));
        assert!(left_out * 4 <= own.len(), "{criterion}: {said}");
    }
}

fn first_number(line: &str) -> usize {
    line.split(' ').next().and_then(|it| it.parse().ok()).unwrap_or(0)
}

/// The labels of `f.c` that runs of a written form come to, as its header numbers them.
fn reached(folder: &Path, form: &str, flags: &str) -> BTreeSet<String> {
    let header = read(&folder.join(form).join("clew_labels.h"));
    let name = |number: &str| {
        let line = header.lines().find(|it| it.starts_with(&format!("   {number} ")));
        line.and_then(|it| it.split_whitespace().nth(1)).expect("a label").to_owned()
    };
    let file = format!("{form}/f.c");
    // Each place where a label is covered becomes a statement of its own.
    let flags = format!("--cflags=-include ../seen.h {flags}");
    write(
        folder,
        "seen.h",
        "void clew_label(int, ...);\n#define CLEW_COVERED(n) clew_label(1, #n)\n",
    );
    let flags = flags.replace("../seen.h", &folder.join("seen.h").display().to_string());
    let seen = covered(folder, &[&file, "-f", "f", "-c", "labels", &flags], "text");
    seen.iter().map(|it| name(it)).collect()
}

#[test]
fn the_other_forms_lead_to_the_same_labels() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "f.c", ROUND_TRIP);
    for (form, flags) in [
        ("direct", ""),
        ("tight", "-DCLEW_CHOICE=__VERIFIER_nondet_int"),
        (
            "idl",
            "-DCLEW_CHOICE=__VERIFIER_nondet_int -Dclew_is_covered(n)=0 -Dclew_set_covered(n)=((void)0)",
        ),
    ] {
        for criterion in ["branch", "mcc"] {
            let said = instrument(folder.path(), form, criterion);
            let own = covered(folder.path(), &["f.c", "-f", "f", "-c", criterion], "id");
            let left_out: usize = said.lines().skip(1).map(first_number).sum();
            let found = reached(folder.path(), form, flags);
            assert!(found.is_subset(&own), "{form} {criterion}: {:?}", found.difference(&own));
            let missing = own.len() - found.len();
            assert!(missing <= left_out, "{form} {criterion}: {:?}", own.difference(&found));
        }
    }
}

/// Functions of integers, and rows of arguments. In each, some predicates would fault: mutants that
/// divide, conditions that follow null or leave an array, a variable without a value.
const FAULTING: [(&str, &[&str]); 4] = [
    (
        "int f(int a, int b, int c) {
    int r = a * b;
    r = r + a - c;
    if (r > c || c == 0)
        r = r - b;
    return r;
}",
        &["5,0,0", "5,0,3", "-2147483647,-1,1", "7,2,9", "0,0,0", "-3,5,-1"],
    ),
    (
        "int f(int a, int b, int c) {
    int t[4] = {4, 3, 2, 1}, r = 0;
    if (a >= 0 && a < 4 && t[a] > b)
        r = t[a & 3] * c;
    r += t[(a + c) & 3];
    return r;
}",
        &["9,1,1", "-1,0,2", "3,0,5", "2,2,2", "0,-5,7", "1000000000,0,0"],
    ),
    (
        "struct s { int x; };
int f(int a, int b, int c) {
    struct s one = {a};
    struct s *p = b ? &one : 0;
    if (p && p->x > c)
        p->x = c * 2;
    return p ? p->x : c;
}",
        &["5,0,3", "5,1,3", "1,1,3", "0,0,0"],
    ),
    (
        "int f(int a, int b, int c) {
    int u, r = 0;
    if (b > 0)
        u = a - 3;
    if (b > 0 && u > c)
        r = u << (c & 7);
    while (r > 100 && c-- > -5)
        r = r / 3 % 50;
    return r;
}",
        &["9,0,1", "9,1,1", "300,2,5", "2,1,4", "90,1,7"],
    ),
];

/// Conditions that macros write: with and without parentheses, at the beginning of a decision and
/// further behind, as a part of an expression that goes on, from an argument, and in a macro of a macro.
const MACROS: (&str, &[&str]) = (
    "#define IS_DIGIT(c) ((c) >= '0' && (c) <= '9')
#define NEGATIVE(x) ((x) < 0)
#define LESS a < b
#define ASSIGNS r = b
#define CHECK(e) if (!(e)) return -1
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define EITHER(a, b) NEGATIVE(a) || NEGATIVE(b)
#define LIMIT 10
int f(int a, int b, int c) {
    int r = 0;
    CHECK(a > b - 100);
    if (IS_DIGIT(c) || NEGATIVE(a)) b++;
    if (LESS + 1) b--;
    if (LESS && NEGATIVE(c)) r++;
    if (EITHER(a, b)) r += 2;
    if (a < LIMIT && b > LIMIT) a = MAX(a, b) + LIMIT;
    if (ASSIGNS < 3) r++;
    while (NEGATIVE(b)) b++;
    r = NEGATIVE(a) ? r - LIMIT : r * LIMIT;
    return NEGATIVE(c) + a + b + r;
}",
    &["5,1,48", "-5,-2,60", "1,3,-1", "0,300,0", "3,20,57", "7,7,58", "-1,20,-9"],
);

/// The labels that compiled code covers are those of the score, also where predicates would fault and
/// in macros; sanitizers see nothing.
#[test]
fn compiled_labels_agree_with_the_score() {
    for (source, rows) in FAULTING.into_iter().chain([MACROS]) {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        write(folder, "f.c", &format!("{source}\n"));
        write(folder, "t.csv", &format!("a,b,c\n{}\n", rows.join("\n")));
        let score =
            clew(folder, &["score", "f.c", "t.csv", "-f", "f", "-c", CRITERIA, "--format", "json"]);
        let score: Json = serde_json::from_slice(&score.stdout).expect("JSON");
        assert_eq!(score["units"][0]["cut_short"].as_array().map(Vec::len), Some(0));
        let scored: BTreeSet<String> = score["units"][0]["objectives"]
            .as_array()
            .expect("objectives")
            .iter()
            .filter(|it| it["status"] == "covered")
            .map(|it| it["id"].as_str().expect("a name").to_owned())
            .collect();
        instrument(folder, "direct", CRITERIA);
        let own = run_rows(folder, "f.c", rows);
        let labelled = run_rows(folder, "direct/f.c", rows);
        let values = |lines: &[String]| -> Vec<String> {
            lines.iter().filter(|it| it.starts_with('=')).cloned().collect()
        };
        assert_eq!(values(&own), values(&labelled), "{source}");
        let listed = listed(folder, "direct");
        let seen: BTreeSet<&str> = labelled
            .iter()
            .filter_map(|line| line.strip_prefix("label "))
            .map(|number| listed[number.parse::<usize>().expect("a number") - 1].as_str())
            .collect();
        for name in &listed {
            assert_eq!(seen.contains(name.as_str()), scored.contains(name), "{name}: {source}");
        }
        assert!(seen.len() > 20 && seen.len() < listed.len(), "{source}");
    }
}

/// A label stands at the use of a macro that wrote all of an expression: `NEGATIVE(c)`, but not at
/// `IS_DIGIT(c)` for one of its two conditions.
#[test]
fn uses_of_macros_have_labels() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "f.c", &format!("{}\n", MACROS.0));
    instrument(folder.path(), "direct", "branch");
    let text = body(folder.path(), "direct");
    let has = |part: &str| assert!(text.contains(part), "{part}: {text}");
    has("    if (IS_DIGIT(c) || ((NEGATIVE(a)) ? (clew_covered(");
    has("    if (((LESS + 1) ? (clew_covered(");
    has("    while (((NEGATIVE(b)) ? (clew_covered(");
    has("    CHECK(a > b - 100);\n");
    has("    if (EITHER(a, b)) r += 2;\n");
    instrument(folder.path(), "direct", "decision");
    let text = body(folder.path(), "direct");
    assert!(text.contains("    if (((IS_DIGIT(c) || NEGATIVE(a)) ? (clew_covered("), "{text}");
}

/// The names of the labels in a header, in order.
fn listed(folder: &Path, form: &str) -> Vec<String> {
    let header = read(&folder.join(form).join("clew_labels.h"));
    let lines = header.lines().skip_while(|it| !it.starts_with("/* The labels:")).skip(1);
    let lines = lines.take_while(|it| !it.starts_with("*/"));
    lines.map(|it| it.split_whitespace().nth(1).expect("a name").to_owned()).collect()
}

/// What a function gives for rows of arguments, and the labels it comes to, line by line.
fn run_rows(folder: &Path, file: &str, rows: &[&str]) -> Vec<String> {
    let calls: String = rows.iter().map(|row| format!("printf(\"= %d\\n\", f({row}));")).collect();
    let main = format!(
        "#include <stdio.h>\nint f(int, int, int);\nvoid seen(int n);\n\
         void seen(int n) {{ printf(\"label %d\\n\", n); }}\nint main(void) {{ {calls} return 0; }}\n"
    );
    write(folder, "main.c", &main);
    write(folder, "seen.h", "void seen(int n);\n#define CLEW_COVERED(n) seen(n)\n");
    let program = folder.join("program");
    let built = Command::new("gcc")
        .args(["-include", "seen.h", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"])
        .args([file, "main.c", "-o"])
        .arg(&program)
        .current_dir(folder)
        .output()
        .expect("gcc");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let output = Command::new(&program).output().expect("a run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

/// The programs of `tests/run` that are one file.
fn programs() -> Vec<PathBuf> {
    let mut all = Vec::new();
    let mut folders = vec![crate::common::corpus().join("run")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "c")
                && read_lossy(&path).contains("int main")
                && crate::common::Header::read(&path).get("files").is_none()
            {
                all.push(path);
            }
        }
    }
    all.sort();
    all
}

fn read_lossy(path: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(path).expect("a readable file")).into_owned()
}

/// Compiles a program; `None` where the compiler does not take it.
fn compile(compiler: &str, source: &Path, path: &Path, flags: &[String], to: &Path) -> Option<()> {
    let mut command = Command::new(compiler);
    command.args(flags).arg("-I").arg(path.parent().expect("a folder"));
    command.arg(source).arg("-o").arg(to).arg("-lm");
    let output = command.output().expect("a compiler");
    output.status.success().then_some(())
}

fn run(program: &Path, header: &crate::common::Header, folder: &Path) -> (Option<i32>, Vec<u8>) {
    use std::io::Write as _;
    let mut child = Command::new(program)
        .args(header.words("args"))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a run");
    // A program that reads nothing closes the pipe.
    let _ = child.stdin.take().expect("a pipe").write_all(&header.stdin());
    let output = child.wait_with_output().expect("a run");
    (output.status.code(), output.stdout)
}

/// Checks one program in one form with one compiler: what is wrong, if anything is.
fn check(path: &Path, form: &str, compiler: &str) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let header = crate::common::Header::read(path);
    let own_flags = header.words("cflags");
    let strict: Vec<String> =
        STRICT.iter().map(ToString::to_string).chain(own_flags.clone()).collect();
    let program = folder.path().join("own");
    // Programs that have warnings themselves show only that the result behaves.
    let flags = match compile(compiler, path, path, &strict, &program) {
        Some(()) => strict,
        None => std::iter::once("-w".to_owned()).chain(own_flags).collect(),
    };
    compile(compiler, path, path, &flags, &program)?;
    let cflags = format!("--cflags={}", header.get("cflags").unwrap_or(""));
    let path_text = path.display().to_string();
    let arguments =
        ["label", &path_text, "--instrument", form, "-c", CRITERIA, "-o", "out", &cflags];
    clew(folder.path(), &arguments);
    let written = folder.path().join("out").join(path.file_name().expect("a name"));
    if !written.exists() {
        return None;
    }
    let labelled = folder.path().join("labelled");
    if compile(compiler, &written, path, &flags, &labelled).is_none() {
        return Some(format!("{path_text} as {form} does not compile with {compiler} {flags:?}"));
    }
    let runs = [&program, &labelled].map(|program| run(program, &header, folder.path()));
    let is_same = runs[0] == runs[1];
    (!is_same).then(|| format!("{path_text} as {form} with {compiler} behaves otherwise"))
}

/// Every eighth program of the corpus, each in one form, with one compiler.
#[test]
fn the_corpus_compiles_and_behaves_as_before() {
    let programs = programs();
    let sample = programs.iter().step_by(8).enumerate();
    let wrong = sample.filter_map(|(at, path)| {
        check(path, FORMS[at % FORMS.len()], ["gcc", "clang"][at / FORMS.len() % 2])
    });
    assert_eq!(wrong.collect::<Vec<_>>(), [""; 0]);
}

#[test]
#[ignore = "takes a quarter of an hour: every program, every form, both compilers"]
fn the_whole_corpus_compiles_and_behaves_as_before() {
    let mut wrong = Vec::new();
    for path in programs() {
        for form in FORMS {
            wrong.extend(["gcc", "clang"].iter().filter_map(|it| check(&path, form, it)));
        }
    }
    assert_eq!(wrong, [""; 0]);
}
