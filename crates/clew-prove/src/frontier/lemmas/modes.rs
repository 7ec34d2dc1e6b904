//! Modes: what cases are told apart by. A state variable, a flag, or the outcome of a condition that the
//! program asks for more than once.
//!
//! What holds in one case need not hold in another; joined, both would be lost. The more modes, the more
//! cases there may be, so they are ranked: by how many conditions read them, those before targets first.

use super::super::predicate::{has_local, negation, truth};
use super::super::space::Space;
use super::keeping::is_kept;
use super::transfer::Transfer;
use super::{IsOver, Variable, variable, variables};
use clew_ir::rebuild::without_spans;
use clew_ir::{
    BinaryOp, BlockId, Body, Callee, Expr, ExprKind, FunctionId, GlobalId, LocalId, Place,
    PlaceBase, Position, Program, Scalar, StatementKind, TerminatorKind, UnaryOp, model_text,
};
use std::collections::{BTreeMap, BTreeSet};

/// What a condition before a target counts, where others count one.
const BEFORE_TARGET: u32 = 10;
/// The most modes to begin with.
const MOST_MODES: usize = 24;

/// The number of a test.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::frontier) struct TestId(u32);

/// A condition over variables alone.
#[derive(Debug)]
pub(super) struct Test {
    /// The function of its locals; none where it has none.
    pub(super) scope: Option<FunctionId>,
    expr: Expr,
    locals: BTreeSet<LocalId>,
    globals: BTreeSet<GlobalId>,
}

impl Test {
    /// Whether it reads a variable, where its own frame is at a depth.
    pub(super) fn reads(&self, depth: usize, variable: Variable) -> bool {
        match variable {
            Variable::Local(of, local) => of == depth && self.locals.contains(&local),
            Variable::Global(global) => self.globals.contains(&global),
            Variable::Test(..) => false,
        }
    }

    pub(super) fn reads_globals(&self) -> bool {
        !self.globals.is_empty()
    }

    /// That it came out so.
    pub(super) fn told(&self, holds: bool) -> Expr {
        match holds {
            true => truth(&self.expr),
            false => negation(&self.expr),
        }
    }
}

/// The conditions whose outcomes are remembered, and the branches that ask for them.
#[derive(Debug, Default)]
pub(super) struct Tests {
    all: Vec<Test>,
    /// By block: the condition, and whether it holds on the first arm.
    at: BTreeMap<(FunctionId, BlockId), (TestId, bool)>,
    /// The assignments behind which a test comes out as before, though they write what it reads.
    kept: BTreeSet<(Position, TestId)>,
}

impl Tests {
    pub(super) fn get(&self, test: TestId) -> &Test {
        &self.all[test.0 as usize]
    }

    /// The test that a branch makes, and how it comes out on an arm.
    pub(super) fn at(&self, end: Position, arm: u32) -> Option<(TestId, bool)> {
        let (test, is_first) = *self.at.get(&(end.function, end.block))?;
        Some((test, is_first == (arm == 0)))
    }

    /// The outcome of a test as a variable, where its frame is at a depth.
    pub(super) fn variable(&self, test: TestId, depth: usize) -> Variable {
        let depth = if self.get(test).scope.is_some() { depth } else { 0 };
        Variable::Test(depth, test)
    }

    /// Whether a test is forgotten where a statement, if it is one, writes a variable.
    pub(super) fn is_lost(
        &self,
        test: (usize, TestId),
        written: Variable,
        at: Option<Position>,
    ) -> bool {
        let (depth, test) = test;
        self.get(test).reads(depth, written)
            && !at.is_some_and(|at| self.kept.contains(&(at, test)))
    }

    /// Finds out which tests assignments keep.
    fn keep_over_assignments(
        &mut self,
        space: &Space<'_>,
        functions: &BTreeSet<FunctionId>,
        modes: &Modes,
        is_over: IsOver<'_>,
    ) {
        let program = space.task.program;
        for &function in functions {
            let Some(body) = space.body(function) else { continue };
            for (block, contents) in body.blocks.iter_enumerated() {
                for (number, statement) in contents.statements.iter().enumerate() {
                    let StatementKind::Assign { place, value } = &statement.kind else { continue };
                    let Some(written) = variable(place, 0) else { continue };
                    let at = Position { function, block, statement: number as u32 };
                    for (number, test) in self.all.iter().enumerate() {
                        let is_near = test.scope.is_none_or(|it| it == function);
                        if is_near
                            && !is_over()
                            && modes.has(TestId(number as u32))
                            && test.reads(0, written)
                            && is_kept(program, function, &truth(&test.expr), (place, value))
                        {
                            self.kept.insert((at, TestId(number as u32)));
                        }
                    }
                }
            }
        }
    }
}

