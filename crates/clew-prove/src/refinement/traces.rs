//! What must not hold at the head of a loop: the ways from there to a target, and what each asks for.
//!
//! A way is one word of the control-flow graph. Its weakest precondition, found backwards by
//! substitution, is what a state at the head must satisfy for the target to be reached by it; that it
//! does not is what an invariant has to say. The slice of it that has to do with the target says it of
//! other ways, too, and the way once around the loop before says what must not hold one turn earlier.

use crate::target::Target;
use clew_ir::rebuild::{place_without_spans, rebuilt, without_spans};
use clew_ir::{
    BinaryOp, BlockId, Body, Expr, ExprKind, Place, PlaceBase, Span, Statement, StatementKind,
    TerminatorKind, TypeTable, UnaryOp,
};
use std::collections::BTreeSet;

/// The most ways from a head to one target, or around the loop.
const MOST_WAYS: usize = 12;
/// The most blocks of a way.
const LONGEST: usize = 24;
/// The largest condition that is followed further back.
const LARGEST: usize = 24;
/// The most clauses for one head.
const MOST: usize = 60;

/// Clauses that keep a target from being reached from a head, other `heads` not being passed.
pub(crate) fn needed(
    body: &Body,
    heads: &BTreeSet<BlockId>,
    head: BlockId,
    target: &Target,
) -> Vec<Expr> {
    let mut clauses = Vec::new();
    let around: Vec<Vec<BlockId>> = ways(body, heads, head, head);
    for way in ways(body, heads, head, target.block()) {
        let Some(wanted) = wanted(body, target) else { continue };
        let state = State { wanted, guards: Vec::new() };
        let state = state.before(body, &way, statement_of(target));
        for turn in [None].into_iter().chain(around.iter().map(Some)) {
            let state = match turn {
                None => Some(state.clone()),
                Some(turn) => state.turned(body, turn),
            };
            let Some(state) = state else { continue };
            for clause in state.clauses() {
                if clauses.len() < MOST && !clauses.contains(&clause) {
                    clauses.push(clause);
                }
            }
        }
    }
    clauses
}

/// The ways from a block to another that pass no head and no block twice; each has the blocks on it
/// in order, the last being the other.
fn ways(body: &Body, heads: &BTreeSet<BlockId>, from: BlockId, to: BlockId) -> Vec<Vec<BlockId>> {
    let mut found = Vec::new();
    if from == to {
        // A target in the head's own block, or once around.
        let is_start = |next: &BlockId| *next == to;
        if body.blocks[from].terminator.kind.successors().iter().any(is_start) {
            found.push(vec![from, to]);
        }
    }
    let mut work = vec![vec![from]];
    while let Some(way) = work.pop() {
        let Some(last) = way.last() else { continue };
        for next in body.blocks[*last].terminator.kind.successors() {
            if next == to {
                let mut whole = way.clone();
                whole.push(next);
                if !found.contains(&whole) {
                    found.push(whole);
                }
            } else if !heads.contains(&next) && !way.contains(&next) && way.len() < LONGEST {
                let mut longer = way.clone();
                longer.push(next);
                work.push(longer);
            }
        }
        if found.len() >= MOST_WAYS || work.len() > 10 * LONGEST {
            break;
        }
    }
    found.truncate(MOST_WAYS);
    found
}

/// What a target asks for where it is.
fn wanted(body: &Body, target: &Target) -> Option<Expr> {
    match target {
        Target::Edge { block, arm, .. } => {
            guard(&body.blocks[*block].terminator.kind, *arm as usize)
        }
        Target::Label { predicate, .. } => predicate.as_ref().map(without_spans),
    }
}

/// How many statements of its block run before a target.
fn statement_of(target: &Target) -> Option<u32> {
    match target {
        Target::Edge { .. } => None,
        Target::Label { at, .. } => Some(at.statement),
    }
}

/// The condition under which an edge is taken, where it says more than that.
fn guard(terminator: &TerminatorKind, arm: usize) -> Option<Expr> {
    match terminator {
        TerminatorKind::Branch { condition, .. } if arm == 0 => Some(without_spans(condition)),
        TerminatorKind::Branch { condition, .. } => Some(negated(&without_spans(condition))),
        TerminatorKind::Switch { value, arms, .. } => {
            let value = without_spans(value);
            let equal = |bits: i128| {
                let constant = Expr::constant(bits as u128 & mask(&value), value.ty, Span::NONE);
                binary(BinaryOp::Eq, value.clone(), constant)
            };
            match arms.get(arm) {
                Some(arm) if arm.low == arm.high => Some(equal(arm.low)),
                Some(_) => None,
                None => {
                    let others = arms.iter().map(|arm| negated(&equal(arm.low)));
                    others.reduce(|all, next| binary(BinaryOp::BitAnd, all, next))
                }
            }
        }
        TerminatorKind::Goto(_)
        | TerminatorKind::IndirectGoto { .. }
        | TerminatorKind::Return(_)
        | TerminatorKind::Unreachable => None,
    }
}

/// Constants of a switch have the width of what is looked at; those below zero are the only ones
/// that have more bits.
fn mask(value: &Expr) -> u128 {
    let is_long = [TypeTable::LONG, TypeTable::UNSIGNED_LONG, TypeTable::LONG_LONG];
    if is_long.contains(&value.ty) { u64::MAX.into() } else { u32::MAX.into() }
}

