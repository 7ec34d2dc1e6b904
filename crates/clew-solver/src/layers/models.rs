//! Recent models: inputs that answered an earlier query often answer this one.

use std::collections::VecDeque;

use clew_logic::{ArrayValue, Evaluator, InputSet, Model, Sort, TermPool};

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
    pool.for_each_in_set(slice.inputs, |input| result.copy_from(model, input));
    add_zeros(pool, slice.inputs, &mut result);
    result
}

/// Gives inputs without a value the one that evaluation takes for them.
pub(crate) fn add_zeros(pool: &TermPool, inputs: InputSet, model: &mut Model) {
    pool.for_each_in_set(inputs, |input| {
        if model.contains(input) {
            return;
        }
        match pool.input_decl(input).sort {
            Sort::Bool | Sort::BitVec(_) => model.set_bits(input, 0),
            Sort::Array { .. } => model.set_array(input, ArrayValue::default()),
        }
    });
}
