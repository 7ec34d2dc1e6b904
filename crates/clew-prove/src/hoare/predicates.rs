//! The automaton of one infeasible word: what must not hold at the heads of loops on it.
//!
//! Backward along the word, the weakest precondition of what its explanation needs of the rest. The
//! word's own states exclude it, so the word is accepted; and other words are, as far as the same is
//! excluded on them.

use crate::clause::Clause;
use crate::cuts::{Location, heads};
use crate::frontier::precondition::{
    before_entry, before_return, before_statement, guards, settled,
};
use crate::frontier::predicate::{Predicate, binary, refutation, size, truth};
use crate::frontier::write::{Stored, before_write};
use crate::path::{Explained, Kind, Occurrence, PathCondition, Step};
use crate::prove::Task;
use clew_ir::{
    BinaryOp, BlockId, Body, Expr, ExprKind, Function, FunctionId, Place, PlaceBase, Program,
    Projection, Scalar, Span, StatementKind, TerminatorKind, TypeTable,
};
use clew_logic::{TermId, TermPool};
use clew_solver::{Budget, Query, Solver, StackConfig, Verdict};
use clew_symbolic::meaning::{Rules, Style, SymbolicStore};
use std::collections::{BTreeMap, BTreeSet};

/// How much of a word counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Precision {
    /// What is in its explanation: other statements may do anything to what they write.
    Explained,
    /// All of its statements, and the guards of its explanation.
    Exact,
}

/// The most cases that are followed back.
const MOST_CASES: usize = 12;
/// The largest predicate that is claimed.
const LARGEST: usize = 80;
/// What it may cost to see that a predicate contradicts itself.
const QUESTION: Budget = Budget { time: None, conflicts: Some(2_000) };

/// What the explanation of a word excludes, at each head that the word comes to.
pub(super) fn predicates(
    task: Task<'_>,
    condition: &PathCondition,
    explained: &Explained,
    precision: Precision,
) -> Vec<(Location, Clause)> {
    let mut needed: BTreeMap<usize, BTreeSet<Kind>> = BTreeMap::new();
    for tagged in explained.constraints(condition) {
        needed.entry(tagged.index).or_default().insert(tagged.kind);
    }
    let cases = vec![Predicate::always()];
    let mut backward = Backward { task, condition, needed, precision, cases };
    let mut found = Vec::new();
    let mut known_heads: BTreeMap<FunctionId, BTreeSet<BlockId>> = BTreeMap::new();
    for index in (1..condition.occurrences.len()).rev() {
        backward.undo(index);
        if backward.cases.is_empty() {
            break;
        }
        let at = &condition.occurrences[index];
        let Ok(body) = &task.program.functions[at.at.function].body else { continue };
        let heads = known_heads.entry(at.at.function).or_insert_with(|| heads(body));
        let has_come = matches!(condition.occurrences[index - 1].step, Step::Edge(_));
        if has_come && at.at.statement == 0 && heads.contains(&at.at.block) {
            backward.claim(at, &mut found);
        }
    }
    found
}

/// A word followed back.
struct Backward<'w, 'p> {
    task: Task<'p>,
    condition: &'w PathCondition,
    /// What the explanation has of each occurrence.
    needed: BTreeMap<usize, BTreeSet<Kind>>,
    precision: Precision,
    /// In one of these the rest of the word can be gone, as far as the explanation tells.
    cases: Vec<Predicate>,
}

