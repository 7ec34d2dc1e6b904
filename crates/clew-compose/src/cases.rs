//! Paths of a function that come to the same, told together.

use crate::implied::Implications;
use crate::paths::EntryPath;
use crate::simplify::simplified;
use clew_logic::{TermId, TermPool};
use clew_symbolic::Ending;
use clew_vm::stop::Stop;
use std::collections::BTreeSet;

/// What a function does, and when.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// How it ends.
    pub end: Ending,
    /// What it returns, where that depends on inputs: the bits of a register.
    pub returned: Option<TermId>,
    /// What it changes, by name.
    pub changes: Vec<(String, TermId)>,
    /// When: one of these, each with all its conditions.
    pub when: Vec<BTreeSet<TermId>>,
}

/// Paths that come to the same as one case each, in the order of their first.
pub fn cases(pool: &mut TermPool, paths: &[EntryPath]) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut implications = Implications::new();
    for path in paths {
        let mut path = simplified(pool, path);
        implications.settle(pool, &mut path);
        let when: BTreeSet<TermId> = path.conditions.iter().copied().collect();
        let is_same = |case: &&mut Case| {
            case.returned == path.returned
                && case.changes == path.changes
                && ends_alike(&case.end, &path.end, path.returned.is_some())
        };
        match cases.iter_mut().find(is_same) {
            Some(case) => case.when.push(when),
            None => cases.push(Case {
                end: path.end.clone(),
                returned: path.returned,
                changes: path.changes.clone(),
                when: vec![when],
            }),
        }
    }
    for case in &mut cases {
        while join(pool, &mut case.when) {}
        // Ways that are told apart by what one of them needs not say would not be joined.
        case.when.iter_mut().for_each(|it| implications.shorten(pool, it));
        while join(pool, &mut case.when) {}
    }
    cases
}

/// Joins two conjunctions that differ only in whether one condition holds; whether there were any.
fn join(pool: &mut TermPool, when: &mut Vec<BTreeSet<TermId>>) -> bool {
    for a in 0..when.len() {
        for b in a + 1..when.len() {
            let only_a: Vec<TermId> = when[a].difference(&when[b]).copied().collect();
            let only_b: Vec<TermId> = when[b].difference(&when[a]).copied().collect();
            // What is said with fewer conditions needs not be said with more.
            if only_a.is_empty() || only_b.is_empty() {
                when.remove(if only_a.is_empty() { b } else { a });
                return true;
            }
            let (&[one], &[other]) = (&only_a[..], &only_b[..]) else { continue };
            if pool.not(one) == other {
                when[a].remove(&one);
                when.remove(b);
                return true;
            }
        }
    }
    false
}

/// Whether two runs end in the same way.
fn ends_alike(a: &Ending, b: &Ending, returns_term: bool) -> bool {
    match (a, b) {
        (Ending::Stop(Stop::Return(a)), Ending::Stop(Stop::Return(b))) => returns_term || a == b,
        (Ending::Stop(Stop::Fault(a)), Ending::Stop(Stop::Fault(b))) => {
            (a.kind, a.span) == (b.kind, b.span)
        }
        (a, b) => a == b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_logic::Sort;

    #[test]
    fn equal_cases_lose_the_condition_they_differ_in() {
        let mut pool = TermPool::new();
        let [a, b] = ["a", "b"].map(|name| pool.input(name, Sort::Bool));
        let not_b = pool.not(b);
        let end = Ending::Stop(Stop::Return(Some(1)));
        let path = |conditions: Vec<TermId>| EntryPath {
            conditions,
            end: end.clone(),
            returned: None,
            changes: Vec::new(),
        };
        let found = cases(&mut pool, &[path(vec![a, b]), path(vec![a, not_b])]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].when, [BTreeSet::from([a])]);
    }

    #[test]
    fn different_results_are_different_cases() {
        let mut pool = TermPool::new();
        let a = pool.input("a", Sort::Bool);
        let not_a = pool.not(a);
        let path = |condition: TermId, bits: u128| EntryPath {
            conditions: vec![condition],
            end: Ending::Stop(Stop::Return(Some(bits))),
            returned: None,
            changes: Vec::new(),
        };
        assert_eq!(cases(&mut pool, &[path(a, 1), path(not_a, 0)]).len(), 2);
    }
}
