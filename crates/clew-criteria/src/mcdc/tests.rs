//! The answers about evaluations against their definitions, by enumeration.

use super::*;
use clew_ir::{BoolTree, ConditionId, Id};
use std::collections::BTreeSet;

/// A generator of small numbers that is the same everywhere.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    fn flip(&mut self) -> bool {
        self.below(2) == 1
    }

    /// A tree with this many leaves, numbered left to right; one leaf in ten is a constant.
    fn tree(&mut self, leaves: usize, next: &mut usize) -> BoolTree {
        if self.below(5) == 0 {
            return BoolTree::Not(Box::new(self.tree(leaves, next)));
        }
        if leaves == 1 {
            if self.below(10) == 0 {
                return BoolTree::Constant(self.flip());
            }
            *next += 1;
            return BoolTree::Condition(ConditionId::from_index(*next - 1));
        }
        let on_left = 1 + self.below(leaves - 1);
        let left = Box::new(self.tree(on_left, next));
        let right = Box::new(self.tree(leaves - on_left, next));
        if self.flip() { BoolTree::And(left, right) } else { BoolTree::Or(left, right) }
    }
}

/// A decision with everything that its definition gives, by enumeration.
struct Enumerated {
    shape: Shape,
    text: String,
    /// Every assignment to all conditions, and the evaluation it leads to.
    all: Vec<(Values, Evaluation)>,
}

impl Enumerated {
    fn new(tree: &BoolTree) -> Self {
        let shape = Shape::new(tree);
        let count = shape.conditions().len();
        let all = (0..1u32 << count)
            .map(|bits| {
                let mut values = Values::none(count);
                shape.conditions().ids().for_each(|at| values.set(at, bits >> at.index() & 1 == 1));
                let mut evaluated = Values::none(count);
                let outcome = evaluate(tree, &values, &mut evaluated);
                (values, Evaluation { values: evaluated, outcome })
            })
            .collect();
        Self { shape, text: format!("{tree:?}"), all }
    }

    fn conditions(&self) -> impl Iterator<Item = Position> + use<> {
        self.shape.conditions().ids()
    }

    fn evaluations(&self) -> BTreeSet<Evaluation> {
        self.all.iter().map(|(_, evaluation)| evaluation.clone()).collect()
    }

    /// The evaluation under an assignment with one condition changed.
    fn changed(&self, values: &Values, at: Position) -> &Evaluation {
        let bits =
            values.iter().fold(0, |bits, (at, value)| bits | usize::from(value) << at.index());
        &self.all[bits ^ 1 << at.index()].1
    }

    /// Whether an assignment that contains `values` makes the condition determine the outcome.
    fn determines(&self, at: Position, values: &Values) -> bool {
        self.all.iter().any(|(assignment, evaluation)| {
            assignment.conflicts(values).next().is_none()
                && self.changed(assignment, at).outcome != evaluation.outcome
        })
    }

    fn is_unique_pair(&self, at: Position, a: &Evaluation, b: &Evaluation) -> bool {
        self.all.iter().any(|(assignment, evaluation)| {
            evaluation == a && self.changed(assignment, at) == b && a.outcome != b.outcome
        })
    }

    fn is_masking_pair(&self, at: Position, a: &Evaluation, b: &Evaluation) -> bool {
        let (in_a, in_b) = (a.values.get(at), b.values.get(at));
        in_a.is_some()
            && in_b == in_a.map(|value| !value)
            && a.outcome != b.outcome
            && self.determines(at, &a.values)
            && self.determines(at, &b.values)
    }

    fn is_pair(&self, variant: Variant, at: Position, a: &Evaluation, b: &Evaluation) -> bool {
        match variant {
            Variant::Masking => self.is_masking_pair(at, a, b),
            Variant::UniqueCause => self.is_unique_pair(at, a, b),
        }
    }
}

/// C's meaning of a decision.
fn evaluate(tree: &BoolTree, values: &Values, evaluated: &mut Values) -> bool {
    match tree {
        BoolTree::Condition(id) => {
            let at = Position::from_index(id.index());
            let value = values.get(at) == Some(true);
            evaluated.set(at, value);
            value
        }
        BoolTree::Constant(value) => *value,
        BoolTree::Not(operand) => !evaluate(operand, values, evaluated),
        BoolTree::And(left, right) => {
            evaluate(left, values, evaluated) && evaluate(right, values, evaluated)
        }
        BoolTree::Or(left, right) => {
            evaluate(left, values, evaluated) || evaluate(right, values, evaluated)
        }
    }
}

/// Decisions of 1 to `most` conditions.
fn decisions(seed: u64, count: usize, most: usize) -> impl Iterator<Item = Enumerated> {
    let mut chance = Chance(seed);
    (0..count).map(move |_| {
        let leaves = 1 + chance.below(most);
        Enumerated::new(&chance.tree(leaves, &mut 0))
    })
}

#[test]
fn evaluations_are_those_of_c() {
    for decision in decisions(1, 500, 8) {
        for (assignment, evaluation) in &decision.all {
            let found = decision.shape.evaluate(assignment);
            assert_eq!(found.as_ref(), Some(evaluation), "{}", decision.text);
        }
    }
}

