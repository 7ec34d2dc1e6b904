//! Inline assembly.

use super::{Context, Finding, Rule};
use crate::asm_text::AsmText;
use crate::ast::{Kind, Node};
use clew_ir::Cause;

pub(super) const RULE: Rule = Rule {
    cause: Cause::Assembly,
    allowed: "`asm` without instructions whose operands are in registers or constants and whose outputs are read \
              or tied to inputs, with a `memory` clobber or without; `asm(\"name\")` behind functions and objects",
    refused: "every other `asm`: instructions may write whatever they are told of, now or later, and operands in \
              memory tell them; `asm` outside of functions; variables in named registers",
    check: Some(check),
};

/// The constraints of registers and constants.
const IN_REGISTERS: &str = "=+&%rqQRabcdSDxnigI0123456789";

fn check(context: &Context<'_, '_, '_>, node: &Node) -> Option<Finding> {
    let is_outside = node.is(Kind::FileScopeAsmDecl);
    // A variable that is in a register of its own.
    let is_named = node.is(Kind::VarDecl)
        && (!context.parents.is_empty() || node.storage_class.as_deref() == Some("register"))
        && node.children(Kind::AsmLabelAttr).next().is_some();
    (is_outside || is_named).then(Finding::plain).flatten()
}

/// Whether a statement computes nothing, and is told of no place in memory.
pub(in crate::lower) fn is_allowed(text: &AsmText) -> bool {
    let mut operands = text.outputs.iter().chain(&text.inputs);
    let is_in_register = |constraint: &str| {
        !constraint.is_empty() && constraint.chars().all(|it| IN_REGISTERS.contains(it))
    };
    text.is_idle() && operands.all(|it| is_in_register(&it.constraint))
}
