use super::*;
use std::fs;

/// The versions to test with, of those installed.
fn clangs() -> Vec<Clang> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut found: Vec<Clang> = ["clang-14", "clang-19"]
        .iter()
        .filter_map(|name| Clang::find_in(Some(OsStr::new(name)), &path).ok())
        .collect();
    if found.is_empty() {
        found.push(Clang::find().expect("clang should be installed for the tests"));
    }
    found
}

fn ast(clang: &Clang, source: &str) -> String {
    let json = clang.dump_ast_text("test", source, &[], None).expect("source should compile");
    String::from_utf8(json).expect("JSON should be UTF-8")
}

fn failure(clang: &Clang, source: &str) -> CError {
    clang.dump_ast_text("test", source, &[], None).expect_err("source should not compile")
}

#[test]
fn what_gcc_accepts_with_a_warning_is_accepted() {
    let source = "
        f(x) { return g(x) + x; }
        static y;
        int *p = 5;
        void (*q)(char *) = f;
        int none(void) { return; }
        void some(void) { return 3; }
        int integer(char *c) { int i = c; return i; }
    ";
    for clang in clangs() {
        ast(&clang, source);
    }
}

/// The user's text sees what clang defines and what the flags say, and nothing else.
#[test]
fn only_the_flags_reach_the_preprocessor() {
    let source = "
        #include <ctype.h>
        #if X != 3 || __STDC_VERSION__ != 199901L
        #error flags
        #endif
        #if defined __CLEW__ || defined __NO_CTYPE || !defined isblank
        #error character classes
        #endif
        #if defined __builtin_offsetof || defined __builtin_types_compatible_p
        #error builtins
        #endif
        #if defined __builtin_LINE || defined __builtin_drem || defined __builtin_shuffle
        #error builtins
        #endif
    ";
    for clang in clangs() {
        let flags = ["-DX=3".to_owned(), "-std=c99".to_owned()];
        clang.dump_ast_text("test", source, &flags, None).expect("only the flags should count");
    }
}

#[test]
fn diagnostics_are_those_of_clang() {
    for clang in clangs() {
        let CError::CompileFailed { file, diagnostics } =
            failure(&clang, "int f(void) {\n  return undeclared;\n}\n")
        else {
            panic!("should be a compile error");
        };
        assert_eq!(file, "test");
        assert!(diagnostics.starts_with("<stdin>:2:10: error: use of undeclared identifier"));
        assert!(diagnostics.contains("return undeclared;"));
        assert!(diagnostics.contains('^') && !diagnostics.contains('\u{1b}'));
        assert!(!diagnostics.contains("generated"));
    }
}

#[test]
fn diagnostics_are_limited() {
    for clang in clangs() {
        let CError::CompileFailed { diagnostics, .. } = failure(&clang, &"x y z;\n".repeat(500))
        else {
            panic!("should be a compile error");
        };
        assert!(diagnostics.lines().count() < 100);
    }
}

#[test]
fn files_and_directories() {
    let dir = tempfile::tempdir().expect("a directory for the test");
    fs::create_dir(dir.path().join("inc")).expect("a directory");
    fs::write(dir.path().join("inc/h.h"), "#define N 3\n").expect("a header");
    fs::write(dir.path().join("-a.c"), "#include <h.h>\nint a[N];\n").expect("a file");
    fs::write(dir.path().join("b.o"), b"\x7fELF\x02\x01\x01\0\0\0").expect("a file");
    fs::write(dir.path().join("c.c"), [1, 2, 3, 4, 5, 0x80, 0xff]).expect("a file");
    for clang in clangs() {
        let flags = ["-Iinc".to_owned()];
        let dump = |name: &str| clang.dump_ast(Path::new(name), &flags, Some(dir.path()));
        let json = dump("-a.c").expect("the file should compile");
        assert!(String::from_utf8_lossy(&json).contains("int[3]"));
        assert_eq!(dump("no.c"), Err(CError::FileMissing { path: "no.c".into() }));
        assert_eq!(dump("c.c/x.c"), Err(CError::FileMissing { path: "c.c/x.c".into() }));
        assert_eq!(dump("inc"), Err(CError::NotAFile { path: "inc".into(), what: "a directory" }));
        for (name, reason) in [("b.o", "null bytes"), ("c.c", "control characters")] {
            let Err(CError::CompileFailed { diagnostics, .. }) = dump(name) else {
                panic!("{name} should not compile");
            };
            assert_eq!(diagnostics, format!("{name}: error: not C source text: it holds {reason}"));
        }
    }
}

#[test]
fn flags_that_change_the_abi_are_refused() {
    for flags in [
        &["-mx32"][..],
        &["-funsigned-char"],
        &["-funsigned-bitfields"],
        &["-mms-bitfields"],
        &["-target", "arm-linux"],
        &["--target=arm"],
    ] {
        let flags: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
        assert!(matches!(check_flags(&flags), Err(CError::UnsupportedFlag { .. })));
    }
    assert!(check_flags(&["--target=x86_64-linux-gnu".to_owned()]).is_ok());
}

#[test]
fn finding() {
    let empty = tempfile::tempdir().expect("a directory for the test");
    let nowhere = empty.path().as_os_str();
    assert_eq!(
        Clang::find_in(None, nowhere).map(|_| ()),
        Err(CError::ClangMissing { tried: "clang, clang-19 … clang-14".to_owned() })
    );
    assert_eq!(
        Clang::find_in(Some(OsStr::new("/no/clang")), nowhere).map(|_| ()),
        Err(CError::ClangMissing { tried: "CLEW_CLANG=/no/clang".to_owned() })
    );
}

#[test]
fn a_program_that_is_not_clang_or_too_old_is_named_as_such() {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let other = Clang::find_in(Some(OsStr::new("false")), &path).expect("`false` on PATH");
    assert!(matches!(failure(&other, "int x;"), CError::NotClang { .. }));
    let CError::ClangTooOld { version, .. } =
        other.judge_version("Debian clang version 11.0.1-2").expect_err("version 11")
    else {
        panic!("should be too old");
    };
    assert_eq!(version, "11.0.1-2");
}

#[test]
fn versions() {
    assert_eq!(parse_version("Debian clang version 14.0.6\nTarget: x"), Some((14, "14.0.6")));
    assert_eq!(parse_version("clang version 19.1.7 (3~deb12u1)"), Some((19, "19.1.7")));
    assert_eq!(parse_version("Apple clang version 15.0.0 (clang-1)"), Some((15, "15.0.0")));
    assert_eq!(parse_version("gcc (Debian) 12"), None);
}

/// Registers that this processor does not have are no reason to give up a file.
#[test]
fn assembly_of_another_processor_is_no_mistake() {
    let foreign = "a.c:1:35: error: unknown register name 'r0' in asm\n  x\n  ^\n\
        a.c:2:1: warning: unused variable 'y'\na.c:3:9: error: invalid input constraint 'w' in asm\n\
        2 errors generated.\n";
    assert!(is_foreign_assembly(foreign));
    let other = format!("{foreign}a.c:4:1: error: expected ';'\n");
    let fatal = format!("{foreign}fatal error: too many errors emitted, stopping now\n");
    for text in ["", "a.c:2:1: warning: unused variable 'y'\n", &other, &fatal] {
        assert!(!is_foreign_assembly(text), "{text}");
    }
}
