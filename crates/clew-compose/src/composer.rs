//! The search: Figures 1 to 3 of the paper with their starred lines, over runs whose calls are cut.
//!
//! A context is a call that is searched, with the path before it held fixed. Its search is DART's, depth
//! first, over the forks of that call alone. Calls it makes are summarised: by what is known where the
//! path before them implies that, else after a search of their own, which pushes another context. When it
//! is over, the run that came to the call is made again, and the call is passed with its summary.

use crate::endings::Endings;
use crate::exchange::Use;
use crate::flat::flat;
use crate::inlined::Inlined;
use crate::known::Known;
use crate::paths::{EntryPath, NamedCall};
use crate::questions::{Questions, signature};
use crate::summary::SummaryId;
use crate::walk::Context;
use clew_explore::Subject;
use clew_explore::technique::Host;
use clew_ir::{FunctionId, ProbeId, ProbePlan, Program, Scalar};
use clew_logic::{Model, TermId};
use clew_solver::StackConfig;
use clew_symbolic::{ArgumentValue, Call, Cause, Ending, Fork, Occasion, Side};
use clew_vm::stop::Stop;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What came of composing.
#[derive(Clone, PartialEq, Debug)]
pub struct Composed {
    /// Whether all paths were searched, composed of those of their functions.
    pub is_exhausted: bool,
    /// What runs gave up, where paths of the entry are told: these rest on it, and there may be others where it does
    /// not hold.
    pub given_up: Vec<Cause>,
    /// Whether there might be no more runs before it was over.
    pub is_cut: bool,
    /// The functions that were summarised, with the number of their paths.
    pub summarised: BTreeMap<FunctionId, usize>,
    /// The functions that were searched as part of their callers, and why.
    pub inlined: BTreeMap<FunctionId, Inlined>,
    /// The paths of the entry.
    pub paths: Vec<EntryPath>,
    /// The calls whose results these speak of: the input `call#k` is what the k-th returned.
    pub calls: Vec<NamedCall>,
    /// The types of inputs by name, where paths of the entry are told.
    pub types: BTreeMap<String, Scalar>,
    /// Objectives that its runs were the first to cover.
    pub covered: usize,
    /// Summaries that were taken from others.
    pub taken: usize,
    /// Runs that left something else than summaries said.
    pub mismatches: u64,
    /// Runs that did not go where their inputs were to lead.
    pub divergences: u64,
}

/// Why a search ends before it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// There may be no more runs.
    Over,
    /// A function has to be searched as part of its callers: all begins anew.
    Inline(FunctionId, Inlined),
    /// A run went elsewhere.
    Diverged,
    /// More is decided before calls from now on: all begins anew.
    Settle,
    /// What others told of functions is wrong: all begins anew without it.
    Distrust,
}

/// A call that was searched: two calls behind the same conditions are two.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Searched {
    summary: SummaryId,
    location: Vec<usize>,
    /// A hash of the conditions before it.
    prefix: u64,
}

impl Searched {
    pub(crate) fn new(summary: SummaryId, location: &[usize], prefix: &[TermId]) -> Self {
        Searched { summary, location: location.to_vec(), prefix: signature(prefix) }
    }
}

/// A run of the whole program.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) input: Model,
    pub(crate) forks: Vec<Fork>,
    pub(crate) calls: Vec<Call>,
    pub(crate) sides: Vec<Side>,
    pub(crate) end: Ending,
    /// What the entry returned, where that depends on inputs.
    pub(crate) returned: Option<TermId>,
    /// What it changed, where that is told.
    pub(crate) changes: Vec<(String, TermId)>,
    /// The version of the plan it was made with.
    pub(crate) plan: u64,
}

/// What a run counts for besides its steps, and a new term, where effort is limited.
const RUN: u64 = 1_000;
const TERM: u64 = 8;

