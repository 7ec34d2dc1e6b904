//! Which variables have a value at a point.

use crate::objective::Subject;
use clew_ir::{
    BlockId, Body, Function, FunctionId, IdVec, LocalId, LocalKind, Program, Statement,
    StatementKind,
};
use std::collections::BTreeSet;

/// The parameters and variables of a function that have been assigned on every way to a point.
#[derive(Clone, Debug)]
pub struct AssignedLocals {
    function: FunctionId,
    at_start: IdVec<BlockId, Option<BTreeSet<LocalId>>>,
}

impl AssignedLocals {
    /// Those of a function with a body.
    pub fn new(program: &Program, function: FunctionId) -> Option<Self> {
        let body = program.functions[function].body.as_ref().ok()?;
        let at_start = at_start(&program.functions[function], body);
        Some(Self { function, at_start })
    }

    /// Those before a statement of the same program.
    pub fn before(&self, program: &Program, block: BlockId, at: usize) -> BTreeSet<LocalId> {
        let function = &program.functions[self.function];
        let mut scope = self.at_start[block].clone().unwrap_or_default();
        if let Ok(body) = &function.body {
            for statement in &body.blocks[block].statements[..at] {
                pass(function, statement, &mut scope);
            }
        }
        scope
    }
}

/// The same for a criterion's subject.
pub(crate) struct Scopes(Option<AssignedLocals>);

impl Scopes {
    pub(crate) fn new(subject: &Subject<'_>) -> Self {
        Self(AssignedLocals::new(subject.program, subject.id))
    }

    /// Those before a statement.
    pub(crate) fn at(&self, subject: &Subject<'_>, block: BlockId, at: usize) -> BTreeSet<LocalId> {
        let assigned = self.0.as_ref();
        assigned.map_or_else(BTreeSet::new, |it| it.before(subject.program, block, at))
    }
}

fn at_start(function: &Function, body: &Body) -> IdVec<BlockId, Option<BTreeSet<LocalId>>> {
    let mut at_start: IdVec<BlockId, Option<BTreeSet<LocalId>>> =
        IdVec::from_elem(None, body.blocks.len());
    at_start[body.entry()] = Some(function.params.iter().copied().collect());
    let mut work = vec![body.entry()];
    while let Some(block) = work.pop() {
        let Some(mut scope) = at_start[block].clone() else { continue };
        for statement in &body.blocks[block].statements {
            pass(function, statement, &mut scope);
        }
        for next in body.blocks[block].terminator.kind.successors() {
            let joined = match &at_start[next] {
                None => scope.clone(),
                Some(known) => known.intersection(&scope).copied().collect(),
            };
            if at_start[next].as_ref() != Some(&joined) {
                at_start[next] = Some(joined);
                work.push(next);
            }
        }
    }
    at_start
}

fn pass(function: &Function, statement: &Statement, scope: &mut BTreeSet<LocalId>) {
    match &statement.kind {
        StatementKind::Live(local) | StatementKind::Dead(local) => {
            scope.remove(local);
        }
        StatementKind::Assign { .. } | StatementKind::Call { .. } | StatementKind::Zero(_) => {
            let written = statement.kind.written_place().and_then(|place| place.as_local());
            let is_users = |local: &LocalId| function.locals[*local].kind != LocalKind::Temporary;
            scope.extend(written.filter(is_users));
        }
    }
}
