//! Rvalues: from clang's expressions to pure expressions, with their effects emitted before.

use super::Lowered;
use super::align::TypedefAlign;
use super::character_class::class_test;
use super::complex::real_operand;
use super::function::FunctionLowering;
use super::scope::Entity;
use crate::ast::{Kind, Node, TypeRef};
use crate::hidden::HiddenValue;
use crate::literal;
use crate::type_text::{LengthText, TypeText, TypeTextKind};
use clew_ir::{
    BinaryOp, Expr, ExprKind, Place, Scalar, Span, StatementKind, Type, TypeId, TypeTable, UnaryOp,
    ops,
};

impl FunctionLowering<'_, '_> {
    /// The value of an expression. Its side effects are emitted; what is returned is pure.
    pub(crate) fn rvalue(&mut self, node: &Node) -> Lowered<Expr> {
        let span = self.span(node);
        match node.kind {
            Kind::ParenExpr | Kind::ConstantExpr if node.child(0).is_some() => {
                self.rvalue(&node.inner[0])
            }
            Kind::IntegerLiteral | Kind::CharacterLiteral | Kind::CXXBoolLiteralExpr => {
                let ty = self.node_type(node)?;
                match node.int_value() {
                    Some(value) => Ok(self.int(value, ty, span)),
                    None => self.unsupported("literal of this form", node),
                }
            }
            Kind::FloatingLiteral => self.float_literal(node, span),
            Kind::ImplicitCastExpr | Kind::CStyleCastExpr => self.cast_expr(node),
            Kind::DeclRefExpr => match self.entity(node)? {
                Entity::EnumConstant { value, .. } => {
                    let ty = self.node_type(node)?;
                    Ok(self.int(value, ty, span))
                }
                _ => Ok(Expr::load(self.place(node)?, span)),
            },
            Kind::UnaryOperator => self.unary(node, span),
            Kind::BinaryOperator => match class_test(node) {
                Some(test) => self.class_test(&test, node),
                None => self.binary(node, span),
            },
            Kind::CompoundAssignOperator => self.compound_assignment(node, true),
            Kind::ConditionalOperator => {
                let value = self.conditional(node, true)?;
                Ok(value.unwrap_or_else(|| Expr::constant(0, TypeTable::VOID, span)))
            }
            Kind::BinaryConditionalOperator => {
                let value = self.binary_conditional(node)?;
                Ok(value.unwrap_or_else(|| Expr::constant(0, TypeTable::VOID, span)))
            }
            Kind::OpaqueValueExpr => {
                let known = node.id.and_then(|id| self.opaque.get(&id).cloned());
                match (known, node.child(0)) {
                    (Some(value), _) => Ok(value),
                    (None, Some(source)) => self.rvalue(source),
                    (None, None) => self.unsupported("opaque value", node),
                }
            }
            Kind::CallExpr => {
                let value = self.call(node, true)?;
                Ok(value.unwrap_or_else(|| Expr::constant(0, TypeTable::VOID, span)))
            }
            Kind::UnaryExprOrTypeTraitExpr => self.size_or_align(node, span),
            Kind::StmtExpr => {
                let value = self.statement_expression(node, true)?;
                Ok(value.unwrap_or_else(|| Expr::constant(0, TypeTable::VOID, span)))
            }
            Kind::VAArgExpr => self.va_arg(node, span),
            Kind::AddrLabelExpr => self.label_address(node, span),
            Kind::GenericSelectionExpr | Kind::ChooseExpr => {
                let chosen = self.chosen(node)?;
                self.rvalue(chosen)
            }
            Kind::AtomicExpr => {
                let value = self.atomic(node)?;
                Ok(value.unwrap_or_else(|| Expr::constant(0, TypeTable::VOID, span)))
            }
            Kind::ImplicitValueInitExpr => {
                let ty = self.node_type(node)?;
                self.scalar(ty, span)?;
                Ok(Expr::constant(0, ty, span))
            }
            Kind::InitListExpr => self.braced_value(node, span),
            Kind::MemberExpr
            | Kind::ArraySubscriptExpr
            | Kind::StringLiteral
            | Kind::PredefinedExpr
            | Kind::CompoundLiteralExpr => Ok(Expr::load(self.place(node)?, span)),
            Kind::OffsetOfExpr | Kind::TypeTraitExpr => self.hidden_value(node, span),
            Kind::SourceLocExpr => self.source_location(node, span),
            Kind::ImaginaryLiteral => self.imaginary_literal(node, span),
            Kind::ShuffleVectorExpr => self.shuffle_vector(node, span),
            Kind::ConvertVectorExpr => self.convert_vector(node, span),
            kind => self.unsupported(format!("{kind:?}"), node),
        }
    }

