use super::*;
use std::fs;

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[test]
fn splitting() {
    for (text, expected) in [
        ("", &[][..]),
        ("  -I a\t-Ib\n", &["-I", "a", "-Ib"]),
        (r#"-DX="a b" '-DY="q"' -DZ=\"s\""#, &["-DX=a b", "-DY=\"q\"", "-DZ=\"s\""]),
        (r#""-DP=\"a\\b\"" '' "\n""#, &["-DP=\"a\\b\"", "", "\\n"]),
        (r"a\ b c\\d", &["a b", "c\\d"]),
        ("-DGRÖSSE=1", &["-DGRÖSSE=1"]),
    ] {
        assert_eq!(split_flags(text), Ok(words(expected)), "for {text}");
    }
    for text in ["'a", "\"a", "\"a\\", "a\\"] {
        assert!(matches!(split_flags(text), Err(CError::BadFlags { .. })), "for {text}");
    }
}

#[test]
fn flags_that_matter_to_parsing() {
    let arguments = words(&[
        "-Iinc",
        "-I",
        "inc 2",
        "-isystem",
        "sys",
        "-isystemsys2",
        "-DA",
        "-D",
        "B=1",
        "-UC",
        "-include",
        "pre.h",
        "-std=gnu99",
        "-O2",
        "-g",
        "-Wall",
        "-Wp,-MD,x.d,-DW=1",
        "-c",
        "-o",
        "a.o",
        "-MMD",
        "-MF",
        "a.d",
        "-fPIC",
        "-fno-strict-aliasing",
        "-fms-extensions",
        "-fno-builtin-printf",
        "-march=x86-64-v3",
        "-mno-avx512f",
        "-mpreferred-stack-boundary=4",
        "-x",
        "c",
        "-lfoo",
        "-m64",
        "--sysroot=/x",
        "--sysroot",
        "/y",
        "-ffreestanding",
        "a.c",
        "--",
        "-DLAST",
    ]);
    assert_eq!(
        parsing_flags(&arguments),
        words(&[
            "-Iinc",
            "-I",
            "inc 2",
            "-isystem",
            "sys",
            "-isystemsys2",
            "-DA",
            "-D",
            "B=1",
            "-UC",
            "-include",
            "pre.h",
            "-std=gnu99",
            "-DW=1",
            "-fPIC",
            "-fms-extensions",
            "-fno-builtin-printf",
            "-march=x86-64-v3",
            "-mno-avx512f",
            "-m64",
            "--sysroot=/x",
            "--sysroot",
            "/y",
            "-ffreestanding",
        ])
    );
    assert_eq!(parsing_flags(&words(&["-I"])), words(&[]));
}

#[test]
fn the_users_own_flags_are_kept() {
    assert_eq!(
        user_flags(
            "-O2 -Wall -pedantic-errors -o x -c -DA='1 2' -fno-strict-aliasing -Wp,-DB -MMD -g3"
        ),
        Ok(words(&["-DA=1 2", "-fno-strict-aliasing", "-Wp,-DB"]))
    );
}

#[test]
fn databases() {
    let dir = tempfile::tempdir().expect("a directory for the test");
    let root = dir.path();
    fs::create_dir_all(root.join("build")).expect("a directory");
    fs::create_dir_all(root.join("src")).expect("a directory");
    fs::write(root.join("src/a.c"), "").expect("a file");
    fs::write(root.join("src/b.c"), "").expect("a file");
    fs::write(root.join("build/flags.rsp"), "-DR \"-I q\"").expect("a file");
    let text = r#"[
        { "directory": "build", "file": "../src/a.c",
          "command": "ccache gcc -DX=\"\\\"v\\\"\" -I../inc -c ../src/a.c -o a.o" },
        { "directory": "build", "file": "../src/b.c", "output": "b.o",
          "arguments": ["cc", "-DY", "@flags.rsp", "../src/b.c"] },
        { "directory": "build", "file": "c.c" }
    ]"#;
    fs::write(root.join("compile_commands.json"), text).expect("the database");
    let database = CompileCommands::read(root).expect("the database");
    assert_eq!(
        database.command_for(&root.join("build/../src/a.c")),
        Ok(Some(CompileCommand {
            directory: root.join("build"),
            file: "../src/a.c".into(),
            flags: words(&["-DX=\"v\"", "-I../inc"]),
            further: Vec::new(),
            dialect: Dialect::default(),
        }))
    );
    let other = database.command_for(&root.join("src/b.c")).expect("an entry").expect("b.c");
    assert_eq!(other.flags, words(&["-DY", "-DR", "-I q"]));
    assert_eq!(database.command_for(&root.join("src/none.c")), Ok(None));
    assert!(matches!(
        database.command_for(&root.join("build/c.c")),
        Err(CError::BadCompileCommands { .. })
    ));
}

/// What decides nothing of how a file is parsed may decide what it means.
#[test]
fn all_flags_of_a_database_count() {
    let dir = tempfile::tempdir().expect("a directory for the test");
    let root = dir.path();
    fs::write(root.join("a.c"), "").expect("a file");
    let command = |flag: &str| {
        let text = format!(r#"[{{"directory": ".", "file": "a.c", "command": "cc {flag} a.c"}}]"#);
        fs::write(root.join("compile_commands.json"), text).expect("the database");
        let database = CompileCommands::read(root).expect("the database");
        database.command_for(&root.join("a.c")).expect("an entry").expect("a.c")
    };
    for flag in ["-Ofast", "-mfpmath=387", "-frounding-math", "-ffp-contract=fast", "-mno-sse2"] {
        let doubtful = command(flag).dialect.doubtful;
        assert!(doubtful.iter().any(|it| it.is_of_floats), "{flag}");
    }
    // These are refused when they come to clang.
    for flag in ["-funsigned-bitfields", "-mms-bitfields", "-fpack-struct=2", "-fshort-enums"] {
        assert_eq!(command(flag).flags, words(&[flag]));
    }
    for flag in ["-finstrument-functions", "-pg", "-fmerge-all-constants", "-Xclang -fx"] {
        let doubtful = command(flag).dialect.doubtful;
        assert!(doubtful.iter().any(|it| !it.is_of_floats), "{flag}");
    }
    assert_eq!(
        command("-Xpreprocessor -DA -Wp,-include,b.h").flags,
        words(&["-DA", "-Wp,-include,b.h"])
    );
    assert_eq!(command("-fsanitize=address").further, words(&["-fsanitize=address"]));
    fs::write(root.join("one"), "-DA @two").expect("a file");
    fs::write(root.join("two"), "-pg -DB").expect("a file");
    assert_eq!(command("@one").flags, words(&["-DA", "-DB"]));
    assert_eq!(command("@one").dialect.doubtful.len(), 1);
    assert_eq!(command("-O3").dialect.level, Some("-O3"));
}

#[test]
fn bad_databases() {
    let dir = tempfile::tempdir().expect("a directory for the test");
    let path = dir.path().join("compile_commands.json");
    assert!(matches!(CompileCommands::read(&path), Err(CError::FileMissing { .. })));
    assert!(matches!(CompileCommands::read(dir.path()), Err(CError::FileMissing { .. })));
    for text in ["", "{}", "[{}]", "[1]", "\u{0}"] {
        fs::write(&path, text).expect("the database");
        assert!(
            matches!(CompileCommands::read(&path), Err(CError::BadCompileCommands { .. })),
            "for {text}"
        );
    }
}
