//! Objects that somebody else may have written since the program last used them.
//!
//! Functions without a body may write the variables that other files can name or know the address
//! of, and what pointer inputs lead to. What they write is an input when the program first reads it
//! afterwards: what is not read makes no difference, and what the program writes whole is not read.

use super::{GlobalInputs, MOST_SCALARS, scalars};
use crate::environment::objects::Spot;
use crate::shadow::Symbolic;
use crate::soundness::Cause;
use crate::trace::{Change, Value};
use clew_ir::{ExprKind, GlobalId, IdVec, Linkage, Place, PlaceBase, Program, Span, TypeId};
use clew_vm::memory::{Access, Memory, ObjectKind};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The calls of functions without a body after which objects are as others left them.
#[derive(Debug, Default)]
pub(super) struct Stale {
    /// By the number of an object: which of the run's calls may have written it last.
    by_number: FxHashMap<u32, usize>,
}

impl Stale {
    /// Starts a new run.
    pub(super) fn start(&mut self) {
        self.by_number.clear();
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
        objects.stale.by_number.extend(known.map(|number| (number, call)));
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
        let Some(call) = self.environment.objects.stale.by_number.remove(&number) else { return };
        let story = memory.story(number);
        let is_whole = access.write && offset == 0 && access.len == story.size;
        if is_whole || story.freed.is_some() {
            return;
        }
        let Some((name, element, count)) = self.contents(number, memory) else { return };
        let Some(made) = self.environment.calls.stubs.get(call) else { return };
        let function = self.program.functions[made.function].name.clone();
        if !self.bounds.liberties.stub_writes {
            self.environment.objects.stale.by_number.clear();
            return self.path.give_up(Cause::SilentStub(function), Span::NONE);
        }
        let most = scalars(self.program, element).saturating_mul(count);
        if most > MOST_SCALARS {
            return self.path.give_up(Cause::SilentStub(function), Span::NONE);
        }
        let size = self.program.types.size(element).unwrap_or(0);
        let name = format!("{name} after {}", self.environment.calls.name_of(call));
        let mut values = Vec::new();
        for k in 0..count {
            let at = k * size;
            // A pointer that inputs decide is another one in other runs.
            let keeps_initial = !self.cells.is_symbolic(memory, number, at, size);
            let spot = Spot { keeps_initial, ..Spot::new(number, at) };
            let name = self.element_name(&name, element, k, count);
            self.fill(spot, element, &name, memory);
            values.push(self.read_value(memory, element, number, at));
        }
        let value = match values.len() {
            1 => values.pop().unwrap_or(Value::Unknown),
            _ => Value::Array(values),
        };
        let to = self.target(memory, memory.address(number));
        self.environment.calls.stubs[call].changes.push(Change { to, element, value });
    }

    /// What an object holds: its name, the type of its elements, and how many a test has.
    fn contents(&self, number: u32, memory: &Memory) -> Option<(String, TypeId, u64)> {
        if let Some(at) = self.environment.pointee_index(number) {
            let pointee = &self.environment.objects.pointees[at];
            let size = self.program.types.size(pointee.element)?;
            return Some((pointee.name.clone(), pointee.element, pointee.shown(size)));
        }
        let ObjectKind::Global(id) = memory.story(number).kind else { return None };
        let global = &self.program.globals[id];
        Some((global.name.clone(), global.ty, 1))
    }
}
