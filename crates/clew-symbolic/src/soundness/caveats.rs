//! What a function does that this machine cannot vary: no proof rests on it.

use super::cause::Cause;
use super::exact::inexact_call;
use super::puns::pointer_as_bytes;
use crate::machine::Entry;
use clew_ir::call_graph::CallGraph;
use clew_ir::{Expr, ExprKind, GlobalId, PlaceBase, Program, Span, UnaryOp};
use clew_vm::run::is_missing;
use std::collections::BTreeSet;

/// What the user's code that a function can reach does, each kind once, with a place.
pub(crate) fn caveats(program: &Program, entry: Entry) -> Vec<(Cause, Span)> {
    let (mut volatile, mut missing, mut pun) = (None, None, None);
    let (mut library, mut weak) = (None, None);
    let is_harness = matches!(entry, Entry::Harness(_));
    for id in CallGraph::new(program).reachable(entry.function()) {
        let function = &program.functions[id];
        let Ok(body) = &function.body else { continue };
        if function.is_system {
            continue;
        }
        pun = pun.or_else(|| pointer_as_bytes(program, function, body));
        for statement in body.blocks.iter().flat_map(|block| &block.statements) {
            if let Some(name) = inexact_call(program, &statement.kind) {
                library.get_or_insert((Cause::Library(name.to_owned()), statement.span));
            }
        }
        body.for_each_expr(&mut |expr| match &expr.kind {
            ExprKind::Load(place)
                if place.is_volatile && !matches!(place.base, PlaceBase::Local(_)) =>
            {
                volatile.get_or_insert(expr.span);
            }
            ExprKind::Load(place) => {
                if let PlaceBase::Global(id) = place.base
                    && is_harness
                    && is_missing(&program.globals[id])
                {
                    missing.get_or_insert(expr.span);
                }
            }
            ExprKind::FunctionAddress(id) if program.functions[*id].is_optional() => {
                let name = program.functions[*id].name.clone();
                weak.get_or_insert((Cause::WeakFunction(name), expr.span));
            }
            _ => {}
        });
    }
    let found =
        [(Cause::Volatile, volatile), (Cause::MissingObject, missing), (Cause::PointerBytes, pun)];
    let found = found.into_iter().filter_map(|(cause, span)| Some((cause, span?)));
    found.chain(library).chain(weak).collect()
}

/// The variables that the user's code which a function can reach may change: by name, or because
/// their address is taken.
pub(crate) fn changed_globals(program: &Program, entry: Entry) -> BTreeSet<GlobalId> {
    let mut changed = BTreeSet::new();
    for id in CallGraph::new(program).reachable(entry.function()) {
        let Ok(body) = &program.functions[id].body else { continue };
        for statement in body.blocks.iter().flat_map(|block| &block.statements) {
            let written = statement.kind.written_place().map(|place| &place.base);
            if let Some(PlaceBase::Global(global)) = written {
                changed.insert(*global);
            }
        }
        body.for_each_expr(&mut |expr| {
            if let ExprKind::AddressOf(place) = &expr.kind
                && let PlaceBase::Global(global) = place.base
            {
                changed.insert(global);
            }
        });
    }
    changed
}

/// The addresses that the user's code names by number.
pub(crate) fn fixed_addresses(program: &Program) -> BTreeSet<u64> {
    let mut found = BTreeSet::new();
    for function in program.functions.iter().filter(|it| !it.is_system) {
        let Ok(body) = &function.body else { continue };
        body.for_each_expr(&mut |expr| {
            if program.types.is_pointer(expr.ty) {
                found.extend(fixed_address(expr).filter(|address| *address != 0));
            }
        });
    }
    found
}

/// The value of an expression made of numbers only.
fn fixed_address(expr: &Expr) -> Option<u64> {
    match &expr.kind {
        ExprKind::Const(bits) => Some(*bits as u64),
        ExprKind::Cast { operand, .. } => fixed_address(operand),
        ExprKind::Unary(UnaryOp::Neg, operand) => Some(fixed_address(operand)?.wrapping_neg()),
        ExprKind::Unary(UnaryOp::BitNot, operand) => Some(!fixed_address(operand)?),
        _ => None,
    }
}