/// The search for all paths, composed of those of functions.
pub(crate) struct Composer<'p, 'g> {
    pub(crate) program: &'p Program,
    pub(crate) known: &'g mut Known<'p>,
    pub(crate) ground: &'g mut dyn Host,
    pub(crate) questions: Questions,
    pub(crate) plan_version: u64,
    pub(crate) is_plan_stale: bool,
    /// Where functions were searched.
    pub(crate) explored: FxHashSet<Searched>,
    /// Where paths were used that no run has shown.
    pub(crate) uses: Vec<Use>,
    pub(crate) used: FxHashSet<Searched>,
    /// Whether something was given up.
    pub(crate) is_incomplete: bool,
    /// What runs gave up.
    given_up: Vec<Cause>,
    /// The labels that could have held somewhere.
    labels: BTreeSet<ProbeId>,
    pub(crate) endings: Endings,
    /// Whether runs are for other ways to the same place: what comes behind it is left to one of them.
    pub(crate) is_way: bool,
    /// The objectives that runs were the first to cover.
    covered: usize,
    pub(crate) mismatches: u64,
    pub(crate) divergences: u64,
    /// The effort that is left, in steps; how many terms there were when that was looked at.
    effort_left: Option<u64>,
    terms: usize,
    entry: FunctionId,
    pub(crate) paths: Vec<EntryPath>,
    pub(crate) named_calls: Vec<NamedCall>,
    pub(crate) tells_changes: bool,
    types: BTreeMap<String, Scalar>,
}

