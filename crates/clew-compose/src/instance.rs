//! A summary at a call: what the callee does there, as terms of its caller.
//!
//! Each path of the summary has conditions, with what the caller gives in the place of formals. At most one path
//! is taken. What the callee leaves is the choice among its paths by their conditions, so that
//! no new symbol is needed and nothing is left to quantify. Calls on the paths are instances, too: one for each
//! slot, whatever the number of paths that make it.

use crate::summary::{Leaf, LeafCall, Slot, Summaries, Summary, SummaryId};
use crate::tree::PathTree;
use clew_logic::{Substitution, TermId, TermPool};
use clew_symbolic::{Bytes, Spot};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What a path leaves: where, and the value if there is one.
type Left = Vec<(Spot, Option<TermId>)>;

/// A summary at a call.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    tree: PathTree,
    /// What each path leaves; `None` where the run ends on it.
    paths: Vec<Option<Left>>,
    /// When the callee returns on a known path.
    pub(crate) returns: TermId,
    /// When the run ends in it on a known path.
    pub(crate) ends: TermId,
    /// Whether it has all paths of the summary, and of those in its slots.
    pub(crate) is_whole: bool,
}

/// Which paths of summaries count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Which {
    /// All that are known.
    All,
    /// Those that runs of this search have shown.
    Confirmed,
}

/// What is left somewhere has a value on some paths only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NoValue;

/// What a callee is given in a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Given {
    /// What.
    pub(crate) value: TermId,
    /// When that is told; `None` for always.
    pub(crate) told: Option<TermId>,
}

/// A path that may be taken at a call: when all it uses is told and as it is on the path.
#[derive(Clone, Copy, Debug)]
struct Used<'s> {
    leaf: &'s Leaf,
    holds: TermId,
}

impl Instance {
    /// A summary where these things are found. A path that was found in another context may use what is not told
    /// here, or read bytes that are different here: it is no path that is known here then.
    pub(crate) fn new(
        pool: &mut TermPool,
        summaries: &Summaries,
        id: SummaryId,
        given: &BTreeMap<Spot, Given>,
        which: Which,
    ) -> Result<Self, NoValue> {
        let summary = summaries.get(id);
        let use_of = |leaf| Some(Used { leaf, holds: holds(pool, summary, leaf, given)? });
        let counts =
            |(at, _): &(usize, &Leaf)| which == Which::All || !summary.unconfirmed.contains(at);
        let leaves = summary.leaves.iter().enumerate().filter(counts).map(|(_, leaf)| leaf);
        let used: Vec<Used<'_>> = leaves.filter_map(use_of).collect();
        let is_always = |used: &Used<'_>| pool.value(used.holds) == Some(1);
        let mut is_whole = used.len() == summary.leaves.len() && used.iter().all(is_always);
        let formals = summary.formals.iter();
        let formals = formals.filter_map(|(formal, spot)| Some((*formal, given.get(spot)?.value)));
        let mut known: Vec<(TermId, TermId)> = formals.collect();
        let mut slots: Vec<Instance> = Vec::with_capacity(summary.slots.len());
        for (slot, &Slot { callee, .. }) in summary.slots.iter().enumerate() {
            let (instance, left) =
                slot_instance(pool, summaries, &used, (&slots, slot, callee), (&known, which))?;
            known.extend(left);
            is_whole &= instance.is_whole;
            slots.push(instance);
        }
        let mut outward = substitution(pool, &known);
        let (mut tree, mut paths) = (PathTree::new(), Vec::new());
        // Later runs tell more, and of paths with the same conditions the first counts.
        for it in used.iter().rev() {
            let conditions = conditions(pool, &mut outward, it, (&slots, None), &mut is_whole);
            tree.add(pool, conditions, paths.len());
            let value = |(spot, value): &(Spot, Option<TermId>)| {
                (*spot, value.map(|value| outward.apply(pool, value)))
            };
            paths.push(it.leaf.left.as_ref().map(|left| left.iter().map(value).collect()));
        }
        let returns = tree.when(pool, |pool, path: usize| pool.bool(paths[path].is_some()));
        let ends = match paths.iter().any(Option::is_none) {
            true => tree.when(pool, |pool, path: usize| pool.bool(paths[path].is_none())),
            false => pool.bool(false),
        };
        Ok(Instance { tree, paths, returns, ends, is_whole })
    }

