//! Preconditions along the control-flow graphs: from what must hold at a location, what must hold at
//! the one before (paper 3, Algorithm 2, line 1).
//!
//! The result is a disjunction, and may hold of more states than can get there, never of fewer: what is
//! not known (results of functions without a body, volatile objects, what a value means in another
//! frame) is not asked for.

use super::predicate::{Literal, Predicate, binary, cast, has_local, number, refutation};
use super::space::{LocationId, Space, Way};
use super::write::{Stored, before_write};
use clew_ir::rebuild::rebuilt;
use clew_ir::{
    BinaryOp, Builtin, Callee, Expr, ExprKind, Function, FunctionId, LocalId, Place, PlaceBase,
    Position, Program, Scalar, StatementKind, TerminatorKind, TypeTable, UnaryOp,
};

/// The most disjuncts that are carried along a segment.
const MOST: usize = 24;

/// Before the last step of the way: what must hold at the end of a segment.
pub(super) fn before_way(
    space: &Space<'_>,
    from: LocationId,
    way: Way,
    predicate: &Predicate,
) -> Option<Predicate> {
    let end = space.segment(from).end?;
    let depth = space.get(from).calls.len();
    let body = space.body(end.function)?;
    let program = space.task.program;
    match way {
        Way::Arm(arm) => {
            let mut before = predicate.clone();
            for guard in guards(program, &body.blocks[end.block].terminator.kind, arm) {
                before.require(depth, guard);
            }
            Some(settled(before, depth))
        }
        Way::Pass => Some(settled(predicate.clone(), depth)),
        Way::Label(label) => {
            let mut before = predicate.clone();
            if let Some(holds) = space.predicate(label) {
                before.require(depth, holds.clone());
            }
            Some(settled(before, depth))
        }
        Way::Enter => {
            let Some(StatementKind::Call { callee: Callee::Direct(callee), args, .. }) =
                end.statement_in(body)
            else {
                return None;
            };
            Some(settled(before_entry(program, *callee, args, depth, predicate), depth))
        }
        Way::Return => {
            let TerminatorKind::Return(value) = &body.blocks[end.block].terminator.kind else {
                return None;
            };
            let site = *space.get(from).calls.last()?;
            let caller = space.body(site.function)?;
            let Some(StatementKind::Call { dest, .. }) = site.statement_in(caller) else {
                return None;
            };
            let dest = dest.as_ref();
            let frames = space.frames(from);
            let result = before_return(program, &frames, site, dest, value.as_ref(), predicate);
            Some(settled(result, depth))
        }
    }
}

/// Before a segment: what must hold at its location for a predicate to hold at its end.
pub(super) fn before_statements(
    space: &Space<'_>,
    from: LocationId,
    predicate: Predicate,
) -> Vec<Predicate> {
    let location = space.get(from);
    let Some(end) = space.segment(from).end else { return Vec::new() };
    let Some(body) = space.body(end.function) else { return Vec::new() };
    let depth = location.calls.len();
    let program = space.task.program;
    let frames = space.frames(from);
    let frames: Vec<&Function> = frames.iter().map(|it| &program.functions[*it]).collect();
    let statements = &body.blocks[end.block].statements;
    let mut found = vec![predicate];
    for at in (location.at.statement..end.statement).rev() {
        let Some(statement) = statements.get(at as usize) else { continue };
        let mut before = Vec::new();
        for predicate in found {
            before.extend(before_statement(program, &frames, &statement.kind, &predicate));
        }
        if before.len() > MOST {
            // What the cases have in common is all that is asked for.
            before = vec![common(&before)];
        }
        found = before;
    }
    found.into_iter().map(|it| settled(it, depth)).collect()
}

/// The literals that all have.
fn common(all: &[Predicate]) -> Predicate {
    let Some((first, others)) = all.split_first() else { return Predicate::always() };
    let is_shared = |it: &&Literal| others.iter().all(|other| other.literals.contains(it));
    Predicate { literals: first.literals.iter().filter(is_shared).cloned().collect() }
}

