//! The library's native functions on terms: what they return and copy where inputs decide it.

mod compare;
mod failures;
mod natives;

use crate::trace::Refusal;
use clew_ir::{FunctionId, Program};
use clew_logic::TermId;
use rustc_hash::FxHashMap;

/// What native functions answer on terms, until the machine has done them on values.
#[derive(Debug)]
pub(crate) struct Library {
    /// By function: whether it is a random number generator of the library.
    is_random: Vec<bool>,
    /// The term that a native function's result gets, and its register.
    result: Option<(usize, TermId)>,
    /// The terms of the bytes that a native function copies to an address.
    copied: Option<(u64, Vec<TermId>)>,
    /// How often the program has called each library function that can fail.
    calls: FxHashMap<FunctionId, u32>,
    /// The calls that failed.
    pub(crate) refused: Vec<Refusal>,
}

impl Library {
    pub(crate) fn new(program: &Program) -> Self {
        let is_random = program.functions.iter();
        let is_random =
            is_random.map(|it| it.is_system && natives::RANDOM.contains(&it.name.as_str()));
        Self {
            is_random: is_random.collect(),
            result: None,
            copied: None,
            calls: FxHashMap::default(),
            refused: Vec::new(),
        }
    }

    /// Starts a new run.
    pub(crate) fn start(&mut self) {
        self.copied = None;
        self.calls.clear();
        self.refused.clear();
    }

    /// The number of this call of a function, from 1.
    fn count_call(&mut self, function: FunctionId) -> u32 {
        let count = self.calls.entry(function).or_insert(0);
        *count = count.saturating_add(1);
        *count
    }

    /// The term of what a native function has just put into a register.
    pub(crate) fn take_result(&mut self, register: usize) -> Option<TermId> {
        self.result.take_if(|(at, _)| *at == register).map(|(_, term)| term)
    }

    /// Notes the terms of what a native function is about to copy to an address.
    pub(crate) fn note_copy(&mut self, copied: Option<(u64, Vec<TermId>)>) {
        self.copied = copied;
    }

    /// The terms of what a native function has just copied to an address.
    pub(crate) fn take_copied(&mut self, to: u64) -> Option<Vec<TermId>> {
        self.copied.take_if(|(at, _)| *at == to).map(|(_, bytes)| bytes)
    }
}
