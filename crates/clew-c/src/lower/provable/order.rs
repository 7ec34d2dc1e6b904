//! Orders of evaluation.

use super::Rule;
use clew_ir::Cause;

pub(super) const RULE: Rule = Rule {
    cause: Cause::Order,
    allowed: "operands that touch nothing in common, or of which no one calls a function or runs statements",
    refused: "operands where a call or a statement expression in one may touch what another touches: C leaves \
              their order open, and so do compilers",
    check: None,
};