impl<'p> Backward<'_, 'p> {
    /// What is excluded where the word comes to a head. Cases that contradict themselves are so anywhere.
    fn claim(&mut self, at: &Occurrence, found: &mut Vec<(Location, Clause)>) {
        let program = self.task.program;
        let frames = frames(at);
        self.cases.retain(|it| !is_contradiction(program, &frames, it));
        for case in &self.cases {
            let size: usize = case.literals.iter().map(|it| size(&it.expr)).sum();
            if !case.is_always() && size <= LARGEST {
                let location = (at.calls.to_vec(), at.at);
                found.push((location, excluding(program, at.calls.len(), case)));
            }
        }
    }

    fn needs(&self, index: usize, is_it: impl Fn(&Kind) -> bool) -> bool {
        self.needed.get(&index).is_some_and(|kinds| kinds.iter().any(is_it))
    }

    /// Goes back over an occurrence.
    fn undo(&mut self, index: usize) {
        let at = &self.condition.occurrences[index];
        let program: &'p Program = self.task.program;
        let Ok(body) = &program.functions[at.at.function].body else { return };
        let depth = at.calls.len();
        match at.step {
            Step::Entry | Step::Result => {}
            Step::End | Step::Edge(_) => self.undo_guard(index, at, body),
            Step::Statement => self.undo_statement(index, at, body),
            Step::Call(callee) => {
                if let Some(StatementKind::Call { args, .. }) = at.at.statement_in(body) {
                    self.each(|it| vec![before_entry(program, callee, args, depth, it)]);
                }
            }
            Step::Return => self.undo_return(index, at, body),
        }
        if self.needs(index, |kind| matches!(kind, Kind::Defined(_))) {
            for expr in values(program, at, body) {
                self.require(depth, binary(BinaryOp::Eq, TypeTable::INT, expr.clone(), expr));
            }
        }
        self.cases.iter_mut().for_each(|it| *it = settled(std::mem::take(it), depth));
    }

    fn undo_guard(&mut self, index: usize, at: &Occurrence, body: &Body) {
        if !self.needs(index, |kind| *kind == Kind::Guard) {
            return;
        }
        let wanted = match at.step {
            Step::Edge(arm) => {
                guards(self.task.program, &body.blocks[at.at.block].terminator.kind, arm)
            }
            _ => self.condition.end.iter().cloned().collect(),
        };
        for guard in wanted {
            self.require(at.calls.len(), guard);
        }
    }

    fn undo_statement(&mut self, index: usize, at: &Occurrence, body: &Body) {
        let program = self.task.program;
        let Some(statement) = at.at.statement_in(body) else { return };
        let frames = functions(program, at);
        let counts = self.precision == Precision::Exact
            || self.needs(index, |kind| matches!(kind, Kind::Assigned | Kind::Cell));
        let written = match statement {
            StatementKind::Assign { place, .. } | StatementKind::Zero(place) => Some(place),
            StatementKind::Call { .. } | StatementKind::Live(_) | StatementKind::Dead(_) => None,
        };
        match written.filter(|_| !counts) {
            Some(place) => {
                self.each(|it| before_write(program, &frames, it, place, Stored::Unknown));
            }
            None => self.each(|it| before_statement(program, &frames, statement, it)),
        }
    }

    fn undo_return(&mut self, index: usize, at: &Occurrence, body: &Body) {
        let program = self.task.program;
        let TerminatorKind::Return(value) = &body.blocks[at.at.block].terminator.kind else {
            return;
        };
        let Some(&site) = at.calls.last() else { return };
        let Ok(caller) = &program.functions[site.function].body else { return };
        let Some(StatementKind::Call { dest, .. }) = site.statement_in(caller) else { return };
        let counts = self.precision == Precision::Exact
            || [index, index + 1].iter().any(|it| self.needed.contains_key(it));
        let value = value.as_ref().filter(|_| counts);
        let frames = frames(at);
        self.each(|it| vec![before_return(program, &frames, site, dest.as_ref(), value, it)]);
    }

    fn require(&mut self, depth: usize, expr: Expr) {
        self.cases.iter_mut().for_each(|it| it.require(depth, expr.clone()));
    }

    /// Each case by what it is before; what too many have in common is too little to go on with.
    fn each(&mut self, before: impl Fn(&Predicate) -> Vec<Predicate>) {
        self.cases = self.cases.iter().flat_map(before).collect();
        if self.cases.len() > MOST_CASES {
            self.cases.clear();
        }
    }
}

/// The functions under way, the outermost first.
fn frames(at: &Occurrence) -> Vec<FunctionId> {
    at.calls.iter().chain([&at.at]).map(|it| it.function).collect()
}

