//! Walking over the expressions and places of a program.

use super::{Base, Callee, Expr, ExprKind, Function, Place, Statement, Step, Terminator};

impl Expr {
    /// Calls `visit` on every place within, those of loads and addresses alike.
    pub(crate) fn places<'e>(&'e self, visit: &mut impl FnMut(&'e Expr, &'e Place)) {
        match &self.kind {
            ExprKind::Const(_) | ExprKind::FunctionAddress(_) | ExprKind::LabelAddress(_) => {}
            ExprKind::Load(place) | ExprKind::AddressOf(place) => {
                visit(self, place);
                place.places(visit);
            }
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => operand.places(visit),
            ExprKind::Binary(_, left, right) => {
                left.places(visit);
                right.places(visit);
            }
            ExprKind::Intrinsic(_, operands) => {
                operands.iter().for_each(|operand| operand.places(visit));
            }
        }
    }
}

impl Place {
    /// Calls `visit` on every place within the expressions of this one.
    pub(crate) fn places<'e>(&'e self, visit: &mut impl FnMut(&'e Expr, &'e Place)) {
        if let Base::Deref(pointer) = &self.base {
            pointer.places(visit);
        }
        for step in &self.path {
            if let Step::Index { index, .. } = step {
                index.places(visit);
            }
        }
    }
}

impl Function {
    /// Calls `visit` on every expression that a statement or terminator evaluates as a whole, and
    /// on the places written.
    pub(crate) fn roots<'f>(&'f self, visit: &mut impl FnMut(Root<'f>)) {
        for block in &self.blocks {
            for statement in &block.statements {
                statement.roots(visit);
            }
            block.terminator.roots(visit);
        }
    }
}

impl Terminator {
    /// The same of a terminator.
    pub(crate) fn roots<'f>(&'f self, visit: &mut impl FnMut(Root<'f>)) {
        match self {
            Terminator::Branch { condition: value, .. }
            | Terminator::Switch { value, .. }
            | Terminator::IndirectGoto { address: value, .. }
            | Terminator::Return(Some(value)) => visit(Root::Value(value)),
            Terminator::Goto(_) | Terminator::Return(None) | Terminator::Unreachable => {}
        }
    }
}

/// An expression or place that stands directly in a statement or terminator.
#[derive(Clone, Copy)]
pub(crate) enum Root<'f> {
    Value(&'f Expr),
    Written(&'f Place),
}

impl Statement {
    /// The same of a statement.
    pub(crate) fn roots<'f>(&'f self, visit: &mut impl FnMut(Root<'f>)) {
        match self {
            Statement::Set { place, value } => {
                visit(Root::Written(place));
                visit(Root::Value(value));
            }
            Statement::Call { dest, callee, args } => {
                if let Some(dest) = dest {
                    visit(Root::Written(dest));
                }
                if let Callee::Indirect(address) = callee {
                    visit(Root::Value(address));
                }
                args.iter().for_each(|arg| visit(Root::Value(arg)));
            }
            Statement::Zero(place) => visit(Root::Written(place)),
            Statement::Live(_) | Statement::Dead(_) => {}
        }
    }
}
