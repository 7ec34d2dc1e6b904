//! Jumps, and what happens on their way.

use super::Lowered;
use super::function::{FunctionLowering, ScopeAction};
use crate::ast::{Kind, Node};
use clang_ast::Id as ClangId;
use clew_ir::{Span, TerminatorKind};

impl FunctionLowering<'_, '_> {
    /// `break` or `continue`.
    pub(super) fn jump(&mut self, node: &Node, span: Span) -> Lowered<()> {
        let target = if node.is(Kind::BreakStmt) {
            self.jumps.last().map(|jump| (jump.break_to, jump.depth))
        } else {
            let target = self.jumps.iter().rev().find(|jump| jump.continue_to.is_some());
            target.and_then(|jump| Some((jump.continue_to?, jump.depth)))
        };
        let Some((target, depth)) = target else {
            return self.unsupported("jump outside a loop", node);
        };
        self.leave_scopes(depth, span);
        self.goto(target, span);
        Ok(())
    }

    pub(super) fn goto_statement(&mut self, node: &Node, span: Span) -> Lowered<()> {
        let Some(label) = node.target_label_decl_id else {
            return self.unsupported("goto of this form", node);
        };
        let common = match self.label_scopes.get(&label) {
            Some(around) => {
                self.scopes.iter().zip(around).take_while(|(ours, id)| ours.id == **id).count()
            }
            None => self.scopes.len(),
        };
        self.leave_scopes(common, span);
        self.leave_declarations(label, common, span);
        let target = self.label_block(label);
        self.goto(target, span);
        Ok(())
    }

    /// A jump back leaves what was declared behind the label, also in the scopes that it stays in.
    fn leave_declarations(&mut self, label: ClangId, common: usize, span: Span) {
        let Some(counts) = self.label_actions.get(&label) else { return };
        let scopes = self.scopes[..common].iter().zip(counts).rev();
        let left = scopes.flat_map(|(scope, count)| scope.actions[*count..].iter().rev());
        let cleanups: Vec<_> =
            left.filter(|it| matches!(it, ScopeAction::Cleanup(..))).cloned().collect();
        for action in cleanups {
            self.scope_action(&action, span);
        }
    }

    pub(super) fn indirect_goto(&mut self, node: &Node, span: Span) -> Lowered<()> {
        let Some(address) = node.child(0) else {
            return self.unsupported("computed goto of this form", node);
        };
        let address = self.rvalue(address)?;
        // The targets are known when all labels are: see `finish`.
        self.terminate(TerminatorKind::IndirectGoto { address, targets: Vec::new() }, span);
        Ok(())
    }

    /// Starts the block of a label.
    pub(crate) fn label(&mut self, node: &Node) {
        let span = self.span(node);
        if let Some(label) = node.decl_id {
            let actions = self.scopes.iter().map(|scope| scope.actions.len()).collect();
            self.label_actions.insert(label, actions);
            let block = self.label_block(label);
            self.goto_and_start(block, span);
        }
    }
}
