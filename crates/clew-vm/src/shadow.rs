//! The seam where terms ride beside values.
//!
//! The loop is generic over a [`Shadow`] and compiled once per implementation; for [`Concrete`]
//! every hook vanishes. A shadow sees each operation just before it is executed, with the
//! registers and the memory it will read, and so can run the same operation on its own state
//! (symbolic runs are made so, in a crate of their own). What happens outside the loop it learns by [`Shadow::outside`].
//!
//! A concrete run pays nothing: `IS_ACTIVE` is a constant.

use crate::code::{Code, Op, StubCall};
use crate::memory::{Memory, Trouble};
use crate::run::{Frame, Window};
use std::ops::Range;

/// What a shadow sees of the machine.
#[allow(dead_code, reason = "the concrete shadow looks at nothing")]
pub struct View<'v, 'w> {
    /// The position of the operation.
    pub position: u32,
    /// The current frame's first register in the stack of registers.
    pub base: usize,
    /// The registers of the current frame; a shadow changes only those that were never set.
    pub registers: &'v mut Window<'w>,
    /// The calls under way.
    pub frames: &'v [Frame],
    /// The code.
    pub code: &'v Code,
    /// The memory; a shadow changes it only where inputs are made on demand.
    pub memory: &'v mut Memory,
}

/// A call of a function without a body, as the machine hands it over.
pub struct StubView<'v> {
    /// What is called.
    pub call: &'v StubCall,
    /// The bits of the arguments, and at last the address for a returned record.
    pub args: &'v [u128],
    /// The arguments' places in the stack of registers, and at last the result's.
    pub registers: &'v [usize],
    /// The position of the call.
    pub position: u32,
    /// The calls under way.
    pub frames: &'v [Frame],
    /// The code.
    pub code: &'v Code,
    /// The memory.
    pub memory: &'v mut Memory,
}

/// Why a shadow does not let an operation happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Veto {
    /// The operation is a memory fault that the concrete machine does not see.
    Fault(Trouble),
    /// The run ends here, for a reason that the shadow knows.
    End,
    /// The run would go on for ever, for this reason.
    Endless(&'static str),
}

/// What happened outside the loop.
#[allow(dead_code, reason = "the concrete shadow looks at nothing")]
#[derive(Clone, Copy, Debug)]
pub enum Outside {
    /// A register (of the stack of registers) got a concrete value.
    Register(usize),
    /// A register, and the one behind it when there are more than 8 bytes, got the value of
    /// these bytes.
    Loaded {
        /// The register.
        register: usize,
        /// Its value's type.
        scalar: clew_ir::Scalar,
        /// Where the bytes are.
        address: u64,
    },
    /// Bytes got concrete values.
    Written {
        /// From here.
        address: u64,
        /// So many.
        len: u64,
    },
    /// Bytes were copied.
    Copied {
        /// To here.
        to: u64,
        /// From here.
        from: u64,
        /// So many.
        len: u64,
    },
}

/// What runs beside the concrete machine.
pub trait Shadow {
    /// Whether the hooks do anything.
    const IS_ACTIVE: bool;

    /// An operation is about to be executed. It may be announced again, after a fault that the
    /// run goes on after, or when a function had to be compiled first.
    fn before(&mut self, op: &Op, view: &mut View<'_, '_>) -> Result<(), Veto>;

    /// Something happened outside the loop.
    fn outside(&mut self, event: Outside, memory: &Memory);

    /// Control passes a probe.
    fn probe(&mut self, id: u32);

    /// Control comes to a label's predicate, whose code is here: whether it is to be evaluated.
    fn begin_label(&mut self, _id: u32, _code: Range<u32>) -> bool {
        false
    }

    /// A fault or a veto: where the run goes on when it was in the predicate of a label.
    fn abandon_label(&mut self) -> Option<u32> {
        None
    }

    /// A call of a function without a body: `Some` when the shadow has done it, with the bits of
    /// its result.
    fn stub(&mut self, view: &mut StubView<'_>) -> Result<Option<u128>, Veto>;
}

/// No shadow: values are concrete.
#[derive(Clone, Copy, Debug, Default)]
pub struct Concrete;

impl Shadow for Concrete {
    const IS_ACTIVE: bool = false;

    #[inline(always)]
    fn before(&mut self, _op: &Op, _view: &mut View<'_, '_>) -> Result<(), Veto> {
        Ok(())
    }

    #[inline(always)]
    fn outside(&mut self, _event: Outside, _memory: &Memory) {}

    #[inline(always)]
    fn probe(&mut self, _id: u32) {}

    #[inline(always)]
    fn stub(&mut self, _view: &mut StubView<'_>) -> Result<Option<u128>, Veto> {
        Ok(None)
    }
}