    /// Evaluates for the effects only.
    pub(crate) fn effect(&mut self, node: &Node) -> Lowered<()> {
        let node = node.without_parens();
        match (node.kind, node.opcode()) {
            (Kind::BinaryOperator, "=") => self.assignment(node, false).map(drop),
            (Kind::BinaryOperator, ",") => {
                self.effect(&node.inner[0])?;
                self.effect(&node.inner[1])
            }
            (Kind::BinaryOperator, "&&" | "||") => self.logical_effect(node),
            (Kind::CompoundAssignOperator, _) => self.compound_assignment(node, false).map(drop),
            (Kind::UnaryOperator, "++" | "--") => self.increment(node, false).map(drop),
            (Kind::UnaryOperator, "__extension__") if node.child(0).is_some() => {
                self.effect(&node.inner[0])
            }
            (Kind::ConditionalOperator, _) => self.conditional(node, false).map(drop),
            (Kind::CallExpr, _) => self.call(node, false).map(drop),
            (Kind::StmtExpr, _) => self.statement_expression(node, false).map(drop),
            (Kind::AtomicExpr, _) => self.atomic(node).map(drop),
            (Kind::CStyleCastExpr | Kind::ImplicitCastExpr, _)
                if node.cast_kind.as_deref() == Some("ToVoid") && node.child(0).is_some() =>
            {
                self.effect(&node.inner[0])
            }
            _ => {
                let value = self.rvalue(node)?;
                // Reading a volatile object is an effect.
                if matches!(&value.kind, ExprKind::Load(place) if place.is_volatile) {
                    let span = value.span;
                    let local = self.new_temporary(value.ty, span);
                    self.assign(Place::local(local, value.ty), value, span);
                }
                Ok(())
            }
        }
    }

