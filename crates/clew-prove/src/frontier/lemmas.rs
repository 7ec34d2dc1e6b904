//! Lemmas: what integer variables may be at each location, by a cheap abstract interpretation of the whole
//! space (intervals, congruences, and sets of few values). They cost no question, say at once that most
//! contradictions are ones, and stand in certificates as clauses at cuts.
//!
//! **A lemma is a guess.** Nothing rests on it that the solver and the checker have not confirmed: what is
//! claimed in a certificate is implied on every way there, or left out.

use super::precondition::{changes_nothing, guards, is_assumption, plain_condition};
use super::predicate::{binary, number};
use super::space::{LocationId, Space, Way};
use super::values::{Range, Values, value};
use crate::target::Start;
use clew_ir::{
    BinaryOp, Body, Callee, Expr, ExprKind, FunctionId, GlobalId, LocalId, Place, PlaceBase,
    Program, Scalar, Span, StatementKind, TerminatorKind, TypeId, TypeTable, UnaryOp, ops,
};
use std::collections::{BTreeMap, BTreeSet};

/// How often a location is looked at before what grows there is widened.
const PATIENCE: u32 = 12;
/// The most limits that widening stops at.
const MOST_LIMITS: usize = 400;

/// A variable under way: a local of the frame at a depth, or a global.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Variable {
    Local(usize, LocalId),
    Global(GlobalId),
}

/// What is known of variables; nothing of those that are not there.
type Known = BTreeMap<Variable, Values>;

/// What variables may be at each location.
#[derive(Debug)]
pub(super) struct Lemmas {
    /// By location; nothing where control does not come.
    at: Vec<Option<Known>>,
}

/// A frame: its depth and its function.
type Frame = (usize, FunctionId);

/// A fact about a variable: an expression over the frame at a depth.
pub(super) type Fact = (usize, Expr);

impl Lemmas {
    /// The lemmas of a space.
    pub(super) fn new(space: &Space<'_>) -> Self {
        let mut interpreter = Interpreter::new(space);
        interpreter.run();
        Self { at: interpreter.at }
    }

    /// Nothing is known anywhere.
    pub(super) fn none(space: &Space<'_>) -> Self {
        Self { at: vec![Some(Known::new()); space.len()] }
    }

    /// Whether control may come to a location.
    pub(super) fn is_reached(&self, at: LocationId) -> bool {
        self.at.get(at.0 as usize).is_some_and(Option::is_some)
    }

    /// What is known of all variables at a location.
    pub(super) fn facts(&self, space: &Space<'_>, at: LocationId) -> Vec<Fact> {
        let known = self.at.get(at.0 as usize).and_then(Option::as_ref);
        let all = known.into_iter().flatten();
        all.flat_map(|(variable, values)| told(space, at, *variable, values)).collect()
    }

