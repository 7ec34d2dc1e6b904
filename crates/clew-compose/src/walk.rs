//! Going along the path of a call: what a run shows of it, with summaries in the place of the calls it makes.

use crate::composer::{Composer, Halt, Run, Searched, is_return};
use crate::inlined::Inlined;
use crate::instance::{Instance, Which, is_covered, substitution};
use crate::summary::{Leaf, LeafCall, Slot, SlotValue, SummaryId, givens, slot_symbol};
use crate::units::Unit;
use clew_logic::{Evaluator, Sort, Substitution, TermId, TermPool};
use clew_symbolic::{Bytes, Call, Fork, Found, Inexact, Left, Side, Spot};
use std::collections::BTreeMap;

/// A call that is searched, with all before it held fixed.
#[derive(Clone, Debug)]
pub(crate) struct Context {
    /// Which call it is: the number of the call in the entry, of the call in that one, and so on.
    pub(crate) location: Vec<usize>,
    /// The conditions of the path before the call, over inputs.
    pub(crate) prefix: Vec<TermId>,
    /// Where a path is taken that was known before the search.
    pub(crate) known_before: Option<TermId>,
    /// What its formals stand for, over inputs.
    pub(crate) known: Vec<(TermId, TermId)>,
    /// Where its paths go.
    pub(crate) summary: SummaryId,
    /// The version of the plan of the run that came to it.
    pub(crate) plan: u64,
}

/// A call of a run, or the entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment<'r> {
    pub(crate) forks: &'r [Fork],
    pub(crate) calls: &'r [Call],
    pub(crate) sides: &'r [Side],
    pub(crate) call: Option<&'r Call>,
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
#[derive(Clone, Debug)]
pub(crate) struct Names {
    /// From terms of the call to terms over inputs.
    known: Vec<(TermId, TermId)>,
    pub(crate) outward: Substitution,
    /// From what the run calls what calls left to what the summary calls it.
    slots: Vec<(TermId, TermId)>,
    inward: Substitution,
}

impl Names {
    /// A term of the call in the terms of its summary.
    pub(crate) fn inward(&mut self, pool: &mut TermPool, term: TermId) -> TermId {
        self.inward.apply(pool, term)
    }

    /// What calls left, as it is told to people: some of it by name, the rest over inputs.
    pub(crate) fn told(&self, pool: &TermPool, named: &[(TermId, TermId)]) -> Substitution {
        let values = self.known[self.known.len() - self.slots.len()..].iter();
        let symbols = self.slots.iter().map(|(_, symbol)| *symbol);
        let is_named = |symbol: &TermId| named.iter().any(|(it, _)| it == symbol);
        let others = symbols.zip(values).filter(|(symbol, _)| !is_named(symbol));
        let all: Vec<(TermId, TermId)> = others
            .map(|(symbol, (_, value))| (symbol, *value))
            .chain(named.iter().copied())
            .collect();
        substitution(pool, &all)
    }
}

/// A place on the path of a call.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    /// The forks and calls of the run before it.
    pub(crate) forks: usize,
    calls: usize,
    /// The conditions before it, over inputs, each with the forks of the run before it.
    pub(crate) conditions: Vec<(usize, TermId)>,
    pub(crate) names: Names,
    pub(crate) leaf: Leaf,
    /// What the program says before it, and no assumption of the size of inputs, in the terms of the summary.
    pub(crate) shown: Vec<TermId>,
    /// The version of the plan that the run was made with.
    pub(crate) plan: u64,
}

/// What comes of a call other than what came of it in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OtherEnd {
    /// The number of the call.
    pub(crate) call: usize,
    /// The conditions of the path before it.
    pub(crate) conditions: usize,
    /// When.
    pub(crate) when: TermId,
    /// Whether it returns then.
    pub(crate) returns: bool,
}

/// What going on shows.
pub(crate) enum Walk {
    /// The way is free.
    Done,
    /// A call on it has to be searched first.
    Explore(Context),
    /// The run does not tell all that is known to be written by now.
    Again,
}

