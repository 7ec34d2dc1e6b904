//! The search: Figures 1 to 3 of the paper with their starred lines, over runs whose calls are cut.
//!
//! A context is a call that is searched, with the path before it held fixed. Its search is DART's, depth
//! first, over the forks of that call alone. Calls it makes are summarised: by what is known where the
//! path before them implies that, else after a search of their own, which pushes another context. When it
//! is over, the run that came to the call is made again, and the call is passed with its summary.

use crate::flat::flat;
use crate::questions::{Questions, signature};
use crate::summary::{Leaf, Summaries, SummaryId};
use crate::total::Totals;
use crate::walk::{Context, Origin, Segment, Walk, Walked};
use clew_explore::Subject;
use clew_explore::technique::Host;
use clew_ir::{FunctionId, ProbeId};
use clew_logic::{Model, TermId, TermPool};
use clew_solver::{StackConfig, Verdict};
use clew_symbolic::{
    ArgumentValue, Arm, Call, Ending, Fork, ForkSite, Inexact, Others, Side, Spot, SymbolicMachine,
};
use clew_vm::stop::Stop;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Why a function is searched as part of its callers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inlined {
    /// A path of it cannot be told exactly.
    Inexact(Inexact),
    /// What it leaves has a value on some of its paths only.
    NoValue,
    /// What was searched is not found again.
    Unsteady,
    /// A run left something else than its summary says. This is a bug of ours, and never a wrong result.
    Mismatch,
}

/// A path of the entry, with summaries in the place of the calls it makes.
#[derive(Clone, PartialEq, Debug)]
pub struct EntryPath {
    /// Its conditions, over inputs.
    pub conditions: Vec<TermId>,
    /// How it ends.
    pub end: Ending,
    /// What it returns, where that depends on inputs: the bits of a register.
    pub returned: Option<TermId>,
    /// What it changes, by name.
    pub changes: Vec<(String, TermId)>,
}

/// What came of composing.
#[derive(Clone, PartialEq, Debug)]
pub struct Composed {
    /// Whether all paths were searched, composed of those of their functions.
    pub is_exhausted: bool,
    /// The functions that were summarised, with the number of their paths.
    pub summarised: BTreeMap<FunctionId, usize>,
    /// The functions that were searched as part of their callers, and why.
    pub inlined: BTreeMap<FunctionId, Inlined>,
    /// The paths of the entry.
    pub paths: Vec<EntryPath>,
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

/// An arm that no run has taken.
struct Candidate {
    fork: usize,
    /// The forks before it.
    before: Rc<[(ForkSite, Arm)]>,
    /// What inputs have to satisfy.
    constraints: Vec<TermId>,
    arm: Wanted,
    /// The inputs of a run that passed it.
    near: Rc<Model>,
}

/// Which arm.
enum Wanted {
    This(Arm),
    /// None: a call in which a run ended is to return.
    Return {
        call: usize,
    },
    /// Any but these; how many more are to be tried.
    Other {
        seen: Vec<Arm>,
        left: u32,
    },
}

/// The search for all paths, composed of those of functions.
pub struct Composer<'p, 'g> {
    pub(crate) machine: SymbolicMachine<'p>,
    pub(crate) ground: &'g mut dyn Host,
    pub(crate) questions: Questions,
    pub(crate) summaries: Summaries,
    pub(crate) totals: Totals,
    /// The functions whose calls are cut.
    functions: BTreeSet<FunctionId>,
    inlined: BTreeMap<FunctionId, Inlined>,
    pub(crate) plan_version: u64,
    is_plan_stale: bool,
    /// Where functions were searched.
    pub(crate) explored: FxHashSet<(SummaryId, u64)>,
    /// Whether something was given up.
    pub(crate) is_incomplete: bool,
    /// The labels that could have held somewhere.
    labels: BTreeSet<ProbeId>,
    pub(crate) mismatches: u64,
    divergences: u64,
    /// The steps that runs may take, all together.
    steps_left: Option<u64>,
    entry: FunctionId,
    paths: Vec<EntryPath>,
    tells_changes: bool,
}

impl<'p, 'g> Composer<'p, 'g> {
    /// A search with a machine whose branches are not merged.
    pub fn new(
        machine: SymbolicMachine<'p>,
        ground: &'g mut dyn Host,
        solver: StackConfig,
        (entry, functions): (FunctionId, BTreeSet<FunctionId>),
    ) -> Self {
        let questions = Questions::new(solver, ground);
        Composer {
            machine,
            ground,
            questions,
            summaries: Summaries::default(),
            totals: Totals::default(),
            functions,
            inlined: BTreeMap::new(),
            plan_version: 0,
            is_plan_stale: true,
            explored: FxHashSet::default(),
            is_incomplete: false,
            labels: BTreeSet::new(),
            mismatches: 0,
            divergences: 0,
            steps_left: None,
            entry,
            paths: Vec::new(),
            tells_changes: false,
        }
    }

