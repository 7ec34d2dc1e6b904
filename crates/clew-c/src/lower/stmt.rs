//! Statements.

use super::Lowered;
use super::decl::initializer;
use super::function::{
    BlockScope, FunctionLowering, JumpTarget, OpenSwitch, ScopeAction, is_scope,
};
use super::record::typedef_decl;
use super::scope::Entity;
use crate::ast::{Kind, Node};
use clew_ir::{
    BlockId, Builtin, Callee, Decision, DecisionKind, Expr, ExprKind, LocalKind, Place, Span,
    StatementKind, SwitchArm, TerminatorKind, TypeTable,
};

impl FunctionLowering<'_, '_> {
    /// Lowers a statement.
    pub(crate) fn statement(&mut self, node: &Node) -> Lowered<()> {
        let span = self.span(node);
        match node.kind {
            Kind::Null | Kind::NullStmt => Ok(()),
            Kind::CompoundStmt => self.scoped(node, |this| {
                node.inner.iter().try_for_each(|statement| this.statement(statement))
            }),
            Kind::DeclStmt => node.inner.iter().try_for_each(|decl| self.local_decl(decl)),
            Kind::IfStmt => self.scoped(node, |this| this.if_statement(node, span)),
            Kind::WhileStmt => self.scoped(node, |this| this.while_statement(node, span)),
            Kind::DoStmt => self.scoped(node, |this| this.do_statement(node, span)),
            Kind::ForStmt => self.scoped(node, |this| this.for_statement(node, span)),
            Kind::SwitchStmt => self.scoped(node, |this| this.switch_statement(node, span)),
            Kind::CaseStmt => self.case_statement(node, span),
            Kind::DefaultStmt => self.default_statement(node, span),
            Kind::BreakStmt | Kind::ContinueStmt => self.jump(node, span),
            Kind::ReturnStmt => self.return_statement(node, span),
            Kind::GotoStmt => self.goto_statement(node, span),
            Kind::IndirectGotoStmt => self.indirect_goto(node, span),
            Kind::LabelStmt => {
                self.label(node);
                self.optional_statement(node.child(0))
            }
            Kind::AttributedStmt => {
                let statement = node.inner.iter().rfind(|child| !is_attribute(child));
                self.optional_statement(statement)
            }
            Kind::GCCAsmStmt => self.asm_statement(node, span),
            _ if node.ty.is_some() => self.effect(node),
            kind => self.unsupported(format!("{kind:?}"), node),
        }
    }

    fn optional_statement(&mut self, node: Option<&Node>) -> Lowered<()> {
        node.map_or(Ok(()), |node| self.statement(node))
    }

    // Scopes

    /// Lowers within a new scope, and leaves it.
    pub(crate) fn scoped<T>(
        &mut self,
        node: &Node,
        lower: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        self.unit.scopes.push();
        self.scopes.push(BlockScope {
            id: node.id,
            actions: Vec::new(),
            has_labels: has_labels(node),
            stack_mark: None,
        });
        let lowered = lower(self);
        let span = self.span(node);
        let end = Span { start: span.end.saturating_sub(1).max(span.start), ..span };
        if lowered.is_ok() {
            let depth = self.scopes.len() - 1;
            if self.scopes.last().is_some_and(|scope| !scope.actions.is_empty()) {
                self.scope_ends.push(end);
            }
            self.leave_scopes(depth, end);
        }
        self.scopes.pop();
        self.unit.scopes.pop();
        lowered
    }

    /// Emits what happens when control leaves all scopes from the innermost down to `depth`.
    pub(crate) fn leave_scopes(&mut self, depth: usize, span: Span) {
        let actions: Vec<_> = self.scopes[depth..]
            .iter()
            .rev()
            .flat_map(|scope| scope.actions.iter().rev().cloned())
            .collect();
        for action in actions {
            self.scope_action(&action, span);
        }
    }

