//! What a campaign is for.

use crate::journals::{Journals, SearchName};
use crate::targets::Targets;
use clew_compose::SummaryStore;
use clew_criteria::{Criterion, Objectives, Unit};
use clew_explore::technique::{FRONTIER, PROOFS};
use clew_explore::{JournalSettings, Settings};
use clew_ir::call_graph::CallGraph;
use clew_ir::{DataModel, FunctionId, Program, Unprovable};
use clew_symbolic::{Bounds, Entry, LabelMode};
use clew_vm::Config;
use std::sync::Arc;

/// What a campaign is for.
#[derive(Clone)]
pub struct Plan<'a> {
    /// The program.
    pub program: &'a Program,
    /// Where runs start.
    pub entry: Entry,
    /// What is to be covered.
    pub criteria: &'a [Criterion],
    /// The name of the strategy.
    pub strategy: &'a str,
    /// The bounds of the first search.
    pub bounds: Bounds,
    /// What runs do at labels.
    pub labels: LabelMode,
    /// Whether larger inputs are tried when the bounds keep objectives open.
    pub deepens: bool,
    /// What runs count that end in a fault.
    pub faults: Faults,
    /// What a run may do.
    pub config: Config,
    /// What the search may cost and how it is done.
    pub settings: Settings,
    /// Functions that call the one under test several times: runs may start there, too, for what is open.
    pub drivers: Vec<FunctionId>,
    /// Where its searches keep what they have done.
    pub journals: Option<Journals>,
    /// Where what is known of functions is kept for all workers and searches.
    pub summaries: Arc<SummaryStore>,
    /// What is to be tested, where that is not everything.
    pub targets: Option<&'a Targets>,
}

/// What a run counts that ends in a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Faults {
    /// Nothing: what only such runs reach is open.
    CoverNothing,
    /// What it met before, as for those who count every execution (TestCov).
    Cover,
}

impl Plan<'_> {
    /// Whether a technique takes part that reasons about the program's statements. Their meaning on
    /// terms, like that of the checker, is that of pointers of 64 bits.
    pub(crate) fn reasons_by(&self, technique: &str) -> bool {
        let is_prover = [PROOFS, FRONTIER].contains(&technique);
        let is_pointless = is_prover && self.why_unprovable().is_some();
        self.is_meaning_known() && self.settings.search.techniques.has(technique) && !is_pointless
    }

    /// Why nothing is proved of the entry, whatever provers would find.
    pub(crate) fn why_unprovable(&self) -> Option<&Unprovable> {
        let (Entry::Harness(entry) | Entry::Unit(entry)) = self.entry;
        self.program.functions[entry].facts.why_unprovable()
    }

    /// Whether proofs can speak of the program.
    pub(crate) fn is_meaning_known(&self) -> bool {
        self.program.types.data_model() == DataModel::Lp64
    }

    /// What is asked for. The same plan always gives the same objectives with the same ids.
    pub fn objectives(&self, calls: &CallGraph) -> Objectives {
        let unit = match self.entry {
            Entry::Unit(function) => Unit::function(function),
            Entry::Harness(entry) => Unit::harness(self.program, calls, entry),
        };
        let mut objectives = Objectives::new(self.program, &unit, self.criteria);
        if let Some(targets) = self.targets {
            targets.restrict(self.program, &mut objectives);
        }
        objectives
    }

    /// Where a search within these bounds keeps what it has done.
    pub(crate) fn journal(&self, search: SearchName, bounds: &Bounds) -> Option<JournalSettings> {
        self.journals.as_ref().map(|it| it.of(search, bounds))
    }

    /// Whether there is anything to be tested: what `--only` and `--diff` leave out is not.
    pub fn is_wanted(&self) -> bool {
        self.targets.is_none() || !self.objectives(&CallGraph::new(self.program)).is_empty()
    }
}
