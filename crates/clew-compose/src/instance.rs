//! A summary at a call: what the callee does there, as terms of its caller.
//!
//! Each path of the summary has a guard: its conditions, with what the caller gives in the place of formals.
//! At most one guard holds. What the callee leaves is the choice among its paths by their guards, so that
//! no new symbol is needed and nothing is left to quantify. Calls on the paths are instances, too: one for each
//! slot, whatever the number of paths that make it.

use crate::summary::{Leaf, Summaries, SummaryId};
use clew_logic::{Substitution, TermId, TermPool};
use clew_symbolic::{Bytes, Spot};
use std::collections::BTreeMap;

/// What a path leaves: where, and the value if there is one.
type Left = Vec<(Spot, Option<TermId>)>;

/// A summary at a call.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    /// The paths that return: guard, and what each leaves.
    paths: Vec<(TermId, Left)>,
    /// When the callee returns on a known path.
    pub(crate) returns: TermId,
    /// When the run ends in it on a known path.
    pub(crate) ends: TermId,
    /// Whether it has all paths of the summary, and of those in its slots.
    pub(crate) is_whole: bool,
}

/// What is left somewhere has a value on some paths only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NoValue;

impl Instance {
    /// A summary where its formals stand for these terms.
    pub(crate) fn new(
        pool: &mut TermPool,
        summaries: &Summaries,
        id: SummaryId,
        actuals: &BTreeMap<TermId, TermId>,
    ) -> Result<Self, NoValue> {
        let summary = summaries.get(id);
        let mut known: Vec<(TermId, TermId)> = actuals.iter().map(|(a, b)| (*a, *b)).collect();
        // A path that was found in another context may use what was not told in this one: it is no
        // path that is known here.
        let is_told = |leaf: &&Leaf| leaf.formals.iter().all(|it| actuals.contains_key(it));
        let leaves: Vec<&Leaf> = summary.leaves.iter().filter(is_told).collect();
        let mut is_whole = leaves.len() == summary.leaves.len();
        let mut slots: Vec<Instance> = Vec::with_capacity(summary.slots.len());
        for (slot, &callee) in summary.slots.iter().enumerate() {
            let (instance, left) = slot_instance(pool, summaries, &leaves, (slot, callee), &known)?;
            known.extend(left);
            is_whole &= instance.is_whole;
            slots.push(instance);
        }
        let mut outward = substitution(pool, &known);
        let (mut paths, mut returns, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        for leaf in &leaves {
            let mut guard = guard(pool, &mut outward, leaf, leaf.conditions.len());
            for call in &leaf.calls {
                let slot = &slots[call.slot];
                let happens = if call.returns { slot.returns } else { slot.ends };
                guard = pool.and(guard, happens);
            }
            match &leaf.left {
                Some(left) => {
                    let value = |(spot, value): &(Spot, Option<TermId>)| {
                        (*spot, value.map(|value| outward.apply(pool, value)))
                    };
                    paths.push((guard, left.iter().map(value).collect()));
                    returns.push(guard);
                }
                None => ends.push(guard),
            }
        }
        let (returns, ends) = (pool.or_all(returns), pool.or_all(ends));
        Ok(Instance { paths, returns, ends, is_whole })
    }

    /// When a known path is taken.
    pub(crate) fn covered(&self, pool: &mut TermPool) -> TermId {
        pool.or(self.returns, self.ends)
    }

    /// What is left in a place that held `before`.
    pub(crate) fn value(
        &self,
        pool: &mut TermPool,
        spot: Spot,
        before: Option<TermId>,
    ) -> Result<TermId, NoValue> {
        let mut all: Option<TermId> = None;
        for (guard, left) in self.paths.iter().rev() {
            let value = left_at(pool, left, spot, before).ok_or(NoValue)?;
            all = Some(match all {
                Some(others) => pool.ite(*guard, value, others),
                None => value,
            });
        }
        all.or(before).ok_or(NoValue)
    }
}

/// The instance of the calls in a slot, and what it leaves by its symbols.
fn slot_instance(
    pool: &mut TermPool,
    summaries: &Summaries,
    leaves: &[&Leaf],
    (slot, callee): (usize, SummaryId),
    known: &[(TermId, TermId)],
) -> Result<(Instance, Vec<(TermId, TermId)>), NoValue> {
    let mut outward = substitution(pool, known);
    let mut actuals: BTreeMap<TermId, Choice> = BTreeMap::new();
    let mut befores: BTreeMap<(Spot, TermId), Choice> = BTreeMap::new();
    for leaf in leaves {
        let Some(call) = leaf.calls.iter().find(|call| call.slot == slot) else { continue };
        let guard = guard(pool, &mut outward, leaf, call.conditions);
        for (&formal, spot) in &summaries.get(callee).formals {
            let actual = call.found.get(spot).map(|actual| outward.apply(pool, *actual));
            actuals.entry(formal).or_default().add(guard, actual);
        }
        for left in &call.left {
            let before = left.before.map(|before| outward.apply(pool, before));
            befores.entry((left.spot, left.symbol)).or_default().add(guard, before);
        }
    }
    let mut chosen = BTreeMap::new();
    for (formal, choice) in actuals {
        if let Some(actual) = choice.term(pool) {
            chosen.insert(formal, actual);
        }
    }
    let instance = Instance::new(pool, summaries, callee, &chosen)?;
    let mut left = Vec::new();
    for ((spot, symbol), before) in befores {
        let before = before.term(pool);
        left.push((symbol, instance.value(pool, spot, before)?));
    }
    Ok((instance, left))
}

/// One of several values, by the guards under which each is given.
#[derive(Debug, Default)]
struct Choice(Vec<(TermId, Option<TermId>)>);

impl Choice {
    fn add(&mut self, guard: TermId, value: Option<TermId>) {
        if !self.0.contains(&(guard, value)) {
            self.0.push((guard, value));
        }
    }

