//! What is known of functions: the paths that runs have taken in them, over what they found.

use crate::instance::Given;
use clew_ir::FunctionId;
use clew_logic::{TermId, TermPool};
use clew_symbolic::{
    ArgumentObject, ArgumentValue, Bytes, Call, CutPlan, Footprint, Found, Occasion, PointerWord,
    Spot, TouchedBytes, admit,
};
use std::collections::{BTreeMap, BTreeSet};

/// The number of a summary.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct SummaryId(pub(crate) u32);

/// The paths of a function in calls that look alike: where one argument or byte depends on inputs, it does
/// in all of them.
#[derive(Clone, Debug)]
pub(crate) struct Summary {
    pub(crate) function: FunctionId,
    pub(crate) arguments: Vec<ArgumentValue>,
    /// The formals of its paths.
    pub(crate) formals: BTreeMap<TermId, Spot>,
    /// The calls that its paths make: the k-th call of a path is in one of these, and later calls in
    /// later ones. What calls of different paths in the same slot are given is told apart by the paths' conditions.
    pub(crate) slots: Vec<Slot>,
    pub(crate) leaves: Vec<Leaf>,
    /// The objects that its arguments point into.
    pub(crate) objects: Vec<Option<ArgumentObject>>,
    /// The pointers that its paths read.
    pub(crate) pointers: BTreeMap<(u32, u64), PointerWord>,
    /// The paths that were read from a text and that no run of this search has shown, by their index.
    pub(crate) unconfirmed: BTreeSet<usize>,
}

/// Calls that paths of a function make in the place of each other.
///
/// Several paths that are known may tell of the same execution, some with calls that others show as part of the
/// function itself. So it is the same call of the execution that each of them has in a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slot {
    pub(crate) callee: SummaryId,
    pub(crate) occasion: Occasion,
}

/// A path of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Leaf {
    /// Its conditions, over formals and what calls left.
    pub(crate) conditions: Vec<TermId>,
    pub(crate) calls: Vec<LeafCall>,
    /// The formals that it mentions.
    pub(crate) formals: BTreeSet<TermId>,
    /// Bytes that it reads and that depend on no input: it is taken only where they are the same.
    pub(crate) constants: BTreeMap<(u32, u64), u8>,
    /// What it leaves; `None` where the run ended on it.
    pub(crate) left: Option<Vec<(Spot, Option<TermId>)>>,
}

/// A call on a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LeafCall {
    pub(crate) slot: usize,
    /// The conditions of the path before it.
    pub(crate) conditions: usize,
    /// What the callee found.
    pub(crate) found: BTreeMap<Spot, TermId>,
    pub(crate) left: Vec<SlotValue>,
    /// All places of which it is told what the callee left there.
    pub(crate) told: BTreeSet<Spot>,
    pub(crate) returns: bool,
}

impl LeafCall {
    /// What it leaves under a name.
    pub(crate) fn left_as(&self, symbol: TermId) -> Option<&SlotValue> {
        self.left.iter().find(|left| left.symbol == symbol)
    }
}

/// What a call in a slot leaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SlotValue {
    pub(crate) spot: Spot,
    pub(crate) symbol: TermId,
    pub(crate) before: Option<TermId>,
}

/// What a call in a slot leaves somewhere is called.
pub(crate) fn slot_symbol(summary: SummaryId, slot: usize, spot: Spot) -> String {
    format!("s{}.{slot}.{spot}", summary.0)
}

/// All summaries.
#[derive(Debug, Default)]
pub(crate) struct Summaries {
    all: Vec<Summary>,
    by_function: BTreeMap<FunctionId, Vec<SummaryId>>,
    /// The pointers that are decided before calls of functions.
    settled: BTreeMap<FunctionId, BTreeSet<Bytes>>,
}

/// So many pointers are decided before calls of one function.
const MOST_SETTLED: usize = 16;

impl Summaries {
    pub(crate) fn get(&self, id: SummaryId) -> &Summary {
        &self.all[id.0 as usize]
    }

    pub(crate) fn get_mut(&mut self, id: SummaryId) -> &mut Summary {
        &mut self.all[id.0 as usize]
    }

    /// The summaries of a function, in the order in which they were made.
    pub(crate) fn of(&self, function: FunctionId) -> &[SummaryId] {
        self.by_function.get(&function).map_or(&[], |ids| &ids[..])
    }

    /// The summary that paths of a call belong to, if there is one.
    pub(crate) fn find(&self, call: &Call) -> Option<SummaryId> {
        self.find_for(call.function, &call.arguments)
    }