fn functions<'p>(program: &'p Program, at: &Occurrence) -> Vec<&'p Function> {
    frames(at).into_iter().map(|it| &program.functions[it]).collect()
}

/// What an occurrence evaluates: where one of these has no value, the path ends.
fn values(program: &Program, at: &Occurrence, body: &Body) -> Vec<Expr> {
    let mut found = Vec::new();
    match (at.at.statement_in(body), &body.blocks[at.at.block].terminator.kind) {
        (Some(StatementKind::Assign { place, value }), _) => {
            found.push(value.clone());
            let (ty, span) = (place.ty, Span::NONE);
            found.push(Expr { kind: ExprKind::Load(Box::new(place.clone())), ty, span });
        }
        (Some(StatementKind::Call { args, .. }), _) => found.extend(args.iter().cloned()),
        (Some(_), _) => {}
        (None, TerminatorKind::Branch { condition, .. }) => found.push(condition.clone()),
        (None, TerminatorKind::Switch { value, .. }) => found.push(value.clone()),
        (None, TerminatorKind::Return(value)) => found.extend(value.iter().cloned()),
        (None, _) => {}
    }
    let is_exact = |it: &Expr| {
        let scalar = program.types.scalar(it.ty);
        scalar.is_some_and(|scalar| !matches!(scalar, Scalar::Float(_)))
    };
    found.retain(is_exact);
    found
}

/// Whether a predicate holds in no state at all.
fn is_contradiction(program: &Program, frames: &[FunctionId], predicate: &Predicate) -> bool {
    let mut pool = TermPool::new();
    let (style, rules) = (Style::Substituted, Rules::Machine);
    let mut store = SymbolicStore::new(&mut pool, program, frames[0], style, rules);
    for frame in &frames[1..] {
        store.push_frame(*frame);
    }
    let literals = predicate.literals.iter();
    let terms: Vec<TermId> =
        literals.map(|it| store.holds_in(&mut pool, it.depth, &it.expr)).collect();
    let query = Query::new(&terms).with_budget(QUESTION);
    let mut solver = Solver::new(StackConfig::default());
    matches!(solver.check(&mut pool, &query), Verdict::Unsat(_))
}

/// The clause that a predicate does not hold. Where its literals have values in every state of the
/// innermost function, it is an expression of C.
fn excluding(program: &Program, depth: usize, predicate: &Predicate) -> Clause {
    let literals = &predicate.literals;
    if literals.iter().all(|it| it.depth == depth && is_total(&it.expr)) {
        let fails = literals.iter().map(|it| refutation(program, &it.expr));
        let either = |all, next| binary(BinaryOp::BitOr, TypeTable::INT, truth(&all), truth(&next));
        if let Some(expr) = fails.reduce(either) {
            return Clause::Here(expr);
        }
    }
    Clause::Not(literals.iter().map(|it| (it.depth, it.expr.clone())).collect())
}

/// Whether an expression has a value in every state, and always the same one.
fn is_total(expr: &Expr) -> bool {
    let mut is_total = true;
    expr.walk(&mut |part| {
        is_total &= match &part.kind {
            ExprKind::Const(_) | ExprKind::Unary(..) | ExprKind::Cast { .. } => true,
            ExprKind::Load(place) => is_plain(place),
            ExprKind::Binary(op, ..) => {
                !op.is_shift() && !matches!(op, BinaryOp::Div | BinaryOp::Rem)
            }
            ExprKind::AddressOf(_)
            | ExprKind::FunctionAddress(_)
            | ExprKind::LabelAddress(_)
            | ExprKind::Intrinsic(..) => false,
        };
    });
    is_total
}

fn is_plain(place: &Place) -> bool {
    let is_field = |it: &Projection| matches!(it, Projection::Field(_));
    let is_named = !matches!(place.base, PlaceBase::Deref(_));
    is_named && !place.is_volatile && place.path.iter().all(is_field)
}
