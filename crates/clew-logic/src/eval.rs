//! Concrete evaluation.

use crate::bits;
use crate::model::Model;
use crate::op::Op;
use crate::pool::{Node, TermId, TermPool};

/// Evaluates terms under models. Its memory is reused from one evaluation to the next, and the
/// values found under one model are kept until [`Evaluator::forget`].
///
/// An array has no value of its own: a `Select` walks the stores below it.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    values: Vec<u128>,
    /// The round in which the value was found.
    rounds: Vec<u32>,
    round: u32,
    stack: Vec<TermId>,
}

impl Evaluator {
    /// An evaluator that knows nothing yet.
    pub fn new() -> Self {
        Evaluator { round: 1, ..Self::default() }
    }

    /// Must be called before evaluating under another model, or a changed one.
    pub fn forget(&mut self) {
        if self.round == u32::MAX {
            self.rounds.fill(0);
            self.round = 0;
        }
        self.round += 1;
    }

    /// The value of a Boolean (0 or 1) or bit-vector term under `model`, which is the model of
    /// all evaluations since the last [`Evaluator::forget`].
    ///
    /// # Panics
    /// When the term is an array.
    pub fn eval(&mut self, pool: &TermPool, model: &Model, term: TermId) -> u128 {
        if self.values.len() < pool.len() {
            self.values.resize(pool.len(), 0);
            self.rounds.resize(pool.len(), 0);
        }
        if let Some(value) = self.known(term) {
            return value;
        }
        self.stack.push(term);
        while let Some(&top) = self.stack.last() {
            if self.rounds[top.index()] == self.round {
                self.stack.pop();
                continue;
            }
            let node = pool.node(top);
            let before = self.stack.len();
            for &arg in &node.args[..node.op.arity()] {
                if self.rounds[arg.index()] != self.round {
                    self.stack.push(arg);
                }
            }
            if self.stack.len() == before {
                self.stack.pop();
                self.values[top.index()] = self.apply(pool, model, node);
                self.rounds[top.index()] = self.round;
            }
        }
        self.values[term.index()]
    }

    /// Whether a Boolean term is true; see [`Evaluator::eval`].
    pub fn holds(&mut self, pool: &TermPool, model: &Model, term: TermId) -> bool {
        self.eval(pool, model, term) == 1
    }

    /// The value a term was found to have since the last [`Evaluator::forget`].
    #[inline]
    pub fn known(&self, term: TermId) -> Option<u128> {
        (self.rounds.get(term.index()) == Some(&self.round)).then(|| self.values[term.index()])
    }

    #[inline]
    fn value(&self, term: TermId) -> u128 {
        self.values[term.index()]
    }

    #[inline]
    fn apply(&self, pool: &TermPool, model: &Model, node: &Node) -> u128 {
        let [a, b, c] = node.args;
        match node.op {
            Op::Const => pool.constant_value(node),
            Op::Input if node.index == 0 => model.bits(crate::InputId(a.0)),
            Op::Ite if node.index == 0 => self.value(if self.value(a) == 1 { b } else { c }),
            Op::Concat => bits::concat(pool.width(b), self.value(a), self.value(b)),
            Op::Extract => bits::extract(b.0, c.0, self.value(a)),
            Op::SignExtend => {
                bits::sign_extend(pool.width(a), u32::from(node.width), self.value(a))
            }
            Op::Select => self.select(pool, model, a, self.value(b)),
            Op::Input | Op::Ite | Op::Store | Op::ConstArray => 0,
            Op::Not | Op::Neg => bits::apply(node.op, pool.bit_count(a), self.value(a), 0),
            Op::And
            | Op::Or
            | Op::Xor
            | Op::Eq
            | Op::Ult
            | Op::Slt
            | Op::Add
            | Op::Mul
            | Op::UDiv
            | Op::URem
            | Op::SDiv
            | Op::SRem
            | Op::Shl
            | Op::LShr
            | Op::AShr => bits::apply(node.op, pool.bit_count(a), self.value(a), self.value(b)),
        }
    }

    fn select(&self, pool: &TermPool, model: &Model, mut array: TermId, index: u128) -> u128 {
        loop {
            let node = pool.node(array);
            let [a, b, c] = node.args;
            match node.op {
                Op::Store if self.value(b) == index => return self.value(c),
                Op::Store => array = a,
                Op::Ite => array = if self.value(a) == 1 { b } else { c },
                Op::ConstArray => return self.value(a),
                Op::Input => return model.element(crate::InputId(a.0), index),
                _ => unreachable!("no other operator makes an array"),
            }
        }
    }
}

impl TermPool {
    /// The value of a Boolean (0 or 1) or bit-vector term under a model.
    pub fn eval(&self, model: &Model, term: TermId) -> u128 {
        Evaluator::new().eval(self, model, term)
    }
}
