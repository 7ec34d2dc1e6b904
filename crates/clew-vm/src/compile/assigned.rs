//! Which locals certainly have a value: a forward analysis over the blocks.
//!
//! For a local in a register, *ready* means assigned; for one with an object of its own, that its
//! `Live` was passed. A use of a local that may not be ready is what costs a check at run time
//! (or an object made at the entry, for a jump into a scope).

use clew_ir::{
    BlockId, Body, Expr, ExprKind, Function, Id, IdVec, LocalId, LocalKind, Place, PlaceBase,
    Statement, StatementKind, TerminatorKind,
};

/// A set of locals.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct LocalSet(Vec<u64>);

impl LocalSet {
    fn new(count: usize, full: bool) -> Self {
        Self(vec![if full { u64::MAX } else { 0 }; count.div_ceil(64)])
    }

    pub(super) fn insert(&mut self, local: LocalId) {
        self.0[local.index() / 64] |= 1 << (local.index() % 64);
    }

    pub(super) fn remove(&mut self, local: LocalId) {
        self.0[local.index() / 64] &= !(1 << (local.index() % 64));
    }

    pub(super) fn contains(&self, local: LocalId) -> bool {
        self.0[local.index() / 64] & (1 << (local.index() % 64)) != 0
    }

    /// Keeps what both sets have; whether that changed this one.
    fn intersect(&mut self, other: &LocalSet) -> bool {
        let mut changed = false;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            changed |= *word & !other != 0;
            *word &= other;
        }
        changed
    }
}

/// The result of the analysis.
pub(super) struct Ready {
    /// The locals that are ready at the start of each block.
    pub(super) at_start: IdVec<BlockId, LocalSet>,
    /// The locals that some use may find not ready.
    pub(super) doubtful: LocalSet,
}

/// Analyses a function; `in_register` tells which locals live in registers, `labels` the
/// predicates that are evaluated before a statement.
pub(super) fn analyse<'p>(
    function: &Function,
    body: &Body,
    in_register: &[bool],
    labels: impl Fn(BlockId, usize) -> Vec<&'p Expr>,
) -> Ready {
    let count = function.locals.len();
    let mut at_start = IdVec::from_elem(LocalSet::new(count, true), body.blocks.len());
    let mut first = LocalSet::new(count, false);
    for (id, local) in function.locals.iter_enumerated() {
        // The lowering promises that temporaries in registers are assigned before they are read.
        let promised = local.kind == LocalKind::Temporary && in_register[id.index()];
        if local.kind == LocalKind::Parameter || promised {
            first.insert(id);
        }
    }
    at_start[body.entry()] = first;
    let mut work = vec![body.entry()];
    let mut visited = IdVec::<BlockId, bool>::from_elem(false, body.blocks.len());
    while let Some(block) = work.pop() {
        visited[block] = true;
        let mut ready = at_start[block].clone();
        for statement in &body.blocks[block].statements {
            pass(statement, in_register, &mut ready);
        }
        for successor in body.blocks[block].terminator.kind.successors() {
            let changed = at_start[successor].intersect(&ready);
            if changed || !visited[successor] {
                visited[successor] = true;
                work.push(successor);
            }
        }
    }
    let mut doubtful = LocalSet::new(count, false);
    for (id, block) in body.blocks.iter_enumerated() {
        let mut ready = at_start[id].clone();
        let mut doubt = |local, ready: &LocalSet| {
            if !ready.contains(local) {
                doubtful.insert(local);
            }
        };
        for (index, statement) in block.statements.iter().enumerate() {
            for predicate in labels(id, index) {
                used_by_label(predicate, in_register, &mut |local| doubt(local, &ready));
            }
            uses(statement, in_register, &mut |local| doubt(local, &ready));
            pass(statement, in_register, &mut ready);
        }
        for predicate in labels(id, block.statements.len()) {
            used_by_label(predicate, in_register, &mut |local| doubt(local, &ready));
        }
        let mut visit = |expr: &Expr| used_in(expr, &mut |local| doubt(local, &ready));
        match &block.terminator.kind {
            TerminatorKind::Branch { condition: expr, .. }
            | TerminatorKind::Switch { value: expr, .. }
            | TerminatorKind::IndirectGoto { address: expr, .. }
            | TerminatorKind::Return(Some(expr)) => visit(expr),
            TerminatorKind::Goto(_)
            | TerminatorKind::Return(None)
            | TerminatorKind::Unreachable => {}
        }
    }
    Ready { at_start, doubtful }
}

/// The locals in registers that a predicate uses. One with an object that is not there yet makes
/// the predicate false: its object must not come earlier because somebody looks.
fn used_by_label(predicate: &Expr, in_register: &[bool], visit: &mut impl FnMut(LocalId)) {
    used_in(predicate, &mut |local| {
        if in_register[local.index()] {
            visit(local);
        }
    });
}

/// What a statement makes ready, or not ready any more.
pub(super) fn pass(statement: &Statement, in_register: &[bool], ready: &mut LocalSet) {
    let whole = |place: &Place| place.as_local().filter(|local| in_register[local.index()]);
    match &statement.kind {
        StatementKind::Assign { place, .. } | StatementKind::Zero(place) => {
            if let Some(local) = whole(place) {
                ready.insert(local);
            }
        }
        StatementKind::Call { dest, .. } => {
            if let Some(local) = dest.as_ref().and_then(whole) {
                ready.insert(local);
            }
        }
        StatementKind::Live(local) => {
            if in_register[local.index()] {
                ready.remove(*local);
            } else {
                ready.insert(*local);
            }
        }
        StatementKind::Dead(local) => ready.remove(*local),
    }
}

/// Calls `visit` on every local that a statement uses before it changes what is ready.
fn uses(statement: &Statement, in_register: &[bool], visit: &mut impl FnMut(LocalId)) {
    let target = |place: &Place, visit: &mut dyn FnMut(LocalId)| {
        let whole = place.as_local().is_some_and(|local| in_register[local.index()]);
        if !whole && let PlaceBase::Local(local) = place.base {
            visit(local);
        }
        place.walk(&mut |expr| used_at(expr, visit));
    };
    match &statement.kind {
        StatementKind::Assign { place, value } => {
            used_in(value, visit);
            target(place, visit);
        }
        StatementKind::Zero(place) => target(place, visit),
        StatementKind::Call { dest, callee, args } => {
            args.iter().for_each(|arg| used_in(arg, visit));
            if let clew_ir::Callee::Indirect(callee) = callee {
                used_in(callee, visit);
            }
            if let Some(place) = dest {
                target(place, visit);
            }
        }
        StatementKind::Live(_) | StatementKind::Dead(_) => {}
    }
}

pub(super) fn used_in(expr: &Expr, visit: &mut impl FnMut(LocalId)) {
    expr.walk(&mut |expr| used_at(expr, visit));
}

/// The local that this very expression, not its parts, uses.
fn used_at(expr: &Expr, visit: &mut (impl FnMut(LocalId) + ?Sized)) {
    if let ExprKind::Load(place) | ExprKind::AddressOf(place) = &expr.kind
        && let PlaceBase::Local(local) = place.base
    {
        visit(local);
    }
}
