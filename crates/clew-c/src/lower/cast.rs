//! Conversions.

use super::Lowered;
use super::expr::node_mentions_variable_array;
use super::function::FunctionLowering;
use crate::ast::{Kind, Node};
use clew_ir::{Expr, ExprKind, Span, Type, TypeId, TypeTable, ops};

impl FunctionLowering<'_, '_> {
    /// Converts a value to another scalar type.
    pub(crate) fn cast(
        &mut self,
        value: Expr,
        to: TypeId,
        implicit: bool,
        span: Span,
    ) -> Lowered<Expr> {
        if value.ty == to {
            return Ok(value);
        }
        if self.parts(value.ty).is_some() || self.parts(to).is_some() {
            return self.parts_cast(value, to, span);
        }
        if let (Type::Record(_), Type::Record(_)) =
            (self.types().get(value.ty), self.types().get(to))
        {
            // Two declarations of one type: a move keeps its own.
            return Ok(Expr { ty: to, ..value });
        }
        let from_scalar = self.scalar(value.ty, span)?;
        let to_scalar = self.scalar(to, span)?;
        if implicit && let ExprKind::Const(bits) = value.kind {
            return Ok(Expr::constant(ops::cast(from_scalar, to_scalar, bits), to, value.span));
        }
        Ok(Expr { kind: ExprKind::Cast { operand: Box::new(value), implicit }, ty: to, span })
    }

    /// The value of a cast node.
    pub(crate) fn cast_expr(&mut self, node: &Node) -> Lowered<Expr> {
        let Some(operand) = node.child(0) else {
            return self.unsupported("cast of this form", node);
        };
        let span = self.span(node);
        let implicit = node.is(Kind::ImplicitCastExpr);
        let kind = node.cast_kind.as_deref().unwrap_or("");
        // The text of the type it is converted to is the declaration's: its lengths were evaluated
        // there. Whatever takes the pointer converts it.
        if implicit && matches!(kind, "NoOp" | "BitCast") && node_mentions_variable_array(node) {
            return self.rvalue(operand);
        }
        match kind {
            "LValueToRValue" => {
                let place = self.place(operand)?;
                if matches!(self.types().get(place.ty), Type::Opaque { .. }) {
                    return self.unsupported("value of this type", node);
                }
                Ok(Expr::load(place, span))
            }
            "ArrayToPointerDecay" => {
                let place = self.place(operand)?;
                let Some(element) = self.types().element(place.ty) else {
                    return self.unsupported("array decay of this form", node);
                };
                let pointer = self.types_mut().pointer_to(element);
                Ok(self.address_of(place, pointer, span))
            }
            "FunctionToPointerDecay" | "BuiltinFnToFnPtr" => self.function_designator(operand),
            "NoOp" | "AtomicToNonAtomic" | "NonAtomicToAtomic" => {
                let value = self.rvalue(operand)?;
                let ty = self.node_type(node)?;
                if self.types().scalar(ty).is_none() && self.parts(ty).is_none() {
                    return Ok(value);
                }
                self.cast(value, ty, implicit, span)
            }
            "NullToPointer" => {
                let ty = self.result_type(node)?;
                Ok(Expr::constant(0, ty, span))
            }
            "ToVoid" => {
                self.effect(operand)?;
                Ok(Expr::constant(0, TypeTable::VOID, span))
            }
            "BitCast"
            | "IntegralCast"
            | "IntegralToBoolean"
            | "IntegralToFloating"
            | "FloatingCast"
            | "FloatingToIntegral"
            | "FloatingToBoolean"
            | "PointerToBoolean"
            | "PointerToIntegral"
            | "IntegralToPointer"
            | "BooleanToSignedIntegral"
            | "FloatingRealToComplex"
            | "FloatingComplexToReal"
            | "FloatingComplexToBoolean"
            | "FloatingComplexCast"
            | "FloatingComplexToIntegralComplex"
            | "IntegralRealToComplex"
            | "IntegralComplexToReal"
            | "IntegralComplexToBoolean"
            | "IntegralComplexCast"
            | "IntegralComplexToFloatingComplex" => {
                let value = self.rvalue(operand)?;
                let ty = self.node_type(node)?;
                self.cast(value, ty, implicit, span)
            }
            "ToUnion" => self.cast_to_union(node, operand, span),
            "VectorSplat" => {
                let value = self.rvalue(operand)?;
                let ty = self.node_type(node)?;
                self.splat(value, ty, span)
            }
            kind => self.unsupported(format!("conversion {kind}"), node),
        }
    }

    /// GNU cast to a union type: the member of the operand's type is set.
    fn cast_to_union(&mut self, node: &Node, operand: &Node, span: Span) -> Lowered<Expr> {
        let value = self.rvalue(operand)?;
        let ty = self.node_type(node)?;
        let member = self
            .types()
            .record(ty)
            .and_then(|(_, record)| record.fields.iter().position(|field| field.ty == value.ty));
        let Some(member) = member else {
            return self.unsupported("cast to union", node);
        };
        let result = self.new_temporary(ty, span);
        let whole = clew_ir::Place::local(result, ty);
        self.emit(clew_ir::StatementKind::Zero(whole.clone()), span);
        let mut part = whole.clone();
        part.path.push(clew_ir::Projection::Field(member as u32));
        part.ty = value.ty;
        self.assign(part, value, span);
        Ok(Expr::load(whole, span))
    }

    /// The address of a function, or the pointer that a dereference of one names.
    fn function_designator(&mut self, node: &Node) -> Lowered<Expr> {
        let node = node.without_parens();
        match (node.kind, node.opcode()) {
            (Kind::DeclRefExpr, _) => {
                let span = self.span(node);
                match self.entity(node)? {
                    super::scope::Entity::Function(id) => {
                        let ty = self.program().functions[id].ty;
                        let ty = self.types_mut().pointer_to(ty);
                        Ok(Expr { kind: ExprKind::FunctionAddress(id), ty, span })
                    }
                    super::scope::Entity::Unsupported(unsupported) => Err(unsupported),
                    _ => self.unsupported("function designator", node),
                }
            }
            (Kind::UnaryOperator, "*") if node.child(0).is_some() => self.rvalue(&node.inner[0]),
            (Kind::UnaryOperator, "__extension__") if node.child(0).is_some() => {
                self.function_designator(&node.inner[0])
            }
            (Kind::GenericSelectionExpr | Kind::ChooseExpr, _) => {
                let chosen = self.chosen(node)?;
                self.function_designator(chosen)
            }
            _ => self.rvalue(node),
        }
    }
}
