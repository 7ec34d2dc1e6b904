//! The values that constraints force a variable to have.

use super::condition::{Cell, Object, Tagged, Variable};
use clew_ir::{LocalKind, Program, Scalar, TypeId};
use clew_logic::{Model, TermId, TermPool};
use clew_solver::{Budget, Query, Solver, Verdict};
use std::time::{Duration, Instant};

/// What one question may cost.
const QUESTION: Budget = Budget { time: Some(Duration::from_millis(200)), conflicts: Some(5_000) };

/// What a variable is forced to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forced {
    /// Its name in the source.
    pub name: String,
    /// Whether it is a pointer.
    pub is_pointer: bool,
    /// The smallest value; none where it is the smallest of its type, and not the only one.
    pub low: Option<i128>,
    /// The largest value; none where it is the largest of its type, and not the only one.
    pub high: Option<i128>,
}

/// An integer that the user has given a name.
struct Named {
    name: String,
    ty: TypeId,
    instance: TermId,
    signed: bool,
}

/// Looks for ranges.
pub(super) struct Ranges<'p, 's> {
    program: &'p Program,
    solver: &'s mut Solver,
    ends: Instant,
}

impl<'p, 's> Ranges<'p, 's> {
    pub(super) fn new(program: &'p Program, solver: &'s mut Solver, ends: Instant) -> Self {
        Self { program, solver, ends }
    }

    /// The ranges of the variables of some constraints that what is known forces, and of each whether
    /// that goes without saying: the constraints say so by themselves, or it is no more than that
    /// nothing overflowed.
    pub(super) fn forced(
        &mut self,
        pool: &mut TermPool,
        own: &[&Tagged],
        known: &[TermId],
    ) -> Vec<(Forced, bool)> {
        let alone: Vec<TermId> = own.iter().map(|it| it.constraint).collect();
        let mut forced: Vec<(Forced, bool)> = Vec::new();
        for Named { name, ty, instance, signed } in self.variables(pool, own) {
            let Some(range) = self.range(pool, known, instance, signed) else { continue };
            let (least, most) = bounds(pool.width(instance), signed);
            // A single value is told as one, also where it is the smallest of its type.
            let is_one = range.0 == range.1;
            let low = (is_one || range.0 > least).then_some(range.0);
            let high = (is_one || range.1 < most).then_some(range.1);
            if low.is_some() || high.is_some() {
                let is_wide = range.0 <= least + 1 && range.1 >= most - 1;
                let is_said = (is_wide && pool.width(instance) >= 32)
                    || self.range(pool, &alone, instance, signed) == Some(range);
                let is_pointer = self.program.types.is_pointer(ty);
                forced.push((Forced { name, is_pointer, low, high }, is_said));
            }
        }
        forced.sort_by(|a, b| a.0.name.cmp(&b.0.name));
        forced.dedup();
        forced
    }

    /// Whether constraints contradict the ranges of their variables that what is known forces.
    pub(super) fn contradict(
        &mut self,
        pool: &mut TermPool,
        own: &[&Tagged],
        known: &[TermId],
    ) -> bool {
        let mut all: Vec<TermId> = own.iter().map(|it| it.constraint).collect();
        for Named { instance, signed, .. } in self.variables(pool, own) {
            let Some((low, high)) = self.range(pool, known, instance, signed) else { continue };
            let width = pool.width(instance);
            let (low, high) = (pool.bv_signed(width, low), pool.bv_signed(width, high));
            all.push(if signed { pool.sle(low, instance) } else { pool.ule(low, instance) });
            all.push(if signed { pool.sle(instance, high) } else { pool.ule(instance, high) });
        }
        self.ask(pool, all) == Some(None)
    }

    /// The integers that constraints use and the user has given a name, each once.
    fn variables(&self, pool: &TermPool, own: &[&Tagged]) -> Vec<Named> {
        let mut found: Vec<Named> = Vec::new();
        for used in own.iter().flat_map(|it| it.uses()) {
            let Some((name, ty)) = self.named(used.variable) else { continue };
            let instance = used.instance;
            if let Some(Scalar::Int { bits, signed }) = self.program.types.scalar(ty)
                && bits > 1
                && bits == pool.width(instance)
                && found.iter().all(|it| it.instance != instance)
            {
                found.push(Named { name, ty, instance, signed });
            }
        }
        found
    }