    pub(super) fn scope_action(&mut self, action: &ScopeAction, span: Span) {
        match action {
            ScopeAction::Dead(local) => self.emit(StatementKind::Dead(*local), span),
            ScopeAction::StackRestore(mark) => {
                let mark = self.load_local(*mark, span);
                self.emit_builtin(None, Builtin::StackRestore, vec![mark], span);
            }
            ScopeAction::Cleanup(function, local) => {
                let ty = self.locals[*local].ty;
                let pointer = self.types_mut().pointer_to(ty);
                let address = Expr {
                    kind: ExprKind::AddressOf(Box::new(Place::local(*local, ty))),
                    ty: pointer,
                    span,
                };
                let callee = Callee::Direct(*function);
                let wanted = self.program().function_type(*function).params.first().copied();
                let address = match wanted {
                    Some(wanted) => {
                        self.cast(address.clone(), wanted, true, span).unwrap_or(address)
                    }
                    None => address,
                };
                self.emit(StatementKind::Call { dest: None, callee, args: vec![address] }, span);
            }
        }
    }

    // Declarations

    pub(crate) fn local_decl(&mut self, node: &Node) -> Lowered<()> {
        match node.kind {
            Kind::RecordDecl => self.unit.record_decl(node),
            Kind::EnumDecl => self.unit.enum_decl(node),
            Kind::TypedefDecl => typedef_decl(self, node),
            Kind::FunctionDecl => self.unit.function_decl(node),
            Kind::VarDecl => match node.storage_class.as_deref() {
                Some("static" | "extern") => self.static_variable(node)?,
                _ => self.automatic_variable(node)?,
            },
            _ => {}
        }
        Ok(())
    }

    fn static_variable(&mut self, node: &Node) -> Lowered<()> {
        let id = self.unit.declare_global(node, Some(self.function))?;
        self.unit.bind(node, Entity::Global(id));
        self.unit.note_view(node, id);
        let is_extern = node.storage_class.as_deref() == Some("extern");
        match initializer(node) {
            Some(init) if !is_extern => {
                let ty = self.program().globals[id].ty;
                let size = self.types().size(ty).unwrap_or(0) as usize;
                let zero = clew_ir::Image { bytes: vec![0; size], relocations: Vec::new() };
                self.unit.linker.program.globals[id].init = Some(zero);
                let image = self.static_image(ty, init, id)?;
                self.unit.linker.program.globals[id].init = Some(image);
                Ok(())
            }
            _ => self.unit.define_global(node, id),
        }
    }

    fn automatic_variable(&mut self, node: &Node) -> Lowered<()> {
        let span = self.span(node);
        let ty = self.node_type(node)?;
        if self.is_variable_array(ty) {
            return self.variable_array(node, ty, span);
        }
        if matches!(self.types().get(ty), clew_ir::Type::Opaque { .. }) {
            return self.unsupported("variable of this type", node);
        }
        let local = self.new_local(node.name(), ty, LocalKind::Variable, span);
        self.locals[local].align = self.unit.object_align(node, ty)?;
        self.unit.bind(node, Entity::Local(local));
        self.emit(StatementKind::Live(local), span);
        self.add_scope_actions(node, local)?;
        match initializer(node) {
            Some(init) => self.initialize(Place::local(local, ty), init),
            None => Ok(()),
        }
    }

    fn add_scope_actions(&mut self, node: &Node, local: clew_ir::LocalId) -> Lowered<()> {
        if let Some(attribute) = node.children(Kind::CleanupAttr).next() {
            let function = self.cleanup_function(attribute);
            match function {
                Some(function) => {
                    if let Some(scope) = self.scopes.last_mut() {
                        scope.actions.push(ScopeAction::Cleanup(function, local));
                    }
                }
                None => return self.unsupported("cleanup attribute", node),
            }
        } else if let Some(scope) = self.scopes.last_mut()
            && !scope.has_labels
        {
            scope.actions.push(ScopeAction::Dead(local));
        }
        Ok(())
    }

