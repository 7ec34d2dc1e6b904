//! Both ways on random programs: the invariants hold after every step, nothing excluded is ever met.
//!
//! `CLEW_RANDOM_PROGRAMS` says how many; a few by default.

use crate::common::{Case, is_covered, run_checked};
use clew_prove::Target;
use clew_prove::frontier::{Effort, Outcome};
use clew_symbolic::{Bounds, Entry, Fresh, LabelMode, Letter, Setup, SymbolicMachine};
use clew_vm::Config;
use std::collections::BTreeSet;
use std::fmt::Write as _;

const FEW: u64 = 12;

struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len() as u64) as usize]
    }
}

const PLACES: [&str; 9] = ["x", "y", "z", "g", "h", "*p", "*q", "a[x & 3]", "s.m"];

fn condition(dice: &mut Dice) -> String {
    let op = dice.pick(&["<", ">", "==", "!=", "<=", ">="]);
    match dice.below(3) {
        0 => format!("{} {op} {}", dice.pick(&PLACES), dice.pick(&PLACES)),
        _ => format!("{} {op} {}", dice.pick(&PLACES), dice.below(7) as i64 - 2),
    }
}

fn value(dice: &mut Dice) -> String {
    match dice.below(5) {
        0 => (dice.below(9) as i64 - 3).to_string(),
        1 => format!("{} + {}", dice.pick(&PLACES), dice.below(4)),
        2 => format!("{} - {}", dice.pick(&PLACES), dice.pick(&PLACES)),
        3 => format!("help({})", dice.pick(&PLACES)),
        _ => dice.pick(&PLACES).to_owned(),
    }
}

fn block(dice: &mut Dice, text: &mut String, (depth, loops): (u32, bool)) {
    let inner = (depth.saturating_sub(1), loops);
    for _ in 0..=dice.below(3) {
        match dice.below(if depth == 0 { 2 } else { 6 }) {
            0 | 1 => {
                let _ = writeln!(text, "{} = {};", dice.pick(&PLACES), value(dice));
            }
            2 | 3 => {
                let _ = writeln!(text, "if ({}) {{", condition(dice));
                block(dice, text, inner);
                text.push_str("} else {\n");
                block(dice, text, inner);
                text.push_str("}\n");
            }
            4 if loops => {
                let _ = writeln!(text, "for (int i = 0; i < (x & 3); i++) {{");
                block(dice, text, inner);
                text.push_str("}\n");
            }
            _ => {
                let _ = writeln!(text, "switch ({}) {{ case 1:", dice.pick(&PLACES));
                block(dice, text, inner);
                text.push_str("break; case 2: case 3:\n");
                block(dice, text, inner);
                text.push_str("break; default: break; }\n");
            }
        }
    }
}

/// A random program, with loops or without.
pub(crate) fn program(seed: u64, loops: bool) -> String {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut text = String::from(
        "static int g, h;
        struct s { char c; int m; };
        int outside(int);
        static int help(int v) { if (v > 3) return g; h++; return v & 7; }
        int f(int x, int y, int *p, int *q) {
            int a[4] = {0}, z = 1; struct s s = {0, 2};
            if (p == 0 || q == 0) return -1;
            ",
    );
    if dice.below(3) == 0 {
        text.push_str("z = outside(y);\n");
    }
    block(&mut dice, &mut text, (2, loops));
    block(&mut dice, &mut text, (2, loops));
    text + "return x + y + z;\n}\n"
}

/// The edges that random runs take.
pub(crate) fn edges_taken(case: &Case) -> BTreeSet<(usize, usize, u32)> {
    use clew_ir::Id as _;
    let config = Config { stubs: true, max_steps: 50_000, ..Config::under_test() };
    let bounds = Bounds { aliasing: clew_symbolic::Aliasing::Tried, ..Bounds::default() };
    let setup =
        Setup { entry: Entry::Unit(case.entry), config, labels: LabelMode::Observe, bounds };
    let mut machine = SymbolicMachine::new(&case.program, setup);
    let mut taken = BTreeSet::new();
    for seed in 0..200 {
        machine.set_fresh(Fresh::Random(seed));
        let Ok((_, word)) = machine.run_for_word(&clew_logic::Model::new()) else { continue };
        for letter in word.letters {
            if let Letter::Edge { from, arm, .. } = letter {
                taken.insert((from.function.index(), from.block.index(), arm));
            }
        }
    }
    taken
}

#[test]
fn invariants_hold_after_every_step() {
    use clew_ir::Id as _;
    let wanted = std::env::var("CLEW_RANDOM_PROGRAMS").ok().and_then(|it| it.parse().ok());
    let effort = Effort { iterations: 12, ..Effort::default() };
    let (mut covered, mut excluded) = (0, 0);
    for seed in 1..=wanted.unwrap_or(FEW) {
        let source = program(seed, true);
        let case = Case::new(&source, "f");
        let mut analysis = case.analysis(Effort { lemmas: seed % 2 == 0, ..effort });
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            run_checked(&mut analysis);
        }));
        assert!(result.is_ok(), "seed {seed}:\n{source}");
        let taken = edges_taken(&case);
        for (target, outcome) in case.targets.iter().zip(analysis.outcomes()) {
            covered += usize::from(is_covered(*outcome));
            let Target::Edge { function, block, arm } = target else { continue };
            if *outcome == Outcome::Excluded {
                excluded += 1;
                let key = (function.index(), block.index(), *arm);
                assert!(!taken.contains(&key), "seed {seed}: {target:?} is met:\n{source}");
            }
        }
    }
    assert!(covered > 0 && excluded > 0, "{covered} covered, {excluded} excluded");
}
