//! Recent models: inputs that answered an earlier query often answer this one.

use std::collections::VecDeque;

use clew_logic::{Evaluator, Model, TermPool};

use super::Slice;

/// The models found last.
pub(crate) struct RecentModels {
    models: VecDeque<Model>,
    capacity: usize,
}

impl RecentModels {
    pub(crate) fn new(capacity: usize) -> Self {
        RecentModels { models: VecDeque::with_capacity(capacity), capacity }
    }

    pub(crate) fn clear(&mut self) {
        self.models.clear();
    }

    pub(crate) fn remember(&mut self, model: &Model) {
        if self.capacity == 0 {
            return;
        }
        if self.models.len() == self.capacity {
            self.models.pop_back();
        }
        self.models.push_front(model.clone());
    }

    /// A known model of the slice, cut to its inputs.
    pub(crate) fn find(
        &mut self,
        pool: &TermPool,
        evaluator: &mut Evaluator,
        slice: &Slice,
    ) -> Option<Model> {
        let place =
            self.models.iter().position(|model| satisfies(pool, evaluator, model, slice))?;
        // What was of use moves to the front.
        let model = self.models.remove(place)?;
        let result = restrict(pool, &model, slice);
        self.models.push_front(model);
        Some(result)
    }
}

/// Whether a model satisfies every part; the newest one is the likeliest to fail and goes first.
pub(crate) fn satisfies(
    pool: &TermPool,
    evaluator: &mut Evaluator,
    model: &Model,
    slice: &Slice,
) -> bool {
    evaluator.forget();
    slice.parts.iter().rev().all(|&part| evaluator.holds(pool, model, part))
}

/// The values of the slice's inputs, zero where the model has none.
pub(crate) fn restrict(pool: &TermPool, model: &Model, slice: &Slice) -> Model {
    let mut result = Model::new();
    pool.for_each_in_set(slice.inputs, |input| {
        if model.contains(input) {
            result.copy_from(model, input);
        } else if pool.sort(pool.input_decl(input).term).width() > 0
            || pool.input_decl(input).sort == clew_logic::Sort::Bool
        {
            result.set_bits(input, 0);
        } else {
            result.set_array(input, clew_logic::ArrayValue::default());
        }
    });
    result
}
