//! What the text is that verdicts are about: the user's, as clang and gcc both read it.

use crate::common::{clew, clew_json};

/// The statuses of `v == 1` and `v == 2` being true in `f`, which has this text before and in it.
fn statuses(before: &str, code: &str) -> [String; 2] {
    let folder = tempfile::tempdir().expect("a folder");
    let source = format!(
        "{before}\nint f(int x)\n{{\nint v = 0;\n{code}\nif (x != 7) return -1;\n\
         if (v == 1) return 1;\nif (v == 2) return 2;\nreturn 0;\n}}\n"
    );
    std::fs::write(folder.path().join("f.c"), source).expect("a written file");
    let report = clew_json(folder.path(), &["gen", "f.c", "-f", "f", "-b", "2s", "--no-verify"]);
    let objectives = report["units"][0]["objectives"].as_array().expect("objectives").clone();
    ["v == 1 is true", "v == 2 is true"].map(|text| {
        let found = objectives.iter().find(|it| it["text"] == text).expect("an objective");
        found["status"].as_str().expect("a status").to_owned()
    })
}

/// The user's compilers all see 1.
#[track_caller]
fn all_see_one(before: &str, code: &str) {
    assert_eq!(statuses(before, code), ["covered", "infeasible"], "{before}\n{code}");
}

/// Compilers see different numbers, and no claim is made.
#[track_caller]
fn they_differ(before: &str, code: &str) {
    let statuses = statuses(before, code);
    assert!(!statuses.contains(&"infeasible".to_owned()), "{before}\n{code}\n{statuses:?}");
}

fn number_if(condition: &str) -> String {
    format!("v = 2;\n#if {condition}\nv = 1;\n#endif")
}

#[test]
fn nothing_of_ours_is_defined() {
    for name in [
        "__CLEW__",
        "__NO_CTYPE",
        "__builtin_offsetof",
        "__builtin_types_compatible_p",
        "__builtin_LINE",
        "__builtin_drem",
    ] {
        all_see_one("", &number_if(&format!("!defined {name}")));
    }
    all_see_one("#include <ctype.h>", &number_if("defined isblank && defined isalpha"));
    // Where the value is asked for by a macro, the text is still the user's.
    let asks = "struct S { long a; int b; };";
    let code =
        "v = __builtin_offsetof(struct S, b) == 8;\n#ifdef __builtin_offsetof\nv = 2;\n#endif";
    assert_ne!(statuses(asks, code)[0], "infeasible");
}

#[test]
fn what_only_one_compiler_defines_is_not_believed() {
    for condition in [
        "__has_builtin(__builtin_shuffle)",
        "__has_builtin(__builtin_assume)",
        "__has_attribute(enable_if)",
        "defined __clang__",
        "defined __OPTIMIZE__",
        "defined __OPTIMIZE_SIZE__",
        "__GNUC__ > 4",
        "__INCLUDE_LEVEL__ > 0",
        "__has_include(<__stddef_max_align_t.h>)",
        "defined __clang__ || defined __OPTIMIZE__",
    ] {
        they_differ("", &number_if(condition));
    }
    for code in [
        "v = __GXX_ABI_VERSION == 1002 ? 1 : 2;",
        "v = __VERSION__[0] == 'D' ? 1 : 2;",
        "v = __TIME__[0] == '0' ? 1 : 2;",
        "v = __TIMESTAMP__[0] == 'S' ? 1 : 2;",
        "v = __builtin_LINE() == 5 ? 1 : 2;",
    ] {
        they_differ("", code);
    }
}

#[test]
fn what_macros_hide_is_found() {
    let paste = "#define CAT_(a, b) a##b\n#define CAT(a, b) CAT_(a, b)\n#define S_(x) sizeof #x\n#define S(x) S_(x)";
    they_differ(paste, "v = S(CAT(__cl, ang__)) == 2 ? 1 : 2;");
    they_differ(paste, "v = CAT(__GN, UC__) > 4 ? 1 : 2;");
    they_differ("#define OLD (__GNUC__ < 5)\n#define OLDER OLD", "v = OLDER ? 1 : 2;");
    they_differ("#if __GNUC__ < 5\n#define N 1\n#else\n#define N 2\n#endif", "v = N;");
    they_differ("#ifdef __clang__\nenum { a = __COUNTER__ };\n#endif", "v = __COUNTER__ ? 1 : 2;");
    let shown = "#define S_(x) sizeof #x\n#define S(x) S_(x)";
    they_differ(shown, "v = S(__DBL_MAX__) > 30 ? 1 : 2;");
}

#[test]
fn declarations_that_differ_concern_the_whole_file() {
    they_differ("enum { N =\n#ifdef __clang__\n1\n#else\n2\n#endif\n};", "v = N;");
    they_differ(
        "struct S { char a;\n#ifdef __clang__\nchar b;\n#endif\n};",
        "v = sizeof(struct S) == 2 ? 1 : 2;",
    );
    they_differ(
        "#ifdef __clang__\n#pragma pack(1)\n#endif\nstruct S { char a; int b; };",
        "v = sizeof(struct S) == 5 ? 1 : 2;",
    );
    they_differ(
        "static int g(void) {\n#ifdef __clang__\nreturn 1;\n#else\nreturn 2;\n#endif\n}",
        "v = g();",
    );
    they_differ("#line 100 \"other.y\"", &number_if("defined __clang__"));
}

#[test]
fn what_is_the_same_for_both_is_proved() {
    all_see_one("", "__INTMAX_TYPE__ wide = 1; v = (int)wide;");
    all_see_one("", "v = __INT_MAX__ == 2147483647 ? 1 : 2;");
    all_see_one("#include <limits.h>", "v = LONG_MAX == 0x7fffffffffffffff ? 1 : 2;");
    all_see_one("", &number_if("__has_include(<limits.h>)"));
    all_see_one("", &number_if("__STDC_VERSION__ >= 199901L && defined __linux__"));
    all_see_one("", "int a = __COUNTER__; v = __COUNTER__ - a;");
    all_see_one("#include <assert.h>", "assert(x ||\n !x); v = 1;");
    all_see_one("#include <ctype.h>", "v = isdigit('7') ? 1 : 2;");
    all_see_one(
        "#include <stddef.h>\nstruct S { long a; int b; };",
        "v = offsetof(struct S, b) == 8 ? 1 : 2;",
    );
    // Only one of them has this function, and nobody calls it.
    all_see_one("#ifndef __clang__\nstatic int spare(void) { return 2; }\n#endif", "v = 1;");
}

#[test]
fn the_user_is_shown_the_lines_that_differ() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "int f(int x)\n{\n#ifdef __clang__\n  return x > 1;\n#endif\n  return x > 2;\n}\n\
                  int g(int x) { return x > 3; }\n";
    std::fs::write(folder.path().join("f.c"), source).expect("a written file");
    let mut command = clew();
    command.current_dir(folder.path()).args(["gen", "f.c", "--no-verify"]);
    let output = command.output().expect("clew");
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    let lines: Vec<&str> = messages.lines().filter(|line| line.contains("gcc reads")).collect();
    let expected = "clew: f.c:1-7: gcc reads other code than clang: nothing is proved infeasible in this function";
    assert_eq!(lines, [expected], "{messages}");
}
