//! Hard single queries: multiplication equations, division, mixing as hash functions do; each for
//! our stack, and for z3 and cvc5 on the unsimplified text.
//!
//! ```text
//! cargo run --release -p clew-solver --example hard_queries -- [SECONDS]
//! ```

#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use clew_logic::{Sort, TermId, TermPool};
use clew_solver::{Budget, ExternalCommand, Query, Solver, StackConfig};

type Problem = (&'static str, fn(&mut TermPool) -> Vec<TermId>);

const PROBLEMS: &[Problem] = &[
    ("factor a 32-bit product", factor),
    ("x * y odd square, 24 bit", squares),
    ("distributivity, 10 bit", distributivity),
    ("a / b * b + a % b, 16 bit", division),
    ("a / 10 digits, 32 bit", digits),
    ("x % 7 and x % 11, 32 bit", remainders),
    ("invert a 32-bit mixer", mixer),
    ("collision of an FNV hash", collision),
    ("invert xorshift, 64 bit", xorshift),
    ("signed division bound", signed_division),
];

fn inputs(pool: &mut TermPool, width: u32) -> (TermId, TermId) {
    (pool.input("x", Sort::BitVec(width)), pool.input("y", Sort::BitVec(width)))
}

fn factor(pool: &mut TermPool) -> Vec<TermId> {
    let (x, y) = inputs(pool, 32);
    let (limit, product) = (pool.bv(32, 1 << 16), pool.bv(32, 64_063 * 65_063));
    let one = pool.bv(32, 1);
    let mul = pool.mul(x, y);
    vec![
        pool.eq(mul, product),
        pool.ult(x, limit),
        pool.ult(y, limit),
        pool.ugt(x, one),
        pool.ugt(y, one),
    ]
}

fn squares(pool: &mut TermPool) -> Vec<TermId> {
    let (x, y) = inputs(pool, 24);
    let (xx, yy) = (pool.mul(x, x), pool.mul(y, y));
    let sum = pool.add(xx, yy);
    let three = pool.bv(24, 3);
    let four = pool.bv(24, 4);
    let rest = pool.urem(sum, four);
    vec![pool.eq(rest, three)]
}

fn distributivity(pool: &mut TermPool) -> Vec<TermId> {
    let (x, y) = inputs(pool, 10);
    let z = pool.input("z", Sort::BitVec(10));
    let sum = pool.add(y, z);
    let left = pool.mul(x, sum);
    let (xy, xz) = (pool.mul(x, y), pool.mul(x, z));
    let right = pool.add(xy, xz);
    vec![pool.ne(left, right)]
}

fn division(pool: &mut TermPool) -> Vec<TermId> {
    let (x, y) = inputs(pool, 16);
    let (quotient, rest) = (pool.udiv(x, y), pool.urem(x, y));
    let product = pool.mul(quotient, y);
    let sum = pool.add(product, rest);
    vec![pool.ne(sum, x), pool.is_nonzero(y)]
}

fn digits(pool: &mut TermPool) -> Vec<TermId> {
    let (x, _) = inputs(pool, 32);
    let ten = pool.bv(32, 10);
    let mut constraints = Vec::new();
    let mut rest = x;
    for digit in [7, 3, 9, 1, 4] {
        let last = pool.urem(rest, ten);
        let digit = pool.bv(32, digit);
        constraints.push(pool.eq(last, digit));
        rest = pool.udiv(rest, ten);
    }
    constraints
}

fn remainders(pool: &mut TermPool) -> Vec<TermId> {
    let (x, _) = inputs(pool, 32);
    [(7, 3), (11, 5), (13, 8), (1009, 77)]
        .into_iter()
        .map(|(modulus, rest)| {
            let modulus = pool.bv(32, modulus);
            let rest = pool.bv(32, rest);
            let remainder = pool.urem(x, modulus);
            pool.eq(remainder, rest)
        })
        .collect()
}

fn mixer(pool: &mut TermPool) -> Vec<TermId> {
    let (x, _) = inputs(pool, 32);
    let mut state = x;
    for (shift, factor) in [(16, 0x85eb_ca6b), (13, 0xc2b2_ae35u128)] {
        let by = pool.bv(32, shift);
        let shifted = pool.lshr(state, by);
        let mixed = pool.xor(state, shifted);
        let factor = pool.bv(32, factor);
        state = pool.mul(mixed, factor);
    }
    let by = pool.bv(32, 16);
    let shifted = pool.lshr(state, by);
    state = pool.xor(state, shifted);
    let wanted = pool.bv(32, 0xdead_beef);
    vec![pool.eq(state, wanted)]
}

fn collision(pool: &mut TermPool) -> Vec<TermId> {
    let hash = |name: &str, pool: &mut TermPool| {
        let mut state = pool.bv(32, 0x811c_9dc5);
        let factor = pool.bv(32, 0x0100_0193);
        for place in 0..3 {
            let byte = pool.input(&format!("{name}{place}"), Sort::BitVec(8));
            let wide = pool.zero_extend(byte, 32);
            let mixed = pool.xor(state, wide);
            state = pool.mul(mixed, factor);
        }
        state
    };
    let (a, b) = (hash("a", pool), hash("b", pool));
    let (low_a, low_b) = (pool.extract(19, 0, a), pool.extract(19, 0, b));
    vec![pool.eq(low_a, low_b), pool.ne(a, b)]
}

fn xorshift(pool: &mut TermPool) -> Vec<TermId> {
    let (x, _) = inputs(pool, 64);
    let mut state = x;
    for (left, by) in [(true, 13), (false, 7), (true, 17)] {
        let by = pool.bv(64, by);
        let shifted = if left { pool.shl(state, by) } else { pool.lshr(state, by) };
        state = pool.xor(state, shifted);
    }
    let sum = pool.add(state, x);
    let wanted = pool.bv(64, 0x0123_4567_89ab_cdef);
    vec![pool.eq(sum, wanted)]
}

fn signed_division(pool: &mut TermPool) -> Vec<TermId> {
    let (x, y) = inputs(pool, 12);
    let quotient = pool.sdiv(x, y);
    let zero = pool.bv(12, 0);
    vec![pool.sgt(x, zero), pool.sgt(y, zero), pool.sgt(quotient, x)]
}

fn main() {
    let seconds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(20);
    let budget = Budget::of_time(Duration::from_secs(seconds));
    let stacks = [
        ("clew", StackConfig::default()),
        ("z3", StackConfig::external_only(ExternalCommand::z3())),
        ("cvc5", StackConfig::external_only(ExternalCommand::cvc5())),
    ];
    println!("{:<28} {:>16} {:>16} {:>16}", "query", "clew", "z3", "cvc5");
    for (name, build) in PROBLEMS {
        print!("{name:<28}");
        for (stack, config) in &stacks {
            let mut pool = match *stack {
                "clew" => TermPool::new(),
                _ => TermPool::without_rewrites(),
            };
            let start = Instant::now();
            let constraints = build(&mut pool);
            let mut solver = Solver::new(config.clone());
            let verdict = solver.check(&mut pool, &Query::new(&constraints).with_budget(budget));
            let ms = start.elapsed().as_secs_f64() * 1e3;
            print!(" {:>7} {ms:>8.0}", verdict.name());
        }
        println!();
    }
}
