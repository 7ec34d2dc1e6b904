//! Merging branches loses nothing: on random programs whose loops compute something from the bits of
//! an input, a search that merges covers what a search of every path covers, for every criterion.

use crate::common::random::{Dice, criteria};
use crate::common::{Covering, explore_within, load};
use clew_explore::{Limits, SearchSettings, Settings, Stopped, strategy};
use clew_symbolic::Bounds;
use std::fmt::Write as _;

/// Functions in one file: clang is started once for them.
const FUNCTIONS: usize = 12;
const FILES: usize = 8;
/// Programs with more paths say nothing more and take long.
const MAX_RUNS: u64 = 600;

/// A writer of C functions, each other than the last.
struct Writer {
    dice: Dice,
    text: String,
}

impl Writer {
    fn assignment(&mut self) -> &'static str {
        self.dice.pick(&[
            "s = s >> 1 ^ 0x8c;",
            "s >>= 1;",
            "s++;",
            "n += 3;",
            "n = s - n;",
            "{ n = 0; s ^= x; }",
            "u = n;",
            "{ if (n == 4) s = 1; n++; }",
        ])
    }

    fn round(&mut self) {
        let condition =
            self.dice.pick(&["x >> i & 1", "(s ^ x >> i) & 1", "s > (x & 7)", "n < (x & 3)"]);
        let (then, otherwise) = (self.assignment(), self.assignment());
        let _ = match self.dice.below(4) {
            0 => write!(self.text, "if ({condition}) {then} "),
            1 => write!(self.text, "s = {condition} ? s >> 1 ^ 0x26 : s + n; "),
            _ => write!(self.text, "if ({condition}) {then} else {otherwise} "),
        };
        if self.dice.below(3) == 0 {
            let other = self.dice.pick(&["s == 5", "n > 9", "x == 77", "u && n == u"]);
            let then = self.dice.pick(&["return 1;", "n++;", "u = 3;"]);
            let _ = write!(self.text, "if ({other}) {then} ");
        }
    }

    /// A function `f` with a number.
    fn function(&mut self, number: usize) {
        let start = self.dice.pick(&["1", "x", "0x1d"]);
        let _ = write!(
            self.text,
            "int f{number}(unsigned char x) {{ unsigned char s = {start}; int n = 0, u = 0; \
             for (int i = 0; i < 8; i++) {{ "
        );
        (0..=self.dice.below(2)).for_each(|_| self.round());
        self.text.push_str("} ");
        for _ in 0..3 {
            let condition =
                self.dice.pick(&["s == 0x2c", "n == 7", "s < 9 && n > 4", "u > 2 || s == x"]);
            let _ = write!(self.text, "if ({condition}) n--; ");
        }
        self.text.push_str("return n; }\n");
    }
}

#[test]
fn merging_loses_no_objective() {
    let criteria = criteria();
    let (mut compared, mut runs) = (0, [0, 0]);
    for file in 0..FILES {
        let mut writer = Writer { dice: Dice(99 + file as u64), text: String::new() };
        (0..FUNCTIONS).for_each(|number| writer.function(number));
        let program = load(&writer.text);
        for number in 0..FUNCTIONS {
            let criterion = criteria[(file + number) % criteria.len()];
            let name = strategy::NAMES[(3 * file + number) % strategy::NAMES.len()];
            let function = format!("f{number}");
            let search = |exhaustive| {
                let runs = Some(MAX_RUNS);
                let settings = Settings {
                    search: SearchSettings { exhaustive, ..SearchSettings::default() },
                    limits: Limits { runs, ..Limits::default() },
                    ..Settings::default()
                };
                let mut goal = Covering::new(&program, &function, &[criterion]);
                let strategy = || strategy::by_name(name, 1).expect("a strategy");
                let bounds = Bounds { merges: !settings.search.exhaustive, ..Bounds::default() };
                let report =
                    explore_within(bounds, &program, &function, &mut goal, &settings, &strategy);
                (goal, report)
            };
            let (everything, whole) = search(true);
            if whole.stopped != Stopped::Exhausted || !whole.is_complete() {
                continue;
            }
            let (goal, report) = search(false);
            assert!(matches!(report.stopped, Stopped::Exhausted | Stopped::Covered));
            assert_eq!(report.divergences.len(), 0, "f{number} of\n{}", writer.text);
            goal.assert_covers_the_same(&everything, &format!("f{number} of\n{}", writer.text));
            compared += 1;
            runs[0] += whole.statistics.runs;
            runs[1] += report.statistics.runs;
        }
    }
    assert!(compared >= 60, "only {compared} programs end in time");
    // Some criteria have labels on the ways, which then fork as ever.
    assert!(runs[1] * 3 < runs[0] * 2, "{} runs instead of {}", runs[1], runs[0]);
}
