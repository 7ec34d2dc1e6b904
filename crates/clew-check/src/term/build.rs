//! Building terms.

use super::choice::Known;
use super::{BitsOp, Compare, FloatClass, FloatCompare, FloatOp, Op, Sort, Term, Terms, fold};
use crate::program::Format;

impl Terms {
    /// A truth value.
    pub(crate) fn bool(&mut self, value: bool) -> Term {
        let op = if value { Op::True } else { Op::False };
        self.intern(op, Vec::new(), Sort::Bool)
    }

    /// A constant; bits above the width are cut off.
    pub(crate) fn bits(&mut self, bits: u128, width: u32) -> Term {
        self.intern(Op::Const(fold::truncate(bits, width)), Vec::new(), Sort::Bits(width))
    }

    /// An address, or a number of bytes.
    pub(crate) fn address(&mut self, value: u64) -> Term {
        self.bits(value.into(), 64)
    }

    /// The truth value, if the term is one.
    pub(crate) fn as_bool(&self, term: Term) -> Option<bool> {
        match self.node(term).op {
            Op::True => Some(true),
            Op::False => Some(false),
            _ => None,
        }
    }

    pub(crate) fn not(&mut self, operand: Term) -> Term {
        match (self.as_bool(operand), self.node(operand).op) {
            (Some(value), _) => self.bool(!value),
            (None, Op::Not) => self.node(operand).args[0],
            (None, _) => self.intern(Op::Not, vec![operand], Sort::Bool),
        }
    }

    pub(crate) fn and(&mut self, left: Term, right: Term) -> Term {
        match (self.as_bool(left), self.as_bool(right)) {
            (Some(true), _) => right,
            (_, Some(true)) => left,
            (Some(false), _) | (_, Some(false)) => self.bool(false),
            (None, None) if left == right => left,
            (None, None) => self.intern(Op::And, vec![left, right], Sort::Bool),
        }
    }

    pub(crate) fn or(&mut self, left: Term, right: Term) -> Term {
        match (self.as_bool(left), self.as_bool(right)) {
            (Some(false), _) => right,
            (_, Some(false)) => left,
            (Some(true), _) | (_, Some(true)) => self.bool(true),
            (None, None) if left == right => left,
            (None, None) => self.intern(Op::Or, vec![left, right], Sort::Bool),
        }
    }

    pub(crate) fn all(&mut self, terms: &[Term]) -> Term {
        let start = self.bool(true);
        terms.iter().fold(start, |all, term| self.and(all, *term))
    }

    /// Whether some of these terms exclude each other as they are written: one is false, or the
    /// negation of another.
    pub(crate) fn contradict(&mut self, terms: impl Iterator<Item = Term>) -> bool {
        let mut holds = std::collections::HashSet::new();
        let mut work: Vec<Term> = terms.collect();
        while let Some(term) = work.pop() {
            let negation = self.not(term);
            if self.as_bool(term) == Some(false) || holds.contains(&negation) {
                return true;
            }
            if holds.insert(term) && self.node(term).op == Op::And {
                work.extend_from_slice(self.args(term));
            }
        }
        false
    }

    pub(crate) fn equal(&mut self, left: Term, right: Term) -> Term {
        if left == right {
            return self.bool(true);
        }
        if let (Some(a), Some(b)) = (self.as_const(left), self.as_const(right)) {
            return self.bool(a == b);
        }
        if let Some(result) = self.with_constant((left, right), Known::Constants, Self::equal) {
            return result;
        }
        self.intern(Op::Equal, vec![left, right], Sort::Bool)
    }

