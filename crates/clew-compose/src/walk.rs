//! What a run shows of one call: its path, with summaries in the place of the calls it makes.

use crate::composer::{Composer, Halt, Inlined, Run, is_return};
use crate::instance::{Instance, substitution};
use crate::questions::signature;
use crate::summary::{Leaf, LeafCall, SlotValue, SummaryId};
use clew_logic::{Evaluator, Sort, Substitution, TermId};
use clew_symbolic::{Call, Fork, Found, Left, Side, Spot};
use std::collections::BTreeMap;

/// A call that is searched, with all before it held fixed.
#[derive(Clone, Debug)]
pub(crate) struct Context {
    /// Which call it is: the number of the call in the entry, of the call in that one, and so on.
    pub(crate) location: Vec<usize>,
    /// The conditions of the path before the call, over inputs.
    pub(crate) prefix: Vec<TermId>,
    /// What its formals stand for, over inputs.
    pub(crate) known: Vec<(TermId, TermId)>,
    /// Where its paths go.
    pub(crate) summary: SummaryId,
}

/// A call of a run, or the entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment<'r> {
    pub(crate) forks: &'r [Fork],
    pub(crate) calls: &'r [Call],
    pub(crate) sides: &'r [Side],
    pub(crate) call: Option<&'r Call>,
}

/// A condition of a path, over inputs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) from: Origin,
    pub(crate) condition: TermId,
}

/// Where a condition of a path comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// A fork.
    Fork(usize),
    /// A call that returns.
    Return,
    /// A call, by its number, in which the run ends; when it would return.
    End { call: usize, returns: TermId },
}

impl Step {
    /// The fork it comes from.
    pub(crate) fn fork(&self) -> Option<usize> {
        match self.from {
            Origin::Fork(at) => Some(at),
            Origin::Return | Origin::End { .. } => None,
        }
    }
}

/// What a run shows of one call.
pub(crate) enum Walk {
    /// Its path.
    Done(Walked),
    /// A call on it has to be searched first.
    Explore(Context),
    /// The run does not tell all that is known to be written by now.
    Again,
}

/// A path of a call.
pub(crate) struct Walked {
    pub(crate) steps: Vec<Step>,
    pub(crate) leaf: Leaf,
    /// From terms of the call to terms over inputs.
    pub(crate) outward: Substitution,
}

impl Run {
    /// The call at a location.
    pub(crate) fn segment(&self, location: &[usize]) -> Option<Segment<'_>> {
        let mut segment =
            Segment { forks: &self.forks, calls: &self.calls, sides: &self.sides, call: None };
        for at in location {
            let call = segment.calls.get(*at)?;
            segment = Segment {
                forks: &call.forks,
                calls: &call.calls,
                sides: &call.sides,
                call: Some(call),
            };
        }
        Some(segment)
    }
}

/// The names of things on the way along a path.
struct Names {
    /// From terms of the call to terms over inputs.
    known: Vec<(TermId, TermId)>,
    outward: Substitution,
    /// From what the run calls what calls left to what the summary calls it.
    slots: Vec<(TermId, TermId)>,
    inward: Substitution,
}