#[test]
fn unmasked_conditions_are_those_that_some_assignment_shows() {
    let mut chance = Chance(2);
    for decision in decisions(3, 300, 8) {
        let mut known: Vec<Values> =
            decision.evaluations().iter().map(|evaluation| evaluation.values.clone()).collect();
        for _ in 0..20 {
            let mut partial = Values::none(decision.shape.conditions().len());
            for at in decision.conditions() {
                if chance.flip() {
                    partial.set(at, chance.flip());
                }
            }
            known.push(partial);
        }
        for values in known {
            let wanted: Vec<_> =
                decision.conditions().filter(|&at| decision.determines(at, &values)).collect();
            assert_eq!(decision.shape.unmasked(&values), wanted, "{values} in {}", decision.text);
        }
    }
}

#[test]
fn unique_cause_is_one_change_of_one_assignment() {
    for decision in decisions(5, 150, 6) {
        let evaluations = decision.evaluations();
        for a in &evaluations {
            for b in &evaluations {
                let wanted = decision.conditions().find(|&at| decision.is_unique_pair(at, a, b));
                assert_eq!(a.unique_cause(b), wanted, "{a} and {b} in {}", decision.text);
            }
        }
    }
}

#[test]
fn a_tally_shows_what_the_pairs_in_it_show() {
    let mut chance = Chance(7);
    let mut shown = [0; 2];
    for decision in decisions(9, 200, 7) {
        let mut tally = Tally::new(decision.shape.clone());
        let mut seen: Vec<Evaluation> = Vec::new();
        let all: Vec<_> = decision.evaluations().into_iter().collect();
        for _ in 0..all.len() {
            let next = &all[chance.below(all.len())];
            let news = tally.add(next);
            seen.push(next.clone());
            for (index, variant) in [Variant::Masking, Variant::UniqueCause].into_iter().enumerate()
            {
                let is_shown = |at: &Position| {
                    let pair = |a, b| decision.is_pair(variant, *at, a, b);
                    seen.iter().any(|a| seen.iter().any(|b| pair(a, b)))
                };
                let found: Vec<_> =
                    decision.conditions().filter(|&at| tally.is_shown(variant, at)).collect();
                let wanted: Vec<_> = decision.conditions().filter(is_shown).collect();
                assert_eq!(found, wanted, "{variant:?} of {seen:?} in {}", decision.text);
                assert_eq!(tally.count(variant), wanted.len());
                for at in found {
                    let proof = tally.proof(variant, at).expect("a pair");
                    assert!(decision.is_pair(variant, at, &proof.first, &proof.second));
                }
                let new = if index == 0 { news.masking.len() } else { news.unique.len() };
                shown[index] += new;
            }
        }
    }
    assert!(shown[1] > 100 && shown[0] > shown[1], "{shown:?}");
}

/// `(c0 || c1) && (c2 || c3) && …`: the ways through are exponential, the questions are not.
#[test]
fn forty_conditions_are_no_enumeration() {
    let condition = |at| Box::new(BoolTree::Condition(ConditionId::from_index(at)));
    let mut tree = BoolTree::Or(condition(0), condition(1));
    for at in (2..40).step_by(2) {
        let right = BoolTree::Or(condition(at), condition(at + 1));
        tree = BoolTree::And(Box::new(tree), Box::new(right));
    }
    let mut tally = Tally::new(Shape::new(&tree));
    // The first condition of each pair is true, but for one pair that has these values.
    let mut add = |pair: usize, first: bool, second: bool| {
        let mut values = Values::none(40);
        (0..40).for_each(|at| values.set(Position::from_index(at), at % 2 == 0));
        values.set(Position::from_index(2 * pair), first);
        values.set(Position::from_index(2 * pair + 1), second);
        let evaluation = tally.shape().evaluate(&values).expect("a value for each condition");
        tally.add(&evaluation)
    };
    add(0, true, false);
    for pair in 0..20 {
        let [first, second] = [2 * pair, 2 * pair + 1].map(Position::from_index);
        let news = add(pair, false, false);
        assert_eq!((news.masking, news.unique), (vec![first], vec![first]));
        let news = add(pair, false, true);
        assert_eq!((news.masking, news.unique), (vec![second], vec![second]));
    }
    for variant in [Variant::Masking, Variant::UniqueCause] {
        assert_eq!(tally.count(variant), 40);
    }
    assert_eq!(tally.evaluations().len(), 41);
}

/// `a && b || c && d`.
#[test]
fn by_masking_more_pairs_count() {
    let condition = |at| Box::new(BoolTree::Condition(ConditionId::from_index(at)));
    let left = BoolTree::And(condition(0), condition(1));
    let right = BoolTree::And(condition(2), condition(3));
    let mut tally = Tally::new(Shape::new(&BoolTree::Or(Box::new(left), Box::new(right))));
    let mut add = |text: &str| {
        let mut values = Values::none(4);
        for (at, value) in text.chars().enumerate() {
            values.set(Position::from_index(at), value == 'T');
        }
        let evaluation = tally.shape().evaluate(&values).expect("a value for each condition");
        tally.add(&evaluation)
    };
    let positions = |at: &[usize]| at.iter().copied().map(Position::from_index).collect::<Vec<_>>();
    assert_eq!(add("TTFF").masking, []);
    // The first differs alone among those that both evaluate.
    let news = add("FTFT");
    assert_eq!((news.masking, news.unique), (positions(&[0]), positions(&[0])));
    // The second alone, too.
    let news = add("TFTF");
    assert_eq!((news.masking, news.unique), (positions(&[1]), positions(&[1])));
    // Against `FTFT`, the third and the fourth differ, but the fourth was not evaluated there;
    // against `TFTF`, the first and the fourth.
    let news = add("FTTT");
    assert_eq!((news.masking, news.unique), (positions(&[2, 3]), positions(&[2])));
}
