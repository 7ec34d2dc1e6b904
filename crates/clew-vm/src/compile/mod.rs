//! From the program model to register code, one function at a time.
//!
//! The frame of a function: what the caller passes ([`crate::code::Signature`]), the locals that
//! live in registers, the flags of those that may be read before they have a value, constants,
//! the addresses of the locals that have objects, and temporaries on top. A scalar whose address
//! is not taken lives in a register; everything else is an object.
//!
//! A function with a loop is compiled twice: first to learn which constants it needs (they get
//! registers, filled at its entry), then for good.

mod address;
mod assigned;
mod call;
mod cast;
mod condition;
mod emit;
mod expr;
mod fold;
mod function;
mod intrinsic;
mod label;
mod order;
mod padding;
mod probe;
mod statement;
mod terminator;

use crate::code::Code;
use crate::config::Config;
use clew_ir::{FunctionId, GlobalId, IdVec, Program};

/// What every function's compilation knows.
pub(crate) struct Context<'a> {
    pub(crate) program: &'a Program,
    pub(crate) config: &'a Config,
    /// The number of each global's object; `None` for those that no unit defines.
    pub(crate) globals: &'a IdVec<GlobalId, Option<u32>>,
    /// Their addresses (0 for those not defined).
    pub(crate) global_addresses: &'a IdVec<GlobalId, u64>,
}

/// Compiles a function that has no code yet.
pub(crate) fn compile(context: &Context<'_>, code: &mut Code, function: FunctionId) {
    function::compile(context, code, function);
}

pub use address::value_bytes;
pub(crate) use call::missing;
pub use fold::canonical;
pub(crate) use fold::function_address;
pub use fold::plain_bits;
