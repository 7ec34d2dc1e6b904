//! What statements and ways do to what is known: the transfer functions of the interpretation.

use super::super::precondition::{changes_nothing, guards, is_assumption, plain_condition};
use super::super::space::{LocationId, Space, Way};
use super::super::values::{Range, Values, value};
use super::modes::{Modes, Tests};
use super::{Known, Variable, variable, variables};
use crate::target::Start;
use clew_ir::{
    BinaryOp, Body, Callee, Expr, ExprKind, FunctionId, GlobalId, Place, PlaceBase, Position,
    Program, Scalar, StatementKind, TerminatorKind, UnaryOp, ops,
};
use std::collections::BTreeSet;

/// A frame: its depth and its function.
type Frame = (usize, FunctionId);

/// What statements and ways mean for what is known.
pub(super) struct Transfer<'s, 'p> {
    pub(super) space: &'s Space<'p>,
    program: &'p Program,
    /// The globals that are followed.
    globals: BTreeSet<GlobalId>,
    /// The conditions whose outcomes are remembered.
    pub(super) tests: Tests,
}

impl<'s, 'p> Transfer<'s, 'p> {
    pub(super) fn new(space: &'s Space<'p>) -> Self {
        let program = space.task.program;
        let (globals, tests) = (followed_globals(program), Tests::default());
        Self { space, program, globals, tests }
    }

    /// What is known where executions start.
    pub(super) fn beginning(&self) -> Known {
        let mut known = Known::new();
        if let Start::Program(_) = self.space.task.start {
            let initial = self.space.task.initial();
            for &global in initial.iter().filter(|it| self.globals.contains(it)) {
                let of = &self.program.globals[global];
                let bytes =
                    of.init.as_ref().filter(|it| it.relocations.is_empty()).map(|it| &it.bytes);
                if let (Some(bytes), Some(Scalar::Int { bits, signed })) =
                    (bytes, self.program.types.scalar(of.ty))
                {
                    let all = bytes.iter().rev().fold(0, |all, byte| all << 8 | u128::from(*byte));
                    let value = Values::one(ops::int_value(all, bits, signed));
                    known.insert(Variable::Global(global), value);
                }
            }
        }
        known
    }

    /// What is known behind the statements of a segment; nothing where control does not come there.
    pub(super) fn behind(&self, at: LocationId, mut known: Known, depth: usize) -> Option<Known> {
        let location = self.space.get(at);
        let end = self.space.segment(at).end?;
        let body = self.space.body(end.function)?;
        let statements = &body.blocks[end.block].statements;
        let from = location.at.statement as usize;
        let numbered = statements.iter().enumerate();
        for (number, statement) in numbered.take(end.statement as usize).skip(from) {
            let at = Position { statement: number as u32, ..end };
            self.statement(&statement.kind, &mut known, depth, at)?;
        }
        Some(known)
    }

    fn statement(
        &self,
        statement: &StatementKind,
        known: &mut Known,
        depth: usize,
        at: Position,
    ) -> Option<()> {
        let caller = at.function;
        match statement {
            StatementKind::Assign { place, value } => {
                let values = self.value(value, known, depth);
                self.assign(place, values, known, (depth, caller), Some(at));
            }
            StatementKind::Zero(place) => {
                self.assign(place, Some(Values::one(0)), known, (depth, caller), None);
            }
            StatementKind::Live(local) | StatementKind::Dead(local) => {
                self.forget(known, Variable::Local(depth, *local), None);
            }
            StatementKind::Call { dest, callee, args } => {
                let called = match callee {
                    Callee::Direct(id) => Some(&self.program.functions[*id]),
                    Callee::Builtin(_) | Callee::Indirect(_) => None,
                };
                let is_harmless =
                    matches!(callee, Callee::Builtin(_)) || called.is_some_and(changes_nothing);
                if !is_harmless {
                    self.forget_globals(known);
                }
                if let (Some(function), Some(condition)) = (called, args.first())
                    && is_assumption(&function.name)
                {
                    self.refine(&plain_condition(condition), known, (depth, caller))?;
                }
                if let Some(dest) = dest {
                    self.assign(dest, None, known, (depth, caller), None);
                }
            }
        }
        Some(())
    }

    fn value(&self, expr: &Expr, known: &Known, depth: usize) -> Option<Values> {
        let read = |place: &Place| known.get(&variable(place, depth)?).cloned();
        value(self.program, expr, &read)
    }

