//! Bytes that have no value yet.
//!
//! What a function leaves unset (its locals, and what it allocates) may give another value at each
//! read: compilers do not keep what nobody has stored. So a read that may meet such a byte gives an
//! *indeterminate* value, and so does a read of anything that was computed from one: copies differ
//! from each other as much as what they are copies of.
//!
//! What came from elsewhere has values: what callers point to, and what code unknown could write.

use super::access::{Resolved, Value, Where};
use super::expr::Origin;
use super::{Semantics, Slot, State, Unset};
use crate::term::{Sort, Term};
use std::collections::{HashMap, HashSet};

/// Where more stores lie between, it is not asked whether one of them was to the very place.
const MOST_STORES: usize = 64;

/// A set of bytes of an object, as disjoint ranges in order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Spans(Vec<(u64, u64)>);

impl Spans {
    /// All bytes of any object.
    pub(crate) fn all() -> Self {
        Self(vec![(0, u64::MAX)])
    }

    /// Adds the bytes from `start` up to `end`.
    pub(crate) fn add(&mut self, start: u64, end: u64) {
        if start >= end || self.covers(start, end) {
            return;
        }
        let apart = |span: &(u64, u64)| span.1 < start || span.0 > end;
        let (mut low, mut high) = (start, end);
        for span in self.0.iter().filter(|span| !apart(span)) {
            (low, high) = (low.min(span.0), high.max(span.1));
        }
        self.0.retain(apart);
        let at = self.0.partition_point(|span| span.0 < low);
        self.0.insert(at, (low, high));
    }

    /// Takes out the bytes from `start` up to `end`.
    pub(crate) fn remove(&mut self, start: u64, end: u64) {
        let parts = |&(low, high): &(u64, u64)| [(low, high.min(start)), (low.max(end), high)];
        self.0 = self.0.iter().flat_map(parts).filter(|(low, high)| low < high).collect();
    }

    /// Whether all bytes from `start` up to `end` are in the set.
    pub(crate) fn covers(&self, start: u64, end: u64) -> bool {
        self.0.iter().any(|span| span.0 <= start && end <= span.1)
    }

    /// The ranges, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, u64)> {
        self.0.iter().copied()
    }

    /// So many bytes from `start` on, as they are when they are moved to another place.
    pub(crate) fn moved(&self, start: u64, count: u64, to: u64) -> Self {
        let mut moved = Self::default();
        for (low, high) in self.iter() {
            let (low, high) = (low.max(start), high.min(start.saturating_add(count)));
            if low < high {
                moved.add(to + (low - start), to + (high - start));
            }
        }
        moved
    }

    /// The bytes that are in both sets.
    pub(crate) fn intersection(&self, other: &Self) -> Self {
        let mut both = Self::default();
        for &(start, end) in &self.0 {
            for &(low, high) in &other.0 {
                both.add(start.max(low), end.min(high));
            }
        }
        both
    }
}

/// Whether bytes have values.
#[derive(Clone, Copy, Debug)]
pub(super) enum Having {
    All,
    /// If the condition holds.
    If(Term),
    None,
}

