//! The seam where terms ride beside values.
//!
//! The loop is generic over a [`Shadow`] and compiled once per implementation; for [`Concrete`]
//! every hook vanishes. A shadow sees each operation just before it is executed, with the
//! registers and the memory it will read, and so can run the same operation on its own state:
//!
//! - a second register file of `Option<TermId>`, indexed like the stack of registers (a register
//!   is concrete exactly when its entry is `None`), whose windows follow `Call` and `Return`;
//! - per object, terms for those bytes that have one; loads reassemble them, stores and copies
//!   move them;
//! - at conditional jumps, switches and indirect calls the branch taken follows from the concrete
//!   registers in the view, and the term of the operands gives the condition for the path;
//! - at operations that leave the loop (native calls, `setjmp`, `alloca`), [`Shadow::outside`]
//!   tells what the machine has done to memory and registers.
//!
//! A concrete run pays nothing: `IS_ACTIVE` is a constant.

use crate::code::Op;
use crate::memory::Memory;
use crate::run::Window;

/// What a shadow sees of the machine.
#[allow(dead_code, reason = "the concrete shadow looks at nothing")]
pub(crate) struct View<'v, 'w> {
    /// The position of the operation.
    pub(crate) position: u32,
    /// The registers of the current frame.
    pub(crate) registers: &'v Window<'w>,
    /// The memory.
    pub(crate) memory: &'v Memory,
}

/// What happened outside the loop.
#[allow(dead_code, reason = "the concrete shadow looks at nothing")]
#[derive(Clone, Copy, Debug)]
pub(crate) enum Outside {
    /// A register of the current frame got a concrete value.
    Register(u16),
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
pub(crate) trait Shadow {
    /// Whether the hooks do anything.
    const IS_ACTIVE: bool;

    /// An operation is about to be executed.
    fn before(&mut self, op: &Op, view: &View<'_, '_>);

    /// Something happened outside the loop.
    fn outside(&mut self, event: Outside);
}

/// No shadow: values are concrete.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Concrete;

impl Shadow for Concrete {
    const IS_ACTIVE: bool = false;

    #[inline(always)]
    fn before(&mut self, _op: &Op, _view: &View<'_, '_>) {}

    #[inline(always)]
    fn outside(&mut self, _event: Outside) {}
}
