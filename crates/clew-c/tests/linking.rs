//! Several units: which declarations name the same thing, and what is an error.

use clew_c::{CError, Frontend, Options};
use clew_ir::{Linkage, NoBody, Program};

pub(crate) fn link(sources: &[&str]) -> Result<Program, CError> {
    link_with("", sources)
}

/// The same with flags.
pub(crate) fn link_with(cflags: &str, sources: &[&str]) -> Result<Program, CError> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files: Vec<_> = sources
        .iter()
        .enumerate()
        .map(|(index, source)| {
            let file = folder.path().join(format!("unit{index}.c"));
            std::fs::write(&file, source).expect("a written file");
            file
        })
        .collect();
    let options = Options { cflags: cflags.to_owned(), ..Options::default() };
    let mut frontend = Frontend::new(&options)?;
    frontend.add_files(&files)?;
    frontend.finish()
}

#[test]
fn two_definitions_are_an_error() {
    let error = link(&["int f(void) { return 1; }", "int f(void) { return 2; }"]);
    let Err(CError::Link { message, places }) = error else { panic!("{error:?}") };
    assert!(message.contains("`f`"), "{message}");
    assert!(places[0].contains("unit0.c:1") && places[1].contains("unit1.c:1"), "{places:?}");
    assert!(link(&["int x = 1;", "int x = 2;"]).is_err());
}

#[test]
fn statics_are_their_units_own() {
    let program = link(&[
        "static int f(void) { return 1; } int a(void) { return f(); }",
        "static int f(void) { return 2; } int b(void) { return f(); }",
    ])
    .expect("a program");
    let named = program.functions.iter().filter(|f| f.name == "f" && f.body.is_ok());
    assert_eq!(named.count(), 2);
}

#[test]
fn tentative_and_weak_definitions_give_way() {
    let program = link(&[
        "int x; int x; __attribute__((weak)) int f(void) { return 1; } __attribute__((weak)) int w = 3;",
        "int x = 5; int f(void) { return 2; } int w = 4;",
    ])
    .expect("a program");
    let bytes = |name: &str| {
        let found: Vec<_> = program.globals.iter().filter(|g| g.name == name).collect();
        assert_eq!(found.len(), 1, "{name}");
        found[0].init.as_ref().map(|image| image.bytes.clone())
    };
    assert_eq!(bytes("x"), Some(vec![5, 0, 0, 0]));
    assert_eq!(bytes("w"), Some(vec![4, 0, 0, 0]));
    let f = program.function("f").expect("f");
    assert_eq!(program.functions[f].linkage, Linkage::External);
}

#[test]
fn what_is_unsupported_concerns_one_function() {
    let program =
        link(&["int f(int x) { __asm__ goto(\"nop\" :::: out); out: return x; } int g(int x) { return x; }"])
            .expect("a program");
    let body = |name: &str| &program.functions[program.function(name).expect(name)].body;
    let Err(NoBody::Unsupported(unsupported)) = body("f") else { panic!("f is supported") };
    assert_eq!(unsupported.feature, "`asm goto`");
    assert_eq!(program.sources.line(unsupported.span), 1);
    assert!(body("g").is_ok());
}

/// The public header of a variable may show others less than its own file may do.
#[test]
fn constant_is_what_all_units_call_so() {
    let view = "extern const int cfg; int f(void) { return cfg; }";
    for units in [[view, "int cfg = 5;"], ["int cfg = 5;", view]] {
        let program = link(&units).expect("a program");
        let mut found = program.globals.iter().filter(|global| global.name == "cfg");
        assert!(found.all(|global| !global.is_const), "{units:?}");
    }
    let program = link(&[view, "const int cfg = 5;"]).expect("a program");
    assert!(program.globals.iter().any(|global| global.name == "cfg" && global.is_const));
}

/// Of a definition that is not understood, nothing may be taken for known.
#[test]
fn what_is_not_understood_is_noted() {
    let hidden = |source: &str| link(&[source]).expect("a program").has_hidden_code;
    assert!(hidden("void f(enum { A } e) { }"));
    assert!(!hidden("void f(enum { A } e);"));
    assert!(!hidden("int f(int x) { return x; }"));
    assert!(hidden("__asm__(\".globl x\");"));
}

/// Which functions depend on the compiler.
#[test]
fn orders_that_are_open_and_those_that_are_not() {
    let program = link(&["
        static int k, g; int arr[4]; int *p; void ext(void);
        static int next(void) { return ++k; }
        static int pure(int x) { return x + 1; }
        int v_arguments(int (*f)(int, int)) { return f(next(), next()); }
        int v_read(void) { return k + next(); }
        int v_index(void) { arr[k] = next(); return 0; }
        int v_unknown(void) { extern int e; return e + (ext(), 1); }
        int v_statements(int v) { return pure(({ v++; v; })) - ({ v++; v; }); }
        int v_statement(int v) { return v + ({ v = 4; 1; }); }
        int n_statements(int a, int b) { return ({ int c = a; c++; c; }) + ({ int c = b; a + c; }); }
        int n_pure(int a) { return pure(a) + pure(k); }
        int n_other(void) { return g + next(); }
        int n_local(int *q, int i) { int a[2] = {1, 2}; q[i] = next(); return a[0] + next(); }
        int n_sequence(void) { return (next(), k) && next(); }
        int n_unknown(void) { int ext1(void), ext2(void); return ext1() + ext2(); }
        int n_copy(char *d, const char *s) { while ((*d++ = *s++)) ; return 0; }
        int n_store(void) { k = next(); return 0; }
    "])
    .expect("a program");
    for function in program.functions.iter().filter(|function| function.body.is_ok()) {
        let expected = function.name.starts_with("v_");
        assert_eq!(function.facts.why_unprovable().is_some(), expected, "{}", function.name);
    }
}
