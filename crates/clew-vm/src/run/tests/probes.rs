//! Observed runs: the probes a run passes, and which branch each jump implements.

use super::build::NoWorld;
use crate::code::{BranchSite, Op};
use crate::config::Config;
use crate::memory::Memory;
use crate::run::core::Core;
use crate::shadow::StubView;
use crate::shadow::{Outside, Shadow, Veto, View};
use crate::stop::Stop;
use clew_ir::builder::FunctionBuilder;
use clew_ir::{
    BinaryOp, BlockId, DecisionKind, FunctionId, Id, ProbePlan, ProbePoint, Program, TypeTable,
    UnaryOp,
};
use std::sync::Arc;

/// Notes the probes, and for each conditional jump what the side tables say of it.
#[derive(Default)]
struct Recorder {
    probes: Vec<u32>,
    /// A conditional jump that was just executed: where, and what it implements.
    jump: Option<(u32, BranchSite)>,
    /// The edges taken, by the side tables alone.
    edges: Vec<(BlockId, u32)>,
    /// The blocks whose switches were executed.
    switches: Vec<BlockId>,
}

impl Shadow for Recorder {
    const IS_ACTIVE: bool = true;

    fn before(&mut self, op: &Op, view: &mut View<'_, '_>) -> Result<(), Veto> {
        if let Some((position, site)) = self.jump.take() {
            let is_taken = view.position != position + 1;
            self.edges.push((site.block, if is_taken { site.taken } else { site.not_taken }));
        }
        let site = view.code.branch_sites.get(&view.position).copied();
        let mut op = *op;
        let is_conditional = op.target_mut().is_some() && !matches!(op, Op::Jump { .. });
        assert_eq!(site.is_some(), is_conditional, "{op:?}");
        if let Some(site) = site {
            let place = view.code.place_of(view.position).map(|(place, _)| place.block);
            assert_eq!(place, Some(site.block));
            self.jump = Some((view.position, site));
        }
        self.switches.extend(view.code.switch_sites.get(&view.position));
        Ok(())
    }

    fn outside(&mut self, _event: Outside, _memory: &Memory) {}

    fn probe(&mut self, id: u32) {
        self.probes.push(id);
    }

    fn stub(&mut self, _view: &mut StubView<'_>) -> Result<Option<u128>, Veto> {
        Ok(None)
    }
}

fn block(index: usize) -> BlockId {
    BlockId::from_index(index)
}

/// A probe at every point of a function.
fn all_points(program: &Program, id: FunctionId) -> ProbePlan {
    let mut plan = ProbePlan::new();
    plan.place(ProbePoint::Entry(id));
    let body = program.functions[id].body.as_ref().expect("a body");
    for (block, contents) in body.blocks.iter_enumerated() {
        for index in 0..=contents.statements.len() as u32 {
            plan.place(ProbePoint::Statement(id, block, index));
        }
        for index in 0..contents.terminator.kind.successors().len() as u32 {
            plan.place(ProbePoint::Edge(id, block, index));
        }
    }
    plan
}

/// Runs with these probes: what is returned, and what the recorder has seen.
fn observe(
    program: &Program,
    id: FunctionId,
    plan: &ProbePlan,
    args: &[u128],
) -> (Stop, Vec<ProbePoint>, Recorder) {
    let config = Config { probes: Some(Arc::new(plan.clone())), ..Config::default() };
    let mut core = Core::new(program, config, Box::new(NoWorld), Recorder::default());
    let stop = core.call(id, args);
    let points = core.shadow.probes.iter().map(|id| plan.point(clew_ir::ProbeId(*id))).collect();
    (stop, points, core.shadow)
}

/// `int i = 0; while (i < n) i = i + 70000; return i;`: the constant makes it compile twice.
fn counting(program: &mut Program) -> FunctionId {
    let mut f = FunctionBuilder::new(program, "f", TypeTable::INT, &[("n", TypeTable::INT)]);
    let n = clew_ir::LocalId::from_index(0);
    let i = f.local("i", TypeTable::INT);
    let [head, body, end] = [(); 3].map(|()| f.block());
    let zero = f.int(0);
    f.assign(f.entry(), i, zero);
    f.goto(f.entry(), head);
    let (left, right) = (f.read(i), f.read(n));
    let more = f.binary(BinaryOp::Lt, left, right);
    f.branch(head, DecisionKind::While, more, body, end);
    let (left, right) = (f.read(i), f.int(70000));
    let sum = f.binary(BinaryOp::Add, left, right);
    f.assign(body, i, sum);
    f.goto(body, head);
    let value = f.read(i);
    f.ret(end, Some(value));
    f.finish()
}

#[test]
fn a_loop_passes_its_probes_in_order() {
    let mut program = Program::default();
    let f = counting(&mut program);
    let plan = all_points(&program, f);
    let (stop, points, seen) = observe(&program, f, &plan, &[100_000]);
    assert_eq!(stop, Stop::Return(Some(140_000)));
    let statement = |at, index| ProbePoint::Statement(f, block(at), index);
    let edge = |at, index| ProbePoint::Edge(f, block(at), index);
    let round = [edge(1, 0), statement(2, 0), statement(2, 1), edge(2, 0), statement(1, 0)];
    let mut expected = vec![ProbePoint::Entry(f), statement(0, 0), statement(0, 1), edge(0, 0)];
    expected.push(statement(1, 0));
    expected.extend(round);
    expected.extend(round);
    expected.extend([edge(1, 1), statement(3, 0)]);
    assert_eq!(points, expected);
    assert_eq!(seen.edges, [(block(1), 0), (block(1), 0), (block(1), 1)]);
}

