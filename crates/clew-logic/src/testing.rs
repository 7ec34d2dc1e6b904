//! Random numbers and terms, for tests and benchmarks of this crate and of those that use it.

use crate::pool::{TermId, TermPool};
use crate::sort::Sort;

pub use clew_random::Random;

/// How much more than usual a test should do: the variable `CLEW_TEST_SCALE`, 1 by default.
pub fn scale() -> usize {
    std::env::var("CLEW_TEST_SCALE").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// Grows random terms over given inputs.
#[derive(Clone, Debug)]
pub struct TermSampler {
    /// The source of choices.
    pub rng: Random,
    /// The inputs that may occur.
    pub inputs: Vec<TermId>,
    /// Widths of subterms.
    pub widths: Vec<u32>,
    /// Whether arrays of 8-bit elements and 8-bit indices may occur.
    pub arrays: bool,
}

impl TermSampler {
    /// A random term of a sort and of at most the given depth.
    pub fn term(&mut self, pool: &mut TermPool, sort: Sort, depth: u32) -> TermId {
        match sort {
            Sort::Bool => self.boolean(pool, depth),
            Sort::BitVec(width) => self.bit_vector(pool, width, depth),
            Sort::Array { .. } => self.array(pool, depth),
        }
    }

    fn leaf(&mut self, pool: &mut TermPool, sort: Sort) -> TermId {
        let fitting: Vec<TermId> =
            self.inputs.iter().copied().filter(|&input| pool.sort(input) == sort).collect();
        if !fitting.is_empty() && !self.rng.one_in(4) {
            return self.rng.pick(&fitting);
        }
        match sort {
            Sort::Bool | Sort::BitVec(_) => {
                let value = self.rng.value(sort.width().max(1));
                pool.constant(sort, value)
            }
            Sort::Array { index, element } => {
                let value = self.rng.value(element);
                let element = pool.bv(element, value);
                pool.const_array(index, element)
            }
        }
    }

    /// A random Boolean.
    pub fn boolean(&mut self, pool: &mut TermPool, depth: u32) -> TermId {
        if depth == 0 {
            return self.leaf(pool, Sort::Bool);
        }
        let choice = self.rng.below(14);
        if choice < 5 {
            let a = self.boolean(pool, depth - 1);
            if choice == 0 {
                return pool.not(a);
            }
            let b = self.boolean(pool, depth - 1);
            return match choice {
                1 => pool.and(a, b),
                2 => pool.or(a, b),
                3 => pool.xor(a, b),
                _ => {
                    let c = self.boolean(pool, depth - 1);
                    pool.ite(a, b, c)
                }
            };
        }
        let width = self.rng.pick(&self.widths);
        let a = self.bit_vector(pool, width, depth - 1);
        let b = self.bit_vector(pool, width, depth - 1);
        match choice {
            5 | 6 => pool.eq(a, b),
            7 => pool.ult(a, b),
            8 => pool.ule(a, b),
            9 => pool.slt(a, b),
            10 => pool.sle(a, b),
            11 => pool.ne(a, b),
            12 => pool.sgt(a, b),
            _ => pool.uge(a, b),
        }
    }

    /// A random bit-vector.
    pub fn bit_vector(&mut self, pool: &mut TermPool, width: u32, depth: u32) -> TermId {
        if depth == 0 {
            return self.leaf(pool, Sort::BitVec(width));
        }
        let depth = depth - 1;
        match self.rng.below(24) {
            0 => {
                let a = self.bit_vector(pool, width, depth);
                pool.not(a)
            }
            1 => {
                let a = self.bit_vector(pool, width, depth);
                pool.neg(a)
            }
            2 => {
                let condition = self.boolean(pool, depth);
                let a = self.bit_vector(pool, width, depth);
                let b = self.bit_vector(pool, width, depth);
                pool.ite(condition, a, b)
            }
            3 | 4 if width > 1 => {
                let low = 1 + self.rng.below(u64::from(width) - 1) as u32;
                let a = self.bit_vector(pool, width - low, depth);
                let b = self.bit_vector(pool, low, depth);
                pool.concat(a, b)
            }
            5 | 6 => {
                let from = self.rng.pick(&self.widths).max(width);
                let low = self.rng.below(u64::from(from - width) + 1) as u32;
                let a = self.bit_vector(pool, from, depth);
                pool.extract(low + width - 1, low, a)
            }
            7 | 8 => {
                let from = self.rng.pick(&self.widths).min(width);
                let a = self.bit_vector(pool, from, depth);
                let signed = self.rng.one_in(2);
                pool.resize(a, width, signed)
            }
            9 if self.arrays && width == 8 => {
                let array = self.array(pool, depth);
                let index = self.bit_vector(pool, 8, depth);
                pool.select(array, index)
            }
            10 => {
                let a = self.boolean(pool, depth);
                pool.bool_to_bv(a, width)
            }
            choice => {
                let a = self.bit_vector(pool, width, depth);
                let b = self.bit_vector(pool, width, depth);
                match choice {
                    11 => pool.add(a, b),
                    12 => pool.sub(a, b),
                    13 => pool.mul(a, b),
                    14 => pool.udiv(a, b),
                    15 => pool.urem(a, b),
                    16 => pool.sdiv(a, b),
                    17 => pool.srem(a, b),
                    18 => pool.and(a, b),
                    19 => pool.or(a, b),
                    20 => pool.xor(a, b),
                    21 => pool.shl(a, b),
                    22 => pool.lshr(a, b),
                    _ => pool.ashr(a, b),
                }
            }
        }
    }

    /// A random array of 8-bit elements at 8-bit indices.
    pub fn array(&mut self, pool: &mut TermPool, depth: u32) -> TermId {
        if depth == 0 {
            return self.leaf(pool, Sort::Array { index: 8, element: 8 });
        }
        let depth = depth - 1;
        let array = self.array(pool, depth);
        if self.rng.one_in(4) {
            let condition = self.boolean(pool, depth);
            let other = self.array(pool, depth);
            return pool.ite(condition, array, other);
        }
        let index = self.bit_vector(pool, 8, depth);
        let element = self.bit_vector(pool, 8, depth);
        pool.store(array, index, element)
    }
}