    /// What is known of those variables that an expression over a frame reads.
    pub(super) fn facts_of(
        &self,
        space: &Space<'_>,
        at: LocationId,
        depth: usize,
        expr: &Expr,
    ) -> Vec<Fact> {
        let known = self.at.get(at.0 as usize).and_then(Option::as_ref);
        let Some(known) = known else { return Vec::new() };
        let read = variables(expr, depth);
        let read = read.iter().filter_map(|it| known.get_key_value(it));
        read.flat_map(|(variable, values)| told(space, at, *variable, values)).collect()
    }
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

/// What is known of a variable, as expressions.
fn told(space: &Space<'_>, at: LocationId, variable: Variable, values: &Values) -> Vec<Fact> {
    let program = space.task.program;
    let frames = space.frames(at);
    let (depth, place) = match variable {
        Variable::Local(depth, local) => {
            let Some(function) = frames.get(depth) else { return Vec::new() };
            (depth, Place::local(local, program.functions[*function].locals[local].ty))
        }
        Variable::Global(global) => {
            let base = PlaceBase::Global(global);
            let ty = program.globals[global].ty;
            (frames.len() - 1, Place { base, path: Vec::new(), ty, is_volatile: false })
        }
    };
    let ty = place.ty;
    let expr = Expr::load(place, Span::NONE);
    membership(program, &expr, ty, values).into_iter().map(|it| (depth, it)).collect()
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

/// The interpretation under way.
struct Interpreter<'s, 'p> {
    space: &'s Space<'p>,
    program: &'p Program,
    at: Vec<Option<Known>>,
    looked: Vec<u32>,
    /// By location: its place in an order in which most of what leads there comes first.
    order: Vec<u32>,
    /// The globals that are followed.
    globals: BTreeSet<GlobalId>,
    limits: Vec<i128>,
    /// The numbers of the program: a state variable may be any of those it is given.
    constants: BTreeSet<i128>,
}

impl<'s, 'p> Interpreter<'s, 'p> {
    fn new(space: &'s Space<'p>) -> Self {
        let program = space.task.program;
        let count = space.len();
        Self {
            space,
            program,
            at: vec![None; count],
            looked: vec![0; count],
            order: order(space),
            globals: followed_globals(program),
            limits: limits(space),
            constants: constants(space),
        }
    }

    fn run(&mut self) {
        self.at[Space::ROOT.0 as usize] = Some(self.beginning());
        let mut work = BTreeSet::from([(0, Space::ROOT)]);
        while let Some((_, at)) = work.pop_first() {
            let Some(known) = self.at[at.0 as usize].clone() else { continue };
            let depth = self.space.get(at).calls.len();
            let Some(behind) = self.behind(at, known, depth) else { continue };
            for (way, next) in self.space.segment(at).ways.clone() {
                if let Some(there) = self.beyond(at, way, &behind, depth)
                    && self.arrive(next, there)
                {
                    work.insert((self.order[next.0 as usize], next));
                }
            }
        }
    }

    /// What is known where executions start.
    fn beginning(&self) -> Known {
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

    /// Control comes to a location; whether more may be there than before.
    fn arrive(&mut self, at: LocationId, there: Known) -> bool {
        let index = at.0 as usize;
        let Some(before) = &self.at[index] else {
            self.at[index] = Some(there);
            return true;
        };
        let is_late = self.looked[index] >= PATIENCE;
        let mut joined = Known::new();
        for (variable, was) in before {
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
        let has_grown = joined != *before;
        if has_grown {
            self.looked[index] += 1;
            self.at[index] = Some(joined);
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
        let ty = match variable {
            Variable::Global(global) => self.program.globals[global].ty,
            Variable::Local(depth, local) => {
                let function = *self.space.frames(at).get(depth)?;
                self.program.functions[function].locals[local].ty
            }
        };
        self.program.types.scalar(ty).and_then(Range::of)
    }

    /// What is known behind the statements of a segment; nothing where control does not come there.
    fn behind(&self, at: LocationId, mut known: Known, depth: usize) -> Option<Known> {
        let location = self.space.get(at);
        let end = self.space.segment(at).end?;
        let body = self.space.body(end.function)?;
        let statements = &body.blocks[end.block].statements;
        let from = location.at.statement as usize;
        for statement in statements.iter().take(end.statement as usize).skip(from) {
            self.statement(&statement.kind, &mut known, depth, end.function)?;
        }
        Some(known)
    }

    fn statement(
        &self,
        statement: &StatementKind,
        known: &mut Known,
        depth: usize,
        caller: FunctionId,
    ) -> Option<()> {
        match statement {
            StatementKind::Assign { place, value } => {
                let values = self.value(value, known, depth);
                self.assign(place, values, known, depth, caller);
            }
            StatementKind::Zero(place) => {
                self.assign(place, Some(Values::one(0)), known, depth, caller);
            }
            StatementKind::Live(local) | StatementKind::Dead(local) => {
                known.remove(&Variable::Local(depth, *local));
            }
            StatementKind::Call { dest, callee, args } => {
                let called = match callee {
                    Callee::Direct(id) => Some(&self.program.functions[*id]),
                    Callee::Builtin(_) | Callee::Indirect(_) => None,
                };
                let is_harmless =
                    matches!(callee, Callee::Builtin(_)) || called.is_some_and(changes_nothing);
                if !is_harmless {
                    known.retain(|it, _| matches!(it, Variable::Local(..)));
                }
                if let (Some(function), Some(condition)) = (called, args.first())
                    && is_assumption(&function.name)
                {
                    self.refine(&plain_condition(condition), known, (depth, caller))?;
                }
                if let Some(dest) = dest {
                    self.assign(dest, None, known, depth, caller);
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
        depth: usize,
        function: FunctionId,
    ) {
        let is_unit = matches!(self.space.task.start, Start::Unit(_));
        if is_unit && matches!(place.base, PlaceBase::Deref(_)) {
            known.retain(|it, _| matches!(it, Variable::Local(..)));
        }
        let Some(written) = variable(place, depth) else { return };
        match values.filter(|_| self.is_followed(written, function)) {
            Some(values) => known.insert(written, values),
            None => known.remove(&written),
        };
    }

    /// Whether a variable of the innermost frame, or a global, is followed.
    fn is_followed(&self, variable: Variable, function: FunctionId) -> bool {
        match variable {
            Variable::Global(global) => self.globals.contains(&global),
            Variable::Local(_, local) => {
                let function = &self.program.functions[function];
                clew_symbolic::meaning::variable(self.program, function, local)
                    .is_some_and(|scalar| Range::of(scalar).is_some())
            }
        }
    }

    /// What is known where a way leads; nothing where it is not gone.
    fn beyond(&self, at: LocationId, way: Way, known: &Known, depth: usize) -> Option<Known> {
        let end = self.space.segment(at).end?;
        let body = self.space.body(end.function)?;
        let mut known = known.clone();
        match way {
            Way::Arm(arm) => {
                let terminator = &body.blocks[end.block].terminator.kind;
                for guard in guards(self.program, terminator, arm) {
                    self.refine(&guard, &mut known, (depth, end.function))?;
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
        known.retain(|it, _| !matches!(it, Variable::Local(of, _) if *of == depth));
        let Some(site) = self.space.get(at).calls.last() else { return };
        let caller = self.space.body(site.function);
        if let Some(StatementKind::Call { dest: Some(dest), .. }) =
            caller.and_then(|it| site.statement_in(it))
            && let Some(depth) = depth.checked_sub(1)
        {
            self.assign(dest, result, known, depth, site.function);
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
        let Some(other) = self.value(right, known, depth) else { return Some(()) };
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
    let mut found = BTreeSet::new();
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
