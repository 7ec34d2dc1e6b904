//! Predicates of R-states: what must hold at a location for a target to be reached from there.
//!
//! A predicate is a conjunction of literals: expressions of the program model, each over one of the
//! frames under way. A literal *holds* where it has a value, as the machine computes it, which is not
//! zero; so a conjunction is total, and says what it says also where a pointer in it is null.

use clew_ir::rebuild::without_spans;
use clew_ir::{
    BinaryOp, Expr, ExprKind, Function, PlaceBase, Program, Scalar, Span, TypeTable, UnaryOp,
};

/// An expression over the frame at a depth; the outermost is 0.
#[derive(Clone, PartialEq, Debug)]
pub struct Literal {
    /// The frame.
    pub depth: usize,
    /// The expression, of type `int` or any other scalar type.
    pub expr: Expr,
}

/// A conjunction of literals.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Predicate {
    /// The literals: no two are alike.
    pub literals: Vec<Literal>,
}

impl Predicate {
    /// What always holds.
    pub fn always() -> Self {
        Self::default()
    }

    /// Whether nothing is asked for.
    pub fn is_always(&self) -> bool {
        self.literals.is_empty()
    }

    /// Adds a literal, unless it is there.
    pub fn require(&mut self, depth: usize, expr: Expr) {
        let literal = Literal { depth, expr: without_spans(&expr) };
        if !self.literals.contains(&literal) {
            self.literals.push(literal);
        }
    }

    /// The literals over a frame.
    pub fn over(&self, depth: usize) -> impl Iterator<Item = &Expr> {
        self.literals.iter().filter(move |it| it.depth == depth).map(|it| &it.expr)
    }

    /// As C, for people.
    pub fn text(&self, program: &Program, frames: &[&Function]) -> String {
        if self.is_always() {
            return "true".to_owned();
        }
        let literal = |it: &Literal| match frames.get(it.depth) {
            Some(function) => clew_ir::c_text::expr_text(program, function, &it.expr),
            None => "…".to_owned(),
        };
        self.literals.iter().map(literal).collect::<Vec<_>>().join(" && ")
    }
}

/// The conjunction of expressions as one that the machine evaluates.
pub(super) fn conjunction<'e>(exprs: impl Iterator<Item = &'e Expr>) -> Expr {
    let all =
        exprs.map(truth).reduce(|all, next| binary(BinaryOp::BitAnd, TypeTable::INT, all, next));
    all.unwrap_or_else(|| number(1, TypeTable::INT))
}

/// An expression as 0 or 1.
pub(crate) fn truth(expr: &Expr) -> Expr {
    let is_truth = match &expr.kind {
        ExprKind::Binary(op, ..) => op.is_comparison(),
        ExprKind::Unary(UnaryOp::LogicalNot, _) => true,
        _ => false,
    };
    match is_truth {
        true => expr.clone(),
        false => negation(&negation(expr)),
    }
}

/// That an expression is zero. Comparisons of integers and pointers are turned around.
pub(super) fn negation(expr: &Expr) -> Expr {
    let kind = ExprKind::Unary(UnaryOp::LogicalNot, Box::new(expr.clone()));
    Expr { kind, ty: TypeTable::INT, span: Span::NONE }
}

/// That a condition does not hold; NaN is the reason why floats are not turned around.
pub(crate) fn refutation(program: &Program, condition: &Expr) -> Expr {
    let ExprKind::Binary(op, left, right) = &condition.kind else { return negation(condition) };
    let is_float = program.types.scalar(left.ty).is_none_or(|it| matches!(it, Scalar::Float(_)));
    let op = match op {
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Ge => BinaryOp::Lt,
        _ => return negation(condition),
    };
    match is_float {
        true => negation(condition),
        false => binary(op, TypeTable::INT, (**left).clone(), (**right).clone()),
    }
}

pub(crate) fn binary(op: BinaryOp, ty: clew_ir::TypeId, left: Expr, right: Expr) -> Expr {
    let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
    Expr { kind, ty, span: Span::NONE }
}

pub(super) fn number(bits: u128, ty: clew_ir::TypeId) -> Expr {
    Expr::constant(bits, ty, Span::NONE)
}

pub(super) fn cast(operand: Expr, ty: clew_ir::TypeId) -> Expr {
    if operand.ty == ty {
        return operand;
    }
    let kind = ExprKind::Cast { operand: Box::new(operand), implicit: true };
    Expr { kind, ty, span: Span::NONE }
}

/// Whether an expression has a local.
pub(super) fn has_local(expr: &Expr) -> bool {
    let mut is_found = false;
    expr.walk(&mut |each| match &each.kind {
        ExprKind::Load(place) | ExprKind::AddressOf(place) => {
            is_found |= matches!(place.base, PlaceBase::Local(_));
        }
        ExprKind::LabelAddress(_) => is_found = true,
        _ => {}
    });
    is_found
}

/// How many parts an expression has.
pub(crate) fn size(expr: &Expr) -> usize {
    let mut size = 0;
    expr.walk(&mut |_| size += 1);
    size
}
