//! Tests that are there already, as inputs that a search begins with.

use crate::diagnostic::UserError;
use clew_explore::Assignment;
use clew_ir::Program;
use clew_suite::SuiteFile;
use clew_symbolic::{Aliasing, Bounds, Entry, Failures, LabelMode, Setup, SymbolicMachine};
use clew_vm::Config;

/// The inputs of a unit's tests in a suite, as the machine names them, and bounds that admit them.
/// A suite that does not test the unit has none.
pub(crate) fn replay(
    program: &Program,
    entry: Entry,
    suite: &SuiteFile,
    bounds: Bounds,
) -> Result<(Vec<Assignment>, Bounds), UserError> {
    let is_tested = suite
        .entries(program, &[entry.function()])
        .is_ok_and(|tested| tested.iter().any(|it| it.function() == entry.function()));
    if !is_tested {
        return Ok((Vec::new(), bounds));
    }
    let suite = suite.suite(program, entry)?;
    let bounds = suite.tests.iter().fold(bounds, |bounds, test| Bounds {
        elements: bounds.elements.max(test.bounds.elements),
        records: bounds.records.max(test.bounds.records),
        string: bounds.string.max(test.bounds.string),
        argument_bits: bounds.argument_bits.max(test.bounds.argument_bits),
        standard_input: bounds.standard_input.max(test.bounds.standard_input),
        depth: bounds.depth.max(test.bounds.depth),
        null: bounds.null || test.bounds.null,
        aliasing: match test.bounds.aliasing {
            Aliasing::Tried => Aliasing::Tried,
            _ => bounds.aliasing,
        },
        failures: match test.bounds.failures {
            Failures::Tried => Failures::Tried,
            Failures::Untried | Failures::Never => bounds.failures,
        },
        told_lengths: bounds.told_lengths && test.bounds.told_lengths,
        liberties: bounds.liberties.union(test.bounds.liberties),
        ..bounds
    });
    let config = Config::under_test();
    let setup = Setup { entry, config, labels: LabelMode::Observe, bounds };
    let mut machine = SymbolicMachine::new(program, setup);
    let mut seeds = Vec::new();
    for test in &suite.tests {
        test.run(&mut machine);
        seeds.push(Assignment::of(machine.pool(), machine.assignment()));
    }
    Ok((seeds, bounds))
}
