//! Lemmas as clauses. Each says that a variable has one of some values, in all cases or in those where modes
//! before it have theirs: `s == 3 && flag == 1` implies `t == 0`. So one that fails is left out alone.

use super::super::predicate::{binary, negation, number};
use super::super::space::{LocationId, Space};
use super::super::values::{Range, Values};
use super::{Key, Known, Lemmas, Variable};
use crate::clause::Clause;
use clew_ir::{BinaryOp, Expr, Place, PlaceBase, Program, Scalar, Span, TypeId, TypeTable, ops};
use std::collections::BTreeSet;

/// The most clauses of a location that speak of cases.
const MOST_CLAUSES: usize = 400;
/// The most groups of cases that are looked at for them.
const MOST_GROUPS: usize = 2_000;

/// A condition on the frame at a depth.
type Literal = (usize, Expr);

/// What is known at a location, of the variables that are wanted and in cases of any.
pub(super) fn claims(
    lemmas: &Lemmas,
    space: &Space<'_>,
    at: LocationId,
    is_wanted: &dyn Fn(Variable) -> bool,
) -> Vec<Clause> {
    let cases = &lemmas.at[at.0 as usize];
    let frames = space.frames(at);
    let keys = cases.keys().flatten().map(|(variable, _)| *variable);
    let modes: BTreeSet<Variable> = keys.collect();
    let mut modes: Vec<Variable> = modes.into_iter().collect();
    modes.sort_by_key(|it| lemmas.modes.rank(&frames, *it));
    let (told, groups) = (Vec::new(), 0);
    let mut telling = Telling { lemmas, space, at, is_wanted, told, groups };
    let all: Vec<(&Key, &Known)> = cases.iter().collect();
    telling.tell_common(&all);
    telling.tell_cases(&all, &modes, &[]);
    telling.told
}

struct Telling<'l, 'p> {
    lemmas: &'l Lemmas,
    space: &'l Space<'p>,
    at: LocationId,
    is_wanted: &'l dyn Fn(Variable) -> bool,
    told: Vec<Clause>,
    groups: usize,
}

impl Telling<'_, '_> {
    /// What holds in all cases.
    fn tell_common(&mut self, cases: &[(&Key, &Known)]) {
        let Some((_, first)) = cases.first() else { return };
        for &variable in first.keys().filter(|it| (self.is_wanted)(**it)) {
            let all = joined(cases, variable);
            let facts = all.map_or(Vec::new(), |all| self.facts(variable, &all));
            self.told.extend(facts.into_iter().map(|(depth, it)| Clause::Outer(depth, it)));
        }
    }

    /// What the cases with these modes say of other variables, beyond what all cases say.
    fn tell_rest(&mut self, cases: &[(&Key, &Known)], given: &[Literal]) {
        let Some(((key, first), _)) = cases.split_first().filter(|_| !given.is_empty()) else {
            return;
        };
        let is_mode = |it: &Variable| key.iter().any(|(mode, _)| mode == it);
        let all: Vec<(&Key, &Known)> = self.lemmas.at[self.at.0 as usize].iter().collect();
        for &variable in first.keys().filter(|it| !is_mode(it) && (self.is_wanted)(**it)) {
            let here = joined(cases, variable);
            if let Some(values) = here.filter(|here| joined(&all, variable).as_ref() != Some(here))
            {
                let facts = self.facts(variable, &values);
                self.tell_given(given, facts);
            }
        }
    }

    fn tell_given(&mut self, given: &[Literal], facts: Vec<Literal>) {
        for (depth, fact) in facts {
            let mut literals = given.to_vec();
            literals.push((depth, negation(&fact)));
            self.told.push(Clause::Not(literals));
        }
    }

