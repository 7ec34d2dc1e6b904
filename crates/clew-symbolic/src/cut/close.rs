//! A call ends: what it leaves gets names in its caller.

use super::open::{little_endian, value_at};
use super::{Bytes, Call, Cut, Inexact, Left, PointerWord, Spot};
use crate::shadow::Symbolic;
use crate::trace::Side;
use clew_ir::Id;
use clew_logic::{Sort, Substitution, TermId};
use clew_vm::code::{Reg, ResultShape};
use clew_vm::memory::Memory;
use clew_vm::shadow::View;
use std::collections::BTreeSet;

/// A call that leaves more values is not told.
const MOST_LEFT: usize = 1024;

/// The bytes of a pointer.
const POINTER: u64 = 8;

impl Symbolic<'_> {
    /// A function returns what is in a register; its caller has the term of it already.
    pub(crate) fn close_cut(&mut self, a: Reg, view: &mut View<'_, '_>) {
        let is_its = |cut: &mut Cut| cut.depth + 1 == view.frames.len();
        let Some(mut cut) = self.cuts.stack.pop_if(is_its) else { return };
        let allocates = std::mem::replace(&mut self.path.allocates, cut.allocates);
        self.path.allocates |= allocates;
        let inner = self.path.leave_call(std::mem::take(&mut cut.path));
        let calls = std::mem::replace(&mut self.cuts.calls, std::mem::take(&mut cut.calls));
        self.cuts.made = std::mem::take(&mut cut.made_calls);
        let mut left = Vec::new();
        if inner.forks.is_empty() && calls.is_empty() {
            self.splice(&cut, inner.sides, view);
        } else {
            cut.call.inexact.extend(allocates.then_some(Inexact::Allocates));
            let is_concrete = inner.imprecise_from.is_some();
            cut.call.inexact.extend(is_concrete.then_some(Inexact::MadeConcrete));
            (cut.call.forks, cut.call.sides, cut.call.calls) = (inner.forks, inner.sides, calls);
            left = self.leave_values(&mut cut, a, view);
        }
        if inner.imprecise_from.is_some() {
            self.path.imprecise_from.get_or_insert(self.path.forks.len());
        }
        let Cut { touched, .. } = cut;
        if let Some(outer) = self.cuts.stack.last_mut() {
            let memory = &*view.memory;
            let is_there =
                |number| number < memory.count() && memory.story(number).serial <= outer.made;
            // What other paths of the callee write may have been written by its caller, or be what it was before.
            left.retain(|it| is_there(it.object));
            for bytes in &left {
                outer.touched.note_before(*bytes, &touched, memory);
            }
            outer.touched.add(touched, is_there);
            for bytes in left {
                outer.touched.note(bytes, true, memory);
            }
        }
    }

    /// A call that went one way only is part of its caller.
    fn splice(&mut self, cut: &Cut, sides: Vec<Side>, view: &mut View<'_, '_>) {
        let mut outward = Substitution::new();
        for found in &cut.call.found {
            if let Some(formal) = found.formal {
                outward.replace(&self.pool, formal, found.actual);
            }
        }
        self.cells.replace_terms(&mut self.pool, &mut outward);
        if let Some(frame) = view.frames.last() {
            let register = frame.base + usize::from(frame.d);
            let term = self.term_at(register).map(|term| outward.apply(&mut self.pool, term));
            let term = term.and_then(|term| self.unless_constant(term));
            self.set_at(register, term);
        }
        let forks = self.path.forks.len();
        for side in sides {
            let constraint = outward.apply(&mut self.pool, side.constraint);
            self.path.sides.push(Side { forks, constraint, ..side });
        }
    }

    /// Gives what a call leaves names in its caller; the bytes that have one.
    fn leave_values(&mut self, cut: &mut Cut, a: Reg, view: &mut View<'_, '_>) -> Vec<Bytes> {
        let number = self.cuts.calls.len();
        let mut left = Vec::new();
        self.leave_result(cut, number, a, &mut left, view);
        let spots = self.written_spots(cut, view.memory);
        let is_much = spots.len() > MOST_LEFT;
        cut.call.inexact.extend(is_much.then_some(Inexact::WritesMuch));
        for bytes in spots.into_iter().take(MOST_LEFT) {
            let value = value_at(&self.cells, &mut self.pool, bytes, view.memory);
            let before = self.before(cut, bytes, view.memory);
            let name = format!("call{number}.m{}.{}.{}", bytes.object, bytes.offset, bytes.len);
            let symbol = self.pool.input(&name, Sort::BitVec(8 * bytes.len as u32));
            let from = bytes.offset as usize;
            let contents = &view.memory.object(bytes.object).bytes;
            let bits = little_endian(&contents[from..from + bytes.len as usize]);
            let is_written = cut.touched.writes(bytes);
            left.push(Left { spot: Spot::Memory(bytes), symbol, before, value, is_written, bits });
        }
        self.settle_call(cut, &left, view.memory);
        self.cells = std::mem::take(&mut cut.cells);
        let mut named = Vec::new();
        for it in &left {
            if let (Spot::Memory(bytes), Some(_)) = (it.spot, it.value) {
                let Bytes { object, offset, len } = bytes;
                self.cells.store(view.memory, object, offset, len, Some(it.symbol));
                named.push(bytes);
            }
        }
        let mut call = cut.call.clone();
        call.left = Some(left);
        self.cuts.calls.push(call);
        named
    }

    fn leave_result(
        &mut self,
        cut: &Cut,
        number: usize,
        a: Reg,
        left: &mut Vec<Left>,
        view: &View<'_, '_>,
    ) {
        let code = view.code;
        let entry = &code.entries[cut.call.function.index()];
        let ResultShape::Scalar(scalar) = code.signatures.get(entry.signature).result else {
            return;
        };
        let Some(frame) = view.frames.last() else { return };
        let (bits, value) = (8 * scalar.size() as u32, view.registers[a]);
        let name = format!("call{number}.result.{bits}");
        let symbol = self.pool.input(&name, Sort::BitVec(bits));
        let term = self.operand(view, a);
        let term = self.pool.resize(term, bits, false);
        let concrete = clew_ir::ops::truncate(value.into(), bits);
        let (outside, _) = self.register_terms(scalar, symbol);
        self.set_at(frame.base + usize::from(frame.d), outside);
        left.push(Left {
            spot: Spot::Result,
            symbol,
            before: None,
            value: Some(term),
            is_written: true,
            bits: concrete,
        });
    }

    /// The bytes that this call or others of its function write, in pieces that do not overlap.
    fn written_spots(&self, cut: &Cut, memory: &Memory) -> Vec<Bytes> {
        let mut stores = cut.touched.stores().clone();
        if let Some(footprint) = self.cuts.plan.get(&cut.call.function) {
            let is_there = |bytes: &&Bytes| {
                let number = bytes.object;
                number < memory.count()
                    && memory.story(number).serial <= cut.made
                    && memory.story(number).freed.is_none()
                    && bytes.offset + bytes.len <= memory.story(number).size
            };
            let writes = footprint.of_call(&cut.call.arguments).writes;
            stores.extend(writes.iter().filter(is_there));
        }
        pieces(&stores)
    }

    /// What some bytes were for the caller before the call.
    fn before(&mut self, cut: &Cut, bytes: Bytes, memory: &Memory) -> Option<TermId> {
        let Bytes { object, offset, len } = bytes;
        let is_symbolic = |at: u64| cut.cells.is_symbolic(memory, object, at, 1);
        if (offset..offset + len).all(is_symbolic) {
            return cut.cells.load(&mut self.pool, memory, object, offset, len);
        }
        let mut whole: Option<TermId> = None;
        for at in offset..offset + len {
            let byte = match cut.cells.load(&mut self.pool, memory, object, at, 1) {
                Some(term) => term,
                None => {
                    let value = cut.touched.before(object, at, memory)?;
                    self.pool.bv(8, value.into())
                }
            };
            whole = Some(match whole {
                Some(low) => self.pool.concat(byte, low),
                None => byte,
            });
        }
        whole
    }

    /// What is known of a call at its end, and what is forgotten of its objects.
    fn settle_call(&mut self, cut: &mut Cut, left: &[Left], memory: &mut Memory) {
        let named = named_bytes(&cut.call);
        cut.call.constants = cut.touched.reads();
        cut.call.constants.retain(|at, _| !named.contains(at));
        cut.call.pointers = self.pointer_words(cut, memory);
        let symbolic = cut.call.constants.keys();
        let symbolic =
            symbolic.filter(|(object, at)| cut.cells.is_symbolic(memory, *object, *at, 1));
        let symbolic: Vec<(u32, u64)> = symbolic.copied().collect();
        let reads_choice = !symbolic.is_empty();
        cut.call.choices =
            symbolic.iter().filter_map(|at| self.choice_at(cut, *at, memory)).collect();
        let makes_inputs = self.environment.assignment().len() != cut.inputs;
        let is_own = |it: &Left| {
            let number = memory.number_of(it.bits as u64);
            number < memory.count() && memory.story(number).serial > cut.made
        };
        let leaves_own = left.iter().any(is_own);
        let all = [
            (reads_choice, Inexact::PointerInput),
            (makes_inputs, Inexact::MakesInputs),
            (leaves_own, Inexact::LeavesOwnObject),
        ];
        cut.call.inexact.extend(all.into_iter().filter_map(|(is, why)| is.then_some(why)));
        if !leaves_own {
            memory.forget_dead(cut.objects);
        }
    }

    /// The pointers among the bytes that a call read and that depend on no input.
    fn pointer_words(&self, cut: &Cut, memory: &Memory) -> Vec<PointerWord> {
        let constants = &cut.call.constants;
        let is_start = |(_, offset): &&(u32, u64)| offset.is_multiple_of(POINTER);
        let word = |&(object, offset): &(u32, u64)| {
            let byte = |at| constants.get(&(object, offset + at)).copied();
            let address = (0..POINTER)
                .rev()
                .try_fold(0, |word, at| Some(word << 8 | u64::from(byte(at)?)))?;
            let target = self.argument_object(address, memory)?;
            let is_there = memory.story(target.number).serial <= cut.made;
            is_there.then_some(PointerWord { at: (object, offset), address, object: target })
        };
        constants.keys().filter(is_start).filter_map(word).collect()
    }

    /// The pointer that a byte is of, and that was one of several for the caller.
    fn choice_at(&mut self, cut: &Cut, (object, at): (u32, u64), memory: &Memory) -> Option<Bytes> {
        (at.saturating_sub(POINTER - 1)..=at).find_map(|offset| {
            let bytes = Bytes { object, offset, len: POINTER };
            let term = cut.cells.load(&mut self.pool, memory, object, offset, POINTER)?;
            self.environment.is_pointer_choice(term).then_some(bytes)
        })
    }

    /// The run ends with calls under way.
    pub(crate) fn end_cuts(&mut self, memory: &Memory) {
        while let Some(mut cut) = self.cuts.stack.pop() {
            let inner = self.path.leave_call(std::mem::take(&mut cut.path));
            let calls = std::mem::replace(&mut self.cuts.calls, std::mem::take(&mut cut.calls));
            let is_concrete = inner.imprecise_from.is_some();
            cut.call.inexact.extend(is_concrete.then_some(Inexact::MadeConcrete));
            if self.environment.assignment().len() != cut.inputs {
                cut.call.inexact.push(Inexact::MakesInputs);
            }
            (cut.call.forks, cut.call.sides, cut.call.calls) = (inner.forks, inner.sides, calls);
            cut.call.constants = cut.touched.reads();
            let named = named_bytes(&cut.call);
            cut.call.constants.retain(|at, _| !named.contains(at));
            cut.call.pointers = self.pointer_words(&cut, memory);
            self.path.allocates |= cut.allocates;
            if let Some(outer) = self.cuts.stack.last_mut() {
                let is_there =
                    |number| number < memory.count() && memory.story(number).serial <= outer.made;
                outer.touched.add(std::mem::take(&mut cut.touched), is_there);
            }
            self.cuts.calls.push(cut.call);
        }
    }
}

