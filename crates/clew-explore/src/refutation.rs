//! What no input does: the arms and labels that the solver refuted, and why, for others to check.

use std::collections::BTreeSet;

use clew_ir::ProbeId;
use clew_logic::smtlib::print_script;
use clew_logic::{TermId, TermPool};
use clew_symbolic::{Arm, ForkSite};
use rustc_hash::FxHashMap;

/// What was asked for when the answer was that no input does it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    /// An arm of a fork; `None` where it is any that was not seen.
    Arm(ForkSite, Option<Arm>),
    /// A label.
    Label(ProbeId),
}

/// Constraints of paths that contradict each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// What they keep from happening, on one path or several.
    pub targets: Vec<Target>,
    /// The constraints as a script of SMT-LIB, whose answer is `unsat`.
    pub script: String,
}

/// The refutations of one worker. The same few constraints often refute many candidates.
#[derive(Debug, Default)]
pub(crate) struct Refutations {
    numbers: FxHashMap<Vec<TermId>, usize>,
    found: Vec<(Vec<TermId>, BTreeSet<Target>)>,
}

impl Refutations {
    /// Notes that these constraints keep a target from happening.
    pub(crate) fn note(&mut self, mut core: Vec<TermId>, target: Target) {
        core.sort_unstable();
        core.dedup();
        let next = self.found.len();
        let number = *self.numbers.entry(core).or_insert_with_key(|core| {
            self.found.push((core.clone(), BTreeSet::new()));
            next
        });
        self.found[number].1.insert(target);
    }

    /// All of them, in the order in which they were found.
    pub(crate) fn into_scripts(self, pool: &TermPool) -> Vec<Refutation> {
        let told = |(core, targets): (Vec<TermId>, BTreeSet<Target>)| Refutation {
            targets: targets.into_iter().collect(),
            script: print_script(pool, &core),
        };
        self.found.into_iter().map(told).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_logic::Sort;

    #[test]
    fn equal_cores_are_one_refutation() {
        let mut pool = TermPool::new();
        let x = pool.input("x", Sort::BitVec(8));
        let (one, two) = (pool.bv(8, 1), pool.bv(8, 2));
        let (is_one, is_two) = (pool.eq(x, one), pool.eq(x, two));
        let mut refutations = Refutations::default();
        refutations.note(vec![is_one, is_two], Target::Label(ProbeId(4)));
        refutations.note(vec![is_two, is_one, is_two], Target::Label(ProbeId(3)));
        let scripts = refutations.into_scripts(&pool);
        assert_eq!(scripts.len(), 1);
        assert_eq!(scripts[0].targets, [Target::Label(ProbeId(3)), Target::Label(ProbeId(4))]);
        assert!(scripts[0].script.ends_with("(check-sat)\n"), "{}", scripts[0].script);
    }
}