    /// What holds in cases: of each mode, given those before it.
    fn tell_cases(&mut self, cases: &[(&Key, &Known)], modes: &[Variable], given: &[Literal]) {
        self.groups += 1;
        if self.told.len() >= MOST_CLAUSES || self.groups > MOST_GROUPS || cases.is_empty() {
            return;
        }
        let Some((&mode, rest)) = modes.split_first() else { return self.tell_rest(cases, given) };
        let value = |key: &Key| key.iter().find(|(it, _)| *it == mode).map(|(_, value)| *value);
        let values: BTreeSet<i128> = cases.iter().filter_map(|(key, _)| value(key)).collect();
        let any: Vec<(&Key, &Known)> =
            cases.iter().copied().filter(|(key, _)| value(key).is_none()).collect();
        if any.is_empty() && !given.is_empty() && (self.is_wanted)(mode) {
            let all = Values::of(values.iter().copied());
            let facts = all.map_or(Vec::new(), |all| self.facts(mode, &all));
            self.tell_given(given, facts);
        }
        for value_of_mode in &values {
            let own: Vec<(&Key, &Known)> = cases
                .iter()
                .copied()
                .filter(|(key, _)| value(key).is_none_or(|it| it == *value_of_mode))
                .collect();
            let mut given = given.to_vec();
            given.extend(self.facts(mode, &Values::one(*value_of_mode)));
            self.tell_cases(&own, rest, &given);
        }
        if values.is_empty() {
            self.tell_cases(&any, rest, given);
        }
    }

    /// That a variable has one of some values, as conditions that all hold.
    fn facts(&self, variable: Variable, values: &Values) -> Vec<Literal> {
        let program = self.space.task.program;
        let frames = self.space.frames(self.at);
        let innermost = frames.len() - 1;
        let (depth, place) = match variable {
            Variable::Local(depth, local) => {
                let Some(function) = frames.get(depth) else { return Vec::new() };
                (depth, Place::local(local, program.functions[*function].locals[local].ty))
            }
            Variable::Global(global) => {
                let base = PlaceBase::Global(global);
                let ty = program.globals[global].ty;
                (innermost, Place { base, path: Vec::new(), ty, is_volatile: false })
            }
            Variable::Test(depth, test) => {
                let test = self.lemmas.tests.get(test);
                let depth = if test.scope.is_some() { depth } else { innermost };
                let outcome = [(0, false), (1, true)]
                    .into_iter()
                    .find(|(value, _)| *values == Values::one(*value));
                return outcome.map(|(_, holds)| (depth, test.told(holds))).into_iter().collect();
            }
        };
        let ty = place.ty;
        let expr = Expr::load(place, Span::NONE);
        membership(program, &expr, ty, values).into_iter().map(|it| (depth, it)).collect()
    }
}

/// What a variable may be in any of some cases.
fn joined(cases: &[(&Key, &Known)], variable: Variable) -> Option<Values> {
    let mut each = cases.iter().map(|(_, known)| known.get(&variable));
    let first = each.next()??.clone();
    each.try_fold(first, |all, more| Some(all.joined(more?)))
}

/// That an integer is one of some values, as conditions that all hold.
fn membership(program: &Program, expr: &Expr, ty: TypeId, values: &Values) -> Vec<Expr> {
    let Some(Scalar::Int { bits, .. }) = program.types.scalar(ty) else { return Vec::new() };
    let compare = |op, value: i128| {
        let value = number(ops::truncate(value as u128, bits), ty);
        binary(op, TypeTable::INT, expr.clone(), value)
    };
    let hull = values.hull();
    match values {
        Values::Few(few) if few.len() == 1 => vec![compare(BinaryOp::Eq, few[0])],
        Values::Few(few) if few.len() as i128 != hull.high - hull.low + 1 => {
            let each = few.iter().map(|it| compare(BinaryOp::Eq, *it));
            let any = each.reduce(|any, one| binary(BinaryOp::BitOr, TypeTable::INT, any, one));
            any.into_iter().collect()
        }
        Values::Few(_) | Values::Range(_) => {
            let whole = program.types.scalar(ty).and_then(Range::of);
            let mut facts = Vec::new();
            if whole.is_none_or(|whole| whole.low < hull.low) {
                facts.push(compare(BinaryOp::Ge, hull.low));
            }
            if whole.is_none_or(|whole| hull.high < whole.high) {
                facts.push(compare(BinaryOp::Le, hull.high));
            }
            if let (Values::Range(range), true) = (values, hull.step > 1) {
                let constant = |value: i128| number(ops::truncate(value as u128, bits), ty);
                let from = binary(BinaryOp::Sub, ty, expr.clone(), constant(range.low));
                let rest = binary(BinaryOp::Rem, ty, from, constant(range.step));
                facts.push(binary(BinaryOp::Eq, TypeTable::INT, rest, number(0, ty)));
            }
            facts
        }
    }
}
