//! Unique cause against llvm-cov: the same runs of generated functions, decision by decision.
//!
//! Each function is written twice: plain, for clang's coverage and for the program model, and with
//! every condition tallying its value, for the order in which a run passes the model's branches.

use clew_criteria::mcdc::{Effects, Variant, Watch};
use clew_ir::call_graph::CallGraph;
use clew_ir::{ConditionId, Id, ProbeId, ProbePlan, ProbePoint, Program};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

const FUNCTIONS: usize = 60;
/// The parameters of each function, and the most conditions of a decision.
const PARAMETERS: usize = 6;
const CONDITIONS: usize = 8;

/// A generator of small numbers that is the same everywhere.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }
}

/// A function in the making. The conditions of a decision are few, so that some are coupled.
struct Author<'a> {
    chance: &'a mut Chance,
    /// Whether conditions tell their values.
    tells: bool,
    conditions: usize,
}

impl Author<'_> {
    fn condition(&mut self) -> String {
        let names = ["a", "b", "c", "d", "e", "f"];
        let name = names[self.chance.below(PARAMETERS)];
        let text = match self.chance.below(5) {
            0 => name.to_owned(),
            1 => format!("{name} > {}", self.chance.below(2)),
            2 => format!("{name} == {}", names[self.chance.below(PARAMETERS)]),
            3 => format!("identity({name}) < 1"),
            _ => format!("{name} != 0"),
        };
        self.numbered(text)
    }

    fn numbered(&mut self, text: String) -> String {
        self.conditions += 1;
        let number = self.conditions - 1;
        if self.tells { format!("told({number}, ({text}) != 0)") } else { text }
    }

    /// An operand with this many conditions, in parentheses where that keeps the structure.
    fn decision(&mut self, conditions: usize) -> String {
        if conditions == 1 {
            let text = self.condition();
            let text = if text.contains(' ') { format!("({text})") } else { text };
            return match self.chance.below(5) {
                0 => format!("!{text}"),
                _ => text,
            };
        }
        let left = 1 + self.chance.below(conditions - 1);
        let is_and = self.chance.below(2) == 0;
        let (operator, neutral) = if is_and { ("&&", "1") } else { ("||", "0") };
        let mut text =
            format!("{} {operator} {}", self.decision(left), self.decision(conditions - left));
        if self.chance.below(12) == 0 {
            text += &format!(" {operator} {neutral}");
        }
        format!("({text})")
    }

    /// A function with three decisions, each on a line of its own.
    fn function(&mut self, number: usize) -> String {
        let mut text = format!(
            "int f{number}(int a, int b, int c, int d, int e, int f)\n{{\n    int r = 0;\n"
        );
        for _ in 0..3 {
            let kind = self.chance.below(6);
            let loop_condition = match kind {
                4 => self.numbered("i < 3".to_owned()),
                5 => self.numbered("r < 4".to_owned()),
                _ => String::new(),
            };
            let conditions = 2 + self.chance.below(CONDITIONS - 1 - kind / 4);
            let decision = self.decision(conditions);
            // Inside a decision, clang does not know a negation of several conditions.
            let decision = if kind < 4 && self.chance.below(6) == 0 {
                format!("!{decision}")
            } else {
                decision
            };
            text += &match kind {
                0 => format!("    if ({decision})\n        r++;\n"),
                1 => format!("    r += {decision} ? 2 : 3;\n"),
                2 => format!("    r ^= {decision};\n"),
                3 => format!("    r += identity({decision});\n"),
                4 => format!(
                    "    for (int i = 0; {loop_condition} && {decision}; i++)\n        a = !a;\n"
                ),
                _ => {
                    format!("    while ({loop_condition} && {decision})\n        r += 2, b = !b;\n")
                }
            };
        }
        text + "    return r;\n}\n"
    }
}

/// The functions, and a driver that calls each a few times.
fn program(tells: bool) -> String {
    let mut chance = Chance(4);
    let mut text = String::from("static int identity(int x) { return x; }\n");
    if tells {
        text = format!(
            "#include <stdio.h>\nstatic int function;\n\
             static int told(int n, int v) {{ printf(\"%d %d %d\\n\", function, n, v); return v; }}\n\
             {text}"
        );
    }
    let mut calls = String::new();
    for number in 0..FUNCTIONS {
        let mut author = Author { chance: &mut chance, tells, conditions: 0 };
        let function = author.function(number);
        text += &function;
        if tells {
            let _ = writeln!(calls, "    function = {number};");
        }
        for _ in 0..2 + chance.below(12) {
            let values = [(); PARAMETERS].map(|()| chance.below(3).to_string()).join(", ");
            let _ = writeln!(calls, "    f{number}({values});");
        }
    }
    text + "int main(void)\n{\n" + &calls + "    return 0;\n}\n"
}

