//! What frames own besides registers.

use super::core::Core;
use super::exit::Exit;
use super::registers::{Stack, WINDOW};
use crate::memory::{ObjectKind, Site};
use crate::shadow::Shadow;
use crate::stop::Stop;

/// An object that lives until a frame is left or the stack is restored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allocation {
    /// The number of frames when it was made.
    depth: usize,
    number: u32,
    bytes: u64,
}

impl Stack {
    /// Makes the stack long enough for a window behind the current frame, and for the next
    /// call's.
    pub(super) fn grow(&mut self) {
        let needed = self.base + 2 * WINDOW;
        if self.registers.len() < needed {
            let len = needed.max(self.registers.len() * 2);
            self.registers.resize(len, 0);
        }
    }
}

impl<S: Shadow> Core<'_, S> {
    /// A fresh object of the current frame.
    pub(super) fn alloca(&mut self, size: u64, align: u64) -> Result<u64, Stop> {
        let bytes = self.stack.bytes.saturating_add(size);
        if bytes > self.stack.max_bytes || !self.memory.fits(size) {
            return Err(self.exit_fault(&Exit::StackOverflow));
        }
        self.stack.bytes = bytes;
        let made = self.user_site();
        let align = align.max(16);
        let number = self.memory.make_indeterminate(ObjectKind::Alloca, size, align, &[], made);
        self.allocations.push(Allocation { depth: self.depth(), number, bytes: size });
        Ok(self.memory.address(number))
    }

    /// Hands an object over to the current frame.
    pub(super) fn adopt(&mut self, address: u64) {
        if address != 0 {
            let number = self.memory.number_of(address);
            self.allocations.push(Allocation { depth: self.depth(), number, bytes: 0 });
        }
    }

    /// A mark of what has been allocated so far.
    pub(super) fn stack_mark(&self) -> u64 {
        self.allocations.len() as u64
    }

    /// Frees what the current frame has allocated since the mark.
    pub(super) fn stack_restore(&mut self, mark: u64) {
        let freed = Site(self.position.saturating_sub(1));
        while let Some(&last) = self.allocations.last()
            && self.allocations.len() as u64 > mark
            && last.depth >= self.depth()
        {
            self.allocations.pop();
            self.stack.bytes = self.stack.bytes.saturating_sub(last.bytes);
            self.memory.kill(last.number, freed);
        }
    }

    /// Frees what frames from `depth` on have allocated.
    pub(super) fn free_allocations(&mut self, depth: usize) {
        let freed = Site(self.position.saturating_sub(1));
        while let Some(&last) = self.allocations.last()
            && last.depth >= depth
        {
            self.allocations.pop();
            self.memory.kill(last.number, freed);
        }
    }

    /// The number of frames.
    pub(super) fn depth(&self) -> usize {
        self.stack.frames.len()
    }
}
