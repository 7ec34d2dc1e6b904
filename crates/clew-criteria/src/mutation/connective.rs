//! `cor`: `&&` and `||` become each other, and whether exactly one side holds (`!=`).
//!
//! The label is where the decision begins, as for the criterion `condition`; decisions whose
//! conditions cannot be evaluated there have no such mutants. A mutant that has the decision's outcome
//! for all values of the conditions is not made: a condition that is written twice has one value.

use super::change::{Edit, Piece};
use crate::condition::Start;
use crate::decision;
use crate::mcc::MAX_CONDITIONS;
use crate::objective::{Aim, Found, Subject};
use crate::piecewise;
use crate::predicate::Builder;
use clew_ir::{BoolTree, Decision, Expr, TypeTable};

/// What stands between two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Connective {
    And,
    Or,
    Differ,
}

impl Connective {
    const ALL: [Connective; 3] = [Connective::And, Connective::Or, Connective::Differ];

    fn symbol(self) -> &'static str {
        match self {
            Connective::And => "&&",
            Connective::Or => "||",
            Connective::Differ => "!=",
        }
    }
}

/// One connective of a decision: its position, and what it becomes.
#[derive(Clone, Copy)]
struct Change {
    position: usize,
    becomes: Connective,
}

pub(super) fn find(subject: &Subject<'_>, found: &mut Vec<Found>) {
    for decision in subject.body.decisions.decisions.iter() {
        let Some(structure) = &decision.structure else { continue };
        let connectives = connectives(structure);
        if connectives.is_empty() {
            continue;
        }
        let Some(start) = Start::of(subject, decision) else { continue };
        let evaluation = Evaluation::new(subject, decision, structure, &start);
        let mut killed: Vec<(Vec<bool>, Expr)> = Vec::new();
        for (position, connective) in connectives.iter().enumerate() {
            for becomes in Connective::ALL.into_iter().filter(|it| it != connective) {
                let change = Change { position, becomes };
                let Some(predicate) = evaluation.kills(change, &mut killed) else { continue };
                let text = format!(
                    "cor: {} of {}, number {}, becomes {}",
                    connective.symbol(),
                    decision::text(subject, decision),
                    position + 1,
                    becomes.symbol()
                );
                let aim = Aim::Label(start.point, predicate);
                let edit = Edit::Pieces(evaluation.pieces(change));
                let change = Some(super::Change { span: decision.span, edit });
                found.push(Found { span: decision.span, text, aim, change });
            }
        }
    }
}

/// The connectives of a decision, left to right.
fn connectives(tree: &BoolTree) -> Vec<Connective> {
    match tree {
        BoolTree::Condition(_) | BoolTree::Constant(_) => Vec::new(),
        BoolTree::Not(operand) => connectives(operand),
        BoolTree::And(left, right) | BoolTree::Or(left, right) => {
            let own = match tree {
                BoolTree::And(..) => Connective::And,
                _ => Connective::Or,
            };
            let mut all = connectives(left);
            all.push(own);
            all.extend(connectives(right));
            all
        }
    }
}

/// A decision where all of its conditions can be evaluated.
struct Evaluation<'a, 'p> {
    subject: &'a Subject<'p>,
    structure: &'a BoolTree,
    start: &'a Start<'p>,
    build: Builder<'p>,
    /// For each condition the first that is written alike.
    firsts: Vec<usize>,
}

impl<'a, 'p> Evaluation<'a, 'p> {
    fn new(
        subject: &'a Subject<'p>,
        decision: &Decision,
        structure: &'a BoolTree,
        start: &'a Start<'p>,
    ) -> Self {
        let build = Builder { types: &subject.program.types, span: decision.span };
        Self { subject, structure, start, build, firsts: start.firsts() }
    }

    /// When the outcome differs for a change; `None` where no values of the conditions make it
    /// differ. Changes that the same values tell from the decision share a predicate.
    fn kills(&self, change: Change, killed: &mut Vec<(Vec<bool>, Expr)>) -> Option<Expr> {
        let table = self.differs(change);
        if let Some(table) = &table {
            if !table.contains(&true) {
                return None;
            }
            if let Some((_, predicate)) = killed.iter().find(|(other, _)| other == table) {
                return Some(predicate.clone());
            }
        }
        let predicate = self.build.xor(self.predicate(None), self.predicate(Some(change)));
        if piecewise::is_never(self.build.types, &predicate) {
            return None;
        }
        killed.extend(table.map(|table| (table, predicate.clone())));
        Some(predicate)
    }

