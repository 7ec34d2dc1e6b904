//! Simplification while building.
//!
//! A rewrite is one named function that looks at a node not yet in the pool and, where it
//! matches, gives an equal term. Files are by theme; each lists its rewrites in the order they
//! are tried. `tests/rewrites.rs` checks every rewrite by itself, on all inputs at small widths.
//!
//! In the comments lower-case letters are any terms, `c`, `d`, `e` constants, `b` a Boolean,
//! `w` the width, `x[h:l]` an extraction and `x . y` a concatenation.

mod arithmetic;
mod array;
mod bitwise;
mod division;
mod equality;
mod ite;
mod order;
mod polynomial;
mod shift;
mod slice;

use crate::op::Op;
use crate::pool::{Node, TermId, TermPool};

/// One rewrite.
#[derive(Clone, Copy)]
pub struct Rule {
    /// The name of the function.
    pub name: &'static str,
    apply: fn(&mut TermPool, &Node) -> Option<TermId>,
}

impl Rule {
    /// What the rewrite makes of a term, looked at as if it were built again.
    pub fn apply(&self, pool: &mut TermPool, term: TermId) -> Option<TermId> {
        let node = *pool.node(term);
        (self.apply)(pool, &node)
    }
}

/// Makes the list of a file's rewrites for one operator.
macro_rules! rule_list {
    ($($name:ident),* $(,)?) => {
        &[$($crate::rewrite::Rule { name: stringify!($name), apply: $name }),*]
    };
}
use rule_list;

/// The rewrites for terms of one operator, in the order they are tried.
pub fn rules(op: Op) -> &'static [Rule] {
    match op {
        Op::Const | Op::Input => &[],
        Op::Not => bitwise::NOT,
        Op::And => bitwise::AND,
        Op::Or => bitwise::OR,
        Op::Xor => bitwise::XOR,
        Op::Ite => ite::ITE,
        Op::Eq => equality::EQ,
        Op::Ult => order::ULT,
        Op::Slt => order::SLT,
        Op::Neg => arithmetic::NEG,
        Op::Add => arithmetic::ADD,
        Op::Mul => arithmetic::MUL,
        Op::UDiv => division::UDIV,
        Op::URem => division::UREM,
        Op::SDiv => division::SDIV,
        Op::SRem => division::SREM,
        Op::Shl => shift::SHL,
        Op::LShr => shift::LSHR,
        Op::AShr => shift::ASHR,
        Op::Concat => slice::CONCAT,
        Op::Extract => slice::EXTRACT,
        Op::SignExtend => slice::SIGN_EXTEND,
        Op::Select => array::SELECT,
        Op::Store => array::STORE,
        Op::ConstArray => &[],
    }
}

/// The first rewrite that matches.
pub(crate) fn simplify(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    rules(node.op).iter().find_map(|rule| (rule.apply)(pool, node))
}

/// Patterns.
impl TermPool {
    fn unary(&self, op: Op, term: TermId) -> Option<TermId> {
        let node = self.node(term);
        (node.op == op).then_some(node.args[0])
    }

    fn binary(&self, op: Op, term: TermId) -> Option<(TermId, TermId)> {
        let node = self.node(term);
        (node.op == op).then_some((node.args[0], node.args[1]))
    }

    /// `x op c`.
    fn with_constant(&self, op: Op, term: TermId) -> Option<(TermId, u128)> {
        let (x, c) = self.binary(op, term)?;
        Some((x, self.value(c)?))
    }

    /// `x` of a zero extension `0 . x`.
    fn zero_extended(&self, term: TermId) -> Option<TermId> {
        let (high, low) = self.binary(Op::Concat, term)?;
        (self.value(high)? == 0).then_some(low)
    }

    /// `ite b c d` as `(b, c, d)`.
    fn constant_ite(&self, term: TermId) -> Option<(TermId, u128, u128)> {
        let node = self.node(term);
        if node.op != Op::Ite {
            return None;
        }
        Some((node.args[0], self.value(node.args[1])?, self.value(node.args[2])?))
    }

    /// Whether one is the complement of the other.
    fn are_complements(&self, a: TermId, b: TermId) -> bool {
        self.unary(Op::Not, a) == Some(b) || self.unary(Op::Not, b) == Some(a)
    }

    /// The sign of a bit-vector where the top of the term shows it.
    fn known_sign(&self, term: TermId) -> Option<bool> {
        let node = self.node(term);
        match node.op {
            Op::Const => {
                Some(crate::bits::is_negative(u32::from(node.width), self.constant_value(node)))
            }
            Op::Concat => self
                .value(node.args[0])
                .map(|high| crate::bits::is_negative(self.width(node.args[0]), high)),
            _ => None,
        }
    }
}
