//! Objects: bases, lives, and what unknown code does to them.

use super::access::Value;
use super::unset::Spans;
use super::{EntryKind, Frame, Moment, Object, Register, Semantics, Slot, State, Storage, Unset};
use crate::program::{Function, Global, Linkage, Scalar, Target};
use crate::term::{BitsOp, Compare, Sort, Term};

/// Since when an object has the bytes of its image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    /// Always.
    Constant,
    /// At the entry.
    Initial,
    /// Nothing is known.
    Arbitrary,
}

impl Semantics<'_> {
    /// The base of a global.
    pub(crate) fn global(&mut self, number: usize) -> Term {
        if let Some(&base) = self.globals.get(&number) {
            return base;
        }
        let global = &self.program.globals[&number];
        let may_be_null = global.linkage == Linkage::Weak && global.image.is_none();
        let size = match &global.image {
            Some(image) => image.bytes.len() as u64,
            // What is only declared has at least the size of its type, if that is known.
            None => self.program.size(&global.ty).unwrap_or(0),
        };
        let others: Vec<Term> =
            self.extents.keys().copied().filter(|it| !self.may_overlap(global, *it)).collect();
        let size_term = self.terms.address(size);
        let base = match global.address {
            None => self.new_base(size_term, global.align, may_be_null),
            Some(address) => self.fixed_base(size_term, address),
        };
        self.terms.set_object_size(base, size);
        for other in others {
            self.terms.set_disjoint(base, other);
        }
        self.globals.insert(number, base);
        base
    }

    /// Whether a global may share memory with the object at a base.
    fn may_overlap(&self, global: &Global, base: Term) -> bool {
        if self.errno == Some(base) {
            return may_be_errno(global);
        }
        let found = self.globals.iter().find(|(_, it)| **it == base);
        found.is_some_and(|(number, _)| global.may_overlap(&self.program.globals[number]))
    }

    /// The bases of globals that cannot be `errno`.
    pub(super) fn bases_beside_errno(&self) -> Vec<Term> {
        let may_be = |base: &Term| {
            let mut globals = self.globals.iter().filter(|(_, it)| *it == base);
            globals.any(|(number, _)| may_be_errno(&self.program.globals[number]))
        };
        self.extents.keys().copied().filter(|base| !may_be(base)).collect()
    }

    /// The base of an object that the program gives a number for: nothing else is known of it.
    fn fixed_base(&mut self, size: Term, address: u64) -> Term {
        let base = self.terms.fresh(Sort::Bits(64));
        let number = self.terms.address(address);
        let is_there = self.terms.equal(base, number);
        self.terms.define(base, is_there);
        self.extents.insert(base, size);
        base
    }

    /// A new base, with what holds of every object's address.
    pub(super) fn new_base(&mut self, size: Term, align: u64, may_be_null: bool) -> Term {
        let terms = &mut self.terms;
        let base = terms.fresh(Sort::Bits(64));
        let limit = terms.unary(BitsOp::Not, size);
        let fits = terms.compare(Compare::UnsignedLessEqual, base, limit);
        terms.define(base, fits);
        if !may_be_null {
            let is_null = terms.is_zero(base);
            let not_null = terms.not(is_null);
            terms.define(base, not_null);
        }
        if align > 1 {
            let mask = terms.address(align - 1);
            let low = terms.binary(BitsOp::And, base, mask);
            let is_aligned = terms.is_zero(low);
            terms.define(base, is_aligned);
        }
        self.extents.insert(base, size);
        base
    }

    /// What is known of a global's bytes.
    pub(crate) fn content(&self, global: &Global) -> Content {
        let is_whole = global.image.is_some();
        if !is_whole || global.linkage == Linkage::Weak {
            return Content::Arbitrary;
        }
        match (global.is_const, self.kind, self.program.has_constructors) {
            (true, _, _) => Content::Constant,
            (false, EntryKind::Program, false) => Content::Initial,
            (false, EntryKind::Program, true) | (false, EntryKind::Unit, _) => Content::Arbitrary,
        }
    }

    /// The address that a relocation means.
    pub(crate) fn target(&mut self, target: Target) -> Term {
        match target {
            Target::Global(number) => self.global(number),
            Target::Function(number) => self.function_address(number),
            Target::Label(function, block) => self.label_address(function, block),
        }
    }

    /// The address of a function.
    pub(crate) fn function_address(&mut self, number: usize) -> Term {
        if let Some(&address) = self.functions.get(&number) {
            return address;
        }
        let function = self.function(number);
        let address = self.terms.fresh(Sort::Bits(64));
        if function.linkage != Linkage::Weak || function.has_body() {
            let is_null = self.terms.is_zero(address);
            let not_null = self.terms.not(is_null);
            self.terms.define(address, not_null);
        }
        let others = self
            .functions
            .iter()
            .filter(|(other, _)| are_two(function, &self.program.functions[other]));
        let others: Vec<Term> = others.map(|(_, address)| *address).collect();
        for other in others {
            // Two functions that are both not there are both null.
            let (same, null) = (self.terms.equal(address, other), self.terms.is_zero(address));
            let distinct = self.terms.not(same);
            let holds = self.terms.or(null, distinct);
            self.terms.define(address, holds);
        }
        self.functions.insert(number, address);
        address
    }

    /// The address of a label.
    pub(crate) fn label_address(&mut self, function: usize, block: usize) -> Term {
        let terms = &mut self.terms;
        *self.labels.entry((function, block)).or_insert_with(|| terms.fresh(Sort::Bits(64)))
    }

    /// A new memory of which nothing is known, as it is now.
    pub(super) fn new_memory(&mut self) -> Term {
        let memory = self.terms.fresh(Sort::Memory);
        let moment = self.tick();
        self.roots.insert(memory, moment);
        memory
    }

    /// A new object that lives.
    pub(super) fn new_object(&mut self, state: &mut State, size: Term, align: u64) -> usize {
        let alive: Vec<Term> =
            state.objects.iter().filter(|it| it.died.is_none()).map(|it| it.base).collect();
        let globals: Vec<Term> = self.globals.values().copied().chain(self.errno).collect();
        let base = self.new_base(size, align, false);
        let constant = self.terms.as_const(size).and_then(|size| u64::try_from(size).ok());
        if let Some(size) = constant {
            self.terms.set_object_size(base, size);
        }
        for other in alive.into_iter().chain(globals) {
            self.terms.set_disjoint(base, other);
        }
        let born = self.tick();
        state.objects.push(Object { base, size: constant, born, escaped: None, died: None });
        let object = state.objects.len() - 1;
        let set = Spans::default();
        let (object_at, memory) = (Some(object), state.memory);
        state.unset.push(Unset { base, size: constant, object: object_at, born, memory, set });
        object
    }

    /// A frame whose locals are all indeterminate.
    pub(super) fn new_frame(&mut self, state: &mut State, function: usize) -> Frame {
        let count = self.function(function).locals.len();
        let slots = (0..count).map(|local| self.new_slot(state, function, local)).collect();
        let set = vec![Spans::default(); count];
        Frame { function, slots, set, allocated: Vec::new() }
    }

    /// A local that has just come to life.
    pub(super) fn new_slot(&mut self, state: &mut State, function: usize, local: usize) -> Slot {
        match self.storage[&function][local] {
            Storage::Register => Slot::Register(Register::Unset),
            Storage::Private => Slot::Private(self.terms.fresh(Sort::Memory)),
            Storage::Object => {
                let local = &self.function(function).locals[local];
                let size = self.program.size(&local.ty).unwrap_or(0);
                let size = self.terms.address(size);
                Slot::Object(self.new_object(state, size, local.align))
            }
        }
    }

    /// The end of an object.
    pub(super) fn end_object(&mut self, state: &mut State, object: usize) {
        let moment = self.tick();
        state.objects[object].died.get_or_insert(moment);
        state.unset.retain(|it| it.object != Some(object));
    }

    /// The end of the innermost frame.
    pub(super) fn end_frame(&mut self, state: &mut State) {
        let Some(frame) = state.frames.pop() else { return };
        let slots = frame.slots.iter().filter_map(|slot| match slot {
            Slot::Object(object) => Some(*object),
            Slot::Register(_) | Slot::Private(_) => None,
        });
        for object in slots.chain(frame.allocated.iter().copied()) {
            self.end_object(state, object);
        }
    }

    /// From now on anybody may know the address of this object.
    pub(super) fn escape(&mut self, state: &mut State, object: usize) {
        if !state.is_aside {
            let moment = self.tick();
            state.objects[object].escaped.get_or_insert(moment);
        }
    }

    /// Code that nobody knows has run, with these arguments: memory is arbitrary, but for constants
    /// and what it could not know of.
    pub(super) fn unknown_code(&mut self, state: &mut State, arguments: &[Value]) {
        let unknown = self.unleaked(state, arguments);
        self.forget_memory(state);
        state.unset.retain(|it| unknown.contains(&it.base));
    }

    /// Memory is arbitrary, but for constants and what nobody else knows of.
    pub(super) fn forget_memory(&mut self, state: &mut State) {
        let before = state.memory;
        let hidden = |it: &&Object| it.escaped.is_none() && it.died.is_none();
        let kept = state.objects.iter().filter(hidden);
        let kept = kept.filter_map(|it| Some((it.base, it.size?))).collect();
        state.memory = self.new_memory();
        self.kept.insert(state.memory, (before, kept));
    }

    /// A value that nobody knows; if it is a pointer, it points to what could be known by now.
    pub(super) fn unknown_value(&mut self, scalar: Scalar, is_pointer: bool) -> Term {
        let value = self.terms.fresh(Sort::Bits(scalar.bits()));
        if is_pointer {
            let moment = self.tick();
            self.pointer_existed(value, moment);
        }
        value
    }

    /// Notes that a pointer existed at a moment: it gives access to nothing that came later. Its
    /// value may be the address of such an object all the same.
    pub(super) fn pointer_existed(&mut self, address: Term, moment: Moment) {
        self.existed.entry(address).or_insert(moment);
    }

    /// Since when a pointer exists at least.
    pub(super) fn existed_at(&self, address: Term) -> Option<Moment> {
        self.existed.get(&address).copied()
    }
}

/// Whether two names of functions mean two functions. Other files and libraries have some with two
/// names, whether there is a model of them or not (`strtol` and `strtoll`, `memcmp` and `bcmp`).
fn are_two(one: &Function, other: &Function) -> bool {
    let is_here = |it: &Function| it.has_body() && it.linkage != Linkage::Weak;
    let may_be_another = |it: &Function| it.is_system || it.is_model || it.has_alias;
    (is_here(one) || is_here(other)) && !may_be_another(one) && !may_be_another(other)
}

/// Whether a global may be `errno`: an implementation may have it as an ordinary object (C11, 7.5).
fn may_be_errno(global: &Global) -> bool {
    global.address.is_some() || global.name == "errno"
}