    /// Whether the outcome differs, for each combination of the values of the conditions; `None`
    /// where those are too many.
    fn differs(&self, change: Change) -> Option<Vec<bool>> {
        let mut distinct = self.firsts.clone();
        distinct.sort_unstable();
        distinct.dedup();
        if distinct.len() > MAX_CONDITIONS {
            return None;
        }
        let outcome = |combination: usize, change| {
            let is_true = |at: usize| {
                let position = distinct.iter().position(|&it| it == self.firsts[at]);
                position.is_some_and(|position| combination >> position & 1 == 1)
            };
            Fold {
                change,
                condition: &is_true,
                constant: &|value| value,
                not: &|value| !value,
                join: &|by, left, right| match by {
                    Connective::And => left && right,
                    Connective::Or => left || right,
                    Connective::Differ => left != right,
                },
            }
            .of(self.structure)
        };
        let all = 0..1_usize << distinct.len();
        Some(all.map(|it| outcome(it, None) != outcome(it, Some(change))).collect())
    }

    /// The decision as it is written with a change.
    fn pieces(&self, change: Change) -> Vec<Piece> {
        let conditions = self.structure.conditions();
        let spans = &self.subject.body.decisions.conditions;
        Fold {
            change: Some(change),
            condition: &|at| {
                vec![Piece::Text("("), Piece::Source(spans[conditions[at]].span), Piece::Text(")")]
            },
            constant: &|value| vec![Piece::Text(if value { "1" } else { "0" })],
            not: &|operand: Vec<Piece>| {
                joined(&[&[Piece::Text("!(")], &operand, &[Piece::Text(")")]])
            },
            join: &|by, left: Vec<Piece>, right: Vec<Piece>| {
                let (open, between) = match by {
                    Connective::And => ("(", " && "),
                    Connective::Or => ("(", " || "),
                    Connective::Differ => ("(!", " != !"),
                };
                let [open, between, close] = [open, between, ")"].map(Piece::Text);
                joined(&[&[open], &left, &[between], &right, &[close]])
            },
        }
        .of(self.structure)
    }

    /// The decision as one predicate, with a change.
    fn predicate(&self, change: Option<Change>) -> Expr {
        let build = &self.build;
        Fold {
            change,
            condition: &|at| self.start.value(self.subject, at, true),
            constant: &|value| build.int(value.into(), TypeTable::INT),
            not: &|operand| build.not(&operand),
            join: &|by, left, right| match by {
                Connective::And => build.and(left, right),
                Connective::Or => build.or(left, right),
                Connective::Differ => build.xor(left, right),
            },
        }
        .of(self.structure)
    }
}

fn joined(parts: &[&[Piece]]) -> Vec<Piece> {
    parts.concat()
}

/// What becomes of a decision, from what its conditions are, by position.
struct Fold<'a, T> {
    change: Option<Change>,
    condition: &'a dyn Fn(usize) -> T,
    constant: &'a dyn Fn(bool) -> T,
    not: &'a dyn Fn(T) -> T,
    join: &'a dyn Fn(Connective, T, T) -> T,
}

impl<T> Fold<'_, T> {
    fn of(&self, tree: &BoolTree) -> T {
        self.part(tree, &mut 0, &mut 0)
    }

    fn part(&self, tree: &BoolTree, next_condition: &mut usize, next_connective: &mut usize) -> T {
        match tree {
            BoolTree::Condition(_) => {
                *next_condition += 1;
                (self.condition)(*next_condition - 1)
            }
            BoolTree::Constant(value) => (self.constant)(*value),
            BoolTree::Not(operand) => {
                (self.not)(self.part(operand, next_condition, next_connective))
            }
            BoolTree::And(left, right) | BoolTree::Or(left, right) => {
                let left = self.part(left, next_condition, next_connective);
                let own = match tree {
                    BoolTree::And(..) => Connective::And,
                    _ => Connective::Or,
                };
                let changed = self.change.filter(|change| change.position == *next_connective);
                *next_connective += 1;
                let right = self.part(right, next_condition, next_connective);
                (self.join)(changed.map_or(own, |change| change.becomes), left, right)
            }
        }
    }
}