/// The bytes that have names in a call.
fn named_bytes(call: &Call) -> BTreeSet<(u32, u64)> {
    let bytes = call.found.iter().filter_map(|found| match found.spot {
        Spot::Memory(bytes) if found.formal.is_some() => Some(bytes),
        Spot::Memory(_) | Spot::Argument(_) | Spot::Result => None,
    });
    bytes.flat_map(|it| (it.offset..it.offset + it.len).map(move |at| (it.object, at))).collect()
}

/// Ranges as pieces that do not overlap, each as long as a scalar.
fn pieces(ranges: &BTreeSet<Bytes>) -> Vec<Bytes> {
    let mut cuts: BTreeSet<(u32, u64)> = BTreeSet::new();
    for it in ranges {
        cuts.insert((it.object, it.offset));
        cuts.insert((it.object, it.offset + it.len));
    }
    let mut pieces = BTreeSet::new();
    for it in ranges {
        let end = it.offset + it.len;
        let inner = cuts.range((it.object, it.offset)..(it.object, end)).map(|(_, at)| *at);
        let starts: Vec<u64> = inner.collect();
        let ends = starts.iter().skip(1).copied().chain([end]);
        for (start, end) in starts.iter().copied().zip(ends) {
            let len = end - start;
            match len {
                1 | 2 | 4 | 8 => {
                    pieces.insert(Bytes { object: it.object, offset: start, len });
                }
                _ => pieces.extend((start..end).map(|offset| Bytes {
                    object: it.object,
                    offset,
                    len: 1,
                })),
            }
        }
    }
    pieces.into_iter().collect()
}
