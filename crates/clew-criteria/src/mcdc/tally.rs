//! What the evaluations of one decision have shown so far.

use super::shape::Shape;
use super::values::{Evaluation, Position};
use clew_ir::IdVec;
use rustc_hash::FxHashSet;

/// What it takes to show that a condition has an effect of its own on the outcome.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Variant {
    /// Two evaluations that differ in the condition and in the outcome, where whatever else
    /// differs is masked: in each of them the condition determines the outcome.
    Masking,
    /// Two evaluations that differ in the outcome and, among the conditions that both evaluate,
    /// in this one only.
    UniqueCause,
}

/// Two evaluations that show the effect of a condition.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The first evaluation.
    pub first: Evaluation,
    /// The one that completed the pair.
    pub second: Evaluation,
}

/// What is known of one condition.
#[derive(Clone, Default, Debug)]
struct Shown {
    /// The first evaluations in which it determined the outcome, being false and being true.
    determining: [Option<Evaluation>; 2],
    /// The pair that showed its effect by unique cause.
    unique: Option<Proof>,
}

/// The distinct evaluations of a decision, and the conditions whose effect they show.
#[derive(Clone, Debug)]
pub struct Tally {
    shape: Shape,
    seen: FxHashSet<Evaluation>,
    /// The same in the order in which they came.
    order: Vec<Evaluation>,
    shown: IdVec<Position, Shown>,
}

/// What an evaluation was the first to show.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct News {
    /// The conditions and their values that it is the first to show determining: halves of pairs
    /// by masking.
    pub halves: Vec<(Position, bool)>,
    /// The conditions whose effect is now shown by masking.
    pub masking: Vec<Position>,
    /// The conditions whose effect is now shown by unique cause.
    pub unique: Vec<Position>,
}

impl Tally {
    /// Nothing seen.
    pub fn new(shape: Shape) -> Self {
        let shown = IdVec::from_elem(Shown::default(), shape.conditions().len());
        Self { shape, seen: FxHashSet::default(), order: Vec::new(), shown }
    }

    /// The decision's structure.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The distinct evaluations, in the order in which they came.
    pub fn evaluations(&self) -> &[Evaluation] {
        &self.order
    }

    /// Takes in an evaluation. One that was seen before costs a look-up; another costs time in
    /// proportion to the evaluations seen.
    pub fn add(&mut self, evaluation: &Evaluation) -> News {
        let mut news = News::default();
        if self.seen.contains(evaluation) {
            return news;
        }
        self.add_halves(evaluation, &mut news);
        self.add_pairs(evaluation, &mut news);
        self.seen.insert(evaluation.clone());
        self.order.push(evaluation.clone());
        news
    }

    fn add_halves(&mut self, evaluation: &Evaluation, news: &mut News) {
        for at in self.shape.unmasked(&evaluation.values) {
            let Some(value) = evaluation.values.get(at) else { continue };
            let [when_false, when_true] = &mut self.shown[at].determining;
            let (half, other) =
                if value { (when_true, when_false) } else { (when_false, when_true) };
            if half.is_none() {
                *half = Some(evaluation.clone());
                news.halves.push((at, value));
                if other.is_some() {
                    news.masking.push(at);
                }
            }
        }
    }

    fn add_pairs(&mut self, evaluation: &Evaluation, news: &mut News) {
        if self.shown.iter().all(|shown| shown.unique.is_some()) {
            return;
        }
        for before in &self.order {
            let Some(at) = before.unique_cause(evaluation) else { continue };
            let unique = &mut self.shown[at].unique;
            if unique.is_none() {
                *unique = Some(Proof { first: before.clone(), second: evaluation.clone() });
                news.unique.push(at);
            }
        }
    }

    /// The pair that shows the effect of a condition, if it is shown.
    pub fn proof(&self, variant: Variant, at: Position) -> Option<Proof> {
        let shown = &self.shown[at];
        match variant {
            Variant::UniqueCause => shown.unique.clone(),
            Variant::Masking => match &shown.determining {
                [Some(first), Some(second)] => {
                    Some(Proof { first: first.clone(), second: second.clone() })
                }
                _ => None,
            },
        }
    }

    /// Whether the effect of a condition is shown.
    pub fn is_shown(&self, variant: Variant, at: Position) -> bool {
        let shown = &self.shown[at];
        match variant {
            Variant::UniqueCause => shown.unique.is_some(),
            Variant::Masking => shown.determining.iter().all(Option::is_some),
        }
    }

    /// Whether an evaluation was seen in which the condition has the value and determines the
    /// outcome: one half of a pair by masking.
    pub fn has_half(&self, at: Position, value: bool) -> bool {
        self.shown[at].determining[usize::from(value)].is_some()
    }

    /// The number of conditions whose effect is shown.
    pub fn count(&self, variant: Variant) -> usize {
        self.shown.ids().filter(|&at| self.is_shown(variant, at)).count()
    }
}
