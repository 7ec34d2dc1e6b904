//! What is known of functions: the paths that runs have taken in them, over what they found.

use clew_ir::FunctionId;
use clew_logic::{TermId, TermPool};
use clew_symbolic::{ArgumentValue, Bytes, Call, CutPlan, Footprint, Found, Spot};
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
    /// Bytes that depend on no input and that some path reads: it holds only where they are the same.
    pub(crate) constants: BTreeMap<(u32, u64), u8>,
    /// The formals of its paths.
    pub(crate) formals: BTreeMap<TermId, Spot>,
    /// The calls that its paths make: the k-th call of a path is in one of these, and later calls in
    /// later ones. What calls of different paths in the same slot are given is told apart by the paths' conditions.
    pub(crate) slots: Vec<SummaryId>,
    pub(crate) leaves: Vec<Leaf>,
}

/// A path of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Leaf {
    /// Its conditions, over formals and what calls left.
    pub(crate) conditions: Vec<TermId>,
    pub(crate) calls: Vec<LeafCall>,
    /// The formals that it mentions.
    pub(crate) formals: BTreeSet<TermId>,
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
    pub(crate) returns: bool,
}

/// What a call in a slot leaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SlotValue {
    pub(crate) spot: Spot,
    pub(crate) symbol: TermId,
    pub(crate) before: Option<TermId>,
}

/// All summaries.
#[derive(Debug, Default)]
pub(crate) struct Summaries {
    all: Vec<Summary>,
    by_function: BTreeMap<FunctionId, Vec<SummaryId>>,
}

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

    /// The summary that paths of a call belong to: one that holds there and takes for an input what is
    /// one there, or a new one.
    pub(crate) fn for_call(&mut self, pool: &TermPool, call: &Call) -> SummaryId {
        let holds = |id: &SummaryId| {
            let summary = self.get(*id);
            let is_input =
                |spot: &Spot| call.found.iter().any(|it| it.spot == *spot && it.formal.is_some());
            summary.arguments == call.arguments
                && summary.constants_hold(pool, call)
                && summary.formals.values().all(is_input)
        };
        if let Some(known) = self.of(call.function).iter().find(|id| holds(id)) {
            return *known;
        }
        let id = SummaryId(self.all.len() as u32);
        self.all.push(Summary {
            function: call.function,
            arguments: call.arguments.clone(),
            constants: BTreeMap::new(),
            formals: BTreeMap::new(),
            slots: Vec::new(),
            leaves: Vec::new(),
        });
        self.by_function.entry(call.function).or_default().push(id);
        id
    }

    /// Forgets what is known of a function, and of all whose paths call it.
    pub(crate) fn forget(&mut self, function: FunctionId) {
        let mut gone: BTreeSet<SummaryId> = self.of(function).iter().copied().collect();
        // A summary is made before those that call it are completed, but may be used by any.
        loop {
            let before = gone.len();
            for (at, summary) in self.all.iter().enumerate() {
                if summary.slots.iter().any(|slot| gone.contains(slot)) {
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

    /// What machines are to tell of calls of a function.
    pub(crate) fn footprint(&self, function: FunctionId) -> Footprint {
        let mut footprint = Footprint::default();
        for id in self.of(function) {
            let summary = self.get(*id);
            let memory = |spot: &Spot| match spot {
                Spot::Memory(bytes) => Some(*bytes),
                Spot::Argument(_) | Spot::Result => None,
            };
            footprint.reads.extend(summary.formals.values().filter_map(memory));
            let constants = summary.constants.keys();
            footprint.reads.extend(constants.map(|&(object, offset)| Bytes {
                object,
                offset,
                len: 1,
            }));
            let left = summary.leaves.iter().filter_map(|leaf| leaf.left.as_ref()).flatten();
            footprint.writes.extend(left.filter_map(|(spot, _)| memory(spot)));
        }
        footprint
    }

    /// The plan for these functions.
    pub(crate) fn plan(&self, functions: &BTreeSet<FunctionId>) -> CutPlan {
        functions.iter().map(|&function| (function, self.footprint(function))).collect()
    }
}

impl Summary {
    /// What the formals of its paths are at a call; `None` where it does not hold there.
    pub(crate) fn actuals(
        &self,
        pool: &TermPool,
        call: &Call,
        found: &[Found],
    ) -> Option<BTreeMap<TermId, TermId>> {
        let fits = |(its, given): (&ArgumentValue, &ArgumentValue)| match (its, given) {
            (ArgumentValue::Symbolic, _) => true,
            (ArgumentValue::Concrete(its), ArgumentValue::Concrete(given)) => its == given,
            (ArgumentValue::Concrete(_), ArgumentValue::Symbolic) => false,
        };
        let arguments_fit = self.arguments.iter().zip(&call.arguments).all(fits);
        if !arguments_fit || !self.constants_hold(pool, call) {
            return None;
        }
        let actual = |(&formal, spot): (&TermId, &Spot)| {
            let found = found.iter().find(|it| it.spot == *spot)?;
            Some((formal, found.actual))
        };
        self.formals.iter().map(actual).collect()
    }

    /// Whether the bytes that its paths read and that depend on no input are the same at a call.
    pub(crate) fn constants_hold(&self, pool: &TermPool, call: &Call) -> bool {
        self.constants.iter().all(|(&(object, offset), &value)| {
            if let Some(read) = call.constants.get(&(object, offset)) {
                return *read == value;
            }
            let spot = Spot::Memory(Bytes { object, offset, len: 1 });
            let found = call.found.iter().find(|it| it.spot == spot);
            found.is_some_and(|it| pool.value(it.actual) == Some(value.into()))
        })
    }

    /// All places where some path leaves something.
    pub(crate) fn left_spots(&self) -> BTreeSet<Spot> {
        let left = self.leaves.iter().filter_map(|leaf| leaf.left.as_ref()).flatten();
        left.map(|(spot, _)| *spot).collect()
    }
}