impl Composer<'_, '_> {
    /// Goes along the path of a call.
    pub(crate) fn walk(&mut self, context: &Context, run: &Run) -> Result<Walk, Halt> {
        let Some(segment) = run.segment(&context.location) else { return Err(Halt::Diverged) };
        let mut names = Names {
            known: context.known.clone(),
            outward: substitution(self.machine.pool(), &context.known),
            slots: Vec::new(),
            inward: Substitution::new(),
        };
        let mut steps: Vec<Step> = Vec::new();
        let mut leaf = Leaf::default();
        let mut next = 0;
        for (at, call) in segment.calls.iter().enumerate() {
            self.pass_forks(
                segment.forks,
                next..call.forks_before,
                &mut names,
                &mut steps,
                &mut leaf,
            );
            next = call.forks_before;
            if let Some(why) = call.inexact.first() {
                return Err(Halt::Inline(call.function, Inlined::Inexact(*why)));
            }
            let path = self.path(context, &steps);
            let found = self.close(&call.found, &mut names.outward);
            let Some((summary, instance, is_implied)) = self.known_paths(call, &found, &path)?
            else {
                return Ok(Walk::Explore(self.context(context, at, call, &found, path)));
            };
            let is_told =
                |spot: &Spot| call.left.iter().flatten().any(|left| overlaps(left.spot, *spot));
            if call.left.is_some()
                && run.plan != self.plan_version
                && !self.summaries.get(summary).left_spots().iter().all(is_told)
            {
                return Ok(Walk::Again);
            }
            let (from, condition) = match (&call.left, is_implied) {
                (Some(_), true) => (Origin::Return, self.machine.pool_mut().not(instance.ends)),
                (Some(_), false) => (Origin::Return, instance.returns),
                (None, _) => (Origin::End { call: at, returns: instance.returns }, instance.ends),
            };
            if from != Origin::Return || self.machine.pool().value(condition) != Some(1) {
                steps.push(Step { from, condition });
            }
            self.pass_call(context, run, (call, summary), &instance, &mut names, &mut leaf)?;
        }
        let all = next..segment.forks.len();
        self.pass_forks(segment.forks, all, &mut names, &mut steps, &mut leaf);
        leaf.left = match segment.call {
            Some(call) => call.left.as_ref().map(|left| self.inward(left, &mut names.inward)),
            // Nobody calls the entry: what it leaves is told apart.
            None => is_return(&run.end).then(Vec::new),
        };
        Ok(Walk::Done(Walked { steps, leaf, outward: names.outward }))
    }

    fn pass_forks(
        &mut self,
        forks: &[Fork],
        range: std::ops::Range<usize>,
        names: &mut Names,
        steps: &mut Vec<Step>,
        leaf: &mut Leaf,
    ) {
        let pool = self.machine.pool_mut();
        for at in range {
            let constraint = forks[at].constraint;
            let condition = names.outward.apply(pool, constraint);
            steps.push(Step { from: Origin::Fork(at), condition });
            leaf.conditions.push(names.inward.apply(pool, constraint));
        }
    }

    /// The conditions before a call, over inputs.
    fn path(&self, context: &Context, steps: &[Step]) -> Vec<TermId> {
        let pool = self.machine.pool();
        let conditions = steps.iter().map(|step| step.condition);
        let conditions = conditions.filter(|it| pool.value(*it) != Some(1));
        context.prefix.iter().copied().chain(conditions).collect()
    }

    /// What a call found, over inputs.
    fn close(&mut self, found: &[Found], outward: &mut Substitution) -> Vec<Found> {
        let pool = self.machine.pool_mut();
        let close = |it: &Found| Found { actual: outward.apply(pool, it.actual), ..*it };
        found.iter().map(close).collect()
    }

    /// A summary whose paths are all there are at a call, and whether the path before the call implies
    /// that; `None` where the callee has to be searched first.
    fn known_paths(
        &mut self,
        call: &Call,
        found: &[Found],
        path: &[TermId],
    ) -> Result<Option<(SummaryId, Instance, bool)>, Halt> {
        let ids = self.summaries.of(call.function).to_vec();
        for &id in &ids {
            let summary = self.summaries.get(id);
            let pool = self.machine.pool_mut();
            let Some(actuals) = summary.actuals(pool, call, found) else { continue };
            let instance = Instance::new(pool, &self.summaries, id, &actuals)
                .map_err(|_| Halt::Inline(call.function, Inlined::NoValue))?;
            let covered = instance.covered(pool);
            let (summaries, questions) = (&self.summaries, &mut self.questions);
            let is_total = instance.is_whole
                && self.totals.contains(id, summaries, pool, questions, self.ground);
            if is_total || self.questions.implies(pool, self.ground, path, covered) {
                return Ok(Some((id, instance, true)));
            }
            if self.explored.contains(&(id, signature(path))) {
                // It was searched here, and something was given up.
                self.is_incomplete = true;
                return Ok(Some((id, instance, false)));
            }
        }
        Ok(None)
    }

