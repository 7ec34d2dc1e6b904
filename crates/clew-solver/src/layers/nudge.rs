//! Nudging: starting from the previous input, a violated constraint is pushed backwards through
//! its operators to the inputs, a few times over. Most satisfiable queries of an exploration are
//! answered here, by an input that differs from the previous one in little.

use clew_logic::{Evaluator, Model, Op, Sort, TermId, TermPool, bits};
use clew_random::Random;

use super::Slice;
use super::bytes::Domains;
use super::intervals::Intervals;
use super::invert::{first_operand, second_operand};
use super::residues::Residues;

/// How often the inputs are changed before the next layer has its turn.
const MAX_MOVES: usize = 300;
/// How often the same constraint may be found violated in a row.
const MAX_REPEATS: usize = 60;
/// How many terms one move may visit.
const MAX_STEPS: usize = 400;

/// The search for one model.
pub(crate) struct Nudge<'a> {
    pool: &'a TermPool,
    evaluator: &'a mut Evaluator,
    domains: &'a Domains,
    residues: Residues,
    intervals: Intervals<'a>,
    rng: Random,
    /// How often in a row the same constraint was violated.
    repeated: usize,
}

impl<'a> Nudge<'a> {
    pub(crate) fn new(
        pool: &'a TermPool,
        evaluator: &'a mut Evaluator,
        slice: &Slice,
        domains: &'a Domains,
    ) -> Self {
        let residues = Residues::of(pool, &slice.parts);
        let intervals = Intervals::new(pool, &slice.parts, domains);
        let rng = Random::new(0x5eed);
        Nudge { pool, evaluator, domains, residues, intervals, rng, repeated: 0 }
    }

    /// A model of the slice near `start`, which has a value for every input of the slice.
    pub(crate) fn search(&mut self, slice: &Slice, start: Model) -> Option<Model> {
        let mut model = start;
        let mut last_violated = None;
        self.repeated = 0;
        for _ in 0..MAX_MOVES {
            self.evaluator.forget();
            let parts = slice.parts.iter().rev();
            let violated =
                parts.copied().find(|&part| !self.evaluator.holds(self.pool, &model, part));
            let Some(violated) = violated else { return Some(model) };
            self.repeated = if last_violated == Some(violated) { self.repeated + 1 } else { 0 };
            last_violated = Some(violated);
            if self.repeated > MAX_REPEATS {
                return None;
            }
            self.push(&mut model, violated);
        }
        None
    }

    fn value(&mut self, model: &Model, term: TermId) -> u128 {
        match self.evaluator.known(term) {
            Some(value) => value,
            None => self.evaluator.eval(self.pool, model, term),
        }
    }

    /// Changes inputs so that the constraint becomes true, as far as operators can be inverted.
    fn push(&mut self, model: &mut Model, constraint: TermId) {
        let before = model.clone();
        let mut goals = vec![self.class(model, constraint).unwrap_or((constraint, 1))];
        for _ in 0..MAX_STEPS {
            let Some((term, wanted)) = goals.pop() else { break };
            if self.value(&before, term) == wanted {
                continue;
            }
            if let Some(input) = self.pool.input_of(term) {
                let allowed = self.domains.nearest(input, wanted);
                model.set_bits(
                    input,
                    allowed.unwrap_or_else(|| self.intervals.ranges().clamp(term, wanted)),
                );
                continue;
            }
            self.descend(&before, model, term, wanted, &mut goals);
        }
    }

    /// For a constraint on a remainder, the dividend and a value of a class that all constraints
    /// on its remainders allow, within its interval where there is one.
    fn class(&mut self, model: &Model, constraint: TermId) -> Option<(TermId, u128)> {
        let dividend = self.residues.dividend(self.pool, constraint)?;
        let value = self.value(model, dividend);
        let (low, high) = self.intervals.interval(dividend);
        // What failed before is not tried for ever.
        let (rng, choosy) = (&mut self.rng, self.repeated > 0);
        let liked = |value| (low..=high).contains(&value) && !(choosy && rng.one_in(2));
        let nearest = self.residues.nearest(self.pool, dividend, value, liked)?;
        Some((dividend, nearest))
    }

