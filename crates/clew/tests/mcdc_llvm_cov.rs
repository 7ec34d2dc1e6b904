//! MC/DC by unique cause against llvm-cov: emitted suites, compiled by clang with its own
//! measurement, decision by decision.

use crate::common::{clew, describe, run};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

const GENERATED: usize = 32;

/// Each decision is on a line of its own, and its function has no other on that line.
const WRITTEN: &str = "
static int identity(int x) { return x; }

int leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int triangle(int a, int b, int c)
{
    if (a <= 0 || b <= 0 || c <= 0)
        return 0;
    if (a >= b + c || b >= a + c || c >= a + b)
        return 1;
    return a == b || b == c || a == c ? 2 : 3;
}

int alarm_needed(int own, int other, int above, int armed, int quiet)
{
    int near = own - other < 300 && other - own < 300 && own > 0 && other > 0;
    if (armed && !quiet && (near || (above && own < 600)))
        return 2;
    return near;
}

int letters(const char text[4])
{
    int count = 0;
    for (int i = 0; i < 4 && ((text[i] >= 'a' && text[i] <= 'z') || text[i] == '_'); i++)
        count++;
    return count;
}

int coupled(int a, int b, int c)
{
    return identity((a && b) || (!a && c) || (a && c));
}

int never(int a, int b)
{
    return a > 10 && b && (a < 5 || b > 3);
}
";

/// A generator of small numbers that is the same everywhere.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    fn condition(&mut self) -> String {
        let names = ["a", "b", "c", "d"];
        let name = names[self.below(names.len())];
        match self.below(6) {
            0 => name.to_owned(),
            1 => format!("!{name}"),
            2 => format!("({name} > {})", self.below(9)),
            3 => format!("({name} == {})", names[self.below(names.len())]),
            4 => format!("(identity({name}) < {})", self.below(9)),
            _ => format!("(({name} & {}) != 0)", 1 + self.below(7)),
        }
    }

    fn decision(&mut self, conditions: usize) -> String {
        if conditions == 1 {
            return self.condition();
        }
        let on_left = 1 + self.below(conditions - 1);
        let operator = ["&&", "||"][self.below(2)];
        let (left, right) = (self.decision(on_left), self.decision(conditions - on_left));
        format!("({left} {operator} {right})")
    }

    fn function(&mut self, number: usize) -> String {
        let conditions = 2 + number % 7;
        let decision = self.decision(conditions);
        let body = match self.below(if conditions < 6 { 5 } else { 4 }) {
            0 => format!("    if {decision}\n        return 1;\n    return 2;\n"),
            1 => format!("    return {decision} ? a : b;\n"),
            2 => format!("    int x = !{decision};\n    return x;\n"),
            3 => format!("    return identity({decision});\n"),
            _ => format!(
                "    for (int i = 0; i < 2 && {decision}; i++)\n        a /= 2;\n    return a;\n"
            ),
        };
        format!("\nint g{number}(int a, int b, int c, int d)\n{{\n    d++;\n{body}}}\n")
    }
}

/// The effect of each condition, by the line of its decision.
type Shown = BTreeMap<u64, Vec<bool>>;

/// What Clew claims of one function.
fn claimed(unit: &Value) -> Shown {
    let mut conditions = Vec::new();
    for objective in unit["objectives"].as_array().expect("objectives") {
        let place = (objective["line"].as_u64(), objective["column"].as_u64());
        let (Some(line), Some(column)) = place else { panic!("no place: {objective}") };
        conditions.push((line, column, objective["status"] == "covered"));
    }
    conditions.sort_unstable();
    let mut shown = Shown::new();
    for (line, _, is_covered) in conditions {
        shown.entry(line).or_default().push(is_covered);
    }
    // llvm-cov knows no decisions of one condition.
    shown.retain(|_, conditions| conditions.len() > 1);
    shown
}

fn succeed(command: &mut Command) -> Vec<u8> {
    let shown = run(command, b"").unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert_eq!(shown.status, 0, "{command:?}\n{}", describe(&shown));
    shown.stdout
}

