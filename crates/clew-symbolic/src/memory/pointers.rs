//! Pointers that are narrower than a register.
//!
//! Where pointers have 32 bits, a register holds them with zeros above. A term that is known to be a
//! pointer by its look (an object's address and a distance, or a choice among pointers) is kept as wide
//! as the register when it is cut to 32 bits, so that it can be told what it points to: pointers do
//! not wrap around in C.

use crate::shadow::Symbolic;
use clew_ir::DataModel;
use clew_logic::TermId;
use clew_vm::code::{Op, Reg};
use clew_vm::memory::Memory;
use clew_vm::shadow::{Veto, View};

impl Symbolic<'_> {
    /// Bytes of a pointer.
    pub(crate) fn pointer_size(&self) -> u64 {
        self.program.types.data_model().pointer_size()
    }

    /// The pointer that was stored in these bytes, as wide as a register; `None` where what they hold
    /// is as wide as they are, or no pointer.
    pub(crate) fn pointer_at(
        &self,
        memory: &Memory,
        number: u32,
        start: u64,
        len: u64,
    ) -> Option<TermId> {
        if memory.data_model() == DataModel::Lp64 || len != self.pointer_size() {
            return None;
        }
        self.cells.cut_term(&self.pool, memory, number, start, len)
    }

    /// A word that may be a pointer, as wide as a register.
    pub(crate) fn word_at(&mut self, memory: &Memory, number: u32, start: u64) -> Option<TermId> {
        let len = self.pointer_size();
        if let Some(pointer) = self.pointer_at(memory, number, start, len) {
            return Some(pointer);
        }
        let term = self.cells.load(&mut self.pool, memory, number, start, len)?;
        Some(self.pool.zero_extend(term, 64))
    }

    /// Whether a term is a pointer that keeps its width in memory.
    pub(crate) fn is_narrow_pointer(&self, term: TermId, memory: &Memory) -> bool {
        memory.data_model() == DataModel::Ilp32
            && (self.environment.is_pointer_choice(term)
                || self.environment.is_union_word(term)
                || self.has_address(term, memory))
    }

    /// The low half of a register, which a pointer is already.
    pub(crate) fn cut_to_pointer(
        &mut self,
        op: &Op,
        d: Reg,
        a: Reg,
        view: &View<'_, '_>,
    ) -> Result<(), Veto> {
        match self.term(view, a) {
            Some(term)
                if view.registers[a] >> 32 == 0
                    && !self.probes.labels.is_taint
                    && self.is_narrow_pointer(term, view.memory) =>
            {
                self.set(view, d, Some(term));
                Ok(())
            }
            _ => self.compute(op, d, a, a, view),
        }
    }
}
