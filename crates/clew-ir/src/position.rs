//! Positions of the program model.

use crate::body::{Body, StatementKind, TerminatorKind};
use crate::ids::{BlockId, FunctionId, Id};
use std::fmt;

/// A position of the program model: before a statement of a block, or before its terminator, which
/// stands behind the last statement.
///
/// Runs, provers and certificates speak of the program in positions: they are the same in every
/// run and on every machine, whatever code a function is compiled to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// The function.
    pub function: FunctionId,
    /// The block.
    pub block: BlockId,
    /// The index of the statement; the number of statements for the terminator.
    pub statement: u32,
}

impl Position {
    /// Where a function begins.
    pub fn entry(function: FunctionId) -> Self {
        Self { function, block: BlockId::from_index(0), statement: 0 }
    }

    /// The terminator of a block.
    pub fn terminator(function: FunctionId, block: BlockId, body: &Body) -> Self {
        let statement = body.blocks[block].statements.len() as u32;
        Self { function, block, statement }
    }

    /// The statement here; `None` at a terminator.
    pub fn statement_in(self, body: &Body) -> Option<&StatementKind> {
        let statements = &body.blocks.get(self.block)?.statements;
        statements.get(self.statement as usize).map(|statement| &statement.kind)
    }

    /// The terminator here; `None` before it.
    pub fn terminator_in(self, body: &Body) -> Option<&TerminatorKind> {
        let block = body.blocks.get(self.block)?;
        (self.statement as usize >= block.statements.len()).then_some(&block.terminator.kind)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.function, self.block, self.statement)
    }
}
