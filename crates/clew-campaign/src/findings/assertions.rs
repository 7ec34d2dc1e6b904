//! Assertions that a function makes before it does anything else: what it expects of its callers.
//!
//! An input that violates one is the caller's mistake, and no finding of the function. In the caller's own
//! findings it is one: there the assertion is not at the top of the function under test.

use clew_ir::call_graph::CallGraph;
use clew_ir::effects::ProgramEffects;
use clew_ir::{
    BlockId, Body, Callee, DecisionId, FunctionId, PlaceBase, Program, Span, Statement,
    StatementKind, TerminatorKind,
};
use std::collections::BTreeSet;

/// Where the assertions at the top of a function fail.
pub(super) fn own_assertions(
    program: &Program,
    calls: &CallGraph,
    function: FunctionId,
) -> Vec<Span> {
    let Ok(body) = &program.functions[function].body else { return Vec::new() };
    let top = Top { program, body, effects: ProgramEffects::new(program, calls) };
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    let mut block = body.entry();
    while seen.insert(block) && top.is_quiet(block) {
        block = match &body.blocks[block].terminator.kind {
            TerminatorKind::Goto(next) => *next,
            TerminatorKind::Branch { .. } => match top.assertion(block) {
                Some((fails, next)) => {
                    found.extend(fails);
                    next
                }
                None => break,
            },
            _ => break,
        };
    }
    found
}

/// The beginning of a function.
struct Top<'p> {
    program: &'p Program,
    body: &'p Body,
    effects: ProgramEffects,
}

impl Top<'_> {
    /// Whether a block changes nothing but locals.
    fn is_quiet(&self, block: BlockId) -> bool {
        self.body.blocks[block].statements.iter().all(|it| self.is_quiet_statement(it))
    }

    fn is_quiet_statement(&self, statement: &Statement) -> bool {
        match &statement.kind {
            StatementKind::Assign { place, .. } | StatementKind::Zero(place) => {
                matches!(place.base, PlaceBase::Local(_))
            }
            // What a function only looks at does not count: `assert(is_valid(p))`.
            StatementKind::Call { dest, callee: Callee::Direct(id), .. } => {
                let goes_on = !self.program.functions[*id].is_noreturn;
                let is_local = |base: &PlaceBase| matches!(base, PlaceBase::Local(_));
                goes_on
                    && dest.as_ref().is_none_or(|place| is_local(&place.base))
                    && self.effects.function(*id).writes.is_empty()
            }
            StatementKind::Call { .. } => false,
            StatementKind::Live(_) | StatementKind::Dead(_) => true,
        }
    }

    /// The decision that begins with a block, if it is an assertion: where it fails, and where it goes on.
    fn assertion(&self, first: BlockId) -> Option<(Vec<Span>, BlockId)> {
        let decision = self.decision(first)?;
        let (mut fails, mut exits) = (Vec::new(), BTreeSet::new());
        let (mut seen, mut waiting) = (BTreeSet::new(), vec![first]);
        while let Some(block) = waiting.pop() {
            let belongs = self.decision(block) == Some(decision) && self.is_quiet(block);
            match &self.body.blocks[block].terminator.kind {
                _ if !seen.insert(block) => {}
                TerminatorKind::Branch { then, otherwise, .. } if belongs => {
                    waiting.extend([*then, *otherwise]);
                }
                _ => match self.failure(block) {
                    Some(span) => fails.push(span),
                    None => {
                        exits.insert(block);
                    }
                },
            }
        }
        let next = exits.first().copied().filter(|_| exits.len() == 1 && !fails.is_empty())?;
        Some((fails, next))
    }

    /// The decision that the branch of a block belongs to.
    fn decision(&self, block: BlockId) -> Option<DecisionId> {
        let conditions = self.body.decisions.conditions.iter();
        conditions.filter(|it| it.block == block).map(|it| it.decision).next()
    }

    /// The place where a block fails that does nothing else.
    fn failure(&self, block: BlockId) -> Option<Span> {
        let first = self.body.blocks[block].statements.first()?;
        match &first.kind {
            StatementKind::Call { callee: Callee::Direct(id), .. }
                if self.program.functions[*id].is_noreturn =>
            {
                Some(first.span)
            }
            _ => None,
        }
    }
}