/// What llvm-cov measures on the suite of one function, in the lines of interest.
fn measured(folder: &Path, function: &str, claimed: &Shown) -> Shown {
    let file = |name: &str| folder.join(format!("{function}.{name}"));
    let mut clang = Command::new("clang-19");
    clang.args(["-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc", "-w"]);
    // Suites include the files under test as clang includes those of the system.
    clang.args(["-mllvm", "-system-headers-coverage=true"]);
    let suite = folder.join(format!("test_{function}.c"));
    succeed(clang.arg(suite).arg("-o").arg(file("run")).arg("-lm"));
    succeed(Command::new(file("run")).env("LLVM_PROFILE_FILE", file("raw")));
    let mut profile = Command::new("llvm-profdata-19");
    succeed(profile.arg("merge").arg(file("raw")).arg("-o").arg(file("data")));
    let data = format!("-instr-profile={}", file("data").display());
    let mut export = Command::new("llvm-cov-19");
    let text = succeed(export.arg("export").arg(file("run")).arg(data));
    let report: Value = serde_json::from_slice(&text).expect("JSON");
    let mut shown = Shown::new();
    for source in report["data"][0]["files"].as_array().expect("files") {
        if !source["filename"].as_str().is_some_and(|name| name.ends_with("subject.c")) {
            continue;
        }
        // Line and column of the start and of the end, two numbers, and the conditions.
        for record in source["mcdc_records"].as_array().expect("records") {
            let line = record[0].as_u64().expect("a line");
            let conditions = record[6].as_array().expect("conditions");
            let is_covered = conditions.iter().map(|it| it.as_bool() == Some(true)).collect();
            if claimed.contains_key(&line) {
                let before = shown.insert(line, is_covered);
                assert!(before.is_none(), "{function} has two decisions on line {line}");
            }
        }
    }
    shown
}

#[test]
fn unique_cause_is_what_llvm_cov_measures() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut text = WRITTEN.to_owned();
    let mut chance = Chance(3);
    (0..GENERATED).for_each(|number| text += &chance.function(number));
    let subject = folder.path().join("subject.c");
    std::fs::write(&subject, &text).expect("a written file");
    let out = folder.path().join("out");
    let mut command = clew();
    command.arg("gen").arg(&subject).args(["-c", "mcdc:unique", "--format", "json"]);
    command.args(["-b", "10s", "--no-verify", "-o"]).arg(&out);
    let report: Value = serde_json::from_slice(&succeed(&mut command)).expect("JSON");
    let lines: Vec<&str> = text.lines().collect();
    let mut differences = String::new();
    let (mut functions, mut covered, mut all) = (0, 0, 0);
    for unit in report["units"].as_array().expect("units") {
        let function = unit["function"].as_str().expect("a name");
        let claimed = claimed(unit);
        if claimed.is_empty() {
            continue;
        }
        functions += 1;
        let measured = measured(&out, function, &claimed);
        for (line, conditions) in &claimed {
            all += conditions.len();
            covered += conditions.iter().filter(|is_covered| **is_covered).count();
            if measured.get(line) != Some(conditions) {
                let source = lines[*line as usize - 1];
                let found = measured.get(line);
                let _ = writeln!(differences, "{line}: {source}\n  {conditions:?}\n  {found:?}");
            }
        }
    }
    assert!(differences.is_empty(), "claimed and measured:\n{differences}");
    assert!(functions >= 30, "{functions} functions");
    // What is coupled or contradicts itself has no effect to be shown; the rest is covered.
    assert!(covered * 2 > all && covered < all, "{covered} of {all}");
    let units = report["units"].as_array().expect("units");
    // What calls in conditions keep from being proved is open, and says so.
    let open: Vec<&Value> = units.iter().flat_map(open).collect();
    let is_unproved =
        |it: &&Value| it["why_open"].as_str().is_some_and(|it| it.contains("no proof"));
    assert!(open.iter().all(is_unproved) && open.len() * 8 < all, "{all}: {open:#?}");
}

/// The objectives of a function that are neither covered nor infeasible.
fn open(unit: &Value) -> impl Iterator<Item = &Value> {
    let objectives = unit["objectives"].as_array().expect("objectives");
    objectives.iter().filter(|objective| objective["status"] == "open")
}