    pub(crate) fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        match self.as_bool(condition) {
            Some(true) => then,
            Some(false) => otherwise,
            None if then == otherwise => then,
            None => {
                match (self.as_bool(then), self.as_bool(otherwise)) {
                    (Some(true), _) => return self.or(condition, otherwise),
                    (_, Some(false)) => return self.and(condition, then),
                    (Some(false), _) => {
                        let not = self.not(condition);
                        return self.and(not, otherwise);
                    }
                    (_, Some(true)) => {
                        let not = self.not(condition);
                        return self.or(not, then);
                    }
                    (None, None) => {}
                }
                let sort = self.sort(then);
                self.intern(Op::Ite, vec![condition, then, otherwise], sort)
            }
        }
    }

    /// One bit or more, 1 where the condition holds.
    pub(crate) fn bits_of_bool(&mut self, condition: Term, width: u32) -> Term {
        let (one, zero) = (self.bits(1, width), self.bits(0, width));
        self.ite(condition, one, zero)
    }

    pub(crate) fn is_zero(&mut self, operand: Term) -> Term {
        let zero = self.bits(0, self.width(operand));
        self.equal(operand, zero)
    }

    pub(crate) fn unary(&mut self, op: BitsOp, operand: Term) -> Term {
        let width = self.width(operand);
        if let Some(bits) = self.as_const(operand) {
            let bits = if op == BitsOp::Neg { bits.wrapping_neg() } else { !bits };
            return self.bits(bits, width);
        }
        self.intern(Op::Bits(op), vec![operand], Sort::Bits(width))
    }

    pub(crate) fn binary(&mut self, op: BitsOp, left: Term, right: Term) -> Term {
        let width = self.width(left);
        if let (Some(a), Some(b)) = (self.as_const(left), self.as_const(right))
            && let Some(bits) = fold::binary(op, width, a, b)
        {
            return self.bits(bits, width);
        }
        let known = if op == BitsOp::Add { Known::Places } else { Known::Constants };
        let apply = |terms: &mut Self, left, right| terms.binary(op, left, right);
        if let Some(result) = self.with_constant((left, right), known, apply) {
            return result;
        }
        if op == BitsOp::Add {
            return self.sum(left, right);
        }
        if op == BitsOp::Mul && self.as_const(right) == Some(1) {
            return left;
        }
        self.intern(Op::Bits(op), vec![left, right], Sort::Bits(width))
    }

    /// The result of an operation on a constant and a choice among known values.
    fn with_constant(
        &mut self,
        (left, right): (Term, Term),
        known: Known,
        operation: impl Fn(&mut Self, Term, Term) -> Term,
    ) -> Option<Term> {
        match (self.as_const(left), self.as_const(right)) {
            (None, Some(_)) => {
                self.distribute(left, known, &mut |it, value| operation(it, value, right))
            }
            (Some(_), None) => {
                self.distribute(right, known, &mut |it, value| operation(it, left, value))
            }
            (Some(_), Some(_)) | (None, None) => None,
        }
    }

    /// A sum, with what is constant added last.
    fn sum(&mut self, left: Term, right: Term) -> Term {
        let width = self.width(left);
        let (a, x) = self.split_sum(left);
        let (b, y) = self.split_sum(right);
        let rest = match (a, b) {
            (None, None) => None,
            (Some(only), None) | (None, Some(only)) => Some(only),
            (Some(a), Some(b)) => {
                Some(self.intern(Op::Bits(BitsOp::Add), vec![a, b], Sort::Bits(width)))
            }
        };
        let constant = self.bits(x.wrapping_add(y), width);
        match rest {
            None => constant,
            Some(rest) if self.as_const(constant) == Some(0) => rest,
            Some(rest) => {
                self.intern(Op::Bits(BitsOp::Add), vec![rest, constant], Sort::Bits(width))
            }
        }
    }

    /// A term as something plus a constant.
    pub(super) fn split_sum(&self, term: Term) -> (Option<Term>, u128) {
        let node = self.node(term);
        match (node.op, node.args.as_slice()) {
            (Op::Const(bits), _) => (None, bits),
            (Op::Bits(BitsOp::Add), [rest, constant]) => match self.as_const(*constant) {
                Some(bits) => (Some(*rest), bits),
                None => (Some(term), 0),
            },
            _ => (Some(term), 0),
        }
    }

    pub(crate) fn add(&mut self, left: Term, right: Term) -> Term {
        self.binary(BitsOp::Add, left, right)
    }

    pub(crate) fn add_const(&mut self, left: Term, value: u64) -> Term {
        let value = self.bits(value.into(), self.width(left));
        self.add(left, value)
    }

    pub(crate) fn compare(&mut self, op: Compare, left: Term, right: Term) -> Term {
        if let (Some(a), Some(b)) = (self.as_const(left), self.as_const(right)) {
            let holds = fold::compare(op, self.width(left), a, b);
            return self.bool(holds);
        }
        if let Some(result) =
            self.with_constant((left, right), Known::Constants, |it, a, b| it.compare(op, a, b))
        {
            return result;
        }
        self.intern(Op::Compare(op), vec![left, right], Sort::Bool)
    }

    pub(crate) fn concat(&mut self, high: Term, low: Term) -> Term {
        let width = self.width(high) + self.width(low);
        if let (Some(a), Some(b), ..=128) = (self.as_const(high), self.as_const(low), width) {
            return self.bits(a << self.width(low) | b, width);
        }
        let (upper, lower) = (self.node(high), self.node(low));
        if let (Op::Extract { high: top, low: middle }, Op::Extract { high: next, low: bottom }) =
            (upper.op, lower.op)
            && upper.args == lower.args
            && middle == next + 1
        {
            let whole = upper.args[0];
            return self.extract(whole, top, bottom);
        }
        self.intern(Op::Concat, vec![high, low], Sort::Bits(width))
    }

    pub(crate) fn extract(&mut self, term: Term, high: u32, low: u32) -> Term {
        let width = high - low + 1;
        if width == self.width(term) {
            return term;
        }
        let cut = &mut |terms: &mut Self, term| terms.extract(term, high, low);
        if let Some(part) = self.distribute(term, Known::Constants, cut) {
            return part;
        }
        let node = self.node(term);
        match (node.op, node.args.as_slice()) {
            (Op::Const(bits), _) => self.bits(bits >> low, width),
            (Op::Extract { low: inner, .. }, &[whole]) => {
                self.extract(whole, high + inner, low + inner)
            }
            (Op::Concat, &[upper, lower]) => {
                let middle = self.width(lower);
                if high < middle {
                    self.extract(lower, high, low)
                } else if low >= middle {
                    self.extract(upper, high - middle, low - middle)
                } else {
                    self.intern(Op::Extract { high, low }, vec![term], Sort::Bits(width))
                }
            }
            _ => self.intern(Op::Extract { high, low }, vec![term], Sort::Bits(width)),
        }
    }

    /// The term cut or extended to a width.
    pub(crate) fn resize(&mut self, term: Term, width: u32, signed: bool) -> Term {
        let old = self.width(term);
        if width <= old {
            return self.extract(term, width - 1, 0);
        }
        if let (Some(bits), ..=128) = (self.as_const(term), width) {
            let bits = if signed { fold::sign_extend(bits, old) as u128 } else { bits };
            return self.bits(bits, width);
        }
        let extend = &mut |terms: &mut Self, term| terms.resize(term, width, signed);
        if let Some(wide) = self.distribute(term, Known::Constants, extend) {
            return wide;
        }
        let op = if signed { Op::SignExtend } else { Op::ZeroExtend };
        self.intern(op, vec![term], Sort::Bits(width))
    }

    pub(crate) fn float_compare(
        &mut self,
        op: FloatCompare,
        format: Format,
        left: Term,
        right: Term,
    ) -> Term {
        self.intern(Op::FloatCompare(op, format), vec![left, right], Sort::Bool)
    }

    pub(crate) fn float_class(&mut self, class: FloatClass, format: Format, float: Term) -> Term {
        self.intern(Op::FloatClass(class, format), vec![float], Sort::Bool)
    }

    /// The result of an operation: bits that are the result, or any NaN where that is one.
    pub(crate) fn float_result(&mut self, op: FloatOp, format: Format, operands: &[Term]) -> Term {
        let result = self.fresh(self.sort(operands[0]));
        let args = std::iter::once(result).chain(operands.iter().copied()).collect();
        let fact = self.intern(Op::FloatResult(op, format), args, Sort::Bool);
        self.define(result, fact);
        self.results.insert(result, operands.to_vec());
        result
    }

    /// A float made from an integer.
    pub(crate) fn float_of_int(&mut self, integer: Term, signed: bool, to: Format) -> Term {
        self.converted(Op::FloatOfInt { signed, to }, integer, to)
    }

    /// A float made from a float of another format.
    pub(crate) fn float_of_float(&mut self, float: Term, from: Format, to: Format) -> Term {
        self.converted(Op::FloatOfFloat { from, to }, float, to)
    }

    fn converted(&mut self, op: Op, operand: Term, to: Format) -> Term {
        let result = self.fresh(Sort::Bits(crate::program::Scalar::Float(to).bits()));
        let fact = self.intern(op, vec![result, operand], Sort::Bool);
        self.define(result, fact);
        self.results.insert(result, vec![operand]);
        result
    }

    /// A float cut to an integer; arbitrary where it does not fit.
    pub(crate) fn int_of_float(
        &mut self,
        float: Term,
        from: Format,
        bits: u32,
        signed: bool,
    ) -> Term {
        let fits = self.intern(Op::FitsInt { from, bits, signed }, vec![float], Sort::Bool);
        let cut = self.intern(Op::IntOfFloat { from, signed }, vec![float], Sort::Bits(bits));
        let other = self.fresh(Sort::Bits(bits));
        self.ite(fits, cut, other)
    }
}
