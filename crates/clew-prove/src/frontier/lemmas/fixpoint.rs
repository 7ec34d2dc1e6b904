//! The interpretation: cases at each location, until nothing is new.

use super::super::space::{LocationId, Space};
use super::super::values::{Range, Values};
use super::modes::Modes;
use super::transfer::Transfer;
use super::{Cases, IsOver, Key, Known, Variable};
use clew_ir::{Expr, ExprKind, Program, Scalar, ops};
use std::collections::{BTreeMap, BTreeSet};

/// How often a case is looked at before what grows there is widened.
const PATIENCE: u32 = 12;
/// The most limits that widening stops at.
const MOST_LIMITS: usize = 400;
/// The most cases of a location.
const MOST_CASES: usize = 160;
/// How often cases may be followed from a location, where there are modes: so many times for each location,
/// and no fewer than that.
const WORK_FOR_EACH: usize = 8;
const LEAST_WORK: usize = 40_000;
/// The most values of a mode that are told apart where they come together.
const MOST_SPLIT: usize = 16;
/// The most cases that one becomes at a location.
const MOST_PARTS: usize = 64;

/// How many locations are followed between two looks at the clock.
const BETWEEN_LOOKS: usize = 256;

/// Why an interpretation is not brought to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GivenUp {
    TooManyCases,
    /// The time is over.
    Over,
}

/// What is known in a case.
#[derive(Debug)]
struct Case {
    known: Known,
    /// How often it has grown.
    looked: u32,
    /// Whether it has grown since it was last followed.
    is_new: bool,
}

/// The interpretation under way.
pub(super) struct Fixpoint<'t, 's, 'p> {
    transfer: &'t Transfer<'s, 'p>,
    modes: &'t Modes,
    space: &'s Space<'p>,
    /// By location: the variables that matter; nothing where no target can be reached.
    live: &'t [Option<BTreeSet<Variable>>],
    at: Vec<BTreeMap<Key, Case>>,
    /// By location: its place in an order in which most of what leads there comes first.
    order: Vec<u32>,
    limits: Vec<i128>,
    /// The numbers of the program: a state variable may be any of those it is given.
    constants: BTreeSet<i128>,
    work: usize,
}

impl<'t, 's, 'p> Fixpoint<'t, 's, 'p> {
    pub(super) fn new(
        transfer: &'t Transfer<'s, 'p>,
        modes: &'t Modes,
        live: &'t [Option<BTreeSet<Variable>>],
    ) -> Self {
        let space = transfer.space;
        Self {
            transfer,
            modes,
            space,
            live,
            at: space.ids().map(|_| BTreeMap::new()).collect(),
            order: order(space),
            limits: limits(space),
            constants: constants(space),
            work: 0,
        }
    }

    /// The cases of each location, and how often cases were followed from one.
    ///
    /// # Errors
    /// Where there are too many of them, or the time is over.
    pub(super) fn run(mut self, is_over: IsOver<'_>) -> Result<(Cases, usize), GivenUp> {
        self.arrive(Space::ROOT, self.transfer.beginning())?;
        let mut work = BTreeSet::from([(0, Space::ROOT)]);
        let mut followed = 0;
        while let Some((_, at)) = work.pop_first() {
            followed += 1;
            if followed % BETWEEN_LOOKS == 0 && is_over() {
                return Err(GivenUp::Over);
            }
            let depth = self.space.get(at).calls.len();
            for known in self.take_new(at)? {
                let Some(behind) = self.transfer.behind(at, known, depth) else { continue };
                for (way, next) in self.space.segment(at).ways.clone() {
                    if self.live[next.0 as usize].is_some()
                        && let Some(there) = self.transfer.beyond(at, way, &behind, self.modes)
                        && self.arrive(next, there)?
                    {
                        work.insert((self.order[next.0 as usize], next));
                    }
                }
            }
        }
        let known = |cases: BTreeMap<Key, Case>| {
            cases.into_iter().map(|(key, case)| (key, case.known)).collect()
        };
        Ok((self.at.into_iter().map(known).collect(), self.work))
    }

    /// The cases of a location that have grown.
    fn take_new(&mut self, at: LocationId) -> Result<Vec<Known>, GivenUp> {
        let cases = self.at[at.0 as usize].values_mut().filter(|it| it.is_new);
        let new: Vec<Known> = cases
            .map(|case| {
                case.is_new = false;
                case.known.clone()
            })
            .collect();
        self.work += new.len();
        let most = LEAST_WORK.max(WORK_FOR_EACH * self.space.len());
        match self.modes.len() > 0 && self.work > most {
            true => Err(GivenUp::TooManyCases),
            false => Ok(new),
        }
    }

    /// Control comes to a location; whether more may be there than before.
    fn arrive(&mut self, at: LocationId, mut there: Known) -> Result<bool, GivenUp> {
        if let Some(live) = &self.live[at.0 as usize] {
            there.retain(|it, _| live.contains(it));
        }
        let mut has_grown = false;
        for (key, case) in self.split(at, there) {
            has_grown |= self.join(at, key, case);
        }
        match self.at[at.0 as usize].len() > MOST_CASES {
            true => Err(GivenUp::TooManyCases),
            false => Ok(has_grown),
        }
    }

