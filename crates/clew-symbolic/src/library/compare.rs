//! Comparing strings and memory in one step: the difference is one term, so that a keyword is one
//! condition and not one for each of its characters.
//!
//! That is possible where every byte that decides can be read whatever the inputs are: the pointers
//! are concrete, and one of the strings ends, or differs from the other for sure, before either of
//! them has a byte that is no part of an object or indeterminate.

use crate::shadow::Symbolic;
use clew_logic::TermId;
use clew_vm::code::NativeCall;
use clew_vm::libc::Comparison;
use clew_vm::shadow::View;

/// More bytes than this are compared one by one.
const MOST: u64 = 256;

impl Symbolic<'_> {
    /// A model asks whether a comparison can be made in one step, or makes it. Whether it was one.
    pub(crate) fn compare(&mut self, name: &str, call: &NativeCall, view: &View<'_, '_>) -> bool {
        match name {
            "__clew_is_comparable" => {
                self.note_words(call, view);
                // Without terms it is a matter of speed.
                let is_one_step =
                    self.environment.is_by_chance() || self.difference(call, view).is_some();
                self.environment.set_answer(is_one_step);
            }
            "__clew_difference" if self.environment.is_by_chance() => {}
            "__clew_difference" => {
                let difference = self.difference(call, view);
                self.library.result =
                    difference.map(|term| (view.base + usize::from(call.d), term));
            }
            _ => return false,
        }
        true
    }

    /// Notes the constants of a comparison.
    fn note_words(&mut self, call: &NativeCall, view: &View<'_, '_>) {
        let [(_, a), (_, b), (_, limit), _] = call.args[..] else { return };
        for address in [view.registers[a], view.registers[b]] {
            let is_constant = |number| view.memory.object(number).is_read_only();
            if self.environment.is_new_word(address)
                && view.memory.number(address).is_some_and(is_constant)
                && let Ok(word) = view.memory.c_string(address, view.registers[limit])
            {
                self.environment.note_word(address, word);
            }
        }
    }

    /// The difference as a register's term; `None` where it takes more than one step, or does not
    /// depend on inputs.
    fn difference(&mut self, call: &NativeCall, view: &View<'_, '_>) -> Option<TermId> {
        let [(_, a), (_, b), (_, limit), (_, comparison)] = call.args[..] else { return None };
        if [a, b, limit].iter().any(|&register| self.term(view, register).is_some()) {
            return None;
        }
        let [a, b, limit, comparison] = [a, b, limit, comparison].map(|it| view.registers[it]);
        let comparison = Comparison::of(comparison);
        let pairs = self.deciding_bytes(a, b, limit, comparison, view)?;
        let pool = &mut self.pool;
        let zero = pool.bv(32, 0);
        let null = pool.bv(8, 0);
        let mut difference = zero;
        for (x, y) in pairs.into_iter().rev() {
            let is_same = pool.eq(x, y);
            let (wide_x, wide_y) = (pool.zero_extend(x, 32), pool.zero_extend(y, 32));
            let here = pool.sub(wide_x, wide_y);
            if comparison != Comparison::Memory {
                let is_end = pool.eq(y, null);
                difference = pool.ite(is_end, zero, difference);
            }
            difference = pool.ite(is_same, difference, here);
        }
        let wide = pool.sign_extend(difference, 64);
        self.unless_constant(wide)
    }

    /// The bytes of both sides up to where the comparison is decided for sure.
    fn deciding_bytes(
        &mut self,
        a: u64,
        b: u64,
        limit: u64,
        comparison: Comparison,
        view: &View<'_, '_>,
    ) -> Option<Vec<(TermId, TermId)>> {
        let mut pairs = Vec::new();
        for at in 0..limit {
            if at >= MOST {
                return None;
            }
            let x = self.byte_to_compare(a.wrapping_add(at), comparison, view)?;
            let y = self.byte_to_compare(b.wrapping_add(at), comparison, view)?;
            pairs.push((x, y));
            let (x, y) = (self.pool.value(x), self.pool.value(y));
            let differ = x.is_some() && y.is_some() && x != y;
            let ends = comparison != Comparison::Memory && (x == Some(0) || y == Some(0));
            if differ || ends {
                break;
            }
        }
        Some(pairs)
    }

    /// A byte that can be read on this path, whatever its inputs. The objects of pointers that are
    /// inputs may have other sizes.
    fn byte_to_compare(
        &mut self,
        address: u64,
        comparison: Comparison,
        view: &View<'_, '_>,
    ) -> Option<TermId> {
        let number = view.memory.number_of(address);
        let &[byte] = view.memory.read(address, 1).ok()? else { return None };
        if self.environment.is_input(number) {
            return None;
        }
        let start = address.wrapping_sub(view.memory.address(number));
        let term = self.cells.load(&mut self.pool, view.memory, number, start, 1);
        let pool = &mut self.pool;
        let byte = term.unwrap_or_else(|| pool.bv(8, byte.into()));
        if comparison != Comparison::AnyCase {
            return Some(byte);
        }
        let (first, letters) = (pool.bv(8, b'A'.into()), pool.bv(8, 26));
        let from_first = pool.sub(byte, first);
        let is_upper = pool.ult(from_first, letters);
        let case = pool.bv(8, (b'a' - b'A').into());
        let lower = pool.add(byte, case);
        Some(pool.ite(is_upper, lower, byte))
    }
}
