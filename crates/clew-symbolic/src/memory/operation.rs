//! A load or a store of a scalar.

use super::access::Resolved;
use super::decode::{Action, Place};
use crate::shadow::Symbolic;
use clew_logic::TermId;
use clew_vm::shadow::{Veto, View};

impl Symbolic<'_> {
    /// Loads or stores a term where the machine is about to load or store a value.
    pub(crate) fn memory_operation(
        &mut self,
        place: &Place,
        action: Action,
        view: &mut View<'_, '_>,
    ) -> Result<(), Veto> {
        if self.probes.labels.is_taint {
            return self.taint_memory(place, action, view);
        }
        let is_store = matches!(action, Action::Store { .. });
        let resolved = self.resolve(place, is_store, view)?;
        match action {
            Action::Load { d, signed } => {
                if let Resolved::Fixed(number, offset) = resolved
                    && !signed
                    && let Some(term) = self.pointer_at(view.memory, number, offset, place.len)
                {
                    self.set(view, d, Some(term));
                    return Ok(());
                }
                let bytes = match resolved {
                    Resolved::Fault => None,
                    Resolved::Fixed(number, offset) => {
                        self.read_unset_bytes(number, (offset, place.len), view)?;
                        self.cells.load(&mut self.pool, view.memory, number, offset, place.len)
                    }
                    Resolved::Choice(choice) => Some(self.load_choice(&choice, place.len, view)),
                };
                let value = bytes.and_then(|bytes| {
                    let wide = self.pool.resize(bytes, 64, signed);
                    self.unless_constant(wide)
                });
                self.set(view, d, value);
            }
            Action::Store { a } => {
                let value = self.term(view, a);
                if let (Some(term), &Resolved::Fixed(number, offset)) = (value, &resolved)
                    && place.len == self.pointer_size()
                    && self.is_narrow_pointer(term, view.memory)
                {
                    self.cells.store(view.memory, number, offset, place.len, value);
                    return Ok(());
                }
                let low = value.map(|term| self.low_bytes(term, place.len));
                let low = low.and_then(|term| self.unless_constant(term));
                match resolved {
                    Resolved::Fault => {}
                    Resolved::Fixed(number, offset) => {
                        self.cells.store(view.memory, number, offset, place.len, low);
                    }
                    Resolved::Choice(choice) => {
                        let value = low.unwrap_or_else(|| {
                            let bits = 8 * place.len as u32;
                            let value = view.registers[a];
                            self.pool.bv(bits, clew_ir::ops::truncate(value.into(), bits))
                        });
                        self.store_choice(&choice, place.len, value, view);
                    }
                }
            }
        }
        Ok(())
    }

    fn low_bytes(&mut self, term: TermId, len: u64) -> TermId {
        if len == 8 { term } else { self.pool.extract(8 * len as u32 - 1, 0, term) }
    }
}
