//! Which locals' addresses leave their functions.

use super::access::Summaries;
use super::state::State;
use crate::ids::{FunctionId, Id, RegionId};
use crate::regions::{Region, RegionSet};
use rustc_hash::FxHashMap;

/// The locals whose address is returned, stored where it outlives the call, or known to the world.
pub(super) fn leaving_locals(state: &State<'_>, summaries: &Summaries) -> RegionSet {
    let mut reachable = Reachable { summaries, known: FxHashMap::default() };
    let mut leaving = RegionSet::new();
    for at in 0..state.contents.len() {
        let holder = RegionId::from_index(at);
        if state.is_escaped[holder] && matches!(state.kind(holder), Some(Region::Local(..))) {
            leaving.insert(holder);
        }
        for held in state.contents[holder].all().regions() {
            let Some(Region::Local(owner, _)) = state.kind(held) else { continue };
            if !leaving.contains(held) && outlives(state, &mut reachable, holder, owner) {
                leaving.insert(held);
            }
        }
    }
    leaving
}

/// Whether what a region holds is still there when a call of `owner` has returned.
fn outlives(
    state: &State<'_>,
    reachable: &mut Reachable<'_>,
    holder: RegionId,
    owner: FunctionId,
) -> bool {
    match state.kind(holder) {
        Some(Region::Local(function, local)) if function == owner => {
            let is_in_memory = state.program.functions[function].locals[local].is_address_taken;
            is_in_memory && reachable.summaries.is_recursive(owner)
        }
        Some(Region::Local(function, _) | Region::Arguments(function)) => {
            reachable.calls(function, owner)
        }
        Some(Region::External | Region::Library | Region::Global(_) | Region::Allocation(..)) => {
            true
        }
        Some(Region::Function(_)) => false,
        // The results of a function: of this one, or of one that called it.
        None => {
            let function = FunctionId::from_index(holder.index() - state.regions.len());
            function == owner || reachable.calls(function, owner)
        }
    }
}

/// Who may call whom in the end, found when it is asked for.
struct Reachable<'a> {
    summaries: &'a Summaries,
    known: FxHashMap<FunctionId, Vec<bool>>,
}

impl Reachable<'_> {
    fn calls(&mut self, caller: FunctionId, callee: FunctionId) -> bool {
        let summaries = self.summaries;
        let seen = self.known.entry(caller).or_insert_with(|| {
            let mut seen = Vec::new();
            let mut work = vec![caller];
            while let Some(function) = work.pop() {
                for &next in summaries.callees(function) {
                    if seen.len() <= next.index() {
                        seen.resize(next.index() + 1, false);
                    }
                    if !std::mem::replace(&mut seen[next.index()], true) {
                        work.push(next);
                    }
                }
            }
            seen
        });
        seen.get(callee.index()).copied().unwrap_or(false)
    }
}
