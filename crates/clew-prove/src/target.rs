//! What is to be proved unreachable, and from where.

use clew_ir::Position;
use clew_ir::{BlockId, Expr, FunctionId};

/// Where executions start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// Any call of a function: its arguments, globals and memory can be anything.
    Unit(FunctionId),
    /// The start of a program: globals have their initial values.
    Program(FunctionId),
}

impl Start {
    /// The function that is entered.
    pub fn function(self) -> FunctionId {
        match self {
            Start::Unit(function) | Start::Program(function) => function,
        }
    }
}

/// What is to be proved unreachable.
#[derive(Clone, PartialEq, Debug)]
pub enum Target {
    /// The edge from a block to its successor at an index.
    Edge {
        /// The function.
        function: FunctionId,
        /// The block that is left.
        block: BlockId,
        /// The successor's index.
        arm: u32,
    },
    /// A predicate holds before a statement, or behind the last before the terminator; without
    /// one, that the place is reached.
    Label {
        /// The place.
        at: Position,
        /// The predicate; where its evaluation is not defined, it does not hold.
        predicate: Option<Expr>,
    },
}

impl Target {
    /// The function it is in.
    pub fn function(&self) -> FunctionId {
        match self {
            Target::Edge { function, .. } => *function,
            Target::Label { at, .. } => at.function,
        }
    }

    /// The block it is in.
    pub fn block(&self) -> BlockId {
        match self {
            Target::Edge { block, .. } => *block,
            Target::Label { at, .. } => at.block,
        }
    }
}
