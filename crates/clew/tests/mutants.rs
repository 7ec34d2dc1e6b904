//! `clew score -c wm` against mutants that are compiled.
//!
//! Each mutant of the programs in `tests/mutants` is a function of its own, made from the source
//! text, and all of a program are compiled together. The programs say in comments what is to be
//! seen: `/*; a b */` the variables behind a statement, `/*[*/ c /*]*/` whether a condition holds,
//! `/*(*/ e /*)*/` a value. A mutant that a test kills shows something else than the program right
//! behind the change, since nothing differs before; where the mutant faults, that is no difference,
//! and it is run again with the change from the next time on.

use crate::common::clew_json;
use serde_json::Value as Json;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// The operators whose mutants are compiled: all.
const OPERATORS: &str = "wm";

#[test]
fn scores_equal_those_of_compiled_mutants() {
    let mut counts = (0, 0);
    let mut programs = 0;
    let folder = crate::common::corpus().join("mutants");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("tests/mutants")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    for file in files {
        let source = std::fs::read_to_string(&file).expect("a readable file");
        let (killed, alive) = compare(&source);
        assert!(killed > 0 && alive > 0, "{}: {killed} killed, {alive} not", file.display());
        counts = (counts.0 + killed, counts.1 + alive);
        programs += 1;
    }
    assert!(programs >= 10, "{programs} programs");
    assert!(counts.0 + counts.1 >= 500 && counts.1 >= 100, "{counts:?}");
}

/// Compares the score of a suite with the compiled mutants; how many are killed, how many not.
fn compare(source: &str) -> (usize, usize) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("f.c"), source).expect("a written file");
    // A suite for branches leaves many mutants alive.
    let suite = clew_json(
        folder.path(),
        &["gen", "f.c", "-f", "f", "-o", "suite", "--no-verify", "--max-runs=50"],
    );
    let score = clew_json(folder.path(), &["score", "f.c", "suite", "-f", "f", "-c", OPERATORS]);
    let tests = suite["units"][0]["tests"].as_array().expect("tests");
    assert!(tests.iter().all(|test| test["outcome"] == "return"), "{tests:#?}");
    let objectives = score["units"][0]["objectives"].as_array().expect("objectives");
    let mutants: Vec<String> = objectives.iter().map(|it| mutate(source, it)).collect();
    let is_killed = run(folder.path(), &program(source, &mutants, tests));
    assert_eq!(is_killed.len(), objectives.len());
    for ((objective, mutant), is_killed) in objectives.iter().zip(&mutants).zip(&is_killed) {
        let is_covered = objective["status"] == "covered";
        assert_eq!(is_covered, *is_killed, "{objective:#}\n{mutant}\n{}", inputs(tests));
    }
    let killed = is_killed.iter().filter(|killed| **killed).count();
    (killed, is_killed.len() - killed)
}

/// The inputs of each test.
fn inputs(tests: &[Json]) -> String {
    tests.iter().map(|test| format!("{}\n", test["inputs"])).collect()
}

/// Where the function `f` begins: what is before it is shared.
fn start_of_f(source: &str) -> usize {
    source.find("\nint f(").or_else(|| source.find("\nlong f(")).expect("a function f") + 1
}

/// The function `f` with the change that an objective describes.
fn mutate(source: &str, objective: &Json) -> String {
    let number = |key: &str| objective[key].as_u64().expect("a number") as usize;
    let line: usize = source.split_inclusive('\n').take(number("line") - 1).map(str::len).sum();
    let at = line + number("column") - 1;
    let text = objective["text"].as_str().expect("a text");
    let (operator, change) = text.split_once(": ").expect("an operator");
    let (before, after) = change.rsplit_once(" becomes ").expect("a change");
    let start = start_of_f(source);
    if operator == "cor" {
        let line_end = line + source[line..].find('\n').expect("an end of the line");
        let decided = change_connective(&source[line..line_end], before, after);
        return format!("{}{decided}{}", &source[start..line], &source[line_end..]);
    }
    let length = length_of(&source[at..], before);
    let length = length.unwrap_or_else(|| panic!("`{text}` at\n{}", &source[at..]));
    let (own, rest) = source[at..].split_at(length);
    // What is seen inside is to be seen inside the changed expression, too.
    let after = after.replace(before, own);
    format!("{}(mutates() ? ({after}) : ({own})){rest}", &source[start..at])
}