/// Literals without locals are of the innermost frame; what is volatile is not asked for.
pub(crate) fn settled(predicate: Predicate, depth: usize) -> Predicate {
    let mut settled = Predicate::always();
    for literal in predicate.literals {
        if reads_volatile(&literal.expr) {
            continue;
        }
        let depth = if has_local(&literal.expr) { literal.depth } else { depth };
        settled.require(depth, literal.expr);
    }
    settled
}

fn reads_volatile(expr: &Expr) -> bool {
    let mut is_found = false;
    expr.walk(&mut |each| {
        if let ExprKind::Load(place) = &each.kind {
            is_found |= place.is_volatile;
        }
    });
    is_found
}

/// What must hold for a terminator to go by an arm.
pub(crate) fn guards(program: &Program, terminator: &TerminatorKind, arm: u32) -> Vec<Expr> {
    match terminator {
        TerminatorKind::Branch { condition, .. } => vec![match arm {
            0 => condition.clone(),
            _ => refutation(program, condition),
        }],
        TerminatorKind::Switch { value, arms, .. } => {
            let inside = |low: i128, high: i128| -> Vec<Expr> {
                let bound = |op, limit: i128| {
                    let limit = number(bits_of(program, value, limit), value.ty);
                    binary(op, TypeTable::INT, value.clone(), limit)
                };
                match low == high {
                    true => vec![bound(BinaryOp::Eq, low)],
                    false => vec![bound(BinaryOp::Ge, low), bound(BinaryOp::Le, high)],
                }
            };
            if let Some(arm) = arms.get(arm as usize) {
                return inside(arm.low, arm.high);
            }
            let outside = |conditions: Vec<Expr>| {
                let both = conditions
                    .into_iter()
                    .reduce(|all, next| binary(BinaryOp::BitAnd, TypeTable::INT, all, next));
                both.map(|it| refutation(program, &it))
            };
            arms.iter().filter_map(|arm| outside(inside(arm.low, arm.high))).collect()
        }
        TerminatorKind::Goto(_)
        | TerminatorKind::IndirectGoto { .. }
        | TerminatorKind::Return(_)
        | TerminatorKind::Unreachable => Vec::new(),
    }
}

/// A number in the type of an expression.
fn bits_of(program: &Program, value: &Expr, number: i128) -> u128 {
    match program.types.scalar(value.ty) {
        Some(Scalar::Int { bits, .. }) if bits < 128 => (number as u128) & ((1 << bits) - 1),
        _ => number as u128,
    }
}

/// Before a call: parameters are arguments, and the callee's other locals are nothing yet.
pub(crate) fn before_entry(
    program: &Program,
    callee: FunctionId,
    args: &[Expr],
    depth: usize,
    predicate: &Predicate,
) -> Predicate {
    let function = &program.functions[callee];
    let mut before = Predicate::always();
    for literal in &predicate.literals {
        if literal.depth != depth + 1 {
            before.require(literal.depth, literal.expr.clone());
            continue;
        }
        let is_known = std::cell::Cell::new(true);
        let expr = rebuilt(&literal.expr, &|part| match &part.kind {
            ExprKind::Load(place) => match argument(program, function, args, place) {
                Some(Some(value)) => value,
                Some(None) => {
                    is_known.set(false);
                    part
                }
                None => part,
            },
            ExprKind::AddressOf(place) if matches!(place.base, PlaceBase::Local(_)) => {
                is_known.set(false);
                part
            }
            ExprKind::LabelAddress(_) => {
                is_known.set(false);
                part
            }
            _ => part,
        });
        if is_known.get() {
            before.require(depth, expr);
        }
    }
    before
}

/// The value of a callee's local at its entry: nothing for what is none, unknown for what is no argument.
fn argument(
    program: &Program,
    callee: &Function,
    args: &[Expr],
    place: &Place,
) -> Option<Option<Expr>> {
    let PlaceBase::Local(local) = place.base else { return None };
    let at = callee.params.iter().position(|it| *it == local);
    let value = at.and_then(|at| args.get(at)).filter(|_| place.path.is_empty());
    let value = value.filter(|it| program.types.scalar(it.ty).is_some());
    Some(value.map(|value| cast(value.clone(), place.ty)))
}

