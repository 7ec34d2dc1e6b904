//! Decisions: from `&&`, `||`, `!` and `?:` to one branch for each atomic condition.

use super::Lowered;
use super::function::FunctionLowering;
use crate::ast::{Kind, Node};
use clew_ir::{
    BlockId, BoolTree, Condition, Decision, DecisionId, DecisionKind, Expr, Place, Span,
    TerminatorKind, TypeId, TypeTable,
};

impl FunctionLowering<'_, '_> {
    /// Lowers a controlling expression: the current block ends by going to one of the two.
    pub(crate) fn decision(
        &mut self,
        kind: DecisionKind,
        node: &Node,
        then: BlockId,
        otherwise: BlockId,
    ) -> Lowered<()> {
        let span = self.span(node);
        let id =
            self.decisions.decisions.push(Decision { kind, structure: None, span, switch: None });
        let structure = self.condition(node, then, otherwise, id)?;
        self.decisions.decisions[id].structure = Some(structure);
        Ok(())
    }

    fn condition(
        &mut self,
        node: &Node,
        then: BlockId,
        otherwise: BlockId,
        decision: DecisionId,
    ) -> Lowered<BoolTree> {
        let node = node.without_parens();
        match (node.kind, node.opcode()) {
            (Kind::UnaryOperator, "!") if node.child(0).is_some() => {
                let operand = self.condition(&node.inner[0], otherwise, then, decision)?;
                Ok(match operand {
                    BoolTree::Constant(value) => BoolTree::Constant(!value),
                    operand => BoolTree::Not(Box::new(operand)),
                })
            }
            (Kind::UnaryOperator, "__extension__") if node.child(0).is_some() => {
                self.condition(&node.inner[0], then, otherwise, decision)
            }
            (Kind::BinaryOperator, "&&" | "||") => {
                self.short_circuit(node, then, otherwise, decision)
            }
            (Kind::BinaryOperator, ",") => {
                self.effect(&node.inner[0])?;
                self.condition(&node.inner[1], then, otherwise, decision)
            }
            _ => match expected_value(node) {
                Some(inner) => self.condition(inner, then, otherwise, decision),
                None => self.atomic_condition(node, then, otherwise, decision),
            },
        }
    }

    fn short_circuit(
        &mut self,
        node: &Node,
        then: BlockId,
        otherwise: BlockId,
        decision: DecisionId,
    ) -> Lowered<BoolTree> {
        let is_and = node.opcode() == "&&";
        let next = self.new_block();
        let (if_true, if_false) = if is_and { (next, otherwise) } else { (then, next) };
        let left = self.condition(&node.inner[0], if_true, if_false, decision)?;
        if left == BoolTree::Constant(!is_and) {
            // The right operand is never evaluated.
            return Ok(left);
        }
        self.start(next);
        let right = self.condition(&node.inner[1], then, otherwise, decision)?;
        let (left, right) = (Box::new(left), Box::new(right));
        Ok(if is_and { BoolTree::And(left, right) } else { BoolTree::Or(left, right) })
    }

    fn atomic_condition(
        &mut self,
        node: &Node,
        then: BlockId,
        otherwise: BlockId,
        decision: DecisionId,
    ) -> Lowered<BoolTree> {
        let mut condition = self.rvalue(node)?;
        let span = self.span(node);
        if self.parts(condition.ty).is_some() {
            condition = self.complex_truth(condition)?;
        }
        let scalar = self.scalar(condition.ty, span)?;
        if let Some(bits) = self.constant_bits(&condition) {
            let value = !clew_ir::ops::is_zero(scalar, bits);
            self.goto(if value { then } else { otherwise }, span);
            return Ok(BoolTree::Constant(value));
        }
        let block = self.current;
        let id = self.decisions.conditions.push(Condition { decision, block, span });
        self.terminate(TerminatorKind::Branch { condition, id: Some(id), then, otherwise }, span);
        Ok(BoolTree::Condition(id))
    }