    /// Replaces a goal by goals for arguments, or changes an array input.
    fn descend(
        &mut self,
        before: &Model,
        model: &mut Model,
        term: TermId,
        wanted: u128,
        goals: &mut Vec<(TermId, u128)>,
    ) {
        let pool = self.pool;
        let args = pool.args(term);
        match pool.op(term) {
            Op::Const | Op::Input | Op::Store | Op::ConstArray => {}
            Op::Not => goals.push((args[0], wanted ^ bits::ones(pool.bit_count(term)))),
            Op::Neg => goals.push((args[0], bits::neg(pool.width(term), wanted))),
            Op::And if pool.width(term) == 0 => self.connective(args, wanted, 1, goals),
            Op::Or if pool.width(term) == 0 => self.connective(args, wanted, 0, goals),
            Op::Ite => self.choose_branch(before, args, wanted, goals),
            Op::Eq => self.equality(before, args, wanted == 1, goals),
            Op::Ult => self.order(before, args, wanted == 1, 0, goals),
            Op::Slt => {
                let flip = bits::sign_bit(pool.width(args[0]));
                self.order(before, args, wanted == 1, flip, goals);
            }
            Op::Concat => {
                let low = pool.width(args[1]);
                goals.push((args[0], wanted >> low));
                goals.push((args[1], bits::truncate(low, wanted)));
            }
            Op::Extract => {
                let (high, low) = pool.extract_bounds(term).unwrap_or((0, 0));
                let hole = bits::ones(high - low + 1) << low;
                let value = self.value(before, args[0]);
                goals.push((args[0], (value & !hole) | wanted << low));
            }
            Op::SignExtend => goals.push((args[0], bits::truncate(pool.width(args[0]), wanted))),
            Op::Select => self.select(before, model, args, wanted, goals),
            Op::And
            | Op::Or
            | Op::Xor
            | Op::Add
            | Op::Mul
            | Op::UDiv
            | Op::URem
            | Op::SDiv
            | Op::SRem
            | Op::Shl
            | Op::LShr
            | Op::AShr => self.operands(before, term, wanted, goals),
        }
    }

    fn is_constant(&self, term: TermId) -> bool {
        self.pool.input_set(term).is_empty()
    }

    /// `unit` is the value that all operands must have for the result to have it.
    fn connective(
        &mut self,
        args: &[TermId],
        wanted: u128,
        unit: u128,
        goals: &mut Vec<(TermId, u128)>,
    ) {
        if wanted == unit {
            goals.extend([(args[0], wanted), (args[1], wanted)]);
            return;
        }
        let choice = usize::from(self.rng.one_in(2));
        goals.push((args[choice], wanted));
    }

    fn choose_branch(
        &mut self,
        before: &Model,
        args: &[TermId],
        wanted: u128,
        goals: &mut Vec<(TermId, u128)>,
    ) {
        let condition = self.value(before, args[0]);
        let (active, other) = if condition == 1 { (args[1], args[2]) } else { (args[2], args[1]) };
        let other_fits = self.value(before, other) == wanted;
        if other_fits || self.is_constant(active) || self.rng.one_in(4) {
            goals.push((args[0], condition ^ 1));
            if !other_fits {
                goals.push((other, wanted));
            }
        } else {
            goals.push((active, wanted));
        }
    }

    fn equality(
        &mut self,
        before: &Model,
        args: &[TermId],
        equal: bool,
        goals: &mut Vec<(TermId, u128)>,
    ) {
        let first = !self.is_constant(args[0]) && (self.is_constant(args[1]) || self.rng.one_in(2));
        let (changed, other) = if first { (args[0], args[1]) } else { (args[1], args[0]) };
        let value = self.value(before, other);
        if equal {
            goals.push((changed, value));
            return;
        }
        let width = self.pool.width(changed);
        let different = match self.rng.below(4) {
            0 => value.wrapping_sub(1),
            1 => value ^ (1 << self.rng.below(width.into())),
            _ => value.wrapping_add(1),
        };
        goals.push((changed, bits::truncate(width, different)));
    }

