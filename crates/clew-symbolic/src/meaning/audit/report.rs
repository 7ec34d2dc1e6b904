//! What an audit found.

use super::super::effect::Arbitrary;
use clew_ir::{Position, Program};
use std::collections::BTreeMap;

/// The disagreements kept.
const MAX_KEPT: usize = 20;

/// A statement after which the machine's state is not what the meaning says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The statement.
    pub position: Position,
    /// What differs.
    pub what: String,
}

/// What an audit found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AuditReport {
    /// Statements and terminators compared.
    pub checked: u64,
    /// Those passed without a look, because the same had been compared often.
    pub passed_over: u64,
    /// Calls whose arguments were compared.
    pub calls: u64,
    /// Returned values compared.
    pub returns: u64,
    /// Why values could not be compared, and how often.
    pub arbitrary: BTreeMap<Arbitrary, u64>,
    /// How many statements disagree.
    pub disagreeing: u64,
    /// The first of them.
    pub disagreements: Vec<Disagreement>,
}

impl AuditReport {
    pub(super) fn disagree(&mut self, position: Position, what: String) {
        self.disagreeing += 1;
        if self.disagreements.len() < MAX_KEPT {
            self.disagreements.push(Disagreement { position, what });
        }
    }

    /// Adds what another audit found.
    pub fn add(&mut self, other: &AuditReport) {
        self.checked += other.checked;
        self.passed_over += other.passed_over;
        self.calls += other.calls;
        self.returns += other.returns;
        for (why, count) in &other.arbitrary {
            *self.arbitrary.entry(*why).or_default() += count;
        }
        self.disagreeing += other.disagreeing;
        self.disagreements.extend(other.disagreements.iter().cloned());
        self.disagreements.truncate(MAX_KEPT);
    }
}

impl Disagreement {
    /// The disagreement in words, with the source line.
    pub fn describe(&self, program: &Program) -> String {
        let Position { function, block, statement } = self.position;
        let function = &program.functions[function];
        let span = function.body.as_ref().ok().map(|body| {
            let block = &body.blocks[block];
            let statement = block.statements.get(statement as usize);
            statement.map_or(block.terminator.span, |statement| statement.span)
        });
        let source = span.map_or(String::new(), |span| {
            let text = program.sources.text_on_one_line(span).unwrap_or_default();
            format!(" ({}: `{text}`)", program.sources.describe(span))
        });
        format!("{} {block} statement {statement}{source}: {}", function.name, self.what)
    }
}