    fn term(&self, pool: &mut TermPool) -> Option<TermId> {
        let mut all: Option<TermId> = None;
        for &(guard, value) in self.0.iter().rev() {
            let value = value?;
            all = Some(match all {
                Some(others) => pool.ite(guard, value, others),
                None => value,
            });
        }
        all
    }
}

/// The first conditions of a path, together. Those of paths that begin alike are shared.
fn guard(pool: &mut TermPool, outward: &mut Substitution, leaf: &Leaf, count: usize) -> TermId {
    let mut guard = pool.bool(true);
    for condition in &leaf.conditions[..count] {
        let condition = outward.apply(pool, *condition);
        guard = pool.and(guard, condition);
    }
    guard
}

pub(crate) fn substitution(pool: &TermPool, known: &[(TermId, TermId)]) -> Substitution {
    let mut substitution = Substitution::new();
    for &(term, by) in known {
        substitution.replace(pool, term, by);
    }
    substitution
}

/// What a path leaves in a place, which may be told in other pieces.
fn left_at(
    pool: &mut TermPool,
    left: &[(Spot, Option<TermId>)],
    spot: Spot,
    before: Option<TermId>,
) -> Option<TermId> {
    if let Some((_, value)) = left.iter().find(|(at, _)| *at == spot) {
        return *value;
    }
    let Spot::Memory(wanted) = spot else { return None };
    let overlaps = |at: &Spot| match at {
        Spot::Memory(it) => {
            it.object == wanted.object
                && it.offset < wanted.offset + wanted.len
                && wanted.offset < it.offset + it.len
        }
        Spot::Argument(_) | Spot::Result => false,
    };
    if !left.iter().any(|(at, _)| overlaps(at)) {
        return before;
    }
    let mut whole: Option<TermId> = None;
    for k in 0..wanted.len {
        let byte = byte_at(pool, left, (wanted.object, wanted.offset + k))
            .unwrap_or_else(|| Some(byte_of(pool, before?, k)))?;
        whole = Some(match whole {
            Some(low) => pool.concat(byte, low),
            None => byte,
        });
    }
    whole
}

/// The byte that a path leaves in a place; `None` where it leaves none, and inside that `None` where it has no
/// value.
fn byte_at(
    pool: &mut TermPool,
    left: &[(Spot, Option<TermId>)],
    (object, offset): (u32, u64),
) -> Option<Option<TermId>> {
    left.iter().find_map(|&(spot, value)| {
        let Spot::Memory(Bytes { object: its, offset: start, len }) = spot else { return None };
        let is_inside = its == object && start <= offset && offset < start + len;
        is_inside.then(|| value.map(|value| byte_of(pool, value, offset - start)))
    })
}

fn byte_of(pool: &mut TermPool, term: TermId, byte: u64) -> TermId {
    let low = 8 * byte as u32;
    pool.extract(low + 7, low, term)
}
