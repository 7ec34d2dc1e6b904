//! The C library.
//!
//! A function that the program calls and does not define is found in one of two places:
//!
//! 1. The **C models** ([`model_for`], [`needed_models`]): C files under `libc/`, lowered and run
//!    like the program itself, so that they can be explored symbolically. They are linked as an
//!    archive is: a file takes part when something it defines is needed, and a definition of the
//!    program's own always wins over a model's. Data (`stdout`, `optarg`, …) is found the same way.
//! 2. **Native functions** ([`native`]), by name: what needs the outside world, the memory manager
//!    or the host's mathematics. The models use them under names that start with `__clew_`.
//!
//! A model calls another file's functions only by ISO C names or names that start with `__clew_`:
//! any other name (`random`, `getline`, `index`) may be the program's own.
//!
//! To add a model: put it into a C file of its theme under `libc/`, list it in `model_table.rs`
//! (the test prints what the file defines and needs), and compare it with the host's function in
//! `libc/test/`.
//!
//! What the machine owes the models:
//! - when `main` returns, it calls the model `exit` with the value if that is linked (it is in
//!   every program that writes through stdio);
//! - when a run ends by a fault, it calls the model `__clew_flush_all` if that is linked, so that
//!   the output before the fault is seen.

mod arguments;
mod asked;
mod compare;
mod ending;
mod fallible;
mod float_classes;
mod float_parse;
mod host_long_double;
mod host_math;
mod host_world;
mod long_double;
mod math;
mod memory;
mod model_table;
mod models;
mod outside;
mod printf;
mod quiet;
pub mod stream;

#[cfg(test)]
mod float_test;
#[cfg(test)]
mod test_guest;

pub use asked::asked_bits;
pub use asked::is_asked;
pub use compare::Comparison;
pub use fallible::{FALLIBLE, REFUSES, asks_to_fail, can_fail};
pub use host_world::HostWorld;
pub use models::{
    MODEL_FLAGS, ModelId, all_models, joined_source, model_defines, model_for, model_needs,
    model_source, needed_models, needed_models_where,
};

pub use quiet::{is_quiet, quiet_native, stream_argument};

use crate::native::NativeFunction;

/// The model to call when a run ends by a fault, if it is linked.
pub const FLUSH_ALL: &str = "__clew_flush_all";

/// The native function of this name.
pub fn native(name: &str) -> Option<NativeFunction> {
    memory::native(name)
        .or_else(|| compare::native(name))
        .or_else(|| printf::native(name))
        .or_else(|| fallible::native(name))
        .or_else(|| float_parse::native(name))
        .or_else(|| outside::native(name))
        .or_else(|| ending::native(name))
        .or_else(|| float_classes::native(name))
        .or_else(|| math::native(name))
        .or_else(|| long_double::native(name))
        .or_else(|| host_long_double::native(name))
}
