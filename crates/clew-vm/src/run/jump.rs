//! `setjmp` and `longjmp`.
//!
//! A `jmp_buf` holds the number of a jump point; the points themselves are the machine's. A
//! point lives as long as the frame that made it.

use super::core::Core;
use crate::code::Reg;
use crate::memory::Site;
use crate::shadow::Shadow;
use crate::stop::{FaultKind, Stop};

/// Where a `longjmp` can go.
#[derive(Clone, Copy, Debug)]
pub(super) struct JumpPoint {
    id: u64,
    /// The number of frames.
    depth: usize,
    /// Where to go on.
    position: u32,
    /// The register for `setjmp`'s value.
    d: Reg,
}

/// What a `jmp_buf` starts with, so that other contents are recognised.
const MAGIC: u64 = 0x434c_4557_0000_0000;

impl<S: Shadow> Core<'_, S> {
    /// `setjmp`, called directly: gives 0.
    pub(super) fn set_jump(&mut self, d: Reg, buffer: u64) -> Result<(), Stop> {
        let depth = self.depth();
        let position = self.position;
        let same = |point: &&JumpPoint| point.depth == depth && point.position == position;
        let id = match self.jump_points.iter().rev().find(same) {
            Some(point) => point.id,
            None => {
                self.jump_points_made += 1;
                let id = self.jump_points_made;
                self.jump_points.push(JumpPoint { id, depth, position, d });
                id
            }
        };
        let written = self.memory.write(buffer, 0, &(MAGIC ^ id).to_le_bytes());
        written.map_err(|trouble| self.memory_fault(trouble))?;
        self.set(d, 0);
        Ok(())
    }

    /// `longjmp`: goes on where the jump point says.
    pub(super) fn long_jump(&mut self, buffer: u64, value: u64) -> Result<(), Stop> {
        let read = self.memory.unit(buffer, 0, 8);
        let id = read.map_err(|trouble| self.memory_fault(trouble))? as u64 ^ MAGIC;
        let Some(point) = self.jump_points.iter().rev().find(|point| point.id == id).copied()
        else {
            let message = "`longjmp` to a function that has returned, or where no `setjmp` was";
            return Err(self.fault_at(FaultKind::InvalidPointer, message.to_owned(), None));
        };
        while self.depth() > point.depth {
            self.drop_frame();
        }
        self.free_allocations(point.depth + 1);
        self.forget_jump_points(point.depth + 1);
        self.position = point.position;
        let value = value as i32;
        self.set(point.d, if value == 0 { 1 } else { value as i64 as u64 });
        Ok(())
    }

    /// Forgets the jump points of frames from `depth` on.
    pub(super) fn forget_jump_points(&mut self, depth: usize) {
        while self.jump_points.last().is_some_and(|point| point.depth >= depth) {
            self.jump_points.pop();
        }
    }

    /// Leaves the current frame without a result.
    fn drop_frame(&mut self) {
        let here = self.position.saturating_sub(1);
        let objects = self.code.compiled_at(here).map_or(0..0, |compiled| compiled.objects.clone());
        let window = self.stack.window();
        let numbers: Vec<u32> = objects
            .map(|register| window[register])
            .filter(|address| *address != 0)
            .map(|address| self.memory.number_of(address))
            .collect();
        for number in numbers {
            self.memory.kill(number, Site(here));
        }
        if let Some(frame) = self.stack.frames.pop() {
            self.stack.base = frame.base;
            self.stack.bytes = frame.bytes;
            self.position = frame.position;
        }
    }
}
