//! What a write leaves in memory, byte by byte.

use super::ADDRESS;
use super::effect::{Location, Stored};
use super::store::Store;
use clew_ir::BitRange;
use clew_logic::{TermId, TermPool};

impl Stored {
    /// The bytes from the location's address on, after this was stored there. A scalar gives as
    /// many bytes as hold its value: of a `long double` ten.
    pub fn bytes(
        self,
        pool: &mut TermPool,
        store: &mut dyn Store,
        location: &Location,
    ) -> Vec<TermId> {
        match (self, location.bits) {
            (Stored::Scalar(value), None) => split(pool, value),
            (Stored::Scalar(value), Some(bits)) => insert(pool, store, location, bits, value),
            (Stored::Zero, Some(bits)) => {
                let zero = pool.bv(bits.width, 0);
                insert(pool, store, location, bits, zero)
            }
            (Stored::Zero, None) => {
                let zero = pool.bv(8, 0);
                vec![zero; location.size as usize]
            }
            (Stored::Copy(from), _) => {
                (0..location.size).map(|at| load_at(pool, store, from, at)).collect()
            }
        }
    }
}

/// The address of the byte at a distance from another.
pub(super) fn offset(pool: &mut TermPool, address: TermId, at: u64) -> TermId {
    let at = pool.bv(ADDRESS, at.into());
    pool.add(address, at)
}

fn load_at(pool: &mut TermPool, store: &mut dyn Store, from: TermId, at: u64) -> TermId {
    let address = offset(pool, from, at);
    store.load(pool, address, 1)
}

/// A value's bytes; what is narrower than a byte is extended by zeros.
fn split(pool: &mut TermPool, value: TermId) -> Vec<TermId> {
    let width = pool.width(value);
    if width < 8 {
        return vec![pool.zero_extend(value, 8)];
    }
    (0..width / 8).map(|at| pool.extract(8 * at + 7, 8 * at, value)).collect()
}

/// The bytes of a bit-field's unit with the field changed.
fn insert(
    pool: &mut TermPool,
    store: &mut dyn Store,
    location: &Location,
    bits: BitRange,
    value: TermId,
) -> Vec<TermId> {
    let start = bits.offset as u32;
    let end = start + bits.width;
    (0..location.size as u32)
        .map(|at| {
            // The bits of this byte that belong to the field.
            let (low, high) = (start.saturating_sub(8 * at), (end - 8 * at).min(8));
            let first = 8 * at + low - start;
            let mut byte = pool.extract(first + high - low - 1, first, value);
            if low > 0 || high < 8 {
                let before = load_at(pool, store, location.address, at.into());
                if low > 0 {
                    let below = pool.extract(low - 1, 0, before);
                    byte = pool.concat(byte, below);
                }
                if high < 8 {
                    let above = pool.extract(7, high, before);
                    byte = pool.concat(above, byte);
                }
            }
            byte
        })
        .collect()
}