/// What cases are told apart by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Mode {
    Local(FunctionId, LocalId),
    Global(GlobalId),
    Test(TestId),
}

/// The modes of a program, the most important first.
#[derive(Clone, Debug, Default)]
pub(super) struct Modes {
    ranks: BTreeMap<Mode, usize>,
}

impl Modes {
    pub(super) fn len(&self) -> usize {
        self.ranks.len()
    }

    /// The rank of a variable where these functions are under way.
    pub(super) fn rank(&self, frames: &[FunctionId], variable: Variable) -> Option<usize> {
        let mode = match variable {
            Variable::Global(global) => Mode::Global(global),
            Variable::Test(_, test) => Mode::Test(test),
            Variable::Local(depth, local) => Mode::Local(*frames.get(depth)?, local),
        };
        self.ranks.get(&mode).copied()
    }

    /// Only the most important, so many of them.
    pub(super) fn first(&self, most: usize) -> Self {
        self.kept(|rank| rank < most)
    }

    /// All but those with these ranks.
    pub(super) fn without(&self, ranks: &[usize]) -> Self {
        self.kept(|rank| !ranks.contains(&rank))
    }

    fn kept(&self, is_kept: impl Fn(usize) -> bool) -> Self {
        let kept = self.ranks.iter().filter(|(_, rank)| is_kept(**rank));
        Self { ranks: kept.map(|(mode, rank)| (*mode, *rank)).collect() }
    }

    /// Their ranks, the least important first.
    pub(super) fn last_first(&self) -> Vec<usize> {
        let mut ranks: Vec<usize> = self.ranks.values().copied().collect();
        ranks.sort_unstable_by_key(|it| std::cmp::Reverse(*it));
        ranks
    }

    /// Whether the outcome of a test is one of them.
    pub(super) fn has(&self, test: TestId) -> bool {
        self.ranks.contains_key(&Mode::Test(test))
    }
}

/// The modes of a space; the tests among them become those of the transfer functions.
pub(super) fn choose(transfer: &mut Transfer<'_, '_>, is_over: IsOver<'_>) -> Modes {
    let space = transfer.space;
    let program = space.task.program;
    let functions: BTreeSet<FunctionId> = space.ids().map(|it| space.get(it).at.function).collect();
    let given = given_constants(space, &functions);
    let mut scores: BTreeMap<Mode, u32> = BTreeMap::new();
    let mut tests = Conditions::default();
    for &function in &functions {
        let Some(body) = space.body(function) else { continue };
        for (block, condition) in conditions(body) {
            let is_before_target = space.is_before_target(function, block);
            let score = if is_before_target { BEFORE_TARGET } else { 1 };
            for read in variables(condition, 0) {
                let mode = mode_of(function, read);
                if mode.is_some_and(|it| given.contains(&it))
                    && transfer.is_followed(read, function)
                    && let Some(mode) = mode
                {
                    *scores.entry(mode).or_default() += score;
                }
            }
            if matches!(body.blocks[block].terminator.kind, TerminatorKind::Branch { .. }) {
                tests.add(transfer, (function, block), condition, score);
            }
        }
    }
    transfer.tests = tests.chosen(program, &mut scores);
    let mut ranked: Vec<(u32, Mode)> = scores.into_iter().map(|(mode, it)| (it, mode)).collect();
    ranked.sort_by_key(|(score, mode)| (std::cmp::Reverse(*score), *mode));
    let ranked = ranked.into_iter().take(MOST_MODES).enumerate();
    let modes = Modes { ranks: ranked.map(|(rank, (_, mode))| (mode, rank)).collect() };
    transfer.tests.keep_over_assignments(space, &functions, &modes, is_over);
    modes
}

fn mode_of(function: FunctionId, variable: Variable) -> Option<Mode> {
    match variable {
        Variable::Local(_, local) => Some(Mode::Local(function, local)),
        Variable::Global(global) => Some(Mode::Global(global)),
        Variable::Test(..) => None,
    }
}