/// How much of a source is this text, but for comments and white space.
fn length_of(source: &str, text: &str) -> Option<usize> {
    let mut wanted = text.chars().filter(|it| !it.is_whitespace()).peekable();
    let mut at = 0;
    while wanted.peek().is_some() {
        let rest = &source[at..];
        if rest.starts_with("/*") {
            at += rest.find("*/")? + 2;
            continue;
        }
        let next = rest.chars().next()?;
        if !next.is_whitespace() && wanted.next() != Some(next) {
            return None;
        }
        at += next.len_utf8();
    }
    Some(at)
}

/// A line `if (decision)` or `while (decision) {` with a connective of the decision changed;
/// `before` is `|| of a && b || c, number 2,`. What the changed decision does on the way to its
/// outcome is not seen.
fn change_connective(line: &str, before: &str, after: &str) -> String {
    let (connective, rest) = before.split_once(" of ").expect("a connective");
    let (_, number) = rest.rsplit_once(", number ").expect("a number");
    let number: usize = number.trim_end_matches(',').parse().expect("a number");
    let begin = line.find(" (").expect("a decision") + 2;
    let end = line.rfind(')').expect("its end");
    let own = &line[begin..end];
    let mut places: Vec<usize> = ["&&", "||"]
        .iter()
        .flat_map(|symbol| own.match_indices(symbol).map(|(at, _)| at))
        .collect();
    places.sort_unstable();
    let at = places[number - 1];
    let rest = own[at..].strip_prefix(connective).expect("the connective");
    let changed =
        format!("{}{after}{rest}", &own[..at]).replace("/*[*/", "(").replace("/*]*/", ")");
    format!("{}DECIDES({own}, {changed}){}", &line[..begin], &line[end..])
}

/// The comments of a function as code.
fn observed(function: &str) -> String {
    let mut text = function.to_owned();
    for (mark, code) in [("/*[*/", "HOLDS("), ("/*]*/", ")"), ("/*(*/", "VALUE("), ("/*)*/", ")")] {
        text = text.replace(mark, code);
    }
    while let Some(begin) = text.find("/*; ") {
        let length = text[begin..].find("*/").expect("an end");
        let names: Vec<&str> = text[begin + 4..begin + length].split_whitespace().collect();
        let seen: String = names.iter().map(|name| format!("see({name}); ")).collect();
        text.replace_range(begin..begin + length + 2, &seen);
    }
    text
}

/// What every program of mutants has before and after its functions.
const HEAD: &str = r#"
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#define abs(x) ({ __typeof__(x) x_ = (x); x_ < 0 ? -x_ : x_; })
#define HOLDS(c) ({ int h_ = !!(c); see(h_); h_; })
#define DECIDES(own, changed) ({ int c_ = mutates() ? !!(changed) : 2; int o_ = !!(own); \
    if (c_ != 2 && c_ != o_) siglongjmp(back, DIFFERS); o_; })