    /// The summary of calls of a function with these arguments.
    pub(crate) fn find_for(
        &self,
        function: FunctionId,
        arguments: &[ArgumentValue],
    ) -> Option<SummaryId> {
        let is_its = |id: &&SummaryId| self.get(**id).arguments == arguments;
        self.of(function).iter().find(is_its).copied()
    }

    /// Whether there is such a summary.
    pub(crate) fn has(&self, id: SummaryId) -> bool {
        (id.0 as usize) < self.all.len()
    }

    /// A summary, and all that it builds on, each once.
    pub(crate) fn below(&self, root: SummaryId) -> Vec<SummaryId> {
        let mut all = vec![root];
        let mut at = 0;
        while let Some(id) = all.get(at) {
            for slot in &self.get(*id).slots {
                if !all.contains(&slot.callee) {
                    all.push(slot.callee);
                }
            }
            at += 1;
        }
        all
    }

    /// The same, or a new one.
    pub(crate) fn for_call(&mut self, call: &Call) -> SummaryId {
        if let Some(known) = self.find(call) {
            return known;
        }
        self.make(call.function, &call.arguments, &call.objects)
    }

    /// A new summary, of calls with these arguments.
    pub(crate) fn make(
        &mut self,
        function: FunctionId,
        arguments: &[ArgumentValue],
        objects: &[Option<ArgumentObject>],
    ) -> SummaryId {
        let id = SummaryId(self.all.len() as u32);
        self.all.push(Summary {
            function,
            arguments: arguments.to_vec(),
            objects: objects.to_vec(),
            formals: BTreeMap::new(),
            slots: Vec::new(),
            leaves: Vec::new(),
            pointers: BTreeMap::new(),
            unconfirmed: BTreeSet::new(),
        });
        self.by_function.entry(function).or_default().push(id);
        id
    }

    /// Takes a summary back.
    pub(crate) fn remove(&mut self, id: SummaryId) {
        for ids in self.by_function.values_mut() {
            ids.retain(|it| *it != id);
        }
    }

    /// Whether some path comes from a text, and no run has shown it.
    pub(crate) fn has_unconfirmed(&self, root: SummaryId) -> bool {
        self.below(root).iter().any(|id| !self.get(*id).unconfirmed.is_empty())
    }

    /// Forgets all paths that come from texts and that no run has shown; whether there were any.
    pub(crate) fn forget_unconfirmed(&mut self) -> bool {
        let mut were_any = false;
        for summary in &mut self.all {
            let unconfirmed = std::mem::take(&mut summary.unconfirmed);
            were_any |= !unconfirmed.is_empty();
            let mut at = 0..;
            summary.leaves.retain(|_| at.next().is_none_or(|at| !unconfirmed.contains(&at)));
        }
        were_any
    }

    /// Forgets what is known of a function, and of all whose paths call it.
    pub(crate) fn forget(&mut self, function: FunctionId) {
        let mut gone: BTreeSet<SummaryId> = self.of(function).iter().copied().collect();
        // A summary is made before those that call it are completed, but may be used by any.
        loop {
            let before = gone.len();
            for (at, summary) in self.all.iter().enumerate() {
                if summary.slots.iter().any(|slot| gone.contains(&slot.callee)) {
                    gone.insert(SummaryId(at as u32));
                }
            }
            if gone.len() == before {
                break;
            }
        }
        for ids in self.by_function.values_mut() {
            ids.retain(|id| !gone.contains(id));
        }
    }

    /// Has pointers be decided before calls of a function from now on; whether that is new.
    pub(crate) fn settle(&mut self, function: FunctionId, pointers: &BTreeSet<Bytes>) -> bool {
        let settled = self.settled.entry(function).or_default();
        if settled.len() + pointers.len() > MOST_SETTLED || pointers.is_subset(settled) {
            return false;
        }
        settled.extend(pointers);
        true
    }

    /// What machines are to tell of calls of a function.
    pub(crate) fn footprint(&self, function: FunctionId) -> Footprint {
        let settles = self.settled.get(&function).cloned().unwrap_or_default();
        let mut footprint = Footprint { settles, ..Footprint::default() };
        for id in self.of(function) {
            let summary = self.get(*id);
            let memory = |spot: &Spot| match spot {
                Spot::Memory(bytes) => Some(*bytes),
                Spot::Argument(_) | Spot::Result => None,
            };
            let left = summary.leaves.iter().filter_map(|leaf| leaf.left.as_ref()).flatten();
            let touched = TouchedBytes {
                reads: summary.places().iter().filter_map(memory).collect(),
                writes: left.filter_map(|(spot, _)| memory(spot)).collect(),
            };
            footprint.touched.push((summary.arguments.clone(), touched));
        }
        footprint
    }