    /// `a && b` or `a || b` (or `!` over them) as a value.
    pub(crate) fn logical_value(&mut self, node: &Node) -> Lowered<Expr> {
        let span = self.span(node);
        if let Some(value) = self.constant_decision(node) {
            return Ok(self.int(i128::from(value), TypeTable::INT, span));
        }
        let result = self.new_temporary(TypeTable::INT, span);
        let [then, otherwise, join] = [(); 3].map(|()| self.new_block());
        self.decision(DecisionKind::Value, node, then, otherwise)?;
        for (block, value) in [(then, 1), (otherwise, 0)] {
            self.start(block);
            let value = self.int(value, TypeTable::INT, span);
            self.assign(Place::local(result, TypeTable::INT), value, span);
            self.goto(join, span);
        }
        self.start(join);
        Ok(self.load_local(result, span))
    }

    /// `a && b;` as a statement: only the effects count.
    pub(crate) fn logical_effect(&mut self, node: &Node) -> Lowered<()> {
        let join = self.new_block();
        self.decision(DecisionKind::Value, node, join, join)?;
        self.start(join);
        Ok(())
    }

    /// The value of a condition that is constant and has no effect, found without leaving a
    /// trace. Constant expressions at file scope need it, and `1 || x` deserves it.
    fn constant_decision(&mut self, node: &Node) -> Option<bool> {
        let node = node.without_parens();
        match (node.kind, node.opcode()) {
            (Kind::UnaryOperator, "!") => self.constant_decision(node.child(0)?).map(|v| !v),
            (Kind::BinaryOperator, "&&") => match self.constant_decision(node.child(0)?)? {
                true => self.constant_decision(node.child(1)?),
                false => Some(false),
            },
            (Kind::BinaryOperator, "||") => match self.constant_decision(node.child(0)?)? {
                false => self.constant_decision(node.child(1)?),
                true => Some(true),
            },
            _ if is_plain(node) => {
                let value = self.rvalue(node).ok()?;
                let scalar = self.types().scalar(value.ty)?;
                let bits = self.constant_bits(&value)?;
                Some(!clew_ir::ops::is_zero(scalar, bits))
            }
            _ => None,
        }
    }

    /// `a ? b : c`. Without a result type, only the effects count.
    pub(crate) fn conditional(&mut self, node: &Node, wanted: bool) -> Lowered<Option<Expr>> {
        let [condition, then, otherwise] = &node.inner[..] else {
            return self.unsupported("conditional of this form", node);
        };
        let span = self.span(node);
        if let Some(value) = self.constant_decision(condition) {
            let chosen = if value { then } else { otherwise };
            if !wanted {
                self.effect(chosen)?;
                return Ok(None);
            }
            let value = self.rvalue(chosen)?;
            if super::expr::node_mentions_variable_array(node) {
                return Ok(Some(value));
            }
            let ty = self.node_type(node)?;
            return self.cast(value, ty, true, span).map(Some);
        }
        let ty = if wanted { Some(self.result_type(node)?) } else { None };
        let [then_block, else_block] = [(); 2].map(|()| self.new_block());
        self.decision(DecisionKind::Conditional, condition, then_block, else_block)?;
        self.arms(ty, [(then_block, then), (else_block, otherwise)], span)
    }

    /// The two arms of a conditional, joined. A pointer to a variable-length array has the type of
    /// the arm that is one.
    fn arms(
        &mut self,
        ty: Option<TypeId>,
        arms: [(BlockId, &Node); 2],
        span: Span,
    ) -> Lowered<Option<Expr>> {
        let ty = ty.filter(|ty| *ty != TypeTable::VOID);
        let result = ty.map(|ty| self.new_temporary(ty, span));
        let join = self.new_block();
        let mut variable = None;
        for (block, node) in arms {
            self.start(block);
            match (result, ty) {
                (Some(result), Some(ty)) => {
                    let value = self.kept_value(node)?;
                    if super::finish::is_variably_modified(self.types(), value.ty) {
                        variable = Some(value.ty);
                    }
                    let value = self.cast(value, ty, true, span)?;
                    self.assign(Place::local(result, ty), value, span);
                }
                _ => self.effect(node)?,
            }
            self.goto(join, span);
        }
        self.start(join);
        let value = result.map(|result| self.load_local(result, span));
        match (value, variable) {
            (Some(value), Some(ty)) => self.cast(value, ty, true, span).map(Some),
            (value, _) => Ok(value),
        }
    }

