//! The registers and frames of a run.
//!
//! A frame's registers are a window into one long stack. The window has a fixed size, so that no
//! register access needs a bounds check; the stack is kept long enough behind every frame.

use crate::code::Reg;

/// Registers of a window.
pub(super) const WINDOW: usize = 1 << 16;

/// A frame's registers.
pub struct Window<'a>(&'a mut [u64; WINDOW]);

impl std::ops::Index<Reg> for Window<'_> {
    type Output = u64;
    #[inline(always)]
    fn index(&self, register: Reg) -> &u64 {
        &self.0[register as usize]
    }
}

impl std::ops::IndexMut<Reg> for Window<'_> {
    #[inline(always)]
    fn index_mut(&mut self, register: Reg) -> &mut u64 {
        &mut self.0[register as usize]
    }
}

/// What a return needs.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Where the caller goes on.
    pub position: u32,
    /// The caller's register for the result.
    pub d: Reg,
    /// The caller's first register in the stack.
    pub base: usize,
    /// The stack in use by the caller and its callers.
    pub(super) bytes: u64,
}

/// The registers and frames of a run.
#[derive(Debug)]
pub(super) struct Stack {
    pub(super) registers: Vec<u64>,
    pub(super) frames: Vec<Frame>,
    /// The current frame's first register.
    pub(super) base: usize,
    /// The stack in use.
    pub(super) bytes: u64,
    pub(super) max_bytes: u64,
}

impl Stack {
    pub(super) fn new(max_bytes: u64) -> Self {
        Self { registers: vec![0; 2 * WINDOW], frames: Vec::new(), base: 0, bytes: 0, max_bytes }
    }

    /// The registers of the frame that starts at `base`; there is a window behind it.
    #[inline(always)]
    pub(super) fn window(&mut self) -> Window<'_> {
        window_at(&mut self.registers, self.base)
    }
}

#[inline(always)]
pub(super) fn window_at(registers: &mut [u64], base: usize) -> Window<'_> {
    let window = registers.get_mut(base..base + WINDOW).and_then(|window| window.try_into().ok());
    Window(window.expect("the stack should be long enough behind every frame"))
}
