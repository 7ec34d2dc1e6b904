//! What the machine's operations mean on terms.
//!
//! Two levels, as in the machine itself. [`register`] speaks of [`clew_vm::code::Op`]: operands and
//! results are 64-bit terms with the meaning of a register in canonical form. [`compute`] and
//! [`intrinsic`] speak of the operators of the program model, as [`clew_ir::ops`] does: a term has
//! the width of its scalar (1 for `_Bool`). [`integer`] and [`float`] hold what both levels share.
//!
//! **Invariant.** Under every model the value of a term is what the concrete machine computes from
//! the operands' values, to the last bit, NaNs included. Where the concrete operation faults, the
//! value of the term is of no meaning; the Boolean terms of [`fault`], [`binary_fault`] and
//! [`check`] tell when that is so. What has no term (`long double` above all) is `None`, never an
//! approximation.

mod compute;
mod extent;
mod float;
mod integer;
mod intrinsic;
mod overflow;
mod register;
#[cfg(test)]
mod tests;

pub(super) use compute::{binary, binary_fault, canonical, cast, check, narrow, unary};
pub(super) use intrinsic::intrinsic;
pub(super) use register::{condition, fault, result};

/// The width of a register.
const REGISTER: u32 = 64;
