//! Equality of polynomials: both sides multiplied out, modulo 2^w.

use std::collections::BTreeMap;

use crate::op::Op;
use crate::pool::{Node, TermId, TermPool};

/// Larger polynomials are left alone.
const MAX_MONOMIALS: usize = 24;
/// Products of more factors are left alone.
const MAX_DEGREE: usize = 4;
/// How many terms are looked at.
const MAX_VISITS: u32 = 48;

/// Coefficients by sorted factors.
type Polynomial = BTreeMap<Vec<TermId>, u128>;

struct Expansion<'a> {
    pool: &'a TermPool,
    visits: u32,
}

/// match: `p = q`, with a product of terms in it, and `p - q` a constant when multiplied out,
/// where `x %u y` is `x - (x /u y) * y`, and `x %s y` likewise  result: whether that is zero
pub(super) fn eq_polynomials(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let [a, b, _] = node.args;
    if !is_nonlinear(pool, a) && !is_nonlinear(pool, b) {
        return None;
    }
    let mut expansion = Expansion { pool, visits: 0 };
    let mut difference = expansion.expand(a)?;
    add(&mut difference, &expansion.expand(b)?, u128::MAX);
    let mask = crate::bits::ones(pool.width(a));
    difference.retain(|_, coefficient| *coefficient & mask != 0);
    match difference.len() {
        0 => Some(TermPool::TRUE),
        1 if difference.contains_key(&Vec::new()) => Some(TermPool::FALSE),
        _ => None,
    }
}

/// Whether a product of terms or a remainder stands near the top.
fn is_nonlinear(pool: &TermPool, term: TermId) -> bool {
    let here = |term: TermId| match pool.op(term) {
        Op::Mul => pool.value(pool.args(term)[1]).is_none(),
        Op::URem | Op::SRem => true,
        _ => false,
    };
    here(term)
        || (matches!(pool.op(term), Op::Add | Op::Neg | Op::Mul)
            && pool.args(term).iter().any(|&arg| {
                here(arg) || pool.op(arg) == Op::Add && pool.args(arg).iter().any(|&arg| here(arg))
            }))
}

fn add(sum: &mut Polynomial, other: &Polynomial, factor: u128) {
    for (monomial, coefficient) in other {
        let entry = sum.entry(monomial.clone()).or_insert(0);
        *entry = entry.wrapping_add(coefficient.wrapping_mul(factor));
    }
}

impl Expansion<'_> {
    /// The recursion is bounded by the number of visits.
    fn expand(&mut self, term: TermId) -> Option<Polynomial> {
        self.visits += 1;
        if self.visits > MAX_VISITS {
            return None;
        }
        let args = self.pool.args(term);
        match self.pool.op(term) {
            Op::Const => {
                let value = self.pool.value(term)?;
                Some(Polynomial::from([(Vec::new(), value)]))
            }
            Op::Add => {
                let mut sum = self.expand(args[0])?;
                add(&mut sum, &self.expand(args[1])?, 1);
                (sum.len() <= MAX_MONOMIALS).then_some(sum)
            }
            Op::Neg => {
                let mut negated = Polynomial::new();
                add(&mut negated, &self.expand(args[0])?, u128::MAX);
                Some(negated)
            }
            Op::Mul => {
                let (a, b) = (self.expand(args[0])?, self.expand(args[1])?);
                multiply(&a, &b)
            }
            Op::URem => self.remainder(term, Op::UDiv),
            Op::SRem => self.remainder(term, Op::SDiv),
            _ => Some(Polynomial::from([(vec![term], 1)])),
        }
    }

    /// The quotient must be there already; a term that nobody built equals no other.
    fn remainder(&mut self, term: TermId, division: Op) -> Option<Polynomial> {
        let args = self.pool.args(term);
        let sort = self.pool.sort(term);
        let Some(quotient) = self.pool.find2(division, sort, args[0], args[1]) else {
            return Some(Polynomial::from([(vec![term], 1)]));
        };
        let mut result = self.expand(args[0])?;
        let divisor = self.expand(args[1])?;
        let product = multiply(&Polynomial::from([(vec![quotient], 1)]), &divisor)?;
        add(&mut result, &product, u128::MAX);
        Some(result)
    }
}

fn multiply(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    if a.len() * b.len() > MAX_MONOMIALS {
        return None;
    }
    let mut product = Polynomial::new();
    for (left, c) in a {
        for (right, d) in b {
            let mut factors = [left.as_slice(), right.as_slice()].concat();
            if factors.len() > MAX_DEGREE {
                return None;
            }
            factors.sort_unstable();
            let entry = product.entry(factors).or_insert(0);
            *entry = entry.wrapping_add(c.wrapping_mul(*d));
        }
    }
    Some(product)
}