/// The conditions of a body, and the blocks that they end.
fn conditions(body: &Body) -> impl Iterator<Item = (BlockId, &Expr)> {
    body.blocks.ids().filter_map(|block| match &body.blocks[block].terminator.kind {
        TerminatorKind::Branch { condition, .. } => Some((block, condition)),
        TerminatorKind::Switch { value, .. } => Some((block, value)),
        _ => None,
    })
}

/// The variables that are somewhere given a constant, or what such a variable has.
fn given_constants(space: &Space<'_>, functions: &BTreeSet<FunctionId>) -> BTreeSet<Mode> {
    let mut given = BTreeSet::new();
    let mut copies: Vec<(Mode, Mode)> = Vec::new();
    let mut give = |to: (FunctionId, LocalId), value: (FunctionId, &Expr)| {
        note(Mode::Local(to.0, to.1), value, &mut given, &mut copies);
    };
    for &function in functions {
        for block in space.body(function).into_iter().flat_map(|it| it.blocks.iter()) {
            for statement in &block.statements {
                if let StatementKind::Call { callee: Callee::Direct(callee), args, .. } =
                    &statement.kind
                {
                    let params = &space.task.program.functions[*callee].params;
                    for (local, arg) in params.iter().zip(args) {
                        give((*callee, *local), (function, arg));
                    }
                }
            }
        }
    }
    for &function in functions {
        for block in space.body(function).into_iter().flat_map(|it| it.blocks.iter()) {
            for statement in &block.statements {
                match &statement.kind {
                    StatementKind::Assign { place, value } => {
                        if let Some(mode) = plain(function, place) {
                            note(mode, (function, value), &mut given, &mut copies);
                        }
                    }
                    StatementKind::Zero(place) => given.extend(plain(function, place)),
                    StatementKind::Call { .. }
                    | StatementKind::Live(_)
                    | StatementKind::Dead(_) => {}
                }
            }
        }
        returned(space, function, &mut given, &mut copies);
    }
    loop {
        let before = given.len();
        for (to, from) in &copies {
            if given.contains(from) {
                given.insert(*to);
            }
        }
        if given.len() == before {
            return given;
        }
    }
}

/// What functions return is given to what is assigned their results.
fn returned(
    space: &Space<'_>,
    caller: FunctionId,
    given: &mut BTreeSet<Mode>,
    copies: &mut Vec<(Mode, Mode)>,
) {
    for block in space.body(caller).into_iter().flat_map(|it| it.blocks.iter()) {
        for statement in &block.statements {
            let StatementKind::Call { dest: Some(dest), callee: Callee::Direct(callee), .. } =
                &statement.kind
            else {
                continue;
            };
            let Some(mode) = plain(caller, dest) else { continue };
            for inner in space.body(*callee).into_iter().flat_map(|it| it.blocks.iter()) {
                if let TerminatorKind::Return(Some(value)) = &inner.terminator.kind {
                    note(mode, (*callee, value), given, copies);
                }
            }
        }
    }
}

fn plain(function: FunctionId, place: &Place) -> Option<Mode> {
    if !place.path.is_empty() {
        return None;
    }
    match place.base {
        PlaceBase::Local(local) => Some(Mode::Local(function, local)),
        PlaceBase::Global(global) => Some(Mode::Global(global)),
        PlaceBase::Deref(_) => None,
    }
}

/// A variable is given a value.
fn note(
    to: Mode,
    (function, value): (FunctionId, &Expr),
    given: &mut BTreeSet<Mode>,
    copies: &mut Vec<(Mode, Mode)>,
) {
    match &value.kind {
        ExprKind::Const(_) => {
            given.insert(to);
        }
        ExprKind::Unary(_, operand) | ExprKind::Cast { operand, .. } => {
            note(to, (function, operand), given, copies);
        }
        ExprKind::Load(place) => {
            copies.extend(plain(function, place).map(|from| (to, from)));
        }
        _ => {}
    }
}

/// Conditions that may become tests.
#[derive(Default)]
struct Conditions {
    /// By scope and text: the condition, where it is asked for and whether the first arm says yes, and its
    /// score.
    found: BTreeMap<(Option<FunctionId>, String), Candidate>,
}

struct Candidate {
    expr: Expr,
    at: Vec<((FunctionId, BlockId), bool)>,
    score: u32,
}