    /// Has paths of the entry tell what they change.
    pub fn tell_changes(&mut self) {
        self.tells_changes = true;
    }

    /// Lets runs take so many steps all together, and no more.
    pub fn limit(&mut self, steps: u64) {
        self.steps_left = Some(steps);
    }

    /// Searches until all paths are known or there may be no more runs.
    pub fn compose(self) -> Composed {
        self.compose_with_pool().0
    }

    /// The same, with the pool that the terms of paths are of.
    pub fn compose_with_pool(mut self) -> (Composed, TermPool) {
        let is_over = loop {
            match self.search_entry() {
                Ok(()) => break false,
                Err(Halt::Over | Halt::Diverged) => break true,
                Err(Halt::Inline(function, why)) => {
                    self.inlined.insert(function, why);
                    self.functions.remove(&function);
                    self.summaries.forget(function);
                    self.is_plan_stale = true;
                    if self.functions.is_empty() && !self.tells_changes {
                        break true;
                    }
                }
            }
        };
        let is_open = self.labels.iter().any(|label| !self.ground.is_deleted(*label));
        self.ground.add_solver(self.questions.solver.statistics());
        let paths = |&function: &FunctionId| {
            let ids = self.summaries.of(function).iter();
            let leaves: usize = ids.map(|id| self.summaries.get(*id).leaves.len()).sum();
            (leaves > 0).then_some((function, leaves))
        };
        let composed = Composed {
            is_exhausted: !is_over && !self.is_incomplete && !is_open,
            summarised: self.functions.iter().filter_map(paths).collect(),
            inlined: self.inlined,
            paths: self.paths,
            mismatches: self.mismatches,
            divergences: self.divergences,
        };
        let pool = std::mem::take(self.machine.pool_mut());
        (composed, pool)
    }

    /// Searches the entry.
    fn search_entry(&mut self) -> Result<(), Halt> {
        self.explored.clear();
        self.paths.clear();
        self.is_incomplete = false;
        let first = self.run(&Model::new())?;
        let call = Call {
            function: self.entry,
            site: clew_ir::Position::entry(self.entry),
            forks_before: 0,
            arguments: Vec::<ArgumentValue>::new(),
            found: Vec::new(),
            constants: BTreeMap::new(),
            forks: Vec::new(),
            calls: Vec::new(),
            sides: Vec::new(),
            left: None,
            inexact: Vec::new(),
        };
        self.summaries.forget(self.entry);
        let summary = self.summaries.for_call(self.machine.pool(), &call);
        let (location, prefix, known) = (Vec::new(), Vec::new(), Vec::new());
        self.search(&Context { location, prefix, known, summary }, first)
    }

    /// Searches a call, from a run that makes it.
    fn search(&mut self, context: &Context, first: Run) -> Result<(), Halt> {
        let mut agenda = Vec::new();
        self.take(context, first, 0, None, &mut agenda)?;
        while let Some(candidate) = agenda.pop() {
            if self.ground.is_over() || self.ground.is_finishing() {
                return Err(Halt::Over);
            }
            let pool = self.machine.pool_mut();
            let constraints = &candidate.constraints;
            match self.questions.inputs(pool, self.ground, constraints, &candidate.near) {
                Verdict::Unsat(_) => {}
                Verdict::Unknown(_) => self.is_incomplete = true,
                Verdict::Sat(model) => self.follow(context, candidate, &model, &mut agenda)?,
            }
        }
        Ok(())
    }

    /// Runs inputs for a candidate.
    fn follow(
        &mut self,
        context: &Context,
        candidate: Candidate,
        model: &Model,
        agenda: &mut Vec<Candidate>,
    ) -> Result<(), Halt> {
        let run = self.run(model)?;
        let segment = run.segment(&context.location);
        let Some(taken) = segment.and_then(|segment| candidate.taken_by(segment)) else {
            self.divergences += 1;
            self.is_incomplete = true;
            return Ok(());
        };
        let fork = candidate.fork;
        let again = match candidate.arm {
            Wanted::Return { .. } => return self.take(context, run, fork, None, agenda),
            Wanted::This(_) => None,
            // More values are possible than are tried.
            Wanted::Other { left: ..=1, .. } => {
                self.is_incomplete = true;
                None
            }
            Wanted::Other { mut seen, left } => {
                seen.extend(taken);
                Some(Candidate { arm: Wanted::Other { seen, left: left - 1 }, ..candidate })
            }
        };
        self.take(context, run, fork + 1, again, agenda)
    }