    /// The name of a variable that the user has given one, and its type.
    fn named(&self, variable: Variable) -> Option<(String, TypeId)> {
        match variable {
            Variable::Local { function, local, .. } => self.local(function, local),
            Variable::Memory(Cell { object: Some(object), offset: Some(0), size, .. }) => {
                let (name, ty) = match object {
                    Object::Local { function, local, .. } => self.local(function, local)?,
                    Object::Global(global) => {
                        let global = &self.program.globals[global];
                        (global.name.clone(), global.ty)
                    }
                };
                (self.program.types.size(ty) == Some(size)).then_some((name, ty))
            }
            Variable::Memory(_) | Variable::Result { .. } => None,
        }
    }

    fn local(
        &self,
        function: clew_ir::FunctionId,
        local: clew_ir::LocalId,
    ) -> Option<(String, TypeId)> {
        let local = &self.program.functions[function].locals[local];
        let is_own = matches!(local.kind, LocalKind::Parameter | LocalKind::Variable);
        is_own.then(|| (local.name.clone(), local.ty))
    }

    /// The least and the most that a term can be.
    fn range(
        &mut self,
        pool: &mut TermPool,
        known: &[TermId],
        term: TermId,
        signed: bool,
    ) -> Option<(i128, i128)> {
        let width = pool.width(term);
        let (least, most) = bounds(width, signed);
        let model = self.ask(pool, known.to_vec())??;
        let value = value(pool, &model, term, signed);
        let low = self.extreme(pool, known, term, signed, (value, least))?;
        let high = self.extreme(pool, known, term, signed, (value, most))?;
        Some((low, high))
    }

    /// The value nearest to a limit that a term can have; it can have `from`.
    fn extreme(
        &mut self,
        pool: &mut TermPool,
        known: &[TermId],
        term: TermId,
        signed: bool,
        (mut from, mut limit): (i128, i128),
    ) -> Option<i128> {
        let is_up = limit > from;
        let width = pool.width(term);
        // The limit itself first: most ranges are half open.
        let mut middle = limit;
        while from != limit {
            let bound = pool.bv_signed(width, middle);
            let beyond = match (is_up, signed) {
                (true, true) => pool.sle(bound, term),
                (true, false) => pool.ule(bound, term),
                (false, true) => pool.sle(term, bound),
                (false, false) => pool.ule(term, bound),
            };
            let mut constraints = known.to_vec();
            constraints.push(beyond);
            match self.ask(pool, constraints)? {
                Some(model) => from = value(pool, &model, term, signed),
                None if is_up => limit = middle - 1,
                None => limit = middle + 1,
            }
            middle = match is_up {
                true => from + (limit - from + 1) / 2,
                false => from - (from - limit + 1) / 2,
            };
        }
        Some(from)
    }

    /// A model; none where there is none; nothing where nobody knows.
    fn ask(&mut self, pool: &mut TermPool, constraints: Vec<TermId>) -> Option<Option<Model>> {
        if Instant::now() >= self.ends {
            return None;
        }
        let query = Query::new(&constraints).with_budget(QUESTION);
        match self.solver.check(pool, &query) {
            Verdict::Sat(model) => Some(Some(model)),
            Verdict::Unsat(_) => Some(None),
            Verdict::Unknown(_) => None,
        }
    }
}

fn bounds(width: u32, signed: bool) -> (i128, i128) {
    match signed {
        true => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
        false => (0, (1i128 << width) - 1),
    }
}

fn value(pool: &TermPool, model: &Model, term: TermId, signed: bool) -> i128 {
    let bits = pool.eval(model, term);
    match signed {
        true => clew_ir::ops::sign_extend(bits, pool.width(term)) as i128,
        false => bits as i128,
    }
}
