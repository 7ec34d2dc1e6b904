//! Objects that somebody else may have written since the program last used them.
//!
//! Functions without a body may write the variables that other files can name or know the address
//! of, and what pointer inputs lead to. What they write is an input when the program first reads it
//! afterwards: what is not read makes no difference, and what the program writes whole is not read.

use super::error_number::is_error_number;
use super::fill::peek;
use super::{GlobalInputs, MOST_SCALARS, scalars};
use crate::environment::objects::Spot;
use crate::shadow::Symbolic;
use crate::soundness::Cause;
use crate::trace::{Change, Value};
use clew_ir::{
    ExprKind, GlobalId, IdVec, Linkage, Place, PlaceBase, Program, Span, TypeId, TypeTable,
};
use clew_vm::memory::{Access, Memory, ObjectKind};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Who wrote an object last, as far as the program can know.
#[derive(Clone, Copy, Debug)]
enum Writer {
    /// Somebody before the function under test was called.
    Caller,
    /// A function without a body: which of the run's calls.
    Stub(usize),
}

/// The objects that are as others left them.
#[derive(Debug, Default)]
pub(super) struct Stale {
    by_number: FxHashMap<u32, Writer>,
}

impl Stale {
    /// Starts a new run.
    pub(super) fn start(&mut self) {
        self.by_number.clear();
    }

    /// An object was written whole: it is as it was left then.
    pub(super) fn settle(&mut self, number: u32) {
        if self.contains(number) {
            self.by_number.remove(&number);
        }
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.by_number.is_empty()
    }

    #[inline(always)]
    pub(super) fn contains(&self, number: u32) -> bool {
        !self.by_number.is_empty() && self.by_number.contains_key(&number)
    }
}

/// A variable that code outside the program may know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownOutside {
    global: GlobalId,
    is_volatile: bool,
}

impl KnownOutside {
    /// A variable that pointers are not tried to lead to.
    pub(crate) fn unshared(global: GlobalId) -> Self {
        Self { global, is_volatile: true }
    }
}

/// The object of such a variable in a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct GivenOut {
    pub(super) number: u32,
    pub(super) ty: TypeId,
    /// Whether the program takes it for volatile, as pointers to it would have to.
    pub(super) is_volatile: bool,
}

/// The variables that code outside the program may know: other files can name them, or their address
/// is given out.
pub(crate) fn known_outside(program: &Program, globals: &GlobalInputs) -> Vec<KnownOutside> {
    let taken = clew_ir::effects::address_taken_globals(program);
    let volatile = volatile_globals(program);
    let is_known = |id: &GlobalId| {
        let global = &program.globals[*id];
        let is_open = match global.linkage {
            Linkage::External | Linkage::Weak => true,
            Linkage::Internal => taken[*id],
            Linkage::None => false,
        };
        let has_size = program.types.size(global.ty).is_some_and(|size| size > 0);
        is_open && has_size && !global.is_const
    };
    let known = globals.inputs.iter().copied().filter(is_known);
    known.map(|global| KnownOutside { global, is_volatile: volatile.contains(&global) }).collect()
}

/// The variables that the program reads or writes as volatile.
fn volatile_globals(program: &Program) -> BTreeSet<GlobalId> {
    let mut found = BTreeSet::new();
    let mut note = |place: &Place| {
        if let PlaceBase::Global(global) = place.base
            && place.is_volatile
        {
            found.insert(global);
        }
    };
    for body in program.functions.iter().filter_map(|function| function.body.as_ref().ok()) {
        body.for_each_expr(&mut |expr| {
            if let ExprKind::Load(place) | ExprKind::AddressOf(place) = &expr.kind {
                note(place);
            }
        });
        let statements = body.blocks.iter().flat_map(|block| &block.statements);
        statements.filter_map(|it| it.kind.written_place()).for_each(&mut note);
    }
    found
}