/// What a state must satisfy for a way to be taken and the target to be reached.
#[derive(Clone)]
struct State {
    wanted: Expr,
    guards: Vec<Expr>,
}

impl State {
    /// What must hold at the start of a way for this to hold at its end.
    fn before(mut self, body: &Body, way: &[BlockId], statements: Option<u32>) -> Self {
        for (at, block) in way.iter().enumerate().rev() {
            let contents = &body.blocks[*block];
            let mut before = contents.statements.as_slice();
            match way.get(at + 1) {
                None => {
                    let count = statements.map_or(before.len(), |it| it as usize);
                    before = &before[..count.min(before.len())];
                }
                Some(next) => {
                    let successors = contents.terminator.kind.successors();
                    let arm = successors.iter().position(|it| it == next);
                    self.guards.extend(arm.and_then(|arm| guard(&contents.terminator.kind, arm)));
                }
            }
            for statement in before.iter().rev() {
                self.undo(statement);
            }
        }
        self
    }

    /// The same one turn of the loop earlier; none where the turn has no say in it.
    fn turned(&self, body: &Body, turn: &[BlockId]) -> Option<Self> {
        // The last block of the turn is the head, whose statements are yet to run.
        let before = self.clone().before(body, turn, Some(0));
        (before.wanted != self.wanted).then_some(before)
    }

    fn undo(&mut self, statement: &Statement) {
        let (written, value) = match &statement.kind {
            StatementKind::Assign { place, value } => (place_without_spans(place), Some(value)),
            StatementKind::Call { dest, .. } => {
                self.guards.retain(|guard| !reads_memory(guard));
                match dest {
                    Some(dest) => (place_without_spans(dest), None),
                    None => return,
                }
            }
            StatementKind::Zero(place) => (place_without_spans(place), None),
            StatementKind::Live(_) | StatementKind::Dead(_) => return,
        };
        let replace = |expr: Expr| match (&expr.kind, value) {
            (ExprKind::Load(place), Some(value)) if **place == written => without_spans(value),
            _ => expr,
        };
        let fits =
            |expr: &Expr| size(expr) <= LARGEST && (value.is_some() || !reads(expr, &written));
        self.guards = self.guards.iter().map(|it| rebuilt(it, &replace)).filter(fits).collect();
        let wanted = rebuilt(&self.wanted, &replace);
        if fits(&wanted) {
            self.wanted = wanted;
        }
    }

    /// That the state is none of these: without guards, with each guard, with all that share a
    /// variable with what is wanted.
    fn clauses(&self) -> Vec<Expr> {
        let not_wanted = negated(&self.wanted);
        let mut found = vec![not_wanted.clone()];
        let mut whole = not_wanted.clone();
        for guard in &self.guards {
            let not_taken = negated(guard);
            found.push(binary(BinaryOp::BitOr, truth(&not_taken), truth(&not_wanted)));
            if places(guard).iter().any(|it| places(&self.wanted).contains(it)) {
                whole = binary(BinaryOp::BitOr, truth(&whole), truth(&not_taken));
            }
        }
        found.push(whole);
        found
    }
}

fn size(expr: &Expr) -> usize {
    let mut size = 0;
    expr.walk(&mut |_| size += 1);
    size
}

fn places(expr: &Expr) -> Vec<Place> {
    let mut found = Vec::new();
    expr.walk(&mut |part| {
        if let ExprKind::Load(place) = &part.kind {
            found.push((**place).clone());
        }
    });
    found
}

fn reads(expr: &Expr, written: &Place) -> bool {
    places(expr).iter().any(|it| it.base == written.base)
}

fn reads_memory(expr: &Expr) -> bool {
    places(expr).iter().any(|it| !matches!(it.base, PlaceBase::Local(_)))
}

/// A condition as 0 or 1.
fn truth(condition: &Expr) -> Expr {
    match &condition.kind {
        ExprKind::Binary(op, ..) if op.is_comparison() => condition.clone(),
        ExprKind::Binary(BinaryOp::BitOr | BinaryOp::BitAnd, left, right)
            if is_truth(left) && is_truth(right) =>
        {
            condition.clone()
        }
        ExprKind::Unary(UnaryOp::LogicalNot, _) => condition.clone(),
        _ => not(&not(condition)),
    }
}

fn is_truth(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(op, ..) if op.is_comparison() => true,
        ExprKind::Binary(BinaryOp::BitOr | BinaryOp::BitAnd, left, right) => {
            is_truth(left) && is_truth(right)
        }
        ExprKind::Unary(UnaryOp::LogicalNot, _) => true,
        _ => false,
    }
}

fn not(condition: &Expr) -> Expr {
    let kind = ExprKind::Unary(UnaryOp::LogicalNot, Box::new(condition.clone()));
    Expr { kind, ty: TypeTable::INT, span: Span::NONE }
}

/// That a condition does not hold.
fn negated(condition: &Expr) -> Expr {
    let ExprKind::Binary(op, left, right) = &condition.kind else { return not(condition) };
    let op = match op {
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        // Not of floats, which may be unordered; those are no integers, and are left to `!`.
        _ => return not(condition),
    };
    binary(op, (**left).clone(), (**right).clone())
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
    Expr { kind, ty: TypeTable::INT, span: Span::NONE }
}