impl Conditions {
    fn add(
        &mut self,
        transfer: &Transfer<'_, '_>,
        at: (FunctionId, BlockId),
        condition: &Expr,
        score: u32,
    ) {
        let program = transfer.space.task.program;
        if !is_over_variables(transfer, at.0, condition) {
            return;
        }
        let (expr, is_first) = plain_test(program, without_spans(condition), true);
        let scope = has_local(&expr).then_some(at.0);
        let key = (scope, model_text::expr_text(program, &expr));
        let none = || Candidate { expr, at: Vec::new(), score: 0 };
        let candidate = self.found.entry(key).or_insert_with(none);
        candidate.at.push((at, is_first));
        candidate.score += score;
    }

    /// Those that are asked for more than once, and before a target.
    fn chosen(self, program: &Program, scores: &mut BTreeMap<Mode, u32>) -> Tests {
        let mut tests = Tests::default();
        for ((scope, _), Candidate { expr, at, score }) in self.found {
            if at.len() < 2 || score < BEFORE_TARGET {
                continue;
            }
            let id = TestId(tests.all.len() as u32);
            let read = variables(&expr, 0);
            let local = |it: &Variable| match it {
                Variable::Local(_, local) => Some(*local),
                Variable::Global(_) | Variable::Test(..) => None,
            };
            let global = |it: &Variable| match it {
                Variable::Global(global) => Some(*global),
                Variable::Local(..) | Variable::Test(..) => None,
            };
            let locals = read.iter().filter_map(local).collect();
            let globals = read.iter().filter_map(global).collect();
            tests.all.push(Test { scope, expr, locals, globals });
            tests.at.extend(at.into_iter().map(|(at, is_first)| (at, (id, is_first))));
            scores.insert(Mode::Test(id), score);
        }
        debug_assert!(tests.all.iter().all(|it| program.types.scalar(it.expr.ty).is_some()));
        tests
    }
}

/// Whether a condition reads nothing but variables that no pointer leads to.
fn is_over_variables(transfer: &Transfer<'_, '_>, function: FunctionId, condition: &Expr) -> bool {
    let program = transfer.space.task.program;
    let of = &program.functions[function];
    let mut is_plain = true;
    condition.walk(&mut |part| match &part.kind {
        ExprKind::Load(place) => {
            is_plain &= place.path.is_empty() && !place.is_volatile;
            is_plain &= match place.base {
                PlaceBase::Local(local) => {
                    clew_symbolic::meaning::variable(program, of, local).is_some()
                }
                PlaceBase::Global(global) => {
                    transfer.is_followed(Variable::Global(global), function)
                }
                PlaceBase::Deref(_) => false,
            };
        }
        ExprKind::Intrinsic(..) | ExprKind::LabelAddress(_) => is_plain = false,
        _ => {}
    });
    is_plain
}

/// A condition without negations, and whether it holds where the given one has this outcome.
fn plain_test(program: &Program, condition: Expr, outcome: bool) -> (Expr, bool) {
    let is_zero = |expr: &Expr| matches!(expr.kind, ExprKind::Const(0));
    let is_int = |expr: &Expr| matches!(program.types.scalar(expr.ty), Some(Scalar::Int { .. }));
    match condition.kind {
        ExprKind::Unary(UnaryOp::LogicalNot, operand) => plain_test(program, *operand, !outcome),
        ExprKind::Binary(BinaryOp::Ne, left, right) if is_zero(&right) && is_int(&left) => {
            plain_test(program, *left, outcome)
        }
        ExprKind::Binary(BinaryOp::Eq, left, right) if is_zero(&right) && is_int(&left) => {
            plain_test(program, *left, !outcome)
        }
        ExprKind::Binary(op, left, right) if op.is_comparison() && is_int(&left) => {
            let (op, outcome) = match op {
                BinaryOp::Ne => (BinaryOp::Eq, !outcome),
                BinaryOp::Ge => (BinaryOp::Lt, !outcome),
                BinaryOp::Gt => (BinaryOp::Le, !outcome),
                other => (other, outcome),
            };
            let kind = ExprKind::Binary(op, left, right);
            (Expr { kind, ty: condition.ty, span: condition.span }, outcome)
        }
        kind => (Expr { kind, ty: condition.ty, span: condition.span }, outcome),
    }
}
