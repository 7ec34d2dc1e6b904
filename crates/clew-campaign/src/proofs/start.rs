//! Where the executions start that a proof speaks of.

use crate::verdicts::Assumption;
use clew_ir::Program;
use clew_prove::Start;
use clew_symbolic::Entry;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The program, where its executions start, and what is assumed of them. A precondition becomes
/// code: a function that calls it, and then the entry, so that its text says what is assumed.
pub(super) fn of(
    program: &Program,
    entry: Entry,
) -> (Cow<'_, Program>, Start, BTreeSet<Assumption>) {
    match entry {
        Entry::Harness(function) => {
            (Cow::Borrowed(program), Start::Program(function), BTreeSet::new())
        }
        Entry::Unit(function) => match program.precondition(function) {
            None => (Cow::Borrowed(program), Start::Unit(function), BTreeSet::new()),
            Some(pre) => {
                let mut guarded = program.clone();
                let name = program.functions[pre].name.clone();
                let wrapper = guarded.add_guarded(pre, function);
                let assumes = BTreeSet::from([Assumption::Precondition(name)]);
                (Cow::Owned(guarded), Start::Unit(wrapper), assumes)
            }
        },
    }
}