    /// When a known path is taken.
    pub(crate) fn covered(&self, pool: &mut TermPool) -> TermId {
        self.tree.when(pool, |pool, _| pool.bool(true))
    }

    /// When the callee returns on a known path that leaves nothing but what was told of these places; whether all
    /// paths do so. Who did not know that a place is written has gone on as if it were not.
    fn returns_within(&self, pool: &mut TermPool, told: &BTreeSet<Spot>) -> (TermId, bool) {
        let is_told = |(spot, _): &(Spot, Option<TermId>)| is_covered(*spot, told.iter().copied());
        let is_within = |left: &Left| left.iter().all(is_told);
        if self.paths.iter().flatten().all(is_within) {
            return (self.returns, true);
        }
        let holds = |pool: &mut TermPool, path: usize| {
            pool.bool(self.paths[path].as_ref().is_some_and(is_within))
        };
        (self.tree.when(pool, holds), false)
    }

    /// What is left in a place that held `before`.
    pub(crate) fn value(
        &self,
        pool: &mut TermPool,
        spot: Spot,
        before: Option<TermId>,
    ) -> Result<TermId, NoValue> {
        let mut has_all = true;
        let value = |pool: &mut TermPool, path: usize| {
            let value = left_at(pool, self.paths[path].as_ref()?, spot, before);
            has_all &= value.is_some();
            value
        };
        let value = self.tree.choose(pool, value);
        if !has_all {
            return Err(NoValue);
        }
        value.or(before).ok_or(NoValue)
    }
}

/// The conditions of a path, with what comes of the calls on it; those before a call.
fn conditions(
    pool: &mut TermPool,
    outward: &mut Substitution,
    used: &Used<'_>,
    (slots, until): (&[Instance], Option<&LeafCall>),
    is_whole: &mut bool,
) -> Vec<TermId> {
    let leaf = used.leaf;
    let count = until.map_or(leaf.conditions.len(), |call| call.conditions);
    let mut conditions = vec![used.holds];
    let mut next = 0;
    for call in &leaf.calls {
        if until.is_some_and(|until| call.slot >= until.slot) {
            break;
        }
        let before = &leaf.conditions[next..call.conditions];
        conditions.extend(before.iter().map(|it| outward.apply(pool, *it)));
        next = call.conditions;
        let (happens, is_all) = match call.returns {
            true => slots[call.slot].returns_within(pool, &call.told),
            false => (slots[call.slot].ends, true),
        };
        *is_whole &= is_all;
        conditions.push(happens);
    }
    conditions.extend(leaf.conditions[next..count].iter().map(|it| outward.apply(pool, *it)));
    conditions
}

/// When a path holds as far as what it finds decides that: all it uses is told, and the bytes that it reads and that
/// depend on no input are what they are on it. `None` for never.
fn holds(
    pool: &mut TermPool,
    summary: &Summary,
    leaf: &Leaf,
    given: &BTreeMap<Spot, Given>,
) -> Option<TermId> {
    let mut holds = pool.bool(true);
    for formal in &leaf.formals {
        let told = given.get(summary.formals.get(formal)?)?.told;
        holds = told.map_or(holds, |told| pool.and(holds, told));
    }
    for (&(object, offset), &value) in &leaf.constants {
        let spot = Spot::Memory(Bytes { object, offset, len: 1 });
        let found = given.get(&spot)?;
        let value = pool.bv(8, value.into());
        let is_same = pool.eq(found.value, value);
        holds = pool.and(holds, is_same);
        holds = found.told.map_or(holds, |told| pool.and(holds, told));
    }
    (pool.value(holds) != Some(0)).then_some(holds)
}