impl Composer<'_, '_> {
    /// The beginning of the path of a call. A run with another plan may tell of more that depends on inputs than the
    /// one that came to the call: what that is, only its callers know.
    pub(crate) fn beginning(&self, context: &Context, run: &Run) -> Result<Point, Halt> {
        let call = run.segment(&context.location).and_then(|segment| segment.call);
        let formals = call.iter().flat_map(|call| &call.found).filter_map(|it| it.formal);
        if formals.into_iter().any(|it| context.known.iter().all(|(known, _)| *known != it)) {
            let function = self.known.summaries.get(context.summary).function;
            return Err(match run.plan == context.plan {
                true => Halt::Inline(function, Inlined::Unsteady),
                false => Halt::Settle,
            });
        }
        let names = Names {
            known: context.known.clone(),
            outward: substitution(self.known.machine.pool(), &context.known),
            slots: Vec::new(),
            inward: Substitution::new(),
        };
        let (conditions, leaf, shown) = (Vec::new(), Leaf::default(), Vec::new());
        Ok(Point { forks: 0, calls: 0, conditions, names, leaf, shown, plan: run.plan })
    }

    /// Goes along a part of a path, which has so many forks in this run.
    pub(crate) fn pass_unit(&mut self, point: &mut Point, unit: &Unit, forks: usize) {
        let pool = self.known.machine.pool_mut();
        let condition = point.names.outward.apply(pool, unit.condition);
        if pool.value(condition) != Some(1) {
            point.conditions.push((point.forks, condition));
        }
        point.leaf.conditions.push(point.names.inward.apply(pool, unit.condition));
        point.shown.push(point.names.inward.apply(pool, unit.own));
        point.leaf.constants.extend(&unit.constants);
        point.forks += forks;
    }

    /// Goes past the calls that a run makes before its next fork.
    pub(crate) fn pass_calls(
        &mut self,
        context: &Context,
        run: &Run,
        point: &mut Point,
        ends: &mut Vec<OtherEnd>,
    ) -> Result<Walk, Halt> {
        let Some(segment) = run.segment(&context.location) else { return Err(Halt::Diverged) };
        while let Some(call) = segment.calls.get(point.calls)
            && call.forks_before == point.forks
        {
            if let Some(why) = call.inexact.first() {
                if call.inexact.iter().all(|it| *it == Inexact::PointerInput)
                    && self.known.summaries.settle(call.function, &call.choices)
                {
                    return Err(Halt::Settle);
                }
                return Err(Halt::Inline(call.function, Inlined::Inexact(*why)));
            }
            let prefix = self.path(context, point);
            let location: Vec<usize> =
                context.location.iter().copied().chain([point.calls]).collect();
            let found = self.close(&call.found, &mut point.names.outward);
            if self.take_known(call, &found) {
                return Ok(Walk::Again);
            }
            let known = self.known_paths(call, &found, &prefix, &location)?;
            let formals = found.iter().filter_map(|it| Some((it.formal?, it.actual)));
            let inner = |summary, known_before| Context {
                location,
                prefix,
                known_before,
                known: formals.collect(),
                summary,
                plan: run.plan,
            };
            let (summary, instance, is_implied) = match known {
                Known::Paths(summary, instance, is_implied) => (summary, instance, is_implied),
                Known::Search(known_before) => {
                    let summary = self.known.summaries.for_call(call);
                    return Ok(Walk::Explore(inner(summary, known_before)));
                }
            };
            if self.known.summaries.has_unconfirmed(summary) {
                self.note_use(inner(summary, None), (call, &found), &run.input);
            }
            if run.plan != self.plan_version && !self.tells_all(call, summary) {
                return Ok(Walk::Again);
            }
            let (condition, other) = self.end_of(call, &instance, is_implied);
            let end = OtherEnd {
                call: point.calls,
                conditions: point.conditions.len(),
                when: other,
                returns: call.left.is_none(),
            };
            ends.extend((self.known.machine.pool().value(other) != Some(0)).then_some(end));
            if self.known.machine.pool().value(condition) != Some(1) {
                point.conditions.push((point.forks, condition));
            }
            self.pass_call(context, run, (call, summary), &instance, point)?;
            point.calls += 1;
        }
        Ok(Walk::Done)
    }

