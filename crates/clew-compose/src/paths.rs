//! What is kept of runs: paths of functions in their summaries, paths of the entry for people.

use crate::composer::{Composer, Halt, Run};
use crate::inlined::Inlined;
use crate::summary::Leaf;
use crate::walk::{Context, Point};
use clew_ir::{FunctionId, Position};
use clew_logic::{Sort, Substitution, TermId, TermPool};
use clew_solver::Verdict;
use clew_symbolic::{Call, Ending, Spot};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// A function of more paths is searched as part of its callers: what is chosen among them costs more than they do.
const MOST_PATHS: usize = 1_024;

/// A path of the entry, with summaries in the place of the calls it makes.
#[derive(Clone, PartialEq, Debug)]
pub struct EntryPath {
    /// Its conditions, over inputs and what calls returned.
    pub conditions: Vec<TermId>,
    /// How it ends.
    pub end: Ending,
    /// What it returns, where that depends on inputs: the bits of a register.
    pub returned: Option<TermId>,
    /// What it changes, by name.
    pub changes: Vec<(String, TermId)>,
}

/// A call whose result has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedCall {
    /// The function.
    pub function: FunctionId,
    /// The call.
    pub site: Position,
    /// How often it was made before on the path.
    pub occurrence: usize,
}

impl Composer<'_, '_> {
    /// Takes a path that a run has shown into the summary of its call.
    pub(crate) fn note_leaf(
        &mut self,
        context: &Context,
        run: &Run,
        mut point: Point,
    ) -> Result<(), Halt> {
        if context.location.is_empty() {
            self.note_path(run, &mut point);
        }
        let call = run.segment(&context.location).and_then(|segment| segment.call);
        self.add_leaf(context, call, point.leaf.clone());
        let summary = self.known.summaries.get(context.summary);
        if call.is_some() && summary.leaves.len() > MOST_PATHS {
            return Err(Halt::Inline(summary.function, Inlined::ManyPaths));
        }
        self.aim_at_labels(context, run, point)
    }

    /// Notes a path of the entry.
    fn note_path(&mut self, run: &Run, point: &mut Point) {
        let path = match self.tells_changes {
            true => self.told_path(run, point),
            false => EntryPath {
                conditions: point.conditions.iter().map(|(_, condition)| *condition).collect(),
                end: run.end.clone(),
                returned: None,
                changes: Vec::new(),
            },
        };
        self.paths.push(path);
    }

    /// A path in the words of the program: what calls returned has names.
    fn told_path(&mut self, run: &Run, point: &mut Point) -> EntryPath {
        let mut results = Vec::new();
        for (at, (call, leaf)) in run.calls.iter().zip(&point.leaf.calls).enumerate() {
            let before = run.calls[..at].iter();
            let occurrence = before.filter(|it| it.site == call.site).count();
            let name =
                self.name_of(NamedCall { function: call.function, site: call.site, occurrence });
            let result = leaf.left.iter().find(|left| left.spot == Spot::Result);
            if let Some(result) = result {
                let pool = self.known.machine.pool_mut();
                let named = pool.input(&name, Sort::BitVec(pool.width(result.symbol)));
                results.push((result.symbol, named));
            }
        }
        let is_ended = point.leaf.calls.last().is_some_and(|call| !call.returns);
        let pool = self.known.machine.pool_mut();
        let mut told = point.names.told(pool, &results);
        let inward = |pool: &mut TermPool, point: &mut Point, told: &mut Substitution, term| {
            let term = point.names.inward(pool, term);
            told.apply(pool, term)
        };
        let shown = point.shown.iter();
        let mut conditions: Vec<TermId> = shown.map(|it| told.apply(pool, *it)).collect();
        conditions.extend(point.conditions.last().filter(|_| is_ended).map(|(_, ends)| *ends));
        conditions.retain(|it| pool.value(*it) != Some(1));
        let returned = run.returned.map(|term| inward(pool, point, &mut told, term));
        let changes = run.changes.iter();
        let changes = changes
            .map(|(name, term)| (name.clone(), inward(pool, point, &mut told, *term)))
            .collect();
        EntryPath { conditions, end: run.end.clone(), returned, changes }
    }

    /// The name of what a call returns.
    fn name_of(&mut self, call: NamedCall) -> String {
        let known = self.named_calls.iter().position(|it| *it == call);
        let at = known.unwrap_or_else(|| {
            self.named_calls.push(call);
            self.named_calls.len() - 1
        });
        format!("call#{at}")
    }

    /// Adds a path to a summary.
    fn add_leaf(&mut self, context: &Context, call: Option<&Call>, mut leaf: Leaf) {
        let function = self.known.summaries.get(context.summary).function;
        let footprint = self.known.summaries.footprint(function);
        let pool = self.known.machine.pool();
        let found = || call.iter().flat_map(|call| &call.found);
        leaf.formals = leaf.mentioned(pool, found().filter_map(|found| found.formal));
        let summary = self.known.summaries.get_mut(context.summary);
        for word in call.iter().flat_map(|call| &call.pointers) {
            summary.pointers.entry(word.at).or_insert(*word);
        }
        for found in found() {
            if let Some(formal) = found.formal.filter(|formal| leaf.formals.contains(formal)) {
                summary.formals.insert(formal, found.spot);
            }
        }
        summary.add(leaf);
        self.is_plan_stale |= self.known.summaries.footprint(function) != footprint;
    }

    /// Asks for inputs on the path of a run that cover labels which it did not.
    fn aim_at_labels(
        &mut self,
        context: &Context,
        run: &Run,
        mut point: Point,
    ) -> Result<(), Halt> {
        let Some(segment) = run.segment(&context.location) else { return Ok(()) };
        for side in segment.sides {
            if self.ground.is_deleted(side.probe) {
                continue;
            }
            let (pool, outward) = (self.known.machine.pool_mut(), &mut point.names.outward);
            let constraint = outward.apply(pool, side.constraint);
            let own: Vec<TermId> = segment.forks[..side.forks.min(segment.forks.len())]
                .iter()
                .map(|fork| outward.apply(pool, fork.constraint))
                .collect();
            let before = point.conditions.iter().take_while(|(forks, _)| *forks < side.forks);
            let before = before.map(|(_, condition)| *condition).chain(own);
            let prefix = context.prefix.iter().copied();
            let constraints: Vec<TermId> = prefix.chain(before).chain([constraint]).collect();
            let verdict = self.questions.inputs(pool, self.ground, &constraints, &run.input);
            if let Verdict::Sat(model) = verdict {
                self.run(&model)?;
            }
        }
        Ok(())
    }
}

impl Leaf {
    /// Those of some symbols that it mentions.
    pub(crate) fn mentioned(
        &self,
        pool: &TermPool,
        symbols: impl Iterator<Item = TermId>,
    ) -> BTreeSet<TermId> {
        let inputs: FxHashSet<_> = self.terms().flat_map(|term| pool.free_inputs(term)).collect();
        let is_used = |it: &TermId| pool.input_of(*it).is_some_and(|it| inputs.contains(&it));
        symbols.filter(is_used).collect()
    }

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
