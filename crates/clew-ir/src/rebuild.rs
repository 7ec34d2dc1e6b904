//! Expressions made anew: without places in the source, or with parts replaced.

use crate::expr::{Expr, ExprKind, Place, PlaceBase, Projection};
use crate::source::Span;

/// The same expression without places in the source: two that are written alike are equal.
pub fn without_spans(expr: &Expr) -> Expr {
    rebuilt(expr, &|expr| expr)
}

/// The same expression without places in the source, each part replaced from the inside out.
pub fn rebuilt(expr: &Expr, replace: &dyn Fn(Expr) -> Expr) -> Expr {
    let part = |expr: &Expr| Box::new(rebuilt(expr, replace));
    let inner = |place: &Place| Box::new(rebuilt_place(place, replace));
    let kind = match &expr.kind {
        ExprKind::Load(place) => ExprKind::Load(inner(place)),
        ExprKind::AddressOf(place) => ExprKind::AddressOf(inner(place)),
        ExprKind::Unary(op, operand) => ExprKind::Unary(*op, part(operand)),
        ExprKind::Binary(op, left, right) => ExprKind::Binary(*op, part(left), part(right)),
        ExprKind::Cast { operand, .. } => {
            ExprKind::Cast { operand: part(operand), implicit: false }
        }
        ExprKind::Intrinsic(op, operands) => {
            ExprKind::Intrinsic(*op, operands.iter().map(|it| rebuilt(it, replace)).collect())
        }
        kind @ (ExprKind::Const(_) | ExprKind::FunctionAddress(_) | ExprKind::LabelAddress(_)) => {
            kind.clone()
        }
    };
    replace(Expr { kind, ty: expr.ty, span: Span::NONE })
}

/// A place without places in the source.
pub fn place_without_spans(place: &Place) -> Place {
    rebuilt_place(place, &|expr| expr)
}

fn rebuilt_place(place: &Place, replace: &dyn Fn(Expr) -> Expr) -> Place {
    let base = match &place.base {
        PlaceBase::Deref(pointer) => PlaceBase::Deref(Box::new(rebuilt(pointer, replace))),
        base @ (PlaceBase::Local(_) | PlaceBase::Global(_)) => base.clone(),
    };
    let step = |step: &Projection| match step {
        Projection::Index(index) => Projection::Index(rebuilt(index, replace)),
        Projection::Field(field) => Projection::Field(*field),
    };
    Place { base, path: place.path.iter().map(step).collect(), ..*place }
}