    /// Whether a call that returns tells of all that paths of a summary leave.
    pub(crate) fn tells_all(&self, call: &Call, summary: SummaryId) -> bool {
        let Some(left) = &call.left else { return true };
        let is_told = |spot: &Spot| is_covered(*spot, left.iter().map(|left| left.spot));
        self.known.summaries.get(summary).left_spots().iter().all(is_told)
    }

    /// When a call ends as it did, and when in another way.
    fn end_of(&mut self, call: &Call, instance: &Instance, is_implied: bool) -> (TermId, TermId) {
        let returns = match is_implied {
            true => self.known.machine.pool_mut().not(instance.ends),
            false => instance.returns,
        };
        match call.left {
            Some(_) => (returns, instance.ends),
            None => (instance.ends, instance.returns),
        }
    }

    /// What a call leaves at the end of its path, in the terms of its summary.
    pub(crate) fn finish(&mut self, context: &Context, run: &Run, point: &mut Point) {
        let Some(segment) = run.segment(&context.location) else { return };
        point.leaf.left = match segment.call {
            Some(call) => call.left.as_ref().map(|left| self.inward(left, &mut point.names.inward)),
            // Nobody calls the entry: what it leaves is told apart.
            None => is_return(&run.end).then(Vec::new),
        };
        if let Some(call) = segment.call {
            point.leaf.constants.extend(&call.constants);
        }
    }

    /// The conditions before a point, over inputs.
    pub(crate) fn path(&self, context: &Context, point: &Point) -> Vec<TermId> {
        let conditions = point.conditions.iter().map(|(_, condition)| *condition);
        context.prefix.iter().copied().chain(conditions).collect()
    }

    /// What a call found, over inputs.
    fn close(&mut self, found: &[Found], outward: &mut Substitution) -> Vec<Found> {
        let pool = self.known.machine.pool_mut();
        let close = |it: &Found| Found { actual: outward.apply(pool, it.actual), ..*it };
        found.iter().map(close).collect()
    }

    /// A summary whose paths are all there are at a call; or when one is taken of those that are known of the summary
    /// that the call belongs to.
    fn known_paths(
        &mut self,
        call: &Call,
        found: &[Found],
        path: &[TermId],
        location: &[usize],
    ) -> Result<Known, Halt> {
        let own = self.known.summaries.find(call);
        let mut known_before = None;
        for id in self.known.summaries.of(call.function).to_vec() {
            // What was not shown by runs is shown where a call belongs to it.
            if !self.known.summaries.get(id).fits(call)
                || (own != Some(id) && self.known.summaries.has_unconfirmed(id))
            {
                continue;
            }
            let pool = self.known.machine.pool_mut();
            let given = givens(pool, call, found);
            let instance = Instance::new(pool, &self.known.summaries, id, &given, Which::All)
                .map_err(|_| Halt::Inline(call.function, Inlined::NoValue))?;
            let covered = instance.covered(pool);
            let (summaries, questions) = (&self.known.summaries, &mut self.questions);
            let is_total = instance.is_whole
                && self.known.totals.contains(id, summaries, pool, questions, self.ground);
            if is_total || self.questions.implies(pool, self.ground, path, covered) {
                return Ok(Known::Paths(id, instance, true));
            }
            if self.explored.contains(&Searched::new(id, location, path)) {
                // It was searched here, and something was given up.
                self.is_incomplete = true;
                return Ok(Known::Paths(id, instance, false));
            }
            if own == Some(id) {
                known_before = Some(covered);
            }
        }
        Ok(Known::Search(known_before))
    }