/// Before a return: the place of the result holds the value.
pub(crate) fn before_return(
    program: &Program,
    frames: &[FunctionId],
    site: Position,
    dest: Option<&Place>,
    value: Option<&Expr>,
    predicate: &Predicate,
) -> Predicate {
    let Some(dest) = dest else { return predicate.clone() };
    let depth = frames.len().saturating_sub(1);
    let Some(caller_depth) = depth.checked_sub(1) else { return predicate.clone() };
    let caller = &program.functions[site.function];
    let variable = dest
        .as_local()
        .filter(|local| clew_symbolic::meaning::variable(program, caller, *local).is_some());
    let global = match dest.base {
        PlaceBase::Global(global) if dest.path.is_empty() => Some(global),
        _ => None,
    };
    let mut before = Predicate::always();
    for literal in &predicate.literals {
        let frame = frames.get(literal.depth).map(|it| &program.functions[*it]);
        let is_changed = match variable {
            Some(local) => literal.depth == caller_depth && reads(&literal.expr, local),
            None => frame.is_none_or(|frame| reads_memory(program, frame, &literal.expr)),
        };
        let is_own = literal.depth == caller_depth || !has_local(&literal.expr);
        if !is_changed {
            before.require(literal.depth, literal.expr.clone());
            continue;
        }
        // A literal is about one frame: the caller's own locals and the callee's do not go together.
        let Some(value) = value.filter(|it| program.types.scalar(it.ty).is_some()) else {
            continue;
        };
        let is_result = |place: &Place| match (variable, global) {
            (Some(local), _) => place.as_local() == Some(local),
            (None, Some(global)) => {
                place.path.is_empty() && matches!(place.base, PlaceBase::Global(it) if it == global)
            }
            (None, None) => false,
        };
        let is_plain = global.is_some() && !reads_other_memory(&literal.expr, &is_result);
        if !is_own || variable.is_none() && !is_plain {
            continue;
        }
        let result = rebuilt(&literal.expr, &|part| match &part.kind {
            ExprKind::Load(place) if is_result(place) => cast(value.clone(), place.ty),
            _ => part,
        });
        let others = has_other_local(&literal.expr, &is_result);
        match (others, has_local(value)) {
            (true, true) => {}
            (true, false) => before.require(caller_depth, result),
            (false, _) => before.require(depth, result),
        }
    }
    before
}

fn reads(expr: &Expr, local: LocalId) -> bool {
    let mut is_found = false;
    expr.walk(&mut |each| {
        if let ExprKind::Load(place) = &each.kind {
            is_found |= matches!(place.base, PlaceBase::Local(it) if it == local);
        }
    });
    is_found
}

/// Whether an expression has a local beside the place of a result.
fn has_other_local(expr: &Expr, is_result: &dyn Fn(&Place) -> bool) -> bool {
    let mut is_found = false;
    expr.walk(&mut |each| match &each.kind {
        ExprKind::Load(place) | ExprKind::AddressOf(place) => {
            is_found |= matches!(place.base, PlaceBase::Local(_)) && !is_result(place);
        }
        ExprKind::LabelAddress(_) => is_found = true,
        _ => {}
    });
    is_found
}

fn reads_other_memory(expr: &Expr, is_result: &dyn Fn(&Place) -> bool) -> bool {
    let mut is_found = false;
    expr.walk(&mut |each| {
        if let ExprKind::Load(place) = &each.kind {
            is_found |= matches!(place.base, PlaceBase::Deref(_)) && !is_result(place);
        }
    });
    is_found
}

/// Whether an expression reads what others may have changed: all but variables and constants.
fn reads_memory(program: &Program, function: &Function, expr: &Expr) -> bool {
    let mut is_found = false;
    expr.walk(&mut |each| {
        if let ExprKind::Load(place) = &each.kind {
            is_found |= match place.base {
                PlaceBase::Local(local) => {
                    clew_symbolic::meaning::variable(program, function, local).is_none()
                }
                PlaceBase::Global(global) => !program.globals[global].is_const,
                PlaceBase::Deref(_) => true,
            };
        }
    });
    is_found
}

