//! Conversions. Most widening ones are free: see [`crate::code`] for the canonical form.

use super::emit::Compiler;
use crate::code::{Compute, Op, Reg};
use clew_ir::{BinaryOp, Expr, ExprKind, FloatKind, Place, Scalar, UnaryOp};

impl Compiler<'_> {
    /// Converts the value of an expression.
    pub(super) fn cast(&mut self, operand: &Expr, to: Scalar, want: Option<Reg>) -> Reg {
        let from = self.scalar_of(operand);
        if is_free(from, to) || self.is_small_enough(operand, to) {
            return self.expr(operand, want);
        }
        if let ExprKind::Load(place) = &operand.kind
            && self.loads_as(place, from, to)
        {
            return self.load_place(place, to, want);
        }
        let d = self.target(want, to);
        let mark = self.next;
        // Arithmetic whose sign does not matter to its low bits, directly in the target's form.
        if let (ExprKind::Binary(op, left, right), Scalar::Int { bits: 32, signed: true }) =
            (&operand.kind, from)
            && let Scalar::Int { bits: 32, signed: false } = to
            && matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl)
            && self.context.config.checks == crate::config::Checks::default()
        {
            self.integer(*op, 32, false, left, right, d);
            self.next = mark;
            return d;
        }
        let a = self.value(operand);
        self.cast_register(from, to, d, a);
        self.next = mark;
        d
    }

    /// Whether a conversion makes a number of a pointer, and that is to be told.
    pub(super) fn makes_number(&self, operand: &Expr, expr: &Expr) -> bool {
        let types = &self.context.program.types;
        self.context.config.stubs
            && types.is_pointer(operand.ty)
            && !types.is_pointer(expr.ty)
            && !matches!(self.scalar_of(expr), Scalar::Int { bits: 1, .. })
    }

    /// Whether a load from memory can give the other signedness at once.
    fn loads_as(&self, place: &Place, from: Scalar, to: Scalar) -> bool {
        match (from, to) {
            (Scalar::Int { bits: 8 | 16 | 32, .. }, Scalar::Int { bits: 8 | 16 | 32, .. }) => {
                from.size() == to.size()
                    && self.register_of(place).is_none()
                    && !self.may_be_bit_field(place)
            }
            _ => false,
        }
    }

    /// Converts the value in a register.
    pub(super) fn cast_register(&mut self, from: Scalar, to: Scalar, d: Reg, a: Reg) {
        use Scalar::{Float, Int};
        if from == to {
            return self.move_value(d, a, from);
        }
        let op = match (from, to) {
            (Int { bits: ..=64, .. }, Int { bits: 1, .. }) => Op::NeI { d, a, value: 0 },
            (Int { .. }, Int { bits: 64, .. }) => Op::Move { d, a },
            (Int { .. }, Int { bits: 8, signed: true }) => Op::SignExtend8 { d, a },
            (Int { .. }, Int { bits: 16, signed: true }) => Op::SignExtend16 { d, a },
            (Int { .. }, Int { bits: 32, signed: true }) => Op::SignExtend32 { d, a },
            (Int { .. }, Int { bits: 8, signed: false }) => Op::ZeroExtend8 { d, a },
            (Int { .. }, Int { bits: 16, signed: false }) => Op::ZeroExtend16 { d, a },
            (Int { .. }, Int { bits: 32, signed: false }) => Op::ZeroExtend32 { d, a },
            (Int { bits: 64, signed: false }, Float(FloatKind::F64)) => Op::UnsignedToF64 { d, a },
            (Int { bits: 64, signed: false }, Float(FloatKind::F32)) => Op::UnsignedToF32 { d, a },
            (Int { bits: ..=64, .. }, Float(FloatKind::F64)) => Op::SignedToF64 { d, a },
            (Int { bits: ..=64, .. }, Float(FloatKind::F32)) => Op::SignedToF32 { d, a },
            (Float(FloatKind::F32), Float(FloatKind::F64)) => Op::F32ToF64 { d, a },
            (Float(FloatKind::F64), Float(FloatKind::F32)) => Op::F64ToF32 { d, a },
            (Float(FloatKind::F64), Int { bits: 32, signed: true }) => Op::F64ToI32 { d, a },
            (Float(FloatKind::F64), Int { bits: 64, signed: true }) => Op::F64ToI64 { d, a },
            _ => return self.emit_compute(Compute::Cast { from, to, d, a }),
        };
        self.emit(op);
    }

    /// Whether an integer's value fits the target as it is.
    fn is_small_enough(&mut self, operand: &Expr, to: Scalar) -> bool {
        let Scalar::Int { bits, signed } = to else { return false };
        if bits > 64 {
            return false;
        }
        match &operand.kind {
            ExprKind::Binary(op, ..) if op.is_comparison() => true,
            ExprKind::Unary(UnaryOp::LogicalNot, _) => true,
            ExprKind::Binary(BinaryOp::BitAnd, left, right) => {
                let fits =
                    |value: i64| value >= 0 && value < 1 << (bits - u32::from(signed)).min(62);
                bits > 1
                    && (self.immediate(right).is_some_and(fits)
                        || self.immediate(left).is_some_and(fits))
            }
            _ => false,
        }
    }
}

/// Whether the canonical form of a value is the same in both types.
fn is_free(from: Scalar, to: Scalar) -> bool {
    if from == to {
        return true;
    }
    let (
        Scalar::Int { bits: from_bits @ ..=64, signed: from_signed },
        Scalar::Int { bits: to_bits @ 2..=64, signed: to_signed },
    ) = (from, to)
    else {
        return false;
    };
    to_bits == 64 || (from_bits < to_bits && (!from_signed || to_signed))
}
