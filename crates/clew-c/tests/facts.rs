//! What declarations say beside types: the facts of functions and of their parameters.

use clew_c::{Frontend, Options};
use clew_ir::Program;

/// The program of files with these names; the C files are the units.
fn program(files: &[(&str, &str)]) -> Program {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a written file");
    }
    let units = files.iter().filter(|(name, _)| name.ends_with(".c"));
    let units: Vec<_> = units.map(|(name, _)| folder.path().join(name)).collect();
    let mut frontend = Frontend::new(&Options::default()).expect("clang");
    frontend.add_files(&units).expect("a program");
    frontend.finish().expect("a linked program")
}

/// Checks the facts of the function `f` of one unit.
#[track_caller]
fn check(source: &str, expected: &[&str]) {
    check_in(&program(&[("unit.c", source)]), "f", expected);
}

#[track_caller]
fn check_in(program: &Program, function: &str, expected: &[&str]) {
    let id = program.function(function).expect("the function");
    assert_eq!(program.functions[id].facts.lines(), expected);
}

#[test]
fn a_pointer_to_const_is_told_by_its_type() {
    check("struct s; int f(struct s *constant, int const_count);", &[]);
    check("int f(const char *text, char *const end);", &["text: to const"]);
    check("int f(char const *, int);", &["parameter 1: to const"]);
    check("int f(const char **names, char *const *others);", &["others: to const"]);
    check("int f(void (*call)(const char *), const int *n);", &["n: to const"]);
    check("int f(const int v[], const int m[][3]);", &["v: to const", "m: to const"]);
}

#[test]
fn typedefs_hide_no_qualifier() {
    check("typedef const char *text; int f(text t);", &["t: to const"]);
    check("typedef const char letter; int f(letter *t);", &["t: to const"]);
    check("typedef const int row[3]; typedef row same; int f(same *t);", &["t: to const"]);
    check("typedef char *text; int f(const text t);", &[]);
    check(
        "int g(void) { typedef const int t; t x = 1; return x; } typedef int t; int f(t *p);",
        &[],
    );
}

#[test]
fn definitions_have_facts_too() {
    check("int f(const char *text) { return *text; }", &["text: to const"]);
    check("int f(n, text) int n; const char *text; { return text[n]; }", &["text: to const"]);
    check("int f(); int f(const char *text);", &["text: to const"]);
    check("int f(const int *); int f(const int *list) { return *list; }", &["list: to const"]);
}

#[test]
fn restrict_and_nonnull_on_parameters() {
    check("void f(int *restrict a, int *__restrict b, int *c);", &["a: restrict", "b: restrict"]);
    check("void f(int *a __attribute__((nonnull)), int *b);", &["a: nonnull"]);
    check("void f(int *_Nonnull a, int *_Nullable b);", &["a: nonnull"]);
}

#[test]
fn nonnull_of_a_function_means_its_pointers_or_those_it_lists() {
    let all = "__attribute__((nonnull))";
    check(&format!("void f(int *a, int n, char *b) {all};"), &["a: nonnull", "b: nonnull"]);
    check("void f(int *a, int *b, int *c) __attribute__((nonnull(1, 3)));", {
        &["a: nonnull", "c: nonnull"]
    });
    check("void f(int *a, int *b) __attribute__((__nonnull__(2)));", &["b: nonnull"]);
    check(&format!("void f(int *); {all} void f(int *a); void f(int *a) {{ *a = 1; }}"), {
        &["a: nonnull"]
    });
}

#[test]
fn macros_make_nonnull_attributes() {
    let check = |define: &str, used: &str, expected: &[&str]| {
        check(&format!("#define {define}\nvoid f(int *a, int *b, int *c) {used};"), expected);
    };
    check("ALL __attribute__((nonnull))", "ALL", &["a: nonnull", "b: nonnull", "c: nonnull"]);
    check("ENDS __attribute__((nonnull(1, 3)))", "ENDS", &["a: nonnull", "c: nonnull"]);
    check("NN(...) __attribute__((nonnull(__VA_ARGS__)))", "NN(1, 2)", {
        &["a: nonnull", "b: nonnull"]
    });
    check("NN(p) __attribute__((__nonnull__ p))", "NN((2, 3))", &["b: nonnull", "c: nonnull"]);
    check("NN(i) __attribute__((nonnull(i)))", "NN(2)", &["b: nonnull"]);
    // Which of the arguments is meant, the text does not tell.
    check("NN(i, j) __attribute__((nonnull(j)))", "NN(1, 2)", &[]);
    check("NN(i) __attribute__((nonnull(i + 1)))", "NN(1)", &[]);
}

#[test]
fn results_and_weak_declarations() {
    check(
        "int *f(void) __attribute__((returns_nonnull));",
        &[
            "result: nonnull",
            "calls not followed: an attribute that may change what compilers make of the code",
        ],
    );
    check("int *_Nonnull f(void);", &["result: nonnull"]);
    check("int f(void) __attribute__((weak));", &["declared weak"]);
    check("int f(void);\n#pragma weak f\nint f(void);", &["declared weak"]);
    check("int f(void);", &[]);
}

#[test]
fn declarations_of_several_units_add_up() {
    let program = program(&[
        ("a.c", "int f(int *); int a(int *p) { return f(p); }"),
        ("b.c", "int f(int *restrict list) __attribute__((nonnull)); int b(void) { return 0; }"),
    ]);
    check_in(&program, "f", &["list: restrict, nonnull"]);
}

