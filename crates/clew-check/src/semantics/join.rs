//! Ways that come together, as one state.
//!
//! What differs between the ways is chosen by Booleans that nobody knows: an execution went one of
//! the ways, and there is a choice that says which. So nothing is lost of any execution, and what
//! holds in the state holds on all of the ways.
//!
//! Only what can be told exactly, or with less knowledge, is joined; ways that differ otherwise
//! (memory that unknown code has changed on one of them, objects that live on one only) stay apart.

use super::unset::Spans;
use super::{Frame, Object, Register, Semantics, Slot, State, Unset};
use crate::term::{Sort, Term};
use std::collections::BTreeSet;

/// Which of some ways an execution went: the first whose Boolean holds, else the last.
struct Choice(Vec<Term>);

impl Semantics<'_> {
    /// States of one point as one; none where they cannot be told as one.
    pub(crate) fn join(&mut self, states: &[State]) -> Option<State> {
        let (first, others) = states.split_first()?;
        let is_alike = |other: &State| {
            let functions = |it: &State| it.frames.iter().map(|it| it.function).collect::<Vec<_>>();
            functions(first) == functions(other) && first.is_aside == other.is_aside
        };
        if !others.iter().all(is_alike) {
            return None;
        }
        let choice = Choice(others.iter().map(|_| self.terms.fresh(Sort::Bool)).collect());
        let objects = joined_objects(states)?;
        let unset = joined_unset(states);
        let memories: Vec<Term> = states.iter().map(|it| it.memory).collect();
        let memory = self.join_bytes(&choice, &memories, &|semantics, address| {
            semantics.is_set_in_memory(&unset, address)
        })?;
        let mut frames = Vec::with_capacity(first.frames.len());
        for depth in 0..first.frames.len() {
            let each: Vec<&Frame> = states.iter().map(|it| &it.frames[depth]).collect();
            frames.push(self.join_frames(&choice, &each)?);
        }
        let conditions = self.join_conditions(&choice, states);
        Some(State {
            frames,
            memory,
            conditions,
            objects,
            unset,
            known: common(states, |it| &it.known),
            written: common(states, |it| &it.written),
            has_freed: states.iter().any(|it| it.has_freed),
            is_aside: first.is_aside,
            has_ended: false,
        })
    }

    /// What holds on all ways, and that those of the way that was gone hold.
    fn join_conditions(&mut self, choice: &Choice, states: &[State]) -> Vec<Term> {
        let mut conditions = common(states, |it| &it.conditions);
        let rests: Vec<Term> =
            states.iter().map(|it| self.terms.all(&it.conditions[conditions.len()..])).collect();
        conditions.push(self.chosen(choice, &rests));
        conditions
    }

    fn chosen(&mut self, choice: &Choice, values: &[Term]) -> Term {
        let Some((last, others)) = values.split_last() else { return self.terms.bool(true) };
        let each = others.iter().zip(&choice.0).rev();
        each.fold(*last, |rest, (value, is_it)| self.terms.ite(*is_it, *value, rest))
    }

    fn join_frames(&mut self, choice: &Choice, frames: &[&Frame]) -> Option<Frame> {
        let (first, others) = frames.split_first()?;
        if others.iter().any(|it| it.allocated != first.allocated) {
            return None;
        }
        let set: Vec<Spans> = (0..first.set.len())
            .map(|local| in_all(frames.iter().map(|it| &it.set[local])))
            .collect();
        let mut slots = Vec::with_capacity(first.slots.len());
        for (local, set) in set.iter().enumerate() {
            let each: Vec<Slot> = frames.iter().map(|it| it.slots[local]).collect();
            let size = self.program.size(&self.function(first.function).locals[local].ty);
            slots.push(self.join_slots(choice, &each, (set, size))?);
        }
        Some(Frame { function: first.function, slots, set, allocated: first.allocated.clone() })
    }

    /// A local, of whose size these bytes have values on all ways.
    fn join_slots(
        &mut self,
        choice: &Choice,
        slots: &[Slot],
        (set, size): (&Spans, Option<u64>),
    ) -> Option<Slot> {
        let mut registers = Vec::new();
        let mut arrays = Vec::new();
        let mut objects = BTreeSet::new();
        for slot in slots {
            match slot {
                Slot::Register(register) => registers.push(*register),
                Slot::Private(bytes) => arrays.push(*bytes),
                Slot::Object(object) => {
                    objects.insert(*object);
                }
            }
        }
        if registers.len() == slots.len() {
            return Some(Slot::Register(self.join_registers(choice, &registers)));
        }
        if arrays.len() == slots.len() {
            let bytes = self.join_bytes(choice, &arrays, &|semantics, offset| {
                let start = semantics.terms.as_const(offset).and_then(|it| u64::try_from(it).ok());
                start.is_some_and(|start| set.covers(start, start.saturating_add(1)))
                    || size.is_some_and(|size| set.covers(0, size))
            })?;
            return Some(Slot::Private(bytes));
        }
        let is_one = registers.is_empty() && arrays.is_empty() && objects.len() == 1;
        objects.pop_first().filter(|_| is_one).map(Slot::Object)
    }

    fn join_registers(&mut self, choice: &Choice, registers: &[Register]) -> Register {
        let sort = registers.iter().find_map(|it| match it {
            Register::Value(value) | Register::Perhaps(value, _) => Some(self.terms.sort(*value)),
            Register::Unset => None,
        });
        let Some(sort) = sort else { return Register::Unset };
        let (mut values, mut conditions) = (Vec::new(), Vec::new());
        for register in registers {
            let (value, has_value) = match *register {
                Register::Value(value) => (value, self.terms.bool(true)),
                Register::Perhaps(value, has_value) => (value, has_value),
                Register::Unset => (self.terms.fresh(sort), self.terms.bool(false)),
            };
            values.push(value);
            conditions.push(has_value);
        }
        let value = self.chosen(choice, &values);
        let has_value = self.chosen(choice, &conditions);
        match self.terms.as_bool(has_value) {
            Some(true) => Register::Value(value),
            Some(false) => Register::Unset,
            None => Register::Perhaps(value, has_value),
        }
    }

    /// Arrays of bytes that were written above one that they have in common. `is_set` says whether
    /// a byte had a value before: one that only some ways have written must have.
    fn join_bytes(
        &mut self,
        choice: &Choice,
        arrays: &[Term],
        is_set: &dyn Fn(&Self, Term) -> bool,
    ) -> Option<Term> {
        let chains: Vec<Vec<Term>> = arrays.iter().map(|it| self.terms.below(*it)).collect();
        let (first, others) = chains.split_first()?;
        let is_in_all = |it: &&Term| others.iter().all(|chain| chain.contains(it));
        let base = *first.iter().find(is_in_all)?;
        let written: Vec<BTreeSet<Term>> =
            arrays.iter().map(|it| self.terms.stores_above(*it, base)).collect();
        let all: BTreeSet<Term> = written.iter().flatten().copied().collect();
        let mut joined = base;
        for address in all {
            if !written.iter().all(|it| it.contains(&address)) && !is_set(self, address) {
                return None;
            }
            let bytes: Vec<Term> =
                arrays.iter().map(|it| self.terms.select(*it, address)).collect();
            let byte = self.chosen(choice, &bytes);
            joined = self.terms.store(joined, address, byte);
        }
        Some(joined)
    }

    /// Whether a byte of memory had a value on all ways, whichever of them wrote it.
    fn is_set_in_memory(&self, unset: &[Unset], address: Term) -> bool {
        let (base, start) = self.terms.base_and_offset(address);
        let start = u64::try_from(start).ok();
        if base.is_some_and(|base| self.globals.values().any(|it| *it == base)) {
            return true;
        }
        match base.and_then(|base| unset.iter().find(|it| it.base == base)) {
            Some(found) => {
                start.is_some_and(|start| found.set.covers(start, start.saturating_add(1)))
            }
            // It may be any of them.
            None => unset.iter().all(|it| it.size.is_some_and(|size| it.set.covers(0, size))),
        }
    }
}

