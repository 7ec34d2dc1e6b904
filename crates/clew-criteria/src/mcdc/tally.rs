//! What the evaluations of one decision have shown so far.

use super::shape::Shape;
use super::values::{Evaluation, Position, Values};
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

/// How an evaluation would serve.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Prospect {
    /// Nothing is left that it could show.
    Nothing,
    /// It may become one half of a pair.
    Half,
    /// It may complete a pair.
    Pair,
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

    /// Whether no evaluation can show the effect of a condition, because constants decide.
    pub fn is_impossible(&self, at: Position) -> bool {
        !self.shape.can_determine(at, &Values::none(self.shown.len()))
    }

    /// Up to `limit` evaluations each of which would complete a pair for the condition or, when
    /// none could, be one half of it. None once the effect is shown.
    pub fn wanted(&self, variant: Variant, at: Position, limit: usize) -> Vec<Evaluation> {
        if self.is_shown(variant, at) {
            return Vec::new();
        }
        let mut wanted = Vec::new();
        for assignment in self.partners(variant, at) {
            for evaluation in self.shape.determining(at, &assignment, limit - wanted.len()) {
                if !wanted.contains(&evaluation) {
                    wanted.push(evaluation);
                }
            }
            if wanted.len() >= limit {
                return wanted;
            }
        }
        if wanted.is_empty() {
            let nothing = Values::none(self.shown.len());
            wanted = self.shape.determining(at, &nothing, limit);
            wanted.retain(|evaluation| !self.seen.contains(evaluation));
        }
        wanted
    }

    /// How an evaluation that begins with `values` may serve a condition.
    pub fn prospect(&self, variant: Variant, at: Position, values: &Values) -> Prospect {
        if self.is_shown(variant, at) || !self.shape.can_determine(at, values) {
            return Prospect::Nothing;
        }
        let completes = |assignment: &Values| {
            values.conflicts(assignment).next().is_none()
                && self.shape.can_determine(at, &assignment.or(values))
        };
        if self.partners(variant, at).any(|assignment| completes(&assignment)) {
            return Prospect::Pair;
        }
        match variant {
            Variant::UniqueCause => Prospect::Half,
            Variant::Masking => {
                let [when_false, when_true] = &self.shown[at].determining;
                let is_new = when_false.is_none() && when_true.is_none();
                if is_new { Prospect::Half } else { Prospect::Nothing }
            }
        }
    }

    /// What the other half of a pair must agree with, for each evaluation seen that can be one
    /// half for the condition.
    fn partners(&self, variant: Variant, at: Position) -> Box<dyn Iterator<Item = Values> + '_> {
        match variant {
            Variant::Masking => {
                let halves = self.shown[at].determining.iter().enumerate();
                Box::new(halves.filter(|(_, half)| half.is_some()).map(move |(value, _)| {
                    let mut partner = Values::none(self.shown.len());
                    partner.set(at, value == 0);
                    partner
                }))
            }
            Variant::UniqueCause => Box::new(self.order.iter().filter_map(move |seen| {
                let value = seen.values.get(at)?;
                let mut partner = seen.values.clone();
                partner.set(at, !value);
                self.shape.can_determine(at, &partner).then_some(partner)
            })),
        }
    }
}
