//! The criterion `wm`: weak mutation.
//!
//! A mutant changes one expression, condition or left side of an assignment. A run kills it, in
//! the weak sense, when the state right behind the changed place differs from the program's own;
//! that is a label there (paper 1, theorem 2):
//!
//! - an expression `e` becomes `e'`: `e != e'`, for the whole right side, argument, returned value
//!   or value of a `switch` that the change is part of;
//! - a condition `c` becomes `c'`: whether one holds and the other does not;
//! - the left side `l` of `l = e` becomes `l'`: see [`left_side`].
//!
//! Each operator is one file. A mutant that is the program for every state by its form alone is
//! not made: where constants, types and the values of one operand say it (see [`piecewise`]), where
//! the new index of an array is outside of it whenever it is another, and see each operator. What
//! needs to know how the program came there, or what pointers lead to, stays.

mod absolute;
mod arithmetic;
mod change;
mod connective;
mod left_side;
mod negation;
mod relation;
mod sites;

use crate::criterion::{MutationOperator, MutationOperators};
use crate::objective::{Aim, Found, Subject};
use crate::piecewise;
use crate::predicate::{self, Builder};
use clew_ir::{Expr, ExprKind, LocalKind, PlaceBase, Scalar, Span, c_text};
use sites::{Role, Root};

pub use change::{Change, Edit, Piece};

/// What an expression becomes.
struct Mutant {
    expr: Expr,
    /// What stands around the old expression in C, where the new one prints as something else.
    frame: Option<(&'static str, &'static str)>,
}

impl From<Expr> for Mutant {
    fn from(expr: Expr) -> Self {
        Mutant { expr, frame: None }
    }
}

pub(crate) fn find(subject: &Subject<'_>, operators: MutationOperators) -> Vec<Found> {
    let mut found = Vec::new();
    for root in sites::roots(subject) {
        if predicate::is_repeatable(root.expr) {
            mutate_within(subject, operators, &root, &mut found);
        }
    }
    if operators.has(MutationOperator::Connective) {
        connective::find(subject, &mut found);
    }
    if operators.has(MutationOperator::LeftSide) {
        left_side::find(subject, &mut found);
    }
    found
}

/// The mutants of a root, one for each change of each of its parts.
fn mutate_within(
    subject: &Subject<'_>,
    operators: MutationOperators,
    root: &Root<'_>,
    found: &mut Vec<Found>,
) {
    sites::for_each_part(subject, root.expr, &mut |part, rebuild| {
        let build = Builder { types: &subject.program.types, span: part.span };
        for operator in MutationOperator::ALL.into_iter().filter(|it| operators.has(*it)) {
            let mutants = match operator {
                MutationOperator::Absolute => absolute::mutants(&build, part),
                MutationOperator::Arithmetic => arithmetic::mutants(&build, part),
                MutationOperator::Relation => relation::mutants(&build, part),
                MutationOperator::Negation => negation::mutants(&build, part),
                MutationOperator::Complement => negation::complements(&build, part),
                MutationOperator::Connective | MutationOperator::LeftSide => Vec::new(),
            };
            for Mutant { expr, frame } in mutants {
                let Some(predicate) = rebuild(expr.clone()).map(|it| kills(&build, root, &it))
                else {
                    continue;
                };
                if piecewise::is_never(build.types, &predicate) {
                    continue;
                }
                let before = text_of(subject, part);
                let after = match frame {
                    Some((left, right)) => format!("{left}{before}{right}"),
                    None => text_of(subject, &expr),
                };
                let text = format!("{}: {before} becomes {after}", operator.name());
                let span = or(part.span, root.span);
                let change = change_of(operator, part, &expr, frame);
                found.push(Found { span, text, aim: Aim::Label(root.point, predicate), change });
            }
        }
    });
}

/// How a mutant of an expression is written.
fn change_of(
    operator: MutationOperator,
    part: &Expr,
    mutant: &Expr,
    frame: Option<(&'static str, &'static str)>,
) -> Option<Change> {
    let edit = match operator {
        MutationOperator::Arithmetic | MutationOperator::Relation => {
            return change::operator(part, mutant);
        }
        MutationOperator::Absolute => {
            Edit::Absolute { negative: frame.is_some_and(|(left, _)| left.starts_with('-')) }
        }
        MutationOperator::Negation => Edit::Unary("-"),
        MutationOperator::Complement => Edit::Unary("~"),
        MutationOperator::Connective | MutationOperator::LeftSide => return None,
    };
    Some(Change { span: part.span, edit })
}

/// When the state behind the root differs for the mutant.
fn kills(build: &Builder<'_>, root: &Root<'_>, mutant: &Expr) -> Expr {
    match root.role {
        Role::Value => build.differ(root.expr, mutant),
        Role::Condition => build.xor(build.truth(root.expr), build.truth(mutant)),
    }
}

/// An expression as the user wrote it; what it takes from a temporary is the call, or whatever
/// else the temporary is the value of.
fn text_of(subject: &Subject<'_>, expr: &Expr) -> String {
    let Subject { program, function, .. } = subject;
    let mut temporaries: Vec<(&str, String)> = Vec::new();
    expr.walk(&mut |part| {
        if let ExprKind::Load(place) = &part.kind
            && let PlaceBase::Local(local) = place.base
            && function.locals[local].kind == LocalKind::Temporary
            && let Some(text) = program.sources.text_on_one_line(part.span)
        {
            temporaries.push((&function.locals[local].name, text));
        }
    });
    // One name may begin as another does.
    temporaries.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    let text = c_text::expr_text(program, function, expr);
    temporaries.into_iter().fold(text, |text, (name, source)| text.replace(name, &source))
}

/// The first span, or the second where the user wrote nothing.
fn or(span: Span, other: Span) -> Span {
    if span.file.is_some() { span } else { other }
}

/// Whether a value is a number in a type that C computes in.
fn is_number(build: &Builder<'_>, part: &Expr) -> bool {
    let is_integer = !build.types.is_pointer(part.ty)
        && matches!(build.types.scalar(part.ty), Some(Scalar::Int { bits: 32..=64, .. }));
    is_integer || matches!(build.types.scalar(part.ty), Some(Scalar::Float(_)))
}

/// Whether an expression is what is read from a variable, promoted.
fn is_read(build: &Builder<'_>, part: &Expr) -> bool {
    match &part.kind {
        ExprKind::Load(_) => true,
        ExprKind::Cast { operand, implicit: true } => {
            let is_narrow =
                |ty| matches!(build.types.scalar(ty), Some(Scalar::Int { bits: ..32, .. }));
            matches!(operand.kind, ExprKind::Load(_)) && is_narrow(operand.ty)
        }
        _ => false,
    }
}