    /// A place gets a value. The pointers of a unit's caller may lead to any global, those of a program to
    /// none whose address nobody takes.
    fn assign(
        &self,
        place: &Place,
        values: Option<Values>,
        known: &mut Known,
        (depth, function): Frame,
        at: Option<Position>,
    ) {
        let is_unit = matches!(self.space.task.start, Start::Unit(_));
        if is_unit && matches!(place.base, PlaceBase::Deref(_)) {
            self.forget_globals(known);
        }
        let Some(written) = variable(place, depth) else { return };
        self.forget(known, written, at);
        if let Some(values) = values.filter(|_| self.is_followed(written, function)) {
            known.insert(written, values);
        }
    }

    /// Nothing is known of a variable any more, but what an assignment keeps.
    fn forget(&self, known: &mut Known, variable: Variable, at: Option<Position>) {
        known.remove(&variable);
        known.retain(|it, _| match it {
            Variable::Test(depth, test) => !self.tests.is_lost((*depth, *test), variable, at),
            Variable::Local(..) | Variable::Global(_) => true,
        });
    }

    /// Nothing is known of globals any more.
    fn forget_globals(&self, known: &mut Known) {
        known.retain(|it, _| match it {
            Variable::Test(_, test) => !self.tests.get(*test).reads_globals(),
            Variable::Local(..) => true,
            Variable::Global(_) => false,
        });
    }

    /// Whether a variable of the innermost frame, or a global, is followed.
    pub(super) fn is_followed(&self, variable: Variable, function: FunctionId) -> bool {
        match variable {
            Variable::Global(global) => self.globals.contains(&global),
            Variable::Test(..) => true,
            Variable::Local(_, local) => {
                let function = &self.program.functions[function];
                clew_symbolic::meaning::variable(self.program, function, local)
                    .is_some_and(|scalar| Range::of(scalar).is_some())
            }
        }
    }

    /// What is known where a way leads; nothing where it is not gone.
    pub(super) fn beyond(
        &self,
        at: LocationId,
        way: Way,
        known: &Known,
        modes: &Modes,
    ) -> Option<Known> {
        let depth = self.space.get(at).calls.len();
        let end = self.space.segment(at).end?;
        let body = self.space.body(end.function)?;
        let mut known = known.clone();
        match way {
            Way::Arm(arm) => {
                let terminator = &body.blocks[end.block].terminator.kind;
                for guard in guards(self.program, terminator, arm) {
                    self.refine(&guard, &mut known, (depth, end.function))?;
                }
                if let Some((test, value)) =
                    self.tests.at(end, arm).filter(|(it, _)| modes.has(*it))
                {
                    let test = self.tests.variable(test, depth);
                    let value = Values::one(i128::from(value));
                    if known.insert(test, value.clone()).is_some_and(|before| before != value) {
                        return None;
                    }
                }
            }
            Way::Enter => {
                let Some(StatementKind::Call { callee: Callee::Direct(callee), args, .. }) =
                    end.statement_in(body)
                else {
                    return Some(known);
                };
                let params = &self.program.functions[*callee].params;
                for (local, arg) in params.iter().zip(args) {
                    let values = self.value(arg, &known, depth);
                    let inner = Variable::Local(depth + 1, *local);
                    if let Some(values) = values.filter(|_| self.is_followed(inner, *callee)) {
                        known.insert(inner, values);
                    }
                }
            }
            Way::Pass => {}
            Way::Label(label) => {
                if let Some(holds) = self.space.predicate(label) {
                    self.refine(holds, &mut known, (depth, end.function))?;
                }
            }
            Way::Return => self.leave(at, body, &mut known, depth),
        }
        Some(known)
    }

    fn leave(&self, at: LocationId, body: &Body, known: &mut Known, depth: usize) {
        let Some(end) = self.space.segment(at).end else { return };
        let result = match &body.blocks[end.block].terminator.kind {
            TerminatorKind::Return(Some(value)) => self.value(value, known, depth),
            _ => None,
        };
        known.retain(|it, _| match it {
            Variable::Local(of, _) => *of != depth,
            Variable::Test(of, test) => *of != depth || self.tests.get(*test).scope.is_none(),
            Variable::Global(_) => true,
        });
        let Some(site) = self.space.get(at).calls.last() else { return };
        let caller = self.space.body(site.function);
        if let Some(StatementKind::Call { dest: Some(dest), .. }) =
            caller.and_then(|it| site.statement_in(it))
            && let Some(depth) = depth.checked_sub(1)
        {
            self.assign(dest, result, known, (depth, site.function), None);
        }
    }

