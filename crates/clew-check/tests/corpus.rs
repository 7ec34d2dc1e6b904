//! Every program of the corpus is read back from its text, and every function of it has a meaning.

use clew_c::{Frontend, Options};
use clew_check::Model;
use clew_ir::{Body, Callee, Id as _, Program, StatementKind, model_text};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn programs() -> Vec<PathBuf> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut found = Vec::new();
    let mut folders = vec![tests.join("run"), tests.join("gen")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "c") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The program of a file alone, with its own flags; `None` where it does not compile alone.
fn load(path: &Path) -> Option<Program> {
    let text = String::from_utf8_lossy(&std::fs::read(path).ok()?).into_owned();
    let flags = text.lines().find_map(|line| line.strip_prefix("// cflags: ")).unwrap_or("");
    let options = Options { cflags: flags.to_owned(), compile_commands: None };
    let mut frontend = Frontend::new(&options).ok()?;
    frontend.add_files(&[path.to_owned()]).ok()?;
    frontend.finish().ok()
}

/// A certificate that follows every block of a function from any state, and claims nothing.
fn follow_all(number: usize, body: &Body, program: &Program) -> String {
    let mut text =
        format!("(certificate 1 (entry {number} unit) (objective (label {number} 0 0 false))\n");
    let mut reached = vec![false; body.blocks.len()];
    let mut work = vec![0];
    while let Some(block) = work.pop() {
        if std::mem::replace(&mut reached[block], true) {
            continue;
        }
        write!(text, " (node {block} (at {number} {block} 0) (where true)").expect("a string");
        let contents = &body.blocks.as_slice()[block];
        for (at, statement) in contents.statements.iter().enumerate() {
            if let StatementKind::Call { callee: Callee::Direct(callee), .. } = &statement.kind
                && program.functions[*callee].body.is_ok()
            {
                write!(text, " (call {at} skip)").expect("a string");
            }
        }
        for (at, target) in contents.terminator.kind.successors().into_iter().enumerate() {
            write!(text, " (edge {at} {})", target.index()).expect("a string");
            work.push(target.index());
        }
        text.push_str(")\n");
    }
    text + ")\n"
}

fn check(path: &Path) -> bool {
    let Some(program) = load(path) else { return false };
    let text = model_text::model_text(&program);
    assert_eq!(text, model_text::model_text(&program));
    let model = Model::read(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let defined = program.functions.iter().filter(|it| it.body.is_ok()).count();
    assert_eq!(model.defined_functions(), defined, "{}", path.display());
    for (id, function) in program.functions.iter_enumerated() {
        let Ok(body) = &function.body else { continue };
        if function.facts.why_unprovable().is_some() {
            // Nothing is proved of it.
            continue;
        }
        let part = model_text::model_text_from(&program, id);
        let certificate = follow_all(id.index(), body, &program);
        for text in [&text, &part] {
            let model = Model::read(text).expect("a part of a program");
            let report = model.check(&certificate, Duration::from_secs(5));
            let report = report
                .unwrap_or_else(|error| panic!("{}: {}: {error}", path.display(), function.name));
            assert!(report.holds(), "{}: {}: {report}", path.display(), function.name);
        }
    }
    true
}

/// Every eighth program from the first of these on.
fn check_part(first: usize) {
    let programs: Vec<PathBuf> = programs().into_iter().skip(first).step_by(8).collect();
    let read = programs.iter().filter(|path| check(path)).count();
    assert!(read * 10 >= programs.len() * 9, "{read} of {} were read", programs.len());
}

macro_rules! parts {
    ($($name:ident = $first:literal;)*) => {$(
        #[test]
        fn $name() {
            check_part($first);
        }
    )*};
}

parts! {
    programs_are_read_0 = 0;
    programs_are_read_1 = 1;
    programs_are_read_2 = 2;
    programs_are_read_3 = 3;
    programs_are_read_4 = 4;
    programs_are_read_5 = 5;
    programs_are_read_6 = 6;
    programs_are_read_7 = 7;
}
