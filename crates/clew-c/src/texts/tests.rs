//! Texts as preprocessors print them, and what is different in them.

use super::*;

fn own(name: &str) -> Option<PathBuf> {
    (!name.starts_with('/') && !name.starts_with('<')).then(|| name.into())
}

/// What differs, as `first-last` with a letter for the kind.
fn found(ours: &str, theirs: &str) -> Vec<String> {
    let place = |text: &str| format!("# 1 \"a.c\"\n{text}\n");
    let texts = Preprocessed { ours: Some(place(ours)), others: vec![Some(place(theirs))] };
    let differences = Differences::new(&texts, Path::new("a.c"), &own, false);
    let show = |it: &Difference| {
        let kind = match it.kind {
            DifferenceKind::Body => "body",
            DifferenceKind::Declaration => "declaration",
            DifferenceKind::Refused => "refused",
        };
        format!("{kind} {}-{}", it.lines.0, it.lines.1)
    };
    differences.found.iter().map(show).collect()
}

#[track_caller]
fn same(one: &str, other: &str) {
    assert_eq!(found(one, other), [""; 0], "{one} and {other}");
}

#[track_caller]
fn different(one: &str, other: &str) {
    assert_ne!(found(one, other), [""; 0], "{one} and {other}");
}

#[test]
fn a_body_concerns_its_function_alone() {
    let ours = "int f(void)\n{\n  return 1;\n}\nint g(void) { return 2; }";
    let theirs = "int f(void)\n{\n  return 3;\n}\nint g(void) { return 2; }";
    assert_eq!(found(ours, theirs), ["body 1-4"]);
    let kr = "int f(a) int a; { return a; }\nint x;";
    assert_eq!(found(kr, &kr.replace("return a", "return -a")), ["body 1-1"]);
    let attributed = "int f(void) __attribute__((pure)) { return 1; }";
    assert_eq!(found(attributed, &attributed.replace('1', "2")), ["body 1-1"]);
}

#[test]
fn everything_else_concerns_the_unit() {
    for (ours, theirs) in [
        ("int x;", "long x;"),
        ("int x = 1;", "int x = 2;"),
        ("int a[] = { 1, 2 };", "int a[] = { 1, 3 };"),
        ("struct S { int a; };", "struct S { long a; };"),
        (
            "struct __attribute__((packed)) { int a; } s;",
            "struct __attribute__((packed)) { char a; } s;",
        ),
        ("int *p = (int[]){ 1 };", "int *p = (int[]){ 2 };"),
        ("int f(void) { return 1; }", "long f(void) { return 1; }"),
        ("int f(void) { return 1; }", ""),
        ("", "int f(void) { return 1; }"),
        ("#pragma pack(1)\nint x;", "int x;"),
        ("int f(void);", "int f(void) __attribute__((pure));"),
        ("typedef int t;", "typedef unsigned t;"),
    ] {
        let all = found(ours, theirs);
        let is_wide = all.iter().any(|it| it.starts_with("declaration"));
        assert!(is_wide, "{ours} and {theirs}: {all:?}");
    }
}

#[test]
fn functions_that_only_one_compiler_has() {
    let private = "static int g(void) { return 1; }";
    assert_eq!(found(private, ""), ["body 1-1"]);
    same("int x;", &format!("{private}\nint x;").replace('\n', " "));
    let used = "int f(void) { return g(); }";
    assert_eq!(found(used, &format!("{private} {used}")), ["declaration 1-1"]);
    let called = "__attribute__((constructor)) static void set(void) { x = 1; }";
    assert_eq!(found("", called), ["declaration 1-1"]);
    assert_eq!(found("int h(void) { return 1; }", ""), ["declaration 1-1"]);
}

#[test]
fn a_unit_that_a_compiler_refuses_is_different_everywhere() {
    let texts = Preprocessed { ours: Some(String::new()), others: vec![None] };
    let differences = Differences::new(&texts, Path::new("a.c"), &own, false);
    assert!(differences.concern(Path::new("b.h"), 7, 9));
    assert!(differences.found[0].to_string().starts_with("a.c: gcc does not preprocess"));
}

