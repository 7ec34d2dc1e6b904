//! What a meaning asks of the state.

use super::effect::Arbitrary;
use clew_ir::{BlockId, FloatKind, FunctionId, GlobalId, LocalId, Scalar};
use clew_logic::{TermId, TermPool};

/// What has an address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Named {
    /// The object of a local of the current frame.
    Local(LocalId),
    /// The object of a global.
    Global(GlobalId),
    /// A function.
    Function(FunctionId),
    /// A label of a function.
    Label(FunctionId, BlockId),
}

/// A state that expressions are evaluated in: the variables of the current frame, and memory.
///
/// The answers are terms over whatever the store knows: constants of a concrete state, instances of
/// variables, or names to be substituted later.
pub trait Store {
    /// The value of a variable (see [`super::variable`]), a term of [`scalar_width`] bits.
    fn variable(&mut self, pool: &mut TermPool, local: LocalId, scalar: Scalar) -> TermId;

    /// An address, a term of 64 bits.
    fn address(&mut self, pool: &mut TermPool, named: Named) -> TermId;

    /// The `len` bytes (1 to 16) at an address, as one term: the first byte is the lowest.
    fn load(&mut self, pool: &mut TermPool, address: TermId, len: u64) -> TermId;

    /// A term that stands for any value at all, another one each time.
    fn arbitrary(&mut self, pool: &mut TermPool, width: u32, why: Arbitrary) -> TermId;
}

/// The width of a scalar's value: 1 for `_Bool`, 80 for `long double`.
pub fn scalar_width(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::Int { bits, .. } => bits,
        Scalar::Float(FloatKind::F32) => 32,
        Scalar::Float(FloatKind::F64) => 64,
        Scalar::Float(FloatKind::X87) => 80,
    }
}
