//! Indices that depend on what was read at other indices.
//!
//! In `pc += length[code[pc]]` each round reads where the last one says. A few such reads are a choice
//! that the solver can make; a long chain of them is a question about all bytes at once, and every
//! question behind it is as hard. Beyond a length, the index is made concrete: the path says which of
//! its values it has, and the chain begins anew.

use crate::shadow::Symbolic;
use clew_logic::{TermId, TermPool};

/// So many reads in a chain are left to the solver.
const LONGEST: u8 = 3;

/// How many reads the terms depend on, each at an index that depends on the one before.
#[derive(Debug, Default)]
pub(crate) struct Chains {
    /// By term: the number and one; 0 where it is not known yet.
    known: Vec<u8>,
}

impl Chains {
    /// Notes that a term is what was read at an index. Tables of constants are no chain: the solver
    /// knows them by heart.
    pub(crate) fn note_read(&mut self, pool: &TermPool, read: TermId, index: TermId) {
        let length = self.length(pool, index).saturating_add(1);
        self.set(read, length);
    }

    /// The number of reads in the longest chain that a term depends on.
    fn length(&mut self, pool: &TermPool, term: TermId) -> u8 {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.get(top).is_some() {
                stack.pop();
                continue;
            }
            let unknown = stack.len();
            stack.extend(pool.args(top).iter().filter(|arg| self.get(**arg).is_none()));
            if stack.len() == unknown {
                let longest = pool.args(top).iter().filter_map(|arg| self.get(*arg)).max();
                self.set(top, longest.unwrap_or(0));
                stack.pop();
            }
        }
        self.get(term).unwrap_or(0)
    }

    fn get(&self, term: TermId) -> Option<u8> {
        self.known.get(term.index())?.checked_sub(1)
    }

    fn set(&mut self, term: TermId, length: u8) {
        if term.index() >= self.known.len() {
            self.known.resize(term.index() + 1, 0);
        }
        self.known[term.index()] = length.saturating_add(1);
    }
}

impl Symbolic<'_> {
    /// Whether an index depends on so many reads that it is made concrete.
    pub(crate) fn is_long_chain(&mut self, index: TermId) -> bool {
        self.chains.length(&self.pool, index) >= LONGEST
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_logic::Sort;

    #[test]
    fn a_chain_grows_with_each_read_at_what_was_read() {
        let mut pool = TermPool::new();
        let mut chains = Chains::default();
        let index = pool.input("index", Sort::BitVec(8));
        let one = pool.bv(8, 1);
        let (mut at, mut reads) = (index, Vec::new());
        for name in ["first", "second", "third"] {
            let next = pool.add(at, one);
            assert_eq!(usize::from(chains.length(&pool, next)), reads.len());
            let read = pool.input(name, Sort::BitVec(8));
            chains.note_read(&pool, read, next);
            reads.push(read);
            at = read;
        }
        let both = pool.and(reads[0], reads[1]);
        assert_eq!(chains.length(&pool, both), 2);
    }
}
