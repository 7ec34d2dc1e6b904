//! Reading and writing arrays of bytes.

use super::choice::Known;
use super::{Op, Sort, Term, Terms};
use std::collections::BTreeSet;

/// Where two addresses are, relative to each other.
enum Aliasing {
    Same,
    Apart,
    Unknown,
}

impl Terms {
    /// One byte.
    pub(crate) fn select(&mut self, memory: Term, address: Term) -> Term {
        let read = &mut |terms: &mut Self, address| terms.select(memory, address);
        if let Some(byte) = self.distribute(address, Known::Places, read) {
            return byte;
        }
        let mut memory = memory;
        loop {
            let node = self.node(memory);
            if node.op != Op::Store {
                break;
            }
            let (below, written, value) = (node.args[0], node.args[1], node.args[2]);
            match self.aliasing(written, address) {
                Aliasing::Same => return value,
                Aliasing::Apart => memory = below,
                Aliasing::Unknown => break,
            }
        }
        self.intern(Op::Select, vec![memory, address], Sort::Bits(8))
    }

    /// Memory with one byte written.
    pub(crate) fn store(&mut self, memory: Term, address: Term, byte: Term) -> Term {
        self.intern(Op::Store, vec![memory, address, byte], Sort::Memory)
    }

    fn aliasing(&self, one: Term, other: Term) -> Aliasing {
        if one == other {
            return Aliasing::Same;
        }
        let (a, x) = self.split_sum(one);
        let (b, y) = self.split_sum(other);
        if a == b {
            return Aliasing::Apart;
        }
        let (Some(a), Some(b)) = (a, b) else { return Aliasing::Unknown };
        let is_within = |base, offset| {
            self.object_sizes.get(&base).is_some_and(|size| offset < u128::from(*size))
        };
        if self.disjoint.contains(&(a, b)) && is_within(a, x) && is_within(b, y) {
            Aliasing::Apart
        } else {
            Aliasing::Unknown
        }
    }

    /// The addresses of the bytes that were stored, in what is known of a memory; the last first.
    pub(crate) fn stores(&self, memory: Term) -> Vec<Term> {
        let mut found = Vec::new();
        let mut memory = memory;
        while self.node(memory).op == Op::Store {
            let node = self.node(memory);
            found.push(node.args[1]);
            memory = node.args[0];
        }
        found
    }

    /// What was stored in a memory, above what is below all writes: addresses and bytes.
    pub(crate) fn stored_values(&self, memory: Term) -> Vec<(Term, Term)> {
        let mut found = Vec::new();
        let mut memory = memory;
        while self.node(memory).op == Op::Store {
            let node = self.node(memory);
            found.push((node.args[1], node.args[2]));
            memory = node.args[0];
        }
        found
    }

    /// A memory and those that it was made from by writes, the last first.
    pub(crate) fn below(&self, memory: Term) -> Vec<Term> {
        let mut found = vec![memory];
        let mut memory = memory;
        while self.node(memory).op == Op::Store {
            memory = self.node(memory).args[0];
            found.push(memory);
        }
        found
    }

    /// The addresses of the bytes that were stored above a memory.
    pub(crate) fn stores_above(&self, memory: Term, base: Term) -> BTreeSet<Term> {
        let chain = self.below(memory);
        let above = chain.iter().take_while(|it| **it != base);
        above.map(|it| self.node(*it).args[1]).collect()
    }

    /// An address as something plus a constant.
    pub(crate) fn base_and_offset(&self, address: Term) -> (Option<Term>, u128) {
        self.split_sum(address)
    }

    /// The memory below all writes.
    pub(crate) fn root(&self, memory: Term) -> Term {
        let mut memory = memory;
        while self.node(memory).op == Op::Store {
            memory = self.node(memory).args[0];
        }
        memory
    }

    /// Several bytes, the first the lowest.
    pub(crate) fn read(&mut self, memory: Term, address: Term, count: u64) -> Term {
        let mut whole = self.select(memory, address);
        for at in 1..count {
            let place = self.add_const(address, at);
            let byte = self.select(memory, place);
            whole = self.concat(byte, whole);
        }
        whole
    }

    /// Memory with the bytes of a term written.
    pub(crate) fn write(&mut self, memory: Term, address: Term, value: Term) -> Term {
        let mut memory = memory;
        for at in 0..self.width(value) / 8 {
            let byte = self.extract(value, at * 8 + 7, at * 8);
            let place = self.add_const(address, at.into());
            memory = self.store(memory, place, byte);
        }
        memory
    }
}
