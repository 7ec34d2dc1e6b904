//! Path filtering loses nothing: on random programs with bounded loops, a search with it covers
//! what an exhaustive search covers, for every criterion. Assumptions stand anywhere in the programs:
//! what a run has met before it turns out to be excluded is still to be met.

use crate::common::random::{Dice, criteria};
use crate::common::{Covering, explore, load};
use clew_criteria::Criterion;
use clew_explore::{FaultSettings, Limits, Report, SearchSettings, Settings, Stopped, strategy};
use clew_ir::Program;
use std::fmt::Write as _;

/// Functions in one file: clang is started once for them.
const FUNCTIONS: usize = 16;
const FILES: usize = 24;
/// Programs with more paths say nothing more and take long.
const MAX_RUNS: u64 = 1500;

/// A writer of C functions, each other than the last.
struct Writer {
    dice: Dice,
    text: String,
    /// Statements left.
    fuel: u32,
    loops: u32,
}

impl Writer {
    fn variable(&mut self) -> &'static str {
        self.dice.pick(&["a", "b", "c", "n"])
    }

    fn comparison(&mut self) -> String {
        let (left, operator) = (self.variable(), self.dice.pick(&["<", "==", ">=", "!=", ">"]));
        match self.dice.below(3) {
            0 => format!("{left} {operator} {}", self.variable()),
            _ => format!("{left} {operator} {}", self.dice.below(7) as i64 - 2),
        }
    }

    fn condition(&mut self) -> String {
        let first = self.comparison();
        match self.dice.below(4) {
            0 => format!("{first} && {}", self.comparison()),
            1 => format!("{first} || {}", self.comparison()),
            _ => first,
        }
    }

    fn block(&mut self, number: usize, depth: u32) {
        self.text.push_str("{ ");
        for _ in 0..=self.dice.below(2) {
            self.statement(number, depth);
        }
        self.text.push_str("} ");
    }

    fn statement(&mut self, number: usize, depth: u32) {
        if self.fuel == 0 {
            return;
        }
        self.fuel -= 1;
        match self.dice.below(if depth == 0 { 5 } else { 11 }) {
            0 => {
                let (variable, amount) = (self.variable(), self.dice.below(5));
                let _ = write!(self.text, "{variable} += {amount}; ");
            }
            1 => {
                let argument = self.variable();
                let _ = write!(self.text, "n += g{number}({argument}); ");
            }
            2 => {
                let condition = self.comparison();
                let _ = write!(self.text, "if ({condition}) return n; ");
            }
            3 => {
                let condition = self.condition();
                let _ = write!(self.text, "clew_label({condition}); ");
            }
            4 => {
                let condition = self.comparison();
                let _ = write!(self.text, "clew_assume({condition}); ");
            }
            5 if self.loops < 2 => {
                self.loops += 1;
                let (index, count) = (self.loops, 1 + self.dice.below(3));
                let _ =
                    write!(self.text, "for (int i{index} = 0; i{index} < {count}; i{index}++) ");
                self.block(number, depth - 1);
            }
            6 => {
                let (value, first, second) =
                    (self.variable(), self.dice.below(3), 3 + self.dice.below(3));
                let _ = write!(self.text, "switch ({value}) {{ case {first}: n++; case {second}: ");
                self.block(number, depth - 1);
                self.text.push_str("break; default: n--; } ");
            }
            _ => {
                let condition = self.condition();
                let _ = write!(self.text, "if ({condition}) ");
                self.block(number, depth - 1);
                if self.dice.below(2) == 0 {
                    self.text.push_str("else ");
                    self.block(number, depth - 1);
                }
            }
        }
    }

    /// A function `f` with a number, and a function `g` that it may call.
    fn function(&mut self, number: usize) {
        let (first, second) = (self.dice.below(5), self.dice.below(9));
        let _ = writeln!(
            self.text,
            "static int g{number}(int x) {{ if (x > {first}) return 1; \
             if (x == {second}) return 2; return 0; }}"
        );
        let _ = write!(self.text, "int f{number}(int a, int b, int c) {{ int n = 0; ");
        (self.fuel, self.loops) = (7, 0);
        for _ in 0..3 {
            self.statement(number, 2);
        }
        self.text.push_str("return n; }\n");
    }
}

