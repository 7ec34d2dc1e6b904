//! Library functions that can fail, and what they give when they do.
//!
//! Who runs a program on inputs decides whether a call fails: natives and models ask the world, which
//! says that none does unless it is told otherwise.

use crate::native::NativeFunction;

/// What a model asks whether its call fails.
pub const REFUSES: &str = "__clew_refuses";

/// The functions of this module.
pub(super) fn native(name: &str) -> Option<NativeFunction> {
    (name == REFUSES).then_some(|guest, _| Ok(guest.world().answer().into()))
}

/// Library functions of which a call from the program can fail.
pub const FALLIBLE: [&str; 14] = [
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "aligned_alloc",
    "posix_memalign",
    "strdup",
    "strndup",
    "write",
    "close",
    "sysconf",
    "nanosleep",
    "clock_gettime",
    "setlocale",
];

/// Whether calls of the library function of this name can be made to fail.
pub fn can_fail(name: &str) -> bool {
    FALLIBLE.contains(&name)
}

/// Native functions that ask the world for memory, whoever calls them.
const ALLOCATE: [&str; 8] = [
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "aligned_alloc",
    "memalign",
    "valloc",
    "posix_memalign",
];

/// Whether a native function asks the world whether it fails.
pub fn asks_to_fail(name: &str) -> bool {
    name == REFUSES || ALLOCATE.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::libc::{model_for, native};

    #[test]
    fn what_can_fail_has_a_model_or_asks_itself() {
        for name in FALLIBLE {
            assert!(model_for(name).is_some() || asks_to_fail(name), "{name}");
            assert!(model_for(name).is_some() != native(name).is_some(), "{name}");
        }
    }
}