    /// The plan for these functions.
    pub(crate) fn plan(&self, functions: &BTreeSet<FunctionId>) -> CutPlan {
        functions.iter().map(|&function| (function, self.footprint(function))).collect()
    }
}

impl Summary {
    /// Whether it speaks of a call with these arguments.
    pub(crate) fn fits(&self, call: &Call) -> bool {
        admit(&self.arguments, &call.arguments)
    }

    /// All places where some path finds something.
    pub(crate) fn places(&self) -> BTreeSet<Spot> {
        let constants = self.leaves.iter().flat_map(|leaf| leaf.constants.keys());
        let byte = |&(object, offset): &(u32, u64)| Spot::Memory(Bytes { object, offset, len: 1 });
        self.formals.values().copied().chain(constants.map(byte)).collect()
    }

    /// Adds a path. One that is known already tells what both tell; where one of the two asks for less and tells as
    /// much, it alone is kept. Whether something is new.
    pub(crate) fn add(&mut self, leaf: Leaf) -> bool {
        let unconfirmed = &mut self.unconfirmed;
        let same = self.leaves.iter_mut().enumerate().filter(|(_, known)| known.is_same(&leaf));
        for (at, known) in same {
            unconfirmed.remove(&at);
            if known.constants == leaf.constants {
                return known.join(leaf);
            }
            if known.covers(&leaf) {
                return false;
            }
            if leaf.covers(known) {
                *known = leaf;
                return true;
            }
        }
        self.leaves.push(leaf);
        true
    }

    /// All places where some path leaves something.
    pub(crate) fn left_spots(&self) -> BTreeSet<Spot> {
        let left = self.leaves.iter().filter_map(|leaf| leaf.left.as_ref()).flatten();
        left.map(|(spot, _)| *spot).collect()
    }
}

impl Leaf {
    /// Whether two are the same path, however much of what calls on it find is told.
    fn is_same(&self, other: &Leaf) -> bool {
        let call = |call: &LeafCall| (call.slot, call.conditions, call.returns);
        self.conditions == other.conditions
            && self.left == other.left
            && self.calls.iter().map(call).eq(other.calls.iter().map(call))
            && self.agrees(other)
    }

    /// Whether the bytes that both read are the same.
    fn agrees(&self, other: &Leaf) -> bool {
        let is_same = |(at, value)| other.constants.get(at).is_none_or(|its| its == value);
        let same_found = |(a, b): (&LeafCall, &LeafCall)| {
            a.found.iter().all(|(spot, term)| b.found.get(spot).is_none_or(|its| its == term))
        };
        self.constants.iter().all(is_same) && self.calls.iter().zip(&other.calls).all(same_found)
    }

    /// Whether it is taken wherever the other is, which is the same path, and tells as much of its calls.
    fn covers(&self, other: &Leaf) -> bool {
        let asks_less = |(at, value)| other.constants.get(at) == Some(value);
        let tells = |(a, b): (&LeafCall, &LeafCall)| {
            b.found.keys().all(|spot| a.found.contains_key(spot))
                && b.told.is_subset(&a.told)
                && b.left.iter().all(|left| a.left.contains(left))
        };
        self.constants.iter().all(asks_less)
            && self.formals.is_subset(&other.formals)
            && self.calls.iter().zip(&other.calls).all(tells)
    }

    /// Takes over what another run of the same path tells; whether that is more.
    fn join(&mut self, other: Leaf) -> bool {
        let before = self.clone();
        self.formals.extend(other.formals);
        self.constants.extend(other.constants);
        for (call, more) in self.calls.iter_mut().zip(other.calls) {
            call.found.extend(more.found);
            call.told.extend(more.told);
            for value in more.left {
                if !call.left.contains(&value) {
                    call.left.push(value);
                }
            }
        }
        *self != before
    }
}

/// What a call finds, by place.
pub(crate) fn givens(pool: &mut TermPool, call: &Call, found: &[Found]) -> BTreeMap<Spot, Given> {
    let given = |value| Given { value, told: None };
    let constants = call.constants.iter().map(|(&(object, offset), &value)| {
        (Spot::Memory(Bytes { object, offset, len: 1 }), given(pool.bv(8, value.into())))
    });
    let mut all: BTreeMap<Spot, Given> = constants.collect();
    all.extend(found.iter().map(|it| (it.spot, given(it.actual))));
    all
}
