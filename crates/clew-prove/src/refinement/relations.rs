//! What is true in all samples of a loop's head.
//!
//! Clauses from the code come first, then order and linear equations of variables, then what a mode
//! says: a variable that is compared to constants and has few values splits the samples, and what
//! holds in all of one value may hold whenever it has that value.

use super::quantities::Quantity;
use super::samples::{Measured, Sample, Stack};
use crate::clause::Clause;
use clew_ir::rebuild::without_spans;
use clew_ir::{BinaryOp, Expr, ExprKind, Span, TypeId, TypeTable};
use std::collections::BTreeSet;

/// The most clauses of a head: of the code and of variables, and of what modes say.
const MOST_PLAIN: usize = 320;
const MOST_IMPLIED: usize = 320;
/// The most clauses that relate two functions.
const MOST_ACROSS: usize = 120;
/// The most linear equations.
const MOST_LINEAR: usize = 64;
/// The most values of a mode.
const MOST_VALUES: usize = 10;
/// The most quantities that equations of three are looked for in.
const MOST_IN_TRIPLES: usize = 14;

/// A clause with the samples in which it holds.
struct Guess {
    clause: Expr,
    truths: Vec<bool>,
}

impl Guess {
    fn is_true(&self) -> bool {
        self.truths.iter().all(|it| *it)
    }
}

/// Clauses that hold in all stacks of a head, whose functions are these, the outermost first.
pub(crate) fn guesses(functions: &[&Measured], stacks: &[Stack]) -> Vec<Clause> {
    let mut clauses = Vec::new();
    let Some((innermost, outer)) = functions.split_last() else { return clauses };
    let frame = |depth: usize| -> Vec<&Sample> { stacks.iter().map(|it| &it[depth]).collect() };
    let here = frame(outer.len());
    let own = of_frame(innermost, &here, MOST_IMPLIED);
    clauses.extend(own.into_iter().map(Clause::Here));
    for (depth, measured) in outer.iter().enumerate() {
        let there = frame(depth);
        let theirs = of_frame(measured, &there, MOST_IMPLIED / 4);
        clauses.extend(theirs.into_iter().map(|it| Clause::Outer(depth, it)));
        clauses.extend(across((innermost, &here), depth, (measured, &there)));
    }
    clauses
}

/// What a mode may say where something that holds in all samples turns out not to hold always.
pub(crate) fn weakened(measured: &Measured, stacks: &[Stack], failed: &[Expr]) -> Vec<Clause> {
    let samples: Vec<&Sample> = stacks.iter().filter_map(|it| it.last()).collect();
    let guess = |clause: &Expr| Guess { clause: clause.clone(), truths: vec![true; samples.len()] };
    let guesses: Vec<Guess> = failed.iter().map(guess).collect();
    let mut clauses = Vec::new();
    implications(measured, &samples, guesses.iter().collect(), MOST_IMPLIED, &mut clauses);
    clauses.into_iter().map(Clause::Here).collect()
}

/// Clauses about one function that hold in all samples.
fn of_frame(measured: &Measured, samples: &[&Sample], most_implied: usize) -> Vec<Expr> {
    let mut all: Vec<Guess> = Vec::new();
    for (at, clause) in measured.clauses.iter().enumerate() {
        let truths = samples.iter().map(|sample| sample.truths[at]).collect();
        all.push(Guess { clause: without_spans(clause), truths });
    }
    order(measured, samples, &mut all);
    let mut seen: Vec<Expr> = Vec::new();
    all.retain(|guess| {
        let is_new = !seen.contains(&guess.clause);
        if is_new {
            seen.push(guess.clause.clone());
        }
        is_new
    });
    let is_true = all.iter().filter(|it| it.is_true());
    let mut clauses: Vec<Expr> = is_true.take(MOST_PLAIN).map(|it| it.clause.clone()).collect();
    clauses.extend(linear(measured, samples));
    let open = all.iter().filter(|it| !it.is_true()).collect();
    implications(measured, samples, open, most_implied, &mut clauses);
    clauses
}