    /// GNU `a ?: c`: the first operand is evaluated once.
    pub(crate) fn binary_conditional(&mut self, node: &Node) -> Lowered<Option<Expr>> {
        let [common, condition, then, otherwise] = &node.inner[..] else {
            return self.unsupported("conditional of this form", node);
        };
        let span = self.span(node);
        let value = self.rvalue(common)?;
        let value = self.keep(value);
        for side in [condition, then] {
            bind_opaque(side, &mut |id| {
                self.opaque.insert(id, value.clone());
            });
        }
        let ty = self.result_type(node)?;
        if let Some(bits) = self.constant_bits(&value) {
            let scalar = self.scalar(value.ty, span)?;
            let chosen = if clew_ir::ops::is_zero(scalar, bits) { otherwise } else { then };
            return self.rvalue(chosen).map(Some);
        }
        let [then_block, else_block] = [(); 2].map(|()| self.new_block());
        self.decision(DecisionKind::Conditional, condition, then_block, else_block)?;
        self.arms(Some(ty), [(then_block, then), (else_block, otherwise)], span)
    }
}

/// Calls `bind` with the id of every opaque value in the tree.
fn bind_opaque(node: &Node, bind: &mut impl FnMut(clang_ast::Id)) {
    if node.is(Kind::OpaqueValueExpr) {
        if let Some(id) = node.id {
            bind(id);
        }
        return;
    }
    for child in &node.inner {
        bind_opaque(child, bind);
    }
}

/// The first argument of `__builtin_expect`, whose truth is the call's.
fn expected_value(node: &Node) -> Option<&Node> {
    if !node.is(Kind::CallExpr) {
        return None;
    }
    let mut callee = node.child(0)?;
    while callee.is(Kind::ImplicitCastExpr) || callee.is(Kind::ParenExpr) {
        callee = callee.child(0)?;
    }
    let name = callee.referenced_decl.as_ref()?.name.as_deref()?;
    if !matches!(name, "__builtin_expect" | "__builtin_expect_with_probability") {
        return None;
    }
    // What the expected value changes has to happen.
    if node.inner[2..].iter().any(super::expr::has_side_effects) {
        return None;
    }
    // The conversion of an `int` (or narrower) truth value to `long` keeps it; so does that of
    // any integer but the widest.
    let mut argument = node.child(1)?.without_parens();
    while argument.is(Kind::ImplicitCastExpr)
        && argument.cast_kind.as_deref() == Some("IntegralCast")
        && !argument.child(0)?.type_text().contains("128")
    {
        argument = argument.child(0)?.without_parens();
    }
    Some(argument)
}

/// Whether an expression can be constant: no calls, assignments or other effects in it.
fn is_plain(node: &Node) -> bool {
    let here = match node.kind {
        Kind::IntegerLiteral
        | Kind::CharacterLiteral
        | Kind::FloatingLiteral
        | Kind::ParenExpr
        | Kind::ConstantExpr
        | Kind::ImplicitCastExpr
        | Kind::CStyleCastExpr
        | Kind::ConditionalOperator
        | Kind::CXXBoolLiteralExpr => true,
        Kind::UnaryExprOrTypeTraitExpr => return !node.type_text().is_empty(),
        Kind::DeclRefExpr => {
            return node.referenced_decl.as_ref().is_some_and(|d| d.kind == Kind::EnumConstantDecl);
        }
        Kind::UnaryOperator => matches!(node.opcode(), "-" | "+" | "~" | "!" | "__extension__"),
        Kind::BinaryOperator => {
            !node.opcode().ends_with('=') || matches!(node.opcode(), "==" | "!=" | "<=" | ">=")
        }
        Kind::CallExpr => return is_constant_builtin(node),
        _ => false,
    };
    here && node.inner.iter().all(is_plain)
}

/// Calls that fold: `__builtin_constant_p` and `__builtin_expect` of a plain value.
fn is_constant_builtin(node: &Node) -> bool {
    let mut callee = node.child(0);
    while let Some(inner) = callee.filter(|c| c.is(Kind::ImplicitCastExpr)) {
        callee = inner.child(0);
    }
    let name = callee.and_then(|c| c.referenced_decl.as_ref()).and_then(|d| d.name.as_deref());
    match name {
        Some("__builtin_constant_p") => true,
        Some("__builtin_expect") => node.inner[1..].iter().all(is_plain),
        _ => false,
    }
}