    /// Keeps what a condition leaves; nothing where it cannot hold.
    fn refine(&self, condition: &Expr, known: &mut Known, frame: Frame) -> Option<()> {
        let (depth, _) = frame;
        if self.value(condition, known, depth) == Some(Values::one(0)) {
            return None;
        }
        match &condition.kind {
            ExprKind::Binary(BinaryOp::BitAnd, left, right)
                if is_comparison(left) && is_comparison(right) =>
            {
                self.refine(left, known, frame)?;
                return self.refine(right, known, frame);
            }
            ExprKind::Unary(UnaryOp::LogicalNot, operand) => {
                if let ExprKind::Unary(UnaryOp::LogicalNot, inner) = &operand.kind {
                    return self.refine(inner, known, frame);
                }
            }
            ExprKind::Binary(op, left, right) if op.is_comparison() => {
                self.bound(*op, left, right, known, frame)?;
                self.bound(mirrored(*op), right, left, known, frame)?;
            }
            _ => {}
        }
        for read in variables(condition, depth) {
            let Some(values) = known.get(&read) else { continue };
            let passes = |candidate: i128| {
                let look = |place: &Place| match variable(place, depth)? {
                    it if it == read => Some(Values::one(candidate)),
                    it => known.get(&it).cloned(),
                };
                value(self.program, condition, &look) != Some(Values::one(0))
            };
            let left = values.filtered(passes)?;
            known.insert(read, left);
        }
        Some(())
    }

    /// What a comparison says of the variable on its left.
    fn bound(
        &self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        known: &mut Known,
        (depth, function): Frame,
    ) -> Option<()> {
        // Below whatever a number is, there is no greatest one.
        let any = || self.program.types.scalar(right.ty).and_then(Range::of).map(Values::Range);
        let Some(other) = self.value(right, known, depth).or_else(any) else { return Some(()) };
        let plain = uncast(self.program, left);
        let ExprKind::Load(place) = &plain.kind else { return Some(()) };
        let Some(variable) = variable(place, depth) else { return Some(()) };
        let whole = self.program.types.scalar(plain.ty).and_then(Range::of);
        let (Some(whole), true) = (whole, self.is_followed(variable, function)) else {
            return Some(());
        };
        let values = known.get(&variable).cloned().unwrap_or(Values::Range(whole));
        let (now, hull) = (values.hull(), other.hull());
        let left = match op {
            BinaryOp::Eq => {
                let clipped = values.clipped(hull.low, hull.high)?;
                match (&clipped, &other) {
                    (Values::Range(_), Values::Few(few)) => {
                        Values::of(few.iter().copied().filter(|it| clipped.holds(*it)))?
                    }
                    _ => clipped,
                }
            }
            BinaryOp::Lt => values.clipped(now.low, hull.high - 1)?,
            BinaryOp::Le => values.clipped(now.low, hull.high)?,
            BinaryOp::Gt => values.clipped(hull.low + 1, now.high)?,
            BinaryOp::Ge => values.clipped(hull.low, now.high)?,
            BinaryOp::Ne if hull.low == hull.high && now.low == hull.low => {
                values.clipped(now.low + 1, now.high)?
            }
            BinaryOp::Ne if hull.low == hull.high && now.high == hull.low => {
                values.clipped(now.low, now.high - 1)?
            }
            _ => return Some(()),
        };
        if left != Values::Range(whole) {
            known.insert(variable, left);
        }
        Some(())
    }
}

fn is_comparison(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Binary(op, ..) if op.is_comparison())
}

fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        other => other,
    }
}

/// An expression without conversions that keep its value.
fn uncast<'e>(program: &Program, expr: &'e Expr) -> &'e Expr {
    let ExprKind::Cast { operand, .. } = &expr.kind else { return expr };
    let range = |expr: &Expr| program.types.scalar(expr.ty).and_then(Range::of);
    match (range(operand), range(expr)) {
        (Some(from), Some(to)) if to.low <= from.low && from.high <= to.high => {
            uncast(program, operand)
        }
        _ => expr,
    }
}

/// The globals that no pointer leads to: integers whose address nobody takes.
fn followed_globals(program: &Program) -> BTreeSet<GlobalId> {
    let mut taken = BTreeSet::new();
    for function in program.functions.iter() {
        let Ok(body) = &function.body else { continue };
        body.for_each_expr(&mut |expr| {
            if let ExprKind::AddressOf(place) = &expr.kind
                && let PlaceBase::Global(global) = place.base
            {
                taken.insert(global);
            }
        });
    }
    let is_followed = |it: &GlobalId| {
        let scalar = program.types.scalar(program.globals[*it].ty);
        !taken.contains(it) && scalar.is_some_and(|scalar| Range::of(scalar).is_some())
    };
    program.globals.ids().filter(is_followed).collect()
}
