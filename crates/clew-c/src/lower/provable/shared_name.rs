//! Names that the linker makes one.

use super::Rule;
use clew_ir::Cause;

pub(super) const RULE: Rule = Rule {
    cause: Cause::SharedName,
    allowed: "one name for each function and object, `alias` and `weakref`",
    refused: "programs where `asm(\"name\")`, `#pragma redefine_extname` or `#pragma weak a = b` gives two names of \
              theirs to one thing; with `-ffreestanding` or `-fno-builtin`, programs whose own `memcpy`, \
              `memmove`, `memset` or `memcmp` names objects of the program: compilers put in calls of them",
    check: None,
};
