//! From terms to words of literals.

use clew_logic::{InputId, Op, TermId, TermPool};
use rustc_hash::FxHashMap;
use rustsat::types::Lit;

use super::arrays::Reads;
use super::gates::{ClauseSink, FALSE, Gates, TRUE};
use super::words;
use crate::budget::Clock;
use crate::verdict::Reason;

/// Where a term's literals are.
#[derive(Clone, Copy)]
struct Span {
    start: u32,
    len: u32,
}

/// After how much work the clock is asked.
const STEPS_PER_ASKING: u32 = 16;

/// Quotient and remainder.
type Division = (Vec<Lit>, Vec<Lit>);

/// Keeps what was blasted, so that each term is blasted once.
pub(crate) struct Blaster<S> {
    pub(crate) gates: Gates<S>,
    literals: Vec<Lit>,
    spans: FxHashMap<TermId, Span>,
    /// Quotient and remainder by signedness and operands.
    divisions: FxHashMap<(bool, TermId, TermId), Division>,
    pub(super) reads: Reads,
    /// Work since the clock was asked: terms, and indices of arrays that were compared.
    pub(super) steps: u32,
}

impl<S: ClauseSink> Blaster<S> {
    pub(crate) fn new(sink: S) -> Self {
        Blaster {
            gates: Gates::new(sink),
            literals: Vec::new(),
            spans: FxHashMap::default(),
            divisions: FxHashMap::default(),
            reads: Reads::default(),
            steps: 0,
        }
    }

    /// The literals of a term blasted before, the lowest bit first.
    pub(crate) fn word(&self, term: TermId) -> Option<&[Lit]> {
        let span = self.spans.get(&term)?;
        Some(&self.literals[span.start as usize..(span.start + span.len) as usize])
    }

    pub(super) fn known(&self, term: TermId) -> Vec<Lit> {
        self.word(term).expect("operands are blasted before the term").to_vec()
    }

    /// Elements of array inputs that have literals: the input, the index and the element.
    pub(crate) fn elements(&self) -> impl Iterator<Item = (InputId, &[Lit], &[Lit])> {
        self.reads.elements()
    }

    /// The literal of a Boolean term.
    ///
    /// # Errors
    /// When the clock says to stop.
    pub(crate) fn literal(
        &mut self,
        pool: &TermPool,
        clock: &Clock,
        term: TermId,
    ) -> Result<Lit, Reason> {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.spans.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(pool.args(top).iter().filter(|arg| !self.spans.contains_key(arg)));
            if stack.len() > before {
                continue;
            }
            stack.pop();
            self.steps += 1;
            let word = self.blast(pool, top);
            let start = self.literals.len() as u32;
            self.spans.insert(top, Span { start, len: word.len() as u32 });
            self.literals.extend(word);
            while self.steps >= STEPS_PER_ASKING {
                self.steps -= STEPS_PER_ASKING;
                if let Some(reason) = clock.must_stop() {
                    return Err(reason);
                }
            }
        }
        Ok(self.known(term)[0])
    }

    fn blast(&mut self, pool: &TermPool, term: TermId) -> Vec<Lit> {
        let args = pool.args(term);
        let arg = |this: &Self, place: usize| this.known(args[place]);
        let is_array = matches!(pool.sort(term), clew_logic::Sort::Array { .. });
        match pool.op(term) {
            // An array has no word of its own; its stores are read when it is selected from.
            Op::Store | Op::ConstArray => Vec::new(),
            Op::Ite | Op::Input if is_array => Vec::new(),
            Op::Const => words::constant(pool.bit_count(term), pool.value(term).unwrap_or(0)),
            Op::Input => self.gates.fresh_word(pool.bit_count(term)),
            Op::Not => words::not(&arg(self, 0)),
            Op::And => self.bitwise(args, Gates::and),
            Op::Or => self.bitwise(args, Gates::or),
            Op::Xor => self.bitwise(args, Gates::xor),
            Op::Ite => {
                let condition = arg(self, 0)[0];
                let (yes, no) = (arg(self, 1), arg(self, 2));
                self.gates.mux_word(condition, &yes, &no)
            }
            Op::Eq => {
                let (a, b) = (arg(self, 0), arg(self, 1));
                vec![self.gates.equal(&a, &b)]
            }
            Op::Ult => {
                let (a, b) = (arg(self, 0), arg(self, 1));
                vec![self.gates.less(&a, &b)]
            }
            Op::Slt => {
                let (a, b) = (arg(self, 0), arg(self, 1));
                vec![self.gates.less_signed(&a, &b)]
            }
            Op::Neg => {
                let a = arg(self, 0);
                self.gates.neg(&a)
            }
            Op::Add => self.sum(pool, args),
            Op::Mul => {
                let (a, b) = (arg(self, 0), arg(self, 1));
                self.gates.multiply(&a, &b)
            }
            Op::UDiv => self.division(false, args).0,
            Op::URem => self.division(false, args).1,
            Op::SDiv => self.division(true, args).0,
            Op::SRem => self.division(true, args).1,
            Op::Shl => {
                let (a, by) = (arg(self, 0), arg(self, 1));
                self.gates.shift_left(&a, &by)
            }
            Op::LShr => {
                let (a, by) = (arg(self, 0), arg(self, 1));
                self.gates.shift_right(&a, &by, FALSE)
            }
            Op::AShr => {
                let (a, by) = (arg(self, 0), arg(self, 1));
                let sign = a[a.len() - 1];
                self.gates.shift_right(&a, &by, sign)
            }
            Op::Concat => {
                let (high, mut low) = (arg(self, 0), arg(self, 1));
                low.extend(high);
                low
            }
            Op::Extract => {
                let (high, low) = pool.extract_bounds(term).unwrap_or((0, 0));
                arg(self, 0)[low as usize..=high as usize].to_vec()
            }
            Op::SignExtend => {
                let mut word = arg(self, 0);
                let sign = word[word.len() - 1];
                word.resize(pool.width(term) as usize, sign);
                word
            }
            Op::Select => self.select(pool, args[0], args[1]),
        }
    }

    fn bitwise(&mut self, args: &[TermId], gate: fn(&mut Gates<S>, Lit, Lit) -> Lit) -> Vec<Lit> {
        let (a, b) = (self.known(args[0]), self.known(args[1]));
        a.iter().zip(&b).map(|(&a, &b)| gate(&mut self.gates, a, b)).collect()
    }

    /// `a + -b` needs one adder only.
    fn sum(&mut self, pool: &TermPool, args: &[TermId]) -> Vec<Lit> {
        for (left, right) in [(args[0], args[1]), (args[1], args[0])] {
            if pool.op(right) == Op::Neg {
                let (a, b) = (self.known(left), self.known(pool.args(right)[0]));
                return self.gates.add(&a, &words::not(&b), TRUE);
            }
        }
        let (a, b) = (self.known(args[0]), self.known(args[1]));
        self.gates.add(&a, &b, FALSE)
    }

    fn division(&mut self, signed: bool, args: &[TermId]) -> Division {
        let key = (signed, args[0], args[1]);
        if let Some(known) = self.divisions.get(&key) {
            return known.clone();
        }
        let (a, b) = (self.known(args[0]), self.known(args[1]));
        let result =
            if signed { self.gates.divide_signed(&a, &b) } else { self.gates.divide(&a, &b) };
        self.divisions.insert(key, result.clone());
        result
    }
}
