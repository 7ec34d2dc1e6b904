//! `cor`: `&&` and `||` become each other, and whether exactly one side holds (`!=`).
//!
//! The label is where the decision begins, as for the criterion `condition`; decisions whose
//! conditions cannot be evaluated there have no such mutants.

use crate::condition::Start;
use crate::decision;
use crate::objective::{Aim, Found, Subject};
use crate::predicate::Builder;
use clew_ir::{BoolTree, Expr};

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
        let build = Builder { types: &subject.program.types, span: decision.span };
        let evaluation = Evaluation { subject, start: &start, build };
        let own = evaluation.predicate(structure, None);
        for (position, connective) in connectives.iter().enumerate() {
            for becomes in Connective::ALL.into_iter().filter(|it| it != connective) {
                let mutant = evaluation.predicate(structure, Some(Change { position, becomes }));
                let text = format!(
                    "cor: {} of {}, number {}, becomes {}",
                    connective.symbol(),
                    decision::text(subject, decision),
                    position + 1,
                    becomes.symbol()
                );
                let predicate = build.xor(own.clone(), mutant);
                let aim = Aim::Label(start.point, predicate);
                found.push(Found { span: decision.span, text, aim });
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

/// A decision's conditions, where all can be evaluated.
struct Evaluation<'a, 'p> {
    subject: &'a Subject<'p>,
    start: &'a Start<'p>,
    build: Builder<'p>,
}

impl Evaluation<'_, '_> {
    /// The decision as one predicate, with a change.
    fn predicate(&self, tree: &BoolTree, change: Option<Change>) -> Expr {
        let (mut next_condition, mut next_connective) = (0, 0);
        self.part(tree, change, &mut next_condition, &mut next_connective)
    }

    fn part(
        &self,
        tree: &BoolTree,
        change: Option<Change>,
        next_condition: &mut usize,
        next_connective: &mut usize,
    ) -> Expr {
        let build = &self.build;
        match tree {
            BoolTree::Condition(_) => {
                *next_condition += 1;
                self.start.value(self.subject, *next_condition - 1, true)
            }
            BoolTree::Constant(value) => build.int((*value).into(), clew_ir::TypeTable::INT),
            BoolTree::Not(operand) => {
                build.not(&self.part(operand, change, next_condition, next_connective))
            }
            BoolTree::And(left, right) | BoolTree::Or(left, right) => {
                let left = self.part(left, change, next_condition, next_connective);
                let own = match tree {
                    BoolTree::And(..) => Connective::And,
                    _ => Connective::Or,
                };
                let changed = change.filter(|change| change.position == *next_connective);
                *next_connective += 1;
                let right = self.part(right, change, next_condition, next_connective);
                match changed.map_or(own, |change| change.becomes) {
                    Connective::And => build.and(left, right),
                    Connective::Or => build.or(left, right),
                    Connective::Differ => build.xor(left, right),
                }
            }
        }
    }
}