/// The instance of the calls in a slot, and what it leaves by its symbols.
fn slot_instance(
    pool: &mut TermPool,
    summaries: &Summaries,
    used: &[Used<'_>],
    (slots, slot, callee): (&[Instance], usize, SummaryId),
    (known, which): (&[(TermId, TermId)], Which),
) -> Result<(Instance, Vec<(TermId, TermId)>), NoValue> {
    let mut outward = substitution(pool, known);
    let mut calls = SlotCalls::default();
    // Later runs tell more, and of calls with the same conditions the first counts.
    for it in used.iter().rev() {
        let Some(call) = it.leaf.calls.iter().find(|call| call.slot == slot) else { continue };
        let conditions = conditions(pool, &mut outward, it, (slots, Some(call)), &mut true);
        calls.all.push((conditions, call));
    }
    let mut given = BTreeMap::new();
    for spot in summaries.get(callee).places() {
        let (tree, is_all) = calls.those(pool, |call| call.found.contains_key(&spot));
        let mut find = |pool: &mut TermPool, path: usize| {
            let actual = calls.all[path].1.found.get(&spot)?;
            Some(outward.apply(pool, *actual))
        };
        let Some(value) = tree.choose(pool, &mut find) else { continue };
        let told = (!is_all).then(|| tree.when(pool, |pool, _| pool.bool(true)));
        given.insert(spot, Given { value, told });
    }
    let instance = Instance::new(pool, summaries, callee, &given, which)?;
    let left = calls.all.iter().flat_map(|(_, call)| &call.left);
    let symbols: BTreeSet<(Spot, TermId)> = left.map(|left| (left.spot, left.symbol)).collect();
    let mut left = Vec::new();
    for (spot, symbol) in symbols {
        let (tree, _) = calls.those(pool, |call| call.left_as(symbol).is_some());
        let its = calls.all.iter().filter_map(|(_, call)| call.left_as(symbol));
        let has_all = its.into_iter().all(|left| left.before.is_some());
        let mut before = |pool: &mut TermPool, path: usize| {
            Some(outward.apply(pool, calls.all[path].1.left_as(symbol)?.before?))
        };
        let before = has_all.then(|| tree.choose(pool, &mut before)).flatten();
        left.push((symbol, instance.value(pool, spot, before)?));
    }
    Ok((instance, left))
}

/// The calls in a slot, with the conditions that each is made under.
#[derive(Default)]
struct SlotCalls<'s> {
    all: Vec<(Vec<TermId>, &'s LeafCall)>,
    /// By the calls that are in each.
    trees: BTreeMap<Vec<usize>, Rc<PathTree>>,
}

impl SlotCalls<'_> {
    /// The calls of which something is told, by their conditions, and whether these are all. A call that others tell
    /// more of does not stand for them: one in which a run ends tells nothing of what it leaves.
    fn those(
        &mut self,
        pool: &TermPool,
        tells: impl Fn(&LeafCall) -> bool,
    ) -> (Rc<PathTree>, bool) {
        let which = |(at, (_, call)): (usize, &(Vec<TermId>, &LeafCall))| tells(call).then_some(at);
        let which: Vec<usize> = self.all.iter().enumerate().filter_map(which).collect();
        let is_all = which.len() == self.all.len();
        let all = &self.all;
        let tree = self.trees.entry(which).or_insert_with_key(|which| {
            let mut tree = PathTree::new();
            for &at in which {
                tree.add(pool, all[at].0.iter().copied(), at);
            }
            Rc::new(tree)
        });
        (Rc::clone(tree), is_all)
    }
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
    if !left.iter().any(|(at, _)| overlaps(*at, spot)) {
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

/// Whether all bytes of a place are in others.
pub(crate) fn is_covered(spot: Spot, by: impl Iterator<Item = Spot> + Clone) -> bool {
    let Spot::Memory(bytes) = spot else { return by.into_iter().any(|it| it == spot) };
    (bytes.offset..bytes.offset + bytes.len).all(|offset| {
        let byte = Spot::Memory(Bytes { offset, len: 1, ..bytes });
        by.clone().any(|it| overlaps(it, byte))
    })
}

/// Whether two places have bytes in common.
fn overlaps(a: Spot, b: Spot) -> bool {
    match (a, b) {
        (Spot::Memory(a), Spot::Memory(b)) => {
            a.object == b.object && a.offset < b.offset + b.len && b.offset < a.offset + a.len
        }
        (a, b) => a == b,
    }
}
