//! The symbolic machine as a subject.

use clew_ir::Position;
use clew_ir::{ProbeId, Scalar};
use clew_logic::{Model, TermId, TermPool};
use clew_symbolic::{CallsId, Chance, SymbolicMachine, TestCase, Trace};

use crate::subject::{Fresh, Subject};

impl Subject for SymbolicMachine<'_> {
    fn run(&mut self, input: &Model, known: usize) -> Trace {
        SymbolicMachine::run(self, input, known)
    }

    fn tell_words(&mut self, tells_words: bool) {
        SymbolicMachine::tell_words(self, tells_words);
    }

    fn run_by_chance(&mut self, input: &Model, chance: Chance) -> Option<Trace> {
        Some(SymbolicMachine::run_by_chance(self, input, chance))
    }

    fn note_useful(&mut self) {
        SymbolicMachine::note_useful(self);
    }

    fn pool(&self) -> &TermPool {
        SymbolicMachine::pool(self)
    }

    fn pool_mut(&mut self) -> &mut TermPool {
        SymbolicMachine::pool_mut(self)
    }

    fn set_fresh(&mut self, fresh: Fresh) {
        SymbolicMachine::set_fresh(self, fresh);
    }

    fn settle_label(&mut self, label: ProbeId) {
        SymbolicMachine::settle_label(self, label);
    }

    fn assignment(&self) -> &Model {
        SymbolicMachine::assignment(self)
    }

    fn numbers(&self) -> &[(TermId, Scalar)] {
        SymbolicMachine::numbers(self)
    }

    fn calls(&self, calls: CallsId) -> Option<Vec<Position>> {
        SymbolicMachine::calls(self, calls)
    }

    fn test_case(&mut self) -> TestCase {
        SymbolicMachine::test_case(self)
    }
}