/// How variables of a function compare to those of one that waits for it.
fn across(
    (here, samples): (&Measured, &[&Sample]),
    frame: usize,
    (there, others): (&Measured, &[&Sample]),
) -> Vec<Clause> {
    let mut clauses = Vec::new();
    for left in places(here) {
        for right in places(there) {
            let (a, b) = (&here.quantities[left], &there.quantities[right]);
            if a.expr.ty != b.expr.ty {
                continue;
            }
            for op in ORDER {
                let mut pairs = samples.iter().zip(others);
                if pairs.all(|(x, y)| is_in_order(op, a, x.values[left], y.values[right])) {
                    let (here, there) = (a.expr.clone(), b.expr.clone());
                    clauses.push(Clause::Across { op, here, frame, there });
                }
            }
        }
    }
    clauses.truncate(MOST_ACROSS);
    clauses
}

/// The variables that relations are looked for in.
fn places(measured: &Measured) -> Vec<usize> {
    let is_one = |it: &Quantity| it.is_place && !it.is_pointer && it.bits > 1;
    let quantities = measured.quantities.iter().enumerate();
    quantities.filter(|(_, it)| is_one(it)).map(|(at, _)| at).collect()
}

/// The order of each two variables of the same type.
fn order(measured: &Measured, samples: &[&Sample], all: &mut Vec<Guess>) {
    let places = places(measured);
    for (at, &left) in places.iter().enumerate() {
        for &right in &places[at + 1..] {
            let (a, b) = (&measured.quantities[left], &measured.quantities[right]);
            if a.expr.ty != b.expr.ty || !(a.is_changing || b.is_changing) {
                continue;
            }
            for op in ORDER {
                let holds = |it: &&Sample| is_in_order(op, a, it.values[left], it.values[right]);
                let truths = samples.iter().map(holds).collect();
                let clause = binary(op, TypeTable::INT, a.expr.clone(), b.expr.clone());
                all.push(Guess { clause, truths });
            }
        }
    }
}

/// The ways in which two integers may be ordered.
const ORDER: [BinaryOp; 5] = [BinaryOp::Le, BinaryOp::Ge, BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Eq];

/// Whether two values of a quantity's type are ordered so.
fn is_in_order(op: BinaryOp, ty: &Quantity, left: Option<u128>, right: Option<u128>) -> bool {
    let (Some(left), Some(right)) = (left, right) else { return false };
    let (left, right) = (signed(ty, left), signed(ty, right));
    match op {
        BinaryOp::Le => left <= right,
        BinaryOp::Ge => left >= right,
        BinaryOp::Lt => left < right,
        BinaryOp::Gt => left > right,
        _ => left == right,
    }
}

/// The value of a quantity as a number.
fn signed(quantity: &Quantity, bits: u128) -> i128 {
    let value = bits as i128;
    match quantity.is_signed && bits >> (quantity.bits - 1) & 1 == 1 {
        true => value - (1 << quantity.bits),
        false => value,
    }
}