    /// The function in `cleanup(f)`; older clangs leave it out of the tree.
    fn cleanup_function(&mut self, attribute: &Node) -> Option<clew_ir::FunctionId> {
        let name = match &attribute.cleanup_function {
            Some(function) => function.name.as_deref()?.to_owned(),
            None => {
                let text = self.unit.spelled_text(attribute)?;
                let (_, after) = text.split_once('(')?;
                after.split(')').next()?.trim().to_owned()
            }
        };
        match self.unit.scopes.value(&name)? {
            Entity::Function(id) => {
                let id = *id;
                self.unit.linker.mark_used(super::link::Symbol::Function(id));
                Some(id)
            }
            _ => None,
        }
    }

    // Selection and iteration

    fn if_statement(&mut self, node: &Node, span: Span) -> Lowered<()> {
        let children: Vec<_> = node.inner.iter().collect();
        let (condition, then, otherwise) = match children[..] {
            [condition, then] => (condition, then, None),
            [condition, then, otherwise] if node.has_else => (condition, then, Some(otherwise)),
            _ => return self.unsupported("if statement of this form", node),
        };
        let then_block = self.new_block();
        let else_block = self.new_block();
        let join = if otherwise.is_some() { self.new_block() } else { else_block };
        self.decision(DecisionKind::If, condition, then_block, else_block)?;
        self.start(then_block);
        self.statement(then)?;
        self.goto(join, span);
        if let Some(otherwise) = otherwise {
            self.start(else_block);
            self.statement(otherwise)?;
            self.goto(join, span);
        }
        self.start(join);
        Ok(())
    }

    fn loop_body(
        &mut self,
        body: Option<&Node>,
        break_to: BlockId,
        continue_to: BlockId,
    ) -> Lowered<()> {
        let depth = self.scopes.len();
        self.jumps.push(JumpTarget { break_to, continue_to: Some(continue_to), depth });
        let lowered = self.optional_statement(body);
        self.jumps.pop();
        lowered
    }

    fn while_statement(&mut self, node: &Node, span: Span) -> Lowered<()> {
        let (Some(condition), body) = (node.child(0), node.child(1)) else {
            return self.unsupported("while statement of this form", node);
        };
        let [head, body_block, exit] = [(); 3].map(|()| self.new_block());
        self.goto_and_start(head, span);
        self.decision(DecisionKind::While, condition, body_block, exit)?;
        self.start(body_block);
        self.loop_body(body, exit, head)?;
        self.goto(head, span);
        self.start(exit);
        Ok(())
    }

    fn do_statement(&mut self, node: &Node, span: Span) -> Lowered<()> {
        let (body, Some(condition)) = (node.child(0), node.child(1)) else {
            return self.unsupported("do statement of this form", node);
        };
        let [body_block, test, exit] = [(); 3].map(|()| self.new_block());
        self.goto_and_start(body_block, span);
        self.loop_body(body, exit, test)?;
        self.goto_and_start(test, span);
        self.decision(DecisionKind::DoWhile, condition, body_block, exit)?;
        self.start(exit);
        Ok(())
    }

    fn for_statement(&mut self, node: &Node, span: Span) -> Lowered<()> {
        let [init, condition, step, body] = [0, 2, 3, 4].map(|index| node.child(index));
        self.optional_statement(init)?;
        let [head, body_block, step_block, exit] = [(); 4].map(|()| self.new_block());
        self.goto_and_start(head, span);
        match condition {
            Some(condition) => self.decision(DecisionKind::For, condition, body_block, exit)?,
            None => self.goto(body_block, span),
        }
        self.start(body_block);
        self.loop_body(body, exit, step_block)?;
        self.goto_and_start(step_block, span);
        if let Some(step) = step {
            self.effect(step)?;
        }
        self.goto(head, span);
        self.start(exit);
        Ok(())
    }

