//! Text that depends on the preprocessor.

use super::Rule;
use clew_ir::Cause;

pub(super) const RULE: Rule = Rule {
    cause: Cause::Preprocessor,
    allowed: "functions whose text gcc's and clang's preprocessors give alike, with the `-O` of the flags",
    refused: "functions that contain lines, or use macros, which differ, and all functions of a file where a \
              declaration outside of functions does",
    check: None,
};