    /// The values of several operands, evaluated left to right: an operand that a later one may
    /// change is kept.
    pub(crate) fn operands(&mut self, nodes: &[&Node]) -> Lowered<Vec<Expr>> {
        let mut last_effect = 0;
        for (index, node) in nodes.iter().enumerate() {
            if has_side_effects(node) {
                last_effect = index;
            }
        }
        let mut values = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            let value = self.rvalue(node)?;
            values.push(if index < last_effect { self.keep(value) } else { value });
        }
        Ok(values)
    }

    fn two_operands(&mut self, node: &Node) -> Lowered<(Expr, Expr)> {
        let [left, right] = &node.inner[..] else {
            return self.unsupported("operator of this form", node);
        };
        // gcc puts variables last where it may turn an operator around, and so evaluates them last.
        let turned =
            may_be_turned_around(node.opcode()) && is_variable(left) && !is_variable(right);
        let order = if turned { [right, left] } else { [left, right] };
        let values = self.operands(&order.map(real_operand))?;
        match <[Expr; 2]>::try_from(values) {
            Ok([right, left]) if turned => Ok((left, right)),
            Ok([left, right]) => Ok((left, right)),
            Err(_) => self.unsupported("operator of this form", node),
        }
    }

    /// A value that clang's tree leaves out.
    fn hidden_value(&mut self, node: &Node, span: Span) -> Lowered<Expr> {
        let value = node.id.and_then(|id| self.unit.hidden.get(&id).cloned());
        let ty = self.node_type(node)?;
        match value {
            Some(HiddenValue::Constant(value)) => Ok(self.int(value.into(), ty, span)),
            Some(HiddenValue::BelowSizeOf(array)) => {
                let array = TypeRef { qual_type: array, desugared_qual_type: None };
                let array = super::types::ref_type(self, &array, node)?;
                let size = self.size_of(array, span)?;
                let one = self.int(1, size.ty, span);
                self.arithmetic(BinaryOp::Sub, size, one, span)
            }
            None => {
                self.unsupported("offsetof or type comparison that clang gives no value of", node)
            }
        }
    }

    fn float_literal(&mut self, node: &Node, span: Span) -> Lowered<Expr> {
        let ty = self.node_type(node)?;
        let (Some(text), Type::Float(kind)) = (node.value_text(), self.types().get(ty)) else {
            return self.unsupported(format!("{} literal", node.type_text()), node);
        };
        match literal::float_bits(text, *kind) {
            Ok(bits) => Ok(Expr::constant(bits, ty, span)),
            Err(reason) => self.unsupported(format!("floating literal ({reason})"), node),
        }
    }

    fn unary(&mut self, node: &Node, span: Span) -> Lowered<Expr> {
        let Some(operand) = node.child(0) else {
            return self.unsupported("operator of this form", node);
        };
        match node.opcode() {
            "++" | "--" => self.increment(node, true),
            "&" => self.address(operand, span),
            "*" => {
                let place = self.place(node)?;
                Ok(Expr::load(place, span))
            }
            "!" if is_logical(operand) => self.logical_value(node),
            "!" => {
                let operand = self.rvalue(operand)?;
                if self.parts(operand.ty).is_some() {
                    return self.parts_unary("!", operand, span);
                }
                self.scalar(operand.ty, span)?;
                let kind = ExprKind::Unary(UnaryOp::LogicalNot, Box::new(operand));
                Ok(Expr { kind, ty: TypeTable::INT, span })
            }
            "+" | "__extension__" => self.rvalue(operand),
            "-" | "~" => {
                let operand = self.rvalue(operand)?;
                if self.parts(operand.ty).is_some() {
                    return self.parts_unary(node.opcode(), operand, span);
                }
                self.scalar(operand.ty, span)?;
                let op = if node.opcode() == "-" { UnaryOp::Neg } else { UnaryOp::BitNot };
                let ty = operand.ty;
                Ok(Expr { kind: ExprKind::Unary(op, Box::new(operand)), ty, span })
            }
            "__real" | "__imag" => Ok(Expr::load(self.complex_part(node, span)?, span)),
            op => self.unsupported(format!("operator {op}"), node),
        }
    }

    /// `&operand`.
    fn address(&mut self, operand: &Node, span: Span) -> Lowered<Expr> {
        let inner = operand.without_parens();
        if inner.is(Kind::DeclRefExpr)
            && let Entity::Function(id) = self.entity(inner)?
        {
            let ty = self.program().functions[id].ty;
            let ty = self.types_mut().pointer_to(ty);
            return Ok(Expr { kind: ExprKind::FunctionAddress(id), ty, span });
        }
        if inner.is(Kind::UnaryOperator) && inner.opcode() == "*" && inner.child(0).is_some() {
            return self.rvalue(&inner.inner[0]);
        }
        let place = self.place(operand)?;
        let ty = self.types_mut().pointer_to(place.ty);
        Ok(self.address_of(place, ty, span))
    }

    pub(super) fn binary(&mut self, node: &Node, span: Span) -> Lowered<Expr> {
        let op = match node.opcode() {
            "=" => return self.assignment(node, true),
            "," => {
                self.effect(&node.inner[0])?;
                return self.rvalue(&node.inner[1]);
            }
            "&&" | "||" => return self.logical_value(node),
            op => op,
        };
        let Some(op) = binary_op(op) else {
            return self.unsupported(format!("operator {op}"), node);
        };
        let (mut left, mut right) = self.two_operands(node)?;
        if let ([first, second], true) = (&node.inner[..], op.is_comparison()) {
            let is_constant = |it: &Expr| self.constant_bits(it).is_some();
            // Two numbers stay numbers: what is constant stays so.
            match (is_constant(&left), is_constant(&right)) {
                (true, false) => left = self.device_address(left, first),
                (false, true) => right = self.device_address(right, second),
                _ => {}
            }
        }
        self.arithmetic(op, left, right, span)
    }

    /// An operator on converted operands, pointers included.
    pub(crate) fn arithmetic(
        &mut self,
        op: BinaryOp,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Lowered<Expr> {
        if self.parts(left.ty).is_some() || self.parts(right.ty).is_some() {
            return self.parts_arithmetic(op, left, right, span);
        }
        let is_pointer = |ty| self.types().is_pointer(ty);
        match (op, is_pointer(left.ty), is_pointer(right.ty)) {
            (BinaryOp::Add, true, false) => {
                self.pointer_offset(BinaryOp::PtrAdd, left, right, span)
            }
            (BinaryOp::Add, false, true) => {
                self.pointer_offset(BinaryOp::PtrAdd, right, left, span)
            }
            (BinaryOp::Sub, true, false) => {
                self.pointer_offset(BinaryOp::PtrSub, left, right, span)
            }
            (BinaryOp::Sub, true, true) => self.pointer_difference(left, right, span),
            _ => {
                let left_scalar = self.scalar(left.ty, span)?;
                self.scalar(right.ty, span)?;
                // Comparisons of pointers may have operands of different pointer types.
                let right = if op.is_comparison() && right.ty != left.ty {
                    let ty = left.ty;
                    self.cast(right, ty, true, span)?
                } else {
                    right
                };
                let ty = if op.is_comparison() { TypeTable::INT } else { left.ty };
                if matches!(left_scalar, Scalar::Float(_)) && op == BinaryOp::Rem {
                    return Err(clew_ir::Unsupported { feature: "operator %".into(), span });
                }
                Ok(Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span })
            }
        }
    }

    fn size_or_align(&mut self, node: &Node, span: Span) -> Lowered<Expr> {
        let is_size = node.name() == "sizeof";
        let ty = match (&node.arg_type, node.child(0)) {
            (Some(ty), _) if is_size && !is_pointer_type(ty) => {
                super::types::ref_type(self, ty, node)?
            }
            (Some(ty), _) => self.discarded(|this| super::types::ref_type(this, ty, node))?,
            (None, Some(operand)) => self.operand_type(operand)?,
            (None, None) => return self.unsupported("sizeof of this form", node),
        };
        match node.name() {
            "sizeof" => self.size_of(ty, span),
            "_Alignof" | "alignof" | "__alignof" | "__alignof__" => {
                let mut align = match node.name() {
                    "__alignof" | "__alignof__" => self.types().preferred_align(ty),
                    _ => self.types().align(ty),
                };
                if let Some(ty) = &node.arg_type {
                    align = match self.unit.typedef_align(&ty.qual_type) {
                        TypedefAlign::Natural => align,
                        TypedefAlign::Is(align) => align,
                        TypedefAlign::Unknown => return self.unsupported("_Alignof(typeof)", node),
                    };
                }
                if let Some(operand) = node.child(0) {
                    align = align.max(self.declared_align(operand));
                }
                Ok(self.int(i128::from(align), self.types().size_type(), span))
            }
            name => self.unsupported(name, node),
        }
    }

    /// The alignment that the declaration of a variable or function asks for.
    fn declared_align(&mut self, operand: &Node) -> u64 {
        let operand = operand.without_parens();
        if !operand.is(Kind::DeclRefExpr) {
            return 1;
        }
        match self.entity(operand) {
            Ok(Entity::Local(local)) => self.locals[local].align,
            Ok(Entity::Global(global)) => self.program().globals[global].align,
            Ok(Entity::Function(id)) => self.unit.function_aligns.get(&id).copied().unwrap_or(1),
            _ => 1,
        }
    }

    /// The type of an operand, which is evaluated only if its type is a variable-length array.
    fn operand_type(&mut self, operand: &Node) -> Lowered<TypeId> {
        let inner = operand.without_parens();
        let is_lvalue = inner.value_category == crate::ast::ValueCategory::Lvalue;
        if !is_lvalue && !node_mentions_variable_array(inner) {
            return self.node_type(inner);
        }
        let lower = |this: &mut Self| {
            if is_lvalue {
                this.place(inner).map(|place| place.ty)
            } else {
                this.rvalue(inner).map(|value| value.ty)
            }
        };
        if is_variable_array_text(inner) {
            return lower(self);
        }
        let conditions = self.decisions.conditions.len();
        let ty = self.discarded(lower);
        // An operand with decisions in it has its type in the tree anyway.
        if self.decisions.conditions.len() != conditions {
            return self.unsupported("sizeof of an expression with conditions", operand);
        }
        ty.or_else(|_| self.node_type(inner))
    }

    /// The value of the last statement of a statement expression.
    fn statement_expression(&mut self, node: &Node, wanted: bool) -> Lowered<Option<Expr>> {
        let Some(body) = node.child(0) else {
            return Ok(None);
        };
        let Some((last, before)) = body.inner.split_last() else {
            return Ok(None);
        };
        self.scoped(body, |this| {
            before.iter().try_for_each(|statement| this.statement(statement))?;
            let mut last = last;
            while last.is(Kind::LabelStmt) {
                this.label(last);
                let Some(inner) = last.child(0) else { return Ok(None) };
                last = inner;
            }
            let has_value = last.ty.is_some() && last.type_text() != "void";
            if !wanted || !has_value {
                this.statement(last)?;
                return Ok(None);
            }
            let value = this.rvalue(last)?;
            // The value outlives the scope.
            let span = value.span;
            let local = this.new_temporary(value.ty, span);
            let place = Place::local(local, value.ty);
            this.assign(place, value, span);
            Ok(Some(this.load_local(local, span)))
        })
    }

    fn label_address(&mut self, node: &Node, span: Span) -> Lowered<Expr> {
        let Some(label) = node.label_decl_id else {
            return self.unsupported("label address of this form", node);
        };
        let block = self.label_block(label);
        if !self.address_labels.contains(&block) {
            self.address_labels.push(block);
        }
        Ok(Expr { kind: ExprKind::LabelAddress(block), ty: TypeTable::VOID_POINTER, span })
    }

    /// The alternative that `_Generic` or `__builtin_choose_expr` selects.
    pub(crate) fn chosen<'n>(&mut self, node: &'n Node) -> Lowered<&'n Node> {
        if node.is(Kind::GenericSelectionExpr) {
            let selected = node.inner.iter().find(|association| association.selected);
            return match selected.and_then(|association| association.inner.last()) {
                Some(chosen) => Ok(chosen),
                None => self.unsupported("_Generic of this form", node),
            };
        }
        let [condition, then, otherwise] = &node.inner[..] else {
            return self.unsupported("__builtin_choose_expr of this form", node);
        };
        let value = self.rvalue(condition)?;
        match self.constant_bits(&value) {
            Some(0) => Ok(otherwise),
            Some(_) => Ok(then),
            None => self.unsupported("__builtin_choose_expr of this form", node),
        }
    }

    /// A braced initialiser as a value: of a scalar, or of an aggregate in a temporary.
    fn braced_value(&mut self, node: &Node, span: Span) -> Lowered<Expr> {
        let ty = self.node_type(node)?;
        if self.types().scalar(ty).is_some() {
            return match node.child(0) {
                Some(value) => self.rvalue(value),
                None => Ok(Expr::constant(0, ty, span)),
            };
        }
        let local = self.new_temporary(ty, span);
        let place = Place::local(local, ty);
        self.emit(StatementKind::Zero(place.clone()), span);
        self.initialize(place.clone(), node)?;
        Ok(Expr::load(place, span))
    }

    /// The mathematical value of an integer constant expression.
    pub(crate) fn constant_int(&self, value: &Expr) -> Option<i128> {
        let bits = self.constant_bits(value)?;
        match self.types().scalar(value.ty)? {
            Scalar::Int { bits: width, signed } => Some(ops::int_value(bits, width, signed)),
            Scalar::Float(_) => None,
        }
    }
}