/// Sums of a few variables that are the same in all samples.
fn linear(measured: &Measured, samples: &[&Sample]) -> Vec<Expr> {
    let mut found = Vec::new();
    for ty in [TypeTable::UNSIGNED_INT, TypeTable::UNSIGNED_LONG] {
        let bits = if ty == TypeTable::UNSIGNED_INT { 32 } else { 64 };
        let is_one = |at: &usize| {
            let quantity = &measured.quantities[*at];
            let values: BTreeSet<_> = samples.iter().map(|it| it.values[*at]).collect();
            quantity.bits <= bits && values.len() > 1 && !values.contains(&None)
        };
        let some: Vec<usize> = places(measured).into_iter().filter(is_one).collect();
        // What fits the narrower type is looked at there.
        let is_wide = |terms: &[usize]| {
            bits == 32 || terms.iter().any(|at| measured.quantities[*at].bits > 32)
        };
        let columns = Columns { measured, samples, ty, mask: (1 << bits) - 1 };
        for (at, &first) in some.iter().enumerate() {
            for &second in &some[at + 1..] {
                if is_wide(&[first, second]) {
                    found.extend(columns.pair(first, second));
                }
            }
        }
        let few = &some[..some.len().min(MOST_IN_TRIPLES)];
        for (at, &first) in few.iter().enumerate() {
            for (next, &second) in few.iter().enumerate().skip(at + 1) {
                for &third in &few[next + 1..] {
                    if is_wide(&[first, second, third]) {
                        found.extend(columns.triple([first, second, third]));
                    }
                }
            }
        }
    }
    found.truncate(MOST_LINEAR);
    found
}

/// The values of quantities as numbers of one unsigned type.
struct Columns<'s> {
    measured: &'s Measured,
    samples: &'s [&'s Sample],
    ty: TypeId,
    mask: u128,
}

impl Columns<'_> {
    fn value(&self, sample: &Sample, at: usize) -> u128 {
        let bits = sample.values[at].unwrap_or(0);
        signed(&self.measured.quantities[at], bits) as u128 & self.mask
    }

    fn term(&self, at: usize) -> Expr {
        let expr = self.measured.quantities[at].expr.clone();
        if expr.ty == self.ty {
            return expr;
        }
        let kind = ExprKind::Cast { operand: Box::new(expr), implicit: false };
        Expr { kind, ty: self.ty, span: Span::NONE }
    }

    /// The sum by these factors, where it is always the same.
    fn constant(&self, factors: &[(usize, u128)]) -> Option<u128> {
        let sum = |sample: &&Sample| {
            let sum = factors.iter().fold(0_u128, |sum, (at, factor)| {
                sum.wrapping_add(factor.wrapping_mul(self.value(sample, *at)))
            });
            sum & self.mask
        };
        let mut sums = self.samples.iter().map(sum);
        let first = sums.next()?;
        sums.all(|it| it == first).then_some(first)
    }

    fn equation(&self, factors: &[(usize, u128)]) -> Option<Expr> {
        let constant = self.constant(factors)?;
        let mut sum: Option<Expr> = None;
        for &(at, factor) in factors {
            let term = self.term(at);
            let term = match factor {
                1 => term,
                factor => {
                    let factor = Expr::constant(factor & self.mask, self.ty, Span::NONE);
                    binary(BinaryOp::Mul, self.ty, term, factor)
                }
            };
            sum = Some(match sum {
                None => term,
                Some(sum) => binary(BinaryOp::Add, self.ty, sum, term),
            });
        }
        let constant = Expr::constant(constant, self.ty, Span::NONE);
        Some(binary(BinaryOp::Eq, TypeTable::INT, sum?, constant))
    }

    /// `a - f b`, where two samples tell what `f` would be, or `b - f a`.
    fn pair(&self, first: usize, second: usize) -> Option<Expr> {
        for (a, b) in [(first, second), (second, first)] {
            let start = self.samples.first()?;
            let differs = |it: &&&Sample| self.value(it, b) != self.value(start, b);
            let other = self.samples.iter().find(differs)?;
            let run = self.value(other, b).wrapping_sub(self.value(start, b)) & self.mask;
            let rise = self.value(other, a).wrapping_sub(self.value(start, a)) & self.mask;
            let (run, rise) = (self.centred(run), self.centred(rise));
            if rise != 0 && rise % run == 0 && (rise / run).abs() <= 1 << 16 {
                let factor = (-(rise / run)) as u128 & self.mask;
                if let Some(equation) = self.equation(&[(a, 1), (b, factor)]) {
                    return Some(equation);
                }
            }
        }
        None
    }

    fn centred(&self, value: u128) -> i128 {
        if value > self.mask / 2 { value as i128 - self.mask as i128 - 1 } else { value as i128 }
    }

    fn triple(&self, at: [usize; 3]) -> Option<Expr> {
        let (plus, minus) = (1, self.mask);
        let signs =
            [[plus, plus, plus], [plus, plus, minus], [plus, minus, plus], [minus, plus, plus]];
        signs.into_iter().find_map(|signs| {
            let factors: Vec<(usize, u128)> = at.into_iter().zip(signs).collect();
            self.equation(&factors)
        })
    }
}

