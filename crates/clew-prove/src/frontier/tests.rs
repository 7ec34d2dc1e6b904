//! The graph itself: what coarsening keeps, and what its checker finds out.

use super::decide::Judge;
use super::invariants::{Broken, Outside, check};
use super::model::{Analysed, Gcfg, RId, SState, Standing};
use super::predicate::{Predicate, binary, number};
use super::space::{Kind, Location, LocationId, Space};
use crate::prove::Task;
use crate::target::{Start, Target};
use clew_ir::call_graph::CallGraph;
use clew_ir::{BinaryOp, Expr, Place, Position, Program, Span, TypeTable};
use std::collections::BTreeSet;

const DIAMOND: &str = "int f(int a, int b) {
    int x;
    if (a > 0) x = 1; else x = 2;
    if (x == b) return 1;
    return 0;
}";

fn load(source: &str) -> Program {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("f.c");
    std::fs::write(&path, source).expect("a file");
    let mut frontend = clew_c::Frontend::new(&clew_c::Options::default()).expect("clang");
    frontend.add_files(&[path]).expect("C that compiles");
    frontend.finish().expect("a program that links")
}

/// A diamond: two blocks lead to the join before the target's branch.
struct Diamond {
    program: Program,
    calls: CallGraph,
}

impl Diamond {
    fn new() -> Self {
        let program = load(DIAMOND);
        let calls = CallGraph::new(&program);
        Self { program, calls }
    }

    fn space(&self) -> (Space<'_>, LocationId, Vec<LocationId>) {
        let function = self.program.function("f").expect("f");
        let start = Start::Unit(function);
        let task = Task { program: &self.program, calls: &self.calls, start, assumes: &[] };
        let body = self.program.functions[function].body.as_ref().expect("a body");
        let cfg = clew_ir::cfg::Cfg::new(body);
        let is_join = |it: &clew_ir::BlockId| {
            cfg.predecessors(*it).len() == 2 && cfg.successors(*it).len() == 2
        };
        let join = body.blocks.ids().find(is_join).expect("a join");
        let target = Target::Edge { function, block: join, arm: 0 };
        let space = Space::new(task, &[target], 1_000).expect("few locations");
        let at = Position { function, block: join, statement: 0 };
        let join =
            space.find(&Location { calls: Vec::new(), at, kind: Kind::Point }).expect("the join");
        let sides: BTreeSet<LocationId> =
            space.before(join).iter().map(|(from, _)| *from).collect();
        (space, join, sides.into_iter().collect())
    }
}

fn compare(space: &Space<'_>, at: LocationId, value: u128) -> Predicate {
    let function = space.get(at).at.function;
    let local = space.task.program.functions[function].params[1];
    let left = Expr::load(Place::local(local, TypeTable::INT), Span::NONE);
    let mut predicate = Predicate::always();
    let right = number(value, TypeTable::INT);
    predicate.require(0, binary(BinaryOp::Eq, TypeTable::INT, left, right));
    predicate
}

/// A graph where runs have been everywhere: the target, an R-state at the join, one on each side; and
/// which they are.
fn graph(space: &Space<'_>, join: LocationId, sides: &[LocationId]) -> (Gcfg, [RId; 4]) {
    let mut graph = Gcfg::default();
    let state = SState { run: 0, visit: 0 };
    for location in (0..space.len() as u32).map(LocationId) {
        if space.get(location).kind.goes_on() {
            graph.visit(location, state);
        }
    }
    let target = graph.add(space.of_target(0)[0], Predicate::always(), Some(0));
    let middle = graph.add(join, compare(space, join, 9), None);
    let left = graph.add(sides[0], compare(space, sides[0], 9), None);
    let right = graph.add(sides[1], compare(space, sides[1], 9), None);
    graph.analyse(join, target, vec![middle]);
    graph.analyse(sides[0], middle, vec![left]);
    graph.analyse(sides[1], middle, vec![right]);
    (graph, [target, middle, left, right])
}

fn verdict(space: &Space<'_>, graph: &Gcfg, satisfied: &[RId]) -> Result<(), Broken> {
    let is_satisfied = |id: RId| satisfied.contains(&id);
    let outside = Outside { visits: &[1], is_satisfied: &is_satisfied };
    check(space, graph, &mut Judge::new(), &outside)
}