    /// Takes the path of a run in a call into its summary, and the arms beside it from a fork on. A
    /// candidate for any arm waits again, for those but the one that the run has taken.
    fn take(
        &mut self,
        context: &Context,
        mut run: Run,
        from: usize,
        again: Option<Candidate>,
        agenda: &mut Vec<Candidate>,
    ) -> Result<(), Halt> {
        let walked = loop {
            match self.walk(context, &run) {
                Ok(Walk::Done(walked)) => break walked,
                Ok(Walk::Explore(inner)) => {
                    let place = (inner.summary, signature(&inner.prefix));
                    if self.explored.contains(&place) {
                        let function = self.summaries.get(inner.summary).function;
                        return Err(Halt::Inline(function, Inlined::Unsteady));
                    }
                    self.search(&inner, run.clone())?;
                    self.explored.insert(place);
                }
                Ok(Walk::Again) => {}
                Err(Halt::Diverged) => {
                    self.divergences += 1;
                    self.is_incomplete = true;
                    return Ok(());
                }
                Err(halt) => return Err(halt),
            }
            run = self.run(&run.input.clone())?;
        };
        let Some(segment) = run.segment(&context.location) else { return Ok(()) };
        if let Some(mut again) = again {
            let step = walked.steps.iter().find(|step| step.fork() == Some(again.fork));
            if let Some(step) = step {
                again.constraints.push(self.machine.pool_mut().not(step.condition));
                agenda.push(again);
            }
        }
        self.note_candidates(context, &run, segment, &walked, from, agenda);
        if context.location.is_empty() {
            self.note_path(&run, &walked);
        }
        self.add_leaf(context, segment.call, walked.leaf.clone());
        self.aim_at_labels(context, &run, walked)
    }

    /// Notes a path of the entry.
    fn note_path(&mut self, run: &Run, walked: &Walked) {
        let mut outward = walked.outward.clone();
        let pool = self.machine.pool_mut();
        let conditions = walked.steps.iter().map(|step| step.condition);
        let conditions = conditions.filter(|it| pool.value(*it) != Some(1)).collect();
        let returned = run.returned.map(|term| outward.apply(pool, term));
        let changes = run.changes.iter();
        let changes =
            changes.map(|(name, term)| (name.clone(), outward.apply(pool, *term))).collect();
        self.paths.push(EntryPath { conditions, end: run.end.clone(), returned, changes });
    }

    fn note_candidates(
        &mut self,
        context: &Context,
        run: &Run,
        segment: Segment<'_>,
        walked: &Walked,
        from: usize,
        agenda: &mut Vec<Candidate>,
    ) {
        let near = Rc::new(run.input.clone());
        let way: Vec<(ForkSite, Arm)> = segment.forks.iter().map(|it| (it.site, it.arm)).collect();
        let mut before = context.prefix.clone();
        for step in &walked.steps {
            let pool = self.machine.pool_mut();
            if let Some(fork) = step.fork().filter(|fork| *fork >= from) {
                let negated = pool.not(step.condition);
                let mut others: Vec<(Wanted, TermId)> = Vec::new();
                match &segment.forks[fork].others {
                    Others::None => {}
                    Others::Negation(arm) => others.push((Wanted::This(*arm), negated)),
                    Others::Listed(arms) => {
                        let mut outward = walked.outward.clone();
                        for (arm, constraint) in arms {
                            others.push((Wanted::This(*arm), outward.apply(pool, *constraint)));
                        }
                    }
                    Others::Open(most) => {
                        let seen = vec![segment.forks[fork].arm];
                        others.push((Wanted::Other { seen, left: *most }, negated));
                    }
                }
                for (arm, condition) in others {
                    if pool.value(condition) == Some(0) {
                        continue;
                    }
                    let constraints = before.iter().copied().chain([condition]).collect();
                    let before = Rc::from(&way[..fork]);
                    let near = Rc::clone(&near);
                    agenda.push(Candidate { fork, before, constraints, arm, near });
                }
            }
            if let Origin::End { call, returns } = step.from
                && pool.value(returns) != Some(0)
            {
                let constraints = before.iter().copied().chain([returns]).collect();
                let (fork, arm) = (way.len(), Wanted::Return { call });
                let (before, near) = (Rc::from(&way[..]), Rc::clone(&near));
                agenda.push(Candidate { fork, before, constraints, arm, near });
            }
            if pool.value(step.condition) != Some(1) {
                before.push(step.condition);
            }
        }
    }