/// What holds in all samples in which a mode has a value, or has not. Modes take turns, so that none
/// takes all the room.
fn implications(
    measured: &Measured,
    samples: &[&Sample],
    mut open: Vec<&Guess>,
    most: usize,
    clauses: &mut Vec<Expr>,
) {
    open.sort_by_key(|it| !is_of_places(measured, &it.clause));
    let mut turns: Vec<std::vec::IntoIter<Expr>> = Vec::new();
    for (at, mode) in measured.quantities.iter().enumerate() {
        if mode.is_mode && mode.is_changing && is_read(&mode.expr) {
            turns.extend(said_by_mode(at, mode, samples, &open).map(Vec::into_iter));
        }
    }
    let most = clauses.len() + most;
    loop {
        let before = clauses.len();
        for turn in &mut turns {
            clauses.extend(turn.next().filter(|_| before < most));
        }
        if clauses.len() == before {
            return;
        }
    }
}

/// What each value of a mode says, value by value.
fn said_by_mode<'s>(
    at: usize,
    mode: &'s Quantity,
    samples: &'s [&'s Sample],
    open: &'s [&Guess],
) -> impl Iterator<Item = Vec<Expr>> + 's {
    let mut values: BTreeSet<u128> = samples.iter().filter_map(|it| it.values[at]).collect();
    if mode.is_pointer {
        values = BTreeSet::from([0]);
    }
    if values.len() > MOST_VALUES {
        values.clear();
    }
    let sides = values.into_iter().flat_map(|value| [(value, true), (value, false)]);
    sides.map(move |(value, is_equal)| {
        let is_here: Vec<bool> =
            samples.iter().map(|it| (it.values[at] == Some(value)) == is_equal).collect();
        if is_here.iter().all(|it| *it) || !is_here.iter().any(|it| *it) {
            return Vec::new();
        }
        let op = if is_equal { BinaryOp::Ne } else { BinaryOp::Eq };
        let constant = Expr::constant(value, mode.expr.ty, Span::NONE);
        let side = binary(op, TypeTable::INT, mode.expr.clone(), constant);
        let is_said = |guess: &&&Guess| {
            let holds = guess.truths.iter().zip(&is_here).all(|(it, is_here)| *it || !is_here);
            holds && !mentions(&guess.clause, &mode.expr)
        };
        let clause = |guess: &&Guess| {
            binary(BinaryOp::BitOr, TypeTable::INT, side.clone(), guess.clause.clone())
        };
        open.iter().filter(is_said).map(clause).collect()
    })
}

/// Whether a clause is about variables and constants alone.
fn is_of_places(measured: &Measured, clause: &Expr) -> bool {
    let ExprKind::Binary(_, left, right) = &clause.kind else { return false };
    let is_one = |expr: &Expr| {
        let is_place = |it: &Quantity| it.is_place && it.expr == *expr;
        expr.as_const().is_some() || measured.quantities.iter().any(is_place)
    };
    is_one(left) && is_one(right)
}

fn is_read(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Load(_))
}

/// Whether an expression has a part that is written like another.
fn mentions(expr: &Expr, part: &Expr) -> bool {
    let mut is_found = false;
    expr.walk(&mut |each| is_found |= each == part);
    is_found
}

fn binary(op: BinaryOp, ty: TypeId, left: Expr, right: Expr) -> Expr {
    let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
    Expr { kind, ty, span: Span::NONE }
}