#[test]
fn numbers_are_lengths() {
    check("int f(int v[4], int m[0x10][3], int *w[2]) { return v[0] + m[0][0] + *w[0]; }", {
        &["v: 4 elements", "m: 16 elements", "w: 2 elements"]
    });
    check("int f(int v[static 4], int m[const static 2][3]);", {
        &["v: at least 4 elements", "m: at least 2 elements"]
    });
    check("int f(int v[], int (*rows)[3], int (*call)(int v[3])) { return 0; }", &[]);
    check("int f(v) int v[3]; { return v[0]; }", &["v: 3 elements"]);
}

#[test]
fn a_macro_means_what_it_means_at_the_function() {
    let source = "
        #ifdef SMALL
        #define N 4
        #else
        #define N 8
        #endif
        int f(int *v);
        int f(int v[N]) { return v[0]; }
        #undef N
        #define N(x) (x + sizeof(int))
        int g(int v[N(3)], int w[static N(1) - 2]) { return v[0]; }
        #undef N
        #define N 2
    ";
    let program = program(&[("unit.c", source)]);
    check_in(&program, "f", &["v: 8 elements"]);
    check_in(&program, "g", &["v: 7 elements", "w: at least 3 elements"]);
}

#[test]
fn clang_evaluates_lengths() {
    check("enum { K = 5 }; int f(int v[K * 2]) { return v[0]; }", &["v: 10 elements"]);
    check("typedef int row[7]; int f(const row r) { return r[0]; }", {
        &["r: 7 elements, to const"]
    });
    check("typedef struct { int x; } one[1]; int f(one p, int (v)[1 + 1]) { return p->x; }", {
        &["p: 1 elements", "v: 2 elements"]
    });
    check("#define ARRAY(name) int name[6 / 2]\nint f(ARRAY(v)) { return v[0]; }", {
        &["v: 3 elements"]
    });
}

#[test]
fn a_length_may_be_a_parameter() {
    check("int f(int n, int v[n], int w[static n]) { return v[0] + w[0]; }", {
        &["v: n elements", "w: at least n elements"]
    });
    check("int f(int k, short n, int m[(n)][k]) { return m[0][0]; }", &["m: n elements"]);
    check("int f(int n, int v[n + 1]) { return v[0]; }", &[]);
    check("int n; int f(int v[n]) { return v[0]; }", &[]);
    check("enum { n = 3 }; int f(int v[n], int n) { return v[0]; }", &["v: 3 elements"]);
}

#[test]
fn headers_are_asked_for_each_time_they_are_included() {
    let program = program(&[
        ("size.h", "#define PLUS(x) (x + 1)\n"),
        ("body.h", "#include \"size.h\"\nstatic int NAME(int v[PLUS(N)]) { return v[0]; }\n"),
        (
            "unit.c",
            "#define NAME three\n#define N 2\n#include \"body.h\"\n#undef NAME\n#undef N\n\
             #define NAME nine\n#define N 8\n#include \"body.h\"\n\
             int f(int v[N]) { return three(v) + nine(v); }\n",
        ),
    ]);
    check_in(&program, "three", &["v: 3 elements"]);
    check_in(&program, "nine", &["v: 9 elements"]);
    check_in(&program, "f", &["v: 8 elements"]);
}

#[test]
fn a_length_that_looks_like_a_call_has_no_effect() {
    let program =
        program(&[("unit.c", "#define ROUND(n) (n + 1)\nint f(int v[ROUND(3)]) { return v[0]; }")]);
    let f = program.function("f").expect("the function");
    assert!(program.functions[f].body.is_ok());
    check_in(&program, "f", &["v: 4 elements"]);
}

#[test]
fn typedefs_name_records_without_a_tag() {
    let program = program(&[(
        "unit.c",
        "typedef struct { int x; } *to_it, point, other; typedef point again;
         typedef const union { int a; } frozen;
         typedef struct { int y; } __hidden; typedef struct tag { int z; } named;
         struct { int w; } lone;
         int f(void) { typedef struct { int v; } inner; inner i = {1}; return i.v; }",
    )]);
    let records = program.types.records.iter();
    let records = records.filter(|it| !it.fields.is_empty() && it.name != "__va_list_tag");
    let names: Vec<_> = records
        .map(|it| (it.fields[0].name.as_str(), it.name.as_str(), it.typedef.as_deref()))
        .collect();
    let expected = [
        ("x", "", Some("point")),
        ("a", "", Some("frozen")),
        ("y", "", None),
        ("z", "tag", None),
        ("w", "", None),
        ("v", "", None),
    ];
    assert_eq!(names, expected);
}

#[test]
fn what_happens_at_the_end_of_a_scope_is_known_by_its_place() {
    let source = "void drop(int *p); \
                  void f(int n) { if (n) { int a __attribute__((cleanup(drop))) = n; n = a; } }";
    let program = program(&[("unit.c", source)]);
    let f = program.function("f").expect("the function");
    let body = program.functions[f].body.as_ref().expect("a body");
    let ends: Vec<_> = body.scope_ends.iter().map(|span| span.start as usize).collect();
    let braces: Vec<_> = source.match_indices('}').map(|(at, _)| at).collect();
    assert_eq!(ends, braces);
    let statements = body.blocks.iter().flat_map(|block| &block.statements);
    let made = statements.filter(|it| body.scope_ends.contains(&it.span)).count();
    assert!(made >= 1, "the call of the cleanup");
}
