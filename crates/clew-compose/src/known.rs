//! What is known of a program's functions from one turn of a search to the next.

use crate::alternatives::alternatives;
use crate::decisions::Decisions;
use crate::exchange::Exchange;
use crate::inlined::Inlined;
use crate::questions::Implied;
use crate::summary::Summaries;
use crate::total::Totals;
use clew_ir::{FunctionId, Program};
use clew_symbolic::{SymbolicMachine, Ways};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of functions, with the machine whose terms it is told in.
pub(crate) struct Known<'p> {
    pub(crate) machine: SymbolicMachine<'p>,
    pub(crate) decisions: Decisions,
    pub(crate) summaries: Summaries,
    pub(crate) totals: Totals,
    /// The functions whose calls are cut.
    pub(crate) functions: BTreeSet<FunctionId>,
    /// Those that are searched as part of their callers.
    pub(crate) inlined: BTreeMap<FunctionId, Inlined>,
    pub(crate) implied: Implied,
    /// How summaries are exchanged with others, if they are.
    pub(crate) exchange: Option<Exchange>,
}

impl<'p> Known<'p> {
    /// Nothing yet, of functions that may be summarised. Branches of the machine are not merged.
    pub(crate) fn new(
        program: &'p Program,
        mut machine: SymbolicMachine<'p>,
        functions: BTreeSet<FunctionId>,
    ) -> Self {
        let decisions = Decisions::new(program);
        machine.set_ways(Ways { alternatives: alternatives(program), ..decisions.ways() });
        Known {
            machine,
            decisions,
            summaries: Summaries::default(),
            totals: Totals::default(),
            functions,
            inlined: BTreeMap::new(),
            implied: Implied::default(),
            exchange: None,
        }
    }
}