impl Symbolic<'_> {
    /// Says which variables code outside the program may know.
    pub(crate) fn give_out(
        &mut self,
        known: &[KnownOutside],
        numbers: &IdVec<GlobalId, Option<u32>>,
    ) {
        let known = known.iter().filter_map(|it| {
            let (number, ty) = (numbers[it.global]?, self.program.globals[it.global].ty);
            Some(GivenOut { number, ty, is_volatile: it.is_volatile })
        });
        self.environment.objects.given_out = known.collect();
    }

    /// A function without a body is called: what it may know of may be another when it returns. What it
    /// was passed and wrote is.
    pub(in crate::environment) fn make_stale(&mut self, call: usize, passed: &[u32]) {
        let objects = &mut self.environment.objects;
        let filled = objects.pointees.iter().filter(|it| it.is_filled).map(|it| it.number);
        let known = objects.given_out.iter().map(|it| it.number).chain(filled);
        let known = known.filter(|number| !passed.contains(number));
        objects.stale.by_number.extend(known.map(|number| (number, Writer::Stub(call))));
    }

    /// Says that `errno` is an input, if it is read before it is written.
    pub(crate) fn make_error_number_stale(&mut self, number: u32) {
        self.environment.objects.stale.by_number.insert(number, Writer::Caller);
    }

    /// What `errno` was at the entry, where the run has read it.
    pub(crate) fn error_number(&self) -> Option<i32> {
        self.environment.objects.error_number
    }

    /// An access to an object that somebody else may have written.
    #[cold]
    pub(crate) fn refresh(
        &mut self,
        number: u32,
        offset: u64,
        access: Access,
        memory: &mut Memory,
    ) {
        let Some(writer) = self.environment.objects.stale.by_number.remove(&number) else { return };
        let story = memory.story(number);
        let is_whole = access.write && offset == 0 && access.len == story.size;
        if is_whole || story.freed.is_some() {
            return;
        }
        match writer {
            Writer::Caller => self.read_error_number(number, memory),
            Writer::Stub(call) => self.read_change(number, call, memory),
        }
    }

    /// The first read of `errno`: it is what the caller left there.
    fn read_error_number(&mut self, number: u32, memory: &mut Memory) {
        let spot = Spot { keeps_initial: true, ..Spot::new(number, 0) };
        self.fill(spot, TypeTable::INT, "errno", memory);
        self.environment.objects.error_number = Some(peek(memory, spot, 4) as i32);
    }

    /// The first read of an object after a call of a function without a body.
    fn read_change(&mut self, number: u32, call: usize, memory: &mut Memory) {
        let Some((name, element, count)) = self.contents(number, memory) else { return };
        let Some(made) = self.environment.calls.stubs.get(call) else { return };
        let function = self.program.functions[made.function].name.clone();
        let most = scalars(self.program, element).saturating_mul(count);
        if !self.bounds.liberties.stub_writes || most > MOST_SCALARS {
            return self.path.give_up(Cause::SilentStub(function), Span::NONE);
        }
        let name = format!("{name} after {}", self.environment.calls.name_of(call));
        let mut values = self.fill_changed(&name, number, (element, count), memory);
        let value = match values.len() {
            1 => values.pop().unwrap_or(Value::Unknown),
            _ => Value::Array(values),
        };
        let to = self.target(memory, memory.address(number));
        self.environment.calls.stubs[call].changes.push(Change { to, element, value });
    }

    /// Inputs for the elements of an object; what they are.
    fn fill_changed(
        &mut self,
        name: &str,
        number: u32,
        (element, count): (TypeId, u64),
        memory: &mut Memory,
    ) -> Vec<Value> {
        let size = self.program.types.size(element).unwrap_or(0);
        let mut values = Vec::new();
        for k in 0..count {
            let at = k * size;
            // A pointer that inputs decide is another one in other runs.
            let keeps_initial = !self.cells.is_symbolic(memory, number, at, size);
            let spot = Spot { keeps_initial, ..Spot::new(number, at) };
            let name = self.element_name(name, element, k, count);
            self.fill(spot, element, &name, memory);
            values.push(self.read_value(memory, element, number, at));
        }
        values
    }

    /// What an object holds: its name, the type of its elements, and how many a test has.
    fn contents(&self, number: u32, memory: &Memory) -> Option<(String, TypeId, u64)> {
        if let Some(at) = self.environment.pointee_index(number) {
            let pointee = &self.environment.objects.pointees[at];
            let size = self.program.types.size(pointee.element)?;
            return Some((pointee.name.clone(), pointee.element, pointee.shown(size)));
        }
        let ObjectKind::Global(id) = memory.story(number).kind else { return None };
        let name = match is_error_number(self.program, id) {
            true => "errno",
            false => self.environment.global_names.name(self.program, id),
        };
        Some((name.to_owned(), self.program.globals[id].ty, 1))
    }
}