/// Algorithm 3 as it is printed: every neighbour goes.
fn literally_coarsened(graph: &Gcfg, id: RId) -> BTreeSet<RId> {
    let mut gone = BTreeSet::from([id]);
    let mut work = vec![id];
    while let Some(id) = work.pop() {
        let adjacent = graph.alive().filter(|other| {
            graph.get(id).next.contains(other) || graph.get(*other).next.contains(&id)
        });
        work.extend(adjacent.filter(|other| gone.insert(*other)));
    }
    gone
}

#[test]
fn a_neighbour_that_goes_takes_nothing_with_it_that_others_lead_to() {
    let diamond = Diamond::new();
    let (space, join, sides) = diamond.space();
    let (mut graph, [target, middle, left, right]) = graph(&space, join, &sides);
    assert_eq!(verdict(&space, &graph, &[]), Ok(()));
    assert!(literally_coarsened(&graph, left).contains(&target), "the text would lose the target");
    // Nothing leads to the left side any more.
    let before: Vec<LocationId> = space.before(sides[0]).iter().map(|(from, _)| *from).collect();
    for from in before {
        graph.analyse(from, left, Vec::new());
    }
    assert_eq!(graph.coarsen(&space), []);
    assert_eq!(graph.get(left).standing, Standing::Excluded);
    for id in [target, middle, right] {
        assert!(graph.is_alive(id), "R{}", id.0);
    }
    assert_eq!(verdict(&space, &graph, &[]), Ok(()));
    // With the other side gone as well, the target is excluded.
    let before: Vec<LocationId> = space.before(sides[1]).iter().map(|(from, _)| *from).collect();
    for from in before {
        graph.analyse(from, right, Vec::new());
    }
    assert_eq!(graph.coarsen(&space), [target]);
    assert_eq!(graph.alive().count(), 0);
}

#[test]
fn an_r_state_that_a_run_satisfies_opens_the_frontier_behind_it() {
    let diamond = Diamond::new();
    let (space, join, sides) = diamond.space();
    let (mut graph, [target, middle, left, right]) = graph(&space, join, &sides);
    graph.satisfy(middle);
    graph.coarsen(&space);
    assert!(graph.is_alive(target));
    assert!(!graph.is_alive(left) && !graph.is_alive(right));
    let frontier = graph.frontier(&space);
    assert!(frontier.iter().any(|edge| edge.from == join && edge.to == target));
    assert_eq!(verdict(&space, &graph, &[]), Ok(()));
}

#[test]
fn each_broken_invariant_is_found_out() {
    let diamond = Diamond::new();
    let (space, join, sides) = diamond.space();
    let made = || graph(&space, join, &sides);
    let (mut broken, _) = made();
    broken.visit(join, SState { run: 7, visit: 0 });
    assert_eq!(verdict(&space, &broken, &[]), Err(Broken::NoRun));

    let (mut broken, [_, middle, ..]) = made();
    let state = &mut broken.states[middle.0 as usize];
    let more = compare(&space, join, 8).literals;
    state.predicate.literals.extend(more);
    assert_eq!(verdict(&space, &broken, &[]), Err(Broken::Contradiction(middle)));

    let (broken, [_, middle, ..]) = made();
    assert_eq!(verdict(&space, &broken, &[middle]), Err(Broken::Satisfied(middle)));

    let (mut broken, [.., left, right]) = made();
    for (side, id) in sides.iter().zip([left, right]) {
        let before: Vec<LocationId> = space.before(*side).iter().map(|(from, _)| *from).collect();
        for from in before {
            broken.analyse(from, id, Vec::new());
        }
    }
    assert!(matches!(verdict(&space, &broken, &[]), Err(Broken::Disconnected(_))));

    let (mut broken, [target, ..]) = made();
    broken.states[target.0 as usize].target = None;
    assert!(matches!(verdict(&space, &broken, &[]), Err(Broken::Useless(_))));

    let (mut broken, [_, middle, left, _]) = made();
    broken.states[left.0 as usize].next.remove(&middle);
    assert_eq!(verdict(&space, &broken, &[]), Err(Broken::Forgotten(middle)));

    let (mut broken, [_, middle, left, _]) = made();
    broken.remove(left, Standing::Satisfied);
    assert_eq!(
        broken.analysed.get(&(sides[0], middle)),
        Some(&Analysed::By(vec![left])),
        "the way is still said to be analysed"
    );
    assert_eq!(verdict(&space, &broken, &[]), Err(Broken::Forgotten(middle)));
}