/// Whether `!` stands over a decision rather than over a plain value.
fn is_logical(node: &Node) -> bool {
    let node = node.without_parens();
    match (node.kind, node.opcode()) {
        (Kind::BinaryOperator, "&&" | "||") => true,
        (Kind::UnaryOperator, "!") => node.child(0).is_some_and(is_logical),
        _ => false,
    }
}

/// Whether evaluating an expression changes something or calls something.
pub(crate) fn has_side_effects(node: &Node) -> bool {
    match node.kind {
        Kind::CallExpr
        | Kind::CompoundAssignOperator
        | Kind::StmtExpr
        | Kind::VAArgExpr
        | Kind::AtomicExpr => true,
        Kind::BinaryOperator if node.opcode() == "=" => true,
        Kind::UnaryOperator if matches!(node.opcode(), "++" | "--") => true,
        Kind::UnaryExprOrTypeTraitExpr => false,
        _ => node.inner.iter().any(has_side_effects),
    }
}

/// Whether an operator has one that gives the same with its operands exchanged.
fn may_be_turned_around(op: &str) -> bool {
    matches!(op, "+" | "*" | "&" | "|" | "^" | "==" | "!=" | "<" | "<=" | ">" | ">=")
}

/// Whether an operand is the value of a variable as it is. A conversion that leaves its bits alone is none.
fn is_variable(node: &Node) -> bool {
    let node = node.without_parens();
    let Some(inner) = node.child(0) else { return node.is(Kind::DeclRefExpr) };
    match (node.kind, node.cast_kind.as_deref()) {
        (Kind::ImplicitCastExpr, Some("LValueToRValue" | "NoOp")) => is_variable(inner),
        (Kind::ImplicitCastExpr | Kind::CStyleCastExpr, Some("IntegralCast")) => {
            let width = bare_width(node.type_text());
            width.is_some() && width == bare_width(inner.type_text()) && is_variable(inner)
        }
        _ => false,
    }
}

