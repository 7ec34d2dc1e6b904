//! The first layer: conjunctions are taken apart, and what is decided already is dropped.

use clew_logic::{Op, TermId, TermPool};
use rustc_hash::FxHashSet;

/// A conjunct and the place of the constraint it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub(crate) term: TermId,
    pub(crate) origin: u32,
}

/// What the layer makes of a query.
pub(crate) enum Simplified {
    /// This constraint alone is false, or it is the negation of the other one.
    False(u32, u32),
    /// The different conjuncts.
    Parts(Vec<Part>),
}

/// Takes the constraints apart.
pub(crate) fn simplify(pool: &TermPool, constraints: &[TermId]) -> Simplified {
    let mut parts = Vec::with_capacity(constraints.len());
    let mut seen = FxHashSet::default();
    let mut stack = Vec::new();
    for (origin, &constraint) in constraints.iter().enumerate() {
        let origin = origin as u32;
        stack.push(constraint);
        while let Some(term) = stack.pop() {
            if term == TermPool::TRUE || !seen.insert(term) {
                continue;
            }
            if term == TermPool::FALSE {
                return Simplified::False(origin, origin);
            }
            if pool.op(term) == Op::And {
                stack.extend(pool.args(term).iter().rev());
                continue;
            }
            if pool.op(term) == Op::Not && seen.contains(&pool.args(term)[0]) {
                let opposite = pool.args(term)[0];
                if let Some(part) = parts.iter().find(|part: &&Part| part.term == opposite) {
                    return Simplified::False(part.origin, origin);
                }
            }
            parts.push(Part { term, origin });
        }
    }
    Simplified::Parts(parts)
}