    /// `a < b` or its negation, in the order in which `flip` is applied to both sides.
    fn order(
        &mut self,
        before: &Model,
        args: &[TermId],
        less: bool,
        flip: u128,
        goals: &mut Vec<(TermId, u128)>,
    ) {
        let width = self.pool.width(args[0]);
        let a = self.value(before, args[0]) ^ flip;
        let b = self.value(before, args[1]) ^ flip;
        let change_first =
            !self.is_constant(args[0]) && (self.is_constant(args[1]) || self.rng.one_in(2));
        let highest = bits::ones(width);
        // Near values first: they keep loops short, and people like them.
        let far = self.repeated > 0 && self.rng.one_in(3);
        let wanted = match (less, change_first) {
            (true, true) => {
                b.checked_sub(1).map(|limit| if far { self.between(0, limit) } else { limit })
            }
            (true, false) => {
                (a < highest).then(|| if far { self.between(a + 1, highest) } else { a + 1 })
            }
            (false, true) => Some(if far { self.between(b, highest) } else { b }),
            (false, false) => Some(if far { self.between(0, a) } else { a }),
        };
        let changed = if change_first { args[0] } else { args[1] };
        if let Some(wanted) = wanted {
            goals.push((changed, wanted ^ flip));
        }
    }

    fn between(&mut self, low: u128, high: u128) -> u128 {
        let span = (high - low).saturating_add(1);
        let random = u128::from(self.rng.next_u64()) << 64 | u128::from(self.rng.next_u64());
        low + random % span
    }

    fn operands(
        &mut self,
        before: &Model,
        term: TermId,
        wanted: u128,
        goals: &mut Vec<(TermId, u128)>,
    ) {
        let pool = self.pool;
        let (op, width) = (pool.op(term), pool.bit_count(term));
        let args = pool.args(term);
        let (a, b) = (self.value(before, args[0]), self.value(before, args[1]));
        if op == Op::Mul && self.factor(args, a, b, wanted, goals)
            || op == Op::Add && self.split(args, (a, b), wanted, goals)
        {
            return;
        }
        let first =
            (!self.is_constant(args[0])).then(|| first_operand(op, width, a, b, wanted)).flatten();
        let second =
            (!self.is_constant(args[1])).then(|| second_operand(op, width, a, b, wanted)).flatten();
        match (first, second) {
            (Some(a), Some(b)) => {
                if self.rng.one_in(2) {
                    goals.push((args[0], a));
                } else {
                    goals.push((args[1], b));
                }
            }
            (Some(a), None) => goals.push((args[0], a)),
            (None, Some(b)) => goals.push((args[1], b)),
            (None, None) => self.both_operands(term, wanted, goals),
        }
    }

    /// A factor of a product without overflow, or one that comes near it and leaves the rest to
    /// another term of a sum. Factors that rely on overflow exist more often but rarely help.
    fn factor(
        &mut self,
        args: &[TermId],
        a: u128,
        b: u128,
        wanted: u128,
        goals: &mut Vec<(TermId, u128)>,
    ) -> bool {
        let first = !self.is_constant(args[0]) && (self.is_constant(args[1]) || self.rng.one_in(2));
        let (changed, other) = if first { (args[0], b) } else { (args[1], a) };
        if other == 0 || self.is_constant(changed) {
            return false;
        }
        let (quotient, rest) = (wanted / other, wanted % other);
        if rest != 0 && self.rng.one_in(4) {
            return false;
        }
        let up = rest != 0 && self.rng.one_in(2);
        goals.push((changed, quotient + u128::from(up)));
        true
    }

