//! Functions with more than one definition.

use super::Rule;
use clew_ir::Cause;

pub(super) const RULE: Rule = Rule {
    cause: Cause::Definitions,
    allowed: "functions with one definition; a weak one that a strong one replaces",
    refused: "an `inline` definition beside an external one in another of the files (C11 6.7.4p7): which of them \
              a call runs, each compiler decides anew",
    check: None,
};
