//! Which clauses of cuts an argument needs. Many are claimed, since nobody knows before which of them refute
//! the ways to a target; those that no refutation rests on only make the argument long to check.
//!
//! What a refutation rests on is in its core. What is needed at a cut has to be implied on each way there, and
//! what that rests on is needed at the cut before.

use crate::effort::Effort;
use crate::failure::Failure;
use clew_logic::{TermId, TermPool};
use clew_solver::{Query, Solver, Verdict};
use std::collections::{BTreeMap, BTreeSet};

/// What an unfolding rests on.
#[derive(Default)]
pub(crate) struct Grounds {
    /// By cut: what is claimed there, clause by clause.
    claims: BTreeMap<usize, Vec<TermId>>,
    refutations: Vec<Refutation>,
    arrivals: Vec<Arrival>,
}

/// A way from a cut (or the start) that comes to nothing.
struct Refutation {
    from: Option<usize>,
    constraints: Vec<TermId>,
}

/// A way from a cut (or the start) to another.
struct Arrival {
    from: Option<usize>,
    to: usize,
    constraints: Vec<TermId>,
    /// What is claimed there, as the way has it.
    holds: Vec<TermId>,
}

impl Grounds {
    /// What is claimed at a cut.
    pub(crate) fn claim(&mut self, at: usize, clauses: Vec<TermId>) {
        self.claims.insert(at, clauses);
    }

    /// These constraints, on a way from a cut, contradict each other.
    pub(crate) fn refute(&mut self, from: Option<usize>, constraints: Vec<TermId>) {
        self.refutations.push(Refutation { from, constraints });
    }

    /// A way leads from one cut to another.
    pub(crate) fn arrive(
        &mut self,
        (from, to): (Option<usize>, usize),
        constraints: Vec<TermId>,
        holds: Vec<TermId>,
    ) {
        self.arrivals.push(Arrival { from, to, constraints, holds });
    }

    /// By cut: which clauses are needed.
    ///
    /// # Errors
    /// Where the limits are met.
    pub(crate) fn needed(
        &self,
        pool: &mut TermPool,
        solver: &mut Solver,
        effort: &mut Effort,
    ) -> Result<BTreeMap<usize, BTreeSet<usize>>, Failure> {
        let mut search = Search { grounds: self, needed: BTreeMap::new(), new: BTreeMap::new() };
        for it in &self.refutations {
            search.rest_on(pool, solver, effort, it.from, &it.constraints)?;
        }
        let mut into: BTreeMap<usize, Vec<&Arrival>> = BTreeMap::new();
        for arrival in &self.arrivals {
            into.entry(arrival.to).or_default().push(arrival);
        }
        while let Some((at, clauses)) = search.new.pop_last() {
            for arrival in into.get(&at).map_or(&[][..], Vec::as_slice) {
                let all = pool.and_all(clauses.iter().map(|clause| arrival.holds[*clause]));
                let mut constraints = arrival.constraints.clone();
                constraints.push(pool.not(all));
                search.rest_on(pool, solver, effort, arrival.from, &constraints)?;
            }
        }
        Ok(search.needed)
    }
}

struct Search<'g> {
    grounds: &'g Grounds,
    needed: BTreeMap<usize, BTreeSet<usize>>,
    /// Those of them whose ways were not looked at.
    new: BTreeMap<usize, BTreeSet<usize>>,
}

impl Search<'_> {
    /// Notes what a contradiction on a way from a cut rests on.
    fn rest_on(
        &mut self,
        pool: &mut TermPool,
        solver: &mut Solver,
        effort: &mut Effort,
        from: Option<usize>,
        constraints: &[TermId],
    ) -> Result<(), Failure> {
        let Some((from, claims)) = from.and_then(|it| Some((it, self.grounds.claims.get(&it)?)))
        else {
            return Ok(());
        };
        if constraints.contains(&TermPool::FALSE) && !claims.contains(&TermPool::FALSE) {
            return Ok(());
        }
        let query = Query::new(constraints).with_budget(effort.ask()?);
        let Verdict::Unsat(core) = solver.check(pool, &query) else { return Err(Failure::Time) };
        let core: BTreeSet<TermId> = core.constraints.into_iter().collect();
        let known = self.needed.entry(from).or_default();
        for (clause, _) in claims.iter().enumerate().filter(|(_, term)| core.contains(term)) {
            if known.insert(clause) {
                self.new.entry(from).or_default().insert(clause);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::Limits;
    use clew_logic::Sort;
    use clew_solver::StackConfig;

    /// Two cuts: behind the second, what is claimed of `x` there refutes a way; that is implied by what is claimed
    /// of `y` at the first. What is claimed of `z` is of no use to anybody.
    #[test]
    fn what_nothing_rests_on_is_not_needed() {
        let mut pool = TermPool::new();
        let mut is_four = |name: &str| {
            let input = pool.input(name, Sort::BitVec(8));
            let four = pool.bv(8, 4);
            pool.eq(input, four)
        };
        let (first_y, first_z) = (is_four("y1"), is_four("z1"));
        let (second_x, second_z) = (is_four("x2"), is_four("z2"));
        let is_refuted = pool.not(second_x);
        let mut grounds = Grounds::default();
        grounds.claim(1, vec![first_z, first_y]);
        grounds.claim(2, vec![second_x, second_z]);
        grounds.refute(Some(2), vec![second_x, second_z, is_refuted]);
        // What is `x` at the second cut was `y` at the first.
        grounds.arrive((Some(1), 2), vec![first_z, first_y], vec![first_y, first_z]);
        grounds.arrive((None, 1), Vec::new(), vec![TermPool::TRUE, TermPool::TRUE]);
        let mut solver = Solver::new(StackConfig::default());
        let mut effort = Effort::new(Limits::default());
        let needed = grounds.needed(&mut pool, &mut solver, &mut effort);
        let expected = BTreeMap::from([(1, BTreeSet::from([1])), (2, BTreeSet::from([0]))]);
        assert_eq!(needed, Ok(expected));
    }
}