    /// The cases of what is known: each mode has one value, or any.
    fn split(&self, at: LocationId, known: Known) -> Vec<(Key, Known)> {
        if self.modes.len() == 0 {
            return vec![(Key::new(), known)];
        }
        let frames = self.space.frames(at);
        let mut cases = vec![(Key::new(), known.clone())];
        for (variable, values) in known {
            let Values::Few(few) = &values else { continue };
            let is_mode = self.modes.rank(&frames, variable).is_some();
            let are_few = few.len() <= MOST_SPLIT && few.len() * cases.len() <= MOST_PARTS;
            if !is_mode || !are_few || !few.iter().all(|it| self.constants.contains(it)) {
                continue;
            }
            let part = |(key, known): &(Key, Known), value: i128| {
                let (mut key, mut known) = (key.clone(), known.clone());
                key.push((variable, value));
                known.insert(variable, Values::one(value));
                (key, known)
            };
            cases = cases
                .iter()
                .flat_map(|case| few.iter().map(move |value| part(case, *value)))
                .collect();
        }
        cases
    }

    /// A case comes to a location; whether more may be there than before.
    fn join(&mut self, at: LocationId, key: Key, there: Known) -> bool {
        let index = at.0 as usize;
        let Some(case) = self.at[index].get(&key) else {
            self.at[index].insert(key, Case { known: there, looked: 0, is_new: true });
            return true;
        };
        let is_late = case.looked >= PATIENCE;
        let mut joined = Known::new();
        for (variable, was) in &case.known {
            let Some(is) = there.get(variable) else { continue };
            let all = was.joined(is);
            let kept = match all == *was || !is_late || self.is_of_constants(&all) {
                true => Some(all),
                false => self
                    .whole(at, *variable)
                    .and_then(|whole| all.widened(was, &self.limits, whole)),
            };
            if let Some(kept) = kept {
                joined.insert(*variable, kept);
            }
        }
        let has_grown = joined != case.known;
        if let Some(case) = self.at[index].get_mut(&key).filter(|_| has_grown) {
            case.looked += 1;
            case.is_new = true;
            case.known = joined;
        }
        has_grown
    }

    fn is_of_constants(&self, values: &Values) -> bool {
        match values {
            Values::Few(few) => few.iter().all(|it| self.constants.contains(it)),
            Values::Range(_) => false,
        }
    }

    fn whole(&self, at: LocationId, variable: Variable) -> Option<Range> {
        let program = self.space.task.program;
        let ty = match variable {
            Variable::Test(..) => return None,
            Variable::Global(global) => program.globals[global].ty,
            Variable::Local(depth, local) => {
                let function = *self.space.frames(at).get(depth)?;
                program.functions[function].locals[local].ty
            }
        };
        program.types.scalar(ty).and_then(Range::of)
    }
}

/// The numbers that a program compares to, and those beside them.
fn limits(space: &Space<'_>) -> Vec<i128> {
    let program = space.task.program;
    let mut found = BTreeSet::from([-1, 0, 1]);
    for_each_expr(space, &mut |expr| {
        if let ExprKind::Binary(op, left, right) = &expr.kind
            && op.is_comparison()
        {
            for value in [left, right].into_iter().filter_map(|it| constant(program, it)) {
                found.extend([value - 1, value, value + 1]);
            }
        }
    });
    found.into_iter().take(MOST_LIMITS).collect()
}

/// All numbers of a program.
fn constants(space: &Space<'_>) -> BTreeSet<i128> {
    // Those of tests besides.
    let mut found = BTreeSet::from([0, 1]);
    for_each_expr(space, &mut |expr| found.extend(constant(space.task.program, expr)));
    found
}

fn for_each_expr<'p>(space: &Space<'p>, visit: &mut impl FnMut(&'p Expr)) {
    for function in space.task.calls.reachable(space.task.start.function()) {
        if let Some(body) = space.body(function) {
            body.for_each_expr(visit);
        }
    }
}

fn constant(program: &Program, expr: &Expr) -> Option<i128> {
    match (&expr.kind, program.types.scalar(expr.ty)) {
        (ExprKind::Const(bits), Some(Scalar::Int { bits: width, signed })) => {
            Some(ops::int_value(*bits, width.min(64), signed))
        }
        _ => None,
    }
}

/// An order of locations in which, but for loops, what leads to one comes before it.
fn order(space: &Space<'_>) -> Vec<u32> {
    let mut order = vec![0; space.len()];
    let mut is_seen = vec![false; space.len()];
    let mut next = space.len() as u32;
    let mut stack = vec![(Space::ROOT, 0)];
    is_seen[0] = true;
    while let Some((at, way)) = stack.pop() {
        match space.segment(at).ways.get(way) {
            Some((_, to)) => {
                stack.push((at, way + 1));
                if !std::mem::replace(&mut is_seen[to.0 as usize], true) {
                    stack.push((*to, 0));
                }
            }
            None => {
                next -= 1;
                order[at.0 as usize] = next;
            }
        }
    }
    order
}
