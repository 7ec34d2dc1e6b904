//! Places and expressions: invariants 9 and 11 to 17.

use super::Verifier;
use crate::expr::{BinaryOp, Expr, ExprKind, Intrinsic, Place, PlaceBase, Projection, UnaryOp};
use crate::ids::{Id, LocalId, TypeId};
use crate::ops;
use crate::program::Function;
use crate::types::{Scalar, Type, TypeTable};

/// Which aggregates may be loaded where an expression stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Moves {
    /// None: the value is computed with.
    Scalars,
    /// Records: it is passed or returned.
    Records,
    /// Records and arrays: it is assigned.
    Aggregates,
}

impl Verifier<'_> {
    /// Checks an expression; whether its type can be relied on.
    pub(super) fn expr(&mut self, function: &Function, expr: &Expr, moves: Moves) -> bool {
        if !self.type_exists(expr.ty) {
            return false;
        }
        let scalar = self.types.scalar(expr.ty);
        let is_moved = match self.types.get(expr.ty) {
            Type::Record(_) | Type::Opaque { .. } => moves != Moves::Scalars,
            Type::Array { .. } => moves == Moves::Aggregates,
            _ => false,
        } && matches!(expr.kind, ExprKind::Load(_));
        if !self.check(13, scalar.is_some() || is_moved, || {
            format!("a value of {} stands where only scalars compute", expr.ty)
        }) {
            return false;
        }
        match &expr.kind {
            ExprKind::Const(bits) => {
                let width = match scalar {
                    Some(Scalar::Int { bits, .. }) => bits,
                    Some(scalar @ Scalar::Float(_)) => (scalar.size() as u32 * 8).min(80),
                    None => 0,
                };
                self.check(12, ops::truncate(*bits, width) == *bits, || {
                    format!("constant {bits:#x} is wider than {}", expr.ty)
                });
            }
            ExprKind::Load(place) => {
                if self.place(function, place) {
                    self.check(13, expr.ty == place.ty, || {
                        format!("a load of {} gives {}", place.ty, expr.ty)
                    });
                }
            }
            ExprKind::AddressOf(place) => self.address_of(function, expr.ty, place),
            ExprKind::FunctionAddress(target) => {
                self.check(1, target.index() < self.program.functions.len(), || {
                    format!("{target} does not exist")
                });
                let is_pointer = self.types.is_pointer(expr.ty);
                self.check(14, is_pointer && self.types.function(expr.ty).is_some(), || {
                    format!("the address of {target} is {}", expr.ty)
                });
            }
            ExprKind::LabelAddress(block) => {
                let exists =
                    function.body.as_ref().is_ok_and(|body| block.index() < body.blocks.len());
                self.check(1, exists, || format!("{block} does not exist"));
                self.check(14, self.types.is_pointer(expr.ty), || {
                    format!("the address of {block} is {}", expr.ty)
                });
            }
            ExprKind::Unary(op, operand) => {
                if self.expr(function, operand, Moves::Scalars) {
                    self.unary(*op, operand.ty, expr.ty);
                }
            }
            ExprKind::Binary(op, left, right) => {
                let left_holds = self.expr(function, left, Moves::Scalars);
                if self.expr(function, right, Moves::Scalars) && left_holds {
                    self.binary(*op, left.ty, right.ty, expr.ty);
                }
            }
            ExprKind::Cast { operand, .. } => {
                if self.expr(function, operand, Moves::Scalars) {
                    let mixes = |a, b| self.types.is_pointer(a) && self.is_float(b);
                    let holds = !mixes(expr.ty, operand.ty) && !mixes(operand.ty, expr.ty);
                    self.check(16, holds, || format!("{} is cast to {}", operand.ty, expr.ty));
                }
            }
            ExprKind::Intrinsic(op, operands) => self.intrinsic(function, *op, operands, expr.ty),
        }
        true
    }

    fn address_of(&mut self, function: &Function, ty: TypeId, place: &Place) {
        if !self.place(function, place) {
            return;
        }
        if let PlaceBase::Local(local) = place.base {
            self.is_marked(function, local);
        }
        self.check(14, !self.program.is_bit_field(&function.locals, place), || {
            "the address of a bit-field is taken".to_owned()
        });
        let target = self.types.pointee(ty);
        let holds = target == Some(place.ty)
            || (target.is_some() && target == self.types.element(place.ty));
        self.check(14, holds, || format!("the address of {} has {ty}", place.ty));
    }

    /// Invariant 9.
    fn is_marked(&mut self, function: &Function, local: LocalId) {
        self.check(9, function.locals[local].is_address_taken, || {
            format!("{local} is used by address or parts and not marked")
        });
    }

    /// Checks a place; whether its type can be relied on.
    pub(super) fn place(&mut self, function: &Function, place: &Place) -> bool {
        if let PlaceBase::Deref(pointer) = &place.base {
            if !self.expr(function, pointer, Moves::Scalars) {
                return false;
            }
            let ty = pointer.ty;
            if !self.check(11, self.types.is_pointer(ty), || format!("{ty} is dereferenced")) {
                return false;
            }
        }
        let base = self.program.base_type(&function.locals, place);
        if !self.check(1, base.is_some(), || format!("{:?} does not exist", place.base)) {
            return false;
        }
        let Some(mut ty) = base else { return false };
        if !self.type_exists(ty) || !self.type_exists(place.ty) {
            return false;
        }
        if let (PlaceBase::Local(local), false) = (&place.base, place.path.is_empty()) {
            self.is_marked(function, *local);
        }
        self.variable_lengths(function, ty);
        for (at, step) in place.path.iter().enumerate() {
            if let Projection::Index(index) = step {
                if !self.expr(function, index, Moves::Scalars) {
                    return false;
                }
                self.check(11, self.is_integer(index.ty), || {
                    format!("an array is indexed by {}", index.ty)
                });
            }
            let Some(next) = self.types.step(ty, step) else {
                self.report(11, format!("step {at} does not fit {ty}"));
                return false;
            };
            ty = next;
        }
        self.check(11, ty == place.ty, || format!("the place is {ty}, not {}", place.ty))
    }

    fn unary(&mut self, op: UnaryOp, operand: TypeId, result: TypeId) {
        let holds = match op {
            UnaryOp::Neg => operand == result && !self.types.is_pointer(operand),
            UnaryOp::BitNot => operand == result && self.is_integer(operand),
            UnaryOp::LogicalNot => result == TypeTable::INT,
        };
        self.check(15, holds, || format!("{op:?} of {operand} gives {result}"));
    }

    fn binary(&mut self, op: BinaryOp, left: TypeId, right: TypeId, result: TypeId) {
        let is_pointer = |ty| self.types.is_pointer(ty);
        let holds = match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div => {
                left == right && left == result && !is_pointer(left)
            }
            BinaryOp::Rem | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                left == right && left == result && self.is_integer(left)
            }
            BinaryOp::Shl | BinaryOp::Shr => {
                left == result && self.is_integer(left) && self.is_integer(right)
            }
            BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge => self.agree(left, right) && result == TypeTable::INT,
            BinaryOp::PtrAdd | BinaryOp::PtrSub => {
                is_pointer(left) && left == result && self.is_integer(right)
            }
            BinaryOp::PtrDiff => {
                let difference = self.program.types.difference_type();
                is_pointer(left) && is_pointer(right) && result == difference
            }
        };
        self.check(15, holds, || format!("{left} {} {right} gives {result}", op.c_symbol()));
    }

    fn intrinsic(&mut self, function: &Function, op: Intrinsic, operands: &[Expr], ty: TypeId) {
        let mut all_hold = true;
        for operand in operands {
            all_hold &= self.expr(function, operand, Moves::Scalars);
        }
        if !all_hold {
            return;
        }
        let count = match op {
            Intrinsic::FusedMultiplyAdd => 3,
            Intrinsic::Overflows { .. }
            | Intrinsic::CopySign
            | Intrinsic::IsUnordered
            | Intrinsic::IsLessGreater => 2,
            _ => 1,
        };
        if !self.check(17, operands.len() == count, || {
            format!("{op:?} takes {count} operands, has {}", operands.len())
        }) {
            return;
        }
        let of_integers = operands.iter().all(|operand| self.is_integer(operand.ty));
        let of_floats = operands.iter().all(|o| self.is_float(o.ty) && o.ty == operands[0].ty);
        let same = ty == operands[0].ty;
        let holds = match op {
            Intrinsic::CountLeadingZeros
            | Intrinsic::CountTrailingZeros
            | Intrinsic::FindFirstSet
            | Intrinsic::PopCount
            | Intrinsic::Parity
            | Intrinsic::CountLeadingRedundantSignBits => of_integers && self.is_integer(ty),
            Intrinsic::ByteSwap | Intrinsic::BitReverse => of_integers && same,
            Intrinsic::Overflows { result, .. } => {
                of_integers
                    && self.is_integer(ty)
                    && self.type_exists(result)
                    && self.is_integer(result)
            }
            Intrinsic::FloatAbs
            | Intrinsic::CopySign
            | Intrinsic::Sqrt
            | Intrinsic::FusedMultiplyAdd => of_floats && same,
            Intrinsic::SignBit
            | Intrinsic::IsNan
            | Intrinsic::IsInf { .. }
            | Intrinsic::IsFinite
            | Intrinsic::IsNormal
            | Intrinsic::IsUnordered
            | Intrinsic::IsLessGreater => of_floats && self.is_integer(ty),
        };
        self.check(17, holds, || format!("{op:?} of {} gives {ty}", operands[0].ty));
    }
}
