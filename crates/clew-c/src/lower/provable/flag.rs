//! Flags of the command line.

use super::Rule;
use clew_ir::Cause;

pub(super) const RULE: Rule = Rule {
    cause: Cause::Flag,
    allowed: "flags about text, warnings, debugging, linking, code that finds its own address, stack protection, \
              aliasing, instruction sets and ordinary optimisations; sanitizers; `-std`, `-fwrapv`",
    refused: "flags that change floating-point arithmetic (`-ffast-math`, `-Ofast`, `-mfma`, `-mno-sse2`, `-march=` \
              and their kin), for functions with floating-point numbers; every other flag, for all functions: \
              `-finstrument-functions`, `-pg`, `-fsanitize-coverage=`, `-fmerge-all-constants`, `-Xclang`, \
              `-mllvm`, plugins, those that nobody here knows",
    check: None,
};
