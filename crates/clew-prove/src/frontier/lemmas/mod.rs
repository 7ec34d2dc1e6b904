//! Lemmas: what integer variables may be at each location, by a cheap abstract interpretation of the whole
//! space (intervals, congruences, and sets of few values), told apart by cases of state variables and flags
//! (`modes`). They cost no question, say at once that most contradictions are ones, and stand in certificates
//! as clauses at cuts.
//!
//! **A lemma is a guess.** Nothing rests on it that the solver and the checker have not confirmed: what is
//! claimed in a certificate is implied on every way there, or left out.

mod claims;
mod fixpoint;
mod keeping;
mod live;
mod modes;
mod transfer;

use super::space::{LocationId, Space};
use super::values::Values;
use crate::clause::Clause;
use clew_ir::{Expr, ExprKind, GlobalId, LocalId, Place, PlaceBase};
use fixpoint::{Fixpoint, GivenUp};
use live::live;
use modes::{Modes, TestId, Tests, choose};
use std::collections::{BTreeMap, BTreeSet};
use transfer::Transfer;

/// How many times as much work it may be to find out which modes are needed as with all of them.
const SIMPLIFYING: usize = 6;

/// A variable under way: a local of the frame at a depth, a global, or the outcome of a test there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Variable {
    Local(usize, LocalId),
    Global(GlobalId),
    Test(usize, TestId),
}

/// Whether the time is over.
pub(super) type IsOver<'a> = &'a dyn Fn() -> bool;

/// What is known of variables; nothing of those that are not there.
type Known = BTreeMap<Variable, Values>;

/// A case: the modes that have one value, and which.
type Key = Vec<(Variable, i128)>;

/// What variables may be at each location.
#[derive(Debug)]
pub(super) struct Lemmas {
    /// By location: the cases; none where control does not come, or where no target can be reached from.
    at: Vec<BTreeMap<Key, Known>>,
    tests: Tests,
    modes: Modes,
}

impl Lemmas {
    /// The lemmas of a space: with as many modes as there can be, but none that excludes nothing. Nothing
    /// where the time is over.
    pub(super) fn new(space: &Space<'_>, is_over: IsOver<'_>) -> Option<Self> {
        let mut transfer = Transfer::new(space);
        let mut modes = choose(&mut transfer, is_over);
        let found = loop {
            match interpreted(&transfer, &modes, is_over) {
                Ok(at) => break at,
                Err(GivenUp::TooManyCases) => modes = modes.first(modes.len() * 2 / 3),
                Err(GivenUp::Over) => return None,
            }
        };
        let (at, modes) = simplified(&transfer, found, modes, is_over);
        Some(Self { at, tests: transfer.tests, modes })
    }

    /// Nothing is known anywhere.
    pub(super) fn none(space: &Space<'_>) -> Self {
        let unknown = || BTreeMap::from([(Key::new(), Known::new())]);
        let at = space.ids().map(|_| unknown()).collect();
        Self { at, tests: Tests::default(), modes: Modes::default() }
    }

    /// Whether control may come to a location, and from there to a target.
    pub(super) fn is_reached(&self, at: LocationId) -> bool {
        self.at.get(at.0 as usize).is_some_and(|it| !it.is_empty())
    }

    /// What is known at a location.
    pub(super) fn claims(&self, space: &Space<'_>, at: LocationId) -> Vec<Clause> {
        claims::claims(self, space, at, &|_| true)
    }

    /// What is known of those variables that expressions over frames read.
    pub(super) fn claims_about<'e>(
        &self,
        space: &Space<'_>,
        at: LocationId,
        exprs: impl Iterator<Item = (usize, &'e Expr)>,
    ) -> Vec<Clause> {
        let read: BTreeSet<Variable> =
            exprs.flat_map(|(depth, expr)| variables(expr, depth)).collect();
        let is_read = |variable: Variable| match variable {
            Variable::Test(depth, test) => {
                read.iter().any(|it| self.tests.get(test).reads(depth, *it))
            }
            Variable::Local(..) | Variable::Global(_) => read.contains(&variable),
        };
        claims::claims(self, space, at, &is_read)
    }
}

/// The cases of each location.
type Cases = Vec<BTreeMap<Key, Known>>;

fn interpreted(
    transfer: &Transfer<'_, '_>,
    modes: &Modes,
    is_over: IsOver<'_>,
) -> Result<(Cases, usize), GivenUp> {
    let live = live(transfer.space, &transfer.tests, modes, is_over).ok_or(GivenUp::Over)?;
    Fixpoint::new(transfer, modes, &live).run(is_over)
}

/// The same without modes that exclude no location of a target: first many at once, then fewer.
fn simplified(
    transfer: &Transfer<'_, '_>,
    (found, work): (Cases, usize),
    modes: Modes,
    is_over: IsOver<'_>,
) -> (Cases, Modes) {
    let targets = || transfer.space.ids().filter(|it| !transfer.space.get(*it).kind.goes_on());
    let excluded = |cases: &Cases| -> Vec<bool> {
        targets().map(|it| cases[it.0 as usize].is_empty()).collect()
    };
    let wanted = excluded(&found);
    let (mut found, mut modes) = (found, modes);
    let mut left = work * SIMPLIFYING;
    let mut size = modes.len().div_ceil(2);
    while size > 0 {
        for chunk in modes.last_first().chunks(size) {
            let fewer = modes.without(chunk);
            let (cases, work) = match interpreted(transfer, &fewer, is_over) {
                Ok(found) => found,
                Err(GivenUp::TooManyCases) => continue,
                Err(GivenUp::Over) => return (found, modes),
            };
            if excluded(&cases) == wanted {
                (found, modes) = (cases, fewer);
            }
            left = left.saturating_sub(work);
            if left == 0 {
                return (found, modes);
            }
        }
        size /= 2;
    }
    (found, modes)
}

/// The variables that an expression over a frame reads.
fn variables(expr: &Expr, depth: usize) -> BTreeSet<Variable> {
    let mut found = BTreeSet::new();
    expr.walk(&mut |part| {
        if let ExprKind::Load(place) = &part.kind {
            found.extend(variable(place, depth));
        }
    });
    found
}

fn variable(place: &Place, depth: usize) -> Option<Variable> {
    if !place.path.is_empty() || place.is_volatile {
        return None;
    }
    match place.base {
        PlaceBase::Local(local) => Some(Variable::Local(depth, local)),
        PlaceBase::Global(global) => Some(Variable::Global(global)),
        PlaceBase::Deref(_) => None,
    }
}