#[test]
fn code_without_probes_has_none() {
    let mut program = Program::default();
    let f = counting(&mut program);
    let mut core =
        Core::new(&program, Config::default(), Box::new(NoWorld), crate::shadow::Concrete);
    assert!(!core.listing(f).contains("Probe"));
    assert!(core.code.branch_sites.is_empty());
}

/// `if (!(x < 5)) return 1; return 2;` in four layouts: which arm follows, and which has a probe.
#[test]
fn each_arm_of_a_negated_condition_has_its_own_edge() {
    for is_negated in [false, true] {
        for then_first in [false, true] {
            for probed in [[true, true], [true, false], [false, true]] {
                check_arms(is_negated, then_first, probed);
            }
        }
    }
}

fn check_arms(is_negated: bool, then_first: bool, probed: [bool; 2]) {
    let mut program = Program::default();
    let params = [("x", TypeTable::INT)];
    let mut f = FunctionBuilder::new(&mut program, "f", TypeTable::INT, &params);
    let x = clew_ir::LocalId::from_index(0);
    let [first, second] = [(); 2].map(|()| f.block());
    let (then, otherwise) = if then_first { (first, second) } else { (second, first) };
    let (left, right) = (f.read(x), f.int(5));
    let mut condition = f.binary(BinaryOp::Lt, left, right);
    if is_negated {
        condition = f.unary(UnaryOp::LogicalNot, condition);
    }
    f.branch(f.entry(), DecisionKind::If, condition, then, otherwise);
    let (one, two) = (f.int(1), f.int(2));
    f.ret(then, Some(one));
    f.ret(otherwise, Some(two));
    let f = f.finish();
    let mut plan = ProbePlan::new();
    for index in (0..2).filter(|index| probed[*index as usize]) {
        plan.place(ProbePoint::Edge(f, block(0), index));
    }
    for x in [3, 7] {
        let index = u32::from((x < 5) == is_negated);
        let (stop, points, seen) = observe(&program, f, &plan, &[x]);
        assert_eq!(stop, Stop::Return(Some(u128::from(index) + 1)));
        assert_eq!(seen.edges, [(block(0), index)]);
        let hit = ProbePoint::Edge(f, block(0), index);
        assert_eq!(points, if probed[index as usize] { vec![hit] } else { Vec::new() });
    }
}

#[test]
fn a_constant_condition_passes_its_edge_without_a_jump() {
    let mut program = Program::default();
    let mut f = FunctionBuilder::new(&mut program, "f", TypeTable::INT, &[]);
    let [then, otherwise] = [(); 2].map(|()| f.block());
    let (zero, one, two) = (f.int(0), f.int(1), f.int(2));
    f.branch(f.entry(), DecisionKind::If, zero, then, otherwise);
    f.ret(then, Some(one));
    f.ret(otherwise, Some(two));
    let f = f.finish();
    let mut plan = ProbePlan::new();
    plan.place(ProbePoint::Edge(f, block(0), 0));
    plan.place(ProbePoint::Edge(f, block(0), 1));
    let (stop, points, seen) = observe(&program, f, &plan, &[]);
    assert_eq!(stop, Stop::Return(Some(2)));
    assert_eq!(points, [ProbePoint::Edge(f, block(0), 1)]);
    assert!(seen.edges.is_empty());
}

/// A switch whose first two arms share a block, with the values given.
fn check_switch(values: [i128; 3]) {
    let mut program = Program::default();
    let params = [("x", TypeTable::INT)];
    let mut f = FunctionBuilder::new(&mut program, "f", TypeTable::INT, &params);
    let x = clew_ir::LocalId::from_index(0);
    let [low, high, other] = [(); 3].map(|()| f.block());
    let value = f.read(x);
    let arms = [(values[0], low), (values[1], low), (values[2], high)];
    f.switch(f.entry(), value, &arms, other);
    for (at, block) in [low, high, other].into_iter().enumerate() {
        let value = f.int(at as i32);
        f.ret(block, Some(value));
    }
    let f = f.finish();
    let mut plan = ProbePlan::new();
    // The third arm has no probe: it is jumped to directly.
    for index in [0, 1, 3] {
        plan.place(ProbePoint::Edge(f, block(0), index));
    }
    let [a, b, c] = values.map(|value| u128::from(value as u32));
    for (x, result, edge) in [(a, 0, Some(0)), (b, 0, Some(1)), (c, 1, None), (77, 2, Some(3))] {
        let (stop, points, seen) = observe(&program, f, &plan, &[x]);
        assert_eq!(stop, Stop::Return(Some(result)));
        let expected: Vec<_> =
            edge.into_iter().map(|index| ProbePoint::Edge(f, block(0), index)).collect();
        assert_eq!(points, expected);
        assert_eq!(seen.switches, [block(0)]);
    }
}

#[test]
fn each_arm_of_a_switch_has_its_own_edge() {
    check_switch([3, 1, 2]);
    check_switch([-100_000, 5, 2_000_000_000]);
}
