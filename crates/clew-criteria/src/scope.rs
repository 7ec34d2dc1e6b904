//! Which variables have a value at a point.

use crate::objective::Subject;
use clew_ir::{BlockId, IdVec, LocalId, LocalKind, Statement, StatementKind};
use std::collections::BTreeSet;

/// The parameters and variables that have been assigned on every way to a block.
pub(crate) struct Scopes {
    at_start: IdVec<BlockId, Option<BTreeSet<LocalId>>>,
}

impl Scopes {
    pub(crate) fn new(subject: &Subject<'_>) -> Self {
        let body = subject.body;
        let mut at_start: IdVec<BlockId, Option<BTreeSet<LocalId>>> =
            IdVec::from_elem(None, body.blocks.len());
        at_start[body.entry()] = Some(subject.function.params.iter().copied().collect());
        let mut work = vec![body.entry()];
        while let Some(block) = work.pop() {
            let Some(mut scope) = at_start[block].clone() else { continue };
            for statement in &body.blocks[block].statements {
                pass(subject, statement, &mut scope);
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
        Self { at_start }
    }

    /// Those before a statement.
    pub(crate) fn at(&self, subject: &Subject<'_>, block: BlockId, at: usize) -> BTreeSet<LocalId> {
        let mut scope = self.at_start[block].clone().unwrap_or_default();
        for statement in &subject.body.blocks[block].statements[..at] {
            pass(subject, statement, &mut scope);
        }
        scope
    }
}

fn pass(subject: &Subject<'_>, statement: &Statement, scope: &mut BTreeSet<LocalId>) {
    match &statement.kind {
        StatementKind::Live(local) | StatementKind::Dead(local) => {
            scope.remove(local);
        }
        StatementKind::Assign { .. } | StatementKind::Call { .. } | StatementKind::Zero(_) => {
            let written = statement.kind.written_place().and_then(|place| place.as_local());
            let is_users =
                |local: &LocalId| subject.function.locals[*local].kind != LocalKind::Temporary;
            scope.extend(written.filter(is_users));
        }
    }
}
