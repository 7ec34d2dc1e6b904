//! The first layer: conjunctions are taken apart, and what is decided already is dropped. Queries
//! of an exploration mostly begin like the one before; what was found of that beginning is kept.

use clew_logic::{InputSet, Op, TermId, TermPool};
use rustc_hash::FxHashSet;

/// A conjunct and the place of the constraint it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub(crate) term: TermId,
    pub(crate) origin: u32,
}

/// This constraint alone is false, or it is the negation of the other one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Contradiction(pub(crate) u32, pub(crate) u32);

/// A constraint, and what there was before it.
struct Level {
    constraint: TermId,
    parts: usize,
    seen: usize,
    inputs: InputSet,
}

/// The different conjuncts of the last query.
#[derive(Default)]
pub(crate) struct Simplifier {
    levels: Vec<Level>,
    parts: Vec<Part>,
    /// The conjuncts, and the conjunctions that they come from.
    seen: FxHashSet<TermId>,
    /// The same in the order they came.
    seen_order: Vec<TermId>,
    inputs: InputSet,
}

impl Simplifier {
    /// The conjuncts, in the order of the constraints.
    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The inputs of all of them.
    pub(crate) fn inputs(&self) -> InputSet {
        self.inputs
    }

    /// Takes the constraints apart.
    pub(crate) fn simplify(
        &mut self,
        pool: &mut TermPool,
        constraints: &[TermId],
    ) -> Result<(), Contradiction> {
        let same = |(level, constraint): &(&Level, &TermId)| level.constraint == **constraint;
        let common = self.levels.iter().zip(constraints).take_while(same).count();
        self.go_back(common);
        for (origin, &constraint) in constraints.iter().enumerate().skip(common) {
            self.levels.push(Level {
                constraint,
                parts: self.parts.len(),
                seen: self.seen_order.len(),
                inputs: self.inputs,
            });
            if let Err(contradiction) = self.take_apart(pool, constraint, origin as u32) {
                self.go_back(origin);
                return Err(contradiction);
            }
        }
        Ok(())
    }

    /// Forgets all but the first constraints.
    fn go_back(&mut self, count: usize) {
        if let Some(level) = self.levels.get(count) {
            self.parts.truncate(level.parts);
            self.inputs = level.inputs;
            for term in self.seen_order.drain(level.seen..) {
                self.seen.remove(&term);
            }
            self.levels.truncate(count);
        }
    }

    fn take_apart(
        &mut self,
        pool: &mut TermPool,
        constraint: TermId,
        origin: u32,
    ) -> Result<(), Contradiction> {
        let mut stack = vec![constraint];
        while let Some(term) = stack.pop() {
            if term == TermPool::TRUE || !self.seen.insert(term) {
                continue;
            }
            self.seen_order.push(term);
            if term == TermPool::FALSE {
                return Err(Contradiction(origin, origin));
            }
            if pool.op(term) == Op::And {
                stack.extend(pool.args(term).iter().rev());
                continue;
            }
            if pool.op(term) == Op::Not && self.seen.contains(&pool.args(term)[0]) {
                let opposite = pool.args(term)[0];
                if let Some(part) = self.parts.iter().find(|part| part.term == opposite) {
                    return Err(Contradiction(part.origin, origin));
                }
            }
            self.parts.push(Part { term, origin });
            let set = pool.input_set(term);
            self.inputs = pool.set_union(self.inputs, set);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_logic::Sort;
    use clew_logic::testing::{Random, TermSampler};

    /// Whatever came before, a query is taken apart as if it were the first.
    #[test]
    fn what_is_kept_changes_nothing() {
        let mut pool = TermPool::new();
        let inputs: Vec<TermId> =
            ["x", "y", "z"].map(|name| pool.input(name, Sort::BitVec(3))).into();
        let mut sampler =
            TermSampler { rng: Random::new(2), inputs, widths: vec![3], arrays: false };
        let known: Vec<TermId> = (0..12).map(|_| sampler.boolean(&mut pool, 3)).collect();
        let mut rng = Random::new(9);
        let mut kept = Simplifier::default();
        let mut constraints: Vec<TermId> = Vec::new();
        let (mut contradictions, mut shared) = (0, 0);
        for _ in 0..3_000 {
            constraints.truncate(rng.below(constraints.len() as u64 + 1) as usize);
            for _ in 0..rng.below(3) {
                let (a, b) = (rng.pick(&known), rng.pick(&known));
                let term = match rng.below(3) {
                    0 => pool.and(a, b),
                    1 => pool.not(a),
                    _ => a,
                };
                constraints.push(term);
            }
            let mut fresh = Simplifier::default();
            let expected = fresh.simplify(&mut pool, &constraints);
            shared += usize::from(!kept.levels.is_empty());
            assert_eq!(kept.simplify(&mut pool, &constraints), expected);
            contradictions += usize::from(expected.is_err());
            assert_eq!(kept.parts(), fresh.parts());
            assert_eq!(kept.inputs(), fresh.inputs());
        }
        assert!(contradictions > 100 && shared > 1_000, "{contradictions} {shared}");
    }
}
