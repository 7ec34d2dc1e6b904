//! The inputs of runs, as long as a candidate needs them.

use clew_logic::Model;

/// A run whose inputs are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RunId(u32);

impl RunId {
    pub(super) const NONE: RunId = RunId(u32::MAX);
}

#[derive(Debug, Default)]
struct Slot {
    model: Model,
    users: u32,
}

/// The runs that candidates come from, each with the number of those that wait.
#[derive(Debug, Default)]
pub(super) struct Runs {
    slots: Vec<Slot>,
    free: Vec<RunId>,
}

impl Runs {
    /// Keeps the inputs of a run for one candidate.
    pub(super) fn keep(&mut self, model: Model) -> RunId {
        let slot = Slot { model, users: 1 };
        match self.free.pop() {
            Some(run) => {
                self.slots[run.0 as usize] = slot;
                run
            }
            None => {
                self.slots.push(slot);
                RunId(self.slots.len() as u32 - 1)
            }
        }
    }

    /// Keeps them for one candidate more.
    pub(super) fn share(&mut self, run: RunId) {
        self.slots[run.0 as usize].users += 1;
    }

    /// Tells that one candidate less needs them.
    pub(super) fn release(&mut self, run: RunId) {
        if run == RunId::NONE {
            return;
        }
        let slot = &mut self.slots[run.0 as usize];
        slot.users -= 1;
        if slot.users == 0 {
            slot.model = Model::new();
            self.free.push(run);
        }
    }

    /// The inputs.
    pub(super) fn model(&self, run: RunId) -> &Model {
        &self.slots[run.0 as usize].model
    }

    /// How many are kept.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }
}