/// The effect of each condition, by the line of its decision.
type Shown = BTreeMap<u32, Vec<bool>>;

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{stderr}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What llvm-cov says, without the conditions that are constant.
fn by_llvm_cov(folder: &Path, source: &str) -> Shown {
    let file = |name: &str| folder.join(name);
    std::fs::write(file("plain.c"), source).expect("a written file");
    let flags = ["-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc", "-w"];
    let mut clang = Command::new("clang-19");
    run(clang.args(flags).arg(file("plain.c")).arg("-o").arg(file("plain")));
    run(Command::new(file("plain")).env("LLVM_PROFILE_FILE", file("raw")));
    let mut profile = Command::new("llvm-profdata-19");
    run(profile.arg("merge").arg(file("raw")).arg("-o").arg(file("data")));
    let mut show = Command::new("llvm-cov-19");
    let data = format!("-instr-profile={}", file("data").display());
    let text = run(show.args(["show", "--show-mcdc"]).arg(file("plain")).arg(data));
    let mut shown = Shown::new();
    let mut line = 0;
    for row in text.lines() {
        if let Some((_, place)) = row.split_once("MC/DC Decision Region (") {
            let number = place.split(':').next().and_then(|number| number.parse().ok());
            line = number.expect("the line of a decision");
            assert!(shown.insert(line, Vec::new()).is_none(), "two decisions on line {line}");
        } else if let Some((_, verdict)) = row.split_once("-Pair: ")
            && verdict != "constant folded"
        {
            shown.entry(line).or_default().push(verdict.starts_with("covered"));
        }
    }
    shown
}

/// What a run tells, as the probes that it passes.
fn sequence(program: &Program, plan: &ProbePlan, told: &str) -> Vec<ProbeId> {
    let edge = |line: &str| {
        let mut numbers = line.split(' ').map(|number| number.parse::<usize>().ok());
        let (function, condition, value) =
            (numbers.next()??, numbers.next()??, numbers.next()?? == 1);
        let function = program.function(&format!("f{function}"))?;
        let body = program.functions[function].body.as_ref().ok()?;
        let condition = &body.decisions.conditions[ConditionId::from_index(condition)];
        plan.get(ProbePoint::Edge(function, condition.block, u32::from(!value)))
    };
    told.lines().map(|line| edge(line).unwrap_or_else(|| panic!("a probe for {line}"))).collect()
}

/// What the tallies say of decisions with several conditions: llvm-cov knows no others.
fn by_tallies(folder: &Path, plain: &str, tallying: &str) -> (Shown, Shown) {
    std::fs::write(folder.join("tallying.c"), tallying).expect("a written file");
    let mut clang = Command::new("clang-19");
    run(clang.arg("-w").arg(folder.join("tallying.c")).arg("-o").arg(folder.join("tallying")));
    let told = run(&mut Command::new(folder.join("tallying")));
    let program = crate::common::load(plain);
    let mut plan = ProbePlan::new();
    let functions: Vec<_> = program.functions.ids().collect();
    let calls = CallGraph::new(&program);
    let watch = Watch::new(&program, &calls, &functions, &mut |point| plan.place_ordered(point));
    let watch = Arc::new(watch);
    let mut effects = Effects::new(Arc::clone(&watch));
    effects.observe(&sequence(&program, &plan, &told));
    let shown = |variant| {
        let mut shown = Shown::new();
        for (id, watched) in watch.decisions().iter_enumerated() {
            let table =
                &program.functions[watched.function].body.as_ref().expect("a body").decisions;
            let line = program.sources.line(table.decisions[watched.decision].span);
            let tally = effects.tally(id);
            let of = watched.shape.conditions().ids().map(|at| tally.is_shown(variant, at));
            shown.insert(line, of.collect());
        }
        shown
    };
    (shown(Variant::UniqueCause), shown(Variant::Masking))
}

#[test]
fn unique_cause_is_what_llvm_cov_counts() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (plain, tallying) = (program(false), program(true));
    let wanted = by_llvm_cov(folder.path(), &plain);
    let (unique, masking) = by_tallies(folder.path(), &plain, &tallying);
    assert_eq!(unique.len(), FUNCTIONS * 3);
    let lines: Vec<&str> = plain.lines().collect();
    for (line, found) in &unique {
        let text = lines[*line as usize - 1];
        assert_eq!(Some(found), wanted.get(line), "line {line}: {text}");
    }
    assert_eq!(unique.len(), wanted.len());
    let count = |shown: &Shown| shown.values().flatten().filter(|shown| **shown).count();
    let all: usize = unique.values().map(Vec::len).sum();
    let (unique, masking) = (count(&unique), count(&masking));
    // The runs show a good part, and masking shows more.
    assert!(all / 4 < unique && unique < masking && masking < all, "{unique} {masking} {all}");
}
