//! Statements.

use super::assigned;
use super::emit::{Compiler, is_wide};
use crate::code::Home;
use crate::code::{Op, Reg};
use clew_ir::{Expr, ExprKind, Id, LocalId, Place, PlaceBase, Scalar, Statement, StatementKind};

impl Compiler<'_> {
    /// Compiles a statement.
    pub(super) fn statement(&mut self, statement: &Statement) {
        self.next = self.temporaries;
        self.at(statement.span, |compiler| match &statement.kind {
            StatementKind::Assign { place, value } => compiler.assign(place, value),
            StatementKind::Call { callee, .. } if compiler.is_marker(callee) => {}
            StatementKind::Call { dest, callee, args } => {
                compiler.call(dest.as_ref(), callee, args);
            }
            StatementKind::Live(local) => compiler.live(*local),
            StatementKind::Dead(local) => {
                if let Home::Object { register, .. } = compiler.homes[local.index()] {
                    compiler.emit(Op::Dead { d: register });
                }
            }
            StatementKind::Zero(place) => compiler.zero(place),
        });
        assigned::pass(statement, self.in_register, &mut self.ready);
    }

    /// The register of a place that is a whole local in a register.
    pub(super) fn register_of(&self, place: &Place) -> Option<(LocalId, Reg)> {
        let local = place.as_local()?;
        match self.homes[local.index()] {
            Home::Register(register) => Some((local, register)),
            Home::Object { .. } => None,
        }
    }

    fn assign(&mut self, place: &Place, value: &Expr) {
        if let Some((local, register)) = self.register_of(place) {
            self.value_into(value, register);
            return self.set_flag(local);
        }
        if let Some(scalar) = self.scalar(place.ty) {
            if let Some(source) = self.copied_byte(place, value) {
                return self.copy_byte(place, source);
            }
            let a = self.value(value);
            return self.store_place(place, scalar, a);
        }
        let ExprKind::Load(source) = &value.kind else {
            unreachable!("an aggregate's value should be a load");
        };
        let size = self.context.program.types.size(place.ty).unwrap_or(0);
        let from = self.at(value.span, |compiler| {
            let (address, _) = compiler.address(source, true);
            compiler.pointer(address, None)
        });
        let (address, _) = self.address(place, true);
        let p = self.pointer(address, None);
        self.emit(Op::Copy { p, from, size });
    }

    /// Stores a register of scalar type to a place in memory.
    pub(super) fn store_place(&mut self, place: &Place, scalar: Scalar, a: Reg) {
        let address = self.address(place, true);
        self.store(address, scalar, a);
    }

    /// The source of an assignment that only moves a character from memory to memory: its
    /// initialisation mark moves too, so that loops which copy padding are fine.
    fn copied_byte<'e>(&self, place: &Place, value: &'e Expr) -> Option<&'e Place> {
        let types = &self.context.program.types;
        let load = match &value.kind {
            ExprKind::Cast { operand, .. } if types.is_character(operand.ty) => operand,
            _ => value,
        };
        let ExprKind::Load(source) = &load.kind else { return None };
        let is_plain = |place: &Place| {
            types.is_character(place.ty)
                && self.register_of(place).is_none()
                && !self.may_be_bit_field(place)
        };
        (is_plain(place) && is_plain(source)).then_some(source)
    }

    /// Whether a place ends in a member, as bit-fields do.
    pub(super) fn may_be_bit_field(&self, place: &Place) -> bool {
        matches!(place.path.last(), Some(clew_ir::Projection::Field(_)))
    }

    fn copy_byte(&mut self, place: &Place, source: &Place) {
        let (address, _) = self.address(source, true);
        let (from, from_offset) = self.pointer_and_offset(address);
        let (address, _) = self.address(place, true);
        let (p, offset) = self.pointer_and_offset(address);
        self.emit(Op::CopyByte { p, from, offset, from_offset });
    }

    fn live(&mut self, local: LocalId) {
        match self.homes[local.index()] {
            Home::Object { register, object } => {
                self.emit(Op::Live { d: register, local: object });
            }
            Home::Register(_) => {
                if let Some(flag) = self.flags[local.index()] {
                    self.emit(Op::Const { d: flag, value: 0 });
                }
            }
        }
    }

    /// C leaves open what an initialiser puts between members.
    fn pad(&mut self, place: &Place) {
        if let (PlaceBase::Local(local), true) = (&place.base, place.path.is_empty())
            && let Home::Object { register, object } = self.homes[local.index()]
            && !self.code.locals[object as usize].padding.is_empty()
        {
            self.emit(Op::Pad { d: register, local: object });
        }
    }

    fn zero(&mut self, place: &Place) {
        if let Some((local, register)) = self.register_of(place) {
            self.emit(Op::Const { d: register, value: 0 });
            if self.scalar(place.ty).is_some_and(is_wide) {
                self.emit(Op::Const { d: register + 1, value: 0 });
            }
            return self.set_flag(local);
        }
        if self.may_be_bit_field(place)
            && let (address, bits @ Some(_)) = self.address(place, true)
        {
            let zero = self.constant(0);
            let scalar = self.scalar(place.ty).expect("a bit-field should be scalar");
            return self.store((address, bits), scalar, zero);
        }
        let size = self.context.program.types.size(place.ty).unwrap_or(0);
        let (address, _) = self.address(place, true);
        let p = self.pointer(address, None);
        self.emit(Op::Zero { p, size });
        self.pad(place);
    }
}
