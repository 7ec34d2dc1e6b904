//! Which variables matter at each location: those that a condition on the way to a target may read, or what
//! is stored in memory there. Of the others nothing need be known, and cases that differ in nothing else are one.

use super::super::precondition::is_assumption;
use super::super::space::{LocationId, Space, Way};
use super::modes::{Modes, Tests};
use super::{IsOver, Variable, variable, variables};
use clew_ir::{Callee, Place, Position, StatementKind, TerminatorKind};
use std::collections::{BTreeSet, VecDeque};

type Live = BTreeSet<Variable>;

/// How many locations are looked at between two looks at the clock.
const BETWEEN_LOOKS: usize = 1_024;

/// By location: the variables that matter; nothing where no target can be reached. Nothing at all where the
/// time is over.
pub(super) fn live(
    space: &Space<'_>,
    tests: &Tests,
    modes: &Modes,
    is_over: IsOver<'_>,
) -> Option<Vec<Option<Live>>> {
    let mut live: Vec<Option<Live>> = vec![None; space.len()];
    let mut work: VecDeque<LocationId> = VecDeque::new();
    for id in space.ids().filter(|id| !space.get(*id).kind.goes_on()) {
        live[id.0 as usize] = Some(Live::new());
        work.extend(space.before(id).iter().map(|(from, _)| *from));
    }
    let mut looked_at = 0;
    while let Some(at) = work.pop_front() {
        looked_at += 1;
        if looked_at % BETWEEN_LOOKS == 0 && is_over() {
            return None;
        }
        let Some(before) = before(space, (tests, modes), at, &live) else { continue };
        let known = &mut live[at.0 as usize];
        let has_grown = known.as_ref().is_none_or(|known| *known != before);
        if has_grown {
            *known = Some(before);
            work.extend(space.before(at).iter().map(|(from, _)| *from));
        }
    }
    Some(live)
}

fn before(
    space: &Space<'_>,
    (tests, modes): (&Tests, &Modes),
    at: LocationId,
    live: &[Option<Live>],
) -> Option<Live> {
    let location = space.get(at);
    let depth = location.calls.len();
    let end = space.segment(at).end?;
    let mut all: Option<Live> = None;
    for (way, next) in &space.segment(at).ways {
        if let Some(behind) = &live[next.0 as usize] {
            let before = before_way(space, (tests, modes), (at, *way, end), behind.clone());
            all.get_or_insert_default().extend(before);
        }
    }
    let mut all = all?;
    let body = space.body(end.function)?;
    let statements = &body.blocks[end.block].statements;
    let from = location.at.statement as usize;
    for number in (from..(end.statement as usize).min(statements.len())).rev() {
        let position = Position { statement: number as u32, ..end };
        before_statement(space, tests, (&statements[number].kind, position), depth, &mut all);
    }
    Some(all)
}

fn before_way(
    space: &Space<'_>,
    (tests, modes): (&Tests, &Modes),
    (at, way, end): (LocationId, Way, Position),
    mut live: Live,
) -> Live {
    let depth = space.get(at).calls.len();
    let Some(body) = space.body(end.function) else { return live };
    let terminator = &body.blocks[end.block].terminator.kind;
    match way {
        Way::Arm(arm) => {
            match terminator {
                TerminatorKind::Branch { condition: read, .. }
                | TerminatorKind::Switch { value: read, .. } => live.extend(variables(read, depth)),
                _ => {}
            }
            let test = tests.at(end, arm).filter(|(test, _)| modes.has(*test));
            live.extend(test.map(|(test, _)| tests.variable(test, depth)));
        }
        Way::Label(label) => {
            live.extend(space.predicate(label).into_iter().flat_map(|it| variables(it, depth)));
        }
        Way::Pass => {}
        Way::Enter => {
            if let Some(StatementKind::Call { callee: Callee::Direct(callee), args, .. }) =
                end.statement_in(body)
            {
                let params = &space.task.program.functions[*callee].params;
                for (local, arg) in params.iter().zip(args) {
                    if live.contains(&Variable::Local(depth + 1, *local)) {
                        live.extend(variables(arg, depth));
                    }
                }
            }
            live.retain(|it| match it {
                Variable::Local(of, _) => *of <= depth,
                Variable::Test(of, _) => *of <= depth,
                Variable::Global(_) => true,
            });
        }
        Way::Return => {
            let site = space.get(at).calls.last();
            let call = site.and_then(|it| it.statement_in(space.body(it.function)?));
            if let Some(StatementKind::Call { dest: Some(dest), .. }) = call
                && let Some(outer) = depth.checked_sub(1)
                && write(tests, dest, (outer, None), &mut live)
                && let TerminatorKind::Return(Some(value)) = terminator
            {
                live.extend(variables(value, depth));
            }
        }
    }
    live
}

/// A place is written; whether what it gets matters.
fn write(
    tests: &Tests,
    place: &Place,
    (depth, at): (usize, Option<Position>),
    live: &mut Live,
) -> bool {
    let Some(written) = variable(place, depth) else { return true };
    live.retain(|it| match it {
        Variable::Test(of, test) => !tests.is_lost((*of, *test), written, at),
        Variable::Local(..) | Variable::Global(_) => true,
    });
    live.remove(&written)
}

fn before_statement(
    space: &Space<'_>,
    tests: &Tests,
    (statement, at): (&StatementKind, Position),
    depth: usize,
    live: &mut Live,
) {
    match statement {
        StatementKind::Assign { place, value } => {
            if write(tests, place, (depth, Some(at)), live) {
                live.extend(variables(value, depth));
            }
        }
        StatementKind::Zero(place) => {
            write(tests, place, (depth, None), live);
        }
        StatementKind::Live(_) | StatementKind::Dead(_) => {}
        StatementKind::Call { dest, callee, args } => {
            if let Some(dest) = dest {
                write(tests, dest, (depth, None), live);
            }
            if let (Callee::Direct(id), Some(condition)) = (callee, args.first())
                && is_assumption(&space.task.program.functions[*id].name)
            {
                live.extend(variables(condition, depth));
            }
        }
    }
}