    /// Both terms of a sum that does not wrap, each within its interval: the one that comes in
    /// steps, as the higher digits of a number do, near its value, and the other the rest.
    fn split(
        &mut self,
        args: &[TermId],
        values: (u128, u128),
        wanted: u128,
        goals: &mut Vec<(TermId, u128)>,
    ) -> bool {
        let steps = [step(self.pool, args[0]), step(self.pool, args[1])];
        // What failed before is not tried for ever.
        if steps[0] == steps[1] || self.repeated > 0 && self.rng.one_in(2) {
            return false;
        }
        let first = steps[0] > steps[1];
        let (coarse, fine) = if first { (args[0], args[1]) } else { (args[1], args[0]) };
        let (value, step) = if first { (values.0, steps[0]) } else { (values.1, steps[1]) };
        let (low, high) = self.intervals.interval(coarse);
        let (least, greatest) = self.intervals.interval(fine);
        let most = high.checked_add(greatest);
        if most.is_none_or(|most| most > bits::ones(self.pool.width(coarse))) || wanted < least {
            return false;
        }
        let low = low.max(wanted.saturating_sub(greatest)).div_ceil(step);
        let high = high.min(wanted - least) / step;
        if low > high {
            return false;
        }
        let chosen = (value / step).clamp(low, high) * step;
        goals.extend([(fine, wanted - chosen), (coarse, chosen)]);
        true
    }

    /// No single operand suffices: a pair that gives the result from scratch.
    fn both_operands(&mut self, term: TermId, wanted: u128, goals: &mut Vec<(TermId, u128)>) {
        let pool = self.pool;
        let args = pool.args(term);
        let width = pool.bit_count(term);
        let pair = match pool.op(term) {
            Op::And | Op::Or => (wanted, wanted),
            Op::Mul | Op::UDiv | Op::SDiv => (wanted, 1),
            Op::Shl | Op::LShr | Op::AShr => (wanted, 0),
            Op::URem | Op::SRem => (wanted, bits::truncate(width, wanted.wrapping_add(1))),
            _ => return,
        };
        for (arg, value) in [(args[0], pair.0), (args[1], pair.1)] {
            if !self.is_constant(arg) {
                goals.push((arg, value));
            }
        }
    }

    fn select(
        &mut self,
        before: &Model,
        model: &mut Model,
        args: &[TermId],
        wanted: u128,
        goals: &mut Vec<(TermId, u128)>,
    ) {
        let pool = self.pool;
        let index = self.value(before, args[1]);
        let free_index = !self.is_constant(args[1]);
        let mut array = args[0];
        let mut elsewhere = None;
        loop {
            let inner = pool.args(array);
            match pool.op(array) {
                Op::Store => {
                    let at = self.value(before, inner[1]);
                    if at == index {
                        if !self.is_constant(inner[2]) {
                            goals.push((inner[2], wanted));
                            return;
                        }
                    } else if free_index
                        && elsewhere.is_none()
                        && self.value(before, inner[2]) == wanted
                    {
                        elsewhere = Some(at);
                    }
                    array = inner[0];
                }
                Op::Ite => {
                    array = if self.value(before, inner[0]) == 1 { inner[1] } else { inner[2] };
                }
                Op::Input => {
                    let input = pool.input_of(array).expect("an input should have its id");
                    debug_assert!(matches!(pool.sort(array), Sort::Array { .. }));
                    if elsewhere.is_none() {
                        model.set_element(input, index, wanted);
                        return;
                    }
                    break;
                }
                _ => {
                    if elsewhere.is_none() && !self.is_constant(inner[0]) {
                        goals.push((inner[0], wanted));
                        return;
                    }
                    break;
                }
            }
        }
        if let Some(at) = elsewhere {
            goals.push((args[1], at));
        }
    }
}

/// A number that every value of the term is a multiple of.
fn step(pool: &TermPool, term: TermId) -> u128 {
    let args = pool.args(term);
    match pool.op(term) {
        Op::Mul => args.iter().find_map(|&arg| pool.value(arg)).filter(|&c| c > 0).unwrap_or(1),
        Op::Concat if pool.value(args[1]) == Some(0) => 1 << pool.width(args[1]),
        _ => 1,
    }
}
