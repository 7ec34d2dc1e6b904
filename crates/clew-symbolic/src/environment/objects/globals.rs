//! Which globals are inputs of a function.

use super::fill::Spot;
use crate::shadow::Symbolic;
use crate::soundness::Cause;
use clew_ir::call_graph::CallGraph;
use clew_ir::tables::unchanged_tables;
use clew_ir::{
    ArrayLength, ExprKind, FunctionId, Global, GlobalId, GlobalKind, IdVec, PlaceBase, Program,
    RelocationTarget, Type, TypeId,
};
use clew_vm::memory::Memory;
use clew_vm::run::{is_missing, is_open_ended, stand_in_size};
use std::collections::BTreeSet;

/// A global with more scalars than this keeps its initial value, and no stub writes one.
pub(in crate::environment) const MOST_SCALARS: u64 = 256;

/// The globals that a function can see, through all its calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct GlobalInputs {
    /// Those that become inputs.
    pub(crate) inputs: Vec<GlobalId>,
    /// Those that do not, and why.
    pub(crate) left_out: Vec<(GlobalId, Cause)>,
    /// Every variable that the function can see: what it may change.
    pub(crate) visible: Vec<GlobalId>,
    /// Static variables of functions, which it may change, too, and which pointers may lead out to.
    pub(crate) hidden: Vec<GlobalId>,
}

impl GlobalInputs {
    /// The globals that a function can see.
    pub(crate) fn new(program: &Program, function: FunctionId) -> Self {
        let mut found = Self::default();
        let tables = unchanged_tables(program);
        for id in mentioned(program, function) {
            let global = &program.globals[id];
            if (global.is_const && !is_missing(global))
                || tables[id]
                || global.is_system
                || (global.init.is_none() && !has_stand_in(program, global))
                || global.kind != GlobalKind::Variable
            {
                continue;
            }
            if is_jump_buffer(program, global.ty) {
                continue;
            }
            if global.function.is_some() {
                found.left_out.push((id, Cause::StaticLocal(global.name.clone())));
                if scalars(program, global.ty) <= MOST_SCALARS {
                    found.hidden.push(id);
                }
                continue;
            }
            found.visible.push(id);
            if scalars(program, global.ty) > MOST_SCALARS {
                found.left_out.push((id, Cause::LargeGlobal(global.name.clone())));
            } else {
                found.inputs.push(id);
            }
        }
        found
    }
}

/// Whether a variable that no file defines has an object all the same.
fn has_stand_in(program: &Program, global: &Global) -> bool {
    is_missing(global) && stand_in_size(program, global).is_some()
}

/// The globals named in a function or in one that it can call.
fn mentioned(program: &Program, function: FunctionId) -> BTreeSet<GlobalId> {
    let calls = CallGraph::new(program);
    let mut found = BTreeSet::new();
    for id in calls.reachable(function) {
        let function = &program.functions[id];
        let Ok(body) = &function.body else { continue };
        body.for_each_expr(&mut |expr| {
            if let ExprKind::Load(place) | ExprKind::AddressOf(place) = &expr.kind
                && let PlaceBase::Global(global) = place.base
            {
                found.insert(global);
            }
        });
        for statement in body.blocks.iter().flat_map(|block| &block.statements) {
            if let Some(place) = statement.kind.written_place()
                && let PlaceBase::Global(global) = place.base
            {
                found.insert(global);
            }
        }
    }
    found.extend(devices_behind(program, &found));
    found
}

/// The objects at fixed addresses that initialisers of globals lead to: tables of devices.
fn devices_behind(program: &Program, globals: &BTreeSet<GlobalId>) -> Vec<GlobalId> {
    let mut waiting: Vec<GlobalId> = globals.iter().copied().collect();
    let mut seen = globals.clone();
    while let Some(id) = waiting.pop() {
        for relocation in program.globals[id].init.iter().flat_map(|it| &it.relocations) {
            if let RelocationTarget::Global(target) = relocation.target
                && seen.insert(target)
            {
                waiting.push(target);
            }
        }
    }
    seen.into_iter().filter(|id| program.globals[*id].address.is_some()).collect()
}

/// Whether a type is `jmp_buf`, whose contents are the machine's own.
fn is_jump_buffer(program: &Program, ty: TypeId) -> bool {
    let types = &program.types;
    let element = types.element(ty).unwrap_or(ty);
    types.record(element).is_some_and(|(_, record)| record.name == "__jmp_buf_tag")
}

/// How many scalars a value of the type has.
pub(in crate::environment) fn scalars(program: &Program, ty: TypeId) -> u64 {
    let types = &program.types;
    match types.get(ty) {
        Type::Array { element, length: ArrayLength::Fixed(count) } => {
            count.saturating_mul(scalars(program, *element))
        }
        Type::Record(id) => {
            let fields = types.records[*id].fields.iter();
            fields.map(|field| scalars(program, field.ty)).fold(0, u64::saturating_add)
        }
        _ => 1,
    }
}

impl Symbolic<'_> {
    /// Makes inputs of globals.
    pub(crate) fn fill_globals(
        &mut self,
        globals: &GlobalInputs,
        numbers: &IdVec<GlobalId, Option<u32>>,
        memory: &mut Memory,
    ) {
        for (id, cause) in &globals.left_out {
            let span = self.program.globals[*id].span;
            self.path.give_up(cause.clone(), span);
        }
        for &id in &globals.inputs {
            let Some(number) = numbers[id] else { continue };
            let global = &self.program.globals[id];
            let name = self.environment.global_names.name(self.program, id).to_owned();
            if is_open_ended(self.program, global) {
                self.environment.objects.open_ended.insert(number, name.clone());
            }
            let spot = Spot { keeps_initial: true, ..Spot::new(number, 0) };
            self.fill(spot, global.ty, &name, memory);
        }
    }
}
