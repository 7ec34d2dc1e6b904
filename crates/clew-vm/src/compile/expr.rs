//! Expressions.
//!
//! A value goes where it is wanted, or stays where it is: the load of a local in a register costs
//! nothing. Only the last operation of an expression writes the wanted register, so that
//! `x = y - x` reads `x` first.

use super::address::Size;
use super::emit::{Compiler, is_wide};
use super::fold::canonical;
use crate::code::Home;
use crate::code::{Compute, Op, Reg};
use clew_ir::{BinaryOp, Expr, ExprKind, FloatKind, Id, Place, Scalar, TypeId, UnaryOp};

/// An operation of two registers and a result.
type ThreeRegisters = fn(Reg, Reg, Reg) -> Op;

/// Constructors by name.
macro_rules! three {
    ($name:ident) => {
        |d, a, b| Op::$name { d, a, b }
    };
}

impl Compiler<'_> {
    /// A register that holds the value of a scalar expression.
    pub(super) fn value(&mut self, expr: &Expr) -> Reg {
        self.expr(expr, None)
    }

    /// Computes a scalar expression into a register.
    pub(super) fn value_into(&mut self, expr: &Expr, d: Reg) {
        let scalar = self.scalar_of(expr);
        let a = self.expr(expr, Some(d));
        self.move_value(d, a, scalar);
    }

    /// Computes a scalar expression, into the wanted register if there is anything to compute;
    /// returns where the value is.
    pub(super) fn expr(&mut self, expr: &Expr, want: Option<Reg>) -> Reg {
        self.at(expr.span, |compiler| compiler.expr_here(expr, want))
    }

    fn expr_here(&mut self, expr: &Expr, want: Option<Reg>) -> Reg {
        let scalar = self.scalar_of(expr);
        if let Some(bits) = self.fold(expr) {
            return self.constant_value(scalar, bits, want);
        }
        match &expr.kind {
            ExprKind::Load(place) => self.load_place(place, scalar, want),
            ExprKind::AddressOf(place) => {
                let (address, _) = self.address(place, false);
                self.pointer(address, want)
            }
            ExprKind::Unary(op, operand) => self.unary(*op, operand, scalar, want),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr, want),
            ExprKind::Cast { operand, .. } if self.makes_number(operand, expr) => {
                let a = self.value(operand);
                self.emit_compute(Compute::PointerAsNumber { a });
                let d = self.target(want, scalar);
                self.cast_register(self.scalar_of(operand), scalar, d, a);
                d
            }
            ExprKind::Cast { operand, .. } => self.cast(operand, scalar, want),
            ExprKind::Intrinsic(op, operands) => self.intrinsic(*op, operands, scalar, want),
            ExprKind::Const(_) | ExprKind::FunctionAddress(_) | ExprKind::LabelAddress(_) => {
                unreachable!("constants are folded")
            }
        }
    }

    /// A constant in one or two registers.
    pub(super) fn constant_value(&mut self, scalar: Scalar, bits: u128, want: Option<Reg>) -> Reg {
        if is_wide(scalar) {
            let d = self.target(want, scalar);
            self.emit(Op::Const { d, value: bits as u64 });
            self.emit(Op::Const { d: d + 1, value: (bits >> 64) as u64 });
            return d;
        }
        let value = canonical(scalar, bits);
        match want {
            Some(d) => {
                self.emit(Op::Const { d, value });
                d
            }
            None => self.constant(value),
        }
    }

    pub(super) fn load_place(&mut self, place: &Place, scalar: Scalar, want: Option<Reg>) -> Reg {
        if let Some(local) = place.as_local()
            && let Home::Register(register) = self.homes[local.index()]
        {
            if let Some(flag) = self.flags[local.index()]
                && !self.ready.contains(local)
            {
                self.emit(Op::CheckInitialised { flag, local: local.index() as u32 });
            }
            return register;
        }
        let d = self.target(want, scalar);
        let mark = self.next;
        let address = self.address(place, true);
        self.load(address, scalar, d);
        self.next = mark;
        d
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr, result: Scalar, want: Option<Reg>) -> Reg {
        let scalar = self.scalar_of(operand);
        let d = self.target(want, result);
        let mark = self.next;
        let a = self.value(operand);
        let checked = self.context.config.checks.signed_overflow;
        match (op, scalar) {
            (UnaryOp::LogicalNot, Scalar::Int { bits: ..=64, .. }) => {
                self.emit(Op::EqI { d, a, value: 0 });
            }
            (UnaryOp::Neg, Scalar::Int { bits: bits @ (32 | 64), signed: true }) if checked => {
                let zero = self.constant(0);
                self.emit(if bits == 32 {
                    Op::SubChecked32 { d, a: zero, b: a }
                } else {
                    Op::SubChecked64 { d, a: zero, b: a }
                });
            }
            (UnaryOp::Neg, Scalar::Int { bits: 32, signed: true }) => {
                self.emit(Op::Neg32 { d, a });
            }
            (UnaryOp::Neg, Scalar::Int { bits: 32, signed: false }) => {
                self.emit(Op::NegU32 { d, a });
            }
            (UnaryOp::Neg, Scalar::Int { bits: 64, .. }) => {
                self.emit(Op::Neg64 { d, a });
            }
            (
                UnaryOp::BitNot,
                Scalar::Int { bits: 64, .. } | Scalar::Int { bits: 32, signed: true },
            ) => {
                self.emit(Op::Not { d, a });
            }
            (UnaryOp::BitNot, Scalar::Int { bits: 32, signed: false }) => {
                self.emit(Op::XorI { d, a, value: 0xffff_ffff });
            }
            (UnaryOp::Neg, Scalar::Float(FloatKind::F64)) => {
                self.emit(Op::XorI { d, a, value: i64::MIN });
            }
            (UnaryOp::Neg, Scalar::Float(FloatKind::F32)) => {
                self.emit(Op::XorI { d, a, value: 0x8000_0000 });
            }
            (UnaryOp::Neg | UnaryOp::BitNot | UnaryOp::LogicalNot, _) => {
                self.emit_compute(Compute::Unary { op, scalar, d, a });
            }
        }
        self.next = mark;
        d
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        expr: &Expr,
        want: Option<Reg>,
    ) -> Reg {
        let result = self.scalar_of(expr);
        let d = self.target(want, result);
        let mark = self.next;
        match op {
            BinaryOp::PtrAdd | BinaryOp::PtrSub => {
                let address = self.pointer_address(expr);
                self.pointer(address, Some(d));
            }
            BinaryOp::PtrDiff => self.pointer_difference(left, right, d),
            _ => {
                let scalar = self.scalar_of(left);
                match scalar {
                    Scalar::Int { bits: ..=64, .. } if op.is_comparison() => {
                        self.compare(op, left, right, d);
                    }
                    Scalar::Int { bits: bits @ (32 | 64), signed } => {
                        self.integer(op, bits, signed, left, right, d);
                    }
                    Scalar::Int { bits: ..=64, .. }
                        if matches!(op, BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor) =>
                    {
                        self.bitwise(op, left, right, d);
                    }
                    Scalar::Float(kind @ (FloatKind::F32 | FloatKind::F64)) => {
                        self.float(op, kind, left, right, d);
                    }
                    Scalar::Int { .. } | Scalar::Float(_) => {
                        let a = self.value(left);
                        let b = self.value(right);
                        let right = self.scalar_of(right);
                        self.check(op, scalar, right, a, b);
                        self.emit_compute(Compute::Binary { op, left: scalar, right, d, a, b });
                    }
                }
            }
        }
        self.next = mark;
        d
    }

    fn pointer_difference(&mut self, left: &Expr, right: &Expr, d: Reg) {
        let a = self.value(left);
        let b = self.value(right);
        let pointee = self.context.program.types.pointee(left.ty).unwrap_or(left.ty);
        match self.size_of(pointee) {
            Size::Constant(0) => {
                self.emit(Op::Const { d, value: 0 });
            }
            Size::Constant(size) => {
                self.emit(Op::PointerDifference { d, a, b, size });
                if self.is_narrow() {
                    self.emit(Op::SignExtend32 { d, a: d });
                }
            }
            Size::Register(size) => {
                let bytes = self.temporary(1);
                self.emit(Op::Sub64 { d: bytes, a, b });
                self.emit(Op::DivS64 { d, a: bytes, b: size });
            }
        }
    }

    /// Integer arithmetic of 32 or 64 bits.
    pub(super) fn integer(
        &mut self,
        op: BinaryOp,
        bits: u32,
        signed: bool,
        left: &Expr,
        right: &Expr,
        d: Reg,
    ) {
        let checks = self.context.config.checks;
        let arithmetic = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul);
        if signed && arithmetic && checks.signed_overflow {
            let (a, b) = (self.value(left), self.value(right));
            let make: ThreeRegisters = match (op, bits) {
                (BinaryOp::Add, 32) => three!(AddChecked32),
                (BinaryOp::Add, _) => three!(AddChecked64),
                (BinaryOp::Sub, 32) => three!(SubChecked32),
                (BinaryOp::Sub, _) => three!(SubChecked64),
                (_, 32) => three!(MulChecked32),
                (..) => three!(MulChecked64),
            };
            self.emit(make(d, a, b));
            return;
        }
        if op.is_shift() && checks.bad_shift {
            let (left_scalar, right_scalar) = (self.scalar_of(left), self.scalar_of(right));
            let (a, b) = (self.value(left), self.value(right));
            self.check(op, left_scalar, right_scalar, a, b);
            let make = three_registers(op, bits, signed);
            self.emit(make(d, a, b));
            return;
        }
        if self.integer_immediate(op, bits, signed, left, right, d) {
            return;
        }
        let a = self.value(left);
        let b = self.value(right);
        let make = three_registers(op, bits, signed);
        self.emit(make(d, a, b));
    }

    /// Tries an operation with a constant operand.
    fn integer_immediate(
        &mut self,
        op: BinaryOp,
        bits: u32,
        signed: bool,
        left: &Expr,
        right: &Expr,
        d: Reg,
    ) -> bool {
        let commutes = matches!(
            op,
            BinaryOp::Add | BinaryOp::Mul | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor
        );
        let (left, value) = match self.immediate(right) {
            Some(value) => (left, value),
            None if commutes => match self.immediate(left) {
                Some(value) => (right, value),
                None => return false,
            },
            None => return false,
        };
        if let Some(log) = power_of_two(value)
            && !signed
            && matches!(op, BinaryOp::Div | BinaryOp::Rem)
        {
            let a = self.value(left);
            self.emit(match op {
                BinaryOp::Div => Op::ShrUI { d, a, value: log },
                _ => Op::AndI { d, a, value: value - 1 },
            });
            return true;
        }
        let is_short_division = bits == 32 && value != 0 && (!signed || value != -1);
        let count = value & i64::from(bits - 1);
        let make: fn(Reg, Reg, i64) -> Op = match (op, bits, signed) {
            (BinaryOp::Add | BinaryOp::Sub, 32, true) => |d, a, value| Op::AddI32 { d, a, value },
            (BinaryOp::Add | BinaryOp::Sub, 32, false) => |d, a, value| Op::AddIU32 { d, a, value },
            (BinaryOp::Add | BinaryOp::Sub, ..) => |d, a, value| Op::AddI64 { d, a, value },
            (BinaryOp::Mul, 32, true) => |d, a, value| Op::MulI32 { d, a, value },
            (BinaryOp::Mul, 32, false) => |d, a, value| Op::MulIU32 { d, a, value },
            (BinaryOp::Mul, ..) => |d, a, value| Op::MulI64 { d, a, value },
            (BinaryOp::Div, _, true) if is_short_division => {
                |d, a, value| Op::DivIS32 { d, a, value }
            }
            (BinaryOp::Div, _, false) if is_short_division => {
                |d, a, value| Op::DivIU32 { d, a, value }
            }
            (BinaryOp::Rem, _, true) if is_short_division => {
                |d, a, value| Op::RemIS32 { d, a, value }
            }
            (BinaryOp::Rem, _, false) if is_short_division => {
                |d, a, value| Op::RemIU32 { d, a, value }
            }
            (BinaryOp::BitAnd, ..) => |d, a, value| Op::AndI { d, a, value },
            (BinaryOp::BitOr, ..) => |d, a, value| Op::OrI { d, a, value },
            (BinaryOp::BitXor, ..) => |d, a, value| Op::XorI { d, a, value },
            (BinaryOp::Shl, 32, true) => |d, a, value| Op::ShlI32 { d, a, value },
            (BinaryOp::Shl, 32, false) => |d, a, value| Op::ShlIU32 { d, a, value },
            (BinaryOp::Shl, ..) => |d, a, value| Op::ShlI64 { d, a, value },
            (BinaryOp::Shr, _, true) => |d, a, value| Op::ShrSI { d, a, value },
            (BinaryOp::Shr, _, false) => |d, a, value| Op::ShrUI { d, a, value },
            _ => return false,
        };
        let value = match op {
            BinaryOp::Sub => value.wrapping_neg(),
            BinaryOp::Shl | BinaryOp::Shr => count,
            _ => value,
        };
        let a = self.value(left);
        self.emit(make(d, a, value));
        true
    }

    fn bitwise(&mut self, op: BinaryOp, left: &Expr, right: &Expr, d: Reg) {
        if !self.integer_immediate(op, 64, false, left, right, d) {
            let (a, b) = (self.value(left), self.value(right));
            let make = three_registers(op, 64, false);
            self.emit(make(d, a, b));
        }
    }

    /// A comparison of integers of at most 64 bits.
    fn compare(&mut self, op: BinaryOp, left: &Expr, right: &Expr, d: Reg) {
        let condition = self.integer_condition(op, left, right);
        self.emit(condition.set(d));
    }

    fn float(&mut self, op: BinaryOp, kind: FloatKind, left: &Expr, right: &Expr, d: Reg) {
        let (mut a, mut b) = (self.value(left), self.value(right));
        let is_double = kind == FloatKind::F64;
        if matches!(op, BinaryOp::Gt | BinaryOp::Ge) {
            std::mem::swap(&mut a, &mut b);
        }
        let make: ThreeRegisters = match (op, is_double) {
            (BinaryOp::Add, true) => three!(AddF64),
            (BinaryOp::Sub, true) => three!(SubF64),
            (BinaryOp::Mul, true) => three!(MulF64),
            (BinaryOp::Div, true) => three!(DivF64),
            (BinaryOp::Eq, true) => three!(EqF64),
            (BinaryOp::Ne, true) => three!(NeF64),
            (BinaryOp::Lt | BinaryOp::Gt, true) => three!(LtF64),
            (BinaryOp::Le | BinaryOp::Ge, true) => three!(LeF64),
            (BinaryOp::Add, false) => three!(AddF32),
            (BinaryOp::Sub, false) => three!(SubF32),
            (BinaryOp::Mul, false) => three!(MulF32),
            (BinaryOp::Div, false) => three!(DivF32),
            (BinaryOp::Eq, false) => three!(EqF32),
            (BinaryOp::Ne, false) => three!(NeF32),
            (BinaryOp::Lt | BinaryOp::Gt, false) => three!(LtF32),
            (BinaryOp::Le | BinaryOp::Ge, false) => three!(LeF32),
            _ => unreachable!("C has no `{}` on floating operands", op.c_symbol()),
        };
        self.emit(make(d, a, b));
    }

    /// The optional checks, for operands that have no checked operation.
    fn check(&mut self, op: BinaryOp, left: Scalar, right: Scalar, a: Reg, b: Reg) {
        let checks = self.context.config.checks;
        let wanted = if op.is_shift() { checks.bad_shift } else { checks.signed_overflow };
        if wanted && matches!(left, Scalar::Int { .. }) && !op.is_comparison() {
            self.emit_compute(Compute::Check { op, left, right, a, b });
        }
    }

    /// Whether a type is a pointer's or an integer's of 64 bits at most.
    pub(super) fn is_integer(&self, ty: TypeId) -> bool {
        matches!(self.scalar(ty), Some(Scalar::Int { bits: ..=64, .. }))
    }
}

