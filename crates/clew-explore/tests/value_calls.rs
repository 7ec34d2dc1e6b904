//! Taking calls for the values they return loses nothing: on random programs whose functions call others that
//! classify, clamp, compare, shift, look up or fault, a search that takes them so covers what a search of every path
//! covers.

use crate::common::random::Dice;
use crate::common::{Covering, explore_within, load};
use clew_criteria::Criterion;
use clew_explore::{FaultSettings, Limits, Report, SearchSettings, Settings, Stopped, strategy};
use clew_symbolic::Bounds;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Functions in one file: clang is started once for them.
const FUNCTIONS: usize = 12;
const FILES: usize = 10;
/// Programs with more paths say nothing more and take long.
const MAX_RUNS: u64 = 800;

/// What functions call: of one number, of two, of two pointers.
const HELPERS: &str = "
static int total;
static const unsigned char classes[16] = { 1, 0, 2, 2, 0, 7, [12] = 3 };
static int in_range(int c, int n) { if (c >= 10 && c <= 40 + n) return 1; return 0; }
static int clamp(int x, int most) { if (x < 3) return 3; if (x > most) return most; return x; }
static int shift(int x, int n) {
    unsigned char c = (unsigned char)(x ^ n);
    for (int i = 0; i < 8; i++) if (c & 1) c = (c >> 1) ^ 0x8c; else c >>= 1;
    return c;
}
static int kind(int c, int n) {
    switch (c & 15) { case 0: return n; case 3: case 4: case 9: return 5; case 12: return -n; default: return 1; }
}
static int look_up(int c, int n) { if (c < 0 || c > 15) return n; return classes[c]; }
static int masked(int c, int n) { if (n > 4) return classes[c & 15]; return classes[(c >> 4) & 15] + 1; }
static int nested(int c, int n) { if (in_range(c, n)) return clamp(c, 20); return kind(c, n) + shift(c, 1); }
static int quotient(int c, int n) { if (c == 0) return n; return 100 / c; }
static int faults(int c, int n) { if (n > 200) return 1; return 100 / (c - 17); }
static int writes(int c, int n) { if (c > 100) total += n; return total; }
static int rounds(int c, int n) { int k = 0; while (c > n) { c = c / 2 - 1; k++; } return k; }
static int order(const int *a, const int *b) { if (*a < *b) return -1; if (*a > *b) return 1; return 0; }
static int again(int c, int n) { if (c > 20) return 1 + again(c - 60, n); return n; }
";

const CALLED: [&str; 12] = [
    "in_range", "clamp", "shift", "kind", "look_up", "masked", "nested", "quotient", "faults",
    "writes", "rounds", "again",
];

/// A writer of C functions, each other than the last.
struct Writer {
    dice: Dice,
    text: String,
}

impl Writer {
    fn call(&mut self) -> String {
        if self.dice.below(5) == 0 {
            let (a, b) = (self.dice.below(3), self.dice.below(3));
            return format!("order(&v[{a}], &v[{b}])");
        }
        let function = self.dice.pick(&CALLED);
        let first = self.dice.pick(&["x", "y", "x ^ y", "x - 5", "s & 63", "(signed char)y"]);
        let second = self.dice.pick(&["7", "y", "2", "x >> 3"]);
        format!("{function}({first}, {second})")
    }

    /// A function `f` with a number.
    fn function(&mut self, number: usize) {
        let _ = write!(
            self.text,
            "int f{number}(unsigned char x, unsigned char y, const int v[3]) {{ int s = 0; "
        );
        for _ in 0..2 + self.dice.below(2) {
            let call = self.call();
            let _ = write!(self.text, "s += {call}; ");
        }
        for _ in 0..2 {
            let (call, bound) = (self.call(), self.dice.below(9));
            let _ = match self.dice.below(3) {
                0 => write!(self.text, "if (s == {bound}) s = {call}; "),
                1 => write!(self.text, "if ({call} > {bound}) s++; else s -= 2; "),
                _ => write!(self.text, "if (s > {bound} && {call} == 1) return {bound}; "),
            };
        }
        self.text.push_str("return s; }\n");
    }
}

