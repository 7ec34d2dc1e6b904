//! The decision table: which Boolean structure the user wrote, and which branch implements each
//! atomic condition.
//!
//! Branch, condition, decision, multiple condition and MC/DC coverage are all read off this one
//! table. A condition is implemented by exactly one [`crate::body::TerminatorKind::Branch`], and
//! that branch names the condition: the two point at each other.

use crate::ids::{BlockId, ConditionId, DecisionId, IdVec};
use crate::source::Span;

/// The decisions of one function.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DecisionTable {
    /// The decisions, in source order.
    pub decisions: IdVec<DecisionId, Decision>,
    /// The atomic conditions, in the order of their evaluation.
    pub conditions: IdVec<ConditionId, Condition>,
}

/// One decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// What kind of construct decides.
    pub kind: DecisionKind,
    /// The Boolean structure; `None` for a `switch`.
    pub structure: Option<BoolTree>,
    /// The controlling expression as the user wrote it.
    pub span: Span,
    /// For a `switch`: the block whose terminator it is.
    pub switch: Option<BlockId>,
}

/// What kind of construct decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum DecisionKind {
    If,
    While,
    DoWhile,
    For,
    /// `a ? b : c`, and `a ?: c`.
    Conditional,
    /// `&&`, `||` or `!` over them, used as a value.
    Value,
    Switch,
}

/// The Boolean structure of a decision. `&&` and `||` evaluate left to right and stop early.
#[derive(Clone, PartialEq, Debug)]
pub enum BoolTree {
    /// An atomic condition.
    Condition(ConditionId),
    /// An operand that is constant, so that no branch implements it.
    Constant(bool),
    /// `!a`.
    Not(Box<BoolTree>),
    /// `a && b`.
    And(Box<BoolTree>, Box<BoolTree>),
    /// `a || b`.
    Or(Box<BoolTree>, Box<BoolTree>),
}

impl BoolTree {
    /// The conditions, left to right.
    pub fn conditions(&self) -> Vec<ConditionId> {
        match self {
            BoolTree::Condition(id) => vec![*id],
            BoolTree::Constant(_) => Vec::new(),
            BoolTree::Not(operand) => operand.conditions(),
            BoolTree::And(left, right) | BoolTree::Or(left, right) => {
                let mut all = left.conditions();
                all.extend(right.conditions());
                all
            }
        }
    }
}

/// An atomic condition.
#[derive(Clone, PartialEq, Debug)]
pub struct Condition {
    /// The decision it belongs to.
    pub decision: DecisionId,
    /// The block whose branch implements it. The branch goes to `then` when the condition, as
    /// the user wrote it, is true.
    pub block: BlockId,
    /// The condition as the user wrote it.
    pub span: Span,
}
