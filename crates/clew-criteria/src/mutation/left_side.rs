//! `lvr`: the left side of an assignment becomes another variable of its type.
//!
//! `l = e` becomes `l' = e`. Behind it the states differ when `l` and `l'` are different objects
//! and one of them does not have the value `e` already:
//! `&l != &l' && (l != e || l' != e)`. Two variables are different objects by their names; what a
//! pointer leads to may be any of them, so that addresses are compared.
//!
//! The other left sides are the function's parameters, the local variables whose scope it is, the
//! globals that it uses, and, where something is written through a pointer, what its pointer
//! parameters lead to.

use super::change::{Change, Edit};
use crate::objective::{Aim, Found, Subject};
use crate::predicate::{self, Builder};
use crate::scope::Scopes;
use clew_ir::{
    BinaryOp, Expr, ExprKind, GlobalId, GlobalKind, LocalId, LocalKind, Place, PlaceBase,
    ProbePoint, Span, StatementKind, c_text,
};
use std::collections::BTreeSet;

pub(super) fn find(subject: &Subject<'_>, found: &mut Vec<Found>) {
    let scopes = Scopes::new(subject);
    let globals = globals(subject);
    for block in subject.body.blocks.ids().filter(|&block| subject.cfg.is_reachable(block)) {
        for (at, statement) in subject.body.blocks[block].statements.iter().enumerate() {
            let StatementKind::Assign { place, value } = &statement.kind else { continue };
            let scope = scopes.at(subject, block, at);
            if statement.span.file.is_none() || !is_candidate(subject, &scope, place, value) {
                continue;
            }
            let build = Builder { types: &subject.program.types, span: statement.span };
            let point = ProbePoint::Statement(subject.id, block, at as u32);
            let others = others(subject, &scope, &globals, place);
            for other in others.iter().filter(|other| other.ty == place.ty && *other != place) {
                let Some(predicate) = differ(subject, &build, place, other, value) else {
                    continue;
                };
                let print = |place| c_text::place_text(subject.program, subject.function, place);
                let source = value.span;
                let value = c_text::expr_text(subject.program, subject.function, value);
                let text =
                    format!("lvr: {} = {value} becomes {} = {value}", print(place), print(other));
                let aim = Aim::Label(point, predicate);
                let edit = Edit::LeftSide { value: source, other: print(other) };
                let change = Some(Change { span: statement.span, edit });
                found.push(Found { span: statement.span, text, aim, change });
            }
        }
    }
}

/// Whether an assignment is the user's, to something that had a value before.
fn is_candidate(
    subject: &Subject<'_>,
    scope: &BTreeSet<LocalId>,
    place: &Place,
    value: &Expr,
) -> bool {
    let types = &subject.program.types;
    let has_value = match place.base {
        PlaceBase::Local(local) => {
            subject.function.locals[local].kind != LocalKind::Temporary
                && (scope.contains(&local) || !place.path.is_empty())
        }
        PlaceBase::Global(_) | PlaceBase::Deref(_) => true,
    };
    let old = Expr::load(place.clone(), Span::NONE);
    has_value
        && types.scalar(place.ty).is_some()
        && !subject.program.is_bit_field(&subject.function.locals, place)
        && predicate::is_repeatable(&old)
        && predicate::is_repeatable(value)
}

/// The variables that could stand on the left side instead.
fn others(
    subject: &Subject<'_>,
    scope: &BTreeSet<LocalId>,
    globals: &BTreeSet<GlobalId>,
    place: &Place,
) -> Vec<Place> {
    let types = &subject.program.types;
    let locals = scope.iter().map(|&id| Place::local(id, subject.function.locals[id].ty));
    let globals = globals.iter().map(|&id| Place::global(id, subject.program.globals[id].ty));
    let mut others: Vec<Place> = locals.chain(globals).collect();
    if matches!(place.base, PlaceBase::Deref(_)) {
        for &parameter in &subject.function.params {
            let ty = subject.function.locals[parameter].ty;
            if let Some(target) = types.pointee(ty) {
                let pointer = Expr::load(Place::local(parameter, ty), Span::NONE);
                others.push(Place::deref(pointer, target));
            }
        }
    }
    let stripped = clew_ir::rebuild::place_without_spans(place);
    others.retain(|other| clew_ir::rebuild::place_without_spans(other) != stripped);
    others
}

/// The globals that a function uses and may write.
fn globals(subject: &Subject<'_>) -> BTreeSet<GlobalId> {
    let mut globals = BTreeSet::new();
    let mut note = |place: &Place| {
        if let PlaceBase::Global(id) = place.base
            && !subject.program.globals[id].is_const
            && subject.program.globals[id].kind == GlobalKind::Variable
        {
            globals.insert(id);
        }
    };
    subject.body.for_each_expr(&mut |expr| {
        if let ExprKind::Load(place) | ExprKind::AddressOf(place) = &expr.kind {
            note(place);
        }
    });
    for statement in subject.body.blocks.iter().flat_map(|block| &block.statements) {
        statement.kind.written_place().into_iter().for_each(&mut note);
    }
    globals
}

/// When the states behind `place = value` and `other = value` differ; `None` where that cannot be
/// written down.
fn differ(
    subject: &Subject<'_>,
    build: &Builder<'_>,
    place: &Place,
    other: &Place,
    value: &Expr,
) -> Option<Expr> {
    let old = |place: &Place| Expr::load(place.clone(), build.span);
    let changes = build.or(build.differ(&old(place), value), build.differ(&old(other), value));
    if are_apart(subject, place, other) {
        return Some(changes);
    }
    let (one, two) = (address(subject, build, place)?, address(subject, build, other)?);
    Some(build.and(build.binary(BinaryOp::Ne, one, two), changes))
}

/// Whether two places are different objects, whatever pointers lead to.
fn are_apart(subject: &Subject<'_>, one: &Place, other: &Place) -> bool {
    let is_hidden = |place: &Place| match place.base {
        PlaceBase::Local(local) => !subject.function.locals[local].is_address_taken,
        PlaceBase::Global(_) | PlaceBase::Deref(_) => false,
    };
    match (&one.base, &other.base) {
        (PlaceBase::Deref(_), PlaceBase::Deref(_)) => false,
        (PlaceBase::Deref(_), _) => is_hidden(other),
        (_, PlaceBase::Deref(_)) => is_hidden(one),
        // A whole variable is apart from the parts of another, not from its own.
        (one_base, other_base) => one_base != other_base,
    }
}

/// The address of a place, as a number.
fn address(subject: &Subject<'_>, build: &Builder<'_>, place: &Place) -> Option<Expr> {
    let types = &subject.program.types;
    let pointer = match &place.base {
        PlaceBase::Deref(pointer) if place.path.is_empty() => (**pointer).clone(),
        _ => {
            let ty = types.ids().find(|&ty| types.pointee(ty) == Some(place.ty))?;
            Expr { kind: ExprKind::AddressOf(Box::new(place.clone())), ty, span: build.span }
        }
    };
    Some(build.cast(pointer, types.size_type()))
}
