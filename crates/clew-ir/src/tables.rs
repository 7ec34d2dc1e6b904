//! Tables: objects that are constant without being declared so.
//!
//! C code often leaves the `const` out of its tables of names, costs or transitions. Where a table
//! is private to its unit and nothing in that unit writes it or takes its address, no program
//! that the unit is part of ever changes it.

use crate::effects::address_taken_globals;
use crate::expr::{ExprKind, PlaceBase};
use crate::ids::{GlobalId, IdVec};
use crate::program::{Global, Linkage, NoBody, Program};

/// Which objects are tables that nothing changes: arrays and records with an initialiser.
pub fn unchanged_tables(program: &Program) -> IdVec<GlobalId, bool> {
    if program.has_hidden_code {
        return IdVec::from_elem(false, program.globals.len());
    }
    let mut changes = address_taken_globals(program);
    for exposed in &program.exposed {
        changes[*exposed] = true;
    }
    for function in &program.functions {
        match &function.body {
            Ok(body) => {
                let statements = body.blocks.iter().flat_map(|block| &block.statements);
                for place in statements.filter_map(|statement| statement.kind.written_place()) {
                    if let PlaceBase::Global(global) = place.base {
                        changes[global] = true;
                    }
                }
                body.for_each_expr(&mut |expr| {
                    if let ExprKind::Load(place) = &expr.kind
                        && let PlaceBase::Global(global) = place.base
                    {
                        changes[global] |= place.is_volatile;
                    }
                });
            }
            // What it does is not known.
            Err(NoBody::Unsupported(_)) => {
                return IdVec::from_elem(false, program.globals.len());
            }
            // It is no part of the unit.
            Err(NoBody::Declared) => {}
        }
    }
    let mut tables = IdVec::from_elem(false, program.globals.len());
    for (id, global) in program.globals.iter_enumerated() {
        tables[id] = !changes[id] && is_table(program, global);
    }
    tables
}

/// Whether an object is an array or a record that begins as something, private to its unit.
fn is_table(program: &Program, global: &Global) -> bool {
    let is_aggregate =
        program.types.element(global.ty).is_some() || program.types.record(global.ty).is_some();
    let is_set = global.init.as_ref().is_some_and(|image| {
        !image.relocations.is_empty() || image.bytes.iter().any(|byte| *byte != 0)
    });
    global.linkage == Linkage::Internal && is_aggregate && is_set
}