    /// Adds a path to a summary.
    fn add_leaf(&mut self, context: &Context, call: Option<&Call>, mut leaf: Leaf) {
        let function = self.summaries.get(context.summary).function;
        let footprint = self.summaries.footprint(function);
        let inputs: FxHashSet<_> = {
            let pool = self.machine.pool();
            leaf.terms().flat_map(|term| pool.free_inputs(term)).collect()
        };
        let pool = self.machine.pool();
        let summary = self.summaries.get_mut(context.summary);
        if let Some(call) = call {
            for found in &call.found {
                let is_used =
                    |it: &TermId| pool.input_of(*it).is_some_and(|it| inputs.contains(&it));
                if let Some(formal) = found.formal.filter(is_used) {
                    summary.formals.insert(formal, found.spot);
                    leaf.formals.insert(formal);
                }
            }
            summary.constants.extend(&call.constants);
        }
        if !summary.leaves.contains(&leaf) {
            summary.leaves.push(leaf);
        }
        self.is_plan_stale |= self.summaries.footprint(function) != footprint;
    }

    /// Asks for inputs on the path of a run that cover labels which it did not.
    fn aim_at_labels(&mut self, context: &Context, run: &Run, walked: Walked) -> Result<(), Halt> {
        let Some(segment) = run.segment(&context.location) else { return Ok(()) };
        let Walked { steps, mut outward, .. } = walked;
        for side in segment.sides {
            self.labels.insert(side.probe);
            if self.ground.is_deleted(side.probe) {
                continue;
            }
            let pool = self.machine.pool_mut();
            let constraint = outward.apply(pool, side.constraint);
            let before = steps.iter().take_while(|it| it.fork().is_none_or(|at| at < side.forks));
            let before = before.map(|step| step.condition);
            let constraints: Vec<TermId> =
                context.prefix.iter().copied().chain(before).chain([constraint]).collect();
            let verdict = self.questions.inputs(pool, self.ground, &constraints, &run.input);
            if let Verdict::Sat(model) = verdict {
                self.run(&model)?;
            }
        }
        Ok(())
    }

    /// Runs the program, and has the run counted.
    fn run(&mut self, input: &Model) -> Result<Run, Halt> {
        if self.is_plan_stale {
            self.plan_version += 1;
            self.is_plan_stale = false;
            self.machine.set_cuts(self.summaries.plan(&self.functions));
        }
        if self.steps_left == Some(0) || !self.ground.begin_run() {
            return Err(Halt::Over);
        }
        let mut trace = self.machine.run(input, 0);
        if trace.stop == Ending::Stop(Stop::Interrupted) {
            self.ground.forget_run();
            return Err(Halt::Over);
        }
        if let Some(left) = &mut self.steps_left {
            *left = left.saturating_sub(trace.steps + 1_000);
        }
        self.is_incomplete |= trace.imprecise_from.is_some();
        let input = Subject::assignment(&self.machine).clone();
        let returned = trace.returned.filter(|_| is_return(&trace.stop));
        let changes = match self.tells_changes {
            true => self.machine.changes(),
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
        let path_condition = flat(self.machine.pool_mut(), &run.forks, &run.calls);
        self.ground.count(&mut self.machine, trace, &path_condition);
        Ok(run)
    }
}

/// Whether a run returned.
pub(crate) fn is_return(ending: &Ending) -> bool {
    matches!(ending, Ending::Stop(Stop::Return(_)))
}

impl Candidate {
    /// Whether a call takes the candidate, and by which arm of a fork, if it is one.
    fn taken_by(&self, segment: Segment<'_>) -> Option<Option<Arm>> {
        let way = segment.forks.iter().map(|it| (it.site, it.arm));
        if !way.take(self.fork).eq(self.before.iter().copied()) {
            return None;
        }
        let taken = segment.forks.get(self.fork).map(|fork| fork.arm);
        let is_wanted = match &self.arm {
            Wanted::This(arm) => taken == Some(*arm),
            Wanted::Other { seen, .. } => taken.is_some_and(|arm| !seen.contains(&arm)),
            Wanted::Return { call } => segment.calls.get(*call).is_some_and(|it| it.left.is_some()),
        };
        is_wanted.then_some(taken)
    }
}

impl Leaf {
    /// All its terms.
    fn terms(&self) -> impl Iterator<Item = TermId> {
        let calls = self.calls.iter().flat_map(|call| {
            let befores = call.left.iter().filter_map(|it| it.before);
            call.found.values().copied().chain(befores)
        });
        let left = self.left.iter().flatten().filter_map(|(_, value): &(Spot, _)| *value);
        self.conditions.iter().copied().chain(calls).chain(left)
    }
}