    /// Goes past a call whose summary is known.
    fn pass_call(
        &mut self,
        context: &Context,
        run: &Run,
        (call, summary): (&Call, SummaryId),
        instance: &Instance,
        point: &mut Point,
    ) -> Result<(), Halt> {
        let names = &mut point.names;
        let at = Slot { callee: summary, occasion: call.occasion };
        let slot = self.slot(context.summary, at, &point.leaf);
        let found = self.slot_found(call, &mut names.inward);
        let mut slot_values = Vec::new();
        for left in call.left.iter().flatten().filter(|left| left.value.is_some()) {
            let pool = self.known.machine.pool_mut();
            let before = left.before.map(|before| names.outward.apply(pool, before));
            let value = instance
                .value(pool, left.spot, before)
                .map_err(|_| Halt::Inline(call.function, Inlined::NoValue))?;
            // The run has shown what the summary says of it.
            if Evaluator::new().eval(pool, &run.input, value) != left.bits {
                if self.known.summaries.has_unconfirmed(summary) {
                    return Err(Halt::Distrust);
                }
                self.mismatches += 1;
                return Err(Halt::Inline(call.function, Inlined::Mismatch));
            }
            let name = slot_symbol(context.summary, slot, left.spot);
            let symbol = pool.input(&name, Sort::BitVec(pool.width(left.symbol)));
            let before = left.before.map(|before| names.inward.apply(pool, before));
            slot_values.push(SlotValue { spot: left.spot, symbol, before });
            names.known.push((left.symbol, value));
            names.slots.push((left.symbol, symbol));
        }
        let conditions = point.leaf.conditions.len();
        let (returns, left) = (call.left.is_some(), slot_values);
        let told = call.left.iter().flatten().map(|left| left.spot).collect();
        point.leaf.calls.push(LeafCall { slot, conditions, found, left, told, returns });
        names.outward = substitution(self.known.machine.pool(), &names.known);
        names.inward = substitution(self.known.machine.pool(), &names.slots);
        Ok(())
    }

    /// The slot of the next call of a path: behind those of the calls before it.
    fn slot(&mut self, of: SummaryId, wanted: Slot, leaf: &Leaf) -> usize {
        let slots = &mut self.known.summaries.get_mut(of).slots;
        let from = leaf.calls.last().map_or(0, |call| call.slot + 1);
        let known = slots.iter().skip(from).position(|slot| *slot == wanted);
        known.map_or_else(
            || {
                slots.push(wanted);
                slots.len() - 1
            },
            |at| from + at,
        )
    }

    /// What a callee found, in the terms of its caller's summary.
    fn slot_found(&mut self, call: &Call, inward: &mut Substitution) -> BTreeMap<Spot, TermId> {
        let pool = self.known.machine.pool_mut();
        let constants = call.constants.iter().map(|(&(object, offset), &value)| {
            (Spot::Memory(Bytes { object, offset, len: 1 }), pool.bv(8, value.into()))
        });
        let mut all: BTreeMap<Spot, TermId> = constants.collect();
        all.extend(call.found.iter().map(|it| (it.spot, inward.apply(pool, it.actual))));
        all
    }

    /// What a path leaves. What it does not write is whatever it was before, and no part of it.
    fn inward(&mut self, left: &[Left], inward: &mut Substitution) -> Vec<(Spot, Option<TermId>)> {
        let pool = self.known.machine.pool_mut();
        let written = left.iter().filter(|it| it.is_written);
        written.map(|it| (it.spot, it.value.map(|value| inward.apply(pool, value)))).collect()
    }
}

/// What is known of a call.
enum Known {
    /// A summary, what it is there, and whether the path before the call implies that it has all paths.
    Paths(SummaryId, Instance, bool),
    /// The callee has to be searched first. When it takes one of the paths that are known of its summary.
    Search(Option<TermId>),
}