    /// The context of a call that is to be searched.
    fn context(
        &mut self,
        outer: &Context,
        at: usize,
        call: &Call,
        found: &[Found],
        prefix: Vec<TermId>,
    ) -> Context {
        let summary = self.summaries.for_call(self.machine.pool(), call);
        let known = found.iter().filter_map(|it| Some((it.formal?, it.actual))).collect();
        let location = outer.location.iter().copied().chain([at]).collect();
        Context { location, prefix, known, summary }
    }

    /// Goes past a call whose summary is known.
    fn pass_call(
        &mut self,
        context: &Context,
        run: &Run,
        (call, summary): (&Call, SummaryId),
        instance: &Instance,
        names: &mut Names,
        leaf: &mut Leaf,
    ) -> Result<(), Halt> {
        let slot = self.slot(context.summary, summary, leaf);
        let found = self.slot_found(call, &mut names.inward);
        let mut slot_values = Vec::new();
        for left in call.left.iter().flatten().filter(|left| left.value.is_some()) {
            let pool = self.machine.pool_mut();
            let before = left.before.map(|before| names.outward.apply(pool, before));
            let value = instance
                .value(pool, left.spot, before)
                .map_err(|_| Halt::Inline(call.function, Inlined::NoValue))?;
            // The run has shown what the summary says of it.
            if Evaluator::new().eval(pool, &run.input, value) != left.bits {
                self.mismatches += 1;
                return Err(Halt::Inline(call.function, Inlined::Mismatch));
            }
            let name = format!("s{}.{slot}.{}", context.summary.0, spot_name(left.spot));
            let symbol = pool.input(&name, Sort::BitVec(pool.width(left.symbol)));
            let before = left.before.map(|before| names.inward.apply(pool, before));
            slot_values.push(SlotValue { spot: left.spot, symbol, before });
            names.known.push((left.symbol, value));
            names.slots.push((left.symbol, symbol));
        }
        let conditions = leaf.conditions.len();
        let returns = call.left.is_some();
        leaf.calls.push(LeafCall { slot, conditions, found, left: slot_values, returns });
        names.outward = substitution(self.machine.pool(), &names.known);
        names.inward = substitution(self.machine.pool(), &names.slots);
        Ok(())
    }

    /// The slot of the next call of a path: behind those of the calls before it.
    fn slot(&mut self, of: SummaryId, callee: SummaryId, leaf: &Leaf) -> usize {
        let slots = &mut self.summaries.get_mut(of).slots;
        let from = leaf.calls.last().map_or(0, |call| call.slot + 1);
        let known = slots.iter().skip(from).position(|slot| *slot == callee);
        known.map_or_else(
            || {
                slots.push(callee);
                slots.len() - 1
            },
            |at| from + at,
        )
    }

    /// What a callee found, in the terms of its caller's summary.
    fn slot_found(&mut self, call: &Call, inward: &mut Substitution) -> BTreeMap<Spot, TermId> {
        let pool = self.machine.pool_mut();
        call.found.iter().map(|it| (it.spot, inward.apply(pool, it.actual))).collect()
    }

    fn inward(&mut self, left: &[Left], inward: &mut Substitution) -> Vec<(Spot, Option<TermId>)> {
        let pool = self.machine.pool_mut();
        left.iter().map(|it| (it.spot, it.value.map(|value| inward.apply(pool, value)))).collect()
    }
}

/// Whether two places have bytes in common.
fn overlaps(a: Spot, b: Spot) -> bool {
    match (a, b) {
        (Spot::Memory(a), Spot::Memory(b)) => {
            a.object == b.object && a.offset < b.offset + b.len && b.offset < a.offset + a.len
        }
        (a, b) => a == b,
    }
}

fn spot_name(spot: Spot) -> String {
    match spot {
        Spot::Argument(at) => format!("a{at}"),
        Spot::Result => "result".to_owned(),
        Spot::Memory(bytes) => format!("m{}.{}.{}", bytes.object, bytes.offset, bytes.len),
    }
}