    fn switch_statement(&mut self, node: &Node, span: Span) -> Lowered<()> {
        let children: Vec<_> = node.inner.iter().filter(|child| !child.is(Kind::Null)).collect();
        let [condition, body] = children[..] else {
            return self.unsupported("switch statement of this form", node);
        };
        let value = self.rvalue(condition)?;
        let head = self.current;
        let exit = self.new_block();
        let id = self.decisions.decisions.push(Decision {
            kind: DecisionKind::Switch,
            structure: None,
            span: value.span,
            switch: Some(head),
        });
        let body_block = self.new_block();
        self.start(body_block);
        self.switches.push(OpenSwitch::default());
        let depth = self.scopes.len();
        self.jumps.push(JumpTarget { break_to: exit, continue_to: None, depth });
        let lowered = self.statement(body);
        self.jumps.pop();
        let open = self.switches.pop().unwrap_or_default();
        lowered?;
        self.goto(exit, span);
        let (default, default_span) = match open.default {
            Some((block, span)) => (block, Some(span)),
            None => (exit, None),
        };
        let kind = TerminatorKind::Switch { value, id, arms: open.arms, default, default_span };
        self.start(head);
        self.terminate(kind, span);
        self.start(exit);
        Ok(())
    }

    fn case_statement(&mut self, node: &Node, span: Span) -> Lowered<()> {
        let mut values = Vec::new();
        for child in node.inner.iter().take(if node.is_gnu_range { 2 } else { 1 }) {
            let value = self.rvalue(child)?;
            match self.constant_int(&value) {
                Some(value) => values.push(value),
                None => return self.unsupported("case value", child),
            }
        }
        let body = node.inner.get(values.len());
        let (Some(&low), Some(&high)) = (values.first(), values.last()) else {
            return self.unsupported("case of this form", node);
        };
        let target = self.new_block();
        let label = match (node.inner.first(), node.inner.get(values.len() - 1)) {
            (Some(_), Some(last)) => {
                let last = self.span(last);
                Span { end: last.end.max(span.start), ..span }
            }
            _ => span,
        };
        self.goto_and_start(target, span);
        let Some(switch) = self.switches.last_mut() else {
            return self.unsupported("case outside a switch", node);
        };
        // An empty GNU range has no values.
        if low <= high {
            switch.arms.push(SwitchArm { low, high, target, span: label });
        }
        self.optional_statement(body)
    }

    fn default_statement(&mut self, node: &Node, span: Span) -> Lowered<()> {
        let target = self.new_block();
        self.goto_and_start(target, span);
        let Some(switch) = self.switches.last_mut() else {
            return self.unsupported("default outside a switch", node);
        };
        let label = Span { end: span.start + "default".len() as u32, ..span };
        switch.default = Some((target, label));
        self.optional_statement(node.child(0))
    }

    fn return_statement(&mut self, node: &Node, span: Span) -> Lowered<()> {
        let value = match node.child(0) {
            Some(value) if self.result == TypeTable::VOID => {
                self.effect(value)?;
                None
            }
            Some(value) => Some(self.kept_value(value)?),
            None => None,
        };
        let has_cleanup = self
            .scopes
            .iter()
            .flat_map(|scope| &scope.actions)
            .any(|action| matches!(action, ScopeAction::Cleanup(..)));
        let value = if has_cleanup {
            let value = value.map(|value| self.keep(value));
            let cleanups: Vec<_> = self
                .scopes
                .iter()
                .rev()
                .flat_map(|scope| scope.actions.iter().rev())
                .filter(|action| matches!(action, ScopeAction::Cleanup(..)))
                .cloned()
                .collect();
            for action in cleanups {
                self.scope_action(&action, span);
            }
            value
        } else {
            value
        };
        self.terminate(TerminatorKind::Return(value), span);
        Ok(())
    }
}

/// Whether a jump from outside may land inside: a label, or a `case` of an outer switch.
fn has_labels(node: &Node) -> bool {
    fn any(node: &Node, in_switch: bool) -> bool {
        match node.kind {
            Kind::LabelStmt => true,
            Kind::CaseStmt | Kind::DefaultStmt if !in_switch => true,
            Kind::SwitchStmt => node.inner.iter().any(|child| any(child, true)),
            _ => node.inner.iter().any(|child| any(child, in_switch)),
        }
    }
    is_scope(node)
        && match node.kind {
            Kind::SwitchStmt => node.inner.iter().any(|child| any(child, true)),
            _ => node.inner.iter().any(|child| any(child, false)),
        }
}

fn is_attribute(node: &Node) -> bool {
    node.ty.is_none() && node.kind == Kind::Other
}