impl Semantics<'_> {
    /// A new value that nobody has set.
    pub(super) fn unset_value(&mut self, bits: u32) -> Term {
        let value = self.terms.fresh(Sort::Bits(bits));
        self.indeterminate.insert(value, true);
        value
    }

    /// What is read where a value was stored: whatever of it nobody has set is another each time.
    pub(super) fn as_read(&mut self, value: Term) -> Term {
        if !self.is_indeterminate(value) {
            return value;
        }
        let mut renewed: HashMap<Term, Term> = HashMap::new();
        let mut open = vec![value];
        while let Some(&next) = open.last() {
            if renewed.contains_key(&next) {
                open.pop();
                continue;
            }
            let args = self.terms.args(next).to_vec();
            let is_open = |it: &&Term| self.indeterminate[*it] && !renewed.contains_key(*it);
            if let Some(&arg) = args.iter().find(is_open) {
                open.push(arg);
                continue;
            }
            let new = match args.is_empty() {
                true => self.terms.fresh(self.terms.sort(next)),
                false => {
                    let args = args.iter().map(|it| renewed.get(it).copied().unwrap_or(*it));
                    self.terms.with_args(next, args.collect())
                }
            };
            self.indeterminate.insert(new, true);
            renewed.insert(next, new);
            open.pop();
        }
        renewed[&value]
    }

    /// The bases of what is unset and of which code unknown that gets these arguments cannot have heard:
    /// neither the arguments nor what it can read have the address. Compilers know as much, and take
    /// what is read there for unset still.
    pub(super) fn unleaked(&self, state: &State, arguments: &[Value]) -> HashSet<Term> {
        let mut hidden: HashSet<Term> = state.unset.iter().map(|it| it.base).collect();
        let mut told: Vec<Term> = Vec::new();
        for argument in arguments {
            match argument {
                Value::Scalar(value) => told.push(*value),
                Value::Bytes(bytes) => told.extend(bytes),
                Value::Unknown => {}
            }
        }
        let objects: HashSet<Term> = state.objects.iter().map(|it| it.base).collect();
        // What lies in an object of which nobody has heard tells nothing yet.
        let mut kept: HashMap<Term, Vec<Term>> = HashMap::new();
        for (address, value) in self.terms.stored_values(state.memory) {
            match self.terms.base_and_offset(address).0 {
                Some(base) if objects.contains(&base) || hidden.contains(&base) => {
                    kept.entry(base).or_default().push(value);
                }
                Some(_) | None => told.push(value),
            }
        }
        let mut seen = HashSet::new();
        while let Some(term) = told.pop() {
            if hidden.is_empty() {
                break;
            }
            if seen.insert(term) {
                hidden.remove(&term);
                told.extend(kept.remove(&term).into_iter().flatten());
                told.extend(self.terms.args(term));
            }
        }
        hidden
    }

    /// Whether something that nobody has set is part of a term.
    fn is_indeterminate(&mut self, term: Term) -> bool {
        if self.indeterminate.is_empty() {
            return false;
        }
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            if self.indeterminate.contains_key(&next) {
                open.pop();
                continue;
            }
            let parts = self.terms.parts(next);
            let unknown = parts.iter().copied().find(|it| !self.indeterminate.contains_key(it));
            match unknown {
                Some(part) => open.push(part),
                None => {
                    let is_any = parts.iter().any(|it| self.indeterminate[it]);
                    self.indeterminate.insert(next, is_any);
                    open.pop();
                }
            }
        }
        self.indeterminate[&term]
    }

    /// Bytes of a place get a value. `size` is none where nobody knows how many.
    pub(super) fn note_set(&mut self, state: &mut State, storage: Where, size: Option<u64>) {
        let Some(size) = size else { return };
        match storage {
            Where::Register { .. } => {}
            Where::Private { frame, local, offset } => {
                if let Some(start) = self.constant(offset) {
                    state.frames[frame].set[local].add(start, start.saturating_add(size));
                }
            }
            Where::Memory { address } => {
                let (base, start) = self.terms.base_and_offset(address);
                let (Some(base), Ok(start)) = (base, u64::try_from(start)) else { return };
                if let Some(set) = set_of(state, base) {
                    set.add(start, start.saturating_add(size));
                }
            }
        }
    }

    /// Whether so many bytes of a place have values.
    pub(super) fn having(&mut self, state: &State, resolved: &Resolved, count: u64) -> Having {
        match resolved.storage {
            Where::Register { .. } => Having::None,
            Where::Private { frame, local, offset } => {
                let function = self.function(state.frames[frame].function);
                let size = self.program.size(&function.locals[local].ty);
                let Slot::Private(bytes) = state.frames[frame].slots[local] else {
                    return Having::None;
                };
                match is_within(&state.frames[frame].set[local], self.constant(offset), count, size)
                {
                    true => Having::All,
                    false => {
                        let stores = self.terms.stores(bytes);
                        self.having_stored(&stores, offset, count)
                    }
                }
            }
            Where::Memory { address } => {
                self.having_in_memory(state, address, resolved.origin, count)
            }
        }
    }

    fn having_in_memory(
        &mut self,
        state: &State,
        address: Term,
        origin: Origin,
        count: u64,
    ) -> Having {
        let (base, start) = self.terms.base_and_offset(address);
        let start = u64::try_from(start).ok();
        let found = base.and_then(|base| state.unset.iter().find(|it| it.base == base));
        if let Some(unset) = found {
            return match is_within(&unset.set, start, count, unset.size) {
                true => Having::All,
                false => {
                    let stores = self.stored_since(state, unset);
                    self.having_stored(&stores, address, count)
                }
            };
        }
        let is_met = |it: &&Unset| {
            let is_open = !it.size.is_some_and(|size| it.set.covers(0, size));
            is_open && may_meet(state, origin, it)
        };
        // Of all that it may be, the youngest has the fewest stores.
        match state.unset.iter().filter(is_met).max_by_key(|it| it.born) {
            Some(youngest) => {
                let stores = self.stored_since(state, youngest);
                self.having_stored(&stores, address, count)
            }
            None => Having::All,
        }
    }

    /// The addresses of the bytes that were stored since an object came to life, as far as that is known.
    fn stored_since(&self, state: &State, unset: &Unset) -> Vec<Term> {
        if self.terms.below(state.memory).contains(&unset.memory) {
            return self.terms.stores_above(state.memory, unset.memory).into_iter().collect();
        }
        // Memory of which nothing was known later than that.
        let root = self.terms.root(state.memory);
        match self.roots.get(&root).is_some_and(|moment| *moment > unset.born) {
            true => self.terms.stores(state.memory),
            false => Vec::new(),
        }
    }

    /// Whether bytes were stored at an address, where these were stored at all.
    fn having_stored(&mut self, stores: &[Term], address: Term, count: u64) -> Having {
        let bytes: Vec<Term> = (0..count).map(|at| self.terms.add_const(address, at)).collect();
        if bytes.iter().all(|byte| stores.contains(byte)) {
            return Having::All;
        }
        if stores.is_empty() || stores.len() > MOST_STORES {
            return Having::None;
        }
        let mut all = self.terms.bool(true);
        for byte in bytes {
            let mut any = self.terms.bool(false);
            for store in stores {
                let here = self.terms.equal(*store, byte);
                any = self.terms.or(any, here);
            }
            all = self.terms.and(all, any);
        }
        let (always, never) = (self.terms.bool(true), self.terms.bool(false));
        match all {
            _ if all == always => Having::All,
            _ if all == never => Having::None,
            _ => Having::If(all),
        }
    }

    fn constant(&self, term: Term) -> Option<u64> {
        self.terms.as_const(term).and_then(|bits| u64::try_from(bits).ok())
    }
}

/// Whether bytes are in a set: those from a start, or wherever they are in an object of a size.
fn is_within(set: &Spans, start: Option<u64>, count: u64, size: Option<u64>) -> bool {
    match start {
        Some(start) => set.covers(start, start.saturating_add(count)),
        None => size.is_some_and(|size| set.covers(0, size)),
    }
}

/// Whether a pointer of this origin may lead to an object without values.
fn may_meet(state: &State, origin: Origin, unset: &Unset) -> bool {
    match (origin, unset.object) {
        (Origin::Named, _) => false,
        (Origin::Local(object), _) => state.objects[object].base == unset.base,
        (Origin::Since(moment), Some(object)) => state.may_point(moment, &state.objects[object]),
        (Origin::Since(moment), None) => unset.born <= moment,
        (Origin::Anywhere, Some(object)) => state.objects[object].escaped.is_some(),
        (Origin::Anywhere, None) => true,
    }
}

fn set_of(state: &mut State, base: Term) -> Option<&mut Spans> {
    state.unset.iter_mut().find(|it| it.base == base).map(|it| &mut it.set)
}
