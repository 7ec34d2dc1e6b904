//! Statements.

use super::Meaning;
use super::effect::{Arbitrary, Effect, Havoc, Lifetime, Stored, Target, Write};
use super::store::scalar_width;
use clew_ir::is_label_marker;
use clew_ir::{
    Callee, Expr, ExprKind, FloatKind, LocalId, Place, Scalar, Statement, StatementKind,
};
use clew_logic::TermId;

/// The bytes of a `long double` that hold its value, and those behind them.
const X87_BYTES: u64 = 10;
const X87_PADDING: u64 = 6;

impl Meaning<'_> {
    /// What a statement does.
    pub fn statement(&mut self, statement: &Statement) -> Effect {
        self.at(statement.span, |meaning| match &statement.kind {
            StatementKind::Assign { place, value } => meaning.assign(place, value),
            StatementKind::Call { dest, callee, args } => {
                if !meaning.is_marker(callee) {
                    meaning.call(dest.as_ref(), callee, args);
                }
            }
            StatementKind::Live(local) => meaning.live(*local),
            StatementKind::Dead(local) => {
                if meaning.variable(*local).is_none() {
                    meaning.found.lifetimes.push(Lifetime::Ends(*local));
                }
            }
            StatementKind::Zero(place) => meaning.zero(place),
        });
        self.finish()
    }

    /// Whether a call only marks a label: it does nothing.
    fn is_marker(&self, callee: &Callee) -> bool {
        match callee {
            Callee::Direct(function) => is_label_marker(&self.program.functions[*function]),
            Callee::Indirect(_) | Callee::Builtin(_) => false,
        }
    }

    fn assign(&mut self, place: &Place, value: &Expr) {
        match self.scalar(place.ty) {
            Some(scalar) => {
                let value = self.value(value);
                let target = self.target(place);
                self.write_scalar(target, scalar, value);
            }
            None => {
                let from = self.aggregate(value);
                let target = Target::Memory(self.location(place));
                self.write(target, Stored::Copy(from));
            }
        }
    }

    /// The address of the aggregate that an expression loads.
    pub(super) fn aggregate(&mut self, value: &Expr) -> TermId {
        let ExprKind::Load(source) = &value.kind else {
            unreachable!("an aggregate's value should be a load");
        };
        self.at(value.span, |meaning| meaning.location(source).address)
    }

    pub(super) fn write(&mut self, target: Target, value: Stored) {
        self.found.writes.push(Write { target, value });
    }

    /// Writes a value of scalar type. What is behind a `long double` may change.
    pub(super) fn write_scalar(&mut self, target: Target, scalar: Scalar, value: TermId) {
        self.write(target, Stored::Scalar(value));
        if let (Target::Memory(location), Scalar::Float(FloatKind::X87)) = (target, scalar) {
            let behind = self.address_constant(X87_BYTES);
            let address = self.pool.add(location.address, behind);
            self.found.arbitrary.push(Arbitrary::Padding);
            self.found.havocs.push(Havoc::Range { address, len: X87_PADDING });
        }
    }

    fn live(&mut self, local: LocalId) {
        match self.variable(local) {
            Some(_) => self.found.havocs.push(Havoc::Variable(local)),
            None => self.found.lifetimes.push(Lifetime::Begins(local)),
        }
    }

    fn zero(&mut self, place: &Place) {
        match (self.target(place), self.scalar(place.ty)) {
            (target @ Target::Variable(_), Some(scalar)) => {
                let zero = self.pool.bv(scalar_width(scalar), 0);
                self.write(target, Stored::Scalar(zero));
            }
            (target, _) => self.write(target, Stored::Zero),
        }
    }
}
