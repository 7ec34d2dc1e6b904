//! The Boolean structure of one decision, made ready for questions about its evaluations.
//!
//! Negations are moved down to the conditions (which keeps the order of evaluation), so that only
//! *junctions* are left: a junction whose left side has the *absorbing* value has that value and
//! does not evaluate its right side; otherwise it has the value of its right side. `false` absorbs
//! in `&&`, `true` in `||`.

use super::values::{Evaluation, Position, Values};
use clew_ir::{BoolTree, ConditionId, Id, IdVec};

/// What comes after a condition has its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The condition at this position is evaluated.
    Condition(Position),
    /// The decision has this outcome.
    Outcome(bool),
}

/// The Boolean structure of a decision.
#[derive(Clone, Debug)]
pub struct Shape {
    conditions: IdVec<Position, ConditionId>,
    root: Node,
    first: Step,
    /// For each condition, what comes after it is false, and after it is true.
    steps: IdVec<Position, [Step; 2]>,
}

#[derive(Clone, Debug)]
enum Node {
    Condition { at: Position, is_negated: bool },
    Constant(bool),
    Junction { absorbing: bool, left: Box<Node>, right: Box<Node> },
}

/// The values that a part of a decision can have.
#[derive(Clone, Copy)]
struct Possible {
    no: bool,
    yes: bool,
}

impl Possible {
    fn has(self, value: bool) -> bool {
        if value { self.yes } else { self.no }
    }
}

impl Shape {
    /// Reads off the structure of a decision.
    pub fn new(tree: &BoolTree) -> Self {
        let conditions: IdVec<Position, ConditionId> = tree.conditions().into_iter().collect();
        let mut next = 0;
        let root = normal_form(tree, false, &mut next);
        let mut steps = IdVec::from_elem([Step::Outcome(false); 2], conditions.len());
        let first = link(&root, [Step::Outcome(false), Step::Outcome(true)], &mut steps);
        Self { conditions, root, first, steps }
    }

    /// The conditions, left to right.
    pub fn conditions(&self) -> &IdVec<Position, ConditionId> {
        &self.conditions
    }

    /// What an evaluation starts with. Constants are not evaluated.
    pub fn first(&self) -> Step {
        self.first
    }

    /// What comes after a condition has a value.
    pub fn next(&self, at: Position, value: bool) -> Step {
        self.steps[at][usize::from(value)]
    }

    /// The evaluation under an assignment of values to conditions; `None` when it comes to a
    /// condition without a value.
    pub fn evaluate(&self, assignment: &Values) -> Option<Evaluation> {
        let mut values = Values::none(self.conditions.len());
        let mut step = self.first;
        loop {
            match step {
                Step::Outcome(outcome) => return Some(Evaluation { values, outcome }),
                Step::Condition(at) => {
                    let value = assignment.get(at)?;
                    values.set(at, value);
                    step = self.next(at, value);
                }
            }
        }
    }

    /// The conditions that determine the outcome under some assignment that contains `values`:
    /// with any one of them changed, and nothing else, the outcome changes. In order.
    ///
    /// For the values of a whole evaluation these are the conditions it does not mask; for those
    /// of its beginning, the conditions that some way to go on does not mask. A condition
    /// determines the outcome when nothing beside it, at each junction above it, absorbs. Sides
    /// of junctions share no condition, so each can be asked alone: the time is linear in the
    /// conditions, and no assignment is enumerated.
    pub fn unmasked(&self, values: &Values) -> Vec<Position> {
        let mut unmasked = Vec::new();
        collect_unmasked(&self.root, values, &mut unmasked);
        unmasked
    }

    /// Whether some assignment that contains `values` is one where the condition determines the
    /// outcome.
    pub fn can_determine(&self, at: Position, values: &Values) -> bool {
        self.unmasked(values).contains(&at)
    }
}

fn normal_form(tree: &BoolTree, is_negated: bool, next: &mut usize) -> Node {
    let mut junction = |absorbing: bool, left: &BoolTree, right: &BoolTree| {
        let left = Box::new(normal_form(left, is_negated, next));
        let right = Box::new(normal_form(right, is_negated, next));
        Node::Junction { absorbing: absorbing ^ is_negated, left, right }
    };
    match tree {
        BoolTree::Condition(_) => {
            let at = Position::from_index(*next);
            *next += 1;
            Node::Condition { at, is_negated }
        }
        BoolTree::Constant(value) => Node::Constant(value ^ is_negated),
        BoolTree::Not(operand) => normal_form(operand, !is_negated, next),
        BoolTree::And(left, right) => junction(false, left, right),
        BoolTree::Or(left, right) => junction(true, left, right),
    }
}

/// Fills in what comes after each condition of a part, given what comes after the part is false,
/// and after it is true; gives the step that the part starts with.
fn link(node: &Node, after: [Step; 2], steps: &mut IdVec<Position, [Step; 2]>) -> Step {
    match node {
        Node::Condition { at, is_negated } => {
            steps[*at] = if *is_negated { [after[1], after[0]] } else { after };
            Step::Condition(*at)
        }
        Node::Constant(value) => after[usize::from(*value)],
        Node::Junction { absorbing, left, right } => {
            let right = link(right, after, steps);
            let mut after_left = [right; 2];
            after_left[usize::from(*absorbing)] = after[usize::from(*absorbing)];
            link(left, after_left, steps)
        }
    }
}

/// Adds the conditions of a part that can determine the part's value; tells the values it can
/// have.
fn collect_unmasked(node: &Node, values: &Values, unmasked: &mut Vec<Position>) -> Possible {
    match node {
        Node::Condition { at, is_negated } => {
            unmasked.push(*at);
            let has = |value: bool| values.get(*at).is_none_or(|given| given ^ is_negated == value);
            Possible { no: has(false), yes: has(true) }
        }
        Node::Constant(value) => Possible { no: !value, yes: *value },
        Node::Junction { absorbing, left, right } => {
            let start = unmasked.len();
            let on_left = collect_unmasked(left, values, unmasked);
            let middle = unmasked.len();
            let on_right = collect_unmasked(right, values, unmasked);
            let (left_passes, right_passes) = (on_left.has(!absorbing), on_right.has(!absorbing));
            if !left_passes {
                unmasked.truncate(middle);
            }
            if !right_passes {
                unmasked.drain(start..middle);
            }
            let passes = left_passes && right_passes;
            let absorbs = on_left.has(*absorbing) || (left_passes && on_right.has(*absorbing));
            if *absorbing {
                Possible { no: passes, yes: absorbs }
            } else {
                Possible { no: absorbs, yes: passes }
            }
        }
    }
}