#[test]
fn lines_of_directives_and_of_other_files() {
    let ours = "# 1 \"a.c\"\n#define N 1\nint f(void) { return 1; }\n# 1 \"/usr/include/x.h\" 1 3\nint y;\n\
                # 9 \"a.c\" 2\nint g(void) { return 1; }\n";
    let theirs = ours
        .replace("int y;", "long y;")
        .replace("int g(void) { return 1", "int g(void) { return 2");
    let texts = Preprocessed { ours: Some(ours.to_owned()), others: vec![Some(theirs)] };
    let of =
        |has_line_directives| Differences::new(&texts, Path::new("a.c"), &own, has_line_directives);
    let file = Path::new("a.c");
    assert!(of(false).concern(file, 9, 9) && !of(false).concern(file, 2, 2));
    assert!(of(true).concern(file, 2, 2));
    assert!(has_line_directives("int x;\n # line 7\n") && has_line_directives("%:line 7"));
    assert!(!has_line_directives("#define line 7\n"));
}

#[test]
fn the_same_in_other_words() {
    same("int a = 0x7fffffff;", "int a = 2147483647;");
    same("long a = -0x7fffffffffffffffL - 1L;", "long a = -9223372036854775807L -1L;");
    same(
        "double d = ((double)1.79769313486231570814527423731704357e+308L);",
        "double d = 1.7976931348623157e+308;",
    );
    same("float d = 3.40282346638528859811704183484516925e+38F;", "float d = 3.40282347e+38F;");
    same(
        "int f(int) __attribute__ ((__nothrow__ , __leaf__));",
        "int f(int) __attribute__((__nothrow__ ));",
    );
    same("int f(int) __attribute__((noinline, pure));", "int f(int) __attribute__((pure));");
    same("#pragma GCC diagnostic push\nint x;", "int x;");
    same("#pragma pack(push,1)\nint x;", "#pragma pack(push, 1)\nint x;");
    same("int f(void) { return 1; };", "int f(void) { return 1; }");
    same(
        "int f(int c) { return tolower(c + 1); }",
        "int f(int c) { return (__extension__ ({ int __res; if (sizeof (c + 1) > 1) { if \
         (__builtin_constant_p (c + 1)) { int __c = (c + 1); __res = __c < -128 || __c > 255 ? __c : \
         (*__ctype_tolower_loc ())[__c]; } else __res = tolower (c + 1); } else __res = \
         (*__ctype_tolower_loc ())[(int) (c + 1)]; __res; })); }",
    );
    same(
        "void f(void) { __assert_fail (\"a\", \"a.c\", 7, __func__); }",
        "void f(void) { __assert_fail (\"a\", \"a.c\", 9, __func__); }",
    );
    same("int f(int c) { return htons(c); }", "int f(int c) { return __bswap_16 (c); }");
}

#[test]
fn what_is_not_the_same() {
    different("long a = 0xffffffff;", "long a = 4294967295;");
    different("long a = 1;", "long a = 1L;");
    different("int a = 010;", "int a = 10;");
    different("int f(int a) { return - -a; }", "int f(int a) { return --a; }");
    different("double a = 0.1;", "double a = 0.1f;");
    different("double a = 0.1L;", "double a = ((double)0.1L);");
    different("int f(int) __attribute__((noreturn));", "int f(int);");
    different("int f(int c) { return tolower(c); }", "int f(int c) { return toupper(c); }");
    different(
        "int f(void) { return 1; }\nint g(void) { return 2; }",
        "int g(void) { return 2; }\nint f(void) { return 1; }",
    );
}

#[test]
fn a_text_without_directives_and_reserved_names_cannot_ask() {
    let plain = b"int f(int a_b) { return a_b > 'x' ? 1 : \"\\n\"[0]; }";
    let flags = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    assert!(!may_ask(plain, &flags("-m64 -std=c99 -Iinclude -fno-common")));
    for flag in
        ["-DX", "-includex.h", "-include", "-imacros", "-Wp,-DX", "-undef", "--define-macro=X"]
    {
        assert!(may_ask(plain, &flags(flag)), "{flag}");
    }
    for text in
        ["#ifdef X", "%:ifdef X", "??=ifdef X", "int v = __GXX_ABI_VERSION;", "_Bool b;", "a+_b"]
    {
        assert!(may_ask(text.as_bytes(), &[]), "{text}");
    }
}
