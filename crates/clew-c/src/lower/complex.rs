//! `_Complex` arithmetic, by gcc's rules: an operand that is real stays so, products are mended as
//! annex G of the standard asks, and quotients are those of the compiler's library.

use super::Lowered;
use super::function::FunctionLowering;
use crate::ast::{Kind, Node};
use clew_ir::{
    BinaryOp, Callee, Expr, ExprKind, FloatKind, FunctionType, Place, Projection, RecordKind,
    Scalar, Span, StatementKind, TypeId, TypeTable, Unsupported,
};

/// An operand of complex arithmetic.
struct Operand {
    real: Expr,
    /// `None` for a real operand.
    imaginary: Option<Expr>,
}

impl FunctionLowering<'_, '_> {
    /// Whether a number is not zero, as an `int`.
    pub(crate) fn complex_truth(&mut self, value: Expr) -> Lowered<Expr> {
        let span = value.span;
        let mut truth = None;
        for part in self.parts_of(value)? {
            let zero = Expr::constant(0, part.ty, span);
            let differs = self.part_arithmetic(BinaryOp::Ne, part, zero, span)?;
            truth = Some(match truth {
                Some(truth) => self.arithmetic(BinaryOp::BitOr, truth, differs, span)?,
                None => differs,
            });
        }
        Ok(truth.unwrap_or_else(|| self.int(0, TypeTable::INT, span)))
    }

