//! Random float queries against z3's own theory of floats.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use clew_logic::float::{self, Format, Rounding};
use clew_logic::testing::{Random, scale};
use clew_logic::{Sort, TermId, TermPool};
use clew_solver::{Budget, Query, Solver, Verdict};

const MODES: [(&str, Rounding); 5] = [
    ("RNE", Rounding::NearestEven),
    ("RNA", Rounding::NearestAway),
    ("RTP", Rounding::Up),
    ("RTN", Rounding::Down),
    ("RTZ", Rounding::Zero),
];

struct Sampler<'a> {
    rng: Random,
    pool: &'a mut TermPool,
    format: Format,
}

/// A float as text of z3's theory and as a circuit.
type Both = (String, TermId);

impl Sampler<'_> {
    fn leaf(&mut self) -> Both {
        let Format { exponent, significand } = self.format;
        let width = self.format.width();
        if self.rng.one_in(3) {
            let value = self.rng.value(width);
            let text = format!("((_ to_fp {exponent} {significand}) (_ bv{value} {width}))");
            return (text, self.pool.bv(width, value));
        }
        let name = self.rng.pick(&["x", "y"]);
        let term = self.pool.input(name, Sort::BitVec(width));
        (format!("((_ to_fp {exponent} {significand}) {name})"), term)
    }

    fn number(&mut self, depth: u32) -> Both {
        if depth == 0 {
            return self.leaf();
        }
        let format = self.format;
        let (a_text, a) = self.number(depth - 1);
        let (b_text, b) = self.number(depth - 1);
        let (mode_text, mode) = self.rng.pick(&MODES);
        let choice = self.rng.below(12);
        let pool = &mut *self.pool;
        match choice {
            0 | 1 => (
                format!("(fp.add {mode_text} {a_text} {b_text})"),
                float::add(pool, format, mode, a, b),
            ),
            2 => (
                format!("(fp.sub {mode_text} {a_text} {b_text})"),
                float::sub(pool, format, mode, a, b),
            ),
            3 | 4 => (
                format!("(fp.mul {mode_text} {a_text} {b_text})"),
                float::mul(pool, format, mode, a, b),
            ),
            5 => (
                format!("(fp.div {mode_text} {a_text} {b_text})"),
                float::div(pool, format, mode, a, b),
            ),
            6 => (format!("(fp.sqrt {mode_text} {a_text})"), float::sqrt(pool, format, mode, a)),
            7 => (
                format!("(fp.roundToIntegral {mode_text} {a_text})"),
                float::round_to_integral(pool, format, mode, a),
            ),
            8 => {
                let (c_text, c) = self.leaf();
                let text = format!("(fp.fma {mode_text} {a_text} {b_text} {c_text})");
                (text, float::fma(self.pool, format, mode, a, b, c))
            }
            9 => (format!("(fp.neg {a_text})"), float::neg(pool, format, a)),
            10 => (format!("(fp.abs {a_text})"), float::abs(pool, format, a)),
            _ => {
                let other =
                    Format { exponent: format.exponent - 1, significand: format.significand - 1 };
                let narrow = float::to_format(pool, format, other, mode, a);
                let back = float::to_format(pool, other, format, mode, narrow);
                let Format { exponent, significand } = other;
                let text = format!("((_ to_fp {exponent} {significand}) {mode_text} {a_text})");
                let Format { exponent, significand } = format;
                (format!("((_ to_fp {exponent} {significand}) {mode_text} {text})"), back)
            }
        }
    }

    fn constraint(&mut self) -> Both {
        let format = self.format;
        let (a_text, a) = self.number(2);
        let (b_text, b) = self.number(1);
        let negate = self.rng.one_in(2);
        let choice = self.rng.below(7);
        let pool = &mut *self.pool;
        let (text, term) = match choice {
            0 | 1 => (format!("(fp.eq {a_text} {b_text})"), float::eq(pool, format, a, b)),
            2 => (format!("(fp.lt {a_text} {b_text})"), float::lt(pool, format, a, b)),
            3 => (format!("(fp.leq {a_text} {b_text})"), float::le(pool, format, a, b)),
            4 => (format!("(fp.isNaN {a_text})"), float::is_nan(pool, format, a)),
            5 => (format!("(fp.isSubnormal {a_text})"), float::is_subnormal(pool, format, a)),
            _ => (format!("(fp.isInfinite {a_text})"), float::is_infinite(pool, format, a)),
        };
        if negate { (format!("(not {text})"), self.pool.not(term)) } else { (text, term) }
    }
}

#[test]
fn verdicts_agree() {
    let Ok(mut child) = Command::new("z3")
        .args(["-in", "-t:1000"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
    else {
        return;
    };
    let mut input = child.stdin.take().expect("piped");
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    let (mut agreed, mut undecided) = (0, 0);
    let rounds = 60 * scale();
    for round in 0..rounds {
        let mut pool = TermPool::new();
        let mut rng = Random::new(round as u64);
        let format = match rng.below(8) {
            0 => Format::F32,
            1 => Format::F16,
            2 => Format { exponent: 4, significand: 5 },
            _ => Format { exponent: 3, significand: 4 },
        };
        let mut sampler = Sampler { rng, pool: &mut pool, format };
        let both: Vec<Both> = (0..2).map(|_| sampler.constraint()).collect();
        let width = format.width();
        let mut text = String::from("(reset)\n");
        for name in ["x", "y"] {
            text.push_str(&format!("(declare-const {name} (_ BitVec {width}))\n"));
        }
        for (constraint, _) in &both {
            text.push_str(&format!("(assert {constraint})\n"));
        }
        text.push_str("(check-sat)\n");
        input.write_all(text.as_bytes()).expect("z3 should read");
        input.flush().expect("z3 should read");
        let mut theirs = String::new();
        output.read_line(&mut theirs).expect("z3 should answer");
        let constraints: Vec<TermId> = both.iter().map(|(_, term)| *term).collect();
        let budget = Budget::of_time(Duration::from_secs(2));
        let ours =
            Solver::default().check(&mut pool, &Query::new(&constraints).with_budget(budget));
        if theirs.trim() == "unknown" || matches!(ours, Verdict::Unknown(_)) {
            undecided += 1;
            continue;
        }
        assert_eq!(theirs.trim(), ours.name(), "round {round}\n{text}");
        agreed += 1;
    }
    let _ = child.kill();
    let _ = child.wait();
    if let Ok(path) = std::env::var("CLEW_TEST_REPORT") {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        let line = format!("floats: z3 agreed on {agreed}, {undecided} undecided in time");
        let _ = writeln!(file.expect("the report should be writable"), "{line}");
    }
    assert!(agreed > rounds / 4, "{agreed} agreed, {undecided} undecided");
}
