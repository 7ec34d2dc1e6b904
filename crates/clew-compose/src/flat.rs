//! The path condition of a run over its inputs, with each cut call as it went in this run.

use crate::instance::substitution;
use clew_logic::{Substitution, TermId, TermPool};
use clew_symbolic::{Call, Fork};

/// The path condition of a run.
pub(crate) fn flat(pool: &mut TermPool, forks: &[Fork], calls: &[Call]) -> Vec<TermId> {
    let mut conditions = Vec::new();
    follow(pool, forks, calls, Vec::new(), &mut conditions);
    conditions
}

/// Adds the conditions of a call's path. What its caller calls what it found is known; the substitution for
/// what it left comes back.
fn follow(
    pool: &mut TermPool,
    forks: &[Fork],
    calls: &[Call],
    mut known: Vec<(TermId, TermId)>,
    conditions: &mut Vec<TermId>,
) -> Substitution {
    let mut outward = substitution(pool, &known);
    let mut next = 0;
    for call in calls {
        for fork in &forks[next..call.forks_before] {
            conditions.push(outward.apply(pool, fork.constraint));
        }
        next = call.forks_before;
        let mut inside = Vec::new();
        for found in &call.found {
            if let Some(formal) = found.formal {
                inside.push((formal, outward.apply(pool, found.actual)));
            }
        }
        let mut within = follow(pool, &call.forks, &call.calls, inside, conditions);
        for left in call.left.iter().flatten() {
            if let Some(value) = left.value {
                known.push((left.symbol, within.apply(pool, value)));
            }
        }
        outward = substitution(pool, &known);
    }
    for fork in &forks[next..] {
        conditions.push(outward.apply(pool, fork.constraint));
    }
    outward
}
