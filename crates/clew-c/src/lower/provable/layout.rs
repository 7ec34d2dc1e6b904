//! Which records have one layout.

use super::Rule;
use clew_ir::Cause;

pub(super) const RULE: Rule = Rule {
    cause: Cause::Layout,
    allowed: "records as the System V ABI lays them out, `packed`, `aligned` and `#pragma pack` among them",
    refused: "in a file where a bit-field asks for an alignment, a record is laid out as Microsoft does, or an \
              atomic record is not aligned to its size: compilers place them differently",
    check: None,
};
