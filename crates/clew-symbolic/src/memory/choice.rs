//! Loads and stores at one of several places of an object.

use super::access::Address;
use super::inside::Inside;
use crate::shadow::Symbolic;
use clew_logic::{Op as TermOp, TermId, TermPool};
use clew_vm::shadow::View;

/// The places `first + step * k`, for `k` below `count`, in an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) number: u32,
    pub(crate) first: u64,
    pub(crate) step: u64,
    pub(crate) count: u64,
    /// `k`.
    pub(crate) index: TermId,
}

impl Symbolic<'_> {
    /// The places that an access inside an object can go to.
    pub(super) fn choice(
        &mut self,
        address: &Address,
        place: Inside,
        size: u64,
        len: u64,
        view: &View<'_, '_>,
    ) -> Choice {
        let pool = &mut self.pool;
        let number = place.number;
        if let (None, Some(index)) = (address.pointer_term, address.index_term)
            && address.scale > 0
        {
            let step = address.scale as u64;
            let first = place.offset % step;
            let start = address.pointer.wrapping_sub(view.memory.address(number));
            let start = start.wrapping_add(address.offset as u64);
            // start + step * index = first + step * k
            let shift = (start.wrapping_sub(first) as i64) / step as i64;
            let shift = pool.bv(64, (shift as u64).into());
            let index = pool.add(index, shift);
            return Choice { number, first, step, count: (size - len - first) / step + 1, index };
        }
        let fixed = fixed_low_bits(pool, place.term, 16).min(63);
        let step = 1u64 << fixed;
        let first = place.offset % step;
        let index = pool.extract(63, fixed, place.term);
        Choice { number, first, step, count: (size - len - first) / step + 1, index }
    }

    /// The bytes at one of several places, as a choice over them.
    pub(crate) fn load_choice(&mut self, choice: &Choice, len: u64, view: &View<'_, '_>) -> TermId {
        let values: Vec<TermId> =
            (0..choice.count).map(|k| self.bytes_at(choice, k, len, view)).collect();
        let chosen = choose(&mut self.pool, choice.index, &values);
        if values.iter().any(|value| self.pool.value(*value).is_none()) {
            self.chains.note_read(&self.pool, chosen, choice.index);
        }
        chosen
    }

    /// Notes a store to one of several places.
    pub(crate) fn store_choice(
        &mut self,
        choice: &Choice,
        len: u64,
        value: TermId,
        view: &View<'_, '_>,
    ) {
        let bits = bits_for(choice.count);
        let low = self.pool.extract(bits - 1, 0, choice.index);
        for k in 0..choice.count {
            let old = self.bytes_at(choice, k, len, view);
            let here = self.pool.bv(bits, k.into());
            let is_here = self.pool.eq(low, here);
            let new = self.pool.ite(is_here, value, old);
            let at = choice.first + choice.step * k;
            self.cells.store(view.memory, choice.number, at, len, Some(new));
        }
    }

    fn bytes_at(&mut self, choice: &Choice, k: u64, len: u64, view: &View<'_, '_>) -> TermId {
        let at = choice.first + choice.step * k;
        if let Some(term) = self.cells.load(&mut self.pool, view.memory, choice.number, at, len) {
            return term;
        }
        let bytes = &view.memory.object(choice.number).bytes[at as usize..(at + len) as usize];
        let value = bytes.iter().rev().fold(0u128, |value, byte| value << 8 | u128::from(*byte));
        self.pool.bv(8 * len as u32, value)
    }
}

/// How many bits tell so many places apart: at least one.
fn bits_for(count: u64) -> u32 {
    (64 - (count - 1).leading_zeros()).max(1)
}

/// The value with this number. Numbers that no value has do not occur; equal values meet, so that tables
/// with few different entries stay small.
pub(crate) fn choose(pool: &mut TermPool, number: TermId, values: &[TermId]) -> TermId {
    let bits = bits_for(values.len() as u64);
    let conditions: Vec<TermId> = (0..bits).map(|bit| pool.bit(number, bit)).collect();
    choose_by(pool, &conditions, values)
}

/// The value whose number the conditions spell, the lowest bit first.
fn choose_by(pool: &mut TermPool, bits: &[TermId], values: &[TermId]) -> TermId {
    let Some((&bit, rest)) = bits.split_last() else { return values[0] };
    let half = 1usize << rest.len();
    let low = choose_by(pool, rest, &values[..half.min(values.len())]);
    if values.len() <= half {
        return low;
    }
    let high = choose_by(pool, rest, &values[half..]);
    pool.ite(bit, high, low)
}

/// How many of the lowest bits of a term are the same for all inputs.
fn fixed_low_bits(pool: &TermPool, term: TermId, depth: u32) -> u32 {
    let width = pool.width(term);
    if pool.value(term).is_some() {
        return width;
    }
    if depth == 0 {
        return 0;
    }
    let args = pool.args(term);
    let of = |arg: TermId| fixed_low_bits(pool, arg, depth - 1);
    let zeros = |arg: TermId| pool.value(arg).map(|value| value.trailing_zeros().min(width));
    match pool.op(term) {
        TermOp::Add | TermOp::And | TermOp::Or | TermOp::Xor => of(args[0]).min(of(args[1])),
        TermOp::Mul => zeros(args[0]).or(zeros(args[1])).unwrap_or(0),
        TermOp::Shl => pool.value(args[1]).map_or(0, |by| (by as u32).min(width)),
        TermOp::Neg | TermOp::Not | TermOp::SignExtend => of(args[0]),
        TermOp::Concat => {
            let low = of(args[1]);
            if low == pool.width(args[1]) { low + of(args[0]) } else { low }
        }
        TermOp::Extract => match pool.extract_bounds(term) {
            Some((_, 0)) => of(args[0]).min(width),
            _ => 0,
        },
        _ => 0,
    }
}