    pub(crate) fn complex_arithmetic(
        &mut self,
        op: BinaryOp,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Lowered<Expr> {
        let ty = if self.parts(left.ty).is_some() { left.ty } else { right.ty };
        let left = self.complex_operand(left, ty, span)?;
        let right = self.complex_operand(right, ty, span)?;
        match op {
            BinaryOp::Add | BinaryOp::Sub => {
                let real = self.part_arithmetic(op, left.real, right.real, span)?;
                let imaginary = match (left.imaginary, right.imaginary) {
                    (Some(left), Some(right)) => self.part_arithmetic(op, left, right, span)?,
                    (None, Some(right)) if op == BinaryOp::Sub => {
                        let kind = ExprKind::Unary(clew_ir::UnaryOp::Neg, Box::new(right.clone()));
                        Expr { kind, ..right }
                    }
                    (Some(one), None) | (None, Some(one)) => one,
                    (None, None) => Expr::constant(0, real.ty, span),
                };
                self.joined_parts(ty, vec![real, imaginary], span)
            }
            BinaryOp::Mul => self.complex_product(left, right, ty, span),
            BinaryOp::Div => self.complex_quotient(left, right, ty, span),
            BinaryOp::Eq | BinaryOp::Ne => {
                let zero = Expr::constant(0, left.real.ty, span);
                let (a, b) = (left.imaginary, right.imaginary);
                let (a, b) = (a.unwrap_or_else(|| zero.clone()), b.unwrap_or(zero));
                let real = self.part_arithmetic(op, left.real, right.real, span)?;
                let imaginary = self.part_arithmetic(op, a, b, span)?;
                let both = if op == BinaryOp::Eq { BinaryOp::BitAnd } else { BinaryOp::BitOr };
                self.arithmetic(both, real, imaginary, span)
            }
            _ => Err(not_complex(op, span)),
        }
    }

    /// An operand of an operation on numbers of type `ty`; its parts can be used more than once.
    fn complex_operand(&mut self, value: Expr, ty: TypeId, span: Span) -> Lowered<Operand> {
        if self.parts(value.ty).is_none() {
            let Some(parts) = self.parts(ty) else {
                return Err(Unsupported { feature: "_Complex operand".into(), span });
            };
            let real = self.cast(value, parts.element, true, span)?;
            return Ok(Operand { real: self.keep(real), imaginary: None });
        }
        let value = self.cast(value, ty, true, span)?;
        let mut parts = self.parts_of(value)?;
        let imaginary = parts.pop();
        match parts.pop() {
            Some(real) => Ok(Operand { real, imaginary }),
            None => Err(Unsupported { feature: "_Complex operand".into(), span }),
        }
    }

    fn complex_product(
        &mut self,
        left: Operand,
        right: Operand,
        ty: TypeId,
        span: Span,
    ) -> Lowered<Expr> {
        let times = BinaryOp::Mul;
        match (left.imaginary, right.imaginary) {
            (Some(a), Some(b)) => {
                let operands = [left.real, a, right.real, b];
                if matches!(self.scalar(operands[0].ty, span)?, Scalar::Float(_))
                    && !operands.iter().all(|it| self.constant_bits(it).is_some())
                {
                    return self.complex_call("mul", operands, ty, span);
                }
                let [a, b, c, d] = operands;
                let ac = self.part_arithmetic(times, a.clone(), c.clone(), span)?;
                let bd = self.part_arithmetic(times, b.clone(), d.clone(), span)?;
                let ad = self.part_arithmetic(times, a, d, span)?;
                let bc = self.part_arithmetic(times, b, c, span)?;
                let real = self.part_arithmetic(BinaryOp::Sub, ac, bd, span)?;
                let imaginary = self.part_arithmetic(BinaryOp::Add, ad, bc, span)?;
                self.joined_parts(ty, vec![real, imaginary], span)
            }
            (imaginary, other) => {
                let real =
                    self.part_arithmetic(times, left.real.clone(), right.real.clone(), span)?;
                let imaginary = match (imaginary, other) {
                    (Some(imaginary), _) => {
                        self.part_arithmetic(times, imaginary, right.real, span)?
                    }
                    (None, Some(imaginary)) => {
                        self.part_arithmetic(times, left.real, imaginary, span)?
                    }
                    (None, None) => Expr::constant(0, real.ty, span),
                };
                self.joined_parts(ty, vec![real, imaginary], span)
            }
        }
    }

    fn complex_quotient(
        &mut self,
        left: Operand,
        right: Operand,
        ty: TypeId,
        span: Span,
    ) -> Lowered<Expr> {
        let zero = Expr::constant(0, left.real.ty, span);
        let imaginary = left.imaginary.unwrap_or_else(|| zero.clone());
        let Some(divisor) = right.imaginary else {
            let by = right.real;
            let real = self.part_arithmetic(BinaryOp::Div, left.real, by.clone(), span)?;
            let imaginary = self.part_arithmetic(BinaryOp::Div, imaginary, by, span)?;
            return self.joined_parts(ty, vec![real, imaginary], span);
        };
        let operands = [left.real, imaginary, right.real, divisor];
        match self.scalar(operands[0].ty, span)? {
            Scalar::Float(_) => self.complex_call("div", operands, ty, span),
            Scalar::Int { bits, .. } if bits <= 64 => {
                let long = self.types().int64(true);
                let long = self.unit.parts_type(RecordKind::Complex, long, 2);
                let quotient = self.complex_call("div", operands, long, span)?;
                self.cast(quotient, ty, true, span)
            }
            Scalar::Int { .. } => Err(not_complex(BinaryOp::Div, span)),
        }
    }

    /// Calls the function of the compiler's library that multiplies or divides.
    fn complex_call(
        &mut self,
        what: &str,
        operands: [Expr; 4],
        ty: TypeId,
        span: Span,
    ) -> Lowered<Expr> {
        let Some(parts) = self.parts(ty) else {
            return Err(Unsupported { feature: "_Complex arithmetic".into(), span });
        };
        let name = match self.scalar(parts.element, span)? {
            Scalar::Float(FloatKind::F32) => format!("__{what}sc3"),
            Scalar::Float(FloatKind::F64) => format!("__{what}dc3"),
            Scalar::Float(FloatKind::X87) => format!("__{what}xc3"),
            Scalar::Int { .. } => format!("__clew_{what}_complex_int"),
        };
        let mut args = Vec::with_capacity(operands.len());
        for operand in operands {
            args.push(self.cast(operand, parts.element, true, span)?);
        }
        let function = FunctionType {
            result: ty,
            params: vec![parts.element; args.len()],
            is_variadic: false,
            has_prototype: true,
        };
        let callee = Callee::Direct(self.unit.library_function(&name, function));
        let local = self.new_temporary(ty, span);
        let dest = Some(Place::local(local, ty));
        self.emit(StatementKind::Call { dest, callee, args }, span);
        Ok(self.load_local(local, span))
    }

    /// `1.5i`: a number without a real part.
    pub(crate) fn imaginary_literal(&mut self, node: &Node, span: Span) -> Lowered<Expr> {
        let Some(literal) = node.child(0) else {
            return self.unsupported("literal of this form", node);
        };
        let ty = self.node_type(node)?;
        let imaginary = self.rvalue(literal)?;
        let real = Expr::constant(0, imaginary.ty, span);
        self.joined_parts(ty, vec![real, imaginary], span)
    }

    /// The place of `__real__ x` or `__imag__ x`.
    pub(crate) fn complex_part(&mut self, node: &Node, span: Span) -> Lowered<Place> {
        let Some(operand) = node.child(0) else {
            return self.unsupported("operator of this form", node);
        };
        let is_real = node.opcode() == "__real";
        let mut place = self.place(operand)?;
        match self.parts(place.ty) {
            Some(parts) => {
                place.path.push(Projection::Field(u32::from(!is_real)));
                place.ty = parts.element;
                Ok(place)
            }
            None if is_real => Ok(place),
            None => {
                let zero = Expr::constant(0, place.ty, span);
                Ok(self.value_place(zero))
            }
        }
    }
}

/// The real operand behind clang's conversion to `_Complex`, which gcc does not make.
pub(crate) fn real_operand(node: &Node) -> &Node {
    let inner = node.without_parens();
    let is_made = inner.is(Kind::ImplicitCastExpr)
        && inner.cast_kind.as_deref() == Some("FloatingRealToComplex");
    match inner.child(0) {
        Some(operand) if is_made => operand,
        _ => node,
    }
}

fn not_complex(op: BinaryOp, span: Span) -> Unsupported {
    Unsupported { feature: format!("operator {} on _Complex numbers", op.c_symbol()), span }
}
