//! What is claimed at a node: something of the function that runs there, of one that waits for it, or
//! of both.

use clew_ir::{BinaryOp, Expr, Program, Scalar, model_text};
use clew_logic::{TermId, TermPool};
use clew_symbolic::meaning::Walk;

/// What is claimed at a node.
#[derive(Clone, PartialEq, Debug)]
pub enum Clause {
    /// An expression of the innermost function has a value that is not zero.
    Here(Expr),
    /// The same of a function under way, the outermost being 0.
    Outer(usize, Expr),
    /// An integer of the innermost function compares so to one of another, of the same type.
    Across {
        /// The comparison.
        op: BinaryOp,
        /// What is compared.
        here: Expr,
        /// The other function, the outermost being 0.
        frame: usize,
        /// What it is compared to.
        there: Expr,
    },
    /// These expressions, each over the function at a depth, do not all hold.
    Never(Vec<(usize, Expr)>),
}

impl Clause {
    /// The expression, where it is about the innermost function alone.
    pub fn own(&self) -> Option<&Expr> {
        match self {
            Clause::Here(expr) => Some(expr),
            Clause::Outer(..) | Clause::Across { .. } | Clause::Never(_) => None,
        }
    }

    /// Whether it holds where a walk stands.
    pub(crate) fn holds(
        &self,
        program: &Program,
        walk: &mut Walk<'_>,
        pool: &mut TermPool,
    ) -> TermId {
        match self {
            Clause::Here(expr) => walk.holds(pool, expr),
            Clause::Outer(frame, expr) => walk.holds_in(pool, *frame, expr),
            Clause::Across { op, here, frame, there } => {
                let innermost = walk.calls().len();
                let (left, has_left) = walk.value_in(pool, innermost, here);
                let (right, has_right) = walk.value_in(pool, *frame, there);
                let scalar = program.types.scalar(here.ty);
                let is_signed = matches!(scalar, Some(Scalar::Int { signed: true, .. }));
                let holds = compared(pool, *op, is_signed, left, right);
                pool.and_all([has_left, has_right, holds])
            }
            Clause::Never(all) => {
                let all: Vec<TermId> =
                    all.iter().map(|(frame, expr)| walk.holds_in(pool, *frame, expr)).collect();
                let all = pool.and_all(all);
                pool.not(all)
            }
        }
    }

    /// The clause as certificates write it.
    pub(crate) fn text(&self, program: &Program) -> String {
        let expr = |expr: &Expr| model_text::expr_text(program, expr);
        match self {
            Clause::Here(it) => format!("(holds {})", expr(it)),
            Clause::Outer(frame, it) => format!("(frame {frame} (holds {}))", expr(it)),
            Clause::Across { op, here, frame, there } => {
                let op = match op {
                    BinaryOp::Eq => "eq",
                    BinaryOp::Ne => "ne",
                    BinaryOp::Lt => "lt",
                    BinaryOp::Le => "le",
                    BinaryOp::Gt => "gt",
                    _ => "ge",
                };
                format!("(across {op} {} {frame} {})", expr(here), expr(there))
            }
            Clause::Never(all) => {
                let all =
                    all.iter().map(|(frame, it)| format!(" (frame {frame} (holds {}))", expr(it)));
                format!("(not (and{}))", all.collect::<String>())
            }
        }
    }
}

fn compared(pool: &mut TermPool, op: BinaryOp, is_signed: bool, a: TermId, b: TermId) -> TermId {
    let less = |pool: &mut TermPool, a, b| if is_signed { pool.slt(a, b) } else { pool.ult(a, b) };
    match op {
        BinaryOp::Eq => pool.eq(a, b),
        BinaryOp::Ne => {
            let is_same = pool.eq(a, b);
            pool.not(is_same)
        }
        BinaryOp::Lt => less(pool, a, b),
        BinaryOp::Gt => less(pool, b, a),
        BinaryOp::Le => {
            let is_greater = less(pool, b, a);
            pool.not(is_greater)
        }
        _ => {
            let is_less = less(pool, a, b);
            pool.not(is_less)
        }
    }
}
