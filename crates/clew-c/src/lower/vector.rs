//! GNU vectors: every operation is done element by element.

use super::Lowered;
use super::function::FunctionLowering;
use crate::ast::Node;
use crate::type_text::{TypeText, TypeTextKind};
use clew_ir::{
    BinaryOp, DataModel, Expr, ExprKind, IntKind, Place, Projection, RecordKind, Span, TypeId,
    TypeTable, UnaryOp, Unsupported,
};

impl FunctionLowering<'_, '_> {
    pub(crate) fn vector_arithmetic(
        &mut self,
        op: BinaryOp,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Lowered<Expr> {
        let ty = if self.parts(left.ty).is_some() { left.ty } else { right.ty };
        let left = self.vector_operand(left, ty, span)?;
        let right = self.vector_operand(right, ty, span)?;
        let mut values = Vec::with_capacity(left.len());
        for (a, b) in left.into_iter().zip(right) {
            values.push(self.part_arithmetic(op, a, b, span)?);
        }
        if !op.is_comparison() {
            return self.joined_parts(ty, values, span);
        }
        let ty = self.truth_vector(ty, span)?;
        // What is true has all bits set.
        let negated = |value| ExprKind::Unary(UnaryOp::Neg, Box::new(value));
        let values =
            values.into_iter().map(|it| Expr { kind: negated(it), ty: TypeTable::INT, span });
        self.joined_parts(ty, values.collect(), span)
    }

    /// The elements of an operand; a scalar stands for as many as there are.
    fn vector_operand(&mut self, value: Expr, ty: TypeId, span: Span) -> Lowered<Vec<Expr>> {
        if self.parts(value.ty).is_some() {
            return self.parts_of(value);
        }
        let value = self.splat(value, ty, span)?;
        self.parts_of(value)
    }

    /// The vector whose elements are all this value.
    pub(crate) fn splat(&mut self, value: Expr, ty: TypeId, span: Span) -> Lowered<Expr> {
        let Some(parts) = self.parts(ty) else {
            return Err(Unsupported { feature: "vector of this type".into(), span });
        };
        let value = self.cast(value, parts.element, true, span)?;
        let value = self.keep(value);
        self.joined_parts(ty, vec![value; parts.count as usize], span)
    }

    /// The type of a comparison of vectors: signed integers of the elements' size.
    fn truth_vector(&mut self, ty: TypeId, span: Span) -> Lowered<TypeId> {
        let Some(parts) = self.parts(ty) else {
            return Err(Unsupported { feature: "comparison of vectors".into(), span });
        };
        let kind = match self.types().size(parts.element) {
            Some(1) => IntKind::SignedChar,
            Some(2) => IntKind::Short,
            Some(4) => IntKind::Int,
            Some(8) if self.types().data_model() == DataModel::Lp64 => IntKind::Long,
            Some(8) => IntKind::LongLong,
            _ => IntKind::Int128,
        };
        Ok(self.unit.parts_type(RecordKind::Vector, TypeTable::int(kind), parts.count))
    }

    /// `v[i]`.
    pub(crate) fn vector_subscript(
        &mut self,
        base: &Node,
        index: &Node,
        node: &Node,
    ) -> Lowered<Place> {
        let mut place = self.place(base)?;
        if super::expr::has_side_effects(index) {
            place = self.stabilise(place);
        }
        let index = self.rvalue(index)?;
        let Some(parts) = self.parts(place.ty) else {
            return self.unsupported("subscript of this form", node);
        };
        place.path.extend([Projection::Field(0), Projection::Index(index)]);
        place.ty = parts.element;
        Ok(place)
    }

    /// `__builtin_convertvector(v, type)`.
    pub(crate) fn convert_vector(&mut self, node: &Node, span: Span) -> Lowered<Expr> {
        let Some(operand) = node.child(0) else {
            return self.unsupported("__builtin_convertvector of this form", node);
        };
        let value = self.rvalue(operand)?;
        let ty = self.node_type(node)?;
        let values = self.parts_of(value)?;
        self.joined_parts(ty, values, span)
    }

    /// `__builtin_shufflevector(a, b, 0, 4, …)`, or with a vector of indices: `(a, mask)`.
    pub(crate) fn shuffle_vector(&mut self, node: &Node, span: Span) -> Lowered<Expr> {
        let ty = self.node_type(node)?;
        match &node.inner[..] {
            [vector, mask] => {
                let mut values = self.operands(&[vector, mask])?;
                match (values.pop(), values.pop()) {
                    (Some(mask), Some(vector)) => self.shuffle(&[vector], mask, ty, span),
                    _ => self.unsupported("__builtin_shufflevector of this form", node),
                }
            }
            [left, right, indices @ ..] => {
                let values = self.operands(&[left, right])?;
                let mut elements = Vec::new();
                for value in values {
                    elements.extend(self.parts_of(value)?);
                }
                let mut chosen = Vec::with_capacity(indices.len());
                for index in indices {
                    let at = self.rvalue(index)?;
                    // An index of -1 leaves the element open.
                    let at = self.constant_int(&at).and_then(|at| usize::try_from(at.max(0)).ok());
                    match at.and_then(|at| elements.get(at)) {
                        Some(element) => chosen.push(element.clone()),
                        None => return self.unsupported("__builtin_shufflevector index", index),
                    }
                }
                self.joined_parts(ty, chosen, span)
            }
            _ => self.unsupported("__builtin_shufflevector of this form", node),
        }
    }

    /// `__builtin_shuffle` of one vector or two, with a vector of indices last.
    pub(crate) fn gcc_shuffle(&mut self, node: &Node, args: &[Node]) -> Lowered<Option<Expr>> {
        let span = self.span(node);
        let nodes: Vec<_> = args.iter().collect();
        let mut values = self.operands(&nodes)?;
        let Some(mask) = values.pop().filter(|_| !values.is_empty()) else {
            return self.unsupported("__builtin_shuffle of this form", node);
        };
        let ty = self.node_type(node)?;
        self.shuffle(&values, mask, ty, span).map(Some)
    }

    /// The elements that a vector of indices chooses; of an index only as many bits count as are
    /// needed.
    fn shuffle(&mut self, vectors: &[Expr], mask: Expr, ty: TypeId, span: Span) -> Lowered<Expr> {
        let Some(parts) = vectors.first().and_then(|vector| self.parts(vector.ty)) else {
            return Err(Unsupported { feature: "shuffle of this form".into(), span });
        };
        let count = parts.count * vectors.len() as u64;
        let array = self.types_mut().array_of(parts.element, count);
        let table = self.new_temporary(array, span);
        let element = |this: &Self, index: Expr| {
            let mut place = Place::local(table, array);
            place.path.push(Projection::Index(index));
            place.ty = this.types().element(array).unwrap_or(parts.element);
            place
        };
        let mut at = 0;
        for vector in vectors {
            for part in self.parts_of(vector.clone())? {
                let index = self.int(at, self.types().size_type(), span);
                self.assign(element(self, index), part, span);
                at += 1;
            }
        }
        let mut chosen = Vec::new();
        for index in self.parts_of(mask)? {
            let index = self.cast(index, self.types().size_type(), true, span)?;
            let last = self.int(i128::from(count) - 1, self.types().size_type(), span);
            let index = self.arithmetic(BinaryOp::BitAnd, index, last, span)?;
            chosen.push(Expr::load(element(self, index), span));
        }
        self.joined_parts(ty, chosen, span)
    }
}

/// Whether an expression is a vector, by its type.
pub(crate) fn is_vector(node: &Node) -> bool {
    let text = node
        .ty
        .as_ref()
        .map_or("", |ty| ty.desugared_qual_type.as_deref().unwrap_or(&ty.qual_type));
    text.contains("vector")
        && TypeText::parse(text).is_ok_and(|it| matches!(it.kind, TypeTextKind::Vector { .. }))
}