/// The logarithm of a positive power of two.
fn power_of_two(value: i64) -> Option<i64> {
    (value > 0 && value & (value - 1) == 0).then(|| value.trailing_zeros().into())
}

fn three_registers(op: BinaryOp, bits: u32, signed: bool) -> ThreeRegisters {
    match (op, bits, signed) {
        (BinaryOp::Add, 32, true) => three!(Add32),
        (BinaryOp::Add, 32, false) => three!(AddU32),
        (BinaryOp::Add, ..) => three!(Add64),
        (BinaryOp::Sub, 32, true) => three!(Sub32),
        (BinaryOp::Sub, 32, false) => three!(SubU32),
        (BinaryOp::Sub, ..) => three!(Sub64),
        (BinaryOp::Mul, 32, true) => three!(Mul32),
        (BinaryOp::Mul, 32, false) => three!(MulU32),
        (BinaryOp::Mul, ..) => three!(Mul64),
        (BinaryOp::Div, 32, true) => three!(DivS32),
        (BinaryOp::Div, 32, false) => three!(DivU32),
        (BinaryOp::Div, _, true) => three!(DivS64),
        (BinaryOp::Div, _, false) => three!(DivU64),
        (BinaryOp::Rem, 32, true) => three!(RemS32),
        (BinaryOp::Rem, 32, false) => three!(RemU32),
        (BinaryOp::Rem, _, true) => three!(RemS64),
        (BinaryOp::Rem, _, false) => three!(RemU64),
        (BinaryOp::Shl, 32, true) => three!(Shl32),
        (BinaryOp::Shl, 32, false) => three!(ShlU32),
        (BinaryOp::Shl, ..) => three!(Shl64),
        (BinaryOp::Shr, 32, true) => three!(ShrS32),
        (BinaryOp::Shr, 32, false) => three!(ShrU32),
        (BinaryOp::Shr, _, true) => three!(ShrS64),
        (BinaryOp::Shr, _, false) => three!(ShrU64),
        (BinaryOp::BitAnd, ..) => three!(And),
        (BinaryOp::BitOr, ..) => three!(Or),
        (BinaryOp::BitXor, ..) => three!(Xor),
        (
            BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::PtrAdd
            | BinaryOp::PtrSub
            | BinaryOp::PtrDiff,
            ..,
        ) => unreachable!("`{}` is no integer arithmetic", op.c_symbol()),
    }
}