fn search(program: &clew_ir::Program, function: &str, merges: bool) -> (Covering, Report) {
    let settings = Settings {
        search: SearchSettings { exhaustive: true, ..SearchSettings::default() },
        limits: Limits { runs: Some(MAX_RUNS), ..Limits::default() },
        faults: FaultSettings { seek: false, ..FaultSettings::default() },
        ..Settings::default()
    };
    let mut goal = Covering::of_function(program, function, &[Criterion::Branch]);
    let strategy = || strategy::by_name("dfs", 1).expect("a strategy");
    let bounds = Bounds { merges, ..Bounds::default() };
    let report = explore_within(bounds, program, function, &mut goal, &settings, &strategy);
    (goal, report)
}

#[test]
fn taking_calls_for_values_loses_no_objective() {
    let (mut compared, mut fewer, mut runs) = (0, 0, [0, 0]);
    for file in 0..FILES {
        let mut writer = Writer { dice: Dice(7 + file as u64), text: HELPERS.to_owned() };
        (0..FUNCTIONS).for_each(|number| writer.function(number));
        let program = load(&writer.text);
        for number in 0..FUNCTIONS {
            let function = format!("f{number}");
            let (everything, whole) = search(&program, &function, false);
            if whole.stopped != Stopped::Exhausted {
                continue;
            }
            let (goal, report) = search(&program, &function, true);
            let context = format!("f{number} of\n{}", writer.text);
            assert_eq!(report.stopped, Stopped::Exhausted, "{context}");
            assert_eq!(report.divergences.len(), 0, "{context}");
            goal.assert_covers_the_same(&everything, &context);
            let faults = |report: &Report| -> BTreeSet<String> {
                let all = report.found.iter().filter_map(|found| found.fault());
                all.map(|fault| format!("{:?} {:?}", fault.kind, fault.span)).collect()
            };
            assert_eq!(faults(&report), faults(&whole), "{context}");
            compared += 1;
            fewer += usize::from(report.statistics.runs < whole.statistics.runs);
            runs[0] += whole.statistics.runs;
            runs[1] += report.statistics.runs;
        }
    }
    assert!(compared >= 60, "only {compared} programs end in time");
    assert!(fewer * 2 > compared, "{fewer} of {compared} programs have fewer paths");
    assert!(runs[1] * 3 < runs[0], "{} runs instead of {}", runs[1], runs[0]);
}

/// The paths of a function, where calls are taken for values.
fn paths(source: &str, function: &str) -> u64 {
    let program = load(source);
    let (_, report) = search(&program, function, true);
    assert_eq!(report.stopped, Stopped::Exhausted);
    report.statistics.runs
}

#[test]
fn a_character_class_forks_nothing() {
    let source = "static int is_word(int c) {
            if (c >= 'a' && c <= 'z') return 1;
            if (c >= '0' && c <= '9') return 1;
            return c == '_';
        }
        int f(const char s[10]) {
            int n = 0;
            for (int i = 0; i < 10; i++) n += is_word(s[i]);
            return n == 7;
        }";
    // The other one has no array.
    assert_eq!(paths(source, "f"), 1 + 1);
}

#[test]
fn a_function_of_a_byte_becomes_a_table() {
    // Whether the index stays inside is no question of the text of conditions: each value of the byte is tried.
    let source = "static const unsigned char kinds[64] = { [3] = 1, [4] = 2, [60] = 3 };
        static int kind(int c) { if (c < 0 || c > 63) return 9; return kinds[c] == 2 ? 5 : kinds[c]; }
        int f(const signed char s[4]) {
            int n = 0;
            for (int i = 0; i < 4; i++) n += kind(s[i]);
            if (n == 14) return 1;
            return 0;
        }";
    assert_eq!(paths(source, "f"), 2 + 1);
}

#[test]
fn a_callee_in_which_something_is_looked_for_forks() {
    let source = "static int clamp(int x) { if (x < 0) return 0; if (x > 9) return 9; return x; }
        int f(int x) { return clamp(x); }";
    let program = load(source);
    let goal = Covering::new(&program, "f", &[Criterion::Branch]);
    assert_eq!(goal.objectives.iter().count(), 4, "the branches of both functions are asked for");
    let settings = Settings::default();
    let mut goal = goal;
    let strategy = || strategy::by_name("dfs", 1).expect("a strategy");
    let bounds = Bounds { merges: true, ..Bounds::default() };
    explore_within(bounds, &program, "f", &mut goal, &settings, &strategy);
    assert!(goal.coverage.all_decided());
}