#define VALUE(e) ({ __typeof__(e) v_ = (e); see(v_); v_; })
enum { SAME, DIFFERS, FAULTS };
static long own[100000], length, position, visits, unchanged;
static int is_mutant;
static sigjmp_buf back;
static int mutates(void) { return is_mutant && visits++ >= unchanged; }
static void see(long value) {
    if (!is_mutant)
        own[length++] = value;
    else if (position >= length || own[position++] != value)
        siglongjmp(back, DIFFERS);
}
static void fault(int number) { (void)number; siglongjmp(back, FAULTS); }
"#;
const TAIL: &str = r#"
static int is_killed(int mutant, int test) {
    for (unchanged = 0;; unchanged = visits) {
        position = visits = 0;
        int how = sigsetjmp(back, 1);
        if (how == SAME) {
            run(mutant, test);
            return position != length;
        }
        if (how == DIFFERS)
            return 1;
    }
}
int main(void) {
    signal(SIGFPE, fault);
    signal(SIGSEGV, fault);
    signal(SIGILL, fault);
    char killed[MUTANTS + 1] = {0};
    for (int test = 0; test < TESTS; test++) {
        is_mutant = length = 0;
        run(0, test);
        is_mutant = 1;
        for (int mutant = 0; mutant < MUTANTS; mutant++)
            killed[mutant] = killed[mutant] || is_killed(mutant + 1, test);
    }
    for (int mutant = 0; mutant < MUTANTS; mutant++)
        putchar(killed[mutant] ? '1' : '0');
    return 0;
}
"#;

/// The program, all its mutants, and a `main` that tells which of them the tests kill.
fn program(source: &str, mutants: &[String], tests: &[Json]) -> String {
    let start = start_of_f(source);
    let mut text = format!("{HEAD}{}", &source[..start]);
    let own = source[start..].to_owned();
    for (at, function) in std::iter::once(&own).chain(mutants).enumerate() {
        text.push_str(&observed(&function.replacen(" f(", &format!(" f{at}("), 1)));
    }
    let all: String = (0..=mutants.len()).map(|at| format!("f{at}, ")).collect();
    let _ = writeln!(text, "static __typeof__(f0) *const all[] = {{{all}}};");
    let parameters = parameters(&source[start..]);
    text.push_str("static void run(int mutant, int test) {\n    long result = 0;\n");
    for (at, test) in tests.iter().enumerate() {
        let inputs = test["inputs"].as_object().expect("inputs");
        let _ = write!(text, "    if (test == {at}) {{ ");
        for (name, value) in inputs.iter().filter(|(name, _)| !parameters.contains(name)) {
            let _ = write!(text, "{name} = {}; ", constant(value));
        }
        let values: Vec<String> = parameters.iter().map(|it| constant(&inputs[it])).collect();
        let _ = writeln!(text, "result = all[mutant]({}); }}", values.join(", "));
    }
    text.push_str("    see(result);\n}\n");
    let _ = writeln!(text, "enum {{ MUTANTS = {}, TESTS = {} }};", mutants.len(), tests.len());
    text + TAIL
}

/// The names of the parameters of a function at the beginning of a text.
fn parameters(function: &str) -> Vec<String> {
    let (_, rest) = function.split_once('(').expect("a parameter list");
    let (list, _) = rest.split_once(')').expect("its end");
    list.split(", ").filter_map(|it| it.rsplit(' ').next()).map(str::to_owned).collect()
}

fn constant(value: &Json) -> String {
    let bits = value.as_i64().map(|it| it as u64).or_else(|| value.as_u64());
    format!("(long){:#x}ul", bits.expect("a number"))
}

/// Compiles and runs the program; whether each mutant is killed.
fn run(folder: &Path, text: &str) -> Vec<bool> {
    std::fs::write(folder.join("mutants.c"), text).expect("a written file");
    let program = folder.join("program");
    let output = Command::new("cc")
        .args(["-w", "-O0", "-fwrapv", "mutants.c"])
        // An index outside an array is a fault here as it is on the machine.
        .args(["-fsanitize=bounds", "-fsanitize-undefined-trap-on-error", "-o"])
        .arg(&program)
        .current_dir(folder)
        .output()
        .expect("a compiler");
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    let output = Command::new(&program).output().expect("a run");
    assert!(output.status.success(), "{:?}", output.status);
    output.stdout.iter().map(|byte| *byte == b'1').collect()
}
