//! What all runs together show of all decisions.

use super::tally::{Tally, Variant};
use super::values::{Evaluation, Position};
use super::watch::{Watch, WatchedId};
use clew_ir::{IdVec, ProbeId};
use std::sync::Arc;

/// That a condition has an effect of its own: what an objective asks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Effect {
    /// The decision.
    pub decision: WatchedId,
    /// The condition.
    pub at: Position,
    /// What it takes to show it.
    pub variant: Variant,
}

/// One of the two evaluations that show an effect. Whoever has both has shown it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Half {
    /// The effect.
    pub effect: Effect,
    /// The value of the condition.
    pub value: bool,
}

/// What a run has added.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Shown {
    /// The effects that are now shown.
    pub effects: Vec<Effect>,
    /// The effects for which it has an evaluation that none before had and that can be one half
    /// of what shows them, once another run has the other.
    pub halves: Vec<Effect>,
}

/// What runs have shown of the decisions watched.
#[derive(Clone, Debug)]
pub struct Effects {
    watch: Arc<Watch>,
    tallies: IdVec<WatchedId, Tally>,
}

impl Effects {
    /// Nothing shown.
    pub fn new(watch: Arc<Watch>) -> Self {
        let tally = |watched: &super::Watched| Tally::new(watched.shape.clone());
        let tallies = watch.decisions().iter().map(tally).collect();
        Self { watch, tallies }
    }

    /// What is known of a decision.
    pub fn tally(&self, decision: WatchedId) -> &Tally {
        &self.tallies[decision]
    }

    /// Takes in the ordered probes of a run.
    pub fn observe(&mut self, sequence: &[ProbeId]) -> Shown {
        let mut shown = Shown::default();
        let tallies = &mut self.tallies;
        self.watch.evaluations(sequence, |decision, evaluation| {
            let tally = &mut tallies[decision];
            let known = tally.evaluations().len();
            let news = tally.add(&evaluation);
            let effect = |variant| move |&at: &Position| Effect { decision, at, variant };
            shown.effects.extend(news.masking.iter().map(effect(Variant::Masking)));
            shown.effects.extend(news.unique.iter().map(effect(Variant::UniqueCause)));
            let halves = news.halves.iter().map(|(at, _)| at);
            shown.halves.extend(halves.map(effect(Variant::Masking)));
            if tally.evaluations().len() > known {
                let mut halves = tally.shape().unmasked(evaluation.values());
                halves.retain(|&at| !tally.is_shown(Variant::UniqueCause, at));
                shown.halves.extend(halves.iter().map(effect(Variant::UniqueCause)));
            }
        });
        shown
    }

    /// The halves that a run has of the effects shown so far.
    pub fn halves(&self, sequence: &[ProbeId]) -> Vec<Half> {
        let mut halves = Vec::new();
        self.watch.evaluations(sequence, |decision, evaluation| {
            for (at, value) in evaluation.values().iter() {
                for variant in [Variant::Masking, Variant::UniqueCause] {
                    let effect = Effect { decision, at, variant };
                    if self.is_half(effect, &evaluation) {
                        halves.push(Half { effect, value });
                    }
                }
            }
        });
        halves.sort_unstable();
        halves.dedup();
        halves
    }

    fn is_half(&self, effect: Effect, evaluation: &Evaluation) -> bool {
        let tally = &self.tallies[effect.decision];
        match effect.variant {
            Variant::Masking => {
                tally.is_shown(Variant::Masking, effect.at)
                    && tally.shape().can_determine(effect.at, evaluation.values())
            }
            Variant::UniqueCause => tally
                .proof(Variant::UniqueCause, effect.at)
                .is_some_and(|proof| proof.first == *evaluation || proof.second == *evaluation),
        }
    }
}