/// Before a statement that control goes over.
pub(crate) fn before_statement(
    program: &Program,
    frames: &[&Function],
    statement: &StatementKind,
    predicate: &Predicate,
) -> Vec<Predicate> {
    let write = |place: &Place, stored: Stored<'_>, predicate: &Predicate| {
        before_write(program, frames, predicate, place, stored)
    };
    match statement {
        StatementKind::Assign { place, .. } if place.is_volatile => {
            write(place, Stored::Unknown, predicate)
        }
        StatementKind::Assign { place, value } => {
            if program.types.scalar(place.ty).is_some() {
                return write(place, Stored::Value(value), predicate);
            }
            match &value.kind {
                ExprKind::Load(from) => write(place, Stored::Copy(from), predicate),
                _ => write(place, Stored::Unknown, predicate),
            }
        }
        StatementKind::Zero(place) => write(place, Stored::Zero, predicate),
        StatementKind::Live(local) | StatementKind::Dead(local) => {
            vec![without_local(program, frames, *local, predicate)]
        }
        StatementKind::Call { dest, callee, args } => {
            let before = before_unknown(program, frames, callee, args, predicate);
            match dest {
                Some(place) => {
                    before.iter().flat_map(|it| write(place, Stored::Unknown, it)).collect()
                }
                None => before,
            }
        }
    }
}

/// Before a local's life begins or ends: it holds anything.
fn without_local(
    program: &Program,
    frames: &[&Function],
    local: LocalId,
    predicate: &Predicate,
) -> Predicate {
    let depth = frames.len().saturating_sub(1);
    let is_variable = frames
        .last()
        .is_some_and(|it| clew_symbolic::meaning::variable(program, it, local).is_some());
    let is_kept = |literal: &&Literal| {
        if literal.depth == depth && reads(&literal.expr, local) {
            return false;
        }
        is_variable || !reads_through_pointer(&literal.expr)
    };
    Predicate { literals: predicate.literals.iter().filter(is_kept).cloned().collect() }
}

fn reads_through_pointer(expr: &Expr) -> bool {
    reads_other_memory(expr, &|_| false)
}

/// Before a call that is not entered: it may change all memory, unless it is known to change none.
fn before_unknown(
    program: &Program,
    frames: &[&Function],
    callee: &Callee,
    args: &[Expr],
    predicate: &Predicate,
) -> Vec<Predicate> {
    let mut before = match callee {
        Callee::Builtin(Builtin::SetJmp) => return vec![Predicate::always()],
        Callee::Builtin(
            Builtin::Alloca | Builtin::StackSave | Builtin::StackRestore | Builtin::VaEnd,
        ) => return vec![predicate.clone()],
        Callee::Direct(id) if changes_nothing(&program.functions[*id]) => predicate.clone(),
        Callee::Builtin(_) | Callee::Direct(_) | Callee::Indirect(_) => {
            let is_kept = |it: &&Literal| {
                let frame = frames.get(it.depth);
                frame.is_some_and(|frame| !reads_memory(program, frame, &it.expr))
            };
            Predicate { literals: predicate.literals.iter().filter(is_kept).cloned().collect() }
        }
    };
    if let (Callee::Direct(id), Some(condition)) = (callee, args.first())
        && is_assumption(&program.functions[*id].name)
        && program.functions[*id].body.is_err()
    {
        before.require(frames.len().saturating_sub(1), plain_condition(condition));
    }
    vec![before]
}

/// A condition without the conversions that do not change whether it is zero.
pub(super) fn plain_condition(condition: &Expr) -> Expr {
    match &condition.kind {
        ExprKind::Cast { operand, .. } if is_truth(operand) => (**operand).clone(),
        _ => condition.clone(),
    }
}

fn is_truth(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(op, ..) => op.is_comparison(),
        ExprKind::Unary(UnaryOp::LogicalNot, _) => true,
        _ => false,
    }
}

pub(super) fn is_assumption(name: &str) -> bool {
    matches!(name, "__VERIFIER_assume" | "klee_assume" | "clew_assume")
}

/// Whether a function without a body changes nothing that the program can see.
pub(super) fn changes_nothing(function: &Function) -> bool {
    let name = function.name.as_str();
    function.body.is_err()
        && (is_assumption(name)
            || matches!(name, "clew_label" | "malloc" | "calloc" | "aligned_alloc" | "free")
            || name.starts_with("__VERIFIER_nondet_"))
}