/// A search of one function for one criterion.
struct Subject<'p> {
    program: &'p Program,
    function: &'p str,
    criterion: Criterion,
    strategy: &'static str,
}

impl Subject<'_> {
    fn search(&self, exhaustive: bool) -> (Covering, Report) {
        let runs = Some(MAX_RUNS);
        let settings = Settings {
            search: SearchSettings { exhaustive, ..SearchSettings::default() },
            limits: Limits { runs, ..Limits::default() },
            faults: FaultSettings { tries: 0, ..FaultSettings::default() },
            ..Settings::default()
        };
        let mut goal = Covering::new(self.program, self.function, &[self.criterion]);
        let strategy = || strategy::by_name(self.strategy, 1).expect("a strategy");
        let report = explore(self.program, self.function, &mut goal, &settings, &strategy);
        (goal, report)
    }

    /// The candidates that filtering takes out of a search that covers what a search of all paths
    /// covers. None where that does not end in time, or where there is nothing to cover.
    fn filtered(&self, text: &str) -> Option<u64> {
        let (everything, whole) = self.search(true);
        if whole.stopped != Stopped::Exhausted || !whole.is_complete() {
            return None;
        }
        let (goal, report) = self.search(false);
        assert!(matches!(report.stopped, Stopped::Exhausted | Stopped::Covered));
        goal.assert_covers_the_same(&everything, &format!("{} of\n{text}", self.function));
        (!goal.objectives.is_empty()).then_some(report.statistics.filtered)
    }
}

/// A label may hold on a way that an assumption behind it excludes, and on another that it does not.
#[test]
fn a_label_is_met_on_any_way_behind_it() {
    let text = "void clew_label(int); void clew_assume(int);\n\
                int f(int a, int c) { int n = 0; clew_label(c >= 4); if (a >= -2) { \
                if (a >= c) n = a; else clew_assume(a == -1); } \
                for (int i = 0; i < 2; i++) if (a == i) clew_assume(c < 3); return n; }\n";
    let program = load(text);
    for strategy in strategy::NAMES {
        let criterion = Criterion::Labels;
        let subject = Subject { program: &program, function: "f", criterion, strategy };
        for exhaustive in [true, false] {
            let (goal, _) = subject.search(exhaustive);
            assert!(goal.covered_at("c >= 4").is_some(), "{strategy}, exhaustive: {exhaustive}");
        }
    }
}

/// One that holds only on ways that are excluded is infeasible, whatever was tried for it.
#[test]
fn a_label_that_only_excluded_ways_meet_is_refuted() {
    let text = "void clew_label(int); void clew_assume(int);\n\
                int f(int a, int b, int c) { int n = 0; clew_label(c >= 4); if (a > 0) n++; \
                if (b > a) n++; clew_assume(c < 4); return n; }\n";
    let program = load(text);
    for strategy in strategy::NAMES {
        let criterion = Criterion::Labels;
        let subject = Subject { program: &program, function: "f", criterion, strategy };
        let (goal, report) = subject.search(true);
        assert_eq!(report.stopped, Stopped::Exhausted, "{strategy}");
        assert!(report.is_complete() && goal.covered_at("c >= 4").is_none(), "{strategy}");
    }
}

#[test]
fn filtering_loses_no_objective() {
    let criteria = criteria();
    let (mut compared, mut filtered) = (vec![0; criteria.len()], 0);
    for file in 0..FILES {
        let text = "void clew_label(int); void clew_assume(int);\n".to_owned();
        let mut writer = Writer { dice: Dice(77 + file as u64), text, fuel: 0, loops: 0 };
        (0..FUNCTIONS).for_each(|number| writer.function(number));
        let program = load(&writer.text);
        for number in 0..FUNCTIONS {
            let strategy = strategy::NAMES[(3 * file + number) % strategy::NAMES.len()];
            for (which, criterion) in criteria.iter().enumerate() {
                let function = format!("f{number}");
                let subject = Subject {
                    program: &program,
                    function: &function,
                    criterion: *criterion,
                    strategy,
                };
                if let Some(candidates) = subject.filtered(&writer.text) {
                    filtered += candidates;
                    compared[which] += 1;
                }
            }
        }
    }
    assert!(compared.iter().all(|count| *count >= 200), "too few end in time: {compared:?}");
    assert!(filtered > 1000, "only {filtered} candidates are filtered");
}