/// The objects of all ways: those that all have, and those of single ways, which must be gone.
fn joined_objects(states: &[State]) -> Option<Vec<Object>> {
    let (first, others) = states.split_first()?;
    let is_shared = |at: &usize| {
        let base = |it: &State| it.objects.get(*at).map(|it| it.base);
        others.iter().all(|it| base(it) == base(first))
    };
    let shared = (0..first.objects.len()).take_while(is_shared).count();
    let mut joined = first.objects[..shared].to_vec();
    for (at, object) in joined.iter_mut().enumerate() {
        let each = || states.iter().map(|it| &it.objects[at]);
        if each().any(|it| it.died.is_some() != object.died.is_some()) {
            return None;
        }
        object.escaped = each().filter_map(|it| it.escaped).min();
        object.died = each().filter_map(|it| it.died).min();
    }
    for state in states {
        let own = &state.objects[shared..];
        if own.iter().any(|it| it.died.is_none()) {
            return None;
        }
        joined.extend_from_slice(own);
    }
    Some(joined)
}

/// What may be read before it has a value, on some way.
fn joined_unset(states: &[State]) -> Vec<Unset> {
    let mut joined: Vec<Unset> = Vec::new();
    for unset in states.iter().flat_map(|it| &it.unset) {
        match joined.iter_mut().find(|it| it.base == unset.base) {
            Some(known) => known.set = known.set.intersection(&unset.set),
            None => joined.push(unset.clone()),
        }
    }
    joined
}

/// The bytes that have values on all ways.
fn in_all<'s>(mut sets: impl Iterator<Item = &'s Spans>) -> Spans {
    let first = sets.next().cloned().unwrap_or_default();
    sets.fold(first, |all, set| all.intersection(set))
}

/// What lists have in common at their beginning.
fn common<T: Clone + PartialEq>(states: &[State], list: impl Fn(&State) -> &Vec<T>) -> Vec<T> {
    let Some((first, others)) = states.split_first() else { return Vec::new() };
    let is_shared =
        |(at, item): &(usize, &T)| others.iter().all(|it| list(it).get(*at) == Some(*item));
    list(first).iter().enumerate().take_while(is_shared).map(|(_, item)| item.clone()).collect()
}