impl<'p, 'g> Composer<'p, 'g> {
    /// A search of a program with these probes from an entry, with what is known of its functions.
    pub(crate) fn new(
        (program, probes, entry): (&'p Program, Option<Arc<ProbePlan>>, FunctionId),
        known: &'g mut Known<'p>,
        ground: &'g mut dyn Host,
        solver: StackConfig,
    ) -> Self {
        let questions = Questions::new(solver, std::mem::take(&mut known.implied), ground);
        let terms = known.machine.pool().len();
        Composer {
            program,
            known,
            ground,
            questions,
            plan_version: 0,
            is_plan_stale: true,
            explored: FxHashSet::default(),
            uses: Vec::new(),
            used: FxHashSet::default(),
            is_incomplete: false,
            given_up: Vec::new(),
            labels: BTreeSet::new(),
            endings: Endings::new(program, probes),
            is_way: false,
            covered: 0,
            mismatches: 0,
            divergences: 0,
            effort_left: None,
            terms,
            entry,
            paths: Vec::new(),
            named_calls: Vec::new(),
            tells_changes: false,
            types: BTreeMap::new(),
        }
    }

    /// Has paths of the entry tell what they change.
    pub(crate) fn tell_changes(&mut self) {
        self.tells_changes = true;
    }

    /// Lets it take so much effort and no more: steps of runs, questions, terms.
    pub(crate) fn limit(&mut self, effort: u64) {
        self.effort_left = Some(effort);
    }

    /// Counts effort; whether there is some left.
    pub(crate) fn spend(&mut self, steps: u64) -> bool {
        let terms = self.known.machine.pool().len();
        let made = (terms - self.terms) as u64;
        self.terms = terms;
        let effort = steps + TERM * made + self.questions.take_effort();
        if let Some(left) = &mut self.effort_left {
            *left = left.saturating_sub(effort);
        }
        self.effort_left != Some(0)
    }

    /// Searches until all paths are known or there may be no more runs.
    pub(crate) fn compose(mut self) -> Composed {
        let is_over = loop {
            match self.search_entry().and_then(|()| self.confirm()) {
                Ok(()) => break false,
                Err(Halt::Over | Halt::Diverged) => break true,
                Err(Halt::Settle) => self.is_plan_stale = true,
                Err(Halt::Distrust) => self.distrust(),
                Err(Halt::Inline(function, why)) => {
                    self.known.inlined.insert(function, why);
                    self.known.functions.remove(&function);
                    self.known.summaries.forget(function);
                    self.is_plan_stale = true;
                    if self.known.functions.is_empty() && !self.tells_changes {
                        break true;
                    }
                }
            }
        };
        self.tell_all_known();
        let is_open = self.labels.iter().any(|label| !self.ground.is_deleted(*label))
            || !self.endings.are_settled();
        self.ground.add_solver(self.questions.solver.statistics());
        self.known.implied = self.questions.into_implied();
        let summaries = &self.known.summaries;
        let paths = |&function: &FunctionId| {
            let ids = summaries.of(function).iter();
            let leaves: usize = ids.map(|id| summaries.get(*id).leaves.len()).sum();
            (leaves > 0).then_some((function, leaves))
        };
        Composed {
            is_cut: is_over && !self.known.functions.is_empty(),
            is_exhausted: !is_over && !self.is_incomplete && !is_open,
            given_up: self.given_up,
            summarised: self.known.functions.iter().filter_map(paths).collect(),
            inlined: self.known.inlined.clone(),
            paths: self.paths,
            calls: self.named_calls,
            types: self.types,
            covered: self.covered,
            taken: self.known.exchange.as_ref().map_or(0, |it| it.taken),
            mismatches: self.mismatches,
            divergences: self.divergences,
        }
    }

    /// Searches the entry.
    fn search_entry(&mut self) -> Result<(), Halt> {
        self.explored.clear();
        self.uses.clear();
        self.used.clear();
        self.paths.clear();
        self.is_incomplete = false;
        let first = self.run(&Model::new())?;
        let site = clew_ir::Position::entry(self.entry);
        let call = Call {
            function: self.entry,
            site,
            occasion: Occasion { site, count: 0 },
            forks_before: 0,
            arguments: Vec::<ArgumentValue>::new(),
            objects: Vec::new(),
            found: Vec::new(),
            constants: BTreeMap::new(),
            pointers: Vec::new(),
            choices: BTreeSet::new(),
            forks: Vec::new(),
            calls: Vec::new(),
            sides: Vec::new(),
            left: None,
            inexact: Vec::new(),
        };
        self.known.summaries.forget(self.entry);
        let summary = self.known.summaries.for_call(&call);
        let (location, prefix, known) = (Vec::new(), Vec::new(), Vec::new());
        let plan = first.plan;
        let context = Context { location, prefix, known_before: None, known, summary, plan };
        self.search(&context, first)
    }

    /// Notes the types of the inputs of the last run.
    fn note_types(&mut self) {
        let (machine, types) = (&self.known.machine, &mut self.types);
        for (term, scalar) in machine.numbers() {
            if let Some(input) = machine.pool().input_of(*term) {
                types.insert(machine.pool().input_decl(input).name.clone(), *scalar);
            }
        }
    }

    /// Notes the labels that could have held in a run.
    fn note_labels(&mut self, run: &Run) {
        self.labels.extend(run.sides.iter().map(|side| side.probe));
        self.labels.extend(labels_in(&run.calls));
    }

    /// Runs the program, and has the run counted.
    pub(crate) fn run(&mut self, input: &Model) -> Result<Run, Halt> {
        if self.is_plan_stale {
            self.plan_version += 1;
            self.is_plan_stale = false;
            self.known.machine.set_cuts(self.known.summaries.plan(&self.known.functions));
        }
        if self.effort_left == Some(0) || !self.ground.begin_run() {
            return Err(Halt::Over);
        }
        let mut trace = self.known.machine.run(input, 0);
        if trace.stop == Ending::Stop(Stop::Interrupted) {
            self.ground.forget_run();
            return Err(Halt::Over);
        }
        self.spend(trace.steps + RUN);
        self.is_incomplete |= trace.imprecise_from.is_some();
        if self.tells_changes {
            for it in &trace.incomplete {
                if !self.given_up.contains(&it.cause) {
                    self.given_up.push(it.cause.clone());
                }
            }
        }
        let input = Subject::assignment(&self.known.machine).clone();
        let returned = trace.returned.filter(|_| is_return(&trace.stop));
        let changes = match self.tells_changes {
            true => {
                self.note_types();
                self.known.machine.changes()
            }
            false => Vec::new(),
        };
        let run = Run {
            input,
            end: trace.stop.clone(),
            changes,
            forks: trace.forks.clone(),
            calls: std::mem::take(&mut trace.calls),
            sides: std::mem::take(&mut trace.sides),
            returned,
            plan: self.plan_version,
        };
        self.note_labels(&run);
        let path_condition = flat(self.known.machine.pool_mut(), &run.forks, &run.calls);
        self.endings.note(&trace, &run.calls, self.is_way);
        self.covered += self.ground.count(&mut self.known.machine, trace, &path_condition);
        Ok(run)
    }
}

/// The labels that could have held in calls.
fn labels_in(calls: &[Call]) -> Vec<ProbeId> {
    let mut labels = Vec::new();
    let mut agenda: Vec<&Call> = calls.iter().collect();
    while let Some(call) = agenda.pop() {
        labels.extend(call.sides.iter().map(|side| side.probe));
        agenda.extend(&call.calls);
    }
    labels
}

/// Whether a run returned.
pub(crate) fn is_return(ending: &Ending) -> bool {
    matches!(ending, Ending::Stop(Stop::Return(_)))
}
