//! How mutants are written: what stands in the source in the place of what the user wrote.

use clew_ir::{Expr, ExprKind, Span};

/// A mutant as a change of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// What is changed: an expression.
    pub span: Span,
    /// What it becomes.
    pub edit: Edit,
}

/// What an expression becomes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// The operator between two operands becomes another; so does that of a compound assignment.
    Operator {
        /// The left operand.
        left: Span,
        /// The right one.
        right: Span,
        /// What is between them.
        before: &'static str,
        /// What is there instead.
        after: &'static str,
    },
    /// The value is followed by another, which it becomes.
    Constant(&'static str),
    /// A unary operator is put before it.
    Unary(&'static str),
    /// Its absolute value; the negative of that where `negative` says so.
    Absolute {
        /// Whether it is the negative.
        negative: bool,
    },
    /// The left side of an assignment of this value becomes another.
    LeftSide {
        /// The right side.
        value: Span,
        /// The other left side, as C.
        other: String,
    },
    /// A decision becomes another, of these pieces.
    Pieces(Vec<Piece>),
}

/// A piece of a changed expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// This text.
    Text(&'static str),
    /// What the user wrote there.
    Source(Span),
}

/// The change of an operator into that of a mutant with the same operands.
pub(super) fn operator(part: &Expr, mutant: &Expr) -> Option<Change> {
    let ExprKind::Binary(before, left, right) = &part.kind else { return None };
    let edit = match &mutant.kind {
        ExprKind::Binary(after, ..) => Edit::Operator {
            left: left.span,
            right: right.span,
            before: before.c_symbol(),
            after: after.c_symbol(),
        },
        _ => match mutant.as_const()? {
            0 => Edit::Constant("0"),
            _ => Edit::Constant("1"),
        },
    };
    Some(Change { span: part.span, edit })
}