/// The rank of an integer type by its words, whatever its sign.
fn bare_width(text: &str) -> Option<&str> {
    let bare = text.strip_prefix("unsigned ").unwrap_or(text);
    matches!(bare, "int" | "long" | "long long").then_some(bare)
}

/// Whether the type of a node has an array length in it that is no number.
pub(crate) fn node_mentions_variable_array(node: &Node) -> bool {
    let text = node.type_text();
    text.contains('[') && {
        let digits = |inside: &str| inside.bytes().all(|b| b.is_ascii_digit());
        text.split('[').skip(1).any(|rest| !digits(rest.split(']').next().unwrap_or("")))
    }
}

/// The parsed type that a reference names, its outermost typedefs resolved.
fn resolved_text(ty: &TypeRef) -> Option<TypeText> {
    TypeText::parse(ty.desugared_qual_type.as_ref().unwrap_or(&ty.qual_type)).ok()
}

fn is_pointer_type(ty: &TypeRef) -> bool {
    resolved_text(ty).is_some_and(|text| matches!(text.kind, TypeTextKind::Pointer(_)))
}

/// Whether the type of an expression is an array whose size only the run knows.
fn is_variable_array_text(node: &Node) -> bool {
    let mut text = node.ty.as_ref().and_then(|ty| resolved_text(ty));
    while let Some(TypeText { kind: TypeTextKind::Array { element, length }, .. }) = text {
        if matches!(length, LengthText::Text(_) | LengthText::Star) {
            return true;
        }
        text = Some(*element);
    }
    false
}

/// The operator of a binary expression on values.
pub(crate) fn binary_op(symbol: &str) -> Option<BinaryOp> {
    Some(match symbol {
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Sub,
        "*" => BinaryOp::Mul,
        "/" => BinaryOp::Div,
        "%" => BinaryOp::Rem,
        "<<" => BinaryOp::Shl,
        ">>" => BinaryOp::Shr,
        "&" => BinaryOp::BitAnd,
        "|" => BinaryOp::BitOr,
        "^" => BinaryOp::BitXor,
        "==" => BinaryOp::Eq,
        "!=" => BinaryOp::Ne,
        "<" => BinaryOp::Lt,
        "<=" => BinaryOp::Le,
        ">" => BinaryOp::Gt,
        ">=" => BinaryOp::Ge,
        _ => return None,
    })
}
