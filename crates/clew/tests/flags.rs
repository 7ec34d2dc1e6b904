//! Flags that reach the compiler and the machine, from outside.

use crate::common::{CLANGS, clew, run};
use std::path::Path;

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a made folder");
    std::fs::write(&path, text).expect("a written file");
    path.display().to_string()
}

/// A program that needs an include folder and a macro.
fn project(folder: &Path) -> String {
    write(folder, "include/answer.h", "#define ANSWER (BASE + 2)\n");
    write(
        folder,
        "src/main.c",
        "#include <stdio.h>\n#include \"answer.h\"\nint main(void) { printf(\"%d\\n\", ANSWER); }\n",
    )
}

#[test]
fn cflags_reach_clang() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = project(folder.path());
    for clang in CLANGS {
        let mut command = clew();
        let flags = format!("-I'{}/include' -DBASE=40", folder.path().display());
        command.env("CLEW_CLANG", clang).args(["run", &file, "--cflags", &flags]);
        let shown = run(&mut command, b"").expect("clew should start");
        assert_eq!(shown.stdout, b"42\n", "{}", shown.stderr);
    }
}

#[test]
fn a_compilation_database_gives_the_flags() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = project(folder.path());
    let root = folder.path().display();
    let database = write(
        folder.path(),
        "compile_commands.json",
        &format!(
            r#"[{{"directory": "{root}", "file": "src/main.c",
                 "command": "cc -O2 -Wall -Iinclude -DBASE=\"(1 + 2)\" -c src/main.c -o main.o"}}]"#
        ),
    );
    let mut command = clew();
    command.args(["run", &file, "-p", &database]);
    let shown = run(&mut command, b"").expect("clew should start");
    assert_eq!(shown.stdout, b"5\n", "{}", shown.stderr);
}

/// The files of a database are relative to its folders, and the user is somewhere else.
#[test]
fn a_compilation_database_holds_from_any_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    write(root, "project/include/limit.h", "#define LIMIT (BASE + 2)\n");
    write(
        root,
        "project/src/pick.c",
        "#include \"limit.h\"\nint pick(int x) {\n    return x > LIMIT ? 1 : 0;\n}\n",
    );
    write(
        root,
        "project/compile_commands.json",
        r#"[{"directory": "src", "file": "pick.c",
             "command": "cc -I../include -DBASE=40 -c pick.c"}]"#,
    );
    // Both are named from a folder beside the project.
    std::fs::create_dir(root.join("elsewhere")).expect("a folder");
    let mut command = clew();
    command.current_dir(root.join("elsewhere"));
    command.args(["gen", "../project/src/pick.c", "-p", "../project", "--format", "json"]);
    let output = command.output().expect("clew should start");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    let unit = &report["units"][0];
    assert_eq!(unit["file"], "../project/src/pick.c");
    assert_eq!(unit["criteria"][0]["covered"], 2);
    let verified = &unit["verified"];
    assert_eq!(verified["agree"], 2, "{verified}");
    assert_eq!(verified["tests"], 2, "{verified}");
}

#[test]
fn arguments_input_and_status_are_the_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "#include <stdio.h>
        int main(int argc, char **argv) {
            int c, n = 0;
            while ((c = getchar()) != EOF) n++;
            printf(\"%d %s %d\\n\", argc, argv[2], n);
            return 7;
        }";
    let file = write(folder.path(), "echo.c", source);
    let mut command = clew();
    command.args(["run", &file, "--", "--one", "two words"]);
    let shown = run(&mut command, b"12345").expect("clew should start");
    assert_eq!(shown.stdout, b"3 two words 5\n", "{}", shown.stderr);
    assert_eq!(shown.status, 7);
}

#[test]
fn two_units_that_define_the_same_name_are_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = write(folder.path(), "a.c", "int main(void) { return 0; }");
    let second = write(folder.path(), "b.c", "int main(void) { return 1; }");
    let mut command = clew();
    command.args(["run", &first, &second]);
    let shown = run(&mut command, b"").expect("clew should start");
    assert_eq!(shown.status, 2);
    assert!(shown.stderr.contains("`main` is defined twice"), "{}", shown.stderr);
}

#[test]
fn the_control_flow_graph_shows_the_source() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "int f(int n) {\n    while (n > 9)\n        n /= 10;\n    return n;\n}\n";
    let file = write(folder.path(), "f.c", source);
    for (format, expected) in [("text", "n > 9"), ("dot", "digraph"), ("svg", "<svg")] {
        let mut command = clew();
        command.args(["cfg", &file, "-f", "f", "--format", format]);
        let shown = run(&mut command, b"").expect("clew should start");
        let text = String::from_utf8_lossy(&shown.stdout);
        assert_eq!(shown.status, 0, "{}", shown.stderr);
        assert!(text.contains(expected), "{format}: {text}");
        let condition = if format == "text" { "n /= 10" } else { "n " };
        assert!(text.contains(condition), "{format}: {text}");
    }
}

/// What the techniques and strategies of a short search on the HTTP parser are said to have done: names,
/// covered objectives, effort; and how many objectives are covered.
fn techniques(arguments: &[&str]) -> (Vec<(String, u64, u64)>, u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = crate::common::corpus().join("bench/choose/http.c").display().to_string();
    let mut command = clew();
    command.args(["gen", &file, "--entry", "main", "--max-runs", "400", "--no-verify"]);
    command.args(["--format", "json", "-o"]).arg(folder.path()).args(arguments);
    let shown = run(&mut command, b"").expect("clew should start");
    let json: serde_json::Value = serde_json::from_slice(&shown.stdout).expect("JSON");
    let unit = &json["units"][0];
    let told = unit["stats"]["techniques"].as_array().expect("a list").iter().map(|it| {
        let number = |key: &str| it[key].as_u64().expect("a number");
        (it["name"].as_str().expect("a name").to_owned(), number("covered"), number("effort"))
    });
    (told.collect(), unit["criteria"][0]["covered"].as_u64().expect("a number"))
}

#[test]
fn strategies_take_turns_and_each_is_told_of() {
    let (told, covered) = techniques(&["--techniques", "automata,dfs,generational"]);
    let effort_of = |name: &str| told.iter().find(|it| it.0 == name).map_or(0, |it| it.2);
    assert!(effort_of("dfs") > 0 && effort_of("generational") > 0, "{told:?}");
    assert!(told.iter().all(|it| it.0 != "pps-fair" && it.0 != "random-walks"), "{told:?}");
    assert_eq!(told.iter().map(|it| it.1).sum::<u64>(), covered, "{told:?}");
    let (alone, _) = techniques(&["-s", "dfs", "--techniques", "automata"]);
    assert!(alone.iter().all(|it| it.0 != "generational"), "{alone:?}");
}
