//! What is run.

use clew_ir::Position;
use clew_ir::{ProbeId, Scalar};
use clew_logic::{Model, TermId, TermPool};
pub use clew_symbolic::Fresh;
use clew_symbolic::{CallsId, Chance, TestCase, Trace};

/// A program under test: deterministic in its inputs.
pub trait Subject {
    /// Runs it. The first `known` forks of the trace need no alternatives: the caller has them.
    fn run(&mut self, input: &Model, known: usize) -> Trace;

    /// Whether traces are to tell the words of runs, from now on.
    fn tell_words(&mut self, _tells_words: bool) {}

    /// Runs it without terms, with other inputs by chance; `None` where it cannot.
    fn run_by_chance(&mut self, _input: &Model, _chance: Chance) -> Option<Trace> {
        None
    }

    /// Says that the last run met something new: what it read is of use in runs by chance.
    fn note_useful(&mut self) {}

    /// The terms of all runs.
    fn pool(&self) -> &TermPool;

    /// The terms of all runs, to build more.
    fn pool_mut(&mut self) -> &mut TermPool;

    /// Says what inputs are when a model does not mention them, from now on.
    fn set_fresh(&mut self, fresh: Fresh);

    /// Says that a label needs no more attention: traces need not tell of it from now on.
    fn settle_label(&mut self, _label: ProbeId) {}

    /// The values of all inputs of the last run.
    fn assignment(&self) -> &Model;

    /// The inputs of the last run that are numbers, with their types: any other value of theirs means
    /// as much.
    fn numbers(&self) -> &[(TermId, Scalar)] {
        &[]
    }

    /// The calls under way that a fork tells of, outermost first; `None` where they are not known.
    fn calls(&self, _calls: CallsId) -> Option<Vec<Position>> {
        Some(Vec::new())
    }

    /// The last run as a test.
    fn test_case(&mut self) -> TestCase;
}
