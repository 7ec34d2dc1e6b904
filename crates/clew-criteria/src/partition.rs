//! The criterion `partition`: every part of the input domain that the user names.
//!
//! A part is a predicate over the parameters, in C. It is parsed as a function of its own
//! (`if (predicate) return 1; return 0;`), and [`partition_terms`] makes predicates of labels of
//! it: `&&` and `||` become a disjunction of conjunctions, so that each is evaluated without the
//! others and C's short circuit is kept.

use crate::objective::{Aim, Found, Subject};
use crate::predicate::Builder;
use clew_ir::{
    Body, BoolTree, ConditionId, Expr, ExprKind, Function, FunctionId, LocalId, Place, PlaceBase,
    ProbePoint, Program, Projection, Span, TerminatorKind, TypeTable,
};

/// A predicate has at most this many alternatives.
const MAX_TERMS: usize = 64;

/// Why a predicate is no part of an input domain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PartitionError {
    /// It does more than compare.
    #[error("a predicate calls nothing, changes nothing and has no `?:`")]
    NotPure,
    /// It has too many alternatives.
    #[error("the predicate has more than {MAX_TERMS} alternatives")]
    TooManyTerms,
}

pub(crate) fn find(subject: &Subject<'_>) -> Vec<Found> {
    let own = subject.program.partitions.iter().filter(|it| it.function == subject.id);
    let point = ProbePoint::Statement(subject.id, subject.body.entry(), 0);
    own.filter(|part| !part.terms.is_empty())
        .map(|part| Found {
            span: part.span,
            text: part.name.clone(),
            aim: Aim::AnyLabel(point, part.terms.clone()),
            change: None,
        })
        .collect()
}

/// The predicates by which an input of `target` is in the part that `predicate` tests: one of
/// them holds. Both functions have the same parameters.
pub fn partition_terms(
    program: &Program,
    predicate: FunctionId,
    target: FunctionId,
) -> Result<Vec<Expr>, PartitionError> {
    let function = &program.functions[predicate];
    let body = function.body.as_ref().map_err(|_| PartitionError::NotPure)?;
    if body.blocks.iter().any(|block| !block.statements.is_empty()) {
        return Err(PartitionError::NotPure);
    }
    let structure = body.decisions.decisions.iter().next().and_then(|it| it.structure.as_ref());
    let structure = structure.ok_or(PartitionError::NotPure)?;
    let terms = alternatives(structure, true)?;
    let literals = Literals { program, function, body, target: &program.functions[target] };
    Ok(terms.iter().map(|term| literals.conjunction(term)).collect())
}

/// Conditions and the values they have.
type Term = Vec<(ConditionId, bool)>;

/// The terms of which one holds exactly when the tree has a value.
fn alternatives(tree: &BoolTree, value: bool) -> Result<Vec<Term>, PartitionError> {
    let terms = match tree {
        BoolTree::Condition(id) => vec![vec![(*id, value)]],
        BoolTree::Constant(constant) if *constant == value => vec![Vec::new()],
        BoolTree::Constant(_) => Vec::new(),
        BoolTree::Not(operand) => alternatives(operand, !value)?,
        BoolTree::And(left, right) | BoolTree::Or(left, right) => {
            let (left, right) = (alternatives(left, value)?, alternatives(right, value)?);
            match matches!(tree, BoolTree::And(..)) == value {
                true => left
                    .iter()
                    .flat_map(|one| right.iter().map(|two| [one.as_slice(), two].concat()))
                    .collect(),
                false => [left, right].concat(),
            }
        }
    };
    if terms.len() > MAX_TERMS { Err(PartitionError::TooManyTerms) } else { Ok(terms) }
}

/// The conditions of a predicate, as expressions over another function's parameters.
struct Literals<'p> {
    program: &'p Program,
    function: &'p Function,
    body: &'p Body,
    target: &'p Function,
}

impl Literals<'_> {
    fn conjunction(&self, term: &Term) -> Expr {
        let build = Builder { types: &self.program.types, span: Span::NONE };
        let literals = term.iter().map(|(id, value)| {
            let block = self.body.decisions.conditions[*id].block;
            let condition = match &self.body.blocks[block].terminator.kind {
                TerminatorKind::Branch { condition, .. } => self.expr(condition),
                _ => build.int(0, TypeTable::INT),
            };
            if *value { build.truth(&condition) } else { build.not(&condition) }
        });
        let all = literals.reduce(|all, one| build.and(all, one));
        all.unwrap_or_else(|| build.int(1, TypeTable::INT))
    }

    fn local(&self, local: LocalId) -> LocalId {
        let at = self.function.params.iter().position(|it| *it == local);
        at.and_then(|at| self.target.params.get(at)).copied().unwrap_or(local)
    }

    fn expr(&self, expr: &Expr) -> Expr {
        let inner = |part: &Expr| Box::new(self.expr(part));
        let kind = match &expr.kind {
            ExprKind::Load(place) => ExprKind::Load(Box::new(self.place(place))),
            ExprKind::AddressOf(place) => ExprKind::AddressOf(Box::new(self.place(place))),
            ExprKind::Unary(op, operand) => ExprKind::Unary(*op, inner(operand)),
            ExprKind::Binary(op, left, right) => ExprKind::Binary(*op, inner(left), inner(right)),
            ExprKind::Cast { operand, implicit } => {
                ExprKind::Cast { operand: inner(operand), implicit: *implicit }
            }
            ExprKind::Intrinsic(op, operands) => {
                ExprKind::Intrinsic(*op, operands.iter().map(|it| self.expr(it)).collect())
            }
            kind @ (ExprKind::Const(_)
            | ExprKind::FunctionAddress(_)
            | ExprKind::LabelAddress(_)) => kind.clone(),
        };
        Expr { kind, ..expr.clone() }
    }

    fn place(&self, place: &Place) -> Place {
        let base = match &place.base {
            PlaceBase::Local(local) => PlaceBase::Local(self.local(*local)),
            PlaceBase::Deref(pointer) => PlaceBase::Deref(Box::new(self.expr(pointer))),
            PlaceBase::Global(global) => PlaceBase::Global(*global),
        };
        let step = |step: &Projection| match step {
            Projection::Index(index) => Projection::Index(self.expr(index)),
            Projection::Field(field) => Projection::Field(*field),
        };
        Place { base, path: place.path.iter().map(step).collect(), ..place.clone() }
    }
}
