//! What a reader of a suite sees.

use crate::common::clew_json;
use std::path::Path;

/// Generates tests for files; the text of the suite of a function, which compiles and passes.
fn suite(files: &[(&str, &str)], function: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let mut arguments = vec!["gen"];
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a written file");
        arguments.push(name);
    }
    arguments.extend(["-f", function, "-o", "out"]);
    let report = clew_json(folder.path(), &arguments);
    let verified = &report["units"][0]["verified"];
    assert_eq!(verified["tests"], verified["agree"], "{verified}");
    assert_ne!(verified["tests"], 0, "{report}");
    assert_eq!(verified["left_out"]["tests"], 0, "{verified}");
    read(&folder.path().join(format!("out/test_{function}.c")))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a readable file")
}

/// The lines of the first test whose name holds a word.
fn test_named<'t>(suite: &'t str, word: &str) -> Vec<&'t str> {
    let is_start = |line: &&str| line.starts_with("static void test_") && line.contains(word);
    let lines = suite.lines().skip_while(|line| !is_start(line)).skip(1);
    lines.take_while(|line| *line != "}").map(str::trim).collect()
}

#[test]
fn a_null_pointer_has_no_object_beside_it() {
    let source = "struct pair { int *first; int n; };\n\
                  int total(struct pair *p) { return *p->first + p->n; }\n";
    let suite = suite(&[("f.c", source)], "total");
    let body = test_named(&suite, "null_dereference");
    assert_eq!(body, ["struct pair *p = NULL;", "(void)total(p);"]);
}

#[test]
fn characters_are_words_in_names_and_texts_are_literals() {
    let source = "int kind(const char *s) { if (*s == ';') return 1; return s[1] == 'b'; }\n";
    let suite = suite(&[("f.c", source)], "kind");
    assert!(suite.contains("test_kind_line1_s_eq_semicolon_true"), "{suite}");
    assert_eq!(test_named(&suite, "s_eq_semicolon_true")[0], "char s[9] = \";\";");
}

#[test]
fn a_stream_is_opened_where_it_is_passed() {
    let source = "#include <stdio.h>\n\
                  int first(FILE *in) { return in && getc(in) == 'x' ? 1 : 0; }\n";
    let suite = suite(&[("f.c", source)], "first");
    assert_eq!(test_named(&suite, "getc_in_eq_x_true")[0], "FILE *in = clew_file(\"x\", 1);");
    assert!(suite.contains("FILE *in = NULL;"), "{suite}");
}

/// A call by address might lead to a file that the tests do not include: its globals are none of
/// theirs.
#[test]
fn globals_of_files_that_are_not_included_are_left_alone() {
    let one = "int twice(int (*f)(int), int x) { return f && f(x) > 3 ? 2 * x : x; }\n\
               static int up(int x) { return x + 1; }\n\
               int start(int x) { return twice(up, x); }\n";
    let other = "static int level = 2;\n\
                 static int raise(int x) { return x + level++; }\n\
                 int (*hook)(int) = raise;\n";
    let suite = suite(&[("one.c", one), ("other.c", other)], "start");
    assert!(!suite.contains("level"), "{suite}");
}

/// The tests have functions of their own, such as `clew_print`.
#[test]
fn functions_without_a_body_may_have_any_name() {
    let source = "#include <stdio.h>\n\
                  extern int print(int n);\nextern int file(FILE *in);\n\
                  int f(FILE *in, int n) { return print(n) > 3 && getc(in) == 'a' ? file(in) : 0; }\n";
    let suite = suite(&[("f.c", source)], "f");
    assert!(suite.contains("clew_calls_print.count = 1;"), "{suite}");
}
